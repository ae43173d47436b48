"""Which stance, or which use of what things offer, an intent comes to where no rule or built-in verb answers. Pure."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.ideas import says_stance, second_person, takes_strength
from gamemaster.language.names.normalization import in_lower_case, plain, stem, with_double_marks, words_of
from gamemaster.language.names.noun_index import scope_of
from gamemaster.language.names.noun_phrases import leading_person
from gamemaster.language.portions import is_one_of_many, part_meant
from gamemaster.language.tables.function_words import COMMON_WORDS, DETERMINERS, PREPOSITIONS
from gamemaster.language.tables.verb_forms import gerund
from gamemaster.language.talk.requests import asked_for
from gamemaster.language.wording.agreement import is_plural
from gamemaster.rules import proposal as ops
from gamemaster.rules.operations.comforts import is_a_drink
from gamemaster.rules.operations.scene_changes import is_spendable
from gamemaster.rules.proposal import Intent
from gamemaster.rules.reach import exits, features, in_reach, items_here, threats_here
from gamemaster.rules.stances.favours import ONE_OF_THEM, demand_of
from gamemaster.rules.state import StoryState
from worlds.offers import offers_of
from worlds.rules import all_rules
from worlds.schema import PLAYER, Feature, Offer, StanceName, World
from worlds.verbs import BASE_VERBS, META, PERCEIVE, SPEAK

# Natural verbs that are stances themselves.
DIRECT: frozenset[StanceName] = frozenset({
    "block", "lure", "distract", "trap", "mark", "sabotage", "disguise", "mourn", "hide", "bargain", "build",
    "signal", "beg", "persuade", "deceive", "threaten", "charm", "comfort", "insult",
})  # fmt: skip
# What other verbs come to: done to a person or threat, to a thing, to a way, or to nothing. None: to nothing of use.
_BY_VERB: dict[str, tuple[StanceName | None, StanceName | None, StanceName | None, StanceName | None]] = {
    "attack": ("strike", "strike", "force", None), "break": ("strike", "force", "force", None),
    "push": ("force", "force", "force", None), "pull": ("force", "force", "force", None),
    "cut": ("strike", "sabotage", "force", None), "burn": ("strike", "sabotage", None, None),
    "unlock": (None, "finesse", "finesse", None), "pick": (None, "finesse", "finesse", None),
    "pry": (None, "force", "force", None), "lock": (None, "block", "block", None),
    "steal": ("finesse", "finesse", None, None), "hide": ("stealth", "stealth", "stealth", "stealth"),
    "sneak": ("stealth", "stealth", "stealth", "stealth"), "sing": ("music", "music", None, "music"),
    "play": ("music", "music", None, "music"), "dance": ("music", "music", None, "music"),
    "pray": ("mourn", "mourn", "mourn", "mourn"), "trade": ("bargain", None, None, None),
    "recruit": ("persuade", None, None, None), "kiss": ("charm", None, None, None),
    "help": ("comfort", "craft", None, None), "repair": ("craft", "craft", None, None),
    "tie": (None, "craft", "block", None), "free": (None, "finesse", None, None),
    "call": (None, "signal", "signal", "signal"), "ring": (None, "signal", None, None),
    "knock": (None, None, "distract", "distract"), "throw": ("distract", "distract", "distract", None),
    "pour": (None, "sabotage", None, None), "fill": (None, "craft", None, None),
    "recite": ("music", "music", None, "music"), "plant": (None, "finesse", None, None),
    "hold": ("force", "endure", "endure", "endure"),
    "dig": (None, "build", None, None), "turn": (None, "finesse", None, None),
}  # fmt: skip
# What is said about what an act is for. The first that fits decides, where the act itself has no rule.
_PURPOSES: tuple[tuple[re.Pattern[str], StanceName], ...] = tuple(
    (re.compile(rf"\b(?:{words})", re.IGNORECASE), stance)  # type: ignore[misc]
    for words, stance in (
        ("lure|entice|draw (?:\\w+ ){1,4}(?:away|off|out|to)|bait", "lure"),
        (
            "decoy|distract|divert|draw|attract|look away|make (?:a )?noise|cover (?:the|my) (?:noise|sound)",
            "distract",
        ),
        (
            "(?:trip|snare|catch|trap|slip|collapse|topple|tumble|give way|gives way|fall (?:on|when|as|down))s?\\b",
            "trap",
        ),
        (
            "keep \\w+ (?:\\w+ )?out|block|bar the|hold the door|shut"
            "|(?:nobody|no ?one|nothing|none) (?:can|could|will|may|comes?|gets? (?:in|out|past|through|by|over))",
            "block",
        ),
        ("pass for|look like|pass as|pretend to be|recogni[sz]e|think (?:that )?i\\b", "disguise"),
        ("signal|warn|be seen|show the way", "signal"),
        ("mark (?:the|my)|find my way|find the way", "mark"),
    )
)
_WARMING = frozenset("warm thaw heat dry toast".split())
_SETTLING = frozenset(
    "sit rest lie lean lounge stretch settle perch recline nap doze use sleep stand".split()
)
_ABOUT = frozenset("sing recite dance pray mourn".split())
# Acts that are what they are, whatever they are for.
_PLAIN_ACTS = (
    frozenset("go follow climb swim jump flee sneak wait sleep take give show open read eat drink steal search".split())
    | frozenset(PERCEIVE) | frozenset(META) | (frozenset(SPEAK) - {"deceive"}) | {"inform", "express", "use", "help"}
)  # fmt: skip
# What is done to things with one's hands, and comes to some work on them where nothing more is known of it.
_WORK = frozenset(
    "cut tie untie pour fill turn push pull put wear remove break dig cook repair extinguish close".split()
)
# Of these, what leaves a thing otherwise than it was.
_CHANGING = frozenset(
    "cut tie untie pour fill turn break dig extinguish close light burn lock plant free".split()
)
_STOPPING = frozenset("stop start halt silence restart reset disable deactivate activate disconnect".split())
_TURNED_TO = frozenset("to toward towards away from round around about".split())
_HANDLED = (_WORK | _BY_VERB.keys()) - frozenset("throw steal break hide sneak lock unlock call".split())
# What stands about a table or a desk, and is named with it: to handle one is not to handle the other.
_ACCESSORIES = frozenset("chair stool seat pen ink blotter cushion cup mug drawer lid leg handle".split())
_SOFT = frozenset({"food", "drink", "small", "countable"})  # tags of what does not hurt when it is thrown
_ALIKE = 0.75  # of one word and what it was read as, at least
_DOORS = frozenset({"door", "doors", "way"})


def attempt_for(world: World, state: StoryState, intent: Intent) -> ops.Attempt | None:
    """The attempt that an intent comes to; None where it is no idea but a plain act, or nothing to be tried at all."""
    near = in_reach(world, state)
    intent = with_its_subject(world, state, intent)
    things = [thing for thing in (*intent.objects, intent.recipient, intent.tool) if thing is not None]
    far = [thing for thing in things if thing not in near and not _held_here(state, thing)]
    if intent.verb == "bargain":
        far = [thing for thing in far if thing != intent.recipient]  # what is theirs may lie somewhere else
    if far:
        return None
    purpose = purpose_of(intent)
    target = next(iter(intent.objects), None) or intent.recipient
    stance, aim = _stance(world, state, intent, target, purpose), _asked_deed(intent)
    if stance == "music":
        aim = _piece(intent.words) if intent.verb in ("sing", "recite") else ""
    if stance == "build" and target not in world.items and not intent.topic:
        return None  # nothing is made that is not named
    if stance is None or not _is_own_deed(world, state, intent, stance, target):
        return None
    made = _ROLES.get(stance, _plain)(world, state, intent, target, purpose)
    return made.model_copy(update={"stance": stance, "aim": _cut_to_length(made.aim or aim)})


def with_its_subject(world: World, state: StoryState, intent: Intent) -> Intent:
    """A song or a prayer with what is not here as its subject, wherever that may be: "pray for the drowned"."""
    things = [thing for thing in (*intent.objects, intent.recipient) if thing is not None]
    near = in_reach(world, state)
    if intent.verb not in _ABOUT or all(thing in near or _held_here(state, thing) for thing in things):
        return intent
    words = intent.topic or intent.words[:80]
    return intent.model_copy(update={"objects": (), "recipient": None, "topic": words})


_LONGEST_AIM = 80  # characters


def _cut_to_length(aim: str) -> str:
    """An aim that is not too long, and ends with a word that something may end with."""
    if len(aim) <= _LONGEST_AIM:
        return aim
    words = aim[: _LONGEST_AIM + 1].split(" ")[:-1]
    while len(words) > 1 and words[-1] in _HANGING:
        words.pop()
    return " ".join(words)


_HANGING = PREPOSITIONS | DETERMINERS | {"and", "or", "that"}


def handling_for(world: World, state: StoryState, intent: Intent) -> ops.Express | None:
    """The small handling of a thing that an act comes to where it is no attempt: told, and nothing is changed by it."""
    here = {
        *(feature.id for feature in features(world, state)),
        *state.carried_items(),
        *items_here(world, state),
    }
    things = [thing for thing in (*intent.objects, intent.recipient) if thing is not None]
    own = intent.verb not in BASE_VERBS and intent.verb not in world.verbs
    own = own or (intent.verb == "throw" and bool(intent.topic))  # "throw a pebble down the well"
    own = own or intent.verb == "build"  # "make a bed of the straw"
    if things[:1] == [PLAYER] and intent.verb in _HANDLED and intent.words:
        return ops.Express(what=intent.words[:120])  # "brush the snow off me"
    if intent.role != "act" or not (own or intent.verb in _HANDLED) or here.isdisjoint(things[:1]):
        return None
    if not intent.words:
        return None
    feature = things[0] not in world.items
    if feature and intent.verb == "put" and "back" in intent.words.split():
        return None  # what stands here was never taken: whatever is meant, it is not put back
    if feature and own and _STOPPED.match(intent.purpose) is not None and things[0] != PLAYER:
        # "Muffle the bell with my coat so it cannot ring": it is as it was meant to be, and stays so.
        name = next((part.name for part in features(world, state) if part.id == things[0]), "")
        left = f"the {name}, seen to so that {second_person(intent.purpose.split())}"[:80]
        return ops.Express(what=intent.words[:120], how="handling", left=left, on=things[0], bound="place")
    what = _as_a_try(intent) if own and feature and intent.verb != "throw" else intent.words
    served = intent.verb == "pour" and intent.recipient in world.characters  # "pour one for Tallack"
    if not served and _would_be_changed(world, intent, things[0]) and not part_meant(world, things[0], intent.words):
        what = f"try to {_deed_of(intent)[:90]}, and nothing changes"
    return ops.Express(what=what[:120], how="handling")


_STOPPED = re.compile(r"(?:it|they) (?:can|could|will|does|do|would) ?not (?!be |open|close|shut|lock|break|burn)\w+")


def _would_be_changed(world: World, intent: Intent, thing: str) -> bool:
    """Whether a thing would be otherwise after this, had it come about: what no rule brings about is not told as done.

    What its writer lets be turned or opened by a rule is no less shut for one that does not hold.
    """
    if not _TURNED_TO.isdisjoint(_deed_of(intent).split()[1:2]):
        return False  # it is the player who turns: "turn to the screen"
    said = words_of(intent.words)
    if said[-2:-1] == ["my"] and stem(said[-1]) in BODY:
        return False  # "splash water from the fountain on my face"
    own = intent.verb not in BASE_VERBS and intent.verb not in world.verbs
    if thing not in world.items and own:
        return _STOPPING.isdisjoint(words_of(intent.words)[:2]) is False
    if thing not in world.items or (intent.verb == "untie" and not world.items[thing].portable):
        return intent.verb in _CHANGING
    return any(intent.verb in rule.verbs and thing in (*rule.on, *rule.with_) for rule in all_rules(world))


def _deed_of(intent: Intent) -> str:
    """The words of a deed from its verb on: "turn round the stove" of "we turn round the stove"."""
    return intent.words.removeprefix("i ").removeprefix("we ")


def _asked_deed(intent: Intent) -> str:
    """What a plea is for, as a deed; nothing of "for mercy", which asks for none."""
    aim = intent.topic or ""
    if intent.verb != "beg":
        return aim
    return "" if aim.startswith("for ") else aim.removeprefix("to ")


# Done with the hands to what stays what it was.
_LEAVES_WHOLE = frozenset(
    """coil fold stack smooth braid plait ladle baste salt season garnish roll sort arrange rearrange twist pat squeeze
    prod poke nudge flick sprinkle fan dab drape plump fluff rinse flip spin swirl tickle straighten align
    suck chew lick nibble""".split()
)


def _as_a_try(intent: Intent) -> str:
    """A deed by a verb that nobody knows, done to what stands here: whatever it is, nothing is changed by it."""
    verb, _, rest = intent.words.removeprefix("i ").partition(" ")
    if verb != intent.verb or verb in COMMON_WORDS | _LEAVES_WHOLE or rest.split(" ")[0] in PREPOSITIONS:
        return intent.words
    return f"try to {verb} {rest}, and leave it as it was"


_STAGED = re.compile(
    r"\b(?:as if|as though|(?:look|seem|sound|appear)s?|(?:think|believe|suppose)s?|decoy)\b"
)


def staged_for(world: World, state: StoryState, intent: Intent) -> ops.AddDetail | None:
    """What somebody arranges so that it looks like something else: it stays as they left it, for whoever comes by."""
    thing = next((t for t in (*intent.objects, intent.recipient) if t is not None), None)
    if thing is None or not _STAGED.search(intent.purpose):
        return None
    _, _, arranged = intent.words.removeprefix("i ").partition(" ")
    seeming = re.search(r"\bas (?:if|though)\b.*", intent.purpose)
    told = second_person(f"{arranged}, {seeming[0]}".split() if seeming else arranged.split())
    on = thing if any(feature.id == thing for feature in features(world, state)) else None
    return ops.AddDetail(text=told[:80], on=on) if told else None


def names_an_accessory(world: World, state: StoryState, intent: Intent, target: str) -> bool:
    """Whether the words name no more than what goes with a thing: the chair, where a table with chairs stands."""
    feature = next((feature for feature in features(world, state) if feature.id == target), None)
    if feature is None:
        return False
    words = words_of(intent.words.casefold())
    said = {stem(word) for word in words}
    named = {stem(word) for word in words_of(feature.name.casefold())}
    return said.isdisjoint(named) and not said.isdisjoint(_ACCESSORIES)


def is_one_of_several(world: World, state: StoryState, intent: Intent, target: str) -> bool:
    """Whether the words name one of the things that a feature is several of: "a mug", "one of the mugs"."""
    feature = next((feature for feature in features(world, state) if feature.id == target), None)
    if feature is None:
        return False
    words = words_of(intent.words.casefold())
    return any(_is_one_of(name, words) for name in (feature.name, *feature.aliases))


def _is_one_of(name: str, words: list[str]) -> bool:
    """Whether words name one of what a name has several of: "a bean", of tables with beans on them."""
    held = name.casefold().split()
    if not held or not (is_plural(name) or ("of" in held[1:-1] and held[-1] != stem(held[-1]))):  # "bag of humbugs"
        return False
    one = stem(held[-1])
    return any(stem(word) == one for word in words) and (one in words or "one of" in " ".join(words))


def _is_own_deed(
    world: World, state: StoryState, intent: Intent, stance: StanceName, target: str | None
) -> bool:
    """Whether the player's own words hold a verb of the stance, where it costs time and may break what it is done to.

    A verb of the lexicon stands for many words: "wipe" is listed with "repair", and mends nothing.
    """
    if target is not None and names_an_accessory(world, state, intent, target):
        return False
    if intent.verb == "pour" and stance == "sabotage":
        # "Pour a mug of tea", "pour one for him", "tip the turnips out" spoil nothing.
        said = words_of(intent.words.casefold())
        if intent.recipient is not None:
            return intent.recipient != PLAYER and not _UPON.isdisjoint(said)
        return target not in world.items and not _AWAY.isdisjoint(said)
    if stance == "sabotage" and intent.verb == "cut" and target in world.items:
        # "Whittle a leg for the horse" spoils nothing.
        return not _SEVERING.isdisjoint(words_of(intent.words.casefold()))
    if stance == "endure" and intent.verb == "hold":
        # To hold something up is no feat, nor to keep a hand on a rail.
        way = target is None or target in world.locations or target in world.threats
        return way or (target not in world.items and not _HELD_OUT.isdisjoint(words_of(intent.words.casefold())))
    words = words_of(f"{intent.words} {intent.purpose}".casefold())
    # "Kick the bench and the table": the verb of the second was said with the first.
    if not words or words[0] in DETERMINERS:
        return True
    if stance == "force" and target not in world.characters and target not in world.threats:
        return takes_strength(words)
    return says_stance(words, stance)


_HELD_OUT = frozenset("against fast shut closed back out on onto tight down steady".split())
_UPON = frozenset("over on onto into down".split())
_AWAY = frozenset("out away over".split())
_SEVERING = frozenset("cut cuts slash slit hack saw sever snip chop slice stab rip gash".split())


def in_own_words(attempt: ops.Attempt, words: str) -> ops.Attempt:
    """The attempt with what is made or said as the player spelt it: reading may have taken a word for another.

    What was called out in quotation marks keeps its own marks and its "I".
    """
    words = with_double_marks(words)
    called = words_as_typed(attempt.aim, words, "") if attempt.stance == "signal" else ""
    if called and words[: words.find(called)].rstrip().endswith(_OPENING):
        return attempt.model_copy(update={"aim": _as_called(called, words)})
    in_parts = " ".join(_QUOTED.findall(words))  # “Bersi!” I shout. “You still owe me!”
    if attempt.stance == "signal" and not called and (cried := words_as_typed(attempt.aim, in_parts, "")):
        return attempt.model_copy(update={"aim": _as_called(cried, in_parts)})
    if attempt.stance == "signal" and (quoted := _quotation_like(attempt.aim, words)):
        return attempt.model_copy(update={"aim": _as_called(quoted, words)})
    aim, own = (
        attempt.aim.split(),
        second_person([word.strip('.,;:!?"“”()*') for word in words.split()]).split(),
    )
    windows = [own[at : at + len(aim)] for at in range(len(own) - len(aim) + 1)] if aim else []
    if not windows:
        return attempt
    likeness = [
        sum(SequenceMatcher(None, pair[0], pair[1].casefold()).ratio() for pair in zip(aim, w, strict=True))
        for w in windows
    ]
    best = max(range(len(windows)), key=lambda at: likeness[at])
    if likeness[best] < _ALIKE * len(aim):
        return attempt
    return attempt.model_copy(update={"aim": " ".join(windows[best])[:80]})


def _quotation_like(aim: str, words: str) -> str:
    """The quotation that was read as these words, "My name's Bo!" as "my name is bo"; empty where there is none."""
    likeness = {one.strip(" ,.!?"): _alike(aim, one) for one in _QUOTED.findall(words)}
    best = max(likeness, key=lambda one: likeness[one], default="")
    return best if likeness.get(best, 0) >= _RESPELT else ""


def _as_called(called: str, words: str) -> str:
    """What was called out as it was typed, to its own mark; of a long call its first sentences, and a sign of more."""
    rest = words[words.find(called) + len(called) :]
    end = re.match(r"[.!?]+", rest)
    more = end is None and re.match(r",?\s*[\"”]|\s*$", rest) is None
    whole = called + (end[0] if end else "")
    if len(whole) <= _LONGEST_AIM and not more:
        return whole
    within = whole[: _LONGEST_AIM - 2]
    at = max(within.rfind(mark) for mark in (". ", "! ", "? "))
    return f"{within[:at]} …" if at > 0 else f"{within.rpartition(' ')[0]} …"


_OPENING = ('"', "\u201c")
_QUOTED = re.compile(r'["\u201c]([^"\u201c\u201d]+)["\u201d]')


_ORDER = re.compile(r"^(?:but )?(?:first|then|next|now),? (?=(?:i|we) )", re.IGNORECASE)


def as_typed(operation: ops.Operation, words: str) -> ops.Operation:
    """A gesture, or a spot where something is laid, as the player typed it: with its capitals and marks."""
    if isinstance(operation, ops.Express):
        operation = _with_typed_names(operation, words)
        operation = operation.model_copy(update={"what": _ORDER.sub("", operation.what)})
        verb, _, rest = operation.what.partition(" ")
        beside = gerund(verb)
        if _stands_in(beside, in_lower_case(words)):  # "…, whistling": what was done beside it
            typed = verb + words_as_typed(f"{beside} {rest}".strip(), words, operation.what)[len(beside) :]
        else:
            typed = words_as_typed(operation.what, words)
        return operation.model_copy(update={"what": typed[:120]})
    if isinstance(operation, ops.Drop) and operation.where:
        spot = words_as_typed(operation.where.partition(",")[0].strip(), words)  # "under his arm, gently"
        return operation.model_copy(update={"where": spot[:60]})
    return operation


def _stands_in(word: str, text: str) -> bool:
    """Whether a word is in a text. An expression for one word is made only where its letters are."""
    return word in text and re.search(rf"\b{re.escape(word)}\b", text) is not None


def _with_typed_names(operation: ops.Express, words: str) -> ops.Express:
    """What comes of handling, with the capitals of a proper name as the player typed it: "the Zippo"."""
    if not operation.came:
        return operation
    proper = {word for word in re.findall(r"(?<![.!?*\"“] )(?<![\"“'‘])(?<!^)\b[A-Z]\w+", words) if word.lower() != "i"}

    owners = set(re.findall(r"\b\w+['’]s\b", words))

    def with_names(text: str) -> str:
        for owner in owners:
            text = re.sub(rf"\b{re.sub('[^a-z]', '', owner.lower())}\b", owner, text)
        for word in proper:
            text = re.sub(rf"\b{word.lower()}\b", word, text)
        return text

    came = tuple(with_names(text) for text in operation.came)
    return operation.model_copy(update={"came": came, "left": with_names(operation.left)})


def words_as_typed(read: str, words: str, otherwise: str | None = None) -> str:
    """The stretch of the player's words that was read as these; where none is found, these or what is given."""
    tokens = re.findall(r"[a-z0-9]+", read.casefold())
    typed = _stretch_of(tokens, in_lower_case(words)) if tokens else None
    if typed is None:
        return _closest(read, words) or (read if otherwise is None else otherwise)
    found = re.sub(r"\s+", " ", words[typed.start() : typed.end()]).strip("*_ ")
    return found if len(_QUOTES.findall(found)) % 2 == 0 else _QUOTES.sub("", found)


