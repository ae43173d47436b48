"""Read one clause: a rule's phrase, an idiom, speech, a question, an order, a bare name. Pure."""

from __future__ import annotations

import re

from gamemaster.language.clauses.expressions import is_expression
from gamemaster.language.clauses.split import is_negated, is_walked, stealthy, without_condition, without_lead
from gamemaster.language.gestures.kinds import GREETING, IN_ITSELF, TO_SOMEBODY, gesture_of
from gamemaster.language.idiom_meanings import read_aim
from gamemaster.language.idiom_patterns import idioms_of
from gamemaster.language.names.anachronisms import absurd_verbs, is_absurd
from gamemaster.language.names.named_things import before_preposition, named_thing
from gamemaster.language.names.normalization import SPEECH, plain, stem, words_of
from gamemaster.language.names.noun_index import Scope, direction_of, resolve, way_in_direction
from gamemaster.language.names.noun_phrases import (
    Unclear,
    is_worn,
    leading_person,
    one_of,
    owner_of,
    parts_of,
)
from gamemaster.language.names.pronouns import refocus
from gamemaster.language.names.rule_phrases import rule_named
from gamemaster.language.order_reader import OrderReader
from gamemaster.language.orders import read_order
from gamemaster.language.placement import in_front, read_keeping, read_placement
from gamemaster.language.small_deeds import people_sought
from gamemaster.language.tables.function_words import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    QUESTION_WORDS,
    SECOND_PERSON,
)
from gamemaster.language.tables.verb_forms import is_gerund, is_past, is_third_person
from gamemaster.language.talk.addressee import hearers_in, is_animal
from gamemaster.language.talk.forces.speech_forces import force_of
from gamemaster.language.talk.last_words import followed_up
from gamemaster.language.talk.offerings import entrusted_in
from gamemaster.language.talk.questions.questions_put import ask, is_question, listener, read_question
from gamemaster.language.talk.quotations import quoted_speech, spoken_of
from gamemaster.language.talk.remarks import SPEAKING, said_to
from gamemaster.language.talk.requests import is_right_claimed, leave_claimed, oath_asked
from gamemaster.language.talk.sentences import sentences_of
from gamemaster.language.walks.errands import carried_along, errand
from gamemaster.language.walks.movement import read_heading
from gamemaster.language.walks.part_walks import is_walk_to_a_spot
from gamemaster.language.walks.unnamed_goals import walk_to_whoever
from gamemaster.language.warming import read_warming
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

MAX_CLAUSE = 220  # characters that the idioms are tried on

STAYING = frozenset("warm rest sit stay wait thaw shelter relax linger".split())
_CRYING = frozenset("shout yell scream cry call bellow holler shouts yells howl roar".split())
_ONWARD = frozenset("up down in into out back through across over to towards toward onto inside".split())
# "I think Ulf killed him" is said to whoever is there.
_SUBJECTS = frozenset("i we you he she it they who".split())
_AT_IT = frozenset("in into at on onto over against".split())
_PARTICLES = frozenset("up out down off over".split())
_WINNING_OVER = frozenset({"persuade", "convince", "beg", "urge"})
_SAYING = frozenset("say whisper mutter murmur mumble says whispers mutters murmurs mumbles think".split())
_STATING = frozenset(
    "think believe know suspect heard hear saw found met lost love hate miss remember come came was were".split()
)


def _bets_that(words: list[str]) -> bool:
    """Whether somebody is only sure of something: "I bet they are Maud's" stakes nothing."""
    return words[:2] in (["i", "bet"], ["i", "wager"]) and not AUXILIARIES.isdisjoint(words[3:5])


_BEYOND = frozenset({"through", "down", "up", "out", "across", "over", "into"})
_CALLED = 90  # fit of a name from which on it is one
_DONE_TO = 3  # words of "ruffle his hair"
_SET_PHRASE = 2  # words that a verb may have and be no set phrase: "go in"
_MAKING_BELIEVE = frozenset({"pretend", "imagine"})  # "pretend the trophy is a telephone"
_ONLY = frozenset({"just", "only", "instead"})


_OTHERS = frozenset({"he", "she", "they"})
# What is done by saying it is said to whoever is here, however loud: "I ask guest-right!"
_PERFORMS = re.compile(
    r"(?:i|we) (?:hereby |humbly |formally )?(?:ask|claim|beg|demand|swear|confess|yield|surrender|challenge|plead"
    r"|request|invoke|accuse|vow|promise|offer)\b"
)
_AT_THE_END = frozenset("please now next too again then , instead".split())


