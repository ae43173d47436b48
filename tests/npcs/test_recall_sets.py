"""Tests of reading sets of questions: any layout a stranger may choose, and faults with their lines."""

import json
from pathlib import Path

import pytest

from npcs.recall_sets import EXAMPLE, InputError, RecallSet, parse_set, read_set

SETS = Path(__file__).parent
MEMORY = {"id": "m1", "owner": "hild", "turn": 3, "text": "I saw the guest take the axe."}
QUESTION = {"ask": "hild", "question": "who saw me?", "answers": ["m1"]}


def lines(*records: object) -> str:
    return "\n".join(json.dumps(record) for record in records)


def only(found: RecallSet) -> tuple[object, ...]:
    (story,) = found.stories.values()
    (memory,) = story.memories.values()
    (question,) = story.questions
    return (
        memory.id,
        memory.owner,
        memory.turn,
        memory.text,
        question.asked,
        question.text,
        set(question.answers),
    )


EXPECTED = ("m1", "hild", 3, "I saw the guest take the axe.", "hild", "who saw me?", {"m1"})
YAML_BY_CHARACTER = """
stories:
  one:
    memories:
      hild:
      - {id: m1, turn: 3, text: I saw the guest take the axe.}
    questions:
      hild:
      - {question: "who saw me?", answers: m1}
"""


@pytest.mark.parametrize(
    "written",
    [
        lines(MEMORY, QUESTION),
        lines(QUESTION, MEMORY),
        "\ufeff".strip("\ufeff") + lines({"type": "memory", **MEMORY}, {"type": "question", **QUESTION}),
        lines({"story": "a", **MEMORY}, {"story": "a", **QUESTION}),
        lines({"id": "a", "memories": [MEMORY], "questions": [QUESTION]}),
        json.dumps([MEMORY, QUESTION], indent=2),
        json.dumps({"memories": [MEMORY], "questions": [QUESTION]}, indent=2),
        json.dumps({"stories": [{"id": "a", "memories": [MEMORY], "questions": [QUESTION]}]}, indent="\t"),
        YAML_BY_CHARACTER,
        lines(
            {"memory_id": "m1", "character": "hild", "turn": "3", "content": "I saw the guest take the axe."},
            {"npc": "hild", "query": "who saw me?", "expected": "m1"},
        ),
        lines(MEMORY, {"question": "who saw me?", "answer": "m1"}),
        lines(
            {**MEMORY, "owner": "Hild"},
            {"type": "question", "ask": "Hild ", "text": "who saw me?", "ids": ["m1"]},
        ),
        lines(MEMORY, {**QUESTION, "answers": "I saw the guest take the axe."}),
        lines(MEMORY, {"q": "who saw me?", "ids": ["m1"], "owner": "hild"}),
        lines(MEMORY, {"ask": "hild", "question": "who saw me?", "memories": ["m1"]}),
    ],
)
def test_the_same_set_in_many_layouts(written: str) -> None:
    assert only(parse_set(written)) == EXPECTED


def test_what_a_memory_leaves_out_gets_a_default() -> None:
    found = parse_set(lines({"owner": "hild", "text": "One."}, {"owner": "hild", "text": "Two."}, {"question": "?"
        "who", "ask": "hild", "answers": ["memory-2"]}))  # fmt: skip
    one, two = next(iter(found.stories.values())).memories.values()
    assert (one.id, one.turn, one.minute, one.importance, one.source) == ("memory-1", 1, 5, 5, "saw")
    assert (two.id, two.turn, two.minute) == ("memory-2", 2, 10)


def test_values_are_taken_as_they_are_meant() -> None:
    written = {
        **MEMORY, "minute": "day 2, 14:30", "people": "player, ulf", "importance": 0.8, "source": "heard from ulf",
        "about": "item:axe", "invalid_at": 3000, "mood": "grim",
    }  # fmt: skip
    found = parse_set(lines(written, QUESTION))
    (memory,) = found.stories["story"].memories.values()
    assert (memory.minute, memory.people, memory.importance) == (1440 + 870, ("player", "ulf"), 8)
    assert (memory.source, memory.heard_from, memory.about, memory.invalid_at) == (
        "heard",
        "ulf",
        "item:axe",
        3000,
    )
    assert found.ignored == {"mood": 1}


def test_a_question_may_have_no_answer_and_a_time() -> None:
    (story,) = parse_set(
        lines(MEMORY, {"ask": "ulf", "question": "who?", "answers": [], "turn": 2})
    ).stories.values()
    assert (story.questions[0].answers, story.questions[0].turn) == (frozenset(), 2)


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("", "there is no question in it"),
        (lines(MEMORY), "there is no question in it"),
        (lines(MEMORY) + '\n{"ask": "hild", ', "line 2: is not JSON"),
        (lines(MEMORY, {**QUESTION, "answers": ["m2"]}), "line 2: answers: story 'story' has no memory 'm2'"),
        (
            lines(MEMORY, {**QUESTION, "ask": "ulf"}),
            "line 2: answers: they are memories of hild, which ulf cannot",
        ),
        (lines(MEMORY, {"question": "who?", "answers": []}), "line 2: ask: who is asked"),
        (lines(MEMORY, {**QUESTION, "question": " "}), "line 2: question: has 0 characters"),
        (lines(MEMORY, MEMORY, QUESTION), "line 2: there is another memory 'm1' in story 'story'"),
        (lines({"owner": "hild"}, QUESTION), "line 1: text: is missing"),
        (lines({**MEMORY, "turn": "late"}, QUESTION), "line 1: turn: 'late' is no number"),
        (lines({**MEMORY, "turn": -1}, QUESTION), "line 1: turn: -1 is not a number from 0 on"),
        (lines({**MEMORY, "importance": 50}, QUESTION), "line 1: importance: 50 is not from 1 to 10"),
        (lines({**MEMORY, "source": "dreamt"}, QUESTION), "line 1: source: 'dreamt' is none of saw, heard"),
        (lines({**MEMORY, "text": "x" * 700}, QUESTION), "line 1: text: String should have at most 600"),
        ("stories:\n- id: a\n  memories: [oops\n", "line 4: is neither JSON Lines nor JSON nor YAML"),
        ("stories:\n- id: a\n  memories:\n  - {owner: hild}\n", "line 4: text: is missing"),
        ("just words", "line 1: expected an object"),
        (lines(MEMORY, [1, 2]), "line 2: expected an object"),
    ],
)
def test_faults_are_told_with_their_line(written: str, fault: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_set(written, "set.jsonl")
    assert f"set.jsonl: {fault}" in str(caught.value)


def test_many_faults_are_told_at_once_but_not_all() -> None:
    with pytest.raises(InputError) as caught:
        parse_set(lines(*({"owner": "hild"} for _ in range(100))))
    assert len(str(caught.value).splitlines()) == 21


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "set.jsonl"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not UTF-8"):
        read_set(file)


def test_the_example_is_a_set() -> None:
    (story,) = parse_set(EXAMPLE).stories.values()
    assert len(story.questions) == len(story.memories) == 3


def test_our_own_sets_are_large_and_a_third_is_held_out() -> None:
    known, held = read_set(SETS / "recall_known.yaml"), read_set(SETS / "recall_held_out.yaml")
    many, few = (sum(len(s.questions) for s in found.stories.values()) for found in (known, held))
    assert many + few >= 150
    assert few * 3 >= many + few
    assert not known.ignored
    for found in (known, held):
        assert all(len(story.memories) > 150 for story in found.stories.values())
