"""Read the order that a clause begins with: its verb among its meanings, and what it is done to. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.light_verbs import is_only_made, is_only_taken_in
from gamemaster.language.clauses.split import without_aside, without_lead
from gamemaster.language.deeds_on_people import (
    asked_for,
    brought_about,
    hands_shaken,
    held_out,
    is_brought,
    person_handled,
    receiver,
    teaching,
    whose_part,
)
from gamemaster.language.english import Words
from gamemaster.language.handling import (
    answers_a_call,
    felt_with_the_body,
    given_to_a_thing,
    gone_through,
    is_given_to_a_thing,
    lays_a_hand,
    reaches_into,
    tobacco_of,
    where_one_listens,
    with_ones_weight,
)
from gamemaster.language.held_things import read_with_held, seen_through
from gamemaster.language.ideas import read_idea
from gamemaster.language.loose_matter import loose_matter_handled
from gamemaster.language.names.named_things import before_preposition, named_thing
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Scope, resolve, without_count
from gamemaster.language.names.noun_phrases import (
    SURROUNDINGS,
    Unclear,
    leading_person,
    one_of,
)
from gamemaster.language.names.pronouns import pronoun
from gamemaster.language.orders import choose_verb, read_order
from gamemaster.language.ruled_things import switched_off, thing_of_the_verb
from gamemaster.language.small_deeds import emote, is_small_deed, is_small_handling, is_stance
from gamemaster.language.tables.function_words import (
    ADVERBS,
    DETERMINERS,
    MISSILES,
    PREPOSITIONS,
)
from gamemaster.language.tables.materials import LOOSE
from gamemaster.language.talk.purchases import read_payment, read_purchase
from gamemaster.language.talk.questions.questions_put import ask, listener
from gamemaster.language.talk.remarks import SPEAKING, said_to
from gamemaster.language.talk.speech_acts import read_speech
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER
from worlds.verbs import HANDLE

_WORDS = Words(__name__)
_SURE = 90  # fit of a name from which on it is one


_MOUTHFULS = frozenset(map(stem, "swallow gulp sip mouthful swig drag puff draught nibble".split()))
_A_WHILE = frozenset(
    (a, word) for a in ("a", "one") for word in ("while", "bit", "moment", "minute", "second")
)
_SPAN = 2  # words of "a while"
_LEFT = (["the", "rest"], ["the", "others"], ["the", "remainder"], ["rest"], ["others"])


def _is_whole_name(scope: Scope, thing: str, words: list[str]) -> bool:
    """Whether the words are all of a name of a thing, and not its last word only."""
    return any(list(name.words) == words for name in scope.nouns.names_of.get(thing, ()))


def _is_only_felt(rest: list[str]) -> bool:
    """Whether what is tried is how a thing feels, or it is tried with no more than a finger."""
    at = rest.index("with") if "with" in rest else 0
    by_hand = at > 0 and rest[at + 1 : at + 2] in (["my"], ["a"], ["one"]) and stem(rest[-1]) in BODY
    quality = rest[:1] == ["the"] and rest[1:2] != [] and rest[1] in _WORDS["felt"] and rest[2:3] == ["of"]
    return by_hand or quality or tuple(rest[-2:]) in {("for", one) for one in _WORDS["felt"]}


_A_WHOLE_NAME = 97  # fit


def _comparison(scope: Scope, head: list[str], meanings: tuple[str, ...], rest: list[str]) -> Intent | None:
    """ "Compare the seal with the ring": both are looked at, one after the other."""
    at = next((n for n, word in enumerate(rest) if n and word in ("with", "to", "against", "and")), 0)
    if head[0] not in ("compare", "compares") or "examine" not in meanings or not at:
        return None
    found = [
        one_of(scope, before_preposition(part), frozenset()) for part in (rest[:at], rest[at + 1 :]) if part
    ]
    things = [one[0] for one in found if one is not None and scope.reach(one[0])]
    both = len(dict.fromkeys(things)) > 1
    return Intent(verb="examine", objects=tuple(things)) if both else None


class OrderReader:
    """Reads orders that begin with a verb, and keeps the verb that was said last."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.last_verb: str | None = None
        self.last_head = ""  # the words that it was said with
        self.seller: str | None = None  # of whom something was bought before, and whom one pays
        self.matter = ""  # the snow or sand that was handled before, and may be meant by "it"

    def read(self, words: list[str], stealth: bool) -> Intent | None:
        """The order that the words begin with, or that begins after a few words nobody knows."""
        verbs = self.scope.nouns.verbs
        start = 0
        while start < min(4, len(words)):
            if start:
                words = [*words[:start], *without_lead(words[start:])]
            meanings, length = verbs.at_start(words[start:])
            if meanings and not (
                len(words[start]) == 1 and length == 1 and (start or (words[0] == "i" and words[1:]))
            ):
                rest = words[start + length :]
                head = words[start : start + length]
                if not (start + length < len(words) or length > 1) and self._name_rather(head):
                    return None
                if length > 1 and not rest and (seen := self._looked_at(meanings, head)) is not None:
                    return seen
                return self._obey(meanings, head, rest, stealth)
            if words[start] in DETERMINERS | _WORDS["told_of"] or (start and words[start] == "no"):
                return None  # what follows is a noun: "you no harm"
            if words[start] == "need":
                return None  # "I need shelter": what is wanted, and nothing that is done
            if words[start] not in ADVERBS and (
                named_thing(self.scope, words[start : start + 1]) or start >= 2
            ):
                return None
            start += 1
        return None

    def _looked_at(self, meanings: tuple[str, ...], head: list[str]) -> Intent | None:
        """What is looked at by words that else ask after the time or the wounds: "look at the clock", where one is."""
        if (
            _WORDS["of_the_panel"].isdisjoint(meanings)
            or head[0] not in _WORDS["looking"]
            or not {"my", "me"}.isdisjoint(head)
        ):
            return None
        found = named_thing(self.scope, [word for word in head[1:] if word not in PREPOSITIONS])
        if found is None or found.fit < _A_WHOLE_NAME or not self.scope.reach(found.thing):
            return None
        return Intent(verb="examine", objects=(found.thing,))

    def _is_a_mouthful(self, words: list[str]) -> bool:
        """Whether what is taken is a sip, a bite or a breath, of whatever is at hand: "have two swallows"."""
        at = next((n for n, word in enumerate(words[:4]) if stem(word) in _MOUTHFULS), 0)
        if (
            not at
            or words[0] not in _WORDS["some"]
            or named_thing(self.scope, words[at : at + 1]) is not None
        ):
            return False
        led = words[at + 1 :][:1] != [] and words[at + 1] in ("of", "from", "out", "on")
        source = named_thing(self.scope, before_preposition(words[at + 2 :])) if led else None
        return not led or (source is not None and self.scope.reach(source.thing))

    def _is_helped_with_a_deed(self, words: list[str]) -> bool:
        """Whether somebody here is helped with what they do: "help Yrsa stir the vat"."""
        who, length = leading_person(self.scope, words)
        return who in self.scope.people and bool(self.scope.nouns.verbs.at_start(words[length:])[0])

    def _name_rather(self, head: list[str]) -> bool:
        """Whether a single word that could be a verb is rather a thing in reach: "ring", "light"."""
        found = resolve(self.scope, head)
        own = head[0] in self.scope.nouns.verbs.own
        if found is not None and own and not _is_whole_name(self.scope, found.thing, head):
            return False  # "cook", where there is a pastry cook, and a rule about cooking
        intransitive = head[0] in (
            "look",
            "listen",
            "wait",
            "search",
            "hide",
            "sleep",
            "help",
            "hint",
            "smell",
            "run",
        )
        return found is not None and found.fit >= 97 and self.scope.reach(found.thing) and not intransitive

    def _obey(self, meanings: tuple[str, ...], head: list[str], rest: list[str], stealth: bool) -> Intent:
        verbs = self.scope.nouns.verbs
        if head in (["go"], ["come"], ["goes"], ["going"]) and rest and rest[0] not in PREPOSITIONS:
            further, length = verbs.at_start(rest)  # "go look at the well", "go fishing"
            if further and not named_thing(self.scope, rest[:1]):
                return self._obey(further, rest[:length], rest[length:], stealth)
        if self._is_picked_up(head, rest):
            meanings, head = ("take",), ["take"]
        if meanings[0] == "listen" and (where := where_one_listens(head, rest)) != rest:
            if not where:
                return Intent(
                    verb="listen"
                )  # "listen for feet": what may be heard is no thing that one looks at
            head, rest = ["listen"], where
        if (found := self._set_phrase(meanings, head, rest, stealth)) is not None:
            return found
        if head in (["give"], ["gives"]) and (done := given_to_a_thing(self.scope, rest)) is not None:
            further, length = verbs.at_start(done)
            return self._obey(further, done[:length], done[length:], stealth)
        if head in (["give"], ["gives"]) and is_given_to_a_thing(self.scope, rest):
            return emote(head, rest)
        if head[0] in _WORDS["taking_in"] and self._is_a_mouthful(rest):
            return emote(head, rest)
        if head == ["help"] and self._is_helped_with_a_deed(rest):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if (
            head[0] in _WORDS["trying"] | _WORDS["feeling"]
            and rest[:1] == ["the"]
            and self._is_of_what_is_held(rest[1:2])
        ):
            rest = ["it", *rest[2:]]  # "take the chisel, test the edge on my thumb"
        rest = without_count(rest)  # "knock three times"
        meanings, head = self._meant_here(meanings, head, rest)
        rest = thing_of_the_verb(self.scope, meanings, head, rest)
        if (thing := switched_off(self.scope, meanings, head, rest)) is not None:
            return Intent(verb="extinguish", objects=(thing,))
        verb = self._verb_of_speech(meanings, rest)
        self.last_verb, self.last_head = verb or meanings[0], " ".join(head)
        if head in (["leave"], ["leaves"]) and rest in _LEFT:
            return emote(head, rest)  # "take one pear, leave the rest"
        posed = len(rest) == _SPAN and tuple(rest) in _A_WHILE and verb not in ("wait", "sleep")
        if is_stance(self.scope, meanings, head, rest) or (posed and head[0] in _WORDS["postures"]):
            return self._gesture(head, rest)
        if is_small_handling(self.scope, meanings, head, rest):
            return emote(head, rest)
        if (found := self._handling(verb, head, rest)) is not None:
            return found
        if verb in SPEAKING and (verb != "kiss" or rest):
            return self._speech(verb, head, rest)
        return self._deed((verb,) if verb else meanings, head, rest, stealth)

    def _set_phrase(
        self, meanings: tuple[str, ...], head: list[str], rest: list[str], stealth: bool
    ) -> Intent | None:
        """What the words mean as a whole, whatever their verb means alone."""
        scope = self.scope
        if (shaken := hands_shaken(scope, [*head, *rest])) is not None:
            return shaken
        if head[0] in ("blow", "blows") and not _WORDS["breath"].isdisjoint(rest[:3]):
            return emote(head, rest)  # "blow the smoke at the windshield": no horn is blown
        if (
            head[0] in _WORDS["feasting"]
            and rest[:1] == ["with"]
            and not _WORDS["company"].isdisjoint(rest[1:2])
        ):
            return emote(head, rest)  # "drink with them all": nothing that one carries is meant
        if head in (["reach", "for"], ["reaches", "for"]) and self._is_a_way(rest):
            return emote(head, rest)  # whoever reaches for the door has not gone through it
        if any(rest[at : at + 3] == ["on", "and", "off"] for at in range(1, len(rest) - 2)):
            return emote(head, rest)  # "flick the torch on and off at him"
        if meanings[0] == "cook" and rest[:1] == ["my"] and stem(rest[-1]) in BODY | _WORDS["warmed"]:
            return emote(head, rest)  # "warm my backside", where no fire is told of
        back = rest[:2] in (["it", "back"], ["them", "back"]) and head[0] in _WORDS["laying_back"]
        if back and pronoun(scope, rest[0]) is None:
            raise Unclear("no_such_thing", rest[0])  # and no back of anything is meant
        if meanings[0] == "hide" and rest[:1] in (["it"], ["them"]) and pronoun(scope, rest[0]) is None:
            raise Unclear("no_such_thing", rest[0])  # a thing is to be hidden, and nobody hides themselves
        if (two := _comparison(scope, head, meanings, rest)) is not None:
            return two
        if (bought := read_purchase(scope, head, rest)) is not None:
            self.seller = next(iter(bought.objects), None)
            return bought
        if (paid := read_payment(scope, head, rest, self.seller)) is not None:
            return paid
        if rest[:1] == ["me"] and head[0] in _WORDS["handing"] and len(rest) > 1:
            return asked_for(scope, head, rest[1:], stealth)
        if head[0] in ("make", "makes") and rest[:1] in (["sure"], ["certain"]):
            return self._made_sure(head, rest, stealth)
        if is_only_made(scope, head, rest) or is_only_taken_in(head, rest):
            vows = not _WORDS["vows"].isdisjoint(map(stem, rest[:4]))
            return None if vows else emote(head, rest)
        if (caused := brought_about(scope, head, rest)) is not None:
            return caused
        rest_meant = ["some", self.matter, *rest[1:]] if self.matter and rest[:1] == ["it"] else rest
        if (loose := loose_matter_handled(scope, meanings, head, rest_meant)) is not None:
            self.matter = next(word for word in rest_meant if word in LOOSE)
            return loose if rest_meant is rest else emote(head, rest)
        bodily = with_ones_weight(scope, head, rest) or reaches_into(scope, head, rest)
        bodily = bodily or (seen_through(scope, head, rest) if "examine" in meanings else None)
        bodily = bodily or (gone_through(scope, head, rest) if "go" in meanings else None)
        if (bodily := bodily or felt_with_the_body(scope, [*head, *rest])) is not None:
            return bodily
        who, length = leading_person(scope, rest)
        if head[0] in _WORDS["daring"] and who in scope.people and len(rest) > length:
            return said_to(
                scope, str(who), rest[length:]
            )  # "bet him my lamp that …", "challenge her to dice"
        if head == ["pick"] and whose_part(scope, rest[:2]) in scope.people and "about" in rest:
            asked = str(whose_part(scope, rest[:2]))
            return ask(scope, asked, rest[rest.index("about") + 1 :])  # "pick her brain about the relay"
        if is_small_deed(scope, meanings, head, rest):
            return emote(head, rest)
        if (taught := teaching(scope, head, rest)) is not None:
            return taught
        if head[0] in ("make", "makes", "give", "gives") and _WORDS["vows"].intersection(map(stem, rest[:4])):
            sworn = who if who is not None or not scope.people else listener(scope, rest)
            return Intent(verb="promise", role="speech", objects=(sworn,) if sworn else ())
        lit = head in (["light"], ["lights"]) and rest in (["one"], ["one", "up"])
        if (head[0] in _WORDS["smoking"] or lit) and (smoked := tobacco_of(scope, head, rest)) is not None:
            return Intent(verb="light", objects=(smoked,))
        causing = head[0] in ("make", "makes") and len(rest) > 1 and rest[0] in _WORDS["caused"]
        if causing and rest[1] not in DETERMINERS:
            raise Unclear("not_understood", " ".join([*head, *rest])[:80])  # "make it sound like a joke"
        # "Take the gun but leave the trophy" lets it lie; "take the gun, leave it there" does not.
        apart = bool(rest) and (rest[0] in DETERMINERS or self.last_verb not in ("take", "steal"))
        if head == ["leave"] and apart and self._is_let_lie(rest):
            return emote(head, rest)
        return None

    def _is_picked_up(self, head: list[str], rest: list[str]) -> bool:
        """Whether what is picked is taken off where it lies, and no lock: "pick the shoe off the rim"."""
        off = next((at for at, word in enumerate(rest) if at and word in ("off", "from")), 0)
        named = named_thing(self.scope, rest[:off]) if off and head == ["pick"] else None
        return named is not None and self.scope.nouns.kinds[named.thing] == "item"

    def _made_sure(self, head: list[str], rest: list[str], stealth: bool) -> Intent:
        """ "Make sure the lid is shut" as a look at it, "make sure to shut it" as the deed, and nobody watching as a
        look about."""
        said = rest[1:][rest[1:2] == ["that"] :]
        if said[:1] == ["to"] and (order := self.scope.nouns.verbs.at_start(said[1:]))[0]:
            return self._obey(order[0], said[1 : 1 + order[1]], said[1 + order[1] :], stealth)
        if said[:1] and said[0] in _WORDS["no_one"]:
            return Intent(verb="inform", role="question", topic="people")
        looked = self._thing_in_clause(said[said[:1] in (["of"], ["about"]) :])
        found = named_thing(self.scope, looked) if looked else None
        if found is None or not self.scope.reach(found.thing):
            raise Unclear("not_understood", " ".join([*head, *rest])[:80])
        return read_order(self.scope, ("examine",), ["check"], looked, stealth)

    def _meant_here(
        self, meanings: tuple[str, ...], head: list[str], rest: list[str]
    ) -> tuple[tuple[str, ...], list[str]]:
        """The meanings that a verb has beside these words, and the words that it counts as."""
        if head[0] in _WORDS["trying"] and _is_only_felt(rest):
            return ("touch",), ["touch"]  # "try the weight of it", "test the edge with my thumb"
        if head[0] in ("skim", "skims") and not MISSILES.isdisjoint(rest):
            return ("throw",), ["throw"]  # a pebble over the ice, and no page
        if head[0] in _WORDS["trying"] | _WORDS["feeling"] and rest[:1] in (["if"], ["whether"], ["how"]):
            return ("examine",), ["check"]  # "test whether the plank is loose", "feel how hot it is"
        if (
            len(head) == 1
            and rest[:1]
            and rest[0] in _WORDS["thither"]
            and rest[1:2] == ["to"]
            and meanings[0] in HANDLE
        ):
            return ("go",), ["go"]  # "crunch over to the boats": whoever does that with nothing in hand walks
        if head == ["have"] and self._is_no_food(rest):
            meanings = ("take",)  # "I'll have the rope"
        if head[0] in ("start", "starts") and rest[:1] and rest[0] in _WORDS["moving_off"] and len(rest) > 1:
            meanings, head = ("go",), ["go"]  # "start up the stairs"
        if head[0] in ("leave", "leaves") and rest[:1] == ["a"] and len(meanings) > 1:
            meanings = tuple(meaning for meaning in meanings if meaning != "go")  # "leave a trail of barley"
        if meanings[0] == "inventory" and rest and "stuff" in head:
            meanings = ("put",)  # "stuff my scarf into the tube"
        if head[0] in ("empty", "empties") and rest and self._is_searched_by_rule(before_preposition(rest)):
            meanings = ("search",)  # "empty the bin onto the floor"
        if head[0] in ("feed", "feeds") and "into" in rest[1:]:
            meanings, head = ("put",), ["put"]  # "feed the letter into the stove" gives it to nobody
        if head == ["get"] and len(rest) > 1 and "open" in rest[1:]:
            meanings = ("open",)  # "get the trapdoor open with my knife"
        return meanings, head

    def _is_a_way(self, words: list[str]) -> bool:
        """Whether words name where a way leads, or its door."""
        found = named_thing(self.scope, words)
        return found is not None and self.scope.nouns.kinds[found.thing] == "place"

    def _is_of_what_is_held(self, words: list[str]) -> bool:
        """Whether a word names what any tool has, where one was just spoken of: "the edge", "the weight"."""
        thing = self.scope.focus.get("it")
        return bool(words) and words[0] in _WORDS["of_a_tool"] and thing in self.scope.world.items

    def _is_searched_by_rule(self, phrase: list[str]) -> bool:
        """Whether words name a thing at hand of which a writer tells what is found in it."""
        found = named_thing(self.scope, phrase) if phrase else None
        return found is not None and ("search", found.thing) in self.scope.nouns.ruled

    def _verb_of_speech(self, meanings: tuple[str, ...], rest: list[str]) -> str:
        """The verb, where one of its meanings is to speak; empty where none is."""
        speaking = [verb for verb in meanings if verb in SPEAKING]
        if not speaking or len(speaking) == len(meanings):
            return speaking[0] if speaking else ""
        person, _ = leading_person(self.scope, rest[1:] if rest and rest[0] in PREPOSITIONS else rest)
        found = named_thing(self.scope, rest)
        return choose_verb(self.scope, meanings, person or (found.thing if found else None))

    def _handling(self, verb: str, head: list[str], rest: list[str]) -> Intent | None:
        """What is held out, answered, done with somebody by hand or with what is in the hand, or an idea of its own."""
        special = held_out(self.scope, head, rest) or answers_a_call(self.scope, head, rest)
        special = special or lays_a_hand(self.scope, head, rest) or person_handled(self.scope, head, rest)
        reported = verb in ("ask", "tell") and not (_WORDS["reporting"] | _WORDS["finite"]).isdisjoint(rest)
        if special is not None or reported:
            return special
        return read_with_held(self.scope, head, rest) or read_idea(self.scope, head, rest)

    def _speech(self, verb: str, head: list[str], rest: list[str]) -> Intent:
        if verb == "thank" and rest[:1] == ["for"]:
            rest = []
        if tuple(rest[-2:]) in _A_WHILE and len(rest) > _SPAN:
            rest = rest[:-2]  # "sit with him a while": how long, and nothing that is said
        if verb == "comfort" and rest[:1] == ["my"] and leading_person(self.scope, rest)[0] is None:
            return emote(head, rest)  # "hug my cloak about me"
        return read_speech(self.scope, verb, head, rest)

    def _deed(self, chosen: tuple[str, ...], head: list[str], rest: list[str], stealth: bool) -> Intent:
        """A deed with what its words leave to be found: the thing within the verb's own phrase, "it", a receiver."""
        if len(head) > 2 and (not rest or rest[0] in _WORDS["tooled"]) and ("the" in head or "my" in head):
            # The phrase for the verb names its object itself: "get in the boat".
            inside = head[max(at for at, word in enumerate(head) if word in ("the", "my")) + 1 :]
            found = named_thing(self.scope, inside)
            rest = [*inside, *rest] if found is not None and self.scope.reach(found.thing) else rest
        if not rest and len(head) > 1 and head[-1] in _WORDS["into"] and chosen[0] in ("examine", "search"):
            rest = ["it"] if self.scope.focus.get("it") else rest  # "open the chest then look inside"
        if head[-1] in _WORDS["into"] and rest in (["her"], ["him"], ["them"]) and self.scope.focus.get("it"):
            rest = ["it"]  # a boat may be a she
        if chosen[0] not in ("wait", "sleep"):
            rest = without_aside(rest)
        if "examine" in chosen and rest and rest[0] in ("if", "whether", "how", "what", "that", "for"):
            rest = self._thing_in_clause(rest[1:])  # "check whether the door is locked"
        carried = "take" in chosen and head[0] in _WORDS["carrying"] and is_brought(self.scope, rest)
        if carried or ("give" in chosen and "take" in chosen and receiver(self.scope, rest)):
            chosen = ("give",)
        return read_order(self.scope, chosen, head, rest, stealth)

    def _is_let_lie(self, rest: list[str]) -> bool:
        """Whether a thing that one does not carry is left: it stays where it is."""
        thing = one_of(self.scope, before_preposition(rest), frozenset({"item"})) if rest else None
        if thing is None or thing[0] not in self.scope.world.items or not self.scope.reach(thing[0]):
            return False
        lately = self.last_verb in ("take", "steal") and thing[0] == self.scope.focus.get("it")
        return self.scope.state.items.get(thing[0]) != PLAYER and not lately

    def _thing_in_clause(self, words: list[str]) -> list[str]:
        """Of a clause that is looked into, what of it is here: "whether somebody has been using THE BOAT"."""
        if words[:1] in (["it"], ["its"], ["they"]):
            return ["it"]  # "check if it is loaded"
        found = resolve(self.scope, words)
        if found is not None and found.fit >= _SURE and self.scope.reach(found.thing):
            return words
        for at in range(len(words)):
            for end in range(min(len(words), at + 3), at, -1):
                found = resolve(self.scope, words[at:end]) if words[at] not in DETERMINERS else None
                near = found is not None and found.fit >= _SURE and self.scope.reach(found.thing)
                if found is not None and near and self.scope.nouns.kinds.get(found.thing) != "place":
                    return words[at:end]
        around = next((word for word in words if stem(word) in SURROUNDINGS), "")
        return [around] if around else words  # "whether a floorboard is loose"

    def _gesture(self, head: list[str], rest: list[str]) -> Intent:
        """A posture, a mood, a breath: it passes no time. What is done to a thing with such a verb is done to it."""
        handled = rest and rest[0] not in PREPOSITIONS and len(head) == 1
        if handled and (found := named_thing(self.scope, rest)) is not None and self.scope.reach(found.thing):
            return read_order(self.scope, (head[0],), head, rest, False)  # "stop the watch"
        return emote(head, rest)

    def _is_no_food(self, words: list[str]) -> bool:
        found = named_thing(self.scope, words)
        item = self.scope.world.items.get(found.thing) if found is not None else None
        return item is not None and _WORDS["nourishing"].isdisjoint(item.tags)