def _stretch_of(tokens: list[str], text: str) -> re.Match[str] | None:
    """The stretch of a text that has these tokens, whatever marks stand in them and between them."""
    bare = text.replace("'", "").replace("’", "")
    if not all(token in bare for token in tokens):
        return None  # no expression is made for what is not there
    # Marks that nobody typed make an expression that is used once three times as costly.
    marks = "['’]?" if len(bare) < len(text) else ""
    stretch = "[^a-z0-9]{1,8}".join(marks.join(token) for token in tokens)
    return re.search(rf"\b{stretch}\b", text)


def _closest(read: str, words: str) -> str:
    """The stretch of the player's words that was respelt as these, if one of as many words is nearly the same."""
    given, wanted = words.split(), read.split()
    for at in range(len(given) - len(wanted) + 1):
        pairs = zip(wanted, given[at : at + len(wanted)], strict=True)
        if all(_alike(one, typed.strip(".,;:!?")) >= _RESPELT and one != "myself" for one, typed in pairs):
            return " ".join(given[at : at + len(wanted)]).strip("*_ .,;:!?")
    return ""


_RESPELT = 0.75  # likeness of a word to what it was read as, each at least


_QUOTES = re.compile(r"[\"“”]|(?<!\w)['‘]|['’](?!\w)")


