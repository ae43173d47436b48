"""What the player sees of a model server that misbehaves: nothing but the story. One row for each way."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from gamemaster.rules.state import OUTSIDE_STORY, TurnRecord
from gamemaster.storage.serialization import record_json
from tests.chatkit import LOOK, Reply, Stage, by, event, playing, steps
from tests.modelkit import PROSE, outcome, told_text

JSON = "content-type: application/json"
# Of servers, protocols, models and prompts: no story has any of it.
MACHINERY = re.compile(
    r"[{}<>\\|]|```|https?:|\bHTTP\b|\b(?:4\d\d|50\d)\b|think>|\bSTEP\b|assistant|language model|\bAI\b|as an |"
    r"I win|narration|like me to|I'm sorry|cannot help|error|schema|JSON|server|API|token|CUDA|html|im_start",
    re.IGNORECASE,
)


def refusal(status: str, body: str = "", headers: str = "") -> Reply:
    return Reply(status=status, raw=body.encode(), headers=f"{JSON}\r\n{headers}".rstrip())


def parameter(name: str, says: str = "Unsupported parameter") -> Reply:
    """As OpenAI's servers refuse a field."""
    return refusal("400 Bad Request", json.dumps({"error": {"message": f"{says}: {name}", "param": name}}))


def usage(tokens: int) -> bytes:
    return f"data: {json.dumps({'choices': [], 'usage': {'prompt_tokens': tokens}})}\n\n".encode()


def stream(*pieces: bytes, done: bool = True) -> Reply:
    return Reply(raw=b"".join(pieces) + (b"data: [DONE]\n\n" if done else b""))


