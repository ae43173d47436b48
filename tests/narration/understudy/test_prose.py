"""From a ruling to what is read: who speaks, what is not said twice, and a line for everything."""

from __future__ import annotations

from typing import get_args

import pytest

from gamemaster.language.wording.asides import aside_line
from gamemaster.language.wording.paragraphs import paragraphs_of
from gamemaster.narration.understudy.answers.status_answers import status_line
from gamemaster.narration.understudy.prose import UNTOLD, Teller
from gamemaster.rules import proposal as ops
from gamemaster.rules.proposal import Happening, Operation, Outcome, ProposedCheck, Ruling
from gamemaster.rules.referee import Ruled, rule
from gamemaster.rules.state import NEED_SCALE, Span, StoryState, digest
from tests.worldkit import FAIR, UNLUCKY, act, begin, sample
from worlds.schema import PLAYER


def tell(before: StoryState, ruled: Ruled) -> list[Span]:
    return Teller(sample(), before, ruled.after).tell(ruled.ruling)


def text_of(state: StoryState, *operations: Operation, verbs: str = "wait") -> str:
    return "\n".join(span.text for span in tell(state, act(state, *operations, verbs=verbs)))


def of(state: StoryState, *happenings: Happening) -> list[Span]:
    return Teller(sample(), state, state).tell(Ruling(happenings=happenings))


def lonely(place: str = "wood", **changes: object) -> StoryState:
    """Nobody is here who would remark on anything, and no beat is due."""
    return begin(place=place, beats={"dusk": 1, "owl": 0}, visited={"yard": 1, place: 1}, **changes)


def test_of_somebody_who_is_away_it_says_where_they_were_seen_last() -> None:
    tried = Happening(kind="tried", what="mara", detail={"why": "who_not_here", "verb": "ask"})
    for seen_at, told in (({"mara": "yard"}, True), ({}, False)):
        text = " ".join(span.text for span in of(lonely(seen_at=seen_at), tried))
        assert ("the Yard" in text) is told, text


# ---- speakers ----


def test_paragraphs_by_speaker() -> None:
    text = "She looks up.\n\n@mara: You are\nlate.\n\nShe looks down."
    assert paragraphs_of(text) == [
        (None, "She looks up."),
        ("mara", "You are late."),
        (None, "She looks down."),
    ]
    assert paragraphs_of("Evening.\n\n*She nods.\n\nWell?", "mara") == [
        ("mara", "Evening."), (None, "She nods."), ("mara", "Well?"),
    ]  # fmt: skip
    assert paragraphs_of("*The dog sneezes.") == [(None, "The dog sneezes.")]
    assert paragraphs_of("*Quiet!*\n\n*Otter* lies there.") == [
        (None, "*Quiet!*"),
        (None, "*Otter* lies there."),
    ]
    assert paragraphs_of("  \n \n") == []
    assert paragraphs_of("@mara:\nLate.") == [("mara", "Late.")]


def test_a_line_is_spoken_and_its_aside_narrated() -> None:
    spans = tell(begin(), act(begin(), ops.Greet(who="mara")))
    assert [(s.kind, s.speaker, s.text) for s in spans] == [
        ("speech", "mara", "Evening."), ("narration", None, "She does not look up."),
    ]  # fmt: skip
    assert [bool(span.keys) for span in spans] == [False, True], "a wording is told once its last part is"


@pytest.mark.parametrize("change", [{"alive": False}, {"place": "loft"}])
def test_the_dead_and_the_absent_are_quoted_not_heard(change: dict[str, object]) -> None:
    state = begin()
    state.characters["mara"] = state.characters["mara"].model_copy(update=change)
    spans = of(state, Happening(kind="beat", wordings=("@mara: About time.",)))
    assert [(s.kind, s.speaker, s.text) for s in spans] == [("narration", None, "\u201cAbout time.\u201d")]


def test_whoever_dies_this_turn_is_heard_once_more() -> None:
    before = begin()
    ruled = act(before, ops.Use(rule="murder", target="mara"))
    last = ruled.ruling.model_copy(
        update={"happenings": (Happening(kind="died", who="mara", wordings=("@mara: Oh.",)),)}
    )
    assert Teller(sample(), before, ruled.after).tell(last)[0].speaker == "mara"


def test_neighbours_of_one_kind_share_a_paragraph_and_a_wording_keeps_its_own() -> None:
    two = Happening(kind="lying", wordings=("A rope.\n\nIt is wet.",))
    spans = of(
        begin(),
        Happening(kind="lying", wordings=("A net.",)),
        two,
        Happening(kind="beat", wordings=("Snow.",)),
    )
    assert [span.text for span in spans] == ["A net. A rope.", "It is wet.", "Snow."]


# ---- repetition ----


def test_the_wording_told_least_is_picked() -> None:
    options = ("one", "two", "three")
    state = begin(told={digest("one"): 2, digest("three"): 1})
    assert of(state, Happening(kind="beat", wordings=options))[0].text == "two"
    thrice = of(state, *(Happening(kind="beat", wordings=options) for _ in range(3)))
    assert sorted(span.text for span in thrice) == ["three", "two", "two"], "what this turn tells counts too"


def test_what_may_be_left_out_is_told_while_it_is_new() -> None:
    seen = Happening(kind="presence", who="mara", wordings=("Mara leans.",), detail={"optional": "yes"})
    new = Happening(kind="beat", wordings=("Snow.",))
    assert [s.text for s in of(begin(), seen, new)] == ["Mara leans.", "Snow."]
    assert [s.text for s in of(begin(told={digest("Mara leans."): 1}), seen, new)] == ["Snow."]


