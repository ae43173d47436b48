"""What an export must not hold: whatever was planted, nowhere in its bytes; and what it must still be good for."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamemaster.bootstrap import load_worlds
from gamemaster.config.settings import default_worlds_dirs
from gamemaster.play.context import LoadedWorld
from gamemaster.recording.format import RecordingError, inputs_of, parse_lines, read, turns_of
from gamemaster.recording.pii_names import Names, names_in
from gamemaster.recording.pii_patterns import find
from gamemaster.recording.scrub import Pseudonyms, Scrubbed, scrub
from gamemaster.replay.verify.verify import verify
from gamemaster.rules.state import diff, new_story
from tests.integration.service import WORLD
from tests.tapes import PLAYER, STORY, header_line
from worlds.loader import list_worlds

SALT = b"salt-of-an-export" * 2
ACT = "act-000001-abc"


def tape(words: str, told: str, cuts: int = 4, outcome: str = "") -> list[dict[str, Any]]:
    """A session of one turn, in which the player says `words` and is told `told`, in small pieces."""
    before = new_story(WORLD, 7)
    after = before.model_copy(update={"turn": 1})
    record = {
        "number": 1, "act_id": ACT, "words": words, "roll": {"d20": [3, 4, 5]},
        "outcome": {}, "ruling": {}, "spans": [{"kind": "narration", "text": told}], "reason": "complete",
        "patch": diff(before, after).model_dump(mode="json"), "narrator": "model",
        "model": {"format": "f", "outcome": [1, 2], "narration": [3, 4]},
    }  # fmt: skip
    streamed = [
        {"type": "text", "turn": 1, "span": 0, "kind": "narration", "text": told[n : n + cuts]}
        for n in range(0, len(told), cuts)
    ]
    branch = {"type": "branch", "id": "act-000002-abc", "name": "Our way"}
    return [
        header_line(state=before.model_dump(mode="json"), name="Our way"),
        {"at": 0.1, "kind": "join", "client": 1, "epoch": None, "offset": None, "hears": False},
        {"at": 0.2, "kind": "client", "client": 1, "message": {"type": "act", "id": ACT, "text": words}},
        {"at": 0.2, "kind": "errand", "id": ACT},
        {"at": 0.2, "kind": "turn", "turn": 1, "act_id": ACT, "attempt": 0, "instant": False,
         "narrator": "any"},
        {"at": 0.3, "kind": "request", "request": 1, "turn": 1, "stage": "outcome",
         "prompt": {"tokens": 9, "digest": "4915735902461234", "parts": []}, "text": f"Player: {words}\n",
         "sampling": {}, "schema": "", "budget": None},
        *(deltas(1, outcome or json.dumps({"memories": [told]}), cuts)),
        *(deltas(2, told, cuts)),
        *({"at": 0.5, "kind": "frame", "frame": frame} for frame in streamed),
        {"at": 0.6, "kind": "commit", "record": record, "state": "e" * 32},
        {"at": 0.7, "kind": "client", "client": 1, "message": branch},
        {"at": 0.7, "kind": "said", "client": 1, "frame": {"type": "branched", "story": "d" * 32, "name": "Our way"}},
        {"at": 0.8, "kind": "end", "reason": "closed"},
    ]  # fmt: skip


def deltas(request: int, text: str, cuts: int) -> list[dict[str, Any]]:
    return [
        {"at": 0.4, "kind": "delta", "request": request, "delta": {
            "kind": "content", "text": text[n : n + cuts], "ids": [n], "tokens": 1, "finish": None}}
        for n in range(0, len(text), cuts)
    ]  # fmt: skip


def scrub_lines(lines: list[dict[str, Any]]) -> tuple[Scrubbed, str]:
    done = scrub(lines, Pseudonyms(SALT))
    return done, b"\n".join(map(orjson.dumps, done.lines)).decode()


# ---- nothing that was planted is left ----

names = st.sampled_from(
    [
        "Anna",
        "Jörg",
        "Ragnhild Østby",
        "Jean-Luc Picard",
        "O'Neil",
        "Li Wei",
        "Anna-Lena von Arnim",
        "Will Smith",
        "Ö",
    ]
).filter(lambda name: len(name) > 1)
phones = st.from_regex(
    r"(\+\d{1,3}[ -])?\(?\d{3}\)?[ .-]\d{3}[ .-]?\d{4}", fullmatch=True, alphabet=st.characters(codec="ascii")
)
telling = st.sampled_from(
    [
        "“Well, {}!” says Hild.",
        "{}",
        "You write {} in the snow, twice: {}.",
        "\n{}\n",
        "The wind takes “{}”\tand {}.",
    ]
)
saying = st.sampled_from(["I say it: {}", "{}", "my sign is ({}).", "look\n{}", "«{}»"])


def is_left(needle: str, text: str) -> bool:
    """Whether the value is there, in any case of its letters, as a word of its own or as the bytes of a value."""
    plain = json.loads(json.dumps(text)).replace("\\n", " ").replace("\\t", " ")
    return re.search(rf"(?<![^\W_]){re.escape(needle)}(?![^\W_])", plain, re.IGNORECASE) is not None


@given(email=st.emails(), saying=saying, telling=telling, cuts=st.integers(1, 9))
def test_no_email_is_left(email: str, saying: str, telling: str, cuts: int) -> None:
    _, text = scrub_lines(tape(saying.format(email), telling.replace("{}", email), cuts))
    assert email not in text
    assert email.split("@")[1] not in text
    assert orjson.dumps(email).decode()[1:-1] not in text


@given(phone=phones, saying=saying, telling=telling, cuts=st.integers(1, 9))
def test_no_phone_number_is_left(phone: str, saying: str, telling: str, cuts: int) -> None:
    _, text = scrub_lines(tape(saying.format(phone), telling.replace("{}", phone), cuts))
    assert phone not in text


@given(
    name=names,
    said=st.sampled_from(
        [
            "My name is {}.",
            "my name's {}, and I am cold",
            "I am called {}",
            "They call me {}!",
            "call me {}",
            "I go by {}.",
            "Hello, this is {} speaking",
            "The name's {}",
            "ask my friend {} from Leeds",
            "Hi, {} here.",
            "I live in {}.",
        ]
    ),
    telling=telling,
    cuts=st.integers(1, 9),
    mention=st.sampled_from([str, str.upper]),
)
def test_no_name_that_was_given_is_left(name: str, said: str, telling: str, cuts: int, mention: Any) -> None:
    lines = tape(said.format(name), telling.replace("{}", mention(name)), cuts)
    lines.insert(-1, {"at": 0.75, "kind": "client", "client": 1, "message": {
        "type": "act", "id": "act-000003-abc", "text": f"{name.split()[0]} goes north"}})  # fmt: skip
    _, text = scrub_lines(lines)
    for part in {name, *name.split()} - {"von"}:
        assert not is_left(part, text), part


def test_a_name_in_small_letters_is_a_name() -> None:
    _, text = scrub_lines(
        tape("my name is anna svensson and i am cold", "“Anna Svensson,” says Hild. “ANNA!”")
    )
    assert "anna" not in text.lower()
    assert "svensson" not in text.lower()
    assert "i am cold" in text


def test_a_name_that_json_writes_with_escapes_is_found() -> None:
    outcome = r'{"memories": ["J\u00f6rg\nJörg was here", "\nJ\u00F6rg"]}'
    done, text = scrub_lines(tape("My name is Jörg", "Nobody.", 3, outcome))
    assert "rg was" not in text
    assert "00f6" not in text.lower()
    told = "".join(
        line["delta"]["text"] for line in done.lines if line["kind"] == "delta" and line["request"] == 1
    )
    assert json.loads(told) == {"memories": ["⟨name⟩\n⟨name⟩ was here", "\n⟨name⟩"]}


@pytest.mark.parametrize("mention", ["Jörg", "JÖRG", "Jo\u0308rg", "jörg1990", "_jörg_"])
def test_a_name_is_found_however_it_is_written(mention: str) -> None:
    _, text = scrub_lines(tape("My name is Jo\u0308rg", f"“Ah, {mention}!”"))
    assert not re.search("j(ö|o\u0308)rg", text.lower())


def test_what_a_client_that_comes_late_is_told_again_is_scrubbed_as_the_others_were() -> None:
    """They join in the middle of a name: what was said before is said to them, what comes after is said to all."""
    lines = tape("My name is Anna", "So, Anna, what now?", 2)
    first = next(n for n, line in enumerate(lines) if line["kind"] == "frame")
    streamed, rest = [line["frame"] for line in lines if line["kind"] == "frame"], lines[first:]
    rest = [line for line in rest if line["kind"] != "frame"]
    told: list[dict[str, Any]] = []
    for offset, frame in enumerate(streamed):
        told.append({"at": 0.5, "kind": "frame", "frame": frame})
        told.append({"at": 0.5, "kind": "sent", "epoch": 4, "offset": offset})
        if offset == 2:  # "So, An"
            again = [{**one, "epoch": 4, "offset": n} for n, one in enumerate(streamed[:3])]
            told += [{"at": 0.5, "kind": "said", "client": 2, "frame": one} for one in again]
    done, _ = scrub_lines([*lines[:first], *told, *rest])
    heard = "".join(
        line["frame"]["text"] for line in done.lines if line["kind"] == "said" and "text" in line["frame"]
    )
    assert heard == "So, ⟨name⟩"


def test_a_value_of_which_only_the_half_was_told_is_no_less_scrubbed() -> None:
    lines = tape("go", "He says: call +49 170 1234567, soon.")
    commit = next(line for line in lines if line["kind"] == "commit")
    commit["record"] |= {
        "spans": [{"kind": "narration", "text": "He says: call +49 170"}],
        "reason": "interrupted",
    }
    later = {"at": 0.7, "kind": "request", "request": 3, "turn": 2, "stage": "outcome", "prompt": {},
             "text": "He says: call +49 170\n\nPlayer: on"}  # fmt: skip
    _, text = scrub_lines([*lines[:-1], later, lines[-1]])
    assert "+49 170" not in text
    assert "He says: call ⟨phone⟩\\n\\nPlayer: on" in text


def test_ids_are_pseudonyms_the_same_within_an_export_and_others_in_the_next() -> None:
    lines = tape("wait", "You wait.")
    first, text = scrub_lines(lines)
    assert PLAYER not in text
    assert STORY not in text
    assert ACT not in text
    assert "d" * 32 not in text
    again = scrub(lines, Pseudonyms(SALT)).lines[0]
    other = scrub(lines, Pseudonyms(b"another salt of an export")).lines[0]
    assert first.lines[0]["player"] == again["player"] != other["player"]
    acts = {line["act_id"] for line in first.lines if "act_id" in line}
    acts |= {line["id"] for line in first.lines if line["kind"] == "errand"}
    acts |= {line["message"]["id"] for line in first.lines if line["kind"] == "client"}
    assert len(acts) == 2  # one act, and one branch
    with pytest.raises(ValueError, match="can be guessed"):
        Pseudonyms(b"short")


def test_what_players_call_their_branches_is_theirs() -> None:
    done, text = scrub_lines(tape("wait", "You wait."))
    assert "Our way" not in text
    assert done.counts["branch"] == 3
    assert not done.words  # it can still be verified: nothing that was said or told was changed


def test_tokens_of_other_services_are_scrubbed() -> None:
    token = "ImFiY2RlZmFiY2RlZmFiY2RlZiI.kq3vWq1mRr0a9uXvT0w1o8j5b2Y"
    _, text = scrub_lines(tape(f"paste {token}", "You wait."))
    assert token not in text
    assert "⟨token⟩" in text


# ---- what is left is good for something ----


def test_a_scrubbed_recording_is_read_and_played() -> None:
    done, _ = scrub_lines(tape("Write anna@example.org on the wall", "You write “anna@example.org”."))
    recording = parse_lines(done.lines, False, "scrubbed")
    assert recording.header.scrubbed == {"rules": 2, "counts": done.counts, "words": True}
    assert done.counts["email"] == 7  # said, begun, prompted; as outcome, told, streamed, recorded: once each
    (turn,) = turns_of(recording)
    assert turn.record.words == "Write ⟨email⟩ on the wall"
    assert turn.record.spans[0].text == "You write “⟨email⟩”."
    inputs = [one.message["text"] for one in inputs_of(recording) if one.message.get("type") == "act"]
    assert inputs == ["Write ⟨email⟩ on the wall"]


def test_pieces_stay_pieces_and_say_together_what_was_told() -> None:
    done, _ = scrub_lines(tape("mail", "So: anna@example.org, and on.", 5))
    pieces = [line["frame"]["text"] for line in done.lines if line["kind"] == "frame"]
    assert len(pieces) == 6
    assert "".join(pieces) == "So: ⟨email⟩, and on."
    assert pieces[0] == "So: ⟨email⟩"


def test_token_ids_go_where_words_were_changed_and_stay_where_none_were() -> None:
    def ids(lines: list[dict[str, Any]]) -> list[Any]:
        found = [line["delta"]["ids"] for line in lines if line["kind"] == "delta"]
        return [each for each in found if each] + [
            line["record"]["model"]["outcome"] for line in lines if line["kind"] == "commit"
        ]

    changed, _ = scrub_lines(tape("call +49 170 1234567", "You call."))
    assert ids(changed.lines) == [[]]
    digests = [line["prompt"]["digest"] for line in changed.lines if line["kind"] == "request"]
    assert digests == [""]  # of a few words, which can be guessed and tried
    kept, _ = scrub_lines(tape("wait", "You wait."))
    assert ids(kept.lines)[-1] == [1, 2]
    assert len(ids(kept.lines)) > 3


def test_what_was_given_is_not_changed() -> None:
    lines = tape("my name is Anna", "“Anna!”")
    before = orjson.dumps(lines)
    scrub(lines, Pseudonyms(SALT))
    assert orjson.dumps(lines) == before


def test_a_recording_may_be_scrubbed_twice() -> None:
    once, _ = scrub_lines(tape("my name is Anna", "“Anna!”"))
    twice, _ = scrub_lines(once.lines)
    assert twice.counts.get("name") is None
    assert twice.lines[0]["scrubbed"]["words"]
    assert twice.lines[0]["scrubbed"]["counts"]["name"] == once.counts["name"]
    assert [line.get("frame", {}).get("text") for line in twice.lines] == [
        line.get("frame", {}).get("text") for line in once.lines
    ]


def test_the_names_of_the_world_stay_the_worlds() -> None:
    """A player who calls themselves as something in the world is called must not take it out of the story."""
    lines = tape("my name is Knife, I am Hut", "You take the knife in the hut.")
    done, _ = scrub_lines(lines)
    assert not done.words
    (turn,) = turns_of(parse_lines(done.lines, False, "scrubbed"))
    assert turn.record.spans[0].text == "You take the knife in the hut."


# ---- the rules ----


@pytest.mark.parametrize(
    ("text", "rule", "taken"),
    [
        ("see https://x.org/a?b=c, ok", "url", "https://x.org/a?b=c"),
        ("at facebook.com/anna.b", "url", "facebook.com/anna.b"),
        ("anna at example dot com", "email", "anna at example dot com"),
        ("anna(at)example.org", "email", "anna(at)example.org"),
        ("to=anna%40example.org", "email", "to=anna%40example.org"),
        ("from 10.0.0.12.", "ip", "10.0.0.12"),
        ("from 2001:db8::1, yes", "ip", "2001:db8::1"),
        ("DE89 3704 0044 0532 0130 00!", "iban", "DE89 3704 0044 0532 0130 00"),
        ("4111 1111 1111 1111", "card", "4111 1111 1111 1111"),
        ("DOB 12/03/1984", "date", "12/03/1984"),
        ("born 1984-03-12.", "date", "1984-03-12"),
        ("on 3rd of March 1984, I", "date", "3rd of March 1984"),
        ("+49 (0)170 1234567", "phone", "+49 (0)170 1234567"),
        ("at 12 Baker Street, London", "address", "12 Baker Street"),
        ("at 12 Market St Anna lives", "address", "12 Market St"),
        ("Hauptstraße 12a", "address", "Hauptstraße 12a"),
        ("12, rue de Rivoli", "address", "12, rue de Rivoli"),
        ("10115 Berlin", "address", "10115 Berlin"),
        ("SW1A 1AA", "address", "SW1A 1AA"),
        ("my address is Nine Elms 4. I go", "address", "Nine Elms 4"),
    ],
)
def test_a_rule_takes_what_is_its_own(text: str, rule: str, taken: str) -> None:
    (found,) = find(text)
    assert (found.rule, text[found.start : found.end]) == (rule, taken)


@pytest.mark.parametrize(
    "text",
    [
        "Day 1, 16:30, dusk", "the door.It opens", "10 feet of the way down", "look at the dot on it", "@hild: Go.",
        '{"text":"Go.\\n@hild: No.", "minutes": 15}', "I have 3 of 12 arrows, 1,000 in all", "3 steps, a narrow street",
        "In 1920 I was offered St Anthony's.", "In 1920 I was offered St Anthony’s.",
    ],
)  # fmt: skip
def test_prose_is_left_alone(text: str) -> None:
    assert find(text) == []


@pytest.mark.slow
def test_nothing_that_a_world_says_is_personal_data() -> None:
    folders = list_worlds(default_worlds_dirs()).values()
    texts = [file.read_text("utf-8") for folder in folders for file in folder.rglob("*.yaml")]
    assert len(texts) > 10
    assert [text[one.start : one.end] for text in texts for one in find(text)] == []


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("My name is Ludwig van Beethoven. I take it", {"Ludwig van Beethoven", "Ludwig", "Beethoven"}),
        ("I am called Jean-Luc", {"Jean-Luc", "Jean", "Luc"}),
        ("call me Ishmael", {"Ishmael"}),
        ("Ich heiße Jörg", {"Jörg"}),
        ("i am called will", {"will"}),
        ("I am Anna", {"Anna"}),
        ("I'm Cold", set()), ("I am so tired", set()), ("call me back", set()), ("my name is not important", set()),
        ("I AM WALKING NORTH", set()), ("what is my name?", set()),
        ("call me bob mcallister", {"bob mcallister", "bob", "mcallister"}),
        ("call me bob and go north", {"bob"}),
        ("this is sarah o'neill", {"sarah o'neill", "sarah", "o'neill"}),
        ("i'm sarah", {"sarah"}), ("Sarah looks north, this is Sarah looking", {"Sarah"}),
        ("anna here, open the door", {"anna"}), ("Hello, Zebulon here!", {"Zebulon"}),
        ("my friend Zebulon Quatermain lives in Leeds", {"Zebulon Quatermain", "Zebulon", "Quatermain", "Leeds"}),
        ("my brother fred, is cold", {"fred"}), ("tell my wife Fred", {"Fred"}),
        ("take my friend Anna's axe", {"Anna"}), ("steam is rising_from it", set()),
        ("I'm from New York", {"New York", "New", "York"}),
        ("insta @zeb_q", {"zeb_q"}), ("my discord is zeb#1234.", {"zeb#1234"}), ("instagram: zebq", {"zebq"}),
        ("add me on discord: zeb_q", {"zeb_q"}),
        ("this is bad", set()), ("it's cold here. Wait here", set()), ("Bring the axe here", set()),
        ("i live in a hut", set()), ("my friend is cold", set()), ("i am from the north", set()),
        ("@hild: Go.", set()), ("anna@example.org", set()), ("I throw sand, hey! Look here", set()),
        ("sow discord among them", set()), ("don't call me that", set()), ("call me when you are back", set()),
    ],
)  # fmt: skip
def test_who_gives_a_name_is_heard(words: str, names: set[str]) -> None:
    assert names_in(words) == names


def test_a_name_that_is_a_word_is_one_with_a_capital_letter() -> None:
    text = "You will, Will. WILL Will's will"
    assert [text[start:end] for start, end in Names({"will"}).finds(text)] == ["Will", "WILL", "Will"]


@pytest.mark.parametrize(
    "text",
    ["a" * 8000 + "@", "a." * 4000, "a-" * 4000, "1 " * 4000, "via " + "a" * 8000, "12 " + "a b " * 2000, "a@" * 4000,
     "::" * 4000, "http://" * 1200, "(at)" * 2000, "\\n" * 4000, "ab12" * 2000, "@" * 8000, "x at a dot " * 700,
     "a'" * 4000, "my name is " * 700, "I am A" * 1300, "a " * 4000, ". a" * 2700, "hi " * 2700, "@a." * 2700,
     "insta is " * 900,
     "discord " + "a" * 8000, "my friend " * 800, "12/12/" * 1300, "1." * 4000],
)  # fmt: skip
def test_no_text_takes_forever(text: str) -> None:
    """A pattern that tries every way through a hostile text would outlast the tests."""
    find(text, Names(names_in(text)))


# ---- real recordings ----


@functools.cache
def worlds() -> dict[str, LoadedWorld]:
    return load_worlds(default_worlds_dirs())[0]


RECORDINGS = sorted((Path(__file__).parents[1] / "recordings").glob("*.jsonl.zst"))


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name.partition(".")[0])
async def test_a_recording_of_real_play_loses_its_ids_and_stays_what_it_was(path: Path) -> None:
    """Nobody in them says anything personal; what a model server's own errors say of its address goes."""
    recording = read(path)
    done = scrub(recording.lines, Pseudonyms(SALT))
    assert set(done.counts) <= {"player and story ids", "act ids", "branch", "url"}
    text = orjson.dumps(done.lines).decode()
    assert recording.header.player not in text
    assert recording.header.story not in text
    scrubbed = parse_lines(done.lines, recording.torn, path.name)
    assert [turn.record.words for turn in turns_of(scrubbed)] == [
        turn.record.words for turn in turns_of(recording)
    ]
    if not done.words:
        assert (await verify(scrubbed, worlds())).same
    else:
        with pytest.raises(RecordingError, match="was scrubbed"):
            await verify(scrubbed, {})
