"""The feed and the story's zone: memories and relations in their owner's line, and budgets that drop by rule."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from functools import partial

import pytest

from gamemaster.narration.narrator import NarratorTurn
from gamemaster.narration.prompts.chat_messages import TextFormat
from gamemaster.narration.prompts.outcome_schema import InScene, in_scene
from gamemaster.narration.prompts.prompt import (
    Format,
    PromptBasis,
    Zone,
    ZoneFullError,
    check_head,
    head_of,
    open_epoch,
)
from gamemaster.narration.prompts.settings import Budgets, PromptSettings
from gamemaster.narration.prompts.state_text import HEADING, Feed, memory_line, moment, state_text
from gamemaster.narration.prompts.text import FeedBudget, cut_words
from gamemaster.narration.prompts.transcripts import Transcripts
from gamemaster.narration.scene import Scene
from gamemaster.play.opening import begin
from gamemaster.rules.dice import roll_for
from gamemaster.rules.state import Promise, Recalled, Relation, StoryState
from tests.modelkit import PROSE, Actor, Line, Stage, feed_text, outcome
from tests.narration.prompts.test_prompt import CHAT
from tests.worldkit import playable_worlds, sample
from worlds.schema import PLAYER, Rule, World

LOOK = outcome({"op": "look"})
MUCH = 2**15  # tokens
of_mara = partial(Recalled, owner="mara")
AXE = of_mara(id="3-mara-0", text="I saw the stranger take\nmy key.", minute=60, place="yard", source="saw")
TALE = of_mara(
    id="4-mara-1", text="The wolf is dead.", minute=1500, source="heard", heard_from="well_keeper", past=True
)


def scene(state: StoryState) -> InScene:
    return in_scene(Scene(sample(), state, "", roll_for(1, 1)))


def feed_of(
    state: StoryState, *recalled: Recalled, feed: Feed | None = None, most: int | None = None
) -> tuple[str, Feed]:
    return feed_text(sample(), state, "look", scene(state), feed or Feed(), recalled, FeedBudget(most))


def test_a_memory_stands_in_its_owners_line_with_when_where_and_how() -> None:
    assert memory_line(sample(), AXE) == (
        "@mara remembers [3-mara-0] (day 1, evening, at The Yard; she saw it): I saw the stranger take my key."
    )
    assert memory_line(sample(), TALE) == (
        "@mara remembers [4-mara-1] (day 2, evening; she heard it from @well_keeper; no longer so): The wolf is dead."
    )
    belief = AXE.model_copy(update={"owner": "well_keeper", "source": "reflected", "place": ""})
    assert "(day 1, evening; they came to believe it)" in memory_line(sample(), belief)


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "day 1, evening"), (4 * 60, "day 1, night"), (9 * 60, "day 2, night"), (12 * 60, "day 2, morning")],
)
def test_moments_are_told_in_words(minutes: int, words: str) -> None:
    """The sample world begins at six in the evening."""
    assert moment(sample(), minutes) == words


def test_a_memory_enters_once_in_an_epoch() -> None:
    state = begin(sample(), 1)
    first, feed = feed_of(state, AXE)
    assert first.count("@mara remembers") == 1
    second, feed = feed_of(state, AXE, TALE, feed=feed)
    assert "take my key" not in second
    assert "The wolf is dead" in second
    assert feed.memories == {AXE.id, TALE.id}
    fresh, _ = feed_of(state, AXE, TALE)
    assert fresh.count("@mara remembers") == 2, "in a new epoch they may enter again"


def test_only_those_who_are_here_remember_aloud() -> None:
    state = begin(sample(), 1)
    state.characters["mara"].place = "loft"
    text, feed = feed_of(state, AXE)
    assert "remembers" not in text
    assert feed.memories == frozenset()


async def test_memories_of_the_record_make_the_same_prompt_again() -> None:
    stage = Stage(Actor([LOOK, PROSE] * 3))
    real = stage.narrator.turn

    def with_memories(scene: Scene) -> NarratorTurn:
        return real(replace(scene, recalled=(AXE,)))

    stage.narrator.turn = with_memories  # type: ignore[method-assign]
    await stage.play("look around")
    stage.shelf.records[-1].recalled = [AXE]
    stage.restart()
    await stage.play("look around")
    assert stage.prompts[2][: len(stage.prompts[1])] == stage.prompts[1]
    assert "@mara remembers" in stage.chat.decode(stage.prompts[0])


def test_relations_are_felt_in_the_line_of_whoever_is_here() -> None:
    state = begin(sample(), 1)
    plain, feed = feed_of(state)
    assert "trust" not in plain
    mara = state.characters["mara"]
    mara.relations = {PLAYER: Relation(trust=2, fear=1, debt=-1), "well_keeper": Relation(affection=-3)}
    text, _ = feed_of(state, feed=feed)
    (line,) = [line for line in text.splitlines() if line.startswith("@mara is here")]
    assert "toward the player trust +2, fear +1, is owed 1; toward @well_keeper affection -3" in line


def test_a_flag_that_is_cleared_is_said_once() -> None:
    state = begin(sample(), 1)
    state.flags = {"wet": 1}
    first, feed = feed_of(state)
    assert "Set: wet." in first
    state.flags = {}
    second, feed = feed_of(state, feed=feed)
    assert "No longer set: wet." in second
    assert "wet" not in feed_of(state, feed=feed)[0]


# ---- budgets ----


def test_what_does_not_fit_the_feed_is_left_out_by_rank_and_named() -> None:
    state = begin(sample(), 1)
    bare, _ = feed_of(state)
    lines = [memory_line(sample(), one) for one in (AXE, TALE)]
    text, feed = feed_of(state, AXE, TALE, most=len(bare) + len(lines[0]) + 5)
    assert (lines[0] in text, lines[1] in text) == (True, False)
    assert feed.dropped == (f"memory {TALE.id}",)
    later, feed = feed_of(state, TALE, feed=feed)
    assert lines[1] in later, "it comes when it is recalled again"
    tiny, feed = feed_of(state, AXE, most=1)
    assert "remembers" not in tiny
    assert tiny == bare, "what changed always stands"


def test_lore_waits_until_there_is_room() -> None:
    world = playable_worlds()["long_night"]
    state = begin(world, 1)
    here = in_scene(Scene(world, state, "", roll_for(1, 1)))
    bare, feed = feed_text(world, state, "look", here, Feed(), (), FeedBudget(1))
    assert "Background:" not in bare
    assert feed.dropped
    assert all(name.startswith("lore ") for name in feed.dropped)
    full, _ = feed_text(world, state, "look", here, Feed(), (), FeedBudget(100_000))
    assert "Background:" in full


def test_a_state_is_shortened_in_the_stated_order() -> None:
    world = playable_worlds()["long_night"]
    state = begin(world, 1)
    state.items["orms_axe"] = PLAYER
    state.characters["ivar"].alive = False
    state.facts = {next(iter(world.facts)): 1}
    state.promises = {"turn-1": Promise(by=PLAYER, to="hild", what="to bring her the axe")}
    whole = state_text(world, state)
    sizes = [len(whole.text)]
    for steps in (1, 2, 3):
        told = state_text(world, state, most=sizes[-1] - 1)
        sizes.append(len(told.text))
        assert len(told.dropped) == steps
        assert told.feed == whole.feed, "what is left out is known all the same, and said when it changes"
        for line in (
            "orms_axe: player",
            "ivar: at shore, dead",
            "the player promised @hild to bring her the axe: open",
        ):
            assert line in told.text
    assert sizes == sorted(sizes, reverse=True)
    assert "glass_beads" in whole.text
    assert "glass_beads" not in state_text(world, state, most=sizes[0] - 1).text
    assert whole.text.startswith(HEADING)


def test_a_state_that_fits_by_no_rule_is_an_error_that_names_the_zone() -> None:
    world = sample()
    with pytest.raises(
        ZoneFullError, match=r"takes \d+ tokens in the prompt's zone `story`, and 20 are for it"
    ):
        open_epoch(PromptBasis.of(CHAT, world, Budgets(story=20)), begin(world, 1))


def test_a_head_that_is_too_large_is_an_error_that_says_what_to_do() -> None:
    world = sample()
    head = head_of(CHAT, world)
    tokens = sum(len(segment.ids) for segment in head)
    check_head(world, head, tokens)
    with pytest.raises(
        ZoneFullError, match=rf"{tokens} tokens in the prompt's zone `head`, and {tokens - 1} are"
    ) as full:
        check_head(world, head, tokens - 1)
    assert full.value.zone is Zone.HEAD
    assert "GM_PROMPT__HEAD_SHARE" in str(full.value)


@pytest.mark.parametrize("words", ["look around " * 50, "x" * 600, '"' * 300, "北風" * 200, ""])
def test_words_are_cut_at_a_whole_word(words: str) -> None:
    cut = cut_words(words, 64, len)
    assert len(cut) <= 64
    assert words.startswith(cut)
    assert not words or cut
    assert cut_words(words, None, len) == cut_words(words, 10_000, len) == words


async def test_what_was_left_out_is_in_the_turns_steps() -> None:
    stage = Stage(Actor([Line(LOOK), PROSE] * 2))
    budgets = stage.budgets.model_copy(update={"words_tokens": 64})
    stage.budgets = budgets
    stage.restart()
    record = await stage.play("look around " * 60)
    assert record.model is not None
    assert any("left out" in step and "of the player's words" in step for step in record.model.steps)
    assert record.words == "look around " * 60, "the words themselves are kept whole"
    stage.restart()
    await stage.play("look")
    assert stage.prompts[2][: len(stage.prompts[1])] == stage.prompts[1]


def least_context(chat: Format, world: World) -> int:
    """The smallest context in which a world can be narrated."""
    return bisect_left(range(MUCH), True, key=lambda room: not Transcripts(chat, lambda: room).unfit([world]))


def test_worlds_that_no_context_holds_are_told_at_the_start() -> None:
    worlds = playable_worlds()
    needs = {name: least_context(CHAT, world) for name, world in worlds.items()}
    *small, largest = sorted(worlds, key=needs.__getitem__)
    enough = max(needs[name] for name in small)
    tight = Transcripts(CHAT, lambda: enough)
    assert [why.split()[2] for why in tight.unfit(worlds.values())] == [largest]
    assert Transcripts(CHAT, lambda: MUCH).unfit(worlds.values()) == []


def test_our_worlds_fit_into_what_a_model_server_is_given() -> None:
    """README gives a server 16,384 tokens for the head, the story and some turns; how many a text has is guessed."""
    for world in playable_worlds().values():
        assert least_context(TextFormat(), world) < 0.8 * PromptSettings().server_tokens, world.id


def test_a_rule_says_what_it_is_about() -> None:
    rules = {
        "betray": Rule(
            id="betray", verbs=("tell",), on=("mara",), about=("boy", "hidden_boy"), text="You betray him."
        ),
        "swear": Rule(id="swear", verbs=("swear",), on=("mara",), about=("wheel",), text="You swear."),
    }
    world = sample().model_copy(update={"rules": rules})
    state = begin(world, 1)
    state.characters["mara"].place = state.place
    here = in_scene(Scene(world, state, "", roll_for(1, 1)))
    text, _ = feed_text(world, state, "look", here, Feed(), (), FeedBudget())
    assert "betray (tell mara about boy/hidden_boy)" in text
    assert "swear (swear mara about wheel)" in text
