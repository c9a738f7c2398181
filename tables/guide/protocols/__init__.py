"""How programs play here: three protocols, each a catalogue of its messages, with examples that were recorded."""
