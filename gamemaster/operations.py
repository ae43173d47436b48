"""What the referee does with each operation of an Outcome: applied to the draft, or rejected with a reason. Pure."""

from __future__ import annotations

from gamemaster import outcome as ops
from gamemaster.clock import is_due
from gamemaster.conditions import item_visible
from gamemaster.draft import Draft
from gamemaster.effects import apply_effects
from gamemaster.performing import done_before, fits, line_fits, perform_action, react, tool_for
from gamemaster.scene import dead_here, exits, features, hidden_features, is_open, items_here
from worlds.rules import all_rules
from worlds.schema import DISPOSITION_MAX, DISPOSITION_MIN, PLAYER, Action, Effects, Exit, Feature, Line, Rule

# Verbs that take no time of the story.
TIMELESS = frozenset({"inventory", "status", "journal", "hint"})
# Minutes an act takes when neither its rule nor its world says; anything else takes `clock.turn_minutes`.
VERB_MINUTES = {
    "look": 1, "examine": 2, "search": 10, "listen": 2, "smell": 1, "touch": 1, "taste": 1, "take": 1, "drop": 1,
    "give": 2, "wait": 30, "sleep": 240, "inventory": 0, "status": 0, "journal": 0, "hint": 0,
}  # fmt: skip


def minutes_for(draft: Draft, verb: str) -> int:
    own = draft.world.verbs.get(verb)
    if own is not None and own.minutes is not None:
        return own.minutes
    return VERB_MINUTES.get(verb, draft.world.clock.turn_minutes)


def _takes(draft: Draft, minutes: int) -> None:
    draft.minutes = max(draft.minutes, minutes)


def _focus(draft: Draft, thing: str) -> None:
    """What "it", "him", "her" and "them" mean from now on."""
    person = draft.world.characters.get(thing)
    if person is None:
        item = draft.world.items.get(thing)
        draft.state.focus["them" if item is not None and item.plural else "it"] = thing
    else:
        draft.state.focus[{"she": "her", "he": "him", "they": "them", "it": "it"}[person.pronoun]] = thing
        draft.state.focus["who"] = thing


# ---- ways ----


def move(draft: Draft, op: ops.Move) -> None:
    ways = [way for way in exits(draft.world, draft.state) if way.to == op.to]
    if not ways:
        return draft.reject(op, "no_way", f"There is no way from here to {draft.name(op.to)}.")
    open_ways = [way for way in ways if is_open(draft.world, draft.state, way)]
    if not open_ways:
        return draft.reject(
            op, "blocked", f"The way to {draft.name(op.to)} is closed.", draft.words_of(ways[0].blocked)
        )
    _go(draft, open_ways[0])


def _go(draft: Draft, way: Exit) -> None:
    draft.walked += way.time
    draft.happen("went", way.text, place=way.to)
    apply_effects(draft, way.effects)
    draft.enter(way.to)


# ---- things ----


def take(draft: Draft, op: ops.Take) -> None:
    item, state = draft.world.items.get(op.item), draft.state
    if item is None:
        return draft.reject(op, "no_such_thing", f"There is no item {op.item!r} in this world.")
    where = state.items[op.item]
    if where == PLAYER:
        return draft.reject(op, "already_have", f"You already have {item.name}.")
    if where in state.characters:
        here = where in state.present()
        return draft.reject(op, "held" if here else "not_here", f"{draft.name(where)} has {item.name}.")
    if where != state.place or not item_visible(draft.world, state, op.item, draft.deeds):
        return draft.reject(op, "not_here", f"{item.name} is not here.")
    if not item.portable:
        return draft.reject(op, "cannot_take", f"{item.name} cannot be carried.", _refusal(draft, item.take))
    if len(state.carried()) >= draft.world.player.carries:
        return draft.reject(op, "too_much", f"You carry {len(state.carried())} things; that is all you can.")
    _take(draft, op)


def _refusal(draft: Draft, action: Action | None) -> tuple[str, ...]:
    return draft.words_of(action.refuse) if action is not None else ()


def _take(draft: Draft, op: ops.Take) -> None:
    item = draft.world.items[op.item]
    rule_id = f"{op.item}.take"
    if item.take is not None:
        if not draft.holds(item.take.when, rule_id):
            return draft.reject(
                op, "refused", f"{item.name} cannot be taken now.", draft.words_of(item.take.refuse)
            )
        if not done_before(rule_id, item.take, draft.state) and not perform_action(
            draft, rule_id, item.take, target=op.item, item=op.item
        ):
            return
    if draft.state.items[op.item] != PLAYER:
        draft.put_item(op.item, PLAYER)
        draft.changed.append(f"You have {item.name}.")
    told = item.take is not None and bool(item.take.text)
    draft.happen("took", what=op.item, told="yes" if told else "no")
    _focus(draft, op.item)
    _takes(draft, minutes_for(draft, "take"))
    if item.owner is not None and item.owner in draft.witnesses(item.owner):
        _seen(draft, "theft", item.owner)


