"""A bot that checks or calls: BOT_KEY=eh-... python bot.py ws://localhost:8000/ws/bot/v1/ [code of a table]

It needs `pip install websockets`. Put your own thoughts into `decide`.
"""

import json
import os
import sys
import time

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


def decide(state):
    """Choose an action: the state is all that your seat may know, its `legal` is what you may do."""
    legal = state["legal"]
    if legal["check"]:
        return {"action": "check"}
    if 0 < legal["call"] <= state["you"]["stack"] // 4:
        return {"action": "call"}
    return {"action": "fold"}


def play(address, wanted):
    with connect(address) as socket:

        def say(kind, **values):
            socket.send(json.dumps({"type": kind, **values}))

        say("hello", key=os.environ["BOT_KEY"])
        for text in socket:
            message = json.loads(text)
            if message["type"] == "welcome" and not message["tables"]:
                say("join", table=wanted) if wanted else say("list")
            elif message["type"] == "tables":
                free = [
                    one["table"] for one in message["tables"] if one["taken"] < one["seats"] and not one["password"]
                ]
                say("join", table=free[0]) if free else sys.exit("no free seat for a bot")
            elif message["type"] == "state":
                if message["you"] and message["you"]["state"] == "away":  # too slow, or the connection was lost
                    say("back", table=message["table"])
                if message["legal"]:
                    say("act", table=message["table"], version=message["version"], **decide(message))
            elif message["type"] in ("error", "left", "bye") and message.get("code") != "stale":
                print(message, flush=True)
                if message.get("code") in ("bad_key", "key_gone", "replaced"):
                    sys.exit(1)


if __name__ == "__main__":
    while True:  # a program that connects again is sent the state and goes on where it was
        try:
            play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
        except (OSError, WebSocketException) as error:
            print("lost:", error, flush=True)
        time.sleep(1)
