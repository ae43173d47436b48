"""From a ruling to prose: picks the wordings, in order, and cuts them into spans by speaker. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, cast

from gamemaster.language.clauses.durations import length_named
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.names.noun_index import nouns_of
from gamemaster.language.wording.asides import aside_line
from gamemaster.language.wording.paragraphs import has_words, paragraphs_of
from gamemaster.language.wording.remark_lines import remarks_within
from gamemaster.language.wording.stance_lines import CANNOT
from gamemaster.language.wording.stock_lines import (
    clock_in_words,
    fitting,
    hours_in_words,
    is_situation,
    join_names,
    name_of,
    phrases_with,
)
from gamemaster.narration.understudy import deed_lines
from gamemaster.narration.understudy.answers.beside_deeds import OF_DEED
from gamemaster.narration.understudy.answers.gm_answers import UNKNOWN, closer_answer, gm_answer
from gamemaster.narration.understudy.answers.inquiry import Asked
from gamemaster.narration.understudy.answers.status_answers import condition, report
from gamemaster.narration.understudy.answers.story_so_far.evidence import mention_of
from gamemaster.narration.understudy.answers.story_so_far.tellings import (
    matter_asked,
    sentences_in,
    spoken_of_at_hand,
    told_once,
)
from gamemaster.narration.understudy.answers.way_answers import (
    not_seen,
    place_known,
    seen_of_way,
    way_to_item,
    who_can_tell,
)
from gamemaster.narration.understudy.deeds.bodily_answers import bodily_answers
from gamemaster.narration.understudy.deeds.senses import sounds_among
from gamemaster.narration.understudy.deeds.told_details import CLOSER
from gamemaster.narration.understudy.fading import fade
from gamemaster.narration.understudy.gestures import is_by_itself, retelling, worth_telling
from gamemaster.rules.boundaries import BOUNDARY, lines_of
from gamemaster.rules.conditions import goes_on_with, minute_of_day, wordings
from gamemaster.rules.dice import draw
from gamemaster.rules.proposal import Happening, Ruling
from gamemaster.rules.reach import exits, features, in_reach, items_here, seen_items
from gamemaster.rules.state import Span, StoryState, digest
from worlds.rules import all_rules
from worlds.schema import NOWHERE, PLAYER, World
from worlds.verbs import Gesture

# Kinds whose neighbours share a paragraph.
RUN_ON = frozenset(
    {
        "lying",
        "listened",
        "presence",
        "body",
        "threat_here",
        "found",
        "took",
        "place_state",
        "place_night",
        "rejected",
        "came_of",
    }
)
_NOBODY_FITS = frozenset({"him", "her", "he", "she"})
_WORTH_TELLING = 10  # minutes of a wait beside other deeds
_CLOSE_BY = 5  # things at most that a second look names
SPEAKING = frozenset({"said", "remark", "recollected", "answered"})
# Refusals of what the narrator made up by itself: the player asked for nothing of the kind, and is told nothing.
UNTOLD = frozenset({
    "set_flag", "harm", "heal", "disposition", "relation", "promise", "settle_promise",
    "move_character", "reveal", "start_beat", "finish_beat", "end_story",
})  # fmt: skip


@dataclass
class Teller:
    """Tells one turn. `before` is the state before the turn (what was told), `after` the ruled one (what is true)."""

    world: World
    before: StoryState
    after: StoryState
    spans: list[Span] = field(default_factory=list)
    _now: dict[str, int] = field(default_factory=dict)  # told in this turn
    _last_kind: str = ""
    _voices: set[str] = field(default_factory=set)  # who may be heard this turn
    _moved: set[str] = field(default_factory=set)  # who has answered a gesture this turn
    _speaking: set[str | None] = field(default_factory=set)  # who says something of their own this turn

    def tell(self, ruling: Ruling) -> list[Span]:
        """The spans of the turn, in reading order; at least one, and none empty."""
        self._voices = self._who_is_heard(ruling)
        self._speaking = {h.who for h in ruling.happenings if h.kind in SPEAKING | {"reaction"}}
        done = (words_of(plain(h.what or "")) for h in ruling.happenings if h.kind == "expressed")
        self._time_is_told = any(length_named(words) for words in done)
        for happening in worth_telling(ruling.happenings):
            self._tell_one(happening, ruling)
        if not self.spans:
            self._phrase("ended" if self.before.ended else "nothing_happens")
        self.spans = as_one_speech(self.spans)
        lines = lines_of(self.world, self.after)
        return fade(self.world, self.spans, lines) if lines else self.spans

    def _who_is_heard(self, ruling: Ruling) -> set[str]:
        """Characters who lived when the turn began and were somewhere that the player was in it, or came there.

        What threatens may be heard from afar.
        """
        places = {self.before.place, self.after.place}
        places.update(h.place for h in ruling.happenings if h.kind == "entered" and h.place is not None)
        met = {h.who for h in ruling.happenings if h.kind in SPEAKING | {"arrived", "departed", "died"}}
        return set(self.world.threats) | {
            who
            for who, was in self.before.characters.items()
            if was.alive and (was.place in places or self.after.characters[who].place in places or who in met)
        }

    # ---- wordings ----

    def times_told(self, text: str) -> int:
        key = digest(text)
        return self.before.told.get(key, 0) + self._now.get(key, 0)

    def pick(self, options: tuple[str, ...], purpose: str) -> str:
        """The wording told least often; between equals the story's dice decide."""
        seed, turn = self.before.seed, self.after.turn
        return min(
            options, key=lambda text: (self.times_told(text), draw(seed, turn, purpose, len(self._now), text))
        )

    def _tell_authored(self, happening: Happening, speaker: str | None = None) -> bool:
        """Tell an authored passage, if there is one; an optional one only while a wording is new."""
        options = happening.wordings
        if not options:
            return False
        doing = happening.kind == "presence" and happening.who is not None
        text = (
            goes_on_with(options, self.after, str(happening.who))
            if doing
            else self.pick(options, happening.kind)
        )
        if happening.kind == "noticed" and digest(text) in self._now:
            return True  # looked at, then sniffed: there is one thing to tell of it
        if happening.detail.get("optional") == "yes" and self.times_told(text):
            return True
        self._say(text, happening.kind, speaker)
        return True

    def _phrase(self, situation: str, kind: str = "phrase", **names: str) -> None:
        """Tell a line of the narrator's own; the filled-in text is what counts as told."""
        self._say(self.pick(phrases_with(self.world, situation, **names), situation), kind)

    def _say(self, text: str, kind: str, speaker: str | None = None) -> None:
        """Tell a text, cut by speaker. Whoever is dead or elsewhere is quoted, not heard."""
        key = digest(text)
        self._now[key] = self._now.get(key, 0) + 1
        person = self.world.characters.get(speaker or "")
        within = [digest(part) for part in remarks_within(text, person)] if person is not None else []
        mute = speaker in self.world.characters and not has_words(self.world.characters[str(speaker)])
        paragraphs = paragraphs_of(text, speaker)
        for number, (said_by, words) in enumerate(paragraphs):
            who = None if mute and said_by == speaker else said_by
            keys = [key, *within] if number == len(paragraphs) - 1 else []
            joins = number == 0 and kind == self._last_kind and kind in RUN_ON
            if who is not None and who not in self._voices:
                self._narrate(f"\u201c{words}\u201d", keys, joins=joins)
            elif who is not None:
                self.spans.append(Span(kind="speech", speaker=who, text=words, keys=keys))
            else:
                self._narrate(words, keys, joins=joins)
        self._last_kind = kind

    def _narrate(self, words: str, keys: list[str], *, joins: bool) -> None:
        last = self.spans[-1] if self.spans else None
        if joins and last is not None and last.kind == "narration":
            self.spans[-1] = Span(kind="narration", text=f"{last.text} {words}", keys=[*last.keys, *keys])
        else:
            self.spans.append(Span(kind="narration", text=words, keys=keys))

    def _notice(self, text: str) -> None:
        """About the game rather than the story: what is carried, what is known."""
        self.spans.append(Span(kind="notice", text=text))
        self._last_kind = "notice"

    def _answer(self, text: str, question: str) -> None:
        """An answer of the Game Master's: the same is given once a turn, and that nothing is known, once.

        A question without a matter of its own, "and how many were not?", is answered with the one before it.
        """
        given = [one.text for one in self.spans if one.kind in ("notice", "narration")]
        alike = any(one.startswith(UNKNOWN) for one in given) or not matter_asked(question)
        unknown = bool(given) and text.startswith(UNKNOWN) and alike
        for sentence in sentences_in(text) if given else ():
            if any(sentence in told for told in given):
                text = " ".join(text.replace(sentence, "").split())
        if text and not unknown:
            self._notice(text)

    def _in_the_text(self, *names: str) -> str:
        """The sentence of what is told of this place that speaks of what goes by one of the names; else empty."""
        found = (mention_of(self.world, self.after, name, of_the_place=True) for name in names)
        if told := next((one for one in found if one), ""):
            return told
        away = self.world.locations.keys() - {self.after.place}
        near = sorted(in_reach(self.world, self.after) - away - self.world.characters.keys())
        told_before = (spoken_of_at_hand(self.world, self.after, near, name) for name in names)
        return next((one for one in told_before if one), "")

    def _aside(self, happening: Happening) -> None:
        """To the player about their words; the choices are shown beside it."""
        if happening.detail["why"] in ("not_found", "stays") and (
            told := self._in_the_text(happening.what or "")
        ):
            return self._tell_scenery(told)
        if happening.detail["why"] == "stays" and self.spans:
            return None  # a side, a part: nobody is told that there is no more to it
        if happening.detail["why"] == "not_found":
            return self._tell_missing(happening.what or "", happening.choices)
        line = aside_line(happening.detail["why"], happening.what or "")
        self.spans.append(Span(kind="aside", text=line, choices=list(happening.choices)))
        self._last_kind = "aside"
        return None

    def _tell_missing(self, name: str, offered: Iterable[str] = ()) -> None:
        """That something is not here: where it was seen, who could tell of it, or what there is instead."""
        line, choices = aside_line("not_found", name), list(offered)
        if place := self._place_of(name):
            line = not_seen(self.world, self.after, f"where is the {name}")
            choices = [f"Go to {self._name(place)}", *choices]
        elif gone := self._used_up(name):
            line = self._line_of_what_is_gone(gone)
        elif told := told_once(self.world, self.before, name):
            line = f"{told} There is no more of it to be seen here."
            if who := self._who_can_tell(name):
                choices = [f"Ask {self.world.characters[who].name} about the {name}", *choices]
        elif who := self._who_can_tell(name):
            line = f"{line} {self.world.characters[who].name} could tell you of it."
            choices = [f"Ask {self.world.characters[who].name} about the {name}", *choices]
        elif not self.spans and (there := self._what_there_is()):
            line = f"{line} {there}"
        self.spans.append(Span(kind="aside", text=line, choices=choices))
        self._last_kind = "aside"

    def _used_up(self, name: str) -> str | None:
        """The thing of that name that the player had, ate or spent, and that is nowhere now; None if there is none."""
        said = {stem(word) for word in words_of(plain(name))}
        parts = nouns_of(self.world).parts
        return next((one for one in self.world.items if said and parts[one] >= said and self._is_used_up(one)), None)

    def _is_used_up(self, thing: str) -> bool:
        if self.before.items.get(thing) != NOWHERE:
            return False  # which is cheap to see, and so of nearly all
        spent = (rule.effects.lose for rule in all_rules(self.world) if rule.id in self.before.rules)
        return thing in self.before.held or any(thing in lost for lost in spent)

    def _line_of_what_is_gone(self, thing: str) -> str:
        name = self._name(thing)
        return f"{name[:1].upper()}{name[1:]} {'are' if self.world.items[thing].plural else 'is'} gone."

    def _what_there_is(self) -> str:
        """What is here instead of what was looked for in vain."""
        seen = [one.id for one in features(self.world, self.after) if not one.secret]
        near = [*seen, *items_here(self.world, self.after)][:_CLOSE_BY]
        return f"What there is: {join_names([self._name(one) for one in near])}." if near else ""

    def _tell_scenery(self, told: str) -> None:
        """What is only told of is shown out of the sentence that tells of it, unless this turn has told that."""
        if not any(told in span.text for span in self.spans):
            self._narrate(told, [], joins=False)
            self._last_kind = "scenery"

    def _tell_scenery_first(self, ruling: Ruling) -> None:
        """What was looked at and is only told of, before what was asked about it."""
        for happening in ruling.happenings:
            scenery = happening.kind == "aside" and happening.detail["why"] in ("not_found", "stays")
            if scenery and (told := self._in_the_text(happening.what or "")):
                self._tell_scenery(told)

    def _place_of(self, name: str) -> str:
        """Where what goes by a name stands, if the player has been there."""
        return place_known(self.world, self.after, name)

    def _who_can_tell(self, name: str) -> str:
        return who_can_tell(self.world, self.after, name)

    # ---- happenings ----

    def _tell_one(self, happening: Happening, ruling: Ruling) -> None:
        kind = happening.kind
        if kind in SPEAKING and happening.who is not None:
            self._tell_authored(happening, happening.who)
        elif kind == "tried":
            self._tell_attempt(happening, ruling)
        elif kind == "rejected":
            self._tell_rejection(happening)
        elif kind == "unclear":
            self._unclear(happening)
        elif kind == "aside":
            self._aside(happening)
        elif kind == "informed":
            asked = Asked(
                self.world, self.after, happening.what or "", ruling.suggestions, happening.detail["asked"]
            )
            if happening.detail["kind_of"] == OF_DEED:
                self._tell_scenery_first(ruling)
            if happening.detail["kind_of"] == CLOSER:
                return self._tell_scenery(closer_answer(asked))
            self._answer(gm_answer(happening.detail["kind_of"], asked), asked.question)
        elif kind == "expressed":
            self._tell_gesture(happening, ruling)
        elif kind in deed_lines.KINDS:
            self._did(happening)
        elif kind == "place" and self._has_just_been_told(happening):
            self._look_closer(happening)
        elif kind == "place" and happening.detail.get("first") == happening.detail.get("looking") == "no":
            self._place_again(happening)
        elif not self._tell_authored(happening):
            self._tell_unwritten(happening)

    def _name(self, thing: str | None) -> str:
        return name_of(self.world, thing)

    # What is told when the author wrote nothing for a kind; kinds that are not here are then passed over in silence.
    FALLBACK: ClassVar[dict[str, str]] = {
        "lying": "lying", "presence": "present", "body": "body", "threat_here": "threat_here", "found": "found",
        "dropped": "dropped", "gave": "gave", "rule": "worked", "rule_partial": "worked", "rule_failed": "failed",
        "rule_again": "done_already", "said_again": "said_again", "unwilling": "unwilling", "noticed": "plain",
        "unknown_topic": "no_answer", "greeted_again": "greeted_again", "parted": "parted", "dismissed": "dismissed",
        "waited": "waited", "slept": "slept", "unhidden": "unhidden", "wounded": "wounded", "healed": "healed",
        "died": "dead", "struck": "attack_hit", "arrived": "arrived", "departed": "departed",
        "threat_near": "threat_near", "threat_arrived": "threat_arrived", "threat_left": "threat_left",
        "took": "taken", "place": "came_to",
    }  # fmt: skip

    def _tell_what_is_left(self) -> None:
        """After a vain search: what in sight has not been looked at closely, since that is where more may lie."""
        near = (one.id for one in features(self.world, self.after) if not one.secret)
        unseen = [one for one in near if one not in self.after.noticed]
        if unseen:
            self._notice(
                f"Not looked at closely: {join_names([self._name(one) for one in unseen[:_CLOSE_BY]])}."
            )

    def _tell_unwritten(self, happening: Happening) -> None:
        kind, detail, who, what = happening.kind, happening.detail, happening.who, happening.what
        if kind == "noticed" and what == PLAYER:
            return self._notice(condition(self.world, self.after))
        if kind == "searched":
            found = detail.get("found", "0") != "0"
            self._phrase("searched" if found else "searched_nothing", kind)
            return None if found else self._tell_what_is_left()
        if kind in {"waited", "slept"}:
            return self._tell_waiting(kind)
        if kind == "roused":
            return self._phrase(kind, kind, time=clock_in_words(minute_of_day(self.world, self.after)))
        seen_before = detail.get("optional") == "yes" and kind in {
            "lying",
            "presence",
        }  # the panel shows them
        if seen_before or (kind == "took" and detail.get("told") == "yes"):
            return
        situation = self.FALLBACK.get(kind)
        if kind == "rule_failed" and who is not None and what and "attack" in what:
            situation = "attack_miss"
        elif kind == "healed" and who is not None:
            situation = "healed_other"
        elif kind == "departed" and happening.place is None:
            situation = "gone"
        if situation is not None:
            # A threat, as a thing, has no wordings of its own for being looked at.
            thing = self._name(what if what is not None or kind != "noticed" else who)
            place = self._name(happening.place)
            if where := detail.get("where"):
                laid = "put_back" if where.startswith("back ") else "laid"
                situation, place = {"dropped": laid, "lying": "lying_there"}.get(kind, situation), where
            self._phrase(situation, kind, thing=thing, who=self._name(who), place=place)
        return None

    def _place_again(self, happening: Happening) -> None:
        """A place come back to: what its author wrote for that while it is new, then whatever was told least."""
        name = self._name(happening.place)
        short = phrases_with(self.world, "came_to", place=name, thing=name)
        text = self.pick(happening.wordings or short, "place")
        if self.times_told(text):
            text = self.pick((*happening.wordings, *short), "place")
        self._say(text, "place")

    def _has_just_been_told(self, happening: Happening) -> bool:
        """Whether the story began with this very description, and nothing has been done since."""
        told = any(self.times_told(text) for text in happening.wordings)
        return self.before.minutes == 0 and happening.detail.get("looking") == "yes" and told

    def _look_closer(self, happening: Happening) -> None:
        """A second look at what was told a moment ago: what there is in it that wants a closer one."""
        noticed = self.after.noticed
        near = [
            one.id for one in features(self.world, self.after) if not one.secret and one.id not in noticed
        ]
        names = join_names([self._name(one) for one in near[:_CLOSE_BY]])
        place = self._name(happening.place)
        self._phrase("look_closer" if names else "came_to", "place", choices=names, place=place)

    def _tell_rejection(self, happening: Happening) -> None:
        code, op = happening.detail.get("code", ""), happening.detail.get("op")
        if op in UNTOLD or self._tell_authored(happening):
            return
        if code in CANNOT:
            names = {"thing": self._name(happening.what), "who": self._name(happening.who or happening.what)}
            return self._say(self.pick(fitting(CANNOT[code], **names) or CANNOT["to_what"], code), "rejected")
        situation = {
            "no_way": "no_way", "blocked": "blocked", "no_such_thing": "no_such_thing", "already_have": "already_have",
            "held": "held", "not_here": "not_here", "cannot_take": "cannot_take", "too_much": "too_much",
            "dont_have": "dont_have", "refused_gift": "refused_gift", "dead": "dead", "who_not_here": "who_not_here",
            "not_following": "not_following", "ended": "ended", "no_such_person": "nobody_here",
            "nobody_here": "nobody_here", "who": "who", "no_direction": "no_direction",
            BOUNDARY: "left_out",
        }.get(code, "refused")  # fmt: skip
        who = happening.who or happening.what
        if code == "not_here" and who in self.world.characters:
            situation = "who_not_here"
        if code == "not_here" and self._tell_from_afar(happening.what):
            return None
        if situation == "who_not_here":
            return self._tell_absence(who, "rejected")
        self._phrase(situation, "rejected", thing=self._name(happening.what), who=self._name(who))

    def _tell_attempt(self, happening: Happening, ruling: Ruling) -> None:
        why, verb, thing = happening.detail.get("why", ""), happening.detail.get("verb", ""), happening.what
        if verb == "hint":
            ways = report(self.world, self.after, verb, ())
            self.spans.append(Span(kind="aside", text=ways, choices=list(ruling.suggestions)))
        elif verb in {"inventory", "status", "journal"}:
            self._notice(report(self.world, self.after, verb, ruling.suggestions))
        elif why == "far_off" and (seen := seen_of_way(self.world, self.after, thing or "")):
            self._tell_scenery(seen)
        elif why in {"ways", "no_direction", "no_such_way", "no_way", "here_already", "far_off"}:
            self._no_way(why, thing)
        elif why == "not_here" and self._tell_from_afar(thing):
            return
        elif why == "who_not_here":
            self._tell_absence(thing, "tried")
        elif why != "listened" or not self._listen_to(thing or self.after.place):
            name = self._name(thing)
            known = why if is_situation(self.world, why) else "nothing_happens"
            self._phrase(known, "tried", thing=name, who=name, verb=verb, choices=name)

    def _tell_absence(self, who: str | None, kind: str) -> None:
        """Somebody is not here, and where the player had them in sight last."""
        self._phrase("who_not_here", kind, thing=self._name(who), who=self._name(who))
        seen = self.after.seen_at.get(who or "", self.after.place)
        if seen != self.after.place:
            self._phrase("last_seen", kind, who=self._name(who), place=self._name(seen))

    def _tell_from_afar(self, thing: str | None) -> bool:
        """Tell of what belongs elsewhere: where it was seen, or what is told of it here, from where it is in sight."""
        if thing in seen_items(self.world, self.after):
            self._notice(way_to_item(self.world, self.after, thing))
            return True
        if thing is not None and self._is_used_up(thing):
            self._notice(self._line_of_what_is_gone(thing))
            return True
        nouns = nouns_of(self.world)
        names = [" ".join(name.words) for name in nouns.names_of.get(thing or "", ())]
        by_name = self._in_the_text(self._name(thing).removeprefix("the "))
        place = next((place for name in names if (place := self._place_of(name))), "")
        where = (
            not_seen(self.world, self.after, f"where is {self._name(thing)}") if place and not by_name else ""
        )
        if where:
            self._notice(where)
            return True
        told = self._in_the_text(*names) if nouns.kinds.get(thing or "") in ("item", "feature") else ""
        if told:
            self._notice(f"{told} It is no nearer than that from here.")
        return bool(told)

    def _did(self, happening: Happening) -> None:
        """What no author foresaw. What is there to be seen anyway is told while it is new."""
        lines = deed_lines.deed_lines(self.world, happening)
        if not lines:
            return
        text = self.pick(lines, happening.kind)
        twice = digest(text) in self._now  # nothing is told twice in one turn
        if not twice and (happening.detail.get("optional") != "yes" or not self.times_told(text)):
            self._say(text, happening.kind)
        if happening.who not in self._speaking or deed_lines.names_terms(self.world, happening):
            answers = deed_lines.spoken_answer(self.world, happening, lambda line: self.times_told(line) > 0)
            if answers:
                self._say(self.pick(answers, "answered"), "answered", happening.who)

    def _tell_gesture(self, happening: Happening, ruling: Ruling) -> None:
        """A gesture, told back in the second person; by itself it is marked by whoever sees it, or by the place."""
        how = happening.detail.get("how", "gesture")
        if how in ("thought", "let_be"):
            return self._phrase(how, "expressed")
        if happening.wordings:
            return self._say(self.pick(happening.wordings, "expressed"), "expressed")
        told = retelling(self.world, happening.what or "")
        kind = cast(Gesture | None, happening.detail.get("kind_of"))
        if happening.who is not None and kind is not None and happening.who not in self._moved:
            self._moved.add(happening.who)
            lines = bodily_answers(self.world, self.before, happening.who, kind, told)
            if lines:
                answer = self.pick(lines, "expressed")
                self._say(f"{told} {answer}", "expressed")
                last = self.spans[-1]  # the answer counts as told, whatever it was an answer to
                self.spans[-1] = last.model_copy(update={"keys": [*last.keys, digest(answer)]})
                return None
        alone = how == "gesture" and is_by_itself(ruling.happenings)
        if alone and happening.who is not None:
            lines = phrases_with(self.world, "seen", who=self._name(happening.who))
            return self._say(f"{told} {self.pick(lines, 'expressed')}", "expressed")
        self._say(told, "expressed")
        if alone:
            self._ambience()
        return None

    def _no_way(self, why: str, thing: str | None) -> None:
        if why in {"no_way", "no_such_way"}:
            self._phrase("no_way", "tried", thing=self._name(thing))
        elif why == "no_direction":
            self._phrase("no_direction", "tried")
        elif why == "here_already":
            self._phrase("came_to", "tried", place=self._name(thing), thing=self._name(thing))
            return
        names = [self._name(way.to) for way in exits(self.world, self.after)]
        if names:
            self._phrase("ways", "tried", choices=join_names(names, "or"))

    def _tell_waiting(self, kind: str) -> None:
        """Time that passes idly: a new line while there is one, then lines that name the hour.

        A moment is no time worth telling beside what was done in it.
        """
        if kind == "waited" and self.after.minutes - self.before.minutes < _WORTH_TELLING and self.spans:
            return
        if kind == "waited" and self._time_is_told:
            self._ambience()  # "help her for ten minutes": what was done was told
            return
        times = {
            "time": clock_in_words(minute_of_day(self.world, self.after)),
            "hours": hours_in_words(self.after.minutes),
        }
        used_up = all(self.times_told(text) for text in phrases_with(self.world, kind, **times))
        self._phrase(f"{kind}_until" if used_up else kind, **times)
        if kind == "waited":
            self._ambience()

    def _listen_to(self, where: str) -> bool:
        """Tell what goes on where the player listens, a sound before all else; whether anything new does."""
        place = self.world.locations.get(where, self.world.locations[self.after.place])
        options = wordings(place.ambience, self.world, self.after)
        fresh = tuple(text for text in options if not self.times_told(text))
        heard = sounds_among(fresh) or fresh or sounds_among(options)
        if heard:
            self._phrase("listening", "listened")
            self._say(self.pick(heard, "ambience"), "listened")
        return bool(heard)

    def _ambience(self) -> bool:
        place = self.world.locations[self.after.place]
        options = wordings(place.ambience, self.world, self.after)
        fresh = tuple(text for text in options if not self.times_told(text))
        if fresh:
            self._say(self.pick(fresh, "ambience"), "ambience")
        return bool(fresh)

    def _unclear(self, happening: Happening) -> None:
        why = happening.detail.get("why", "not_understood")
        if why == "who" and not self.after.present():
            why = "nobody_here"  # it was said to somebody, and there is no one to choose from
        if why == "who" and happening.what in _NOBODY_FITS:
            return self._notice(f"There is nobody here whom you could mean by \u201c{happening.what}\u201d.")
        known = {"absurd", "hostile", "no_such_thing", "who", "which", "nobody_here"}
        thing = happening.what or "such thing"
        if why == "no_such_thing" and (mentioned := mention_of(self.world, self.after, thing)):
            self._tell_scenery(mentioned)
            if happening.detail.get("verb") == "take":
                self._narrate("You leave that as it is.", [], joins=False)
            return None
        if why == "no_such_thing":
            return self._tell_missing(thing)
        self._phrase(why if why in known else "not_understood", "unclear", thing=thing, choices=thing)
        return None


def as_one_speech(spans: list[Span]) -> list[Span]:
    """The spans, where what somebody says in several parts with nothing between them is one speech."""
    joined: list[Span] = []
    for span in spans:
        last = joined[-1] if joined else None
        if last is not None and last.kind == span.kind == "speech" and last.speaker == span.speaker:
            text = f"{last.text} {_without_stammer(last.text, span.text)}".rstrip()
            joined[-1] = last.model_copy(update={"text": text, "keys": [*last.keys, *span.keys]})
        else:
            joined.append(span)
    return joined


def _without_stammer(before: str, text: str) -> str:
    """What somebody goes on to say, without the sentence that they ended on: "The cook. The cook. All day."."""
    first, _, rest = text.partition(". ")
    again = before.endswith(f" {first.rstrip('.')}.") or before == f"{first.rstrip('.')}."
    return rest if again and len(first.split()) > 1 else text
