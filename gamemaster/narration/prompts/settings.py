"""How much of a model's context each part of a prompt may have, and when an epoch of it ends. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from gamemaster.options.fields import Options, number, positive


@dataclass(frozen=True)
class Budgets:
    """The most tokens of each zone that has a bound of its own; None: no bound.

    Too large a head is an error, as nothing in it can be spared. A state is shortened by the rule of
    `gamemaster.narration.prompts.state_text.state_text`, a feed by that of
    `gamemaster.narration.prompts.text.words_feed`, words by that of `cut_words`.
    """

    head: int | None = None
    story: int | None = None
    feed: int | None = None
    words: int | None = None


class PromptSettings(Options):
    """Shares are of the room that the engine has for a prompt and its answer.

    `context_tokens`: the cache of a whole engine holds some 640,000 tokens on four GPUs of 141 GB: twenty stories of so
    many, four that fill a context of 152k. Epochs end sooner for it, and beside the play.
    `compact_at`: a turn takes up to two thousand tokens. A quarter of a 16k context is two turns or more, of a 128k one
    sixteen: time enough to write a summary beside the play. Later would risk a compaction that the player waits for;
    earlier would forget words, and pay for the prefill of a new epoch, more often than needed.
    `keep_turns`: what the last turns said word for word is what players hold the storyteller to.
    """

    context_tokens: int | None = number(
        32_768,
        1024,
        4_194_304,
        "the most tokens of a story's prompt and its answer, so that stories share the engine's cache",
    )
    server_tokens: int = number(
        16_384, 2048, 4_194_304, "context of a model server's model, which cannot be asked"
    )
    compact_at: float = number(0.75, 0.1, 0.95, "share that a prompt fills when its epoch ends")
    keep_turns: int = number(4, 0, 64, "turns that are kept word for word")
    keep_share: float = number(0.25, 0.0, 0.5, "share that the kept turns may have at most")
    summary_tokens: int = number(700, 64, 8192, "of the story so far")
    summary_s: float = positive(120.0, 3600, "seconds that the model may take to write it")
    head_share: float = number(0.5, 0.05, 0.9, "share for the rules, the world and its cast")
    story_share: float = number(0.3, 0.05, 0.9, "share for the summary and the state")
    feed_tokens: int = number(2048, 128, 65_536, "of what enters with one turn: lore and memories")
    words_tokens: int = number(2048, 64, 65_536, "of the player's words in one turn")

    def room(self, available: int) -> int:
        """Tokens for a prompt and its answer, of those that the engine has."""
        return min(available, self.context_tokens or available)

    def budgets(self, room: int) -> Budgets:
        """What each zone may have of so much room, in tokens."""
        return Budgets(
            head=int(room * self.head_share),
            story=int(room * self.story_share),
            feed=self.feed_tokens,
            words=self.words_tokens,
        )