def _alike(read: str, typed: str) -> float:
    return SequenceMatcher(None, read, typed.casefold()).ratio()


def _piece(words: str) -> str:
    """What is sung or played, if it was named: "a sad song about Bersi"."""
    _, _, rest = words.partition(" ")
    return (
        second_person(rest.split()) if rest.split(" ")[0] in ("a", "an", "the", "my", "some", "our") else ""
    )


_OWN = frozenset({"my", "myself", "me", "our", "ourselves"})


def comfort_for(world: World, state: StoryState, intent: Intent) -> ops.Enjoy | None:
    """The use of what something offers that an intent comes to: "warm myself at the fire", "rest on the bench"."""
    if intent.verb == "talk":
        return None  # "rest well, friend" is said to somebody
    if intent.verb == "drink":
        return _drunk(world, state, intent)  # what is drunk warm warms no hands
    if intent.verb in ("touch", "listen", "smell", "examine"):
        return None  # "rest my forehead on the pane" is no rest
    if intent.verb in ("put", "lean") and not world.items.keys().isdisjoint(intent.objects):
        return None  # "lean the spear against the wall" is no leaning of one's own
    words = [stem(word) for word in words_of(intent.words.casefold())]
    named = [thing for thing in (*intent.objects, intent.recipient, intent.tool) if thing is not None]
    words = words[1:] if words[:1] in (["i"], ["we"]) else words
    if words[:1] in (["toast"], ["dry"]) and len(words) > 1 and not set(words) & _OWN:
        return None  # "toast the house", "dry them"
    if words[:1] == ["lean"] and intent.minutes is None and intent.role == "emote":
        return None  # a posture, however long it lasts
    if intent.verb == "warm" or "warm" in words[:3] or _WARMING & set(words[:2]):
        return _in_haste(intent, words, _enjoy_offer(world, state, "warmth", named, set(words)))
    if (intent.minutes is not None and intent.verb in ("wait", "sleep")) or intent.role not in (
        "act",
        "emote",
    ):
        return None
    verb = words[0] if words else ""
    if (
        verb in _SETTLING
        and verb != "rest"
        and not intent.minutes
        and _is_beside_somebody(world, state, intent)
    ):
        return None  # "sit down beside the old man on the bench" keeps him company
    wanted: Offer | None = None
    if intent.verb in ("eat", "light"):
        wanted = "food" if intent.verb == "eat" else "light"
    elif verb in _SETTLING or (intent.role == "act" and intent.verb in ("sit", "use", "wait", "sleep")):
        offers: tuple[Offer, ...] = ("rest", "warmth")
        for offer in offers[verb in ("stand", "lean") :]:  # to stand on a bench, or lean on a table, is no rest
            if found := _enjoy_offer(
                world, state, offer, named, set(words), only_named=verb != "rest" or intent.role == "emote"
            ):
                return found
        return None
    if wanted is None:
        return None
    found = _enjoy_offer(
        world, state, wanted, named, set(words[1:]), only_named=True
    )  # "light" names no light
    return _in_haste(intent, words, found)