def _seen(draft: Draft, what: str, target: str | None) -> None:
    for who in draft.witness(what, target):
        react(draft, who, what)


def drop(draft: Draft, op: ops.Drop) -> None:
    if draft.state.items.get(op.item) != PLAYER:
        return draft.reject(op, "dont_have", f"You do not have {draft.name(op.item)}.")
    draft.put_item(op.item, draft.state.place)
    draft.happen("dropped", what=op.item)
    draft.changed.append(f"You no longer have {draft.name(op.item)}.")
    _focus(draft, op.item)
    _takes(draft, minutes_for(draft, "drop"))


def give(draft: Draft, op: ops.Give) -> None:
    if draft.state.items.get(op.item) != PLAYER:
        return draft.reject(op, "dont_have", f"You do not have {draft.name(op.item)}.")
    if not _present(draft, op, op.to):
        return None
    _focus(draft, op.to)
    _takes(draft, minutes_for(draft, "give"))
    if draft.state.characters[op.to].disposition < 0:
        return draft.reject(op, "refused_gift", f"{draft.name(op.to)} will not take it from you.")
    draft.put_item(op.item, op.to)
    draft.happen("gave", who=op.to, what=op.item)
    draft.changed.append(f"You no longer have {draft.name(op.item)}.")
    return _seen(draft, "kindness", op.to)


def use(draft: Draft, op: ops.Use) -> None:
    rule = next((r for r in all_rules(draft.world) if r.id == op.rule), None)
    if rule is None:
        return draft.reject(op, "no_such_rule", f"There is no rule {op.rule!r} in this world.")
    item = op.item if op.item is not None else tool_for(rule, draft.world, draft.state)
    if op.target is not None and not _reachable(draft, op.target):
        return draft.reject(op, "not_here", f"{draft.name(op.target)} is not here.")
    if op.item is not None and draft.state.items.get(op.item) != PLAYER:
        return draft.reject(op, "dont_have", f"You do not have {draft.name(op.item)}.")
    if not fits(rule, draft.world, draft.state, None, op.target, item):
        return draft.reject(op, "rule_misfit", f"{op.rule!r} cannot be done so, or not here.")
    person = draft.state.characters.get(op.target or "")
    if person is not None and not person.alive and not _about_the_dead(rule, op.target or ""):
        return draft.reject(op, "dead", f"{draft.name(op.target or '')} is dead.")
    _takes(draft, rule.time if rule.time is not None else minutes_for(draft, rule.verbs[0]))
    for thing in (item, op.target):
        if thing is not None and thing not in draft.world.locations:
            _focus(draft, thing)
    if done_before(rule.id, rule, draft.state):
        draft.happen("rule_again", rule.again, what=rule.id, verb=rule.verbs[0])
        return None
    if not draft.holds(rule.when, rule.id):
        return draft.reject(op, "rule_refused", "That cannot be done now.", draft.words_of(rule.refuse))
    perform_action(draft, rule.id, rule, target=op.target, item=item)
    return None


def _about_the_dead(rule: Rule, target: str) -> bool:
    """Whether a rule is about this very person: then its own condition says whether they must be alive."""
    return target in rule.on and rule.when is not None and bool(rule.when.dead)


def _reachable(draft: Draft, thing: str) -> bool:
    world, state = draft.world, draft.state
    if thing in state.items:
        where = state.items[thing]
        return where == PLAYER or where in state.present() or thing in items_here(world, state)
    if thing in state.characters:
        return state.characters[thing].place == state.place
    if thing in state.threats:
        return state.threats[thing].place == state.place
    if thing in world.locations:
        return thing == state.place or any(way.to == thing for way in exits(world, state))
    return thing in _features(draft)


def _features(draft: Draft) -> dict[str, Feature]:
    """Features here, those too that hide: naming a thing finds it."""
    known = [*features(draft.world, draft.state), *hidden_features(draft.world, draft.state)]
    return {feature.id: feature for feature in known}


# ---- looking ----


def look(draft: Draft, op: ops.Look) -> None:
    draft.happen("looked", place=draft.state.place)
    draft.describe(first=False, looking=True)
    _takes(draft, minutes_for(draft, "look"))


