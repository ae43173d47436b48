"""What has been read of one input so far: the state that the parser's steps share. Pure."""

from __future__ import annotations

from dataclasses import replace

from gamemaster.language.clause_reader import ClauseReader
from gamemaster.language.clauses.clause_starts import Stretch
from gamemaster.language.clauses.durations import duration_of, length_named
from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.outcomes import with_purpose_apart, with_wait_kept_short
from gamemaster.language.doubt import certainty
from gamemaster.language.english import Forms, Words
from gamemaster.language.looking_elsewhere import is_sought_elsewhere
from gamemaster.language.names.normalization import SPEECH, stem
from gamemaster.language.names.noun_index import Scope, resolve
from gamemaster.language.names.noun_phrases import Unclear, leading_person
from gamemaster.language.names.pronouns import refocus
from gamemaster.language.plain_orders import RESTS
from gamemaster.language.reading import Clause, HeldBack, Role
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.language.talk.addressee import hearers_in, is_animal, last_partner
from gamemaster.language.talk.questions.questions_put import ask, listener
from gamemaster.language.talk.remarks import SPEAKING
from gamemaster.language.walks.part_walks import stops_short
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import exits, is_open, route
from worlds.rules import all_rules
from worlds.schema import Rule, World
from worlds.verbs import PERCEIVE

_FORMS = Forms(__name__)
_WORDS = Words(__name__)
WALKING = frozenset({"go", "climb", "flee", "sneak"})
FRAGMENT_WORDS = 4  # words at most of a sentence without a verb
NAME_WORDS = 3  # of a thing that is mentioned
NAMED_FIT = 90  # fit of a name from which on it is one


def _as_long_as(intent: Intent, words: list[str]) -> int | None:
    """How long a deed is said to last; nobody listens "for a bit" for ten minutes."""
    lasts = length_named(words)
    vague = words[-2:] in (["a", "bit"], ["a", "while"], ["a", "moment"], ["little", "while"])
    vague = vague or any(words[n : n + 3] in _FOR_A_BIT for n in range(len(words)))
    return min(lasts, A_BIT) if lasts and vague and intent.verb in _WORDS["brief"] else lasts


_FOR_A_BIT = [["for", "a", "bit"], ["for", "a", "while"], ["for", "a", "moment"]]
A_BIT = 3  # minutes: nobody listens "for a bit" for ten


