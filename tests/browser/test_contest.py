"""A person in the browser, a house bot and a program of the contest play a knock-out to its end."""

import json
import threading
from typing import Any

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from tests.browser.conftest import People
from tests.browser.rooms import FAST, bar, open_table
from tests.browser.test_bots import make_bot
from tests.browser.test_games import ask, is_over, play_on, press
from tests.play import Server


class Program:
    """Plays in the contest: it reads one frame after the other and answers every prompt, with bets as text."""

    def __init__(self, server: Server, **join: str) -> None:
        self.address = server.address.replace("http", "ws")
        self.join = join
        self.frames: list[dict[str, Any]] = []
        self.thread = threading.Thread(target=self._play, daemon=True)
        self.thread.start()

    def _play(self) -> None:
        with connect(self.address) as socket:

            def say(event: str, **data: str) -> None:
                socket.send(json.dumps({"eventName": event, "data": data}))

            say("__join", **self.join)
            while True:
                frame = json.loads(socket.recv())
                self.frames.append(frame)
                if frame["eventName"] == "__bet":
                    say("__action", action="bet", amount="20", playerName="me")
                elif frame["eventName"] == "__action":
                    say("__action", action="call")
                elif frame["eventName"] == "__start_reload":
                    socket.send('{"eventName": "__reload"}')
                elif frame["eventName"] == "__game_over":
                    return

    def data(self, event: str) -> list[Any]:
        return [frame["data"] for frame in self.frames if frame["eventName"] == event]


@pytest.mark.long
def test_person_house_bot_and_program_play_a_contest(people: People, owner: str, server: Server) -> None:
    host = people(reduced_motion="reduce")
    host.join("Hildegard Wettkampf")
    key = make_bot(host, "Kasparo")
    fields = {"players_most": "3", "hands_most": "3", "admits_bots": "on"}
    address = open_table(host, rulebook="contest", pace=FAST, **fields)
    host.wait_until_connected()
    press(host, "enter")
    expect(bar(host).locator("button[value=leave]")).to_be_visible()
    ask(host, address, "add_bot", style="caller")
    code = address.strip("/").split("/")[-1]
    program = Program(server, ticket=code, phoneNumber="Kasparo", password=key, gameName="texas_holdem", port="3000")
    expect(host.page.locator(".seat", has_text="Kasparo")).to_be_attached()
    expect(host.page.locator(".seat.me .hole .card")).to_have_count(2)
    host.picture("contest-with-a-program")

    play_on(host, until=lambda: is_over(host))

    program.thread.join(10)
    assert not program.thread.is_alive()
    [over] = program.data("__game_over")
    host.visit(f"{address}result/")
    rows = host.page.locator(".standings tbody tr")
    expect(rows).to_have_count(3)
    for number, winner in enumerate(over["winners"]):
        expect(rows.nth(number)).to_contain_text(winner["playerName"])
        expect(rows.nth(number)).to_contain_text(f"{winner['chips']:,}")
    assert {one["playerName"] for one in program.data("__new_round")[0]["players"]} >= {
        "Hildegard Wettkampf",
        "Kasparo",
    }
    assert [one["countDown"] for one in program.data("__game_prepare")] == [3, 2, 1]
    assert len(program.data("__round_end")) == len(program.data("__new_round"))
    assert {player["isHuman"] for player in over["players"]} == {True, False}
