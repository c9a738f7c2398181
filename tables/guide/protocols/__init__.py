"""Describe how programs play here: three protocols, each a catalogue of its messages, with recorded examples."""
