"""Read the order that a clause begins with: its verb among its meanings, and what it is done to. Pure."""

from __future__ import annotations

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.clauses.split import without_aside, without_lead
from gamemaster.language.held_things import read_with_held
from gamemaster.language.ideas import read_idea
from gamemaster.language.movement import is_small_step
from gamemaster.language.names.normalization import stem
from gamemaster.language.names.noun_index import Match, Scope, resolve, way_in_direction
from gamemaster.language.names.noun_phrases import (
    Unclear,
    is_worn,
    leading_person,
    one_of,
    owner_of,
    parts_of,
    possessor,
)
from gamemaster.language.orders import choose_verb, read_order
from gamemaster.language.tables.function_words import (
    ADVERBS,
    CLASS_WORDS,
    DETERMINERS,
    DIRECTIONS,
    PREPOSITIONS,
    QUESTION_WORDS,
    SELF_WORDS,
)
from gamemaster.language.talk.speech_acts import SPEAKING, ask, listener, read_speech, said_to
from gamemaster.rules.proposal import Intent
from worlds.schema import PLAYER

_BRINGING = frozenset("make makes get gets".split())
_BELIEVING = frozenset("believe think suppose suspect".split())
_INTO = frozenset("in into inside under underneath behind beneath through".split())
_NOURISHING = frozenset({"food", "drink"})
_ORDERED_IN = frozenset("go enter get look".split())
_REACHING_OUT = frozenset("hold holds held stretch stretches extend extends".split())
_CLOSE = frozenset("closer tighter tight close".split())
_RAISING = frozenset("raise raises lift lifts".split())
_SMOKING = frozenset({"have", "has", "smoke", "smokes"})
_TOOLED = frozenset({"with", "using"})
_SURE = 90  # fit of a name from which on it is one
_HOLDING = frozenset(
    "grab take hold pluck twitch pull drag tug lead haul catch seize draw steer guide bring".split()
)
_JOGGING = frozenset(
    "shake nudge jog prod pat tap squeeze clasp shakes nudges pats taps squeezes clasps".split()
)
_CLASPING = frozenset("shake shakes hold holds clasp clasps squeeze squeezes".split())
_MOVING_A_SEAT = frozenset(
    "pull push draw drag grab bring find fetch take shove kick move slide hook".split()
)
_SEATS = frozenset("chair stool seat armchair cushion".split())
_CAUSED = frozenset("it him her them".split())
_DARING = frozenset("bet bets wager wagers dare dares challenge challenges".split())
_GIVING = frozenset("give gives show shows offer offers".split())
_PLAYFUL = frozenset("playfully gently lightly softly fondly jokingly teasingly affectionately".split())
_TOUCHES = frozenset(
    "hand pat slap nudge hug squeeze stroke rub scratch look smile nod wink bow wave shake tap".split()
)
_VOWS = frozenset("promise vow oath pledge".split())
_OFF = frozenset("up down for towards across back along out off".split())
_ALONG = frozenset("along away to into toward towards up down out after behind over back".split())
_WITH_ME = frozenset({("with", "me"), ("with", "us")})
_CARRYING = frozenset("carry carries take takes".split())
_EYEING = frozenset("meet meets catch catches hold holds avoid avoids seek search".split())
_WEIGHT = frozenset({"weight", "shoulder", "back"})
_PERFORMED = {"song": "sing", "tune": "sing", "shanty": "sing", "verse": "sing", "dance": "dance"}
_SLIPPING = frozenset(
    "slip slips slide slides put puts stick sticks thrust poke pokes push work ease run dip".split()
)
_INSIDE = frozenset({"into", "inside", "in", "down"})
_FEELING = frozenset({"finger", "hand", "arm", "thumb"})
_NAMED = 76  # fit of a name from which on words stand for a thing


_A_WHILE = frozenset(
    (a, word) for a in ("a", "one") for word in ("while", "bit", "moment", "minute", "second")
)
_SPAN = 2  # words of "a while"
_SHORTEST_MOOD = 3  # letters
_ELSEWHERE = frozenset(
    "again ahead onward away closer hard else everywhere anywhere nowhere left right".split()
)
_LIFTING = frozenset("pick answer lift take grab get".split())
_TELEPHONES = frozenset("phone telephone receiver handset".split())
_CALLED_SO = 90  # fit of a name that is a thing's own
_FINITE = frozenset({"is", "are", "was", "were", "has"})  # what is told has a verb of its own
_REPORTING = frozenset({"that", "if", "whether", "who", "what", "why", "how", "where", "when"})


