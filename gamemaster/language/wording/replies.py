"""What a character says where no line was written for it: the character's own `replies`, else those of a style. Pure.

`{what}` stands for what was asked about, in the player's words; `{who}` for a person. A wording is left out where it
needs a name that is not known.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from gamemaster.language.wording import plain_facts, reactions, small_talk, young_voice
from gamemaster.language.wording.ages import is_child
from gamemaster.language.wording.stock_lines import fill
from worlds.schema import Character

_PLACEHOLDER = re.compile(r"\{(\w+)\}")

# Of every style; the others replace what they say otherwise.
PLAIN: dict[str, tuple[str, ...]] = {
    "yes": ("Yes.", "Yes, that's so.", "It is."),
    "present": ("I'm here.", "Still here.", "I'm still here."),
    "no": ("No.", "No, it isn't so.", "No. Not that I ever saw."),
    "unsure": ("{what}? I'd only be guessing.", "Nobody's told me a thing about {what}.",
               "{what}? You'd know as much as I do.", "I'd only be guessing, and so would you.",
               "That one I've never got to the bottom of.", "Nobody's told me, and I've not gone asking.",
               "You want somebody who was nearer to it than I was."),
    # Of themselves: what nobody wrote of their life they keep to themselves.
    "private": ("I keep that to myself.", "That's mine to know.", "I'd sooner not say.", "I don't speak of that.",
                "That's my own affair.", "I'd rather you asked me something else."),
    "trust_me": ("You have my word. I know that's not much to go by.", "Don't, then, till you have seen what I do.",
                 "I can't make you. I've told you nothing that I'd take back."),
    "kept": ("What I keep back is nothing of yours.", "Everybody here keeps something back. So do I.",
             "If I told you, I wouldn't be hiding it."),
    "habit": ("I always have. I couldn't give you a better reason.", "It's what I do. I've stopped asking why.",
              "Somebody has to, and it's come to be me."),
    "nobody": ("Nobody that I could name.", "There's nobody.", "None of them, if I'm honest."),
    "invited": ("That's kind. I wouldn't say no.", "If you've nothing better to do. Thank you.",
                "It's good of you to ask. Yes."),
    "taste": ("I never had the leisure to choose.", "I couldn't pick one and be fair to the rest."),
    "able": ("{deed}? When I've reason to.", "{deed}? Well enough. Don't ask me to prove it.",
             "{deed}? I've managed so far."),
    "long": ("Long enough.", "Long enough that I've stopped counting.", "Longer than I'd like. Ask me less."),
    "stands": ("{what}? At {place}. Start with {way}.", "You'll find that at {place}. You go by {way} first.",
               "{place}, that's where. By {way}, and on from there."),
    "shown": ("{what}. I see it. Where did you come by that?", "I've looked. What do you want me to say of it?",
              "Put it away again. I've seen it."),
    "none": ("{what}? Not on me.", "{what}? None that I could spare."),
    "offers_here": ("{thing} will do for that. Here.", "There's {thing}. Help yourself."),
    "stands_next": ("{what}? At {place}, next door.", "That's at {place}. It's the next place from here."),
    "ask_another": ("{what}? Ask {who}. I wouldn't know.", "{who} would know about {what}. I don't.",
                    "You'd have to ask {who} about {what}."),
    "ask_them": ("You'd have to ask {who} that.", "{who} could tell you. I couldn't.",
                 "Ask {who}. It isn't mine to say."),
    "wont": ("I won't speak of {what}.", "{what}? No. Ask me something else.", "That's not for me to say."),
    "price": ("And what would I get for it?", "That's a good deal to ask. What have you got?",
              "Perhaps, if there were something in it for me."),
    "dealt": ("Done.", "Fair enough. Done.", "A deal, then."),
    "granted": ("You may.", "Go on, then. I don't mind.", "Yes. If you're quick about it."),
    "again": ("I've told you all I have on {what}.", "You asked me about {what} before. It hasn't changed.",
              "Again? I've nothing to add about {what}."),
    "agreed": ("Is that so. I'll remember you said it.", "I hear you.", "I'll think about that."),
    "doubted": ("So you say.", "I've heard other things.", "And why should I believe that?"),
    "offered": ("That's an offer. Show me first.", "I'll think about it. Come back with it in your hand.",
                "We'll see, when you've done your half."),
    "given": ("Thanks.", "That's kind of you.", "I won't say no."),
    "lent": ("I'll mind it for you.", "I'll hold it, then. It's yours, I know.", "It's safe enough with me."),
    "thanked": ("You're welcome.", "It was nothing.", "Don't mention it."),
    "forgiven": ("Let it be, then.", "We'll say no more of it.", "All right."),
    "hurt": ("There was no need to say that.", "I'll remember that.", "Say that again and you'll talk to the wall."),
    "scared": ("Don't. I've done nothing to you.", "All right. All right. Only keep away from me.",
               "Please. I don't want any trouble."),
    "unmoved": ("You don't frighten me.", "I've been threatened by better.", "Try it, and see who is sorry."),
    "defies": ("Do your worst. I'll not {deed} for that.", "No. I won't {deed}, whatever you do to me.",
               "You may try. I still won't {deed}."),
    "gives_in": ("All right. All right. I'll {deed}. Only leave me be.", "Don't. I'll {deed}. You have my word on it.",
                 "I'll {deed}, then. You needn't have put it like that."),
    "pressed_no": ("No. I'll not {deed}. You have my answer.", "I've thought of it, and I won't {deed}.",
                   "No, then. Find somebody else to {deed}."),
    "anything_else": ("Not that. Ask me for anything else, only not that.",
                      "That I can't do, whatever you threaten me with. Ask me for something else."),
    "no_more_to_tell": ("I'd tell you if I had more to tell. That's all, I swear it.",
                        "There's nothing more. Do you think I'd keep it back now?"),
    "flattered": ("That's kind of you to say.", "You've a good tongue. What do you want?"),
    "comforted": ("Thank you. It helps a little to hear it.", "You mean well. I can tell."),
    "begged": ("Get up. There's no need for that.", "I'd help you if I knew how."),
    "honest": ("It's as I told you.", "You have it as I have it.", "Believe it, or ask somebody else."),
    "doing": ("What you see.", "What there is to do. There's always something.", "Keeping busy. It passes the time."),
    "well": ("Well enough.", "I've been worse, and I've been better.", "I can't complain. Nobody would listen."),
    "want": ("I keep that to myself.", "What anybody wants. To get through this, and be let alone after."),
    "fear": ("I don't care to talk about that.", "There are things I'm afraid of. Naming them doesn't help."),
    "fond": ("{who}? I'd do a good deal for {who}.", "I'm fond of {who}. There, I've said it."),
    "dislikes": ("I've no love for {who}.", "{who}? The less said of that one, the better."),
    "trusts": ("{who} can be trusted. I've found it so.", "{who}? I'd take that one's word."),
    "distrusts": ("I wouldn't trust {who} far.", "{who}? Watch that one."),
    "afraid": ("{who}? I keep out of the way of that one.", "I'd sooner not say anything about {who}. One is heard."),
    "owes": ("I owe {who} more than I can pay.", "{who}? I'm in debt there, and not for money."),
    "indifferent": ("{who}? We get on. There's not much to say.", "I've nothing against {who}."),
    "you_well": ("You? I've come to like you.", "I'm glad that you're here. I don't say it to everybody."),
    "you_ill": ("You? I'd be happier with you somewhere else.", "I don't care for you, since you ask."),
    "you_afraid": ("You frighten me, if you must know.", "I'd rather you stood over there."),
    "you_trust": ("I'd trust you. I couldn't say why.", "Your word has been good so far."),
    "you_doubt": ("I don't trust you. Would you, in my place?", "I've not decided to believe you."),
    "you_new": ("I hardly know you.", "Ask me when I've known you longer."),
    # Of people among themselves, as anybody knows who lives with them.
    "likes_me": ("{who} is fond of me, I'd say. It isn't a thing that gets said, but one can tell.",
                 "{who} likes me well enough, I think. One isn't told; one notices."),
    "mislikes_me": ("{who} doesn't care for me, and doesn't hide it.", "I don't believe {who} has much use for me."),
    "fears_me": ("{who}? Afraid of me, rather. I don't know that I've earned it.",),
    "unknown_to_me": ("{who}? You'd have to ask {who}. I've never been sure.",
                      "I couldn't tell you. {who} has never said, one way or the other."),
    "liked_by_none": ("Nobody that's told me so.", "I've never been sure that anybody does."),
    "nobody_more": ("Nobody more than the others.", "I couldn't put one before the rest."),
    "minded_by": ("{who} does, as far as anybody.", "{who}, mostly. It was never put into words."),
    "minds_them": ("I do, as well as I can.", "Me. As far as {who} will be minded."),
    "minded_by_none": ("Nobody that I could name. {who} gets by.", "That's just it. Nobody does, that I see."),
    "minds_oneself": ("I look after myself. Somebody has to.", "Nobody does. I've got used to it."),
    "is_what": ("{tale} I'd put it no other way.", "{tale} That's how it is between us."),
    "nobody_there": ("Nobody that I know of.", "Nobody, unless I've missed somebody going."),
    "nobody_else": ("Nobody that I could name to you.", "Those you've seen. I know of no others."),
    "here": ("{who}? Here, in front of you.", "You've only to turn your head. {who} is there."),
    "usually": ("{who}? Try {place}.", "You'll mostly find {who} at {place}."),
    "as_promised": ("I gave you my word on it.", "I said so, and I meant it.", "As I promised. Yes."),
    "last_seen": ("{who}? At {place}, unless that's changed.", "Last I heard, {who} was at {place}."),
    "gone_out": ("{who}? Not here, as you see. Somewhere about.", "{who} has gone out. I wasn't told where to."),
    "lies_here": ("{what}? It's here, where you can see it.", "You've only to look. It's here."),
    "mine": ("I have it, and I'm keeping it.", "{what}? That's in my keeping."),
    "yours": ("You have it on you.", "{what}? You're carrying it."),
    "way": ("That way: {way}.", "By {way}. You can't miss it."),
    "way_on": ("You go by {way} first, and on from there.", "It's not next door. Start with {way}."),
    "heard_from": ("I only know what {who} told me: {tale}", "{who} spoke of it. {tale}"),
    "remembers": ("{tale}", "I remember this much. {tale}"),
    "dead": ("{who} is dead.", "{who}? Dead. You can stop asking."),
    "i_lead": ("I do.", "You're looking at the one who does."),
    "leads": ("{who}.", "That would be {who}."),
    "company": ("{who}. And you.", "Those you see: {who}."),
    "alone": ("Only the two of us.", "You and I. Nobody else."),
    "stays": ("I stay where I am, for now.", "Not now. There are things here I have to see to.",
              "You go. I'm wanted here."),
    "order_no": ("I don't take orders from you.", "No. I'll not do that.", "And why would I do that?"),
}  # fmt: skip
STYLES: dict[str, dict[str, tuple[str, ...]]] = {
    "plain": {},
    "curt": {
        "unsure": ("{what}? No idea.", "{what}. Couldn't say.", "Not my end of things.", "Couldn't say.",
                   "Nobody told me."),
        "private": ("My business.", "Not talking of that.", "Not saying.", "That's mine.", "Leave that."),
        "trust_me": ("Don't, then.", "Up to you.", "Watch what I do."),
        "kept": ("Enough.", "Nothing of yours."),
        "habit": ("Always have.", "Somebody must."),
        "nobody": ("Nobody.", "Not one."),
        "invited": ("If you like.", "Wouldn't say no."),
        "taste": ("Never thought about it.", "Don't have one."),
        "able": ("{deed}? Some.", "{deed}? If I must."),
        "long": ("Long enough.", "Years. Lost count."),
        "stands": ("{place}. By {way}.", "{what}? {place}. {way} first."),
        "stands_next": ("{place}. Next door.",),
        "ask_another": ("{what}? Ask {who}.", "{who} knows. I don't."),
        "ask_them": ("Ask {who}.", "{who} knows. Not me."),
        "wont": ("{what}. No.", "Not talking about that."),
        "price": ("What for?", "Costs something."),
        "granted": ("Go on.", "Do it."),
        "again": ("Said it already.", "{what}. Same as before."),
        "agreed": ("Right.", "Heard."),
        "doubted": ("So you say.", "Doubt it."),
        "offered": ("Show me.", "When I see it."),
        "thanked": ("Nothing.", "Right."),
        "forgiven": ("Done with.", "Leave it."),
        "hurt": ("Enough.", "Say it outside."),
        "scared": ("Don't. I'll do it.", "Back. Please."),
        "unmoved": ("Try it.", "No."),
        "flattered": ("What do you want.", "Huh."),
        "doing": ("Working.", "What it looks like."),
        "well": ("Alive.", "Well enough."),
        "fond": ("{who}. Good one.", "Like {who}. Don't tell."),
        "dislikes": ("{who}. No.", "Don't care for {who}."),
        "distrusts": ("{who}. Wouldn't turn my back.", "Don't trust {who}."),
        "afraid": ("{who}. Keep clear.", "Not saying. {who} hears."),
        "indifferent": ("{who}. Nothing to say.", "{who}? All right."),
        "here": ("{who}. There.", "Look round."),
        "usually": ("{who}? {place}, mostly.", "Try {place}."),
        "way": ("{way}.", "That way. {way}."),
        "order_no": ("No.", "Do it yourself."),
    },
    "ornate": {
        "unsure": ("As to {what}, I find that I am no wiser than you are.",
                   "{what}? I would tell you gladly, if I were among those who know.",
                   "I find that I am no wiser than you are.", "I should have to guess, and I do not.",
                   "I am not among those who know."),
        "private": ("You will forgive me if I keep that to myself.", "I had rather not go into my own history.",
                    "One has a life, yes. I do not, as a rule, hand it round.", "I do not speak of it.",
                    "That would take longer to tell than it is worth."),
        "trust_me": ("I have only my word to offer, and it has always been thought sufficient.",
                     "I should wait, in your place, and see what I do."),
        "kept": ("One may be discreet without being a villain.",
                 "Nothing that would be of use to you, I regret to say."),
        "habit": ("I have done it for so long that the reason has worn off.",
                  "It has become a custom, and I keep customs."),
        "nobody": ("Nobody whom I should care to name.", "There is nobody, I regret to say."),
        "invited": ("That is considerate; I should not refuse.", "You are very good; I accept, with thanks."),
        "taste": ("I have never been in a position to be particular.",
                  "I should be sorry to slight the others by naming one."),
        "able": ("{deed}? Passably; I do not perform.", "{deed}? I have been known to, when nobody else would."),
        "long": ("Longer than I had intended.", "Long enough to have stopped remarking on it."),
        "stands": ("{what}? You will find that at {place}; one goes by {way} first.",
                   "At {place}. You would begin with {way}."),
        "stands_next": ("{what}? At {place}, which is the next you come to.",),
        "ask_another": ("On the matter of {what} you would do better to apply to {who}.",
                        "{what}? {who}, I believe, is the person; I am merely the one who was nearest."),
        "ask_them": ("That is a thing that only {who} could tell you.", "You would have to put that to {who}."),
        "wont": ("Of {what} I had rather not speak, and I ask you to notice how politely I decline.",
                 "{what}? Let us leave that where it lies."),
        "price": ("One might, if one were given a reason; have you one about you?",
                  "I should be glad to oblige, and gladder to be obliged."),
        "granted": ("By all means; I should be the last to prevent you.", "You have my leave, for what it is worth."),
        "again": ("On {what} I have said my say, and it has not grown in the keeping.",
                  "You come back to {what}; I have nothing newer than what you have had."),
        "agreed": ("I am obliged to you; I shall put that with the rest of what I am told.",
                   "You tell me so, and I take note of it."),
        "doubted": ("I hear you say so, which is not the same as hearing that it is so.",
                    "A remarkable account; I look forward to the other one."),
        "offered": ("A handsome proposal; I shall look at it again when it is within reach of my hand.",
                    "Let me see the thing itself, and you will find me attentive."),
        "hurt": ("I shall do you the courtesy of not having heard that.", "You might have kept that; I should have."),
        "unmoved": ("I have been threatened by persons of greater consequence.",
                    "You must do as you think best; I shall be here when you have done thinking."),
        "doing": ("What you see, and it is more interesting than it looks.",
                  "I am passing the time, before it passes me."),
        "well": ("I continue, thank you; it is more than I had counted upon.", "Tolerably; one does not ask for more."),
        "indifferent": ("{who}? I have nothing to say of {who} that would repay your attention.",
                        "Of {who} I have no opinion that I would put a name to."),
        "order_no": ("I must disappoint you in that.", "You mistake me for somebody who does as he is bid."),
    },
    "sidelong": {
        "unsure": ("{what}? People do say things. I don't.", "If I knew about {what}, would I be standing here?",
                   "Now that would be telling, if I knew.", "Who can say? Not me.", "I've wondered that myself."),
        "private": ("I don't tell that for nothing.", "That's not for telling.", "I'd sooner not, today.",
                    "There's those who'd pay to know.", "I'm not half so interesting as you'd think."),
        "trust_me": ("I wouldn't, in your place. But who else is there?", "Did I ask you to?"),
        "kept": ("Who says that I am?", "Less than you'd hope, and more than you'd like."),
        "habit": ("Why does anybody?", "I'd miss it, if I left off."),
        "nobody": ("Nobody. Would you?", "Name me one, and I'll think about it."),
        "invited": ("And what's it to cost me? Well, why not.", "I never refuse what I'm not charged for."),
        "taste": ("Whichever I'm given, naturally.", "That depends on who's paying."),
        "able": ("{deed}? I've been told I shouldn't.", "{deed}? Who wants to know?"),
        "long": ("Long enough to know better.", "It feels like longer."),
        "stands": ("{what}? {place}, unless it's walked. You'd go by {way}.", "Try {place}. By {way}, if you like."),
        "stands_next": ("{what}? No further than {place}, next door.",),
        "ask_another": ("{what}? Now {who} might tell you something about that. Might.",
                        "I'd never say that {who} knows about {what}. But I'd ask."),
        "ask_them": ("And what does {who} say? I'd ask there.", "Only {who} knows that. And perhaps not even so."),
        "wont": ("{what}? What an odd thing to ask.", "Did I say anything about {what}? I don't believe I did."),
        "price": ("And what do I have out of it?", "That depends who's asking, and what they've brought."),
        "again": ("{what}, again? You've had that from me.", "You keep coming back to {what}. I wonder why."),
        "agreed": ("Well, well. Is that how it is.", "You don't say."),
        "doubted": ("Of course. And pigs lay eggs.", "I believe you. I believe everyone."),
        "hurt": ("Oh, I shall remember that.", "That's unkind. True or not."),
        "unmoved": ("You'd be surprised how often I'm told that.", "Is that a promise?"),
        "doing": ("This and that.", "Nothing that anyone could object to."),
        "indifferent": ("{who}? Oh, {who}'s all right. Isn't everybody?", "I've nothing against {who}. Not out loud."),
        "order_no": ("Now why would I do a thing like that?", "You first."),
    },
}  # fmt: skip
# Words of a `manner` by which a style shows, for characters whose writer names none.
_MANNERS = {
    "curt": "curt short terse brief clipped few blunt laconic gruff drops grunts silent telegraphese monosyllables",
    "ornate": "ornate courtly formal flowery elaborate learned pompous eloquent",
    "sidelong": "riddles sidelong evasive hints gossips sly questions turns barters mutters rambling oblique",
}
# One of these alone says nothing yet: a quiet woman may be exact, and a night guard courteous.
_ORNATE_TOGETHER = frozenset("long courteous exact ironical correct clauses".split())
_COUNTED = re.compile(r"\b(?:one|two|three|four|five|six|few|fewer|no) words\b")


def style_of(person: Character) -> str:
    """The style that a character's writer named, or the one that their `manner` speaks of most."""
    if person.style is not None:
        return person.style
    said = set(re.findall(r"[a-z]+", person.manner.casefold()))
    score = {style: len(said & set(words.split())) for style, words in _MANNERS.items()}
    score["curt"] += len(_COUNTED.findall(person.manner.casefold()))
    score["ornate"] += len(said & _ORNATE_TOGETHER) // 2
    best = max(score, key=lambda style: score[style])
    return best if score[best] else "plain"


