"""What the referee does with the operations on people: gifts, talk and companions. Pure."""

from __future__ import annotations

import re

from gamemaster.rules import proposal as ops
from gamemaster.rules.draft import Draft
from gamemaster.rules.health import witness
from gamemaster.rules.operations.actions import line_fits
from gamemaster.rules.operations.effects import apply_effects
from gamemaster.rules.operations.scene_changes import wake
from gamemaster.rules.relationships import promise, settle
from gamemaster.rules.state import CALLED, MATTER, ORDINARY, PUT, TALKED
from worlds.per_world import per_world
from worlds.schema import PLAYER, Effects, Line, Topic, WrittenAnswer

_TELLING = 3  # letters of a word that names something
EXCHANGE_MINUTES = 1  # of a word that leads to no talk: a nod, a refusal, something said already


def is_present(draft: Draft, op: ops.Operation, who: str) -> bool:
    """Whether a character is here and alive; rejects the operation otherwise."""
    person = draft.state.characters.get(who)
    if person is None:
        draft.reject(op, "no_such_person", f"There is nobody {who!r} in this world.")
    elif person.place != draft.state.place:
        draft.reject(op, "who_not_here", f"{draft.name(who)} is not here.")
    elif not person.alive:
        draft.reject(op, "dead", f"{draft.name(who)} is dead.")
    else:
        return True
    return False


def give(draft: Draft, op: ops.Give) -> None:
    if draft.state.items.get(op.item) != PLAYER:
        return draft.reject(op, "dont_have", f"You do not have {draft.name(op.item)}.")
    draft.focus(op.item)  # whoever cannot be given it: "it" is what one still has
    if not is_present(draft, op, op.to):
        return None
    if draft.state.characters[op.to].disposition < 0:
        return draft.reject(op, "refused_gift", f"{draft.name(op.to)} will not take it from you.")
    draft.focus(op.to)
    draft.takes(draft.minutes_for("give"))
    draft.put_item(op.item, op.to)
    draft.happen("gave", who=op.to, what=op.item)
    draft.changed.append(f"You no longer have {draft.name(op.item)}.")
    return None if op.lent else witness(draft, "kindness", op.to)


def greet(draft: Draft, op: ops.Greet) -> None:
    if not is_present(draft, op, op.who):
        return
    person = draft.world.characters[op.who]
    _address(draft, op.who)
    lines, key = (person.farewell, "farewell") if op.parting else (person.greeting, "greeting")
    if _speak(draft, op.who, lines, f"{op.who}.{key}"):
        draft.takes(draft.minutes_for("talk"))
    else:
        draft.happen("parted" if op.parting else "greeted_again", who=op.who)


def discuss(draft: Draft, op: ops.Discuss) -> None:
    if not is_present(draft, op, op.who):
        return
    person = draft.world.characters[op.who]
    _address(draft, op.who)
    if (written := person.answers.get(op.topic)) is not None:
        return _reply(draft, op.who, written)
    topic = person.topics.get(op.topic)
    draft.state.focus[MATTER] = topic.names[0] if topic is not None else op.topic
    if topic is None or not draft.holds(topic.when, f"{op.who}.{op.topic}"):
        closed = topic is not None and _put_off(draft, op.who, topic)
        if not closed and not _speak(draft, op.who, person.unknown, f"{op.who}.unknown"):
            draft.happen("unknown_topic", who=op.who, what=op.topic)
        return
    key = f"{op.who}.{op.topic}"
    if _speak(draft, op.who, topic.lines, key, next_line(draft, op.who, topic.lines, key, op.asks, op.line)):
        draft.takes(draft.minutes_for("ask"))
    else:
        fits_now = any(line_fits(draft, op.who, line, "") for line in topic.lines)
        draft.happen("said_again" if fits_now else "unwilling", who=op.who, what=op.topic)


def _reply(draft: Draft, who: str, written: WrittenAnswer) -> None:
    """The next line to a question that was foreseen; once all are said, they have said it."""
    key = f"{who}.{written.id}"
    if draft.holds(written.when, key) and _speak(draft, who, written.lines, key):
        draft.takes(draft.minutes_for("ask"))
    else:
        draft.happen("said_again", who=who, what=written.id)


