"""Show what was played: hands and the replayer, exports, results, the ledger, the proof of fairness.

Begin with `hands.found_hand`: every page about a hand asks it what this viewer may see.
"""