_STYLES = (STYLES, reactions.STYLES, small_talk.STYLES, plain_facts.STYLES, young_voice.STYLES)
_PLAIN = (PLAIN, reactions.PLAIN, small_talk.PLAIN, plain_facts.PLAIN)


def reply(
    person: Character, kind: str, told: Callable[[str], bool] = lambda text: False, **names: str
) -> tuple[str, ...]:
    """The wordings of a reply, filled in: the character's own, or else their style's; empty where none fits.

    Where all of the own ones were `told`, those of the style follow, and then the plain ones. A child has a way of
    speaking before any style: what a grown person says who does not know is not in a child's mouth.
    """
    known = {key for key, name in names.items() if name}
    every: list[str] = []
    own: tuple[str, ...] = getattr(person.replies, kind, ())
    plain_ones = next((one[kind] for one in _PLAIN if kind in one), ())
    for wordings in (own, *_of_styles(person, kind), plain_ones):
        fitting = [text for text in wordings if known.issuperset(_PLACEHOLDER.findall(text))]
        filled = [fill(text, **{key: names[key] for key in known}) for text in fitting]
        if fresh := tuple(text for text in filled if not told(text)):
            return fresh
        every += filled
    return tuple(every)


def _of_styles(person: Character, kind: str) -> tuple[tuple[str, ...], ...]:
    """The wordings of how somebody speaks, before the plain ones; a child's come first."""
    styles = ("young",) if is_child(person) else ()
    found = (
        one[style][kind]
        for style in (*styles, style_of(person))
        for one in _STYLES
        if kind in one.get(style, ())
    )
    return tuple(found)


