"""Keep what a settled hand leaves behind: its summary for lists, results by session, the ledger, all-in chances.

Begin with `summary`, which is written in the transaction that settles the hand.
"""
