"""Splits generated token ids into reasoning, content and the markers between them. Sans-I/O, any chunking."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from inference.kinds import Kind

Run = tuple[Kind, tuple[int, ...]]


@dataclass
class Splitter:
    """Feeds on token ids as they come; says what each is, as soon as that is certain.

    Ids that may be the beginning of a tag cut across tokens or chunks are held back until they are decided, at most
    one id less than a tag has. All runs joined are the ids fed, unless `overrun`.

    thinking_open  the prompt ends inside an open <think>.
    limit          the most reasoning tokens, all sections together. The first one beyond it sets `overrun`: reasoning
                   is cut to exactly `limit` tokens, and everything fed afterwards is dropped. None: no limit.

    A <think> inside reasoning is reasoning, and counts, so that a model that repeats it runs into the limit. A
    </think> outside is a marker, so that it is never shown, and sets `stray_close`: the model was reasoning and we
    were not told, so what came before may have been reasoning too.
    """

    open_ids: tuple[int, ...]
    close_ids: tuple[int, ...]
    thinking_open: bool = False
    limit: int | None = None
    reasoning_tokens: int = field(default=0, init=False)
    overrun: bool = field(default=False, init=False)
    stray_close: bool = field(default=False, init=False)
    inside: bool = field(init=False)
    _held: tuple[int, ...] = field(default=(), init=False)

    def __post_init__(self) -> None:
        self.inside = self.thinking_open

    def feed(self, ids: Sequence[int]) -> list[Run]:
        """The runs that `ids` decide, in order; neighbours differ in kind."""
        return merge_runs(run for token in ids for run in self._step(token))

    def finish(self) -> list[Run]:
        """What was held back, now that nothing more comes."""
        rest, self._held = self._held, ()
        return merge_runs(run for token in rest for run in self._plain(token))

    def _step(self, token: int) -> Iterable[Run]:
        if self.overrun:
            return
        self._held += (token,)
        while self._held and not self.overrun:
            for tag in self._expected_tags():
                if tag == self._held:
                    yield self._marker(tag)
                    return
                if tag[: len(self._held)] == self._held:
                    return
            first, self._held = self._held[0], self._held[1:]
            yield from self._plain(first)

    def _expected_tags(self) -> list[tuple[int, ...]]:
        tags = [self.close_ids] if self.inside else [self.open_ids, self.close_ids]
        return [tag for tag in tags if tag]

    def _marker(self, tag: tuple[int, ...]) -> Run:
        self.stray_close |= not self.inside and tag == self.close_ids
        self.inside = tag == self.open_ids and not self.inside
        self._held = ()
        return Kind.MARKER, tag

    def _plain(self, token: int) -> Iterable[Run]:
        if not self.inside:
            yield Kind.CONTENT, (token,)
        elif self.limit is not None and self.reasoning_tokens >= self.limit:
            self.overrun = True
            self._held = ()
        elif not self.overrun:
            self.reasoning_tokens += 1
            yield Kind.REASONING, (token,)


def merge_runs(runs: Iterable[Run]) -> list[Run]:
    """The same tokens in as few runs as can be; each marker stays one of its own."""
    # Lists, as tuples would be copied for each token: a server that sends 80,000 at once took the loop for seconds.
    result: list[tuple[Kind, list[int]]] = []
    for kind, ids in runs:
        if result and result[-1][0] is kind and kind is not Kind.MARKER:
            result[-1][1].extend(ids)
        else:
            result.append((kind, [*ids]))
    return [(kind, tuple(ids)) for kind, ids in result]