# Kinds of reply that tell nothing: a shrug, a refusal to speak, "that is so", what was said before.
_EMPTY_KINDS = (
    "unsure", "private", "wont", "because", "meant", "no_more", "observed", "agreed",
    "doubted", "again", "taste", "doing", "heard", "aside",
)  # fmt: skip


@lru_cache(maxsize=1)
def _stock() -> re.Pattern[str]:
    """Every stock wording that tells nothing."""
    tables = (*_PLAIN, *(style for one in _STYLES for style in one.values()))
    texts = {text for table in tables for kind in _EMPTY_KINDS for text in table.get(kind, ())}
    texts = {text for text in texts if len(_PLACEHOLDER.sub("", text)) > _LEAST_OF_ITS_OWN}
    forms = (_GAP.join(map(re.escape, re.split(r"\{\w+\}", text))) for text in sorted(texts))
    return re.compile("|".join(forms), re.DOTALL)


_GAP = ".+"
_LEAST_OF_ITS_OWN = 4  # letters that a wording has beside what is put into it


def is_stock(text: str) -> bool:
    """Whether a text is one of the wordings that anybody might say and that tell nothing."""
    return _stock().fullmatch(text) is not None


def saying_back(kind: str, echo: str) -> tuple[str, ...]:
    """The plain wordings of a reply that say a few words back, whatever a character's own are."""
    return tuple(fill(text, echo=echo) for text in reactions.PLAIN.get(kind, ()) if "{echo}" in text)