def test_a_place_come_back_to_reads_differently() -> None:
    state, texts = lonely(place="yard"), []
    for _ in range(3):
        before = state
        ruled = act(before, ops.Move(to="wood"), verbs="sneak")
        spans = tell(before, ruled)
        texts.append(" ".join(span.text for span in spans))
        state = ruled.after.model_copy(update={"place": "yard"})
        for span in spans:
            for key in span.keys:
                state.told[key] = state.told.get(key, 0) + 1
    assert "Black trees." in texts[0]
    assert len({text.replace("You push through the snow.", "") for text in texts}) == 3


# ---- a line for everything ----


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        (ops.Take(item="coin"), "Old Wen"),
        (ops.Take(item="knife"), "knife"),
        (ops.Take(item="gloves"), "gloves"),
        (ops.Take(item="golden_goose"), "golden goose"),
        (ops.Drop(item="gloves"), "gloves"),
        (ops.Give(item="knife", to="well_keeper"), "Old Wen"),
        (ops.Give(item="knife", to="boy"), "the boy"),
        (ops.Move(to="mill"), "The door is locked."),
        (ops.Move(to="loft"), "the Loft"),
        (ops.Notice(what="wolf"), "wolf"),
        (ops.Dismiss(who="mara"), "Mara"),
        (ops.Use(rule="bury", target="mara"), "She would mind."),
        (ops.Use(rule="gears.clean", target="gears"), "gears"),
    ],
)
def test_a_refusal_names_what_it_is_about(operation: Operation, said: str) -> None:
    text = text_of(begin(), operation)
    assert said.casefold() in text.casefold()
    assert "_" not in text


def test_a_refusal_that_the_player_did_not_ask_for_is_not_told() -> None:
    kinds = {kind.model_fields["op"].default for kind in get_args(get_args(Operation)[0])}
    assert kinds > UNTOLD
    state = lonely()
    assert text_of(state, ops.SetFlag(flag="x"), ops.EndStory(ending="dead")) == "Nothing comes of it."


@pytest.mark.parametrize(
    "why",
    ["", "nothing_happens", "need_tool", "heard", "dead", "ways", "far_off", "no_such_way", "who", "which", "offer",
     "not_hidden", "attack_miss", "smelled", "a reason that a narrator made up", "here_already"],
)  # fmt: skip
@pytest.mark.parametrize("what", [None, "mara", "well", "wood", "{thing}"])
def test_an_attempt_always_reads_as_a_sentence(why: str, what: str | None) -> None:
    text = text_of(lonely(), ops.Try(verb="push", what=what, why=why))
    assert text
    assert "_" not in text
    assert "  " not in text
    assert text[0].isupper() or what == "{thing}"


def test_listening_is_new_while_the_place_has_sounds() -> None:
    state = begin(beats={"dusk": 1})
    heard = tell(state, act(state, ops.Try(verb="listen", why="listened"), verbs="inventory"))[0]
    sounds = sample().locations["yard"].ambience[0].text
    assert heard.text in [f"You listen. {sound}" for sound in sounds]


def test_reports() -> None:
    state = lonely(wounds=1, needs={"cold": 45 * NEED_SCALE}, facts={"sand": 1})
    assert text_of(state, ops.Try(verb="inventory"), verbs="inventory") == "You carry the knife."
    assert text_of(state, ops.Try(verb="journal"), verbs="journal") == "There is sand in the gears."
    assert (
        text_of(state, ops.Try(verb="status"), verbs="status")
        == "You are bruised and numb. It is six o'clock."
    )
    assert text_of(state, ops.Try(verb="hint"), verbs="hint") == "Ways on: the Yard or the Hollow."
    state.items["knife"] = "yard"
    assert text_of(state, ops.Try(verb="inventory"), verbs="inventory") == "You carry nothing."


def test_status_in_words() -> None:
    words = [status_line(sample(), begin(wounds=wounds)) for wounds in range(7)]
    assert words[0] == "You are unhurt (cold: warm)."
    assert [line.split(" (")[0].removeprefix("You are ") for line in words[1:]] == [
        "bruised", "bruised", "wounded", "wounded", "near death", "near death",
    ]  # fmt: skip


def test_an_aside_is_told_apart_from_the_prose_with_what_could_be_typed() -> None:
    happening = Happening(
        kind="aside", what="snorb", choices=("Take the key",), detail={"why": "not_followed"}
    )
    spans = Teller(sample(), begin(), begin()).tell(Ruling(happenings=(happening,)))
    assert [(span.kind, span.text, span.choices) for span in spans] == [
        ("aside", aside_line("not_followed", "snorb"), ["Take the key"])
    ]


def test_a_gesture_is_told_back_and_is_seen() -> None:
    state = begin()
    ruled = act(state, ops.Express(what="I scratch my beard"), verbs="express")
    assert ruled.ruling.minutes == 0
    assert tell(state, ruled)[0].text.startswith("You scratch your beard. ")


def test_a_story_that_is_over_says_so() -> None:
    over = begin(ended="dead")
    assert [span.text for span in tell(over, act(over, ops.Look(), ops.Look()))] == ["The story is over."]
    died = begin(wounds=5)
    lost = ProposedCheck(skill="nerve", difficulty=12)
    outcome = Outcome(check=lost, otherwise=(ops.Harm(who=PLAYER), ops.Look()))
    spans = tell(died, rule(sample(), died, outcome, UNLUCKY))
    assert spans[-1].text == "You die in the yard."
    assert "The story is over." not in [span.text for span in spans]


def test_the_same_turn_is_told_the_same() -> None:
    ruled = act(begin(), ops.Search(), ops.Look(), roll=FAIR)
    assert tell(begin(), ruled) == tell(begin(), ruled)
