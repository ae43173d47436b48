"""What people say to ordinary questions about themselves that no writer foresaw, by kind of question and style. Pure.

Nobody's life is made up here: `{calling}`, `{bed}`, `{meal}` and `{haunt}` come from the world, and
a wording without them says nothing that could turn out false. `{deed}` and `{quality}` are the player's own words.
"""

from __future__ import annotations

import re

PLAIN: dict[str, tuple[str, ...]] = {
    "abode": ("I sleep at {bed}, when I sleep.", "{bed}. It's a bed, and it's dry.",
              "Where there's a bed for me, when I'm done. Most of my hours go by at {haunt}.",
              "Where there's a bed for me, when I'm done. It isn't much to look at."),
    "meals": ("What there is to be had at {meal}. You'd get the same.",
              "Whatever there was. I ate it standing, and didn't look too closely.",
              "What I could get. Nobody will write a song about it."),
    "kin": ("None that you'd meet here. Here there's only me and my work.", "Nobody who would come looking for me.",
            "That's a question for a long evening and a full cup. Nobody that's here, anyhow."),
    "career": ("{calling}. How I came to it is a long road, with nobody in particular to blame.",
               "One thing led to another, and the other was this.",
               "I was asked, and I'd no reason ready for saying no."),
    "past": ("That's a long way behind me. I've enough to do with what's in front.",
             "Much like anybody's, I dare say. It was another time, and I was somebody else in it.",
             "I don't go back there much. It was what it was, and it brought me here."),
    "ever": ("If I have, it was nothing to boast of.", "Not so that you'd have heard of it.",
             "Ask me when this is over, and I'll see what I can remember."),
    "custom": ("{deed}? When there's time for it. There isn't, just now.",
               "{deed}? You haven't seen me at it so far, have you?",
               "Now and again, like anybody. Not at this moment."),
    "mood": ("It comes and goes. I keep busy.", "I've had better days than this one, and worse. Why, does it show?"),
    "quality": ("About as {quality} as I look.", "No more {quality} than you, I should think.",
                "{quality}? Some days. You'll have to judge for yourself."),
    "being": ("{calling}. That's what I am, as far as I know.",
              "You've got me in front of you. What does it look like?",
              "I've been called all sorts. I answer to my name."),
    "bodiless": ("I've no need of that. {calling}: that's all there is of me.",
                 "That's a thing for people with bodies."),
    "hours": ("When I'm let. It's not me who decides.", "When the work's done, and not before.",
              "Later than I'd like, as a rule."),
    "refraining": ("It isn't so easily done as said.",
                   "I've thought of it. Thinking's as far as I got."),
    "who_meant": ("Who do you mean?", "Which one? Give me a name."),
    "befallen": ("To me? Nothing that isn't happening to everybody here.",
                 "To me? I'm still standing. That'll have to do."),
    "at_it": ("You can see what I'm doing as well as I can.", "And if I were, would it trouble you?"),
    "past_place": ("Where I mostly am, at {haunt}. Why do you ask?",
                   "Where I'm supposed to be. Why, did you look for me?"),
    "reasons": ("Because somebody has to, and I was nearest.",
                "It seemed right when I began. I've not stopped to ask since."),
    "preference": ("I've nothing against it.", "Well enough, in its place.",
                   "I could take it or leave it, to be honest."),
    "thoughts": ("More than I could put into words for you. It goes round and round.",),
    "belief": ("More so after dark than by day, if I'm honest.",
               "I've seen nothing that settles it, one way or the other.", "I wouldn't swear to it either way."),
    "aside": ("You ask odd things. I'd have to think.", "Nobody's ever asked me that. Let me think about it.",
              "I'd only say the first thing that came into my head, and it wouldn't be worth much."),
}  # fmt: skip
STYLES: dict[str, dict[str, tuple[str, ...]]] = {
    "curt": {
        "abode": ("{bed}.", "{haunt}, near enough.", "Where there's a bed."),
        "meals": ("What {meal} has. Same as anyone.", "What there was.", "Whatever's left."),
        "kin": ("None here.", "Nobody you'd meet.", "Not in here."),
        "career": ("{calling}. It came to me. I stayed.", "Somebody asked. I said yes.", "One thing, then another."),
        "past": ("Long ago. Other things, then.", "It was a life. I got out of it.", "Done with. I look ahead."),
        "ever": ("Not that I'd brag of.", "Once would do.", "Ask me after."),
        "custom": ("{deed}? Not now.", "{deed}? When there's time.", "You'd have seen."),
        "mood": ("I manage.", "Had worse days."),
        "quality": ("Do I look {quality}?", "{quality}? Some.", "{quality}? No more than you."),
        "being": ("{calling}.", "What you see.", "Use your eyes."),
        "hours": ("When it's done.", "Late.", "When I'm let."),
        "refraining": ("Not so easy.", "Thought of it."),
        "who_meant": ("Who?", "Which? Say a name."),
        "befallen": ("To me? Nothing.", "To me? Same as the rest."),
        "at_it": ("And if I am?", "Looks like it, does it?"),
        "past_place": ("{haunt}. Why?", "Where I should be. Why?"),
        "reasons": ("Somebody must.", "It needs doing."),
        "preference": ("It's all right.", "Nothing against it.", "Could do without."),
        "thoughts": ("Plenty. None of it short.",),
        "belief": ("After dark, yes.", "Never saw proof.", "Couldn't swear to it."),
        "aside": ("Odd question.", "Nobody's asked me that before.", "I'd have to think."),
    },
    "ornate": {
        "abode": ("I am lodged at {bed}; I have been lodged worse.",
                  "I retire where a bed is provided; the greater part of my time is passed at {haunt}.",
                  "Where a bed is provided; I do not inspect it too closely."),
        "meals": ("Whatever {meal} affords; one does not complain of it aloud.",
                  "What was set before me; it did not detain me long.", "What there was, and I was civil to it."),
        "kin": ("Nobody whom you would meet here, I regret to say.",
                "There is nobody under this roof who answers to that.", "None that I could present to you."),
        "career": ("{calling}. I came to it by degrees, and remained, as one does.",
                   "I was invited, and could think of no polite way to refuse.",
                   "One thing led to another; this is the other."),
        "past": ("That was another life, and I was a good deal younger in it.",
                 "It was much as such things are; I have outlived it, and bear it no ill will.",
                 "It lies a long way back; I find that I visit it seldom."),
        "ever": ("If I have, I did it without distinction.", "Not in such a way that it would be remembered.",
                 "You must ask me when we have more leisure; I should like to get it right."),
        "custom": ("{deed}? When I have leisure for it, which is not at present.",
                   "{deed}? You have not yet caught me at it, I believe.", "On occasion, as who does not."),
        "mood": ("I contrive to be; it is largely a matter of practice.",
                 "It varies, and I do not publish the variations."),
        "quality": ("As {quality} as you find me, I suppose.", "No more {quality} than the circumstances require.",
                    "{quality}? I should be the last to be told."),
        "being": ("{calling}. I have never been described otherwise to my face.",
                  "I am what you see before you; I trust that it will do."),
        "hours": ("When my duties allow of it, which is seldom early.",
                  "Later than my physician would approve of, if I had one."),
        "refraining": ("It is a good deal easier to propose than to do.",),
        "who_meant": ("Of whom are we speaking?", "You must tell me whom you mean."),
        "befallen": ("To me? Nothing with which I should trouble you.", "To me? Very little, considering."),
        "at_it": ("Should you object, if I were?", "You are at liberty to draw your own conclusions."),
        "past_place": ("Where I am generally to be found, at {haunt}; may I ask why?",
                       "Where I was expected to be; may I ask what prompts the question?"),
        "reasons": ("Because it wanted doing, and I was at hand.", "I had a reason, and the habit has outlived it."),
        "preference": ("I have nothing to say against it.", "In its place, yes; I do not go out of my way.",
                       "I can take it or leave it, and have done both."),
        "thoughts": ("Of a number of things, none of which would improve by being said aloud.",),
        "belief": ("Rather more after dark than by day.",
                   "I have seen nothing that I should care to offer as evidence.",
                   "I keep an open mind, and a shut window."),
        "aside": ("Nobody has ever put that to me; allow me to consider it.",
                  "You have the advantage of me; I should have to reflect."),
    },
    "sidelong": {
        "abode": ("{bed}, they tell me. One wakes up there.", "Here and there. {haunt}, when I'm looked for.",
                  "Wherever nobody has thought of counting the beds."),
        "meals": ("What {meal} can spare, and it can't spare much.", "Less than I'd like, and more than I deserve.",
                  "What there was. I've had it described to me as food."),
        "kin": ("Do you see any here?", "None that own to me, here.", "Who'd have me? Don't answer that."),
        "career": ("{calling}. And who'd have thought it.",
                   "I was standing about, and somebody gave me something to hold.",
                   "It was that or work for a living."),
        "past": ("Oh, a long time ago. Things were otherwise, and so was I.",
                 "It's not so good a tale as you'd hope.",
                 "I've told that so many ways that I've lost the true one."),
        "ever": ("Who's been talking?", "I might have. It was dark.", "Not that anybody could prove."),
        "custom": ("{deed}? Would you, in my place?", "{deed}? Only when nobody's counting.",
                   "When I'm asked nicely. Not today."),
        "mood": ("As well ask the weather.",
                 "I've been told it doesn't show."),
        "quality": ("{quality}? I've been called worse before breakfast.",
                    "As {quality} as I need to be, and not a bit more."),
        "being": ("{calling}. So they say, at any rate.", "What would you like me to be?"),
        "hours": ("When the lamps are out, like honest people.", "When I've run out of reasons not to."),
        "refraining": ("You do it, and I'll watch.",),
        "who_meant": ("And who would that be?", "There's more than one. Whom do you mean?"),
        "befallen": ("To me? Do I look as if something had?", "To me? What have you been told?"),
        "at_it": ("Would you mind it if I were?", "Does it look like that from where you are?"),
        "past_place": ("At {haunt}, where anybody could have seen me. Did they?",
                       "Where nobody was looking, it seems. Why?"),
        "reasons": ("Why does water run downhill?",
                    "It was that or nothing, and I've had nothing."),
        "preference": ("I've never turned it away.", "If it likes me.", "Depends on who's asking."),
        "thoughts": ("A penny wouldn't buy it.",),
        "belief": ("I don't disbelieve in anything after dark.", "It hasn't asked me to.",
                   "Only when I hear it move."),
        "aside": ("There's a question. I'll chew on it.",
                  "Nobody ever asked me that, and I've been asked a few things."),
    },
}  # fmt: skip
_LEAD = r"(?:(?:and|so|but|then) )?"
_AT_TIMES = (
    r"(?:ever |never |often |not |really |very |still |always |sometimes |also |so |even |feeling |getting )*"
)
_FORMS: tuple[tuple[str, str], ...] = (
    ("abode", r"""
        where (?:do|are|did) you (?:all )?(?:live|sleep|stay|lodge|bed|rest|go|staying|living|sleeping)\b.*
        |(?:where|which|what) is your (?:home|house|bed|room|cabin|bunk|place)\b.*
        |do you (?:live|sleep) .*"""),
    ("hours", r"""
        (?:when|what time|how (?:often|late|early|much|long|many hours)) (?:sleep )?
        (?:do|did|are|will|have) you\b.*"""),
    ("meals", r"""
        .*\b(?:eat|ate|eaten|drink|drank|have|had)\b.*\b(?:breakfast|lunch|dinner|supper|eat|drink|food|meal)\b.*
        |what (?:do|did|have) you (?:all )?(?:eat|eaten|drink|cook)\b.*
        |(?:have|did) you (?:eaten|eat|had (?:supper|dinner|breakfast|lunch))\b.*"""),
    ("past_place", r"where (?:were|have) you (?!(?:born|raised|from))\b.*"),
    ("befallen", r"what (?:has |is |ever )*(?:happened|happening|become|became) (?:to|of|with) you\b.*"),
    ("kin", r"""
        (?:do|have|had|are|is|were)\b.*\b(?:wife|husband|child|children|kids?|sons?|daughters?|mother|father|mom|mum|dad
        |parents|brothers?|sisters?|siblings|family|married|engaged|sweetheart|girlfriend|boyfriend|relatives
        |grandchildren|widowed|single)\b.*|.*\b(?:get|got) married\b.*"""),
    ("career", r"""
        (?:how|why|when|what).*\b(?:you|your)\b.*\b(?:job|work|trade|profession|position|post)\b.*
        |how (?:did|do|have) you (?:come|get|end|become|wind|land|learn)\b.*
        |who (?:trained|hired|made|built) you\b.*|why (?:did|do) you (?:become|take)\b.*"""),
    ("belief", r"""
        do you (?:really |still )?(?:believe|have faith)\b.*|are you (?:religious|superstitious|a believer)\b.*
        |do you (?:ever )?pray\b.*"""),
    ("thoughts", r"""
        what (?:are|were) you (?:thinking|worrying|dreaming)\b.*|what is (?:on|in) your mind\b.*
        |what (?:do|did) you (?:dream|think|worry)(?: (?:about|of))?(?: (?:all day|at night|most|here|now))*
        |what (?:keeps you (?:up|awake|going)|bothers you|troubles you)\b.*"""),
    ("mood", rf"""
        are you {_AT_TIMES}(?:happy|unhappy|content|lonely|bored|sad|glad|miserable|tired|homesick|sorry|at peace
        |comfortable|nervous|worried|angry|free)\b.*
        |do(?: not)? you {_AT_TIMES}(?:like|enjoy|hate|love|mind) (?:here|it|this (?:place|job)|your (?:job|work|life)
        |being|living|working)\b.*
        |do(?: not)? you {_AT_TIMES}(?:get|feel|grow|become|miss|regret|wish|want|hope|wonder)\b.*
        |how (?:do|can) you (?:feel|stand|bear|cope|manage)\b.*"""),
    ("ever", r"(?:have|did) you (?:ever|never)\b.*|have you (?:been|killed|lost|loved|seen|travelled)\b.*"),
    ("being", r"""
        (?:what|who) are you\b.*
        |are you (?:really |still |just |actually )?(?:a|an|the|one of|some|human|real|alive)\b.*"""),
    ("at_it", r"are(?: not)? you (?:still |just |really )?\w+ing\b.*"),
    ("quality", rf"""
        are(?: not)? you {_AT_TIMES}(?:that |a (?:bit|little) )?(?P<quality>(?!\w+ing\b)[a-z]+)
        (?: (?:here|now|or what|enough|too|of .+))?"""),
    ("past", r"""
        .*\byou(?:r| ever| always| once)* (?:do|live|work|like|before|use to|used to|grow up|grew up|childhood|youth
        |past|young)\b.*|.*\b(?:used to|childhood|when you were|before you came|before this|once upon)\b.*"""),
    ("reasons", r"""
        (?:why|how come|what for)\b.* you (?:even |still |all |ever |keep |go on )*
        (?:here|stay|staying|work|working|serve|do|doing|live|living|help|put up|bother|come|came|wait|waiting)\b.*
        |what (?:brings|brought|keeps) you\b.*"""),
    ("refraining", r"(?:why|how come)(?: (?:do|did|have|had|will|would|are|can|could))? not\b.*"),
    ("habit", r"why (?:do|are)\b.*"),
    ("preference", r"do(?: not)? you (?:really |even |still )?(?:like|love|hate|enjoy|prefer|fancy|care for)\b.*"),
    ("custom", rf"""
        (?:do(?: not)?|can|could) you {_AT_TIMES}(?P<deed>[a-z']+(?: [a-z']+){{0,2}}?)
        (?: (?:here|at all|much|often|ever|sometimes|yourself|at night))*"""),
)  # fmt: skip
_COMPILED = tuple(
    (kind, re.compile(_LEAD + "(?:" + re.sub(r"\n {8}", "", form) + ")")) for kind, form in _FORMS
)


def kind_of_small_talk(words: str) -> tuple[str, dict[str, str]]:
    """The kind of an ordinary question to somebody about themselves, and the words of it that may be said back."""
    for kind, form in _COMPILED:
        if (found := form.fullmatch(words)) is not None:
            return kind, {name: said for name, said in found.groupdict().items() if said}
    return "aside", {}
