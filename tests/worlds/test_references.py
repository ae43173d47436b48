"""Everything that is referred to exists and is of the right kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from worlds.problems import WorldError

Check = Callable[[str], list[WorldError]]


def rule(body: str) -> str:
    return "rules:\n  r: {verbs: look, " + body + "}\n"


def beat(body: str) -> str:
    return "beats:\n  b: {when: {turn: 1}, text: x, " + body + "}\n"


def when(body: str) -> str:
    return "beats:\n  b: {text: x, when: {" + body + "}}\n"


@pytest.mark.parametrize(
    ("more", "message", "hint"),
    [
        ("locations:\n  pier: {name: P, description: x, exits: [{to: qauy}]}", "no location `qauy`", "`quay`?"),
        ("items:\n  axe: {name: a, description: x, at: mat}", "no location or character `mat`", "`mate`"),
        ("items:\n  axe: {name: a, description: x, at: quay, owner: mat}", "no character `mat`", "`mate`"),
        ("items:\n  axe: {name: a, description: x, at: quay, bonus: {nerves: 1}}", "no skill `nerves`", "`nerve`"),
        ("items:\n  axe: {name: a, description: x, at: quay, actions: {brek: {}}}", "no verb `brek`", "`break`"),
        ("lore:\n  l: {keys: x, text: x, fact: leek}", "no fact `leek`", "`leak`"),
        (rule("on: ropes"), "`ropes`", "`rope`"),
        (rule("with: cords"), "no item or tag `cords`", "`cord`"),
        (rule("at: bot"), "no location `bot`", "`boat`"),
        (rule("on: mate, text: '@mat: x'"), "no character or threat `mat` to speak", "`mate`"),
        (rule("on: mate, text: '@mate x'"), "`@mate` begins a line without a `:`", "@hild:"),
        (rule("check: {skill: nerv, difficulty: 12}"), "no skill `nerv`", "`nerve`"),
        ("rules:\n  r: {verbs: lock picking}", "no verb `lock picking`", ""),
        (beat("effects: {learn: leek}"), "no fact `leek`", "`leak`"),
        (beat("effects: {give: rop}"), "no item `rop`", "`rope`"),
        (beat("effects: {put: {rope: botar}}"), "no location or character `botar`", "`boat`"),
        (beat("effects: {put: {quay: boat}}"), "no item `quay`: that is a location", ""),
        (beat("effects: {go: nowhere}"), "no location `nowhere`", ""),
        (beat("effects: {send: {mate: player}}"), "no location `player`", ""),
        (beat("effects: {feel: {mote: 1}}"), "no character `mote`", "`mate`"),
        (beat("effects: {feel: {target: 1}}"), "no character `target`", ""),
        (beat("effects: {harm: {playr: 1}}"), "no character `playr`", "`player`"),
        (beat("effects: {need: {colt: 1}}"), "no need `colt`", "`cold`"),
        (beat("effects: {drive: {shark: quay}}"), "no threat `shark`", ""),
        (beat("effects: {start: crake}"), "no beat `crake`", "`creak`"),
        (beat("effects: {end: drownd}"), "no ending `drownd`", "`drowned`"),
        (when("at: rope"), "no location `rope`: that is an item", "there are: boat, quay"),
        (when("has: [rope, ropes]"), "no item `ropes`", "`rope`"),
        (when("here: mat"), "no character `mat`", "`mate`"),
        (when("where: {mate: [boat, kwai]}"), "no location `kwai`", ""),
        (when("noticed: bolard"), "no feature `bolard`", "`bollard`"),
        (when("done: crek"), "no beat `crek`", "`creak`"),
        (when("did: hide, to: botar"), "`botar`", "`boat`"),
        (when("any: [{has: rop}]"), "no item `rop`", "`rope`"),
        (when("not: {at: bot}"), "no location `bot`", "`boat`"),
        ("messages: {taken: '{thign} taken'}", "no placeholder {thign}", "{thing}"),
        ("messages: {waited: '{thing}'}", "no placeholder {thing}", "takes no placeholder"),
        ("verbs: {hoist: {synonyms: haul}}\nrules:\n  r: {verbs: haul}", "`haul` is a synonym", "`hoist`"),
        ("items:\n  mate: {name: m, description: x}", "has the identifier of item `mate`", "share"),
        ("items:\n  bollard: {name: m, description: x}", "has the identifier of item `bollard`", "share"),
        ("items:\n  player: {name: m, description: x}", "has a meaning of its own", "choose another"),
    ],
)  # fmt: skip
def test_a_wrong_reference(check: Check, more: str, message: str, hint: str) -> None:
    (error,) = (error for error in check(more) if error.severity == "fault")
    assert message in error.message
    assert hint in error.hint


@pytest.mark.parametrize(
    "more",
    [
        rule("on: bollard"),
        rule("on: [anyone, anything], with: cord, at: anywhere"),
        rule(
            "on: [boat, mate, rope, cord], effects: {put: {item: target}, feel: {target: -1}, kill: target}"
        ),
        "items:\n  axe: {name: a, description: x, at: player, actions: {give: {effects: {lose: item}}}}",
        beat("effects: {harm: {player: 1}, put: {rope: player}, send: {mate: nowhere}}"),
        when("item_at: {rope: nowhere}, to: [player, bollard], did: [look, hide]"),
        "verbs: {hoist: {synonyms: haul}}\nrules:\n  r: {verbs: [hoist, look]}",
        "messages: {gave: 'You give {who} {thing}.'}",
        "facts: {f: {text: '@nobody: facts do not speak'}}",
    ],
)
def test_a_right_reference(check: Check, more: str) -> None:
    assert [str(error) for error in check(more) if error.severity == "fault"] == []


def test_free_words_are_only_warned_of(check: Check) -> None:
    errors = check(
        when("witnessed: {who: mate, what: thieft}") + "needs:\n  wet: {name: wet, relief: {oilskin: -1}}\n"
        "messages: {takn: x}\n"
    )
    assert {error.severity for error in errors} == {"warning"}
    assert ["`thieft`" in errors[0].message, errors[0].hint] == [True, "did you mean `theft`?"]
    assert "no tag `oilskin`" in errors[1].message
    assert errors[2].hint == "did you mean `taken`?"


def test_what_refers_to_a_misshapen_part_is_not_at_fault(check: Check) -> None:
    (error,) = check("items:\n  axe: {name: 3, description: x}\n" + when("has: axe"))
    assert error.line == 2