def notice(draft: Draft, op: ops.Notice) -> None:
    world, state = draft.world, draft.state
    here = _features(draft)
    if op.what in here:
        _notice_feature(draft, here[op.what])
    elif op.what == state.place:
        return look(draft, ops.Look())
    elif not _reachable(draft, op.what) or op.what in world.locations:
        return draft.reject(op, "not_here", f"{draft.name(op.what)} is not here.")
    elif op.what in world.items:
        draft.happen("noticed", world.items[op.what].description, what=op.what)
        state.noticed[op.what] = state.noticed.get(op.what, 0) + 1
    elif op.what in world.threats:
        draft.happen("noticed", world.threats[op.what].description, who=op.what)
    elif op.what in dead_here(state):
        draft.happen("body", who=op.what, optional="no")
    else:
        draft.happen("noticed", world.characters[op.what].description, who=op.what)
    _focus(draft, op.what)
    _takes(draft, minutes_for(draft, "examine"))
    return None


def _notice_feature(draft: Draft, feature: Feature) -> None:
    before = draft.state.noticed.get(feature.id, 0)
    again = before and feature.again
    draft.happen(
        "noticed", feature.again if again else feature.text, what=feature.id, again="yes" if before else "no"
    )
    draft.state.noticed[feature.id] = before + 1
    if not before:
        apply_effects(draft, feature.effects, target=feature.id)


def search(draft: Draft, op: ops.Search) -> None:
    found = [f for f in hidden_features(draft.world, draft.state) if f.id not in draft.state.noticed]
    before = set(items_here(draft.world, draft.state))
    draft.state.searched[draft.state.place] = draft.state.searched.get(draft.state.place, 0) + 1
    draft.happen("searched", place=draft.state.place, found=str(len(found)))
    for feature in found:
        _notice_feature(draft, feature)
    for item in items_here(draft.world, draft.state):
        if item not in before:
            draft.happen("found", draft.world.items[item].lying, what=item)
    _takes(draft, minutes_for(draft, "search"))


# ---- people ----


def _present(draft: Draft, op: ops.Operation, who: str) -> bool:
    """Whether a character is here and alive; rejects the operation otherwise."""
    person = draft.state.characters.get(who)
    if person is None:
        draft.reject(op, "no_such_person", f"There is nobody {who!r} in this world.")
    elif not person.alive:
        draft.reject(op, "dead", f"{draft.name(who)} is dead.")
    elif person.place != draft.state.place:
        draft.reject(op, "who_not_here", f"{draft.name(who)} is not here.")
    else:
        return True
    return False


def _speak(draft: Draft, who: str, lines: tuple[Line, ...], key: str) -> bool:
    """The first line that holds and was not said yet is spoken, with its effects. Returns whether there was one."""
    for number, line in enumerate(lines):
        name = f"{key}.{number}"
        if name in draft.state.lines or not line_fits(draft, who, line, name):
            continue
        draft.state.lines[name] = 1
        draft.happen("said", line.text, who=who, what=key, lie="yes" if line.lie else "no")
        apply_effects(draft, line.effects, target=who)
        return True
    return False


def greet(draft: Draft, op: ops.Greet) -> None:
    if not _present(draft, op, op.who):
        return
    draft.state.characters[op.who].met = True
    _focus(draft, op.who)
    _takes(draft, minutes_for(draft, "talk"))
    person = draft.world.characters[op.who]
    if not _speak(draft, op.who, person.greeting, f"{op.who}.greeting"):
        draft.happen("greeted_again", who=op.who)


def discuss(draft: Draft, op: ops.Discuss) -> None:
    if not _present(draft, op, op.who):
        return
    draft.state.characters[op.who].met = True
    _focus(draft, op.who)
    _takes(draft, minutes_for(draft, "ask"))
    person = draft.world.characters[op.who]
    topic = person.topics.get(op.topic)
    if topic is None or not draft.holds(topic.when, f"{op.who}.{op.topic}"):
        if not _speak(draft, op.who, person.unknown, f"{op.who}.unknown"):
            draft.happen("unknown_topic", who=op.who, what=op.topic)
    elif not _speak(draft, op.who, topic.lines, f"{op.who}.{op.topic}"):
        fits_now = any(line_fits(draft, op.who, line, "") for line in topic.lines)
        draft.happen("said_again" if fits_now else "unwilling", who=op.who, what=op.topic)


def dismiss(draft: Draft, op: ops.Dismiss) -> None:
    if not _present(draft, op, op.who):
        return None
    if not draft.state.characters[op.who].following:
        return draft.reject(op, "not_following", f"{draft.name(op.who)} does not follow you.")
    apply_effects(draft, Effects(leave=(op.who,)))
    draft.happen("dismissed", who=op.who)
    return None