def _put_off(draft: Draft, who: str, topic: Topic) -> bool:
    """What is said of a topic that they do not speak of yet; the last of it as often as it is asked."""
    key = f"{who}.{topic.id}.else"
    if _speak(draft, who, topic.else_, key):
        return True
    again = [
        n for n, line in enumerate(topic.else_) if not line.once and line_fits(draft, who, line, f"{key}.{n}")
    ]
    return bool(again) and _speak(draft, who, topic.else_, key, again[-1])


def answer(draft: Draft, op: ops.Answer) -> None:
    """Somebody answers in their own words. A fact that comes with it is learned if it is theirs to tell."""
    if not is_present(draft, op, op.who):
        return None
    if op.fact is not None and op.fact not in draft.world.characters[op.who].knows:
        return draft.reject(op, "not_theirs", f"{draft.name(op.who)} does not know {op.fact!r}.", told=False)
    _address(draft, op.who)
    if op.matter:
        draft.state.focus[MATTER] = op.matter
    if op.called:
        draft.state.focus[CALLED] = op.called
    if op.put:
        put_to(draft, op.who, op.put)
    if op.ordinary:
        draft.state.focus[ORDINARY] = op.ordinary
    draft.happen("answered", op.texts, who=op.who, what=op.matter or None, source=op.source)
    if op.fact is not None:
        apply_effects(draft, Effects(learn=(op.fact,)))
    return None


def put_to(draft: Draft, who: str, deed: str) -> None:
    """Keep in mind what somebody was asked to do and did not do there and then."""
    draft.state.focus[PUT] = f"{draft.state.turn}\n{who}\n{deed}"


def recollect(draft: Draft, op: ops.Recollect) -> None:
    """Somebody says what came to their mind when they were asked."""
    if not is_present(draft, op, op.who):
        return
    _address(draft, op.who)
    draft.takes(draft.minutes_for("ask"))
    draft.happen("recollected", (op.text,), who=op.who, what=op.memory)


def make_promise(draft: Draft, op: ops.MakePromise) -> None:
    """A word given between the player and somebody present, or between two who are present."""
    for who in (op.by, op.to):
        if who != PLAYER and not is_present(draft, op, who):
            return None
    if op.by == op.to:
        return draft.reject(op, "oneself", "Nobody promises anything to themselves.")
    if op.item is not None and op.item not in draft.world.items:
        return draft.reject(op, "no_such_thing", f"There is no item {op.item!r} in this world.")
    name = (
        _as_declared(draft, op)
        or f"turn_{draft.state.turn}_{sum(one.turn == draft.state.turn for one in draft.state.promises.values())}"
    )
    if not promise(draft, name, op.by, op.to, op.what.strip(), op.item):
        return draft.reject(op, "too_many_promises", "There are too many open promises to make another.")
    return None


_SMALL_WORDS = frozenset("to the a an her his their your it that of".split())


def _as_declared(draft: Draft, op: ops.MakePromise) -> str | None:
    """The promise that the world declares in just these words between just these two: it is that one."""
    for name, vow in draft.world.promises.items():
        if (vow.by, vow.to) == (op.by, op.to) and _bare(vow.text) == _bare(op.what):
            return name if name not in draft.state.promises else None
    return None


