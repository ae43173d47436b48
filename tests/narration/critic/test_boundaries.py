"""Lines that were drawn are held whatever a model tells: planted violators are stopped before a word is shown."""

from __future__ import annotations

import pytest

from gamemaster.narration.prompts.head_text import LINES, head_texts
from tests.modelkit import Actor, Stage, grows, outcome, told_text
from tests.worldkit import sample
from worlds.schema import Boundaries

LOOK = outcome({"op": "look"})
GOOD = "You look about the yard. Snow lies on the stones, and the gate is where it was."
# Who violates which line, and how.
VIOLATORS = {
    "spiders": (Boundaries(avoid=("spiders",)), "A spider as large as a hand lets itself down before you."),
    "gore": (Boundaries(avoid=("gore",)), "Blood gushes over the stones, and something steams in it."),
    "child": (Boundaries(avoid=("harm to children",)), "Behind the gate a man beats a child with a strap."),
    "torture": (Boundaries(avoid=("torture",)), "From the mill you hear them torture the prisoner."),
    "sexual": (
        Boundaries(avoid=("sexual content",)),
        "Two of them make love in the straw, and do not mind you.",
    ),
    "own words": (Boundaries(avoid=("clowns",)), "A clown grins at you over the wall."),
    "mild": (Boundaries(violence="mild"), "His skull cracks on the step like an egg."),
    "none": (Boundaries(violence="none"), "A man stabs another by the well."),
    "spoken": (Boundaries(avoid=("torture",)), "@who: They tortured my brother, you know."),
}


def stage_with(name: str, *texts: str, by_world: bool) -> tuple[Stage, str]:
    boundaries, bad = VIOLATORS[name]
    stage = Stage(Actor([]))
    who = next(iter(stage.world.characters))
    stage.state.characters[who].place = stage.state.place
    bad = bad.replace("@who", f"@{who}")
    stage.actor._lines = iter([LOOK, *(text.replace("BAD", bad) for text in texts)])
    if by_world:
        stage.world = stage.world.model_copy(update={"boundaries": boundaries})
    else:
        stage.state.boundaries = boundaries
    return stage, bad.rpartition(": ")[2]


@pytest.mark.parametrize("by_world", [True, False], ids=["the world's", "the player's"])
@pytest.mark.parametrize("name", VIOLATORS)
async def test_a_violator_is_stopped_and_goes_on_otherwise(name: str, by_world: bool) -> None:
    stage, bad = stage_with(name, "BAD\n\nAnd more.", GOOD, by_world=by_world)
    record = await stage.play("look around")
    assert record.model is not None
    assert bad not in told_text(record)
    assert told_text(record).startswith("You look about the yard.")
    assert [(one.kind, one.then) for one in record.model.withheld] == [("boundary", "again")]


@pytest.mark.parametrize("name", VIOLATORS)
async def test_who_does_it_twice_is_replaced_by_the_understudy(name: str) -> None:
    stage, bad = stage_with(name, "BAD", "BAD", by_world=False)
    record = await stage.play("look around")
    assert record.model is not None
    assert bad not in told_text(record)
    assert record.model.told_by == "understudy"
    assert [one.then for one in record.model.withheld] == ["again", "understudy"]


async def test_words_that_cross_a_line_reach_no_model() -> None:
    stage = Stage(Actor([LOOK, GOOD]))
    stage.state.boundaries = Boundaries(avoid=("torture",))
    record = await stage.play("torture the miller")
    assert [span.kind for span in record.spans] == ["aside"]
    assert stage.prompts == []


async def test_lines_stand_in_the_prompt_where_it_only_grows() -> None:
    stage = Stage(Actor([LOOK, GOOD, LOOK, "The well has a new rope.", LOOK, "A cart stands by the wall."]))
    drawn = Boundaries(avoid=("spiders", "gore"), violence="mild")
    await stage.play("look around")
    stage.state = stage.state.model_copy(update={"boundaries": drawn})
    await stage.play("look at the well")
    stage.restart()  # what was sent is made again from the turns, each with the lines of its time
    stage.state = stage.state.model_copy(update={"boundaries": None})
    await stage.play("look at the wall")
    before, during, after = (stage.chat.decode(stage.prompts[at]) for at in (0, 2, 4))
    told = "the story does not cross: never shown, told or hinted at: spiders, gore; violence without detail"
    assert told not in before
    assert told in during
    assert during.count(told) == after.count(told) == 1
    assert "The player has taken back the lines" in after
    assert grows(stage.prompts)


def test_a_worlds_lines_stand_in_its_head() -> None:
    plain, drawn = sample(), sample().model_copy(update={"boundaries": Boundaries(avoid=("gore",))})
    assert LINES not in "".join(head_texts(plain).values())
    assert f"{LINES} never shown, told or hinted at: gore." in head_texts(drawn)["bible"]
    assert {k: v for k, v in head_texts(drawn).items() if k != "bible"} == {
        k: v for k, v in head_texts(plain).items() if k != "bible"
    }
