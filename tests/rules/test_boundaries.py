"""The lines that a story does not cross: what crosses them, what the referee refuses, what the understudy tells."""

from __future__ import annotations

import pytest

from gamemaster.narration.critic.faults import findings_of
from gamemaster.narration.critic.told_turn import ToldTurn
from gamemaster.narration.understudy.understudy import play
from gamemaster.play.opening import opening_spans
from gamemaster.protocol.state_view import view
from gamemaster.rules.boundaries import (
    NO_LINES,
    TERMS,
    Lines,
    crossing_in,
    lines_of,
    lines_text,
    without_crossings,
)
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import AddDetail, Attempt, Harm, Outcome, Recollect, Ruling
from gamemaster.rules.referee import rule
from gamemaster.rules.state import Span, StoryState, canonical_json, diff, new_story
from tests.worldkit import sample, world_at
from worlds.schema import Boundaries, World

# A line, texts that cross it, and texts that only look like it.
TABLE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "spiders": (
        ("A spider the size of a plate lets itself down.", "*Spiders*, everywhere."),
        ("A cobweb hangs in the corner.", "You climb the rigging."),
    ),
    "snakes": (("A viper coils by the stone.",), ("The path winds up the slope.",)),
    "insects": (("Cockroaches run from the light.",), ("The ferry is late.",)),
    "rats": (("A rat sits on the sack.",), ("He rates the rope at ten shillings.",)),
    "gore": (
        ("Blood spurts over the snow.", "His entrails steam.", "Her severed hand lies by the door."),
        ("He is hurt, and sits down.", "The guts of the clock lie on the table… or its works, say."[-20:]),
    ),
    "blood": (("There is blood on the stair.",), ("The bleak shore is empty.",)),
    "torture": (
        ("They tortured him for a week.", "Hot irons wait in the coals."),
        ("The wind is a torment.",),
    ),
    "harm to children": (
        ("He beats the child with a strap.", "The boy lies dead on the stones.", "The baby was drowned."),
        ("The child looks up and laughs.", "The old man lies dead.", "The girl hands you a cup."),
    ),
    "harm to animals": (
        ("He kicks the dog until it lies still.", "The horse bleeds."),
        ("The dog sleeps by the fire.",),
    ),
    "sexual content": (("They make love by the fire.", "She is naked."), ("She takes off her wet coat.",)),
    "sexual violence": (("He raped her.",), ("The rapids roar below.",)),
    "suicide": (("She hanged herself in the loft.",), ("He hangs the lamp on its hook.",)),
    "drugs": (("Opium smoke hangs in the room.",), ("The drudge goes by.",)),
    "alcohol": (("He pours you a whisky.",), ("The whisk lies on the shelf.",)),
    "cannibalism": (("They ate human flesh that winter.",), ("They ate the last of the bread.",)),
    "needles": (("The syringe lies on the tray.",), ("You need a lamp.",)),
    "drowning": (("He drowns in sight of the shore.",), ("A drone of bees… no: of the fog-horn.",)),
    "being buried alive": (("They were buried alive.",), ("The tin is buried by the wall.",)),
    "slavery": (("She was sold as a thrall.",), ("He slaved away… no: he worked."[-12:],)),
    "pregnancy loss": (("The child was stillborn.",), ("The mast is carried away.",)),
    "clowns": (("A clown waves.", "Something clownish grins."), ("The crown is gone.",)),
    "dead parents": (("Her dead parent's ring.",), ("The parents come home.",)),
}


@pytest.mark.parametrize("line", TABLE)
def test_a_line_is_crossed_by_what_it_stands_for_and_by_nothing_else(line: str) -> None:
    lines, (crossing, harmless) = Lines((line,)), TABLE[line]
    assert [text for text in crossing if crossing_in(text, lines) is None] == []
    assert [text for text in harmless if crossing_in(text, lines) is not None] == []
    found = crossing_in(f"The fog stands. {crossing[0]} Nobody speaks.", lines)
    assert found is not None
    assert (found.line, found.words) == (line, crossing[0])


def test_every_term_is_in_the_table() -> None:
    assert set(TERMS) <= set(TABLE)


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("She hands you the lamp.", "none"),
        ("He stabs the guard.", "mild"),
        ("The knife goes in deep.", "mild"),
        ("They kill the keeper at the gate.", "mild"),
        ("The clock strikes ten, and the fire dies.", "none"),
        ("Blood gushes from the wound, and bone splinters jut.", "full"),
        ("His skull cracks like an egg.", "full"),
    ],
)
def test_violence_is_a_scale(text: str, least: str) -> None:
    scale = ("none", "mild", "full")
    for violence in scale:
        passes = crossing_in(text, Lines(violence=violence)) is None  # type: ignore[arg-type]
        assert passes == (scale.index(violence) >= scale.index(least)), (violence, text)