class ClauseReader:
    """Reads clauses one after another; `said` are the quotations of the input that are still to come."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.orders = OrderReader(scope)
        self.said: list[str] = []
        self.whole = False  # whether a sentence that is known as a whole was read

    def read(self, words: list[str], asked: bool) -> list[Intent]:
        """What a clause comes to; a gesture to somebody that nothing else follows is at least that."""
        try:
            return self._read(words, asked)
        except Unclear:
            if (
                asked
                or SPEECH in words
                or (made := gesture_of(self.scope, words)) is None
                or made.whom is None
            ):
                raise
            return [Intent(verb="express", role="emote", topic=" ".join(words)[:120])]

    def _read(self, words: list[str], asked: bool) -> list[Intent]:
        while len(words) > 1 and words[-1] in _AT_THE_END:
            words = words[:-1]
        if SPEECH in words:
            return [self.quotation(words)]
        if words[-2:] == ["and", "all"] and len(words) > 3:
            words = (
                words[: len(words) - 1 - words[::-1].index(",")] if "," in words else words[:-2]
            )  # "rind and all"
        if asked and self.scope.people and words[1:2] == ["of"] and words[2:3] and words[2] in QUESTION_WORDS:
            return [
                ask(self.scope, listener(self.scope, words), words)
            ]  # "order of who?" says what was said again
        if self.scope.people and (leave := leave_claimed(words)) is not None:
            return [ask(self.scope, listener(self.scope, words), leave)]
        if self.scope.people and is_right_claimed(words):
            return [ask(self.scope, listener(self.scope, words), words)]
        if is_negated(words):
            raise Unclear("not_understood", " ".join(words)[:80])
        words = in_front(without_condition(words))
        if len(words) > 2 and words[1] == "to" and self._has(words[0]):
            words = ["take", "the", *words]  # "torch to the yard" sets fire to nothing
        if "is" in words[2:] and words[words[0] == "i"] in _MAKING_BELIEVE:
            return [Intent(verb="express", role="emote", topic=" ".join(words)[:120])]
        if words[0] == "try" and words[-1] == "on" and len(words) > 2:
            words = ["put", *words[1:]]  # "try it on"
        if (warming := read_warming(self.scope, words)) is not None and not rule_named(self.scope, words):
            self.whole = True
            return [warming]
        made = gesture_of(self.scope, words) if not rule_named(self.scope, words) else None
        greets = made is not None and made.kind in GREETING and self._has_met(made.whom)
        turned = made is not None and made.kind in TO_SOMEBODY and made.whom is not None
        if made is not None and (made.kind in IN_ITSELF or greets or turned):
            return [Intent(verb="express", role="emote", topic=" ".join(words)[:120])]
        for attempt in (words, without_lead(words), _without_beneficiary(words)):
            rule, idiom = rule_named(self.scope, attempt), self.idiom(attempt)
            if rule or idiom:
                self.whole = True
                return [intent for intent in (rule or idiom,) if intent]
        if self.scope.people and len(words) > 2 and words[1] == "you" and is_question(words):
            return [ask(self.scope, listener(self.scope, words), words)]
        stated = words[0] == "i" and words[1:] and words[1] in _STATING and len(words) > 3
        stated = stated and not (words[1] in ("come", "came") and words[2] != "from")
        bets = _bets_that(words)
        stated = stated or bets
        if bets and not self.scope.people:
            return [Intent(verb="express", role="emote", topic=" ".join(words)[:120])]
        told = words[0] == "you" and words[1:] and (words[1] in AUXILIARIES | _STATING or is_past(words[1]))
        if self.scope.people and (stated or told):
            return [ask(self.scope, listener(self.scope, words), words, "tell")]
        stealth, order = stealthy(without_lead(words))
        order = without_lead(order)
        if self.scope.nouns.verbs.at_start(words)[1] > _SET_PHRASE:
            order = words  # "keep out of sight" is no going out
        if is_question(words) and (order == words or "you" in words):
            return [read_question(self.scope, words)]
        if (sought := walk_to_whoever(self.scope, order)) is not None:
            self.whole = True
            return [sought.model_copy(update={"verb": "sneak"}) if stealth and sought.verb == "go" else sought]
        if is_walk_to_a_spot(self.scope, order):
            return [Intent(verb="express", role="emote", topic=" ".join(order)[:120])]
        if (brought := self._carried_along(order, stealth)) is not None:
            return brought
        if (walk := errand(self.scope, order)) is not None:
            going, rest = walk
            self.scope.walk_to(going.objects[0])
            return [going, *self._at_the_end(rest)]
        if not self.scope.nouns.verbs.at_start(order)[0] and is_walked(self.scope, order):
            order = order[1:]
        found = self._read_form(order) or self.orders.read(order, stealth)
        if found is not None:
            return [people_sought(found, order)]
        told_back = asked and (bool(self.scope.people) or words[0] in _OTHERS)  # "she was married to him??"
        if (is_question(words) or told_back) and len(words) > 1:
            return [read_question(self.scope, words)]
        if asked and (alone := self._name_asked(words)) is not None:
            return [alone]
        return [self._no_verb(order, words)]

    def _has_met(self, who: str | None) -> bool:
        """Whether somebody has been spoken with: a wave or a bow is no first greeting then."""
        return who in self.scope.people and self.scope.state.characters[str(who)].met

    def _carried_along(self, order: list[str], stealth: bool) -> list[Intent] | None:
        """A walk on which a thing is taken along: it is taken first where it still lies here."""
        if (brought := carried_along(self.scope, order)) is None:
            return None
        thing, way = brought
        try:
            walk = self.orders.read(way, stealth)
        except Unclear:
            return None
        if walk is None or walk.verb not in ("go", "climb", "sneak") or not walk.objects:
            return None
        if walk.objects[0] not in self.scope.world.locations or walk.objects[0] == self.scope.state.place:
            return None
        lies = thing is not None and self.scope.state.items.get(thing) != PLAYER
        return [Intent(verb="take", objects=(str(thing),)), walk] if lies else [walk]

    def _has(self, word: str) -> bool:
        """Whether a word is the name of something that the player carries."""
        found = resolve(self.scope, [word], frozenset({"item"}))
        return (
            found is not None and found.fit >= _CALLED and self.scope.state.items.get(found.thing) == PLAYER
        )

    def _name_asked(self, words: list[str]) -> Intent | None:
        """A place that is only named with a question mark: "the smithy?" asks, and goes nowhere."""
        found = named_thing(self.scope, words)
        if found is None or (found.way is None and self.scope.nouns.kinds[found.thing] != "place"):
            return None
        return Intent(verb="inform", role="question", topic="where_is", objects=(found.thing,))

    def _at_the_end(self, words: list[str]) -> list[Intent]:
        """What is done where a walk leads: to stay there warm or at ease is to wait, as long as was said."""
        if words[0] in STAYING:
            return [Intent(verb="wait")]
        return self.read(words, False)

    def _read_form(self, order: list[str]) -> Intent | None:
        """An order that is told by its form rather than by its verb: laying something down, a heading."""
        return (
            read_keeping(self.scope, order)
            or read_placement(self.scope, order)
            or read_heading(self.scope, order)
        )

    def idiom(self, words: list[str]) -> Intent | None:
        given = [word for word in words if word != ","]
        text = " ".join(given)
        if len(text) > MAX_CLAUSE or SPEECH in given:
            return None
        thing = named_thing(self.scope, given[1:]) if len(given) > 1 and "my" not in given else None
        for verb, parts in idioms_of(text):
            if (
                verb in ("inventory", "status")
                and thing is not None
                and thing.fit >= 97
                and self.scope.reach(thing.thing)
            ):
                continue  # "examine the bag" where there is one
            try:
                intent = read_aim(self.scope, verb, parts)
            except Unclear as unclear:
                if verb in ("ABSURD", "NONE"):
                    raise Unclear(unclear.reason, text[:80]) from unclear
                continue
            if intent is not None and intent.verb == "dismiss" and self._is_to_be_won(words, intent):
                continue  # whoever does not follow cannot be sent away, and may be persuaded to wait
            if intent is not None:
                return intent
        return None

    def _is_to_be_won(self, words: list[str], intent: Intent) -> bool:
        """Whether somebody who follows nobody is talked into something: "persuade the captain to wait three days"."""
        people = self.scope.state.characters
        follows = any(people[who].following for who in intent.objects if who in people)
        return not follows and words[0] in _WINNING_OVER

    def speech_to(self, who: str, words: list[str]) -> Intent:
        """What is said to a person: idioms first, aimed at them."""
        self.scope.focus = refocus(self.scope.world, self.scope.focus, [who])
        if (wanted := oath_asked(words)) is not None:
            return ask(
                self.scope, who, wanted or ["do", "you", "swear", "it"]
            )  # "swear to me that you will say nothing" binds the other
        charge = entrusted_in(self.scope, who, words, named=True) if words[:1] not in _KEPT_OR_TAKEN else None
        if charge is not None:
            return charge
        idiom = self.idiom(words) if words and force_of(words) != "threaten" else None
        if idiom is not None and idiom.verb in SPEAKING:
            others = (at for at, word in enumerate(words) if word not in _SUBJECTS | {"him", "her", "them"})
            named = any(leading_person(self.scope, words[at:], by_name=True)[0] for at in others)
            return idiom if idiom.objects and named else idiom.model_copy(update={"objects": (who,)})
        return said_to(self.scope, who, words)

    def quotation(self, words: list[str]) -> Intent:
        """Words in quotation marks, and to whom they are said."""
        quoted = self.said.pop(0) if self.said else ""
        named, speech = quoted_speech(self.scope, quoted) if quoted else (None, [])
        outside = [word for word in words if word not in (SPEECH, ",")]
        who: str | None = None
        for at in range(len(outside)):
            who, _ = leading_person(self.scope, outside[at:])
            if who is not None:
                break
        if named is not None and self._is_only_spoken_of(named, quoted):
            named = None
        who = who or named or self._meant_by_pronoun(outside)
        cried = _CRYING.intersection(outside) if force_of(speech) != "threaten" else set()
        if who is None and cried and (heeding := self._thing_called_to(outside)) is not None:
            return Intent(verb="call", objects=(heeding,), topic=_words_called(quoted))
        if who is None and (told := self._told_to_a_thing(outside)):
            return Intent(verb="express", role="speech", topic=told)
        away = who is None or who not in self.scope.people
        spoken = bool(self.scope.people) and _PERFORMS.match(" ".join(speech)) is not None
        if away and cried and not spoken and not _BEYOND.isdisjoint(outside):
            return Intent(verb="call", topic=_words_called(quoted))  # "call through the door"
        if who is None and cried and not spoken and not (self.scope.people and cried == {"call"}):
            return Intent(verb="call", topic=_words_called(quoted))  # to nobody in particular
        if who is None and not self.scope.people and not _SAYING.isdisjoint(outside):
            how = [word for word in outside if word != "i"]
            told = " ".join([*how[:1], "it", *(how[1:] or ["to", "nobody", "in", "particular"])])[:120]
            return Intent(verb="express", role="speech", topic=told)  # said aloud, and for nobody's ears
        if who is None and not self.scope.people:
            return Intent(verb="call", role="speech", topic=_words_called(quoted))  # to the air
        back = followed_up(self.scope, speech, "?" in quoted) if speech else None
        if back is None and not is_question(speech):  # "Watch whose hands? He's a child!" asks first
            asked = (words for words, put in sentences_of(quoted) if put)
            back = next((one for words in asked if (one := followed_up(self.scope, words, True))), None)
        if back is not None and who in (None, back[0]):
            return ask(self.scope, *back)  # their own words, said back with a question mark
        heard = self.speech_to(who or listener(self.scope, speech, spoken_of(self.scope, speech)), speech)
        if heard.force == "threaten" and not _JESTING.isdisjoint(map(stem, outside)):
            return ask(self.scope, heard.objects[0], speech, "tell")  # "or I'll report you," with a wink
        if heard.verb == "tell" and heard.objects and not _LYING.isdisjoint(outside):
            return heard.model_copy(update={"verb": "deceive", "topic": " ".join(speech)[:110], "role": "speech"})
        asks = heard.verb == "tell" and "?" in speech
        return heard.model_copy(update={"verb": "ask"}) if asks else heard

    def _is_only_spoken_of(self, who: str, quoted: str) -> bool:
        """Whether one whom a speech names is only told of: "a thread, on the dog?", "Maud lent you a key"."""
        said = words_of(plain(quoted))
        if who not in self.scope.people and len(said) > 2 and (is_past(said[1]) or is_third_person(said[1])):
            return True  # whoever is called has a pause after their name
        able = [one for one in hearers_in(self.scope) if not is_animal(self.scope.world, one)]
        asked = "?" in quoted and SECOND_PERSON.isdisjoint(words_of(plain(quoted)))
        return asked and bool(able) and is_animal(self.scope.world, who)

    def _thing_called_to(self, outside: list[str]) -> str | None:
        """The thing here that words are called to, and that a rule on calls is about: a boat that rows off."""
        at = next((n for n in range(1, len(outside)) if outside[n] in ("to", "at", "after", "towards")), 0)
        found = resolve(self.scope, outside[at + 1 :]) if at and outside[at + 1 :] else None
        heeds = found is not None and found.fit >= _CALLED and ("call", found.thing) in self.scope.nouns.ruled
        return found.thing if found is not None and heeds and self.scope.reach(found.thing) else None

    def _told_to_a_thing(self, outside: list[str]) -> str:
        """That it was said to a thing, which answers nobody: "whisper it to the kettle"; empty where none is named."""
        at = outside.index("to") if "to" in outside[1:] else 0
        named = outside[at + 1 :]
        found = resolve(self.scope, named) if at and len(named) > 1 else None
        if found is None or found.fit < _CALLED or not self.scope.reach(found.thing):
            return ""
        if self.scope.nouns.kinds[found.thing] not in ("item", "feature"):
            return ""  # "say to the hall" means whoever is in it
        how = [word for word in outside[:at] if word != "i"]
        return " ".join([*how[:1], "it", *how[1:], *outside[at:]])[:120] if how else ""

    def _meant_by_pronoun(self, words: list[str]) -> str | None:
        """Whoever "tell him" means although they are not here: nobody else is told it."""
        meant = next((word for word in words if word in ("him", "her")), "")
        who = self.scope.focus.get(meant)
        return who if who in self.scope.world.characters else None

    def _by_an_unknown_verb(self, words: list[str]) -> Intent | None:
        """ "String the bow", "wrap the cloak about me": a verb that nobody knows stands for no other than itself."""
        if len(words) < 2 or words[0] in PREPOSITIONS | _ONWARD | DETERMINERS | AUXILIARIES | _SUBJECTS:
            return None
        who, length = leading_person(self.scope, words[1:])
        if who in self.scope.people and words[1 + length : 2 + length] and words[1 + length] in DETERMINERS:
            held = one_of(self.scope, words[1 + length :], frozenset({"item"}))
            if held is not None and self.scope.state.items.get(held[0]) == PLAYER:
                return Intent(verb="give", objects=(held[0],), recipient=who)  # "flips him the key"
        if "open" in words[2:] and words[1] in DETERMINERS:
            return read_order(self.scope, ("open",), words[:1], words[1:], False)  # "ease the press open"
        if words[1] in _PARTICLES and len(words) > 3:
            words = [words[0], *words[2:]]  # "line up ten turnips"
        led = words[1] in _AT_IT and words[2:3] and words[2] in DETERMINERS  # "spit in the hole"
        if not led and words[1] not in DETERMINERS | {"it", "them"}:
            return None
        if stem(words[0]) in self.scope.nouns.by_stem and words[1] not in ("the", "a", "an", "my"):
            return None  # "smooth the bed" smooths it, whatever is called smooth
        if len(words) == _DONE_TO and owner_of(self.scope, words[1:]) in self.scope.people:
            return Intent(verb="express", role="emote", topic=" ".join(words)[:120])  # "ruffle his hair"
        if not led and "my" in words and is_worn(self.scope, ["my", *before_preposition(words[2:])]):
            return Intent(verb="express", role="emote", topic=" ".join(words)[:120])  # "unwind my scarf"
        things = parts_of(self.scope, words[2 if led else 1 :]).direct()
        named = one_of(self.scope, things[0], frozenset()) if things else None
        if named is None or not self.scope.reach(named[0]):
            return None
        if self.scope.nouns.kinds.get(named[0]) not in ("item", "feature"):
            return None
        try:
            return read_order(self.scope, (words[0][:64],), words[:1], words[1:], False)
        except Unclear:
            return None

    def _names_item(self, phrase: list[str]) -> bool:
        found = one_of(self.scope, phrase, frozenset({"item"}))
        return found is not None and found[0] in self.scope.world.items and self.scope.reach(found[0])

    def _no_verb(self, words: list[str], all_words: list[str]) -> Intent:
        """A clause without a verb: a direction, a place, a person, a thing; or nothing that can be understood."""
        if not words:
            raise Unclear("not_understood", " ".join(all_words)[:80])
        if is_expression(self.scope, words):  # "go in and stamp my feet": no place is meant by a foot
            return Intent(verb="express", role="emote", topic=" ".join(words)[:120])
        if (
            words[0] in DETERMINERS
            and "from" in words[1:-1]
            and self._names_item(words[: words.index("from")])
        ):
            return read_order(
                self.scope, ("take",), ["take"], words, False
            )  # "a couple of turnips from the crate"
        direction = direction_of(words)
        found = named_thing(self.scope, [w for w in words if w not in ("to", "into", "towards")])
        if found is not None and found.fit < 86 and self.orders.last_verb is None:
            found = (
                None  # a thing among words that nobody knows: better to ask than to guess what is done to it
            )
        if (own := self._by_an_unknown_verb(words)) is not None:
            return own
        if words[0] in _ONWARD and len(words) > 1 and (found is None or direction is None):
            try:  # "up the ladder", "back to the ship"
                return read_order(self.scope, ("go",), ["go"], words, False)
            except Unclear:
                pass  # no way leads there: it is judged as any words without a verb
        if direction is not None and (found is None or len(words) == 1):
            way = way_in_direction(self.scope, direction)
            return Intent(verb="go", objects=(way.to,) if way else (), direction=direction)
        if found is None:
            joined = {*all_words, *map(stem, all_words)}
            absurd = not joined.isdisjoint(absurd_verbs(self.scope.world)) or is_absurd(
                self.scope.world, all_words
            )
            raise Unclear("absurd" if absurd else "not_understood", " ".join(all_words)[:80])
        kind = self.scope.nouns.kinds[found.thing]
        if words[0] in ("a", "an") and kind in ("item", "feature") and not self.scope.reach(found.thing):
            raise Unclear("not_understood", " ".join(all_words)[:80])  # "a word": nothing that is seen elsewhere
        if kind == "place" and words[1:2] in (["it"], ["them"]) and len(words) > 2:
            return Intent(
                verb="express", role="emote", topic=" ".join(words)[:120]
            )  # "skip it across the ice"
        if found.way is not None or (kind == "place" and found.thing != self.scope.state.place):
            if words[0] not in _ONWARD and is_gerund(words[0]):
                raise Unclear("not_understood", " ".join(all_words)[:80])  # "rolling stones": nobody goes to them
            return Intent(verb="go", objects=(found.thing,))
        if kind == "item" and not self.scope.reach(found.thing) and found.thing in self.scope.state.held:
            return Intent(verb="inform", role="question", topic="where_is", objects=(found.thing,))
        if kind == "item" and not _ONLY.isdisjoint(all_words) and self.scope.reach(found.thing):
            return read_order(self.scope, ("take",), ["take"], words, False)  # "all right, just the rope"
        if self.orders.last_verb is not None and kind in ("item", "feature", "person"):
            return read_order(self.scope, (self.orders.last_verb,), [self.orders.last_verb], words, False)
        if kind == "person" and found.thing in self.scope.people:
            return Intent(verb="talk", objects=(found.thing,))
        return Intent(
            verb="look" if found.thing == self.scope.state.place else "examine", objects=(found.thing,)
        )


_KEPT_OR_TAKEN = (["keep"], ["take"])  # "keep the change", "take my cloak" may be said of what stays where it is
_LYING = frozenset("lie lies bluff bluffs fib fibs pretend pretends".split())
# How a threat is said that nobody is to take for one.
_JESTING = frozenset(
    "wink joke jest tease kid laugh grin chuckle smile playful jokingly teasingly mock".split()
)


def _words_called(quoted: str) -> str | None:
    """All that is called out, as it was typed: nobody answers one sentence of it rather than another."""
    return " ".join(quoted.split())[:_LONGEST_CALL].strip(' "\u201c\u201d') or None


_LONGEST_CALL = 110  # characters


def _without_beneficiary(words: list[str]) -> list[str]:
    """ "Make a cup of tea" of "make a cup of tea for him and one for me"."""
    at = next((n for n in range(2, len(words) - 1) if words[n] == "for"), len(words))
    made = words[:1] in (["make"], ["brew"], ["cook"], ["fix"], ["pour"], ["prepare"])
    if made and words[1:2] in (["him"], ["her"], ["them"], ["us"]) and words[2:3] and words[2] in DETERMINERS:
        cut = words.index(",") if "," in words else len(words)
        return [words[0], *words[2:cut]]  # "make him his tea, one spoon"
    return words[:at] if made and words[at + 1 : at + 2] and "minutes" not in words else words
