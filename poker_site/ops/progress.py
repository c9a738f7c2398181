"""Show how far a long command has come: one growing line on a terminal, one line for each per cent in a log."""

from typing import Final

from django.core.management.base import OutputWrapper

WIDTH: Final = 40


class Progress:
    def __init__(self, out: OutputWrapper, *, of: int, done: int = 0) -> None:
        self.out, self.of, self.done = out, of, done
        self.drawn = -1

    def add(self, more: int = 1) -> None:
        self.done += more
        percent = min(100 * self.done // max(self.of, 1), 100)
        if percent != self.drawn:
            self.drawn = percent
            bar = "#" * (WIDTH * percent // 100)
            begin, end = ("\r", "\n" if percent == 100 else "") if self.out.isatty() else ("", "\n")
            self.out.write(f"{begin}[{bar:<{WIDTH}}] {percent:3} %", ending=end)