def _in_haste(intent: Intent, words: list[str], found: ops.Enjoy | None) -> ops.Enjoy | None:
    """The use of what something offers, which takes no longer than was said: "quickly", "for a minute"."""
    hasty = not _IN_HASTE.isdisjoint(words) or 0 < (intent.minutes or 0) <= _SOON or words[-2:] in _A_MOMENT
    return found.model_copy(update={"brief": True}) if hasty and found is not None else found


_SOON = 5  # minutes
_A_MOMENT = (["a", "minute"], ["a", "moment"], ["a", "second"], ["a", "bit"])
_IN_HASTE = frozenset(
    map(stem, "quickly quick fast hastily gulp bolt wolf scoff cram swallow snatch hurriedly".split())
)


def _drunk(world: World, state: StoryState, intent: Intent) -> ops.Enjoy | None:
    """A drink that was named and is at hand, whole, where no rule needs it for more."""
    at_hand = {*state.carried_items(), *items_here(world, state)}
    named = (thing for thing in intent.objects if thing in at_hand and is_a_drink(world.items[thing]))
    return next((ops.Enjoy(what=thing, offer="food") for thing in named if is_spendable(world, thing)), None)


def _is_beside_somebody(world: World, state: StoryState, intent: Intent) -> bool:
    """Whether an intent's words settle the player next to somebody who is here."""
    words = words_of(intent.words.casefold())
    scope = scope_of(world, state)
    beside = (at + 1 + (words[at + 1 : at + 2] == ["to"]) for at, word in enumerate(words) if word in _BESIDE)
    return any(leading_person(scope, words[at:])[0] in scope.people for at in beside)