class ParseState:
    """What has been read of one input so far, and what its pronouns stand for."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        scope.talking = scope.talking or last_partner(scope.state) in scope.people
        self.clause_reader = ClauseReader(scope)
        self.start = scope.state.place
        self.met = frozenset(scope.people)  # who is there
        self.quoted: list[list[str]] = []  # what was said in quotation marks and waits for more of it
        self.gesture = False
        self.for_gm = False  # whether the player says that what they ask is put to the Game Master
        self.hailed = False  # whether the piece called for attention: "wait, don't come"
        self.narrated = False  # whether the input tells in sentences what the player does
        self.pointed_at = False  # whether "it" is what was pointed at in words, and is no thing of the world
        self.in_passing = False  # whether what is read is done on the walk before it: "touch both as I pass"
        self.length = 0  # of the input, in words
        self.staked = False  # whether a side of a coin is named anywhere
        self.told_as_past = False  # whether speech was reported in the past tense, and nothing is done now
        self.said_back: tuple[str, list[str]] | None = None  # somebody's words said back before a question
        self.unread = ""
        self.intents: list[Intent] = []
        self.problem: Unclear | None = None
        self.failed = ""  # the clause of that problem, where nothing of it was understood
        self.missed_since = False  # whether a clause was not followed since the last that was
        self.unfollowed: list[str] = []  # each clause of which nothing was understood
        self.clauses: list[Clause] = []
        self.doubtful: list[Stretch] = []
        self.sure: list[float] = []  # of each of the intents
        self.group: tuple[str, ...] = ()  # several things that one order named: what "them" means next
        self.sought: Intent | None = None  # the search for what is not here
        self.on_hold: tuple[Intent, float, str] | None = None  # the walk on which one stops; where it ends
        self.held_back: HeldBack | None = None  # what hangs on a condition
        self.confidence = 1.0  # certainty of the stretch that is being read
        self.respelt: frozenset[str] = frozenset()

    def partner(self) -> str | None:
        """Whom the player speaks with: in this turn, or a turn or two ago."""
        speaking = [intent for intent in self.intents if intent.verb in SPEAKING and intent.objects]
        partner = speaking[-1].objects[0] if speaking else last_partner(self.scope.state)
        return partner if partner in self.scope.people else None

    def told_of_hearer(self, words: str) -> str:
        """A player's words to whoever hears them as they are told of that one: "squat beside you" is beside him."""
        who = self.partner() or next(iter(self.partners()), None)
        if who is None:
            return words
        pronoun = self.scope.world.characters[who].pronoun
        them, their = {"he": ("him", "his"), "she": ("her", "her")}.get(pronoun, ("them", "their"))
        return _FORMS["you"].sub(lambda found: their if found[0] == "your" else them, words)

    def partners(self) -> list[str]:
        """Those here who hear and may answer."""
        return hearers_in(self.scope)

    def creature_touched(self) -> str | None:
        """The animal, or the thing, that was stroked just before: "her" is that one, and nobody who looks on."""
        last = self.intents[-1] if self.intents else None
        if last is None or last.verb not in _WORDS["caressing"] or len(last.objects) != 1:
            return None
        person = self.scope.world.characters.get(last.objects[0])
        return last.objects[0] if person is None or is_animal(self.scope.world, person.id) else None

    def add(self, intents: list[Intent], words: list[str], *, whole: bool = False) -> None:
        """Note intents and the clause they were read from; with `whole`, all of its words were."""
        clause = " ".join(words)[:300]
        self.missed_since = self.missed_since and not intents
        for intent in (with_wait_kept_short(self.scope, one) for one in intents):
            if intent.verb in RESTS and intent.minutes is None:
                found = duration_of(self.scope.world, self.scope.state, words)
                intent = intent.model_copy(update={"minutes": found.minutes if found else None})
            elif intent.minutes is None and intent.verb in _WORDS["lasts_as_long"]:
                intent = intent.model_copy(update={"minutes": _as_long_as(intent, words)})
            intent = with_purpose_apart(self._of_the_group(self._asked_of_company(intent, words), words))
            if (
                self.gesture
                and intent.role == "act"
                and (intent.verb in _WORDS["shown"] or words[0] in _WORDS["lifted"])
            ):
                intent = intent.model_copy(update={"role": "emote"})
            if self._is_felt_for(intent):
                self.intents[-1] = self.intents[-1].model_copy(update={"objects": intent.objects})
                continue
            intent = self._with_whom_one_leads(intent, words)
            self.intents.append(intent.model_copy(update={"words": clause}))
            if self.sought is None and is_sought_elsewhere(self.scope, intent):
                self.sought = self.intents[-1]
            self.scope.talking = self.scope.talking or intent.verb in SPEAKING
            self.sure.append(
                certainty(
                    self.scope,
                    intent,
                    [] if whole and intent.verb not in RESTS else words,
                    self.confidence,
                    self.respelt,
                )
            )
            self.clause_reader.orders.last_verb = (
                intent.verb if self.clause_reader.orders.last_verb is not None else None
            )
            things = [*intent.objects, intent.recipient, intent.tool]
            named = [thing for thing in reversed(things) if thing]
            self.scope.focus = refocus(self.scope.world, self.scope.focus, named)
            if (
                intent.verb in _WORDS["at_a_door"]
                and intent.objects[:1]
                and intent.objects[0] in self.scope.world.locations
            ):
                self.scope.focus["it"] = intent.objects[0]  # "put my ear to the door and rap on it"
            if (
                several := next((one for one in named if self._is_named_as_many(one, words)), None)
            ) is not None:
                self.scope.focus["them"] = several  # "open the pilchards and give them to the cat"
            if intent.verb == "express":
                self.mention(words)
            self._walk(intent, clause)

    def _asked_of_company(self, intent: Intent, words: list[str]) -> Intent:
        """What somebody here is asked to do is no deed of the player's: "and will you come out on the ice with me?"."""
        asked = len(words) > 2 and words[0] in _WORDS["willing"] and words[1] == "you"
        handed = intent.recipient in self.scope.people  # "will you hold my torch?": it is theirs to hold
        if not asked or handed or intent.role != "act" or intent.verb in SPEAKING or not self.partners():
            return intent
        return ask(self.scope, listener(self.scope, words), words)

    def _is_named_as_many(self, thing: str, words: list[str]) -> bool:
        """Whether a thing is called by what it holds many of: a tin of pilchards as "the pilchards"."""
        if self.scope.nouns.kinds.get(thing) not in ("item", "feature"):
            return False
        many = {word for word in words if word.endswith("s") and stem(word) != word}
        return bool(many) and any(one.words[-1] in many for one in self.scope.nouns.names_of[thing])

    def _is_felt_for(self, intent: Intent) -> bool:
        """Whether it is what the hand is after that is in somebody's pocket: the theft names it."""
        last = self.intents[-1] if self.intents else None
        if last is None or last.verb != "steal" or len(last.objects) != 1:
            return False
        reaching = intent.verb in ("search", "take", "touch", "examine", "steal") and len(intent.objects) == 1
        return reaching and self.scope.state.items.get(intent.objects[0]) == last.objects[0]

    def note(self, stretch: Stretch) -> None:
        """Note a stretch as a clause of its role; what is read next is as certain as its role."""
        self.confidence = stretch.confidence
        self.clauses.append(Clause(text_of(stretch.words)[:300], stretch.role, stretch.confidence))

    def note_words(self, words: list[str], role: Role) -> None:
        """Note words as a clause, in which nothing is in doubt."""
        self.clauses.append(Clause(text_of(words)[:300], role))

    def fail(self, unclear: Unclear, clause: list[str] | None = None) -> None:
        """Note why a clause was not understood; the first reason stays, unless it was only that."""
        self.missed_since = True
        hangs_on_it = unclear.about in ("it", "them") and bool(self.unfollowed)  # on what was not here before
        if clause and not hangs_on_it:
            self.unfollowed.append(text_of(clause))
        if self.problem is None or self.problem.reason == "not_understood":
            self.problem, self.failed = unclear, text_of(clause or [])

    def mention(self, words: list[str]) -> None:
        """Whoever is named beside the deed is whom its pronouns mean: "if Ulf is here I hit him"."""
        if self.mention_person(words):
            return
        for at in range(1, len(words)):
            if words[at] in _WORDS["pronouns"] or words[at] in DETERMINERS:
                continue
            for end in range(min(len(words), at + NAME_WORDS), at, -1):
                found = resolve(self.scope, words[at:end])
                if found is not None and found.fit >= NAMED_FIT and self._is_thing_here(found.thing):
                    self.scope.focus = refocus(self.scope.world, self.scope.focus, [found.thing])
                    return

    def mention_pointed_at(self, words: list[str]) -> None:
        """What a speech points at is meant by "it" next: "what is that wet patch?", and I touch it.

        Where it is no thing of the world, "it" is none either.
        """
        at = next((n for n in range(len(words) - 1) if words[n] in _WORDS["pointing"]), None)
        if at is None or words[at + 1] in _WORDS["no_noun"] or not words[at + 1].isalpha():
            return
        phrase = words[at + 1 : at + 1 + NAME_WORDS]
        end = next(
            (n for n, word in enumerate(phrase) if word in _WORDS["no_noun"] or not word.isalpha()),
            len(phrase),
        )
        named = (resolve(self.scope, phrase[:n]) for n in range(end, 0, -1))
        found = max(filter(None, named), key=lambda one: one.fit, default=None)
        if found is not None and found.fit >= NAMED_FIT and self._is_thing_here(found.thing):
            self.scope.focus = refocus(self.scope.world, self.scope.focus, [found.thing])
        elif found is None or found.fit < NAMED_FIT:
            self.scope.focus = {k: v for k, v in self.scope.focus.items() if k not in ("it", "them")}
            self.scope.it_is_unnamed = self.pointed_at = True

    def mention_person(self, words: list[str]) -> bool:
        """Whether somebody is named in the words, who is "him" or "her" from then on."""
        for at in range(len(words)):
            who, length = leading_person(self.scope, words[at:], by_name=True)
            own = BODY.isdisjoint(words[at : at + length])  # "put a hand on his shoulder" names nobody's hand
            if who is not None and words[at] not in _WORDS["pronouns"] and own:
                self.scope.focus = refocus(self.scope.world, self.scope.focus, [who])
                return True
        return False

    def _is_thing_here(self, thing: str) -> bool:
        return self.scope.nouns.kinds[thing] in ("item", "feature") and self.scope.reach(thing)

    def _walk(self, intent: Intent, words: str) -> None:
        """What is said after a walk is read where it leads: "run up to the gallery and ring the bell".

        Whoever goes up to a door is still on this side of it: "walk up to the doors and sniff at them".
        """
        to = intent.objects[0] if intent.verb in WALKING and intent.objects else None
        if intent.role != "act" or to not in self.scope.world.locations or to == self.scope.state.place:
            return
        if stops_short(self.scope, str(to), words, near=any(way.to == to for way in self.scope.ways)):
            self.scope.focus["them"] = str(to)
            return
        if intent.recipient in self.scope.people:
            self._takes_along(str(intent.recipient))
        self._see_from(str(to), intent.tool)

    def stop_on_the_way(self, clause: list[str]) -> bool:
        """Whether a clause only goes on with the walk on which one stopped.

        A stop by what stands where a walk began comes before its end, with what is perceived there.

        "I take the stairs, stop on the sixth to feel whether it gives, and go on up."
        """
        perceives = self.scope.nouns.verbs.at_start(clause[clause[:1] == ["to"] :])[0][:1]
        if self.on_hold is not None:
            if not perceives or perceives[0] not in PERCEIVE:
                self.walk_on()
            return _FORMS["going_on"].fullmatch(" ".join(clause)) is not None
        found, last = _FORMS["stopping"].match(" ".join(clause)), self.intents[-1] if self.intents else None
        start = self.scope.focus.get("back")
        walked = last is not None and last.role == "act" and last.verb in WALKING
        if found is None or not walked or last is None or start not in self.scope.world.locations:
            return False
        named = resolve(self.scope, found["where"].split(), frozenset({"feature"}))
        if named is not None and named.thing in self.scope.world.locations[str(start)].notice:
            self.on_hold = self.intents.pop(), self.sure.pop(), self.scope.state.place
            self.scope.walk_to(str(start))
        return False

    def walk_on(self) -> None:
        """Go on with the walk after a stop on the way."""
        if self.on_hold is None:
            return
        walk, sure, end = self.on_hold
        self.on_hold = None
        self.intents.append(walk)
        self.sure.append(sure)
        self.scope.walk_to(end)

    def _takes_along(self, who: str) -> None:
        """Whoever walks with the player is there at the walk's end."""
        people = self.scope.state.characters
        along = {**people, who: people[who].model_copy(update={"following": True})}
        self.scope.state = self.scope.state.model_copy(update={"characters": along})

    def _with_whom_one_leads(self, intent: Intent, words: list[str]) -> Intent:
        """A walk with whoever was just taken by the hand: "I take his hand and we go up"."""
        last = self.intents[-1] if self.intents else None
        walks = intent.verb == "go" and intent.role == "act" and intent.recipient is None
        if not walks or last is None or last.verb != "touch" or last.objects[:1] == ():
            return intent
        who = last.objects[0]
        led = who in self.scope.people and _FORMS["by_the_hand"].search(last.words) is not None
        return intent.model_copy(update={"recipient": who}) if led else intent

    def _see_from(self, to: str, by: str | None) -> None:
        """See the scene from where a walk ends: before the first door on the way that is shut, if one is."""
        world, state = self.scope.world, self.scope.state
        start = state.model_copy(update={"place": by}) if by in world.locations else state
        if route(world, start, to, through_unknown=True) is not None:
            return self.scope.walk_to(to)
        if by in world.locations and by != state.place:
            self.scope.walk_to(str(by))
        for step in route(world, start, to, through_unknown=True, through_shut=True) or [to]:
            here = self.scope.state
            if not any(way.to == step and is_open(world, here, way) for way in exits(world, here)):
                return None
            self.scope.walk_to(step)
        return None

    def _of_the_group(self, intent: Intent, words: list[str]) -> Intent:
        """All of several things where "them" or "both" means those that were named before."""
        if (
            intent.recipient in self.group
            and words[-1] in _WORDS["one_of_them"]
            and words[-2] in _WORDS["into"]
        ):
            intent = intent.model_copy(update={"recipient": self._what_takes(intent)})
        if (
            len(intent.objects) == 1
            and intent.objects[0] in self.group
            and not _WORDS["group"].isdisjoint(words)
        ):
            intent = intent.model_copy(update={"objects": self.group})
        if len(intent.objects) > 1:
            self.group = intent.objects
        taken_back = intent.verb == "put" and intent.recipient is None and "back" in words
        if taken_back and not _WORDS["all"].isdisjoint(words):
            held = self.scope.state.held
            found = tuple(thing for thing in intent.objects if held.get(thing, 0) > 0)
            if not found:
                raise Unclear("not_understood", " ".join(words)[:80])
            intent = intent.model_copy(update={"objects": found})
        return intent

    def _what_takes(self, intent: Intent) -> str:
        """Of several things that were named together, what another thing goes into: what a rule says, else the last.

        "Take the gun and the camera, put the film in it" loads the camera.
        """
        things = frozenset(intent.objects)
        takes = [
            thing
            for thing in self.group
            for rule in all_rules(self.scope.world)
            if intent.verb in rule.verbs and _joins(self.scope.world, rule, thing, things)
        ]
        last = next((one for one in reversed(self.group) if one not in things), intent.recipient or "")
        return takes[0] if takes else last

    def take_back(self, since: int | None = None, clauses_since: int | None = None) -> None:
        """What was ordered before counts no more: "drop the lantern. no wait, don't".

        `since` and `clauses_since` say where the sentence beside it begins, of which the words count no more either.
        """
        since = len(self.intents) if since is None else since
        told = [at for at, intent in enumerate(self.intents) if intent.role != "act" and at < since]
        clauses_since = len(self.clauses) if clauses_since is None else clauses_since
        self.intents = [self.intents[at] for at in told]
        self.sure = [self.sure[at] for at in told]
        self.problem, self.unfollowed = None, []
        self.clauses = [
            replace(one, role="negation") if one.role == "act" or at >= clauses_since else one
            for at, one in enumerate(self.clauses)
        ]

    def note_what_was_missed(self) -> None:
        """What was named and is not here is the reason why the clause failed."""
        if self.scope.missed:
            self.fail(Unclear("no_such_thing", ", ".join(self.scope.missed)))
            self.scope.missed.clear()


def _joins(world: World, rule: Rule, thing: str, others: frozenset[str]) -> bool:
    """Whether a writer's rule brings a thing together with one of the others."""
    named = {*rule.on, *rule.with_}
    tags = {one: world.items[one].tags for one in (thing, *others) if one in world.items}
    alike = {one for one, kinds in tags.items() if not named.isdisjoint((one, *kinds))}
    return bool(rule.with_) and thing in alike and not others.isdisjoint(alike)


def text_of(words: list[str]) -> str:
    """Words as a player would write them: no space before a mark."""
    return " ".join(words).replace(" ,", ",").replace(SPEECH, "…")
