"""What comes of small experiments with a thing: a knock, a taste, a shake, a look beneath it. Pure.

Its writer's words answer where they speak of it; else what it is made of does (`language/wording/sense_lines.py`).
"""

from __future__ import annotations

import re

from gamemaster.language.clauses.expressions import BODY
from gamemaster.language.names.normalization import plain, stem, words_of
from gamemaster.language.portions import HOLDS
from gamemaster.language.tables.function_words import ADVERBS, COVERINGS, DETERMINERS, PREPOSITIONS, VESSELS
from gamemaster.language.tables.materials import MATERIALS, THINGS
from gamemaster.language.talk.addressee import is_animal
from gamemaster.language.talk.questions.qualities import quality_asked
from gamemaster.language.wording.agreement import is_plural
from gamemaster.language.wording.sense_lines import SENSE_LINES
from gamemaster.narration.understudy.answers.story_so_far.tellings import sentences_in
from gamemaster.narration.understudy.improvisation import names_an_accessory
from gamemaster.rules import proposal as ops
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.draft import HANDLED, OUT
from gamemaster.rules.lore import comes_up_in, common_lore, is_touched
from gamemaster.rules.proposal import Intent, Operation
from gamemaster.rules.reach import features, hidden_features, in_reach, items_here
from gamemaster.rules.state import StoryState
from worlds.offers import offers_of
from worlds.per_world import per_world
from worlds.rules import all_rules
from worlds.schema import PLAYER, Feature, Item, World
from worlds.verbs import PERCEIVE

# The sense of a deed, by the first of its words that says one.
_BY_WORD: dict[str, str] = {
    word: sense
    for sense, words in {
        "knock": "knock rap tap drum bang thump pound clank",
        "shake": "shake rattle jiggle wobble wiggle joggle rock",
        "budge": "push shove move shift heave lift raise drag budge tilt",
        "scratch": "scratch scrape claw",
        "wipe": "wipe rub dust",
        "kick": "kick stamp stomp",
        "weigh": "weigh heft",
        "warm": "warm thaw",
        "measure": "measure",
        "count": "count",
        "smell": "smell sniff whiff",
        "taste": "taste lick sample",
        "hear": "listen ear",
        "hold": "press",
    }.items()
    for word in words.split()
}
_BY_VERB = {"smell": "smell", "taste": "taste", "touch": "touch", "listen": "hear"}
# By what a thing is tried out, as `test_meant` and the writers of worlds call it.
TESTS = frozenset({"listen", *_BY_WORD.values(), *_BY_VERB.values()}) - {"hear"}
# What is tried out of how a thing is, by how the player puts it.
_TRYING = re.compile(r"\b(?:if|whether|how|weight|test|tests|try|tries)\b")
_TRIED = frozenset({"hold", "sharp", "touch", "weigh"})
_ASPECTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (sense, re.compile(rf"\b(?:{words})\b"))
    for sense, words in (
        ("weigh", "(?:weight|heft) of|how heavy"),
        ("hold", "weight|steady|stable|sturdy|loose|solid|firm|sound|holds?|bears?|gives?|wobbl\\w+|rotten"),
        ("sharp", "sharp|blunt|edge|keen"),
        ("touch", "hot|warm|cold|wet|dry|soft|hard|smooth|rough"),
        ("under", "under|underneath|beneath|below"),
        ("behind", "behind"),
    )
)
# What a writer's words speak of where they answer a sense themselves.
_ANSWERS: dict[str, re.Pattern[str]] = {
    sense: re.compile(rf"\b(?:{words})", re.IGNORECASE)
    for sense, words in {
        "smell": "smell|reek|stink|stank|scent|odou?r|stench|perfume",
        "taste": "tast|salt|sweet|bitter|sour",
        "touch": "warm|cold|hot|cool|soft|rough|smooth|damp|wet|dry|stick|lukewarm|off the boil|thumb|finger",
        "hear": "tick|hum|creak|rattl|hiss|drip|sing|sound|hear|murmur|boil|voice|breath|quiet|silen",
        "knock": "notes?\\b|gong|rings\\b|hollow|sounds?\\b|knock|echo",
        "shake": "sound|clink|chink|jingl|rattl|slosh|slop|full|empty|loose|heavy",
        "under": "under|beneath|below|bottom",
        "behind": "behind|back of|the back",
        "hold": "loose|rotten|wobbl|crack|give|shak|firm|weight|holds?\\b|worn|screw",
        "sharp": "sharp|blunt|edge|point|whet|keen",
        "weigh": "heav|light|weigh|pound|ounce",
        "measure": "feet|foot|inch|yard|span|long|high|wide|across",
        "count": (
            "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|twenty|thirty|forty|fifty|sixty"
            "|seventy|eighty|ninety|hundred|dozen|score|\\d+|by tens|number|pair|none|nothing|both"
        ),
    }.items()
}
_SOUNDS = re.compile(
    rf"{_ANSWERS['hear'].pattern}|\b(?:knock|bell|call|bark|sneez|snor|cough|laugh|clink|chime|crack|splash|groan"
    r"|whisper|thud|step|settle|stir|rain|wind|echo|note|music|chain)",
    re.IGNORECASE,
)
# With these go its writer's words, while they are new.
_PERCEIVED = frozenset("smell taste touch hear under behind count weigh sharp hold measure".split())
_LOOKS = frozenset({"examine", "search", "touch", "use", "push", "pull"})
_LIQUID_TAGS = frozenset({"drink", "liquid"})
_SHAPELESS = frozenset({"water", "ice", "fire"})
_SOLID = frozenset("wood metal stone cloth hide paper glass clay rope".split())
_FIXED = frozenset(
    """wall floor door gate window stairs stair steps step pillar rail railing hearth well mast hull cliff tower post
    beam rafters rafter shutter palisade slab chimney ceiling roof ground pane panes threshold sea""".split()
)
_HOLLOW = HOLDS | frozenset("barrel drum cask keg trunk piano boiler tube pipe tank".split())
_VESSELS = VESSELS | frozenset("pot jar jug bottle mug kettle flask ink inkwell".split())
_COVERS = frozenset(
    "cover rug mat blanket quilt mattress cloth curtain cushion carpet sheet hangings".split()
)
_BLADES = frozenset({"blade", "weapon"})
_EDGED = frozenset("knife sword axe chisel razor blade scissors spear saw".split())
_NO_EAR_FOR = frozenset({"metal", ""})  # it may well be a clock, and its writer says no more of it
_WITH_A = frozenset({"a", "an", "one", "both", "my", "the"})
_OVER = frozenset({"over", "around", "round", "upside"})
_OUTRIGHT = frozenset("over down open apart off away loose in through aside out".split())
_HANDS = frozenset({"hand", "hands", "palm", "palms", "fingers", "breath"})