_BESIDE = frozenset({"beside", "next", "by", "alongside", "with"})


def _enjoy_offer(
    world: World,
    state: StoryState,
    offer: Offer,
    named: list[str],
    said: set[str],
    *,
    only_named: bool = False,
) -> ops.Enjoy | None:
    """The thing that was named, or any that is here, if it offers this."""
    here = {feature.id: feature for feature in features(world, state)}
    items = [*state.carried_items(), *items_here(world, state)]
    usable = [*here, *items] if offer != "warmth" else [*here]
    named = [*named, *(thing for thing in usable if _is_named(world, here, thing, said))]
    for thing in [*(t for t in named if t in usable), *(() if only_named else usable)]:
        if offer in offers_of(here[thing] if thing in here else world.items[thing]):
            return ops.Enjoy(what=thing, offer=offer)
    return None


def _is_named(world: World, here: dict[str, Feature], thing: str, said: set[str]) -> bool:
    """Whether the words hold the word that a thing's name, or one of its other names, ends in."""
    part = here[thing] if thing in here else world.items[thing]
    return any(stem(name.casefold().split()[-1]) in said for name in (part.name, *part.aliases) if name)


# ---- which stance ----


def _stance(
    world: World, state: StoryState, intent: Intent, target: str | None, purpose: str
) -> StanceName | None:
    if intent.verb == "lock" and target != PLAYER and not _BARRED.search(intent.words):
        return None  # without its key a door is not locked
    if intent.verb == "deceive" and (meant := _stance_for(purpose)) is not None:
        return meant
    if intent.verb in DIRECT and not (intent.verb == "hide" and target not in world.items):
        return intent.verb
    if (meant := _stance_for(purpose)) is not None and (meant != "disguise" or _is_worn_by_it(intent)):
        return meant
    if not _LEAVES_WHOLE.isdisjoint(words_of(intent.words)[:1]):
        return None  # "straighten one of the plates" is no work
    row = _BY_VERB.get(intent.verb)
    if row is None:
        return _work(world, intent, target)
    if intent.verb == "throw" and not intent.recipient and target in world.items:
        return None  # thrown away
    if intent.verb == "throw" and not {*world.characters, *world.threats} & {
        *intent.objects,
        intent.recipient,
    }:
        return None  # "throw a pebble down the well": at nobody, and for no purpose that was named
    if intent.verb == "tie" and PLAYER in intent.objects:
        return "endure" if not _ONESELF.isdisjoint(words_of(intent.words)) else None  # "tie a string to my wrist"
    if (
        intent.verb == "throw"
        and _is_hard(world, intent)
        and intent.recipient in {*world.characters, *world.threats}
    ):
        return "strike"
    slapped = (
        intent.verb == "attack" and intent.tool is None and not _BLOWS.isdisjoint(intent.words.split()[:2])
    )
    if slapped and target not in {*world.characters, *world.threats, *world.locations}:
        return None  # "slap the table": heard, and nothing is broken by it
    if intent.verb == "pour" and not {"into", "in"}.isdisjoint(intent.words.split()):
        return None  # from one vessel into another: nothing is spoilt
    if intent.verb in ("push", "pull") and target in world.items and world.items[target].portable:
        return None  # what one can carry does not resist: it is slid, or drawn nearer
    if intent.verb == "pull" and _is_drawn_along(intent) and target in {one.id for one in features(world, state)}:
        return None  # "drag the mail bag out of the wet": it is moved a little, and stays whole
    kind = _kind(world, state, intent.recipient if intent.verb == "throw" and intent.recipient else target)
    return row[kind]