def move_character(draft: Draft, op: ops.MoveCharacter) -> None:
    state, here = draft.state, draft.state.place
    person = state.characters.get(op.who)
    if person is None or op.to not in draft.world.locations:
        return draft.reject(op, "no_such_person", f"There is nobody {op.who!r}, or no place {op.to!r}.")
    if not person.alive:
        return draft.reject(op, "dead", f"{draft.name(op.who)} is dead.")
    ways = {way.to for way in exits(draft.world, state, person.place) if is_open(draft.world, state, way)}
    if here not in (person.place, op.to) or op.to not in ways:
        return draft.reject(
            op, "no_way", f"{draft.name(op.who)} cannot get from there to {draft.name(op.to)} unseen."
        )
    was, person.place = person.place, op.to
    person.following, person.stays_until = False, state.minutes + 60
    draft.happen("departed" if was == here else "arrived", who=op.who, place=op.to if was == here else was)
    return None


def change_disposition(draft: Draft, op: ops.ChangeDisposition) -> None:
    if _present(draft, op, op.who):
        draft.feel(op.who, op.by, DISPOSITION_MIN, DISPOSITION_MAX)


# ---- what a narrator may improvise ----


def set_flag(draft: Draft, op: ops.SetFlag) -> None:
    if op.flag not in draft.world.flags:
        return draft.reject(op, "closed_flag", f"The world does not let a narrator set {op.flag!r}.")
    apply_effects(draft, Effects(set=(op.flag,)) if op.value else Effects(clear=(op.flag,)))
    return None


def harm(draft: Draft, op: ops.Harm) -> None:
    if op.who == PLAYER:
        draft.hurt(PLAYER, op.amount)
        draft.happen("wounded", what="blow")
    elif _present(draft, op, op.who):
        won = bool(draft.checks) and draft.checks[-1].result in ("critical", "success", "partial")
        if not won:
            return draft.reject(op, "no_check", "Nobody else is hurt without a check that was won.")
        draft.hurt(op.who, op.amount)
        _seen(draft, "violence", op.who)
    return None


def heal(draft: Draft, op: ops.Heal) -> None:
    if op.who == PLAYER or _present(draft, op, op.who):
        draft.mend(op.who, op.amount)
        draft.happen("healed", who=None if op.who == PLAYER else op.who)


def pass_time(draft: Draft, op: ops.PassTime) -> None:
    _takes(draft, op.minutes)
    draft.sleeping = draft.sleeping or op.sleep
    draft.happen("slept" if op.sleep else "waited")


def reveal(draft: Draft, op: ops.Reveal) -> None:
    if op.fact not in draft.world.facts:
        return draft.reject(op, "no_such_fact", f"There is no fact {op.fact!r} in this world.")
    if op.fact not in tellable_facts(draft):
        return draft.reject(op, "not_tellable", f"Nobody and nothing here could tell {op.fact!r}.")
    apply_effects(draft, Effects(learn=(op.fact,)))
    return None


def tellable_facts(draft: Draft) -> set[str]:
    """Facts that those present would tell now, or that what is here shows."""
    told: set[str] = set()
    for who in draft.state.present():
        for topic in draft.world.characters[who].topics.values():
            if draft.holds(topic.when):
                lines = [line for line in topic.lines if line_fits(draft, who, line, "")]
                told.update(fact for line in lines for fact in line.effects.learn)
    for feature in _features(draft).values():
        told.update(feature.effects.learn)
    return told


def start_beat(draft: Draft, op: ops.StartBeat) -> None:
    beat = draft.world.beats.get(op.beat)
    if beat is None:
        return draft.reject(op, "no_such_beat", f"There is no beat {op.beat!r} in this world.")
    if not is_due(draft, beat):
        return draft.reject(op, "not_due", f"The beat {op.beat!r} cannot happen now.")
    draft.pending_beats.append(op.beat)
    return None


def finish_beat(draft: Draft, op: ops.FinishBeat) -> None:
    if op.beat not in draft.world.beats:
        return draft.reject(op, "no_such_beat", f"There is no beat {op.beat!r} in this world.")
    if op.beat not in draft.state.beats:
        return draft.reject(op, "not_begun", f"The beat {op.beat!r} has not begun.")
    draft.state.finished.setdefault(op.beat, draft.state.turn)
    return None


def end_story(draft: Draft, op: ops.EndStory) -> None:
    ending = draft.world.endings.get(op.ending)
    if ending is None:
        return draft.reject(op, "no_such_ending", f"There is no ending {op.ending!r} in this world.")
    if ending.id == draft.world.player.death or not draft.holds(ending.when, ending.id):
        return draft.reject(op, "not_reached", f"The ending {op.ending!r} has not been reached.")
    draft.state.ended = op.ending
    return None


def attempt(draft: Draft, op: ops.Try) -> None:
    draft.happen("tried", what=op.what, verb=op.verb, why=op.why)
    if op.what is not None and (op.what in draft.world.items or op.what in draft.world.characters):
        _focus(draft, op.what)
    _takes(draft, minutes_for(draft, op.verb))