def test_a_text_is_told_without_the_sentences_that_cross() -> None:
    lines = Lines(("spiders",))
    text = "The cellar is dry. A spider waits in its corner. Steps lead down."
    assert without_crossings(text, lines) == "The cellar is dry. Steps lead down."
    assert without_crossings("A spider!", lines) == ""
    for untouched in ("  As it *was*,\n\nwith its spaces. ", "Tanks leak. … Is he going?", "…"):
        assert without_crossings(untouched, lines) == untouched
    assert without_crossings("Tanks leak. … Is he going? A spider!", lines) == "Tanks leak. … Is he going?"


def test_the_world_and_the_player_draw_lines_together() -> None:
    world = with_lines(sample(), Boundaries(avoid=("gore",), violence="mild"))
    state = new_story(world, 1)
    assert lines_of(world, state) == Lines(("gore",), "mild")
    state.boundaries = Boundaries(avoid=("gore", "Spiders"), violence="none")
    assert lines_of(world, state) == Lines(("gore", "Spiders"), "none")
    assert lines_of(sample(), new_story(sample(), 1)) is NO_LINES
    assert "gore, Spiders" in lines_text(state.boundaries)
    assert lines_text(Boundaries()) == ""


def test_a_story_without_lines_is_stored_as_ever() -> None:
    state = new_story(sample(), 1)
    assert b"boundaries" not in canonical_json(state)
    drawn = state.model_copy(update={"boundaries": Boundaries(avoid=("gore",))})
    assert canonical_json(drawn) == canonical_json(state), "they are the player's, and no part of the story"
    assert diff(state, drawn).changes == []
    assert drawn.clone().boundaries == drawn.boundaries


# ---- the referee ----


def test_the_referee_refuses_what_crosses_a_line() -> None:
    world = sample()
    state = new_story(world, 1)
    who = state.present()[0] if state.present() else next(iter(world.characters))
    state.characters[who].place = state.place
    proposed = (
        AddDetail(text="a drawing of a spider"),
        Recollect(who=who, text="I remember the spiders in the hold."),
        Attempt(stance="craft", aim="a spider of straw"),
        Harm(who=who, amount=1),
        Attempt(stance="strike", target=who),
    )
    codes = refusals(world, state, Boundaries(avoid=("spiders",), violence="none"), proposed)
    assert codes == ["boundary"] * len(proposed)
    assert "boundary" not in refusals(world, state, Boundaries(avoid=("snakes",)), proposed)
    assert "boundary" not in refusals(world, state, None, proposed)


def refusals(
    world: World, state: StoryState, drawn: Boundaries | None, proposed: tuple[object, ...]
) -> list[str]:
    before = state.model_copy(update={"boundaries": drawn})
    codes = []
    for operation in proposed:
        outcome = Outcome.model_validate({"changes": [operation]})
        codes += [one.code for one in rule(world, before, outcome, roll_for(1, 1)).ruling.rejections]
    return codes


# ---- the understudy ----


def with_lines(world: World, boundaries: Boundaries) -> World:
    return world.model_copy(update={"boundaries": boundaries})


def test_words_that_cross_a_line_are_not_played() -> None:
    world = sample()
    state = new_story(world, 1)
    state.boundaries = Boundaries(avoid=("torture",))
    played = play(world, state, "torture everybody here")
    assert played.after.minutes == state.minutes
    assert [span.kind for span in played.spans] == ["aside"]
    assert "The story leaves that out" in played.spans[0].text
    assert [span.kind for span in play(world, state, "look around").spans] != ["aside"]


@pytest.mark.parametrize("name", ["lighthouse", "long_night"])
def test_the_understudy_tells_a_world_without_what_the_player_left_out(name: str) -> None:
    """Everything that both worlds open with and show, under many lines; the critic finds nothing left."""
    world = world_at(f"worlds/{name}")
    boundaries = Boundaries(avoid=(*TERMS, "sea", "keels"), violence="none")
    lines = Lines(boundaries.avoid, boundaries.violence)
    opened = opening_spans(world, 1, boundaries)
    assert [span.text for span in opened if crossing_in(span.text, lines)] == []
    assert [span.text for span in opened] != [span.text for span in opening_spans(world, 1)]
    state = new_story(world, 1)
    state.boundaries = boundaries
    state.facts = dict.fromkeys(world.facts, 1)
    for words in ("look around", "search", "examine everything", "wait", "inventory", "hint", "go out"):
        played = play(world, state, words)
        assert played.spans
        assert [span.text for span in played.spans if crossing_in(span.text, lines)] == []
        told = ToldTurn(world, state, played.after, played.ruling, words, played.spans)
        assert [found for found in findings_of(told) if found.kind == "boundary"] == []
        shown = view(world, played.after, played.ruling.suggestions)
        assert [text for text in (*shown.facts, *shown.suggestions) if crossing_in(text, lines)] == []
        state = played.after
        assert state.boundaries == boundaries


def test_what_the_author_wrote_is_no_excuse_for_whoever_tells_it() -> None:
    world = sample()
    state = new_story(world, 1)
    state.boundaries = Boundaries(avoid=("spiders",))
    text = "A spider sits on the sill."
    turn = ToldTurn(world, state, state, Ruling(), "look", (Span(kind="narration", text=text),))
    assert [found.kind for found in findings_of(turn)][:1] == ["boundary"]