_ONESELF = frozenset({"me", "myself", "us", "ourselves"})
_BARRED = re.compile(r"\b(?:bolt|bar|latch|wedge|barricade|block)s?\b")


def _is_drawn_along(intent: Intent) -> bool:
    """Whether a thing is only drawn to where it lies better: "drag it out of the wet", "haul the sack under cover"."""
    words = words_of(intent.words.removeprefix("i "))
    return words[:1] != [] and words[0] in _DRAWING and not _WHERE_TO.isdisjoint(words[2:])


_DRAWING = frozenset("drag drags haul hauls lug lugs".split())
_WHERE_TO = frozenset("out into in under to towards toward across over away nearer closer round against up".split())
_BLOWS = frozenset("slap slaps thump thumps clap claps whack pound pounds bang bangs".split())


def _is_worn_by_it(intent: Intent) -> bool:
    """Whether an act changes how the player looks, and not how a thing does."""
    if PLAYER in intent.objects:
        return True  # "smear soot on my face"
    about_oneself = intent.recipient in (None, PLAYER) and not {"across", "over"}.intersection(
        intent.words.split()
    )
    return about_oneself and intent.verb in (
        "wear",
        "put",
        "take",
        "remove",
        "cut",
        "clean",
        "repair",
        "hide",
    )