def _bare(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w']+", text.casefold())) - _SMALL_WORDS


def settle_promise(draft: Draft, op: ops.SettlePromise) -> None:
    found = draft.state.promises.get(op.promise)
    if found is None or found.status != "open":
        return draft.reject(op, "no_such_promise", f"There is no open promise {op.promise!r}.")
    if op.promise in draft.world.promises:
        return draft.reject(op, "worlds_promise", f"The world itself says when {op.promise!r} is kept.")
    for who in (found.by, found.to):
        if who != PLAYER and not draft.state.characters[who].alive:
            return draft.reject(op, "dead", f"{draft.name(who)} is dead.")
    settle(draft, op.promise, kept=op.kept)
    return None


def _address(draft: Draft, who: str) -> None:
    """The player speaks to somebody, whom that wakes."""
    wake(draft, who)
    draft.state.characters[who].met = True
    draft.focus(who)
    draft.state.focus[TALKED] = str(draft.state.turn)
    draft.state.focus.pop(ORDINARY, None)
    draft.takes(EXCHANGE_MINUTES)


def open_lines(draft: Draft, who: str, lines: tuple[Line, ...], key: str) -> list[int]:
    """The lines that hold and were not said yet."""
    return [
        number
        for number, line in enumerate(lines)
        if f"{key}.{number}" not in draft.state.lines and line_fits(draft, who, line, f"{key}.{number}")
    ]


def next_line(
    draft: Draft,
    who: str,
    lines: tuple[Line, ...],
    key: str,
    asks: str | None = None,
    wanted: int | None = None,
) -> int | None:
    """The line that is said next: the one that is `wanted`, one for the kind of question, else the first."""
    fitting = open_lines(draft, who, lines, key)
    if wanted in fitting:
        return wanted
    return next((number for number in fitting if asks in lines[number].answers), next(iter(fitting), None))


def _speak(draft: Draft, who: str, lines: tuple[Line, ...], key: str, number: int | None = None) -> bool:
    """A line is spoken, with its effects: this one, or the next. Returns whether there was one."""
    number = next_line(draft, who, lines, key) if number is None else number
    if number is None:
        return False
    line = lines[number]
    draft.state.lines[f"{key}.{number}"] = draft.state.turn
    draft.happen("said", line.text, who=who, what=key, lie="yes" if line.lie else "no")
    apply_effects(draft, line.effects, target=who)
    return True


def speak_withheld(draft: Draft, who: str, about: str = "", *, anything: bool = False) -> bool:
    """Somebody who was won over says what they held back for want of liking the player: of what was asked, if anything.

    Only what they would speak of now at all, and never a lie; with `anything`, else whatever they have not said yet.
    Returns whether there was such a line.
    """
    asked = about.casefold()
    topics = draft.world.characters[who].topics.values()
    found = withheld_line(draft, who, about if any(_is_named(t, asked) for t in topics) else "")
    if found is None and anything:
        last = draft.state.focus.get(MATTER, "")
        untold = (withheld_line(draft, who, name) for name in (last, *(t.id for t in topics)) if name)
        found = next((line for line in untold if line is not None), None)
    if found is None:
        return False
    topic, number = found
    line = draft.world.characters[who].topics[topic].lines[number]
    draft.state.lines[f"{who}.{topic}.{number}"] = 1
    draft.happen("said", line.text, who=who, what=f"{who}.{topic}", lie="no")
    apply_effects(draft, line.effects, target=who)
    return True


def withheld_line(draft: Draft, who: str, about: str = "") -> tuple[str, int] | None:
    """The topic and the number of what somebody holds back: of what was asked, or of anything if nothing was."""
    asked = about.casefold()
    topics = draft.world.characters[who].topics
    named = [t for t in topics.values() if _is_named(t, asked)]
    for topic in named if asked else topics.values():
        if not draft.holds(topic.when, f"{who}.{topic.id}"):
            continue
        for number, line in enumerate(topic.lines):
            key = f"{who}.{topic.id}.{number}"
            withheld = named or line.disposition is not None
            if key in draft.state.lines or line.lie or not withheld or not draft.holds(line.when, key):
                continue
            return topic.id, number
    return None


def _is_named(topic: Topic, asked: str) -> bool:
    if not asked or topic.id == "self":
        return False
    # "Up to" is part of many requests, and names a topic only to somebody who says nothing else.
    if topic.id == asked:
        return True
    names = (name for name in _telling_names(topic) if name in asked)
    return any(re.search(rf"\b{re.escape(name)}\b", asked) for name in names)


@per_world
def _telling_names(topic: Topic) -> tuple[str, ...]:
    return tuple(
        name.casefold() for name in topic.names if any(len(word) >= _TELLING for word in name.split())
    )


def say_farewell(draft: Draft) -> None:
    """Whoever the player talked with last, and now walks away from, may have a word for the road."""
    who = draft.state.focus.get("who", "")
    if who in draft.state.present():
        person = draft.state.characters[who]
        if person.met and not person.following:
            _speak(draft, who, draft.world.characters[who].farewell, f"{who}.farewell")


def dismiss(draft: Draft, op: ops.Dismiss) -> None:
    if not is_present(draft, op, op.who):
        return None
    if not draft.state.characters[op.who].following:
        return draft.reject(op, "not_following", f"{draft.name(op.who)} does not follow you.")
    apply_effects(draft, Effects(leave=(op.who,)))
    draft.happen("dismissed", who=op.who)
    return None