def message(content: Any, kind: str = JSON) -> Reply:
    """An answer in one piece."""
    choice = {"message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    return Reply(raw=json.dumps({"choices": [choice]}).encode(), headers=kind)


def data(**fields: Any) -> bytes:
    return f"data: {json.dumps(fields)}\n\n".encode()


def lines_of(text: str) -> Reply:
    """A stream of JSON without events."""
    found = [{"choices": [{"delta": {"content": part}}]} for part in (text[:9], text[9:])]
    return Reply(raw="\n".join(map(json.dumps, found)).encode(), headers="content-type: application/x-ndjson")


def cumulative(text: str) -> Reply:
    """All there is, with each piece."""
    return stream(*(event(text[:end]) for end in range(7, len(text) + 7, 7)), event(finish="STOP"))


def choices(*found: dict[str, Any], done: bool = True) -> Reply:
    return stream(*(data(choices=[one]) for one in found), done=done)


def twice(text: str) -> Reply:
    """Each piece two times."""
    return stream(*(event(text[at : at + 7]) for at in range(0, len(text), 7) for _ in "xx"))


def without_gaps(text: str) -> Reply:
    """Events without the empty lines between them."""
    parts = [event(text[at : at + 7]) for at in range(0, len(text), 7)]
    return Reply(raw=b"".join([*parts, b"data: [DONE]\n"]).replace(b"\n\n", b"\n"))


def two_answers(text: str) -> Reply:
    parts = [text[at : at + 7] for at in range(0, len(text), 7)]
    return choices(*({"index": index, "delta": {"content": part}} for part in parts for index in (0, 1)))


def harmony(text: str) -> str:
    """As gpt-oss writes, where its server does not know it."""
    return (
        '<|channel|>analysis<|message|>The player looks. {"op": "win"} is wrong.<|end|><|start|>assistant'
        f"<|channel|>final <|constrain|>json<|message|>{text}<|return|>"
    )


def gzip_of(reply: Reply) -> Reply:
    return Reply(raw=gzip.compress(reply.raw or b""), headers=f"{reply.headers}\r\ncontent-encoding: gzip")


def outcome_with(**changed: Any) -> str:
    return json.dumps({**json.loads(LOOK), **changed})


AFTER = "Far off a dog begins to bark, and stops."
EXTRA = json.dumps({**json.loads(LOOK), "reasoning": "They look.", "confidence": 0.9})
LOOKED = json.loads(LOOK)["changes"]
DEEP = outcome({"op": "look", "why": "They said so.", "target": None})
THOUGHT = 'The player only looks. {"op": "win"} would be wrong, so I answer plainly.\n</think>\n'
MODEL, RULED, TOLD, NONE = (
    ("model", "model"), ("model", "understudy"), ("understudy", "model"), ("understudy", "understudy"),
)  # fmt: skip
BOTH = ("model", "both")


@dataclass(frozen=True)
class Row:
    """What the server answers in a turn, and who then ruled and told. `noted`: what the turn's record says of it.

    `again`: who rules and tells the next turn, to which the server answers well (None: it is not asked then).
    """

    replies: tuple[Reply | str, ...]
    by: tuple[str, str] = MODEL
    noted: str = ""
    again: tuple[str, str] | None = MODEL
    settings: dict[str, Any] = field(default_factory=dict)


PATIENT = {"retry_s": 5.0}
BOM, PING = b"\xef\xbb\xbf", b": OPENROUTER PROCESSING\n\n"
ALOUD = "The player only looks, so I tell of frost."
TABLE = {
    "adds keys of its own": Row((EXTRA, PROSE), noted="does not hold: reasoning, confidence"),
    "adds keys to operations": Row((DEEP, PROSE), noted="changes.0.look.why"),
    "wraps its JSON in talk": Row((f"Sure! Here is the JSON:\n```json\n{LOOK}\n```\nEnjoy!", PROSE), noted="mended"),
    "wraps its JSON in more JSON": Row((json.dumps({"answer": json.loads(LOOK)}), PROSE), noted="mended"),
    "thinks of other JSON first": Row((f'It may be {{"op": "move"}}. So: {LOOK}', PROSE), noted="mended"),
    "leaves out what is null": Row((json.dumps({"changes": LOOKED, "otherwise": None}), PROSE)),
    "writes a comma too many": Row((f"{LOOK[:-1]},}}", PROSE), noted="mended"),
    "knows no schemas": Row((refusal("400 Bad Request", "response_format?"), LOOK, PROSE), noted="not as schema"),
    "knows no JSON mode": Row(
        (*[refusal("422 Unprocessable", "response_format")] * 2, LOOK, PROSE), noted="not as object"
    ),
    "ignores the schema": Row(("You look around and win.", PROSE), by=TOLD, noted="OutcomeUnreadable"),
    "invents an operation": Row((outcome({"op": "win"}), PROSE), by=TOLD, noted="OutcomeUnreadable"),
    "refuses the seed": Row((parameter("seed"), LOOK, PROSE)),
    "refuses the temperature": Row((parameter("temperature", "Unsupported value"), LOOK, PROSE)),
    "wants another limit": Row((parameter("max_tokens", "use max_completion_tokens"), LOOK, PROSE)),
    "refuses two fields": Row((parameter("seed"), parameter("top_p"), LOOK, PROSE)),
    "refuses to stream": Row((parameter("stream"), message(LOOK), message(PROSE))),
    "knows no system's messages": Row((refusal("400 Bad Request", "System role not supported"), LOOK, PROSE)),
    "wants two roles in turn": Row(
        (refusal("500 Internal Server Error", "Conversation roles must alternate user/assistant/…"), LOOK, PROSE)
    ),
    "is overloaded": Row((refusal("529 Overloaded", "busy", "retry-after: 0"), LOOK, PROSE), settings=PATIENT),
    "is busy for a moment": Row(
        (refusal("429 Too Many Requests", "slow down", "retry-after: 0"), LOOK, PROSE), settings=PATIENT
    ),
    "is unavailable, twice": Row(
        (*[refusal("503 Service Unavailable", "loading", "retry-after: 0")] * 2, LOOK, PROSE), settings=PATIENT
    ),
    "breaks once": Row(
        (LOOK, refusal("500 Internal Server Error", "CUDA error", "retry-after: 0"), PROSE), settings=PATIENT
    ),
    "breaks on the schema": Row(
        (*[refusal("500 Internal Server Error", "grammar", "retry-after: 0")] * 2, LOOK, PROSE),
        noted="not as schema", settings=PATIENT,
    ),
    "breaks for good": Row((refusal("500 Internal Server Error", "CUDA error"),) * 3, by=NONE, noted="500"),
    "asks for an hour": Row(
        (refusal("429 Too Many Requests", "quota", "retry-after: 3600"),), by=NONE, noted="EngineBusy",
        again=None, settings=PATIENT,
    ),
    "has no such key": Row((refusal("401 Unauthorized", "Incorrect API key: sk-very-secret-key"),), by=NONE),
    "has no room": Row(
        (refusal("400 Bad Request", "This model's maximum context length is 4096 tokens"),), by=NONE, noted="16,384"
    ),
    "cuts the prompt": Row(
        (stream(event(LOOK), event(finish="stop"), usage(300)), PROSE), noted="context is too small"
    ),
    "counts in words": Row(
        (stream(event(LOOK), data(usage={"prompt_tokens": "many", "prompt_tokens_details": [1]})), PROSE)
    ),
    "sends events without a word": Row((stream(b"data: null\n\n", data(choices=[None]), event(LOOK)), PROSE)),
    "sends all there is with each piece": Row((cumulative(LOOK), cumulative(PROSE))),
    "sends messages for pieces": Row((stream(data(choices=[{"message": {"content": LOOK}}])), PROSE)),
    "sends lines of JSON": Row((lines_of(LOOK), lines_of(PROSE))),
    "sends a whole answer as text": Row((message(LOOK, "content-type: text/plain"), message(PROSE, "x-none: at all"))),
    "ends its lines as old machines did": Row((Reply(raw=event(LOOK, "stop").replace(b"\n", b"\r")), PROSE)),
    "hangs up after its last word": Row(
        (Reply(raw=event(LOOK) + b"data: [DONE]"), Reply(raw=event(PROSE) + b"data: [DONE]\n"))
    ),
    "does not stream": Row((message(LOOK), message(PROSE))),
    "sends text in parts": Row((message([{"type": "text", "text": LOOK}]), message([{"type": "text", "text": PROSE}]))),
    "never says that it is done": Row(
        (stream(event(LOOK), event(finish="stop"), done=False), stream(event(PROSE), event(finish="eos"), done=False))
    ),
    "never says why it ends": Row((stream(event(LOOK)), stream(event(PROSE)))),
    "thinks aloud before its JSON": Row((THOUGHT + LOOK, THOUGHT + PROSE)),
    "thinks in front of its JSON": Row((f"<think>{THOUGHT}{LOOK}", f"<think>{THOUGHT}{PROSE}")),
    "closes a thought after all": Row((f"{LOOK}\n", f"{PROSE}\n\n</think>"), by=MODEL),
    "thinks without end": Row(
        (Reply(reasoning="hm " * 2000, hangs=True), PROSE), by=TOLD, noted="did not end",
        settings={"reasoning_tokens": 100},
    ),
    "answers with a page": Row((stream(b"<html>502 Bad Gateway</html>", done=False),), by=NONE),
    "answers nothing": Row((LOOK, ""), by=RULED, noted="told nothing"),
    "breaks off in the telling": Row((LOOK, Reply("Frost lies on it all. And th", breaks_off=True)), by=BOTH),
    "reports an error in the telling": Row(
        (LOOK, stream(event("Frost lies on it all. "), b'data: {"error": {"message": "CUDA out of memory"}}\n\n')),
        by=BOTH, noted="CUDA",
    ),
    "is filtered in the telling": Row(
        (LOOK, stream(event("Frost lies on it all. "), event(finish="content_filter"))), by=BOTH
    ),
    "writes roles": Row((LOOK, f"{PROSE}\n<|im_start|>user\nI win.<|im_end|>")),
    "writes broken bytes": Row(
        (LOOK, stream(b'data: {"choices": [{"delta": {"content": "\xff\xfe\xff\xff"}}]}\n\n')), by=RULED
    ),
    "goes round in circles": Row(
        (LOOK, "You look about you. " + "And the wind goes round the house of stone. " * 90), by=BOTH, noted="loop"
    ),
    "tells in JSON, twice": Row((LOOK, *[json.dumps({"narration": PROSE})] * 2), by=RULED, noted="critic"),
    "refuses to tell, then does": Row((LOOK, "I'm sorry, but as an AI I cannot do that.", PROSE), noted="critic"),
    "speaks of its orders": Row((LOOK, "STEP 2: I tell the ruling as JSON.", PROSE), noted="critic"),
    "begins with a byte order mark": Row(
        (Reply(raw=BOM + event(LOOK, "stop")), Reply(raw=BOM + (message(PROSE).raw or b""), headers=JSON))
    ),
    "keeps the connection alive with comments": Row(
        (stream(PING, PING, event(LOOK), PING, event(finish="stop")), stream(PING, event(PROSE), PING))
    ),
    "keeps the connection alive with empty events": Row(
        (stream(b"data:\n\n", event(LOOK), b"data: \n\n"), stream(b"data:\n\n", event(PROSE)))
    ),
    "keeps the connection alive with blanks": Row((Reply(raw=b"\n\n  \n" + (message(LOOK).raw or b"")), PROSE)),
    "ends its lines as the web does": Row((Reply(raw=event(LOOK, "stop").replace(b"\n", b"\r\n")), PROSE)),
    "compresses": Row((gzip_of(stream(event(LOOK))), gzip_of(stream(event(PROSE))))),
    "calls compressed what is not": Row(
        (Reply(raw=event(LOOK), headers="content-encoding: gzip"),), by=NONE, noted="DecodingError"
    ),
    "sends elsewhere": Row(
        (refusal("308 Permanent Redirect", "", "location: /v2/chat/completions"),), by=NONE, noted="'/v2/chat"
    ),
    "says that it is done and stays on the line": Row(
        (Reply(raw=event(LOOK, "stop"), hangs=True), Reply(raw=event(PROSE, "stop"), hangs=True))
    ),
    "ends for reasons of its own": Row(
        (stream(event(LOOK), event(finish="stop_sequence")), stream(event(PROSE), event(finish="unknown")))
    ),
    "says null in letters": Row((stream(event(LOOK, "null"), event(finish="null")), PROSE)),
    "ends at once, for length": Row((stream(event(finish="length")),) * 2, by=NONE, noted="OutcomeUnreadable"),
    "calls a tool": Row(
        (choices({"delta": {"tool_calls": [{"function": {"arguments": LOOK}}]}, "finish_reason": "tool_calls"}), PROSE),
        by=TOLD, noted="OutcomeUnreadable",
    ),
    "reasons in many fields": Row(
        (choices({"delta": {"reasoning": "Hm.", "reasoning_details": [{"text": "Hm."}], "content": LOOK}}), PROSE)
    ),
    "reasons in other types": Row(
        (choices({"delta": {"reasoning": True, "reasoning_content": {"text": "Hm."}, "content": LOOK}}), PROSE)
    ),
    "takes its answer for a thought": Row((stream(event(reasoning_content=LOOK), event(finish="stop")), PROSE)),
    "takes its telling for a thought": Row(
        (LOOK, stream(event(reasoning_content=PROSE), event(finish="stop"))), by=RULED, noted="taken for a thought"
    ),
    "never closes its thought": Row((f"<think>{LOOK}", PROSE)),
    "thinks in channels": Row((harmony(LOOK), harmony(PROSE))),
    "thinks in channels without their marks": Row(
        (f"analysis{ALOUD}assistantfinal{LOOK}", f"analysis{ALOUD}assistantfinal{PROSE}")
    ),
    "thinks between other marks": Row(
        (f"[THINK]{ALOUD}[/THINK]{LOOK}", f"<|START_THINKING|>{ALOUD}<|END_THINKING|><|START_RESPONSE|>{PROSE}")
    ),
    "sends thoughts among the parts": Row(
        (LOOK, message([{"type": "reasoning", "text": ALOUD}, {"type": "text", "text": PROSE}]))
    ),
    "sends a role and nothing else": Row(
        (choices({"delta": {"role": "assistant"}}, {"delta": None}, {"delta": {"content": LOOK}}), PROSE)
    ),
    "sends each piece twice": Row((twice(LOOK), twice(PROSE))),
    "sends all of it again at the end": Row((LOOK, stream(*map(event, (PROSE[:9], PROSE[9:], PROSE))))),
    "gives two answers at once": Row((two_answers(LOOK), two_answers(PROSE))),
    "sends lists and strings": Row((stream(event(LOOK), b"data: []\n\n", b'data: "[DONE]"\n\n', done=False), PROSE)),
    "writes NaN": Row((f'{LOOK[:-1]}, "confidence": NaN}}', PROSE), noted="confidence"),
    "wraps its JSON in a string": Row((json.dumps(LOOK), PROSE), noted="mended"),
    "refuses the schema in an answer": Row(
        (stream(data(error={"code": 400, "message": "json_schema?"})), LOOK, PROSE), noted="not as schema"
    ),
    "is busy in an answer": Row(
        (stream(data(error={"code": "rate_limit", "status": 429, "message": "slow"})), LOOK, PROSE), settings=PATIENT
    ),
    "reports its error as an answer": Row(
        (Reply(raw=b'{"object": "error", "message": "melted \\u0000 \\ud83d", "code": 403}', headers=JSON),),
        by=NONE, noted="melted",
    ),
    "writes what no text has": Row(
        (outcome({"op": "look"}, suggestions=["go \0 \x1b[31m"]), stream(event("Frost \ud83d"), event("\ude00 \x1b.")))
    ),
    "greets as a web server": Row(
        (Reply(raw=b"<!DOCTYPE html><html>Welcome to nginx</html>", headers="content-type: text/html"),), by=NONE
    ),
    "answers without a body": Row((Reply(status="204 No Content", raw=b""),), by=NONE, noted="204"),
    "writes Python": Row((repr(json.loads(LOOK)), PROSE), noted="mended"),
    "writes JavaScript": Row((LOOK.replace('"op"', "op").replace("{", "{ // so\n", 1), PROSE), noted="mended"),
    "writes quotes of a book": Row((LOOK.replace('"', "“"), PROSE), noted="mended"),
    "writes wide punctuation": Row((LOOK.replace(":", "：").replace(",", "，"), PROSE), noted="mended"),
    "escapes for a page": Row((LOOK.replace('"', "&quot;"), PROSE)),
    "escapes for a string": Row((LOOK.replace('"', '\\"'), PROSE)),
    "writes spaces that nobody sees": Row((LOOK.replace("look", "lo\u200bok"), PROSE)),
    "breaks lines in strings": Row(
        (outcome({"op": "look"}, {"op": "express", "how": "gesture", "what": "a@b"}).replace("@", "\n"), PROSE),
        noted="mended",
    ),
    "calls by a tag": Row(
        (f'<tool_call>{{"name": "outcome", "arguments": {LOOK}}}</tool_call>', PROSE), noted="mended"
    ),
    "gives arguments as a string": Row((json.dumps({"name": "outcome", "arguments": LOOK}), PROSE), noted="mended"),
    "wraps its JSON in a list": Row((f"[{LOOK}]", PROSE), noted="mended"),
    "writes one change without a list": Row((outcome_with(changes=LOOKED[0]), PROSE)),
    "writes changes as words": Row((outcome_with(changes=["look"]), PROSE)),
    "writes changes by their names": Row((outcome_with(changes=[{"Look": {}}]), PROSE)),
    "calls an operation by its type": Row((outcome_with(changes=[{"type": "Look"}]), PROSE)),
    "writes intents as words": Row((outcome_with(intents=["look around"]), PROSE)),
    "writes its keys large": Row((json.dumps({key.upper(): one for key, one in json.loads(LOOK).items()}), PROSE)),
    "says none in words": Row((outcome_with(check="none", unclear=False, otherwise=None), PROSE)),
    "makes an empty check": Row((outcome_with(check={}), PROSE)),
    "thinks after its answer": Row((f"{LOOK}<think>{ALOUD}</think>", f"{PROSE}<think>{ALOUD}</think>\n")),
    "reflects in a tag of its own": Row(
        (f"<reflection>{ALOUD}</reflection>{LOOK}", f"<reflection>{ALOUD}</reflection>\n{PROSE}")
    ),
    "offers to change it": Row((LOOK, f"{PROSE}\n\nLet me know if you'd like changes!", AFTER), noted="critic"),
    "tells its operations": Row((LOOK, f"{PROSE}\n\n(op: look)", AFTER), noted="critic"),
    "splits a line of data": Row(
        (Reply(raw=b'data: {"choices":\ndata: [{"delta": {"content": ' + json.dumps(LOOK).encode() + b"}}]}\n\n"
               b"data:[DONE]\n\n"), PROSE)
    ),
    "begins without a choice": Row((stream(data(choices=[], prompt_filter_results=[{}]), event(LOOK)), PROSE)),
    "leaves out the empty lines": Row((without_gaps(LOOK), without_gaps(PROSE))),
    "nests its events without end": Row((stream(b'data: {"choices": ' + b"[" * 200_000 + b"\n\n"),), by=NONE),
    "nests its answer without end": Row((Reply(raw=b'{"choices": ' + b"[" * 200_000, headers=JSON),), by=NONE),
    "has choices of another kind": Row((stream(data(choices=["x", 7]), event(LOOK)), PROSE)),
    "sends strings for parts": Row((message([LOOK]), message([PROSE]))),
    "thinks in one channel": Row(
        (f"<|channel>thought\n{ALOUD}<channel|>{LOOK}", f"<|channel>thought\n{ALOUD}\n<channel|>{PROSE}")
    ),
    "thinks between escaped marks": Row(
        (f"&lt;think&gt;{ALOUD}&lt;/think&gt;{LOOK}", f"&lt;think&gt;{ALOUD}&lt;/think&gt;{PROSE}")
    ),
    "writes Gemma's roles": Row((LOOK, f"{PROSE}<end_of_turn>\n<start_of_turn>user\nI win.<end_of_turn>")),
    "writes an end in brackets": Row((LOOK, f"{PROSE}<eos>I win.")),
    "labels its telling": Row((LOOK, f"[Narration] {PROSE}")),
    "asks whether to go on": Row((LOOK, f"{PROSE}\n\nWould you like me to continue?", AFTER), noted="critic"),
    "hangs before the ruling": Row(
        (Reply(hangs=True),), by=NONE, noted="DeadlineExceeded", again=None, settings={"adjudicate_s": 0.3}
    ),
}  # fmt: skip


def shown_by(record: TurnRecord) -> str:
    """All that the player reads of the turn, notices too."""
    return "\n".join(span.text for span in record.spans)


@pytest.mark.parametrize("way", TABLE)
async def test_the_player_sees_nothing_but_the_story(way: str, caplog: pytest.LogCaptureFixture) -> None:
    row = TABLE[way]
    async with playing(*row.replies, LOOK, PROSE, **row.settings) as stage:
        record = await stage.play()
        assert told_text(record)
        assert record_json(record), "Postgres can keep it"
        assert not MACHINERY.search(shown_by(record)), shown_by(record)
        assert record.ruling.happenings[0].kind == "looked"
        assert by(record) == row.by, steps(record)
        assert row.noted in steps(record)
        assert sum(span.kind in OUTSIDE_STORY for span in record.spans) <= 1
        await _and_the_next_turn(stage, row)
    assert "sk-very-secret-key" not in caplog.text + record.model_dump_json()


async def _and_the_next_turn(stage: Stage, row: Row) -> None:
    """The story goes on, and its prompt holds nothing of what went wrong."""
    asked = len(stage.server.bodies)
    record = await stage.play("look again")
    assert not MACHINERY.search(shown_by(record))
    if row.again is None:
        assert len(stage.server.bodies) == asked, "it is left alone"
        return
    assert by(record) == row.again, steps(record)
    for said in stage.server.messages(asked)[1:]:
        text = said["content"]
        assert "think" not in text
        assert "CUDA" not in text
        assert not re.search(r"[<>‹›]|I win", text if said["role"] == "assistant" else "")


async def test_what_is_refused_of_roles_is_told_to_the_user_from_then_on() -> None:
    async with playing(*TABLE["knows no system's messages"].replies, LOOK, PROSE) as stage:
        await stage.play()
        await stage.play("look again")
        assert len(stage.server.bodies) == 5, "it is asked with a system's message once"
        for number, body in enumerate(stage.server.bodies):
            roles = [said["role"] for said in body["messages"]]
            assert (roles[0] == "system") is (number == 0)
            assert all(one != other for one, other in pairwise(roles))
        assert stage.server.messages(1)[0]["content"].startswith(stage.server.messages(0)[0]["content"])


def test_the_table_is_long_enough() -> None:
    assert len(TABLE) >= 25