def sounds_among(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the texts that tell of something to be heard."""
    return tuple(text for text in texts if _SOUNDS.search(text))


def is_a_test(verb: str) -> bool:
    """Whether a verb tries out how a thing is: a knock, a shake, a sniff."""
    return verb in _BY_WORD


def test_meant(intent: Intent) -> str:
    """By what kind of small handling a thing is tried out: `shake`, `smell`, `listen`; empty where by none."""
    sense = _sense(intent) if intent.role == "act" else ""
    return {"hear": "listen"}.get(sense, sense)


def sense_of(world: World, state: StoryState, intent: Intent, thing: str) -> list[Operation] | None:
    """What a small experiment with a thing at hand shows; None where it is none."""
    part = part_at_hand(world, state, thing)
    sense = _sense(intent) if part is not None and intent.role == "act" else ""
    if part is None or not sense:
        return None
    told = _ANSWERS.get(sense)
    look = ops.Notice(what=thing)
    if sense in ("under", "behind") and _hides(world, state, part):
        return [ops.Search()]
    if told is not None and told.search(_text(part)) is not None:
        return [look]
    key = _key(world, state, intent, thing, part, sense)
    if key is None:
        return None
    verb = intent.verb if intent.verb in PERCEIVE else "touch"  # no more than a moment, whatever the verb
    found: list[Operation] = [ops.Try(verb=verb, what=thing, why=key)]
    fresh = sense in _PERCEIVED and not state.noticed.get(thing)
    return [*found, look] if fresh else found


_TALK = re.compile(
    r"\b(?:eavesdrop|conversation|talking|(?:what|anything|whatever|if|whether) (?:\w+ ){1,4}?"
    r"(?:says?|saying|whispers?|whispering|mutters?|muttering|talks? about|speaks? of))\b"
)


def listened_to_people(world: World, state: StoryState, intent: Intent) -> list[Operation] | None:
    """Who is listened to without being asked anything: they have said what they had to say, and it is told so."""
    here = [who for who in state.present() if not is_animal(world, who) and not is_asleep(world, state, who)]
    named = [thing for thing in intent.objects if thing in here]
    others = [thing for thing in intent.objects if thing not in (*here, PLAYER)]
    if others or not here or not (named or _TALK.search(intent.words)):
        return None
    return [ops.Try(verb="listen", what=next(iter(named or here)), why="overhears_nobody")]


def sensed_by_hearsay(world: World, state: StoryState, intent: Intent) -> list[Operation] | None:
    """What everybody knows of what is heard or seen hereabouts, and is no thing of this place: "listen to the mill"."""
    if intent.verb not in ("listen", "smell") or intent.role != "act":
        return None
    said = " ".join(words_of(plain(intent.words)))
    touched = (one for one in common_lore(world, state) if is_touched(one, comes_up_in(said, one)))
    text = next((one.text for one in touched), "")
    return [ops.Express(what=intent.words[:120], how="handling", came=(text,))] if text else None


def _hides(world: World, state: StoryState, part: Feature | Item) -> bool:
    """Whether what is still hidden here goes by a word of this thing: "the wet straw" beneath the straw."""
    named = {stem(word) for name in _names(part) for word in name if word not in DETERMINERS | PREPOSITIONS}
    hidden = (_names(feature) for feature in hidden_features(world, state))
    return any(not named.isdisjoint(map(stem, name)) for names in hidden for name in names)


def part_at_hand(world: World, state: StoryState, thing: str) -> Feature | Item | None:
    """The feature or item at hand; None for people, ways, and what is not here."""
    if thing in world.items:
        at_hand = thing in state.carried_items() or thing in items_here(world, state)
        return world.items[thing] if at_hand else None
    return next((feature for feature in features(world, state) if feature.id == thing), None)


def _sense(intent: Intent) -> str:
    """Which sense or handling the words try a thing with; empty where they are about something else."""
    words = [word for word in words_of(plain(intent.words)) if word not in ADVERBS]
    words = words[1:] if words[:1] in (["i"], ["we"]) else words
    words = words[2:] if words[:1] in (["try"], ["tries"]) and words[1:2] == ["to"] else words
    sought = "" if intent.purpose.startswith("see who") else intent.purpose  # of people, and no look beneath it
    said = " ".join([*words, *words_of(plain(sought))])
    laid = words[1:2] and words[1] in _WITH_A and not BODY.isdisjoint(map(stem, words[2:4]))
    if laid and intent.verb in _BY_VERB:
        return _BY_VERB[intent.verb]  # "press an ear to the hatch" presses nothing
    if intent.verb in _LOOKS:
        for sense, pattern in _ASPECTS:
            tried = sense not in _TRIED or _TRYING.search(said) is not None
            if tried and pattern.search(said) is not None:
                return sense
    by_word = next((_BY_WORD[word] for word in words[:2] if word in _BY_WORD), "")
    if intent.verb == "turn":
        return "under" if not _OVER.isdisjoint(words) else ""
    if words[1:2] == ["my"] and stem(words[2] if words[2:] else "") in BODY:
        return ""  # "wipe my feet"
    if intent.verb not in _BY_VERB and not _OUTRIGHT.isdisjoint(words[1:]):
        return ""  # "kick the table over"
    if by_word == "warm" and _HANDS.isdisjoint(words):
        return ""
    return by_word or _BY_VERB.get(intent.verb, "")


def _key(
    world: World, state: StoryState, intent: Intent, thing: str, part: Feature | Item, sense: str
) -> str | None:
    """Which line tells it; None where no line is sure to be true."""
    made, names = material_of(part, intent.words), _names(part)
    heads = {name[-1] for name in names} | {stem(name[-1]) for name in names}
    item = isinstance(part, Item)
    tags = set(part.tags) if isinstance(part, Item) else set()
    if sense in ("smell", "taste", "touch") and ("food" in tags or "food" in offers_of(part)):
        made = "food"
    elif sense in ("smell", "taste") and tags & _LIQUID_TAGS:
        made = "water"
    if sense in ("smell", "taste") and made in ("clay", "glass") and heads & _VESSELS and "food" not in tags:
        return None  # what is in the cup is meant
    if sense == "budge" and names_an_accessory(world, state, intent, thing):
        return None
    if sense == "budge" and item:
        return None  # what one can carry is simply taken
    if intent.verb == "turn" and not item:
        return None
    if sense == "hear" and made in _NO_EAR_FOR:
        return None
    if (
        sense in ("under", "behind")
        and intent.verb != "turn"
        and (made in ("water", "ice", "fire") or COVERINGS & heads)
    ):
        return None
    if sense == "count":
        said = words_of(plain(intent.words))
        end = next((at for at, word in enumerate(said) if at > 1 and word in PREPOSITIONS), len(said))
        many = is_plural(part.name) or any(word.endswith("s") and is_plural(word) for word in said[1:end])
        return "count_many" if many else "count_one"
    if sense == "sharp":
        return "sharp" if tags & _BLADES or heads & _EDGED else "blunt"
    special = {
        "knock": "hollow" if heads & _HOLLOW and made in ("wood", "metal") else "",
        "shake": "drink" if tags & _LIQUID_TAGS else "" if item or not heads & _FIXED else "fixed",
        "budge": "fixed" if heads & _FIXED else "",
        "touch": "hot" if "warmth" in offers_of(part) else "",
        "under": "held"
        if item and (intent.verb == "turn" or thing in state.carried_items())
        else "cover"
        if heads & _COVERS
        else "",
        "behind": "held" if thing in state.carried_items() else "",
    }.get(sense, "")
    outside = sense == "under" and not world.locations[state.place].indoors
    kinds = [special, made, "outside" if outside else ""]
    return next((key for kind in kinds if kind and (key := f"{sense}_{kind}") in SENSE_LINES), sense)


def material_of(part: Feature | Item, said: str = "") -> str:
    """What a thing is made of, by the name the player gave it, its own names, and its writer's first sentence."""
    return _material(part, said) if said else _own_material(part)


@per_world
def _own_material(part: Feature | Item) -> str:
    return _material(part, "")


def _material(part: Feature | Item, said: str) -> str:
    names = _names(part)
    called = {word for name in names for word in name}
    typed = [word for word in words_of(plain(said)) if word in called or stem(word) in called]
    tags = [tag for tag in part.tags if _of(MATERIALS, tag)] if isinstance(part, Item) else []
    for words in (tags, typed, names[0]):
        if made := _of_name(words):
            return made
    for words in names[1:]:  # an alias may name what is in it, or before it
        if made := _of(THINGS, words[-1]):
            return made
    first = words_of(plain(_text(part).partition(".")[0]))
    return next((made for word in first if (made := _of(MATERIALS, word)) in _SOLID), "")


def make_told(world: World, state: StoryState, thing: str, question: str) -> str:
    """What a thing is made of, as its writer says or as such things are; empty where that is not asked or not known."""
    words = words_of(plain(question))
    quality, part = quality_asked(words), part_at_hand(world, state, thing)
    if quality is None or quality[0] != "made" or part is None or (made := material_of(part)) in ("", "beast"):
        return ""
    telling = ((one, words_of(plain(one))) for one in sentences_in(_text(part)))
    if told := next((one for one, said in telling if any(_of(MATERIALS, word) == made for word in said)), ""):
        return told
    named = {word for name in _names(part) for word in name}
    supposed = (_of(MATERIALS, word) for word in words[1:] if words[0] in ("is", "are") and word not in named)
    wanted = next(filter(None, supposed), "")
    said = f"{'Yes' if wanted == made else 'No'}: {made}" if wanted else made.capitalize()
    return f"{said}, by the look of it."


def _of_name(words: list[str]) -> str:
    """The material that a name speaks of: its last word's, a solid one among its words, or what such is made of."""
    end = next((at for at, word in enumerate(words) if at and word in ("of", "for", "with")), len(words))
    if end < len(words) and (made := _of_name(words[:end])):
        return made  # a ticket for a table is no table
    last = words[-1] if words else ""
    said = next((made for word in words if (made := _of(MATERIALS, word)) in _SOLID), "")
    things = (_of(THINGS, word) for word in reversed(words))
    return _of(MATERIALS, last) or said or next((made for made in things if made), "")


def _of(table: dict[str, frozenset[str]], word: str) -> str:
    return next((made for made, words in table.items() if word in words or stem(word) in words), "")


def _names(part: Feature | Item) -> list[list[str]]:
    return [words for name in (part.name, *part.aliases) if (words := words_of(plain(name)))]


def _text(part: Feature | Item) -> str:
    texts = part.text if isinstance(part, Feature) else part.description
    return " ".join(text for variant in texts for text in variant.text)


def taste_of(world: World, state: StoryState, thing: str) -> list[Operation]:
    """How a mouthful tastes of which the rest stays, as far as its writer says, or what it was, while that is new."""
    part = part_at_hand(world, state, thing)
    tells = part is not None and _ANSWERS["taste"].search(_text(part)) is not None
    return [ops.Notice(what=thing)] if tells or (part is not None and not state.noticed.get(thing)) else []


def surface_felt(world: World, state: StoryState, intent: Intent) -> list[Operation] | None:
    """What a wall or a floor shows whose place says nothing of it; None where a thing of that name stands here."""
    words = words_of(plain(intent.words))
    bare = all(thing == state.place or thing not in in_reach(world, state) for thing in intent.objects)
    if intent.role != "act" or not bare or _SURFACES.isdisjoint(map(stem, words[1:])):
        return None
    if intent.verb == "search" or (intent.verb == "examine" and "for" in words):
        return [ops.Search()]
    sense = _sense(intent) or ("hold" if not _TREADING.isdisjoint(words[:1]) else "")
    key = f"{'kick' if words[:1] == ['hit'] else sense}_surface"
    return [ops.Try(verb="touch", what=state.place, why=key)] if key in SENSE_LINES else None


_SURFACES = frozenset("wall floor ceiling ground floorboard panelling skirting".split())
_TREADING = frozenset({"tread", "jump", "bounce", "test"})


def beast_fed(world: World, state: StoryState, intent: Intent) -> list[Operation] | None:
    """A beast that is given something to eat, where it stands here as a thing; what it was given from stays."""
    if intent.verb not in ("give", "feed") or intent.role != "act":
        return None
    said = set(words_of(plain(intent.words)))
    named = (one.id for one in features(world, state) if any(said.issuperset(name) for name in _names(one)))
    beast = next((one for one in (intent.recipient, *named) if one not in (None, *state.present())), "")
    part = part_at_hand(world, state, str(beast))
    if part is None or isinstance(part, Item) or material_of(part) != "beast":
        return None
    fed = [one for one in (*intent.objects, intent.tool) if one not in (None, beast)]
    given = [one for one in (part_at_hand(world, state, str(thing)) for thing in fed) if one is not None]
    if any(
        "food" not in offers_of(one) and material_of(one, intent.words) not in ("earth", "water")
        for one in given
    ):
        return None
    return [ops.Try(verb="touch", what=str(beast), why="feed_beast")]


def put_out(world: World, state: StoryState, intent: Intent, thing: str) -> list[Operation] | None:
    """A lamp that is put out, or that was not burning; None for what only its writer's rules light."""
    part = part_at_hand(world, state, thing)
    ruled = any("light" in rule.verbs and thing in rule.on for rule in all_rules(world))
    if intent.verb not in ("extinguish", "turn") or not isinstance(part, Item) or ruled:
        return None
    if "light" not in offers_of(part) or (
        intent.verb == "turn" and "off" not in words_of(plain(intent.words))
    ):
        return None
    of_it = [detail for detail in state.details.values() if detail.on == thing]
    lit = any(detail.kind == "lit" for detail in of_it)
    left = next((detail.text for detail in reversed(of_it) if detail.kind == HANDLED), "")
    burns = lit or (not left.endswith(OUT) and _BURNS.search(f"{left} {_text(part)}") is not None)
    if intent.verb == "turn" and burns and not lit:
        return None  # small handling turns it off, and it stays so
    return [ops.Try(verb="extinguish", what=thing, why="put_out" if burns else "not_lit")]


# How a lamp is that burns from the beginning, as its writer says, or that was turned on since.
_BURNS = re.compile(r"\b(?:lit|alight|burning|turned (?:on|up|down))\b")