def _work(world: World, intent: Intent, target: str | None) -> StanceName | None:
    """What any other handling comes to: work on a thing; a trick, where something is spilt or smeared on somebody."""
    beings = {*world.characters, *world.threats}
    if beings & {*intent.objects, intent.recipient}:
        own = set(world.verbs) - set(BASE_VERBS) - _SETTLING  # a writer's: to sit down beside somebody spills nothing
        spilt = intent.verb in _WORK | own and intent.recipient in beings
        return "distract" if spilt else None
    if intent.verb not in _WORK:
        return None
    return "craft" if target is not None and target not in world.locations and target != PLAYER else None


def _kind(world: World, state: StoryState, thing: str | None) -> int:
    if thing is None or thing == state.place:
        return 3
    if thing in world.characters or thing in world.threats:
        return 0
    return 2 if thing in world.locations else 1


def _is_hard(world: World, intent: Intent) -> bool:
    item = world.items.get(next(iter(intent.objects), ""))
    return item is not None and not _SOFT & set(item.tags)


def purpose_of(intent: Intent) -> str:
    """What an act with one's hands is for, in the player's words; empty where nothing was said of it."""
    if intent.role not in ("act", "speech") or intent.verb in _PLAIN_ACTS:
        return ""
    return intent.purpose or _purpose_in(intent.words)


def serves_a_purpose(intent: Intent) -> bool:
    """Whether what an act is for makes it an idea of its own: "drop the beads to draw them off"."""
    return _stance_for(purpose_of(intent)) is not None


def _stance_for(purpose: str) -> StanceName | None:
    found = next((stance for pattern, stance in _PURPOSES if purpose and pattern.search(purpose)), None)
    seems = found is not None and found != "disguise" and _SEEMS.search(purpose) is not None
    return None if seems else found  # what only looks like a trap catches nobody


_SEEMS = re.compile(r"^(?:that )?(?:it|they) (?:looks?|seems?) (?:like|as)\b")


def _purpose_in(words: str) -> str:
    """What the words of an act say it is for, where nobody has parted that from it."""
    found = re.search(r"\b(?:so that|so|hoping|in order to|to)\b (?P<what>[a-z].*)$", words, re.IGNORECASE)
    return found["what"] if found is not None else ""


