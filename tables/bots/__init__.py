"""Let programs play: our own protocol in `api`, matches over TCP in `duel`, knock-outs over a WebSocket in `contest`.

Their owners' pages are here too. The bots of the house are in `tables.house`.
"""