def _is_whole_name(scope: Scope, thing: str, words: list[str]) -> bool:
    """Whether the words are all of a name of a thing, and not its last word only."""
    return any(name.thing == thing and list(name.words) == words for name in scope.nouns.names)


_TOLD_OF = frozenset("he she they was were".split())  # whose deed is told, or what was done to whom: no order


class OrderReader:
    """Reads orders that begin with a verb, and keeps the verb that was said last."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.last_verb: str | None = None
        self.last_head = ""  # the words that it was said with

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
                return self._obey(meanings, head, rest, stealth)
            if words[start] in DETERMINERS | _TOLD_OF or (start and words[start] == "no"):
                return None  # what follows is a noun: "you no harm"
            if words[start] not in ADVERBS and (
                named_thing(self.scope, words[start : start + 1]) or start >= 2
            ):
                return None
            start += 1
        return None

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
        if (
            head[0] in ("go", "come", "goes", "going")
            and len(head) == 1
            and rest
            and rest[0] not in PREPOSITIONS
        ):
            further, length = verbs.at_start(rest)  # "go look at the well", "go fishing"
            if further and not named_thing(self.scope, rest[:1]):
                return self._obey(further, rest[:length], rest[length:], stealth)
        if (
            rest[:1] == ["me"]
            and head[0] in ("give", "hand", "lend", "bring", "show", "pass")
            and len(rest) > 1
        ):
            return self._asked_for(head, rest[1:], stealth)
        if (caused := self._brought_about(head, rest)) is not None:
            return caused
        if head[0] in _EYEING and rest and stem(rest[-1]) in ("eye", "gaze") and owner_of(self.scope, rest):
            return Intent(
                verb="express", role="emote", topic=" ".join([*head, *rest])[:120]
            )  # "meet her eye"
        if (leant := self._with_ones_weight(head, rest)) is not None:
            return leant
        if (felt := self._reaches_into(head, rest)) is not None:
            return felt
        if head[0] in ("count", "counts") and rest[:1] in (["to"], ["up"], ["down"], ["backwards"]):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        who, length = leading_person(self.scope, rest)
        if head[0] in _DARING and who in self.scope.people and len(rest) > length:
            return said_to(
                self.scope, str(who), rest[length:]
            )  # "bet him my lamp that …", "challenge her to dice"
        if head == ["hit"] and rest[:2] == ["it", "off"]:
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        cut_short = head[0] in ("cut", "cuts") and rest[length : length + 1] in (["off"], ["short"])
        if head[0] in ("cut", "cuts") and rest[:2] in (["her", "short"], ["him", "short"], ["them", "short"]):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        teased = meanings[0] in ("attack", "push", "pull") and not _PLAYFUL.isdisjoint([*head, *rest])
        if who in self.scope.people and (cut_short or teased):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if head == ["pick"] and self._whose_part(rest[:2]) in self.scope.people and "about" in rest:
            asked = str(self._whose_part(rest[:2]))
            return ask(self.scope, asked, rest[rest.index("about") + 1 :])  # "pick her brain about the relay"
        if self._is_a_pose(head, rest) or (
            head[0] in ("toast", "toasts") and rest and self._is_no_meal(rest)
        ):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if self._lends_a_hand(head, rest):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if head[0] in ("turn", "turns") and rest[:1] in (["to"], ["towards"]) and rest[1:]:
            faced = leading_person(self.scope, rest[1:])[0]
            if faced in self.scope.people:
                return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if self._lays_a_hand(head, rest):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if (taught := self._teaching(head, rest)) is not None:
            return taught
        if self._takes_off([*head, *rest]):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if head[0] in ("make", "makes", "give", "gives") and _VOWS.intersection(map(stem, rest[:4])):
            sworn = leading_person(self.scope, rest)[0]
            if sworn is None and self.scope.people:
                sworn = listener(self.scope, rest)
            return Intent(verb="promise", role="speech", objects=(sworn,) if sworn else ())
        if head[0] in _SMOKING and (smoked := self._tobacco_of(head, rest)) is not None:
            return Intent(verb="light", objects=(smoked,))
        if head == ["have"] and self._is_no_food(rest):
            meanings = ("take",)  # "I'll have the rope"
        if (
            head[0] in ("make", "makes")
            and len(rest) > 1
            and rest[0] in _CAUSED
            and rest[1] not in DETERMINERS
        ):
            raise Unclear("not_understood", " ".join([*head, *rest])[:80])  # "make it sound like a joke"
        if head == ["make"] and rest[:1] in (["sure"], ["certain"]):
            raise Unclear("not_understood", " ".join([*head, *rest])[:80])
        if head[0] in ("start", "starts") and rest[:1] and rest[0] in _OFF and len(rest) > 1:
            meanings, head = ("go",), ["go"]  # "start up the stairs"
        by_article = (
            bool(rest) and rest[0] in DETERMINERS
        )  # "take the gun but leave the trophy", and no "leave it there"
        if (
            head == ["leave"]
            and (by_article or self.last_verb not in ("take", "steal"))
            and self._is_let_lie(rest)
        ):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if head[0] in ("leave", "leaves") and rest[:1] == ["a"] and len(meanings) > 1:
            meanings = tuple(meaning for meaning in meanings if meaning != "go")  # "leave a trail of barley"
        if meanings[0] == "inventory" and rest and "stuff" in head:
            meanings = ("put",)  # "stuff my scarf into the tube"
        if head == ["get"] and len(rest) > 1 and "open" in rest[1:]:
            meanings = ("open",)  # "get the trapdoor open with my knife"
        speaking = [verb for verb in meanings if verb in SPEAKING]
        if speaking and len(speaking) < len(meanings):
            person, _ = leading_person(self.scope, rest[1:] if rest and rest[0] in PREPOSITIONS else rest)
            named = person or next((m.thing for m in [named_thing(self.scope, rest)] if m), None)
            verb = choose_verb(self.scope, meanings, named)
        else:
            verb = speaking[0] if speaking else ""
        self.last_verb, self.last_head = verb or meanings[0], " ".join(head)
        if (
            meanings[0] == "express"
            or self._comes_in_again(meanings, head, rest)
            or is_small_step(self.scope, head, rest)
            or (head[0] in ("scratch", "scratches") and self._scratches_a_hide(rest))
        ):
            return self._gesture(head, rest)
        leaps = meanings[0] == "jump" and (not rest or rest in (["about"], ["around"]))
        small = leaps or self._adjusts(rest) or self._ducks(head, rest) or self._draws_up_a_seat(head, rest)
        if small or self._kicks_away(head, rest):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if (held_out := self._held_out(head, rest)) is not None:
            return held_out
        if (answered := self._answers_a_call(head, rest)) is not None:
            return answered
        if (handled := self._person_handled(head, rest)) is not None:
            return handled
        reported = verb in ("ask", "tell") and not (_REPORTING | _FINITE).isdisjoint(rest)
        if not reported and (with_held := read_with_held(self.scope, head, rest)) is not None:
            return with_held
        idea = read_idea(self.scope, head, rest) if not reported else None
        if idea is not None:
            return idea
        if verb in SPEAKING and (verb != "kiss" or rest):
            if verb == "thank" and rest[:1] == ["for"]:
                rest = []
            if tuple(rest[-2:]) in _A_WHILE and len(rest) > _SPAN:
                rest = rest[:-2]  # "sit with him a while": how long, and nothing that is said
            held = rest[:1] == ["my"] and leading_person(self.scope, rest)[0] is None
            if verb == "comfort" and held:  # "hug my cloak about me"
                return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
            return read_speech(self.scope, verb, head, rest)
        chosen = (verb,) if verb else meanings
        if len(head) > 2 and (not rest or rest[0] in _TOOLED) and ("the" in head or "my" in head):
            # The phrase for the verb names its object itself: "get in the boat".
            inside = head[max(at for at, word in enumerate(head) if word in ("the", "my")) + 1 :]
            found = named_thing(self.scope, inside)
            rest = [*inside, *rest] if found is not None and self.scope.reach(found.thing) else rest
        if not rest and len(head) > 1 and head[-1] in _INTO and chosen[0] in ("examine", "search"):
            rest = ["it"] if self.scope.focus.get("it") else rest  # "open the chest then look inside"
        if head[-1] in _INTO and rest in (["her"], ["him"], ["them"]) and self.scope.focus.get("it"):
            rest = ["it"]  # a boat may be a she
        if chosen[0] not in ("wait", "sleep"):
            rest = without_aside(rest)
        if "examine" in chosen and rest and rest[0] in ("if", "whether", "how", "what", "that", "for"):
            rest = self._thing_in_clause(rest[1:])  # "check whether the door is locked"
        carried = "take" in chosen and head[0] in _CARRYING and self._is_brought(rest)
        if carried or ("give" in chosen and "take" in chosen and self._receiver(rest)):
            chosen = ("give",)
        return read_order(self.scope, chosen, head, rest, stealth)

    def _answers_a_call(self, head: list[str], rest: list[str]) -> Intent | None:
        """ "Pick up the phone", of one that stays where it is: it is listened to."""
        found = named_thing(self.scope, rest) if rest and head[0] in _LIFTING else None
        if found is None or found.fit < _CALLED_SO or not self.scope.reach(found.thing):
            return None
        fixed = self.scope.nouns.kinds.get(found.thing) == "feature"
        phone = not _TELEPHONES.isdisjoint(self.scope.nouns.parts.get(found.thing, ()))
        return Intent(verb="listen", objects=(found.thing,)) if fixed and phone else None

    def _brought_about(self, head: list[str], rest: list[str]) -> Intent | None:
        """What somebody is brought to do or believe by words: "get the boy to take me", "make him think it is late"."""
        who, length = leading_person(self.scope, rest) if head[0] in _BRINGING else (None, 0)
        further = rest[length:]
        if who not in self.scope.people or len(further) < 2:
            return None
        if further[0] in ("talking", "speaking"):
            matter = [word for word in further[1:] if word not in ("about", "of", "to", "me", "again")]
            return ask(self.scope, str(who), matter or further)  # "get the boy talking about his father"
        if further[0] in _BELIEVING:
            return Intent(verb="deceive", role="speech", objects=(who,), topic=" ".join(further[1:])[:110])
        if further[0] in ("to", "into") and head[0] != "make":
            return Intent(verb="persuade", role="speech", objects=(who,), topic=" ".join(further[1:])[:110])
        return None

    def _with_ones_weight(self, head: list[str], rest: list[str]) -> Intent | None:
        """ "Throw my whole weight against the slab", "put my shoulder to the door": it is pushed."""
        at = next((at for at, word in enumerate(rest[:4]) if word in _WEIGHT), None)
        if (
            not rest
            or rest[0] != "my"
            or at is None
            or rest[at + 1 : at + 2] not in (["against"], ["to"], ["behind"])
        ):
            return None
        thing = parts_of(self.scope, rest[at + 2 :]).direct()
        found = one_of(self.scope, thing[0], frozenset({"feature", "item"})) if thing else None
        if found is None or not self.scope.reach(found[0]) or found[0] in self.scope.people:
            return None
        return Intent(verb="push", objects=(found[0],))

    def _reaches_into(self, head: list[str], rest: list[str]) -> Intent | None:
        """ "Slip my fingers into the record sleeve": it is felt for what is in it."""
        at = next((at for at, word in enumerate(rest[:5]) if word in _INSIDE), 0)
        owned = at > 1 and rest[0] in ("my", "a", "one", "two", "three") and stem(rest[at - 1]) in _FEELING
        thing = one_of(self.scope, rest[at + 1 :], frozenset({"item", "feature"})) if owned else None
        if head[0] not in _SLIPPING or thing is None or not self.scope.reach(thing[0]):
            return None
        return Intent(verb="touch", objects=(thing[0],)) if thing[0] not in self.scope.people else None

    def _takes_off(self, words: list[str]) -> bool:
        """Whether a piece of one's own clothes comes off: "slip off my boots", "draws off my wet gloves"."""
        return words[1:2] == ["off"] and any(is_worn(self.scope, words[2:end]) for end in range(4, 7))

    def _lays_a_hand(self, head: list[str], rest: list[str]) -> bool:
        """ "Give the mule a pat", "show him my palms": what is given is nothing but a touch or a sight of oneself."""
        if head[0] not in _GIVING:
            return False
        if {"my", "both"}.intersection(rest[-4:]) and rest and stem(rest[-1]) in BODY:
            return True
        at = max((n for n, word in enumerate(rest[:5]) if word in ("a", "an", "another")), default=0)
        return bool(at) and any(stem(word) in _TOUCHES for word in rest[at + 1 : at + 4])

    def _is_a_pose(self, head: list[str], rest: list[str]) -> bool:
        """Whether a look is one that the player puts on, and none that they take: "look tough", "look as if …"."""
        if head != ["look"] or not rest or not rest[0].isalpha() or len(rest[0]) < _SHORTEST_MOOD:
            return False
        small = (
            PREPOSITIONS
            | DETERMINERS
            | ADVERBS
            | QUESTION_WORDS
            | DIRECTIONS.keys()
            | _ELSEWHERE
            | SELF_WORDS
        )
        if rest[0] in small or rest[0].endswith(("ly", "er", "where", "ward", "wards", "stairs", "side")):
            return False
        ends = len(rest) == 1 or rest[1] in PREPOSITIONS | {"and", ","}
        return ends and resolve(self.scope, rest[:1]) is None and not self.scope.nouns.verbs.at_start(rest)[0]

    def _is_no_meal(self, rest: list[str]) -> bool:
        """Whether what is toasted is drunk to, and no bread: "toast the house", "toast to absent friends"."""
        found = one_of(self.scope, _before_preposition(rest), frozenset({"item"})) if rest else None
        item = self.scope.world.items.get(found[0]) if found is not None else None
        return item is None

    def _lends_a_hand(self, head: list[str], rest: list[str]) -> bool:
        """Whether somebody is helped at what they do: "help her fold the nets", "help Mara with the bucket"."""
        who, length = leading_person(self.scope, rest) if head[0] in ("help", "helps") else (None, 0)
        work = rest[length:]
        at_work = work[:1] in (["with"], ["to"]) or bool(self.scope.nouns.verbs.at_start(work)[0])
        return who in self.scope.people and at_work and ("help", who) not in self.scope.nouns.ruled

    def _teaching(self, head: list[str], rest: list[str]) -> Intent | None:
        """ "Teach Ivar a song": it is sung to him."""
        who, length = leading_person(self.scope, rest) if head[0] in ("teach", "teaches") else (None, 0)
        shown = next((_PERFORMED[stem(word)] for word in rest[length:] if stem(word) in _PERFORMED), None)
        if who not in self.scope.people or shown is None:
            return None
        return Intent(verb=shown, objects=(str(who),), topic=" ".join(rest[length:])[:110])

    def _comes_in_again(self, meanings: tuple[str, ...], head: list[str], rest: list[str]) -> bool:
        """ "I duck in out of the spray", said indoors where nothing lies further in: how one stands there."""
        told = (
            meanings[0] == "go" and head[0] not in _ORDERED_IN and [*head, *rest][1:2] in (["in"], ["inside"])
        )
        indoors = self.scope.world.locations[self.scope.state.place].indoors
        return told and indoors and way_in_direction(self.scope, "in") is None

    def _adjusts(self, rest: list[str]) -> bool:
        """Whether what one wears is only drawn closer: "my cloak tighter around me"."""
        at = next((at for at, word in enumerate(rest) if at and word in _CLOSE), None)
        thing = (
            one_of(self.scope, rest[:at], frozenset({"item"})) if at is not None and rest[0] == "my" else None
        )
        return thing is not None and self.scope.state.items.get(thing[0]) == PLAYER

    def _is_let_lie(self, rest: list[str]) -> bool:
        """Whether a thing that one does not carry is left: it stays where it is."""
        thing = one_of(self.scope, _before_preposition(rest), frozenset({"item"})) if rest else None
        if thing is None or thing[0] not in self.scope.world.items:
            return False
        lately = self.last_verb in ("take", "steal") and thing[0] == self.scope.focus.get("it")
        return self.scope.state.items.get(thing[0]) != PLAYER and not lately

    def _kicks_away(self, head: list[str], rest: list[str]) -> bool:
        """Whether a thing is only sent a little way off, or shared: "kick the spear away", "break the bread in two"."""
        if rest[-1:] in (["two"], ["half"]):
            shared = named_thing(self.scope, _before_preposition(rest))
            item = self.scope.world.items.get(shared.thing) if shared is not None else None
            return item is not None and not _NOURISHING.isdisjoint(item.tags)
        at = next((at for at, word in enumerate(rest) if at and word in ("away", "aside")), None)
        thing = one_of(self.scope, rest[:at], frozenset({"item"})) if at is not None else None
        return (
            head[0] in ("kick", "kicks", "nudge", "knock")
            and thing is not None
            and thing[0] in self.scope.world.items
        )

    def _scratches_a_hide(self, rest: list[str]) -> bool:
        """Whether a living thing is scratched, which is no mark: "scratch the cow between the horns"."""
        return bool({"between", "behind", "under"}.intersection(rest)) or rest[-1:] in (["head"], ["chin"])

    def _ducks(self, head: list[str], rest: list[str]) -> bool:
        """Whether a head is only lowered: "duck under the lintel", which is nothing to hide behind."""
        words = [*head[1:], *rest]
        if head[0] not in ("duck", "ducks", "stoop", "stoops", "bend") or len(words) < 2:
            return False
        if words[0] not in ("under", "beneath", "through", "below"):
            return False
        found = named_thing(self.scope, words[1:])
        return words[0] == "below" or found is None or not self.scope.reach(found.thing)

    def _held_out(self, head: list[str], rest: list[str]) -> Intent | None:
        """Something held out to somebody, which is offered to them; what is no thing is only a gesture."""
        if head[0] in _RAISING and self._is_a_toast(rest):
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if head[0] not in _REACHING_OUT or "out" not in (*head, *rest):
            return None
        words = [word for word in rest if word != "out"]
        at = next((at for at, word in enumerate(words) if word in ("to", "towards", "for")), len(words))
        who = leading_person(self.scope, words[at + 1 :])[0]
        held = _before_preposition(words[:at])
        thing = one_of(self.scope, held, frozenset({"item"})) if held else None
        if (
            thing is not None
            and self.scope.nouns.kinds.get(thing[0]) == "item"
            and self.scope.reach(thing[0])
        ):
            if who in self.scope.people:
                return Intent(verb="give", objects=(thing[0],), recipient=who)
            return None
        return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])

    def _is_a_toast(self, rest: list[str]) -> bool:
        """Whether something is lifted to somebody: "I raise my cup to the lady, to everyone in the hall"."""
        at = rest.index("to") if "to" in rest[1:] else len(rest)
        whom = rest[at + 1 :]
        return bool(whom) and (
            CLASS_WORDS.get(whom[0]) == "people" or leading_person(self.scope, whom)[0] is not None
        )

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
        return words

    def _gesture(self, head: list[str], rest: list[str]) -> Intent:
        """A posture, a mood, a breath: it passes no time. What is done to a thing with such a verb is done to it."""
        handled = rest and rest[0] not in PREPOSITIONS and len(head) == 1
        if handled and (found := named_thing(self.scope, rest)) is not None and self.scope.reach(found.thing):
            return read_order(self.scope, (head[0],), head, rest, False)  # "stop the watch"
        return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])

    def _person_handled(self, head: list[str], rest: list[str]) -> Intent | None:
        """Somebody taken by the arm, or pulled along: touched, or made to come, and no blow."""
        if (whose := self._whose_hand(head, rest)) is not None and (
            "touch",
            whose,
        ) not in self.scope.nouns.ruled:
            return Intent(verb="express", role="emote", topic=" ".join([*head, *rest])[:120])
        if (
            head[0] in _HOLDING | _JOGGING
            and (whose := self._whose_part(_before_preposition(rest))) in self.scope.people
        ):
            return Intent(verb="touch", objects=(str(whose),))  # "take her hand", "tug at his sleeve"
        who, length = leading_person(self.scope, rest)
        after = rest[length:]
        if who in self.scope.people and head[0] in _JOGGING:
            return Intent(verb="touch", objects=(str(who),))  # "shake her gently by the shoulder"
        if who not in self.scope.people or head[0] not in _HOLDING:
            return None
        if after[:1] in (["by"], ["round"], ["around"]) and stem(after[-1]) in BODY:
            return Intent(verb="touch", objects=(str(who),))
        if after[:1] in (["aside"], ["apart"]) or (
            after[:1] == ["for"] and stem(after[-1]) in ("word", "chat")
        ):
            return Intent(verb="talk", objects=(str(who),))  # "take him aside for a quiet word"
        led = after[:1] and (after[0] in _ALONG or tuple(after[:2]) in _WITH_ME)
        return Intent(verb="recruit", objects=(str(who),)) if led else None

    def _whose_hand(self, head: list[str], rest: list[str]) -> str | None:
        """Whose hand is shaken or held, which is no look at them."""
        phrase = _before_preposition(rest)
        held = head[0] in _CLASPING and phrase[-1:] in (["hand"], ["hands"])
        whose = self._whose_part(phrase) if held else None
        return whose if whose in self.scope.people else None

    def _whose_part(self, phrase: list[str]) -> str | None:
        """Whose hand, or whose sleeve or belt, a phrase names: a part or a garment that has no name of its own."""
        phrase = phrase[phrase[:1] in (["at"], ["on"]) :]
        whose = owner_of(self.scope, phrase)
        if whose is not None or len(phrase) < 2:
            return whose
        thing = resolve(self.scope, phrase[-1:], frozenset({"item"}))
        if thing is not None and self.scope.nouns.kinds.get(thing.thing) == "item":
            return None  # a thing that somebody has may be taken from them
        return possessor(self.scope, phrase)

    def _draws_up_a_seat(self, head: list[str], rest: list[str]) -> bool:
        """Whether a seat that the place does not name is moved: "pull up a chair beside her", "push back my stool"."""
        phrase = _before_preposition([word for word in rest if word not in ("up", "back", "over", "out")])
        if head[0] not in _MOVING_A_SEAT or not phrase or stem(phrase[-1]) not in _SEATS:
            return False
        found = named_thing(self.scope, phrase)
        return found is None or not self.scope.reach(found.thing) or found.thing in self.scope.people

    def _is_no_food(self, words: list[str]) -> bool:
        found = named_thing(self.scope, words)
        item = self.scope.world.items.get(found.thing) if found is not None else None
        return item is not None and _NOURISHING.isdisjoint(item.tags)

    def _tobacco_of(self, head: list[str], rest: list[str]) -> str | None:
        """The tobacco that one carries, where "smoke one" or "have a smoke" means it."""
        carried = (thing for thing, where in self.scope.state.items.items() if where == PLAYER)
        tobacco = next((one for one in carried if "tobacco" in self.scope.world.items[one].tags), None)
        bare = head[0] not in ("have", "has") and rest in ([], ["one"], ["it"], ["a", "bit"])
        found = named_thing(self.scope, rest) if rest else None
        return tobacco if bare or (found is not None and found.thing == tobacco) else None

    def _receiver(self, words: list[str]) -> bool:
        """Whether something is brought to somebody: "bring Hild the net", "bring the net to Hild"."""
        who, length = leading_person(self.scope, words)
        if who is not None and len(words) > length and words[length] not in PREPOSITIONS | {"and", ","}:
            return True
        return "to" in words and leading_person(self.scope, words[words.index("to") + 1 :])[0] is not None

    def _is_brought(self, words: list[str]) -> bool:
        """Whether a thing is carried to somebody here: "it down to the thin boy"."""
        at = words.index("to") if "to" in words[1:-1] else 0
        who = one_of(self.scope, words[at + 1 :], frozenset({"person"})) if at else None
        return who is not None and who[0] in self.scope.people and words[0] not in ("me", "us")

    def _asked_for(self, head: list[str], thing: list[str], stealth: bool) -> Intent:
        """ "Give me the key": asked of whoever is here, else simply taken."""
        if head[0] == "show":
            return read_order(self.scope, ("examine",), ["examine"], thing, stealth)
        found = resolve(self.scope, thing, frozenset({"item"}))
        lies = found is not None and self.scope.state.items.get(found.thing) == self.scope.state.place
        if self.scope.people and not lies:
            return ask(self.scope, listener(self.scope, thing), thing)
        return read_order(self.scope, ("take",), ["take"], thing, stealth)


def _before_preposition(words: list[str]) -> list[str]:
    return words[
        : next((at for at, word in enumerate(words) if word in PREPOSITIONS or word == ","), len(words))
    ]


def named_thing(scope: Scope, words: list[str]) -> Match | None:
    """The thing that the words name, whatever is done to it; None where they name none well enough."""
    found = resolve(scope, words) if words else None
    return found if found is not None and found.fit >= _NAMED else None