def _held_here(state: StoryState, thing: str) -> bool:
    return state.items.get(thing) in state.present()


# ---- which part is which ----


def _plain(world: World, state: StoryState, intent: Intent, target: str | None, purpose: str) -> ops.Attempt:
    tool = intent.tool
    if intent.verb in ("throw", "plant", "pour") and intent.recipient is not None and target in world.items:
        tool, target = target, intent.recipient
    other = intent.recipient if intent.recipient not in (target, None) else None
    return ops.Attempt(stance="force", target=target, tool=tool, recipient=other)


def _on_somebody(
    world: World, state: StoryState, intent: Intent, target: str | None, purpose: str
) -> ops.Attempt:
    """Whom a purpose names, or whoever is here, with what was handled as the means: "throw the bead to draw Ulf"."""
    beings = {*state.present(), *threats_here(state)}
    named = [t for t in (*intent.objects, intent.recipient) if t in beings]
    who = next(iter(named), None) or next(
        (one for one in sorted(beings) if _names(world, one, purpose)), None
    )
    means = intent.tool or next((t for t in intent.objects if t in world.items), None)
    if who is None and intent.verb in ("lure",):
        who = next(iter(sorted(threats_here(state))), None) or next(iter(state.present()), None)
    where = intent.recipient if intent.recipient != who else None
    return ops.Attempt(
        stance="lure",
        target=who or (target if target not in world.items else None),
        tool=means,
        recipient=where,
    )


def _names(world: World, who: str, text: str) -> bool:
    card = world.characters.get(who) or world.threats[who]
    plain = text.casefold()
    return any(
        word.casefold() in plain for word in (card.name, *card.name.split(), *card.aliases) if len(word) > 2
    )


def _across(world: World, state: StoryState, intent: Intent, target: str | None, purpose: str) -> ops.Attempt:
    """A trap or a block: made of what was handled, in the way that is named."""
    tool = intent.tool
    if tool is None and target in world.items:
        tool, target = target, intent.recipient
    if tool is None and intent.recipient is not None and target is not None and target not in world.locations:
        tool, target = target, intent.recipient
    way = way_behind(world, state, target)
    if tool is None and way is not None and way not in world.locations and way == target and purpose:
        return ops.Attempt(stance="block", tool=target)  # what was toppled, pushed or piled up is the means
    return ops.Attempt(stance="block", target=way, tool=tool)


def way_behind(world: World, state: StoryState, target: str | None) -> str | None:
    """The way out that a thing is the door of: a trapdoor, a hatch, a gate that a way is named by."""
    if target is None or target in world.locations:
        return target if target != state.place else None
    feature = next((f for f in features(world, state) if f.id == target), None)
    if feature is None:
        return target
    called = {name.casefold() for name in (feature.name, *feature.aliases)} - _DOORS
    for way in exits(world, state):
        names = {name.casefold().removeprefix("the ") for name in (way.name, *way.aliases) if name}
        if names & called:
            return way.to
    return target


def _of_self(
    world: World, state: StoryState, intent: Intent, target: str | None, purpose: str
) -> ops.Attempt:
    tool = intent.tool or next((t for t in intent.objects if t in world.items), None)
    return ops.Attempt(stance="disguise", target=PLAYER, tool=tool)


def _theft(world: World, state: StoryState, intent: Intent, target: str | None, purpose: str) -> ops.Attempt:
    if intent.verb == "plant":
        return ops.Attempt(stance="finesse", target=intent.recipient, tool=target)
    if target is not None and _held_here(state, target):
        return ops.Attempt(stance="finesse", target=state.items[target], recipient=target, tool=intent.tool)
    return _plain(world, state, intent, target, purpose)


def _social(world: World, state: StoryState, intent: Intent, target: str | None, purpose: str) -> ops.Attempt:
    tool = intent.tool or next((t for t in intent.objects if t in world.items), None)
    who = next(
        (t for t in (*intent.objects, intent.recipient) if t in world.characters or t in world.threats), None
    )
    offered = all(thing in world.items for thing in intent.objects)
    if who is None and len(state.present()) == 1 and offered:
        who = state.present()[0]  # "shoo the hen off the ladder" is said to nobody
    wanted = intent.recipient if intent.recipient in world.items else None
    aim = _asked_deed(intent) or intent.purpose
    if intent.verb in ("persuade", "beg", "recruit") and wanted is None and who in world.characters and aim:
        wanted = asked_for(scope_of(world, state), who, words_of(plain(aim)))
    if intent.verb == "threaten" and who in world.characters and (demand := demand_of(aim)):
        wanted = asked_for(scope_of(world, state), who, demand.split())
    if intent.verb == "bargain" and tool is not None and is_one_of_many(world, tool, intent.words):
        aim = ONE_OF_THEM
    return ops.Attempt(stance="persuade", target=who, tool=tool, recipient=wanted, aim=_cut_to_length(aim))


_ROLES = {
    **dict.fromkeys(("lure", "distract", "signal"), _on_somebody),
    **dict.fromkeys(("trap", "block"), _across),
    **dict.fromkeys(("persuade", "deceive", "threaten", "charm", "bargain", "beg", "insult"), _social),
    "disguise": _of_self,
    "finesse": _theft,
}
