"""Nobody's secret is told by anybody, and whom the player cannot know of is not named."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.state import new_story
from worlds.loader import load_world
from worlds.schema import World

INN = """
title: The Inn
summary: An inn in the snow.
bible: Plain.
opening: It snows.
player: {at: hall, death: dead}
locations:
  hall: {name: The Hall, description: A hall., exits: [{to: loft, direction: up}]}
  loft: {name: The Loft, description: Straw., exits: [{to: hall, direction: down}]}
characters:
  ann:
    name: Ann
    pronoun: she
    persona: A cook who poisoned her husband, and says nothing of it.
    secret: She poisoned her husband.
    hides: [poison, hidden_boy]
    description: An apron.
    at: hall
    topics: {nephew: {names: [her nephew, jakob], lines: [He is somewhere else.]}}
  emil:
    name: Doctor Emil
    aliases: [doctor]
    pronoun: he
    persona: A doctor struck off the register.
    secret: He was struck off.
    description: Good hands.
    at: hall
    topics: {tilly: {names: [tilly, the maid], lines: [She sings.]}}
  boy:
    name: Jakob
    aliases: [boy, stowaway]
    pronoun: he
    persona: A stowaway.
    description: Straw in his hair.
    at: loft
    topics: {sister: {names: [his sister, the gorge], lines: [Her name is Rosa.]}}
  tilly:
    name: Tilly
    pronoun: she
    persona: The maid, nineteen.
    description: A cap.
    at: loft
    topics: {well: {names: [the well], lines: [It is deep.]}}
facts:
  poison: {text: Ann poisoned her husband.}
  hidden_boy: {text: "Jakob, Ann's nephew, hides in the loft."}
endings: {dead: {title: Dead, when: {wounds: 8}, text: Dead., defeat: true}}
"""


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder: Path = tmp_path_factory.mktemp("inn")
    (folder / "world.yaml").write_text(INN, encoding="utf-8")
    return load_world(folder)


def telling_of(world: World, words: str, *, after: tuple[str, ...] = ()) -> str:
    state = new_story(world, 1)
    for before in after:
        state = play(world, state, before).after
    return " ".join(span.text for span in play(world, state, words).spans)


@pytest.mark.parametrize(
    "words",
    ["ann, who are you?", "doctor, who are you?", "ann, who is the doctor?", "doctor, who is ann?",
     "ask ann about the doctor", "who is ann?", "ann, what do you do here?", "tell me about yourself, doctor"],
)  # fmt: skip
def test_a_persona_is_told_up_to_its_secret(inn: World, words: str) -> None:
    text = telling_of(inn, words).casefold()
    assert not [word for word in ("poison", "struck", "register") if word in text]


def test_a_trade_is_told(inn: World) -> None:
    assert "cook" in telling_of(inn, "ann, who are you?").casefold()
    assert "A doctor." in telling_of(inn, "doctor, who are you?")


@pytest.mark.parametrize(
    "words",
    ["ask the doctor about the gorge", "doctor, what do you know of the gorge?", "ask doctor about the boy",
     "ask ann about the stowaway", "doctor, who is the stowaway?", "ann, have you seen a boy?",
     "ask ann about the gorge", "what do you think of the boy, doctor?", "ann, where is the stowaway?",
     "doctor, where is the boy?", "who lives in the loft?", "where is the boy?"],
)  # fmt: skip
def test_a_hidden_person_is_named_by_nobody(inn: World, words: str) -> None:
    assert "Jakob" not in telling_of(inn, words)


def test_who_was_met_or_is_known_to_them_is_named(inn: World) -> None:
    assert "Jakob" in telling_of(inn, "ask ann about the gorge", after=("go up", "greet jakob", "go down"))
    assert "Tilly" in telling_of(inn, "doctor, what of the well?") or "Tilly" in telling_of(
        inn, "ask doctor about the well"
    )


@pytest.mark.parametrize("words", ["ann, who is jakob?", "doctor, who is jakob?"])
def test_nobody_says_who_somebody_is_whom_they_hide_or_cannot_know(inn: World, words: str) -> None:
    assert "stowaway" not in telling_of(inn, words).casefold()
