"""What a speech does that asks nothing: it accuses, reproaches, bets, dares, offers, advises. By form. Pure.

A speech is taken as a whole: what weighs most in it is what it does, and a question of its own is no part of that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from gamemaster.language.tables.form_patterns import patterns_of
from gamemaster.language.talk.sentences import asks as asks_by_form
from gamemaster.language.talk.sentences import sentences_of, without_tag

MoveKind = Literal[
    "accuse", "claim_to_know", "reproach", "bet", "dare", "offer", "gift", "give_time", "share", "advise", "console",
    "guess", "boast", "tease", "keep_company", "place", "news", "hint", "press_on", "courtesy", "sorry", "bet_taken",
    "banter", "hear_out", "obey", "snap", "doubt", "admit", "answered",
]  # fmt: skip
MOVES: frozenset[str] = frozenset(get_args(MoveKind))

_I = r"(?:i|we)"
# What one bets that somebody else did is an opinion, with no stake in it: "I bet whoever took it is far off".
_OPINED = r"(?!(?:that )?(?:whoever|he|she|they|it|there|this|that|no one|(?:no|every|some)(?:body|one))\b)"
_FREELY = r"(?:(?:really|just|never|always|still|already|only|all|actually|secretly|simply|even|so|also) )*"
_COINS = (
    r"(?:pounds?|dollars?|bucks?|quid|bob|pence|penny|pennies|shillings?|coins?|euros?|credits?|silver|gold)"
)
_DONE_TO_OTHERS = (
    r"(?:lied|stole|stolen|killed|murdered|tore|torn|hid|hidden|took|taken|burned|burnt|broke|broken|cheated|betrayed"
    r"|poisoned|pushed|drowned|sank|forged|hurt|kidnapped|ruined|caused|tricked|framed|faked|deceived|robbed|struck"
    r"|stabbed|strangled|abandoned|sold|spoiled|wrecked|drugged|dragged|sabotaged|smuggled|pocketed|swiped|nicked"
    r"|pinched|siphoned|drained|emptied|unplugged|cut|opened|locked|wrote|written|paid|signed|sent|covered"
    r"|planned|arranged|swapped|switched|helped|slept|fell asleep|fallen asleep|started|stopped|let|fed|warned|tipped)"
)
# The forms of each, those that weigh most first. A sentence is matched from its beginning, without calls and tags.
_FORMS: tuple[tuple[MoveKind, str], ...] = (
    ("hint", rf"""
        (?:(?:and |but |so )*(?:(?:what if|suppose|supposing|say|imagine|how would you like it if|what would (?:happen
        |you do|you say) if) {_I}(?: were to)?|if {_I} (?:were to|happened to))|{_I} (?:could|might))
        \s(?:just |simply |always |go (?:back )?(?:up |down |over )?and |went (?:back )?(?:up |down |over )?and
        \s|(?:find|found|open|opened) .+ and )*(?:tell|told|mention|mentioned|report|reported|let slip
        |let on|dropp?(?:ed)? a (?:word|hint)|(?:have|had) a (?:quiet )?word with
        |say|said|show|showed|repeat|repeated|write to|wrote to|call|called)
        \s(?!you\b|me\b|yes\b|no\b|i\b|we\b|so\b).*"""),
    ("press_on", r"""
        (?:here )?(?:(?:you )?(?:just )?(?:go on )?(?:please )?(?:take|have|put on|wear|borrow|wrap yourself in)
        |(?:i |let me )?(?:put|wrap|throw|hang|lay|drape|pull|tuck)|you (?:can|may) (?:take|have|wear|borrow|keep))
        \smy (?:\w+ )?(?:cloak|coat|scarf|gloves?|mittens?|hat
        |cap|jacket|blanket|shawl|jumper|sweater|boots|socks|shirt|hood|handkerchief|cardigan|jersey)\b.*"""),
    ("place", rf"""
        where (?:do|did|would) you (?:want|like|need|prefer)(?: me to (?:put|leave|set|stow|drop|place|hang))?
        \s(?:the|these|those|this|that|it|them|your|my|all|\d+|\w+ (?=\w+s$)).*
        |where (?:shall|should|do|can|may|must) {_I} (?:put|leave|set|stow|drop|place|hang|stack|dump|pile)\b.+
        |where (?:does|do|should|shall) (?:it|this|these|they|the \w+(?: \w+)?) go"""),
    ("accuse", rf"""
        you (?:have |had |did |are the one who |were the one who )?{_FREELY}{_DONE_TO_OTHERS}\b.*
        |you have {_FREELY}got (?:the|my|his|her|their|our|it|them|that|something)\b.*
        |you have (?:it|them|the \w+|(?:his|her|their) \w+)(?: (?:here|there|on you|with you|somewhere|all along))?
        |you (?:are|were) {_FREELY}(?:lying|hiding|stealing|cheating|covering|pretending|the one|behind|a part|in on
        |guilty|responsible|to blame|keeping (?:something|it|that|things))\b.*
        |you (?:hide|steal|lie|cheat|drink|sell|forge|let|slip) .*(?:at night|every \w+|behind .+|when .+|from .+)
        |you owe (?!me|us)\w+.*|you (?:know|knew) (?:very well|full well|perfectly well|more than|about|all along
        |who (?!i|we)|what (?!i|we|it|to)|where|that|it was|it
        |(?:i|we|he|she|they) (?:was|were|is|are|had|did|would))\b.*
        |(?!i |we |you )(?:\w+ ){{1,3}}?(?:says?|swears?|thinks?|reckons?|claims?) (?:that )?(?:it (?:was|is) you
        |you (?:did it|(?:have |had )?{_DONE_TO_OTHERS}|are (?:lying|hiding|a (?:liar|thief|murderer|cheat))))\b.*
        |(?:it|that) (?:was|is|has to be|must be|must have been|had to be) you\b.*
        |you did (?:it|this|that)\b.*|(?:just |please )?(?:admit|own up|confess|do not deny|stop (?:lying|pretending
        |hiding|denying))\b.*|you can stop (?:lying|pretending|hiding|acting)\b.*
        |{_I} (?:accuse|blame) you\b.*|{_I} know (?:it was you|what you (?!mean|are saying|feel|went|are going)|you
        (?:did|have|took|are hiding|are lying|know)|that you)\b.*"""),
    ("reproach", rf"""
        (?:.+ )?(?:and|but|yet|while|when) you {_FREELY}(?:said|did|told (?:me|us|nobody|no one)) ?(?:nothing
        |not a word)?
        |(?:.+ )?you (?:said|did|told (?:me|us|him|her|them|nobody)) (?:nothing|no word|not a word)\b.*
        |(?:.+ )?you (?:never|did not|could not even|did not even|had not|have not) (?:even |once |ever |bother to )*
        (?:told|tell|said|say|mention|mentioned|warn|warned|ask|asked|help|helped|come|came|try|tried|lift|lifted|stop
        |stopped|thank|thanked)\b.*
        |you (?:just |all )*(?:stood (?:by|there)|kept (?:quiet|it from|this from|silent|your mouth)|looked away
        |sat (?:by|there)|watched|walked away|left (?:me|us|him|her|them)|let (?:me|us|him|her|them|it|this))\b.*
        |you (?:should|could|might|ought to) (?:at least )?(?:not )?have\b.*|you had (?:no right|one job
        |no business)\b.*
        |how (?:can|do) you (?:even |ever )?(?:sleep|live with|look (?:me|him|her|them|yourself|anyone)|just
        |stand there)\b.*
        |how (?:could|dare) you|what were you thinking\b.*|have you no (?:shame|heart|pity|decency)\b.*
        |shame on you\b.*|(?:are|were) you not (?:even )?ashamed\b.*|(?:are|were) you (?:proud|happy|pleased)
        (?: of yourself| with yourself| now)+
        |nobody (?:thought|bothered|cared) to\b.*|thanks for nothing\b.*|some (?:friend|help|\w+) you are\b.*
        |{_I} trusted you\b.*|{_I} (?:thought|expected) (?:you|better|more)\b.*|you call (?:yourself|that|this)\b.*
        |your own (?:\w+ ?){{1,3}}|you of all people\b.*"""),
    ("claim_to_know", rf"""
        {_I} (?:already |do |also )*know (?:all |everything |exactly |enough )?(?:about|of) (?!you\b$).+
        |{_I} (?:already )?know (?:everything|all of it|it all|the truth|your secret|the whole \w+
        |who you (?:really )?are)
        (?: .*)?
        |(?:(?!i\b|we\b|you\b)\w+ ){{1,3}}?(?:has |have )?(?:already )?told (?:me|us) (?:everything|all|the truth
        |about|what
        |that you|it all|who|where|how|why)\b.*
        |(?:they|people|some|folk|everybody|everyone)(?: (?:\w+ ){{0,4}})?(?:say|says|said|know|knows)
        \s(?:that |the |you |he |she |it |they |what |about )\w+.*
        |(?:a|some) (?:man|woman|person|little bird) (?:\w+ ){{0,2}}(?:wrote|told|said|saw|swore)\b.*
        |that is not what (?:they|\w+|the \w+) (?:say|says|said|told)\b.*
        |{_I} (?:have )?(?:seen|saw|read|heard|found) (?:your|what you|that you|you)\b(?! (?:was|is) ).*
        |{_I} (?:have )?(?:found|worked|figured) (?:it |that |everything )?out\b.*|{_I} know (?:who|how|why
        |where) (?!i |we |to )\w+.+
        |your secret is (?:out|known)\b.*
        |you do not (?:have|need) to (?:pretend|hide|lie)\b.*|{_I} (?:am|are) on to you\b.*"""),
    ("dare", rf"""
        {_I} (?:dare|challenge|defy) you\b.*|(?:go on )?{_I} dare you\b.*|prove it\b.*
        |{_I} bet (?:that )?you (?:can|could|will|would|do|did) not\b.*|bet you (?:can|could|will|would|do) not\b.*
        |you would (?:not|never) dare\b.*|you have not (?:got )?the (?:guts|nerve|stomach|courage)\b.*"""),
    ("bet", rf"""
        (?:{_I} (?:will )?)?(?:bet|wager|lay money)(?: you| all of you)?
        \s{_OPINED}(?:an?|my|your|any|\d+|\w+) (?:\w+ )*.+
        |(?:\w+ ){{0,3}}{_COINS} says? .+|(?:a|my|the) (?:\w+ )?\w+ says (?:it|this|that|he|she|you|they|we|the)\b.+
        |(?:\d+|two|three|four|five|six|ten|twenty|fifty|a hundred) \w+ says? .+
        |(?:(?:done|fine|right|okay|deal|then) )*(?:put )?(?:an?|my|the|\d+|\w+) (?:\w+ )?
        (?:{_COINS}|crowns?|florins?|guineas?|sovereigns?|farthings?|dimes?|nickels?|drinks?|pints?|beers?|suppers?|cigarettes?|biscuits?|buttons?)
        \s(?:on|that) (?!the (?:table|floor|desk|counter|bar|shelf|bench|ground)\b)\w+.*
        |(?:{_I} (?:will |would )?)?(?:have|take|put|lay|stake|risk) (?:an?|my|\d+|\w+) (?:\w+ )?(?:{_COINS}|crowns?
        |florins?)\s(?:of that\b.*|on (?:it|that|me|him|her|you)\b.*|at \w+ to \w+.*)
        |my money is on\b.*|(?:(?:and|but|so|then) )*if (?:i|you) (?:win|lose)\b.*|heads (?:i|you|we)\b.+ tails\b.+
        |{_I} will (?:take|accept|have) (?:your|that|the|this) (?:bet|wager|odds)\b.*|{_I} will take (?:you up on )?that
        |(?:want|fancy|care for) (?:a|to make a) (?:\w+ )?(?:bet|wager)\b.*"""),
    ("offer", rf"""
        (?:{_I} will tell you what (?:\w+ \w+ )?)?
        (?:you )?(?:give|tell|let|help|bring|show|sell|hand|leave|lend|teach|take|keep|do)\b.+ and
        {_I} (?:will|shall|can|could)\b.+
        |(?:let us|{_I} (?:want|would like) to) (?:make a (?:deal|bargain)|trade|strike a bargain)\b.*"""),
    ("gift", rf"""
        {_I} (?:have )?(?:brought|got|made|found|bought|have)(?: you| for you)? (?:an?|some|this)?(?: \w+)?
        \s?(?:present|gift|something|surprise|treat|keepsake|trifle)\b(?! to (?:say|tell|ask)).*
        |here is (?:something|a (?:little )?(?:present|gift))(?: for you)?"""),
    ("give_time", rf"""
        (?:please )?(?:take (?:your|all the) time(?: you (?:need|want|like))?|no (?:rush|hurry|pressure)
        |there is no (?:rush|hurry)|when(?:ever)? you (?:are ready|like|feel like it|want|can)
        |{_I} (?:am|are) (?:all )?(?:listening|ears|not (?:looking|watching|going anywhere|leaving|in any hurry
        |in a hurry))
        |not (?:looking|watching|listening)|{_I} (?:can|will) (?:wait|just listen|turn (?:round|around|away)|look away
        |not (?:look|interrupt|judge|laugh))|{_I} have (?:got )?(?:all (?:night|day|evening|the time)|time|nowhere to)
        |say it to the \w+|you (?:do not|need not) have to (?:say|tell|talk|look|answer)
        |(?:you can )?(?:talk|tell me|say it|speak) when(?:ever)? you\b.*)\b.*"""),
    ("share", rf"""
        {_I} (?:do |really |too )*know (?:what (?:it|that) is like|how (?:it|that|you|this) feels?|the feeling
        |what you
        (?:are going|went|have been|feel|mean))\b.*
        |{_I} have (?:been there|felt (?:that|the same)|done (?:the same|worse)|had (?:the same|one))\b.*
        |(?:same here|me too|so (?:did|do|have|am) i|{_I} would have done (?:the same|it too))\b.*
        |(?:mine|my own) (?:\w+ )?(?:died|went|left|drowned|was|is|never|did)\b.*"""),
    ("advise", rf"""
        {_I} would (?:not )?(?!like|love|rather|say|be glad|be happy|give|bet|know|have|never|hate|appreciate)\w+ .*
        (?:if {_I} were you|in your (?:place|shoes|position))(?: .*)?
        |(?:if {_I} were (?:you|in your \w+)|in your (?:place|shoes|position)|take my advice|my advice
        |a word of advice)\b.*
        |{_I} would (?:be careful|watch|mind|think twice|keep (?:an eye|quiet|it)|stay away|not trust)\b.*
        |you (?:really |just |maybe |perhaps )*(?:should|ought to|had better|might want to|need to)
        \s(?!have\b|see your|be (?:the|a|an|very|so|joking|tired|cold|hungry)\b|know\b)\w+.*
        |you can (?:still|always)\b.+"""),
    ("console", r"""
        you can (?:put (?:it|that|this) down|let (?:it|that|this|him|her|them|go)|rest|stop|sleep|breathe)\b.*
        |you (?:have |had )?(?:carried|borne|held|kept) (?:it|this|that|all)\b.* (?:alone|on your own|by yourself
        |so long|all (?:this|these) (?:time|years))\b.*
        |it (?:is|was) not your fault\b.*"""),
    ("boast", rf"""
        {_I} (?:am|are) (?:the|a|an) (?:very )?(?:best|greatest|finest|fastest|strongest|cleverest|better|master
        |legend
        |champion|expert|genius)\b.*
        |{_I} (?:am|are) (?:better|faster|stronger|cleverer|tougher|braver) than\b.*
        |{_I} (?:can|could) .+ (?:with one hand|blindfolded?|in my sleep|with my eyes (?:shut|closed)|drunk
        |backwards)\b.*
        |{_I} (?:once |have |never |always )*(?:beat|beaten|won|wrestled|outran|outdrank)\b.+
        |(?:nobody|no one|no man) (?:can |could |ever )*(?:beats?|outruns?|touch(?:es)?|matches|stops?
        |outdrinks?) me\b.*"""),
    ("tease", r"""
        you (?:smell|stink) of\b.*|you (?!know\b|feel\b|like\b|would\b|want\b|need\b)\w+ (?:like (?!that$|this$|you\b)
        |as if|worse than)\b.*
        |you (?:always |never |only )?(?:jump|flinch|go (?:red|pale|white|quiet)|look away|stop|blink|mutter|sigh
        |wince|smile
        |laugh|frown|shake|stare|whisper|tremble|twitch|sweat|fidget)\b.*
        |(?:nice|lovely|fine|great) (?:hat|coat|beard|face|boots|apron|moustache|hair)\b.*
        |you should (?:see|have seen) (?:your|yourself)\b.*|is that (?:a|your) .+ or (?:is it )?\w+.*
        |(?:did|has) (?:something|somebody|someone|anything) (?:die|crawl)\b.*"""),
    ("guess", rf"""
        {_I} (?:think|reckon|suspect|guess|suppose|believe|wager) (?:that )?(?!so$|not$|i |we |about )\w+ .+
        |(?:maybe|perhaps) (?!i |we |you should|you could)\w+ .+
        |(?:it|that|this) (?:looks|seems|sounds|feels|smells|tastes)(?: to me)? (?:like|as if|as though|that)
        \s(?!you\b|i\b|we\b)\w+ .+
        |(?:it|that|this) (?:looks|seems|sounds|feels) to me (?!like\b|as\b|that\b|you\b|i\b|we\b)\w+ .+"""),
)  # fmt: skip
_COMPILED = patterns_of(_FORMS)
_WEIGHT = {kind: at for at, (kind, _) in enumerate(_FORMS)}
# What a question is that nobody answers by telling: it reproaches, teases or asks for leave to set a thing down.
_RHETORICAL: frozenset[MoveKind] = frozenset({"place", "reproach", "offer", "tease", "bet", "hint"})
_LEAD = re.compile(
    r"^(?:(?:and|but|so|well|now|then|oh|oi|ah|hey|look|listen|come on|go on|right|god|no|yes|okay|please|hm|hmm|see|ha"
    r"|haha|honestly|anyway|evening|hello|hi|still|yet|because|you know what|i tell you|i am telling you) )+"
)
_MOST_CALLED = 3  # words of a name called out
_CALLING = frozenset(
    """old dear my good sir madam miss mister mr mrs chef boss friend mate man boy girl lad lass love captain doc doctor
    pal buddy kid son darling sweetheart grandmother granny nonna father mother mistress master""".split()
)


@dataclass(frozen=True)
class Move:
    """What a speech does, and the words that do it."""

    kind: MoveKind
    text: str


def move_in(speech: str, called: frozenset[str] = frozenset()) -> Move | None:
    """What a speech does, by its weightiest sentence; None where it asks something, or does none of these.

    `called`: the words of the names of those who may be called by them.
    """
    found: list[Move] = []
    before, asks_something, only_echoes = "", False, False
    for words, asked in sentences_of(speech):
        text, tagged = _bare(words, called)
        if not text:
            continue
        move = move_of(text)
        if move is not None and move.kind == "hint":
            return move  # whatever else is asked: it is what they are left with
        asks = (asked or asks_by_form(words)) and not tagged and not text.startswith(("you ", "gone "))
        if move is not None and (not asks or move.kind in _RHETORICAL):
            found.append(move)
        elif _A_TAG.fullmatch(text) is not None and found:
            continue  # "I'd give you half. Deal?"
        elif tagged or (before and " not " in text and _A_TAG.fullmatch(text) is not None):
            found.append(Move("guess", text if tagged else before))  # "it was her recipe, wasn't it"
        elif asks:
            echoes = not asks_by_form(words) and len(words) <= _MOST_CALLED
            asks_something = asks_something or not echoes
            only_echoes = only_echoes or echoes
        before = "" if asked else text
    if asks_something or (only_echoes and all(move.kind != "bet" for move in found)):
        return None  # "five to two? Done" says the odds back, and asks nothing
    return min(found, key=lambda move: _WEIGHT[move.kind], default=None)


def move_of(text: str) -> Move | None:
    """What one sentence does, in plain words without calls."""
    return next((Move(kind, text) for kind, form in _COMPILED if form.fullmatch(text)), None)


# "You took it didn't you", without a comma.
_ENDS_TAGGED = re.compile(
    r"\w+ (?:did|do|does|is|are|was|were|has|have|had) not (?:you|he|she|it|they|we)$"
)  # "you took it didn't you", without a comma
_A_TAG = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should) (?:not )?"
    r"(?:i|you|he|she|it|they|we|that|there)|right|eh|huh|hm+|no|yes|deal|agreed|what do you say"
)


def without_calls(words: list[str], called: frozenset[str]) -> str:
    """What is said, without a name called out and what only leads up to it."""
    return _bare(words, called)[0]


def _bare(words: list[str], called: frozenset[str]) -> tuple[str, bool]:
    """The words without what is called out between commas, what only leads up to them, and a question at their end.

    And whether such a question hung on them: "you have got the moon, haven't you".
    """
    names = called | _CALLING
    parts: list[list[str]] = [[]]
    for word in words:
        if word == ",":
            parts.append([])
        else:
            parts[-1].append(word)
    spoken = [part for part in parts if part and not (len(part) <= _MOST_CALLED and names.issuperset(part))]
    tagged = len(spoken) > 1 and _A_TAG.fullmatch(" ".join(spoken[-1])) is not None
    said = " ".join(
        word for part in (spoken[:-1] if tagged else spoken) for word in part if word[0].isalnum()
    )
    told = without_tag(said.split()) if not tagged and _ENDS_TAGGED.search(said) else None
    return _LEAD.sub("", " ".join(told or said.split())).strip(), tagged or told is not None
