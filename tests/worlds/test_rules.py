"""The order in which rules are tried."""

from __future__ import annotations

from pathlib import Path

from worlds.loader import load_world
from worlds.rules import all_rules, is_inline

MORE = """\
items:
  axe: {name: axe, description: x, at: quay, take: {text: heavy}, actions: {break: {text: no, secret: true}}}
locations:
  pier:
    name: Pier
    description: x
    exits: [{to: quay}]
    notice: {nail: {name: nail, text: x, actions: {pull: {text: x}}}}
    actions: {listen: {text: x}}
rules:
  sing: {verbs: sing, text: x}
  sing_here: {verbs: sing, at: quay, text: x}
  smash: {verbs: break, on: anything, text: x}
  smash_here: {verbs: break, on: anything, at: quay, text: x}
  rope: {verbs: break, on: rope, text: x}
  rope_here: {verbs: break, on: rope, at: quay, text: x}
  cord: {verbs: break, on: cord, text: x}
"""


def test_the_most_specific_rule_is_first(quay: Path) -> None:
    (quay / "more.yaml").write_text(MORE)
    world = load_world(quay)
    rules = all_rules(world)
    assert [rule.id for rule in rules] == [
        "pier.listen", "nail.pull", "axe.break",
        "rope_here", "rope", "cord", "smash_here", "smash", "sing_here", "sing",
    ]  # fmt: skip
    by_id = {rule.id: rule for rule in rules}
    assert (by_id["axe.break"].on, by_id["axe.break"].at, by_id["axe.break"].secret) == (("axe",), (), True)
    assert (by_id["pier.listen"].on, by_id["pier.listen"].at) == (("pier",), ("pier",))
    assert by_id["nail.pull"].at == ("pier",)
    assert [is_inline(rule) for rule in rules].count(True) == 3
    assert all_rules(world) is rules


def test_each_world_has_its_own_rules(quay: Path) -> None:
    bare = load_world(quay)
    assert all_rules(bare) == ()
    (quay / "more.yaml").write_text(MORE)
    assert len(all_rules(load_world(quay))) == 10
