"""Make the actions of a PHH file at a table, as if players had just made them."""

from tables.engine.hand import HandState
from tables.engine.phh_text import Action, NotReadable
from tables.engine.sentences import translatable


class PhhReplay:
    """Plays one hand; players are counted from 0, as in `Action`."""

    def __init__(self, hand: HandState) -> None:
        self.hand = hand
        self.showing: list[int] = []
        self.mucking: list[int] = []
        self._may_tell_more: set[int] = set()
        self._dealt = 0

    def play(self, action: Action, amount: int) -> None:
        match action.verb:
            case "dh":
                if self.hand.moves or self._dealt:
                    raise NotReadable(translatable("hole cards are dealt before anybody acts"))
            case "db":
                self._dealt += len(action.cards or ())
                if self._dealt > len(self.hand.board):
                    raise NotReadable(translatable("no card is due on the board now"))
            case "sm":
                self._show_or_muck(action)
            case _:
                if not self._is_moot(action):
                    self._bet(action, amount)

    def _show_or_muck(self, action: Action) -> None:
        """Note that a player shows or mucks; some programs write `sm ????` first, and the cards once they know them."""
        place = action.player
        if not self.hand.over:
            raise NotReadable(translatable("cards are shown when the betting is over"))
        if place in (*self.showing, *self.mucking) and place not in self._may_tell_more:
            raise NotReadable(translatable("this player has shown or mucked already"))
        shows = action.shows or place in self.showing
        self.showing = [one for one in self.showing if one != place]
        self.mucking = [one for one in self.mucking if one != place]
        (self.showing if shows else self.mucking).append(place)
        if None in (action.cards or ()):
            self._may_tell_more.add(place)
        else:
            self._may_tell_more.discard(place)

    def _is_moot(self, action: Action) -> bool:
        """Tell whether this is the pointless check that some programs let the last player with chips make."""
        hand = self.hand
        if not hand.over or action.verb != "cc" or len(hand.seats) - sum(hand.folded) < 2:
            return False
        behind = [stack - won for stack, won in zip(hand.stacks, hand.won, strict=True)]
        able = [place for place, chips in enumerate(behind) if chips and not hand.folded[place]]
        return able == [action.player]

    def _bet(self, action: Action, amount: int) -> None:
        hand = self.hand
        if hand.turn is not None and self._dealt < len(hand.board):
            raise NotReadable(translatable("the cards of the street are dealt before this"))
        if hand.turn is not None and hand.turn != hand.seats[action.player]:
            raise NotReadable(translatable("it is the turn of {player}"), player=f"p{hand.seats.index(hand.turn) + 1}")
        match action.verb:
            case "f":
                self.hand = hand.act("fold")
            case "cc":
                self.hand = hand.act("check" if hand.legal and hand.legal.check else "call")
            case "all-in" | "pass":
                self.hand = hand.act(action.verb)
            case "overbet":
                self.hand = hand.act("overbet", amount)
            case _:
                self.hand = hand.act("raise" if hand.price else "bet", amount)

    def check_ended(self) -> None:
        if not self.hand.over:
            raise NotReadable(translatable("actions: the hand is not over after the last one"))
        if self._dealt < len(self.hand.board):
            raise NotReadable(translatable("actions: cards of the board are missing"))
