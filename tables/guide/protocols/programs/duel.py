"""A bot for the arena: python duel.py HOST PORT [name#key]

It plays a hundred hands against a house bot. Put your own thoughts into `decide`.
"""

import json
import socket
import struct
import sys


def decide(state):
    """Return `call`, `check`, `fold`, or `r` and the total on this street to raise to, as in `r300`."""
    if "check" in state["legal_actions"]:
        return "check"
    return "call"


def exactly(connection, length):
    data = b""
    while len(data) < length:
        more = connection.recv(length - len(data))
        if not more:
            sys.exit("The server closed the connection.")
        data += more
    return data


def hear(connection):
    (length,) = struct.unpack("<i", exactly(connection, 4))
    return json.loads(exactly(connection, length))


def say(connection, **message):
    body = json.dumps(message).encode()
    connection.sendall(struct.pack("<i", len(body)) + body)


def play(host, port, name):
    total = 0
    with socket.create_connection((host, port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        say(connection, info="connect", room_id=1, name=name, room_number=2, bots=["TightPassive"], game_number=100)
        while True:
            message = hear(connection)
            if message["info"] == "state" and message["position"] == message["action_position"]:
                say(connection, info="action", action=decide(message))
            elif message["info"] == "result":
                total += sum(one["win_money"] for one in message["players"] if one["name"] == name.split("#")[0])
                say(connection, info="ready", status="start")
            elif message["info"] in ("success", "error"):
                print(message["text"], total, flush=True)
                return message["info"] == "success"


if __name__ == "__main__":
    own_name = sys.argv[3] if len(sys.argv) > 3 else "Example"
    sys.exit(0 if play(sys.argv[1], int(sys.argv[2]), own_name) else 1)
