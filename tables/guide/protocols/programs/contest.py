"""A bot for knock-outs: BOT_KEY=eh-... python contest.py ws://localhost:8000/contest/ NAME CODE

It needs `pip install websockets`. NAME is the bot's own, CODE the table's. Put your own thoughts into `decide`.
"""

import json
import os
import sys

from websockets.sync.client import connect


def decide(event, data):
    """Return `bet` with an amount, `call`, `raise`, `check`, `fold` or `allin`."""
    own = data["self"]
    if event == "__bet" or own["minBet"] == 0:
        return {"action": "check"}
    if own["minBet"] <= own["chips"] // 4:
        return {"action": "call"}
    return {"action": "fold"}


def play(address, name, code):
    with connect(address) as socket:

        def say(event, **data):
            socket.send(json.dumps({"eventName": event, "data": data}))

        say(
            "__join",
            phoneNumber=name,
            password=os.environ["BOT_KEY"],
            ticket=code,
            gameName="texas_holdem",
            isHuman=False,
        )
        for text in socket:
            message = json.loads(text)
            event, data = message["eventName"], message.get("data")
            if event in ("__bet", "__action"):
                say("__action", playerName=name, **decide(event, data))
            elif event == "__start_reload":
                own = next(player for player in data["players"] if player["playerName"] == name)
                if own["isSurvive"] and own["chips"] < 300:
                    say("__reload")
            elif event == "__game_over":
                print([winner["playerName"] for winner in data["winners"]], flush=True)
                return
            elif event == "__game_stop":
                sys.exit(data["msg"])


if __name__ == "__main__":
    play(*sys.argv[1:4])
