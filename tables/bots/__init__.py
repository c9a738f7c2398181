"""Let programs play: our own protocol in `api`, matches over TCP in `duel`, knock-outs over a WebSocket in `contest`.

The pages for bots and their owners are here too. House bots are in `tables.house`.
"""
