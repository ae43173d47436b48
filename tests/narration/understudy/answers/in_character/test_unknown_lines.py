"""What a writer has somebody say where they know nothing comes before lines that nobody wrote, where it fits."""

from __future__ import annotations

import pytest

from gamemaster.language.wording.replies import style_of
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import new_story
from worlds.loader import load_world
from worlds.schema import World

KIOSK = """
title: The Kiosk
summary: A kiosk in the rain.
bible: Plain.
opening: It rains.
player: {at: street, death: soaked}
locations: {street: {name: The Street, description: Rain on a kiosk.}}
characters:
  ann:
    name: Ann
    pronoun: she
    persona: She sells papers.
    description: A coat and two eyes.
    at: street
    replies: {unsure: [That I could not say.]}
    unknown:
      - I only sell the papers.
      - {text: I said that I will not talk., when: {set: cross}}
      - {text: For you I would know it., disposition: ">= 3"}
beats: {crossed: {when: {minutes: 900}, text: She turns away., effects: {set: cross}}}
endings: {soaked: {title: Soaked, when: {wounds: 5}, text: Wet.}}
"""


@pytest.fixture(scope="module")
def kiosk(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder = tmp_path_factory.mktemp("kiosk")
    (folder / "world.yaml").write_text(KIOSK, encoding="utf-8")
    return load_world(folder)


def answers(world: World, *, cross: bool = False, disposition: int = 0) -> str:
    """All that Ann says to some questions that she has no line for."""
    state = new_story(world, 1)
    state.characters["ann"].disposition = disposition
    if cross:
        state.flags["cross"] = 0
    told = []
    for matter in ("the trams", "the mayor", "the harvest", "the war", "the theatre", "the canal"):
        played = play(world, state, f"ask ann about {matter}")
        state = played.after
        told += [span.text for span in played.spans if span.speaker == "ann"]
    return " ".join(told)


def test_a_line_of_ignorance_is_said_beside_the_short_answers(kiosk: World) -> None:
    assert "I only sell the papers." in answers(kiosk)


def test_a_line_is_said_only_while_its_condition_holds(kiosk: World) -> None:
    plainly, crossly, fondly = answers(kiosk), answers(kiosk, cross=True), answers(kiosk, disposition=4)
    assert "will not talk" not in plainly
    assert "will not talk" in crossly
    assert "For you" not in plainly
    assert "For you" in fondly


@pytest.mark.parametrize(
    ("manner", "style"),
    [
        ("Quiet, exact. Calls you señor when she is angry.", "plain"),
        ("Slow, courteous, talks baseball when he means something else.", "plain"),
        ("Five words at most.", "curt"),
        ("Courteous, exact, ironical. Long sentences.", "ornate"),
        ("Flowery.", "ornate"),
    ],
)
def test_one_word_of_a_manner_makes_nobody_ornate(kiosk: World, manner: str, style: str) -> None:
    assert style_of(kiosk.characters["ann"].model_copy(update={"manner": manner})) == style
