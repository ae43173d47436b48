"""Conversations of several turns: people answer what was said to them, and remember what they have just said."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gamemaster.authoring.new_world import new_world
from gamemaster.narration.understudy.answers.story_so_far.evidence import line_text
from gamemaster.narration.understudy.understudy import Played, play
from gamemaster.play.opening import begin
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.state import StoryState, new_story
from tests.casekit import rows
from tests.narration.understudy.conversations import CONVERSATIONS, INN, LIGHTHOUSE, LONG_NIGHT
from tests.worldkit import world_at
from worlds.loader import load_world
from worlds.schema import NOWHERE, World

UNTIL_THE_END = 10**7  # minutes


@dataclass
class Talk:
    """A conversation in one place, with those who stay there for all of it."""

    world: World
    state: StoryState
    last: Played | None = None
    said: list[str] = field(default_factory=list)

    def say(self, words: str) -> str:
        """What is answered in speech, and by whom: "jory: ..." a line."""
        self.last = play(self.world, self.state, words)
        self.state = self.last.after
        lines = [f"{span.speaker}: {span.text}" for span in self.last.spans if span.kind == "speech"]
        self.said += lines
        return "\n".join(lines)

    @property
    def passage(self) -> str:
        assert self.last is not None
        return "\n".join(span.text for span in self.last.spans)

    @property
    def sources(self) -> list[str]:
        assert self.last is not None
        return [op.source if op.op == "answer" else op.op for op in self.last.outcome.changes]


def talk(
    folder: str, place: str, *people: str, lines: tuple[str, ...] = (), facts: tuple[str, ...] = ()
) -> Talk:
    """Begin a conversation; `lines` were said a turn ago, and `facts` are known."""
    world = world_at(folder)
    state = new_story(world, 7)
    state.place, state.turn = place, 1
    for who, person in state.characters.items():
        person.stays_until = UNTIL_THE_END
        here = person.place == place
        person.place = place if who in people else NOWHERE if here else person.place
    state.lines |= dict.fromkeys(lines, 1)
    state.facts |= dict.fromkeys(facts, 1)
    return Talk(world, state)


OPENINGS = rows(__file__, "openings")
FOLLOW_UPS = [
    "why?",
    "what do you mean?",
    "are you sure?",
    "who told you that?",
    "and then?",
    "how do you know?",
]


@pytest.mark.parametrize(("folder", "place", "who", "opening"), OPENINGS)
def test_nobody_denies_or_repeats_what_they_have_just_said(
    folder: str, place: str, who: str, opening: str
) -> None:
    for words in FOLLOW_UPS:
        one = talk(folder, place, who)
        first = one.say(opening)
        answer = one.say(words)
        assert answer.startswith(f"{who}: "), words
        assert answer != first
        assert not {"ignorance", "pointer"} & set(one.sources), (words, answer)


@pytest.mark.parametrize(("folder", "place", "who", "opening"), OPENINGS)
def test_a_chain_of_follow_ups_never_says_the_same_twice_running(
    folder: str, place: str, who: str, opening: str
) -> None:
    one = talk(folder, place, who)
    answers = [one.say(words) for words in (opening, "and then?", "why?", "are you sure?", "go on")]
    assert all(answers)
    assert all(one != other for one, other in itertools.pairwise(answers))


def test_a_phrase_that_somebody_just_used_is_theirs_to_explain() -> None:
    for words in ("close with the power off?", "what do you mean, a relay closing with the power off?",
                  "ask Dilys what she means, a relay closing with the power off"):  # fmt: skip
        one = talk(LIGHTHOUSE, "wireless", "dilys", lines=("dilys.remarks.1",))
        assert one.say(words).startswith("dilys: "), words
        assert "ignorance" not in one.sources


def test_why_is_answered_by_the_line_that_was_written_for_it() -> None:
    one = talk(LIGHTHOUSE, "store", "jory")
    one.say("ask Jory what happened to Cobb")
    assert "nothing left of you but ears" in one.say("Why wouldn't he shut his eyes?")
    another = talk(LIGHTHOUSE, "store", "jory")
    another.say("ask Jory what happened to Cobb")
    assert "Couldn't stick the quiet" in another.say("why?")


ACCUSATIONS = [
    (LIGHTHOUSE, "kitchen", ("tallack", "jory"), "You tore this page from the log, Mr Tallack.", "tallack"),
    (LIGHTHOUSE, "kitchen", ("tallack", "jory"), '"You hid the key, Jory."', "jory"),
    (LONG_NIGHT, "hall", ("ulf", "ragnhild"), '"Ulf, you murdered Orm. You put him down the hole."', "ulf"),
    (INN, "gate", ("bishr",), "Bishr, you lied to us.", "bishr"),
]


@pytest.mark.usefixtures("no_written_answers")
@pytest.mark.parametrize(("folder", "place", "people", "words", "who"), ACCUSATIONS)
def test_whoever_is_accused_answers_the_charge(
    folder: str, place: str, people: tuple[str, ...], words: str, who: str
) -> None:
    one = talk(folder, place, *people)
    answer = one.say(words)
    assert answer.startswith(f"{who}: ")
    assert one.sources[0] in ("reaction", "reply", "use"), answer
    assert one.last is not None
    assert one.last.ruling.minutes <= 5


NEWS = [
    (
        LIGHTHOUSE,
        "kitchen",
        "tallack",
        '"Mr Tallack, Jory has hidden the bell key to scare you."',
        "Jory Kemp",
    ),
    (LONG_NIGHT, "hall", "ragnhild", '"Ragnhild, Ulf has been stealing from the stores."', "Ulf"),
]


@pytest.mark.usefixtures("no_written_answers")
@pytest.mark.parametrize(("folder", "place", "who", "words", "name"), NEWS)
def test_news_of_somebody_is_taken_as_news_of_them(
    folder: str, place: str, who: str, words: str, name: str
) -> None:
    one = talk(folder, place, who)
    assert one.say(words).split("\n")[0].startswith(f"{who}: ")
    assert name in one.said[0]


FEELINGS = [
    "I'm so frightened", '"I lost six shipmates out there."', "I miss my wife", "I am furious",
    "I'm scared of this place",
]  # fmt: skip


@pytest.mark.parametrize("words", FEELINGS)
@pytest.mark.parametrize(("folder", "place", "who", "opening"), OPENINGS[:5])
def test_whoever_one_talks_with_takes_up_a_feeling(
    folder: str, place: str, who: str, opening: str, words: str
) -> None:
    one = talk(folder, place, who)
    one.say(opening)
    assert one.say(words).startswith(f"{who}: "), words
    assert one.sources in (["manners"], ["discuss"])  # a line that was written for it goes first


def test_a_name_anywhere_in_a_speech_says_to_whom_it_is_said() -> None:
    for words in ('"The Merrow. What happened on the Merrow, Mr Tallack? 1919, wasn\'t it?"',
                  '"What happened in 1919, sir?"', '"Sir. What about the Merrow?"'):  # fmt: skip
        one = talk(LIGHTHOUSE, "kitchen", "tallack", "jory", "dilys")
        one.say("Dilys, how are you?")
        assert one.say(words).startswith("tallack: "), words


def test_what_the_menu_offers_is_reached_in_other_words() -> None:
    one = talk(LIGHTHOUSE, "watchroom", "tallack", facts=("tallack_slept",))
    words = (
        '"Will you own up? Put it in the log, sir, in your own hand, before Friday. I\'ll stand beside you."'
    )
    one.say(words)
    assert one.sources == ["use"]


def test_a_greeting_is_greeted() -> None:
    one = talk(LIGHTHOUSE, "store", "jory")
    one.say('"Hello? Supernumerary Assistant Keeper, reporting with turnips!"')
    assert one.sources == ["greet"]


@pytest.mark.usefixtures("no_written_answers")
@pytest.mark.parametrize(("folder", "place", "people", "turns"), CONVERSATIONS)
def test_every_turn_of_a_conversation_is_answered_by_whom_it_is_said_to_and_of_its_matter(
    folder: str, place: str, people: str, turns: str
) -> None:
    one = talk(folder, place, *people.split())
    who = people.split()[0]
    for turn in turns.strip().splitlines():
        words, _, expected = turn.strip().partition(" => ")
        named, _, matter = expected.partition(": ")
        who = named or who
        before = set(one.said)
        lines = one.say(words).splitlines()
        assert any(line.startswith(f"{who}: ") for line in lines), (words, one.passage)
        assert re.search(matter, "\n".join(lines)), (words, lines)
        assert before.isdisjoint(lines), words
        assert "{" not in one.passage
        assert sum(source in ("ignorance", "pointer") for source in one.sources) <= 1


@pytest.mark.slow
def test_a_shrug_is_the_exception() -> None:
    shrugs = turns_played = 0
    for folder, place, people, turns in CONVERSATIONS:
        one = talk(folder, place, *people.split())
        for turn in turns.strip().splitlines():
            one.say(turn.partition(" => ")[0].strip())
            shrugs += "ignorance" in one.sources
            turns_played += 1
    assert shrugs <= turns_played * 0.06


WHETHER = [
    (LONG_NIGHT, "hall", "cuthred", "Cuthred, did Ulf kill Orm?"),
    (LONG_NIGHT, "hall", "hild", "Hild, did Ulf kill your father?"),
    (LIGHTHOUSE, "wireless", "dilys", "Dilys, has Jory taken the key?"),
]


@pytest.mark.usefixtures("no_written_answers")
@pytest.mark.parametrize(("folder", "place", "who", "words"), WHETHER)
def test_whether_somebody_did_something_is_answered_first(
    folder: str, place: str, who: str, words: str
) -> None:
    one = talk(folder, place, who)
    first = one.say(words).partition(": ")[2]
    plainly = re.match(r"(Yes|No|Aye|Never|Surely)\b", first)
    assert plainly or one.sources[0] in ("reaction", "ignorance", "pointer"), first


def test_whoever_sleeps_is_woken_by_being_spoken_to() -> None:
    one = talk(LONG_NIGHT, "bower", "ragnhild")
    one.state.characters["ragnhild"].stays_until = 0
    one.state.minutes = 9 * 60
    assert is_asleep(one.world, one.state, "ragnhild")
    one.say('"Forgive me, Ragnhild. Let me help you find another way."')
    assert "Ragnhild" in one.passage.splitlines()[0]
    assert not is_asleep(one.world, one.state, "ragnhild")


def test_a_closed_topic_has_words_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "inn"
    new_world(folder, "inn")
    people = folder / "people.yaml"
    people.write_text(people.read_text().replace("when: {unset: burnt} ", "when: {knows: pell_wants} "))
    world = load_world(folder)
    state = begin(world, 1)
    told = []
    for _ in range(2):
        played = play(world, state, "ask marta about the guests")
        state = played.after
        told.append(" ".join(span.text for span in played.spans))
    assert told == ["Guests? There are always guests."] * 2
    assert "upstairs" not in state.facts
    assert line_text(world, "marta.guests.else.0") == ("Marta", told[0])
    state.facts["pell_wants"] = state.turn
    assert "upper room" in play(world, state, "ask marta about the guests").spans[0].text
