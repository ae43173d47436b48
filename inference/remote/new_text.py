"""What is new in each piece of an answer, of servers that send some of it more than once. Sans-I/O."""

from dataclasses import dataclass, field

LEAST_REPEATED = 24  # characters of an answer that is no answer's beginning by chance
_HIGH, _LOW = ("\ud800", "\udbff"), ("\udc00", "\udfff")


@dataclass
class NewText:
    """Three ways: all there is so far with each piece; all of it once more at the end; and each piece twice, which is
    certain with the second pair. The halves of a character that was cut between two pieces are put together."""

    _before: str | None = field(
        default="", init=False
    )  # the piece before; None: they do not hold what went before
    _all: str | None = field(default="", init=False)  # None: it was repeated, as it is once at most
    _twice: bool | None = field(default=None, init=False)  # None: not known yet
    _pair: list[str] = field(
        default_factory=list, init=False
    )  # pieces that are not decided, or the one sent last
    _half: str = field(default="", init=False)

    def feed(self, piece: str) -> str:
        """What no piece before it had."""
        if len(piece) >= LEAST_REPEATED and piece == self._all:
            self._all = None
            return ""
        new = self._join(self._once(self._since(piece))) if piece else ""
        self._all = None if self._all is None else self._all + new
        return new

    def finish(self) -> str:
        """What was held back, now that nothing more comes."""
        rest = "".join(self._pair[1:]) if self._twice is None else ""
        self._pair.clear()
        return rest

    def _once(self, piece: str) -> str:
        """A piece, unless it is the one before again, of a server that sends each twice."""
        if not piece or self._twice is False:
            return piece
        if self._twice:
            self._twice, again = self._pair in ([], [piece]), self._pair == [piece]
            self._pair = [] if again else [piece]
            return "" if again else piece
        self._pair.append(piece)
        if len(self._pair) == 1:
            return piece
        if len(self._pair) % 2:
            return ""
        held = self._pair[1:]
        if self._pair[-1] != self._pair[-2]:
            self._twice = False
            return "".join(held)
        if len(self._pair) == 2:
            return ""
        self._twice, self._pair = True, []
        return held[-1]

    def _since(self, piece: str) -> str:
        """What is new of a piece, where each holds all that went before."""
        before = self._before
        if not piece or before is None:
            return piece
        repeats = len(piece) > len(before) and piece.startswith(before)
        self._before = piece if repeats or not before.strip() else None
        return piece[len(before) :] if repeats else piece

    def _join(self, text: str) -> str:
        """The text with whole characters. Half a character at its end waits for the other."""
        text, self._half = self._half + text, ""
        if text and _HIGH[0] <= text[-1] <= _HIGH[1]:
            text, self._half = text[:-1], text[-1]
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if text else text
