"""Whole sentences that players type, and the small words around them: contractions, questions, aims, junk. Data only."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Spellings that stand for other words, tried on whole words of the lower-cased input.
SPELLINGS: dict[str, str] = {
    "im": "i am", "i'm": "i am", "ima": "i am going to", "imma": "i am going to", "i'll": "i will", "i'd": "i would",
    "i've": "i have", "ive": "i have", "you're": "you are", "youre": "you are", "ur": "your", "u": "you", "ya": "you",
    "r": "are", "y'all": "you all", "we're": "we are", "we'll": "we will", "we've": "we have", "they're": "they are", "theyre": "they are",
    "he's": "he is", "she's": "she is", "it's": "it is", "that's": "that is", "thats": "that is", "there's": "there is",
    "theres": "there is", "here's": "here is", "heres": "here is", "what's": "what is", "whats": "what is", "wats": "what is", "wat": "what",
    "wut": "what", "where's": "where is", "wheres": "where is", "who's": "who is", "whos": "who is", "how's": "how is",
    "hows": "how is", "when's": "when is", "why's": "why is", "what're": "what are", "what've": "what have", "what'd": "what did",
    "who're": "who are", "where'd": "where did", "how'd": "how did", "what'll": "what will",
    "don't": "do not", "dont": "do not", "doesn't": "does not", "doesnt": "does not", "didn't": "did not", "didnt": "did not",
    "can't": "can not", "cant": "can not", "cannot": "can not", "won't": "will not", "wont": "will not", "isn't": "is not",
    "isnt": "is not", "aren't": "are not", "arent": "are not", "wasn't": "was not", "wouldn't": "would not", "wouldnt": "would not", "couldn't": "could not",
    "shouldn't": "should not", "shouldnt": "should not", "haven't": "have not", "havent": "have not", "hasn't": "has not",
    "ain't": "is not", "aint": "is not", "let's": "let us", "lets": "let us", "lemme": "let me", "gimme": "give me",
    "gonna": "going to", "wanna": "want to", "gotta": "have to", "hafta": "have to", "tryna": "trying to", "outta": "out of",
    "dunno": "do not know", "kinda": "", "sorta": "", "teh": "the", "hte": "the", "adn": "and", "nad": "and", "wiht": "with", "wtih": "with",
    "w": "w", "thru": "through", "abt": "about", "bout": "about", "frm": "from", "tho": "", "cuz": "because", "bc": "because",
    "pls": "please", "plz": "please", "pleas": "please", "thx": "thanks", "ty": "thanks", "sry": "sorry", "wtf": "what the fuck",
    "wth": "what the hell", "tf": "the fuck", "idk": "i do not know", "omg": "", "lol": "", "lmao": "", "ffs": "", "btw": "", "rn": "now",
    "em": "them", "'em": "them", "somethin": "something", "nothin": "nothing", "goin": "going", "doin": "doing", "lookin": "looking",
    "whatcha": "what are you", "wassup": "what is up", "whatsup": "what is up", "waddup": "what is up", "wazzup": "what is up", "sup": "what is up",
    "ok": "okay", "k": "okay", "yeah": "yes", "yep": "yes", "yup": "yes", "aye": "yes", "nope": "no", "nah": "no",
    "smth": "something", "ppl": "people", "&": "and", "+": "and", "2": "to", "4": "for", "b4": "before", "whens": "when is",
    "shes": "she is", "hes": "he is", "d'you": "do you", "pick-up": "pick up", "whos'": "who is", "everthing": "everything",
    "everyting": "everything", "evrything": "everything", "inventry": "inventory", "jsut": "just", "yur": "your", "waht": "what", "hwat": "what",
    "wher": "where", "wehre": "where", "hwo": "who", "aks": "ask", "toward": "towards", "tkae": "take", "olny": "only",
}  # fmt: skip

# Said before the order itself and carrying none of its meaning. Stripped again and again, longest first.
LEAD_INS: tuple[str, ...] = tuple(
    """i would like to|i would love to|i would rather|i want to|i want you to|i wish to|i will try to|i will|i am going to try to
    |i am going to|i am trying to|i am about to|i am gonna|i need to|i have to|i have got to|i must|i should|i shall|i try and
    |i try to|i attempt to|i decide to|i decided to|i choose to|i think i will|i think i should|i think i am going to|i guess i will
    |i begin to|i start to|i begin|i start|i intend to|i plan to|i proceed to|i go ahead and|i manage to|i slowly|i then|i also
    |i just|i just want to|i only want to|i am|i|we|we should|we will|let us|let us go and|let me|let me try to|try to|try and|try
    |attempt to|trying to|can i please|can i|could i|may i|might i|can we|could we|shall we|shall i|should i|should we|do i|would i
    |is it possible to|is it possible for me to|am i able to|am i allowed to|would it be possible to|may we
    |will i|can you please|can you|could you|would you|will you|can u|please|kindly|now|okay|so|and|then|just|maybe|perhaps|first
    |firstly|next|finally|lastly|also|again|but|or|um|uh|hmm|hm|er|oh|ah|hey|yo|alright|all right|right|go ahead and|proceed to|start to
    |begin to|how about i|how about we|what if i|what if we|what happens if i|why do not i|why do not we|player|my character
    |time to|it is time to|ready to|going to|want to|need to|have to|would like to|because|quickly|slowly|carefully|cautiously
    |gently|calmly|boldly|bravely|fast|immediately|suddenly|finally|politely|desperately|hastily|angrily|nervously|casually
    |reluctantly|eagerly|firmly|softly|loudly|happily|sadly|simply|actually|really|swiftly|briefly|thoroughly|closely|frantically
    |discreetly|kindly|warily|innocently|confidently|coldly|lightly|violently|viciously|brutally|furiously|meanwhile|afterwards
    |instead|anyway|once more|yes|no wait|wait no|actually no|fuck it|screw it|damn it|damn|shit|fuck|the player|you|you should
    |as fast as i can|with care|my next move is to|my plan is to|my goal is to|my aim is to|i mean|i said|i feel like|i would
    |it would be good to|i wonder if i can|i wonder if i could|is there a way to|is there any way to|help me|help me to|look well|i could
    |i can|i may|i might|having done that|if i can|if possible|if i may|i continue to|continue to|keep|i keep|someone should|better
    |i better|i had better|i decide i will|why not|i reach out and|i step forward and|go and|go to and|come and|run and|i would prefer to
    |i dare to|i use my strength to|i use my skills to|to|in order to|being careful i|my character will|i am ready to|i say we|i am gonna try to
    |use my hands to|i immediately|very carefully|very slowly|very quietly|in a hurry|for now|in the meantime|of course|alas|i finally|i quickly""".replace(
        "\n", ""
    )
    .replace("    |", "|")
    .split("|")
)  # fmt: skip

# Adverbs that make a movement a `sneak`; with any other verb they are dropped.
STEALTHY = frozenset(
    "quietly silently stealthily sneakily secretly unseen unnoticed noiselessly furtively covertly undetected".split()
)
STEALTH_PHRASES = (
    "without being seen", "without being noticed", "without a sound", "without making a sound", "without making a noise",
    "on tiptoe", "without getting caught", "without anyone noticing", "in the shadows", "without getting seen",
    "without being heard", "without anyone seeing", "on tip toe", "without anybody noticing", "without waking anyone",
)  # fmt: skip
ADVERBS = frozenset(
    """carefully slowly quickly gently cautiously again now please then too also quietly loudly softly hard firmly closely
    immediately nervously calmly politely first instead anyway maybe perhaps really very just fast thoroughly right straight
    directly somehow together twice once thrice bravely angrily kindly desperately casually already almost still even simply tightly
    only finally soon later today tonight afterwards indeed briefly apart sometime silently stealthily sneakily secretly nicely
    unseen unnoticed noiselessly furtively covertly undetected ffs bro dude man mate lol asap honestly aloud warmly""".split()
)
DETERMINERS = frozenset(
    """the a an my your his its their our this that these those some any another each every both few
    other own said of certain two three four five six seven eight nine ten more much many one bit piece couple lot bunch pair""".split()
)
PREPOSITIONS = frozenset(
    """with using to at in into inside on onto over under underneath beneath behind beside besides through from for toward towards against
    about around round across along up down off out near by beyond between among of past past above below before after upon
    regarding concerning via onto without atop within until till while like as than next outside aboard""".split()
)
ABOUT = frozenset("about regarding concerning of on".split())
QUESTION_WORDS = frozenset("who what where when why how which whose whom whether if".split())
AUXILIARIES = frozenset(
    "is are was were am do does did have has had can could will would should may might must shall".split()
)
NEGATIONS = (
    "do not", "never", "not", "i do not", "i will not", "i would not", "i refuse to", "refuse to", "i can not", "we do not", "avoid",
    "let us not", "i am not", "please do not", "i will never", "nobody", "no one", "i would never", "under no circumstances",
    "i do not want to", "stop", "i should not", "we should not", "i should never", "i decide not to", "decide not to", "try not to", "i try not to",
)  # fmt: skip
CLASS_WORDS: dict[str, str] = {
    "everything": "all", "all": "all", "it all": "all", "all of it": "all", "all of them": "all", "all items": "all",
    "every item": "all", "all the items": "all", "all the things": "all", "all my things": "all", "all my stuff": "all",
    "all things": "all", "all the stuff": "all", "all of my things": "all", "every thing": "all", "all i can carry": "all",
    "everything i can": "all", "everything here": "all", "everything in sight": "all", "the lot": "all", "all i have": "all",
    "everything i have": "all", "all of my stuff": "all", "whatever i can": "all", "all of this": "all", "everything i can carry": "all",
    "everyone": "people", "everybody": "people", "all of you": "people", "people": "people", "them all": "all", "anyone": "people",
    "anybody": "people", "someone": "people", "somebody": "people", "the people": "people", "others": "people", "the others": "people",
    "both": "all", "folks": "people", "the folk": "people", "whoever is here": "people", "everyone here": "people", "any of them": "people",
}  # fmt: skip
SELF_WORDS = frozenset("me myself self player mine i ourselves us".split())
GREETINGS = frozenset(
    """hello hi hey hiya yo howdy greetings sup morning evening good day wassup hullo hail hej hallo heya there all well met
    afternoon what is up again are you doing how my friend to old goodbye bye farewell night cya ciao later see ya lovely nice
    welcome friend""".split()
)
GREETING_STARTS = frozenset(
    "hello hi hey hiya yo howdy greetings hullo hail hallo heya goodbye bye farewell cya ciao welcome".split()
)

# Directions by any word a player may use; `Exit.direction` words are compared through the same table.
DIRECTIONS: dict[str, str] = {
    "n": "north", "north": "north", "northward": "north", "s": "south", "south": "south", "southward": "south",
    "southwards": "south", "e": "east", "east": "east", "eastward": "east", "eastwards": "east", "w": "west", "west": "west",
    "westward": "west", "westwards": "west", "ne": "northeast", "northeast": "northeast", "nw": "northwest",
    "northwest": "northwest", "se": "southeast", "southeast": "southeast", "sw": "southwest", "southwest": "southwest",
    "u": "up", "up": "up", "upstairs": "up", "upwards": "up", "upward": "up", "d": "down", "down": "down", "dn": "down",
    "downstairs": "down", "downwards": "down", "downward": "down", "below": "down", "in": "in", "inside": "in", "indoors": "in", "out": "out",
    "outside": "out", "outdoors": "out", "back": "back", "left": "left", "right": "right", "forward": "forward", "forwards": "forward",
    "ahead": "forward", "onward": "forward", "onwards": "forward", "away": "away", "fore": "fore", "aft": "aft", "port": "port", "starboard": "starboard",
    "northwards": "northwards", "above": "up", "inland": "inland", "seaward": "seaward", "inwards": "in", "outwards": "out",
}  # fmt: skip


@dataclass(frozen=True)
class Idiom:
    """A sentence and what it means. Groups of the pattern: `x` a thing, `who` a person, `t` a topic, `y` a second thing."""

    pattern: re.Pattern[str]
    verb: str


def _idioms(table: tuple[tuple[str, str], ...]) -> tuple[Idiom, ...]:
    return tuple(Idiom(re.compile(rf"^(?:{pattern})$"), verb) for verb, pattern in table)


_HELL = r"(?: the (?:hell|fuck|heck)| on earth)?"
# A verb in capitals is decided by the scene: WARM, FOOD, WATER (see `gamemaster.aims`).
IDIOMS: tuple[Idiom, ...] = _idioms((
    ("look", rf"(?:so )?where{_HELL} (?:am i|are we|is this)(?: now| exactly)?|what{_HELL} is this place|what place is this"),
    ("look", rf"what{_HELL} (?:do|can|am|would) (?:i|we) (?:see|seeing|notice)(?: here| around me| around)?|what is (?:around(?: me| here)?|here|there|in here|nearby|in (?:this|the) (?:room|place|area))"),
    ("look", r"(?:what|who)(?: else)? is (?:here|around|there|nearby|in here|with me|in the room|present|out there)(?: with me| now)?|who (?:do|can) i see(?: here)?|who (?:am i with|are these people|are they|all is here)"),
    ("look", r"(?:is|are) (?:there )?(?:any ?(?:one|body|people|thing)|some(?:one|body|thing)|people)(?: else)?(?: interesting| useful)?(?: (?:here|there|around|out there|home|nearby|in here|with me|around here))*"),
    ("look", r"describe (?:the |this |my )?(?:room|place|surroundings|area|scene|location)|what does (?:it|this place|the (?:room|place)) look like(?: here)?|what is going on(?: here)?|what is happening(?: here)?|(?:look at|check out|check|observe|examine|survey|inspect|study|take in) (?:the |my |this )?(?:surroundings|room|place|area|scene|scenery|everything|environment|location|whole place|here)|see what is (?:here|around|there)|am i alone(?: here)?|what now do i see|look (?:about|round) me|look around me"),
    ("look", r"look around (?:the |this )?(?:room|place|area|here)|look (?:left|right|both ways|up and down|everywhere|outside|forward|ahead|behind me|back|over my shoulder)|turn around|open my eyes|wake up|what do i have here"),
    ("inventory", r"what (?:do|have|am) i (?:have|got|carrying|holding|carry|own|possess)(?: (?:on me|with me|in my (?:bag|pockets?|pack|backpack|hands?)))?|what is in my (?:bag|pack|pockets?|backpack|inventory|hands?|possession)|what have i got(?: on me)?|what items do i have|what am i (?:wearing|holding)|(?:check|look (?:in|at|through)|see|show(?: me)?|open|search|count|list|go through|inspect|examine) (?:my |the )?(?:inventory|bag|pack|pockets?|backpack|belongings|stuff|things|gear|items|equipment|possessions|supplies)|do i have (?:a|any|some)? ?(?:weapons?|tools?|items?|thing|anything)(?: useful| on me)*|what tools do i have|what weapons do i have"),
    ("status", r"how (?:am i|do i feel|am i doing|hurt am i|cold am i|hungry am i|tired am i|bad is it|badly (?:hurt|wounded|injured) am i|long (?:have i been here|do i have|is it (?:until|till) .*|until .*))(?: doing| feeling| holding up| now)*|am i (?:hurt|ok|okay|alright|all right|injured|wounded|bleeding|dying|cold|hungry|tired|dead|freezing|alive)|what (?:time|day|hour) is it(?: now)?|what is the time|what is my (?:status|health|condition|hp|score)|is it (?:night|day|dark|morning|evening)(?: yet| now| outside)?|how late is it|who am i|what am i|what is my name|how much (?:time|health) do i have(?: left)?|what are my (?:skills|stats)|how much time (?:is left|has passed)|check (?:on )?my (?:health|wounds|injuries|status|body|condition|vitals)|(?:look at|examine|check) (?:my )?(?:wounds|hands|body|reflection|self)"),
    ("journal", r"what (?:do|have) i (?:know|learned|learnt|found out|discovered|remember|figured out)(?: (?:so far|now|already|yet))?|what (?:happened|has happened)(?: so far)?|remind me what (?:i know|happened)|what is (?:my (?:goal|quest|mission|objective|task|purpose)|the (?:goal|story|plot|objective|story so far))|what am i (?:doing here|supposed to do|supposed to be doing|looking for|here for|trying to do)|why am i here|what was i doing|who can (?:i|we) trust|who should i trust|who have i met|what do i know about (?P<t>.+)|what have i learned about (?P<t2>.+)|what happened (?:to me|earlier|before|last night)|recap.*|how did i get here|do i know (?:anything|something)(?: useful)?"),
    ("hint", r"what(?: else)? (?:can|should|could|do|must) (?:i|we) do(?: (?:here|now|next|about it|then))*|where (?:can|should|do|could) (?:i|we) go(?: (?:from here|now|next|to))*|what (?:now|next|are my options|are my choices|are the options)|now what|(?:i am|we are) (?:stuck|lost|confused|so confused|so lost|at a loss|clueless)|i do not (?:know|understand)(?: what to do| where to go| what to do now| what is going on| anything)?|(?:give me )?(?:a |some |another )?(?:hint|help|clue|tip)s?(?: please| me)?|i need (?:a |some )?(?:hint|help|clue|advice)|how (?:do|does|can) (?:i|this|we|this game|the game) (?:play|work|win|play this|win this|start|begin|use this)(?: this)?(?: game)?|what (?:verbs|commands|words|actions) .*|how do i (?:get out|get out of here|leave|escape|survive|get away|get warm|get in|win|do (?:this|that|it))(?: of here)?|what are (?:the|my) (?:exits|options|commands|ways out|controls)|where are the exits|which way (?:should i go|can i go|is out|now|to go|out)|is there a way out|how do i (?:get|go) (?:to|in|into|inside|out|up|down)(?: .*)?|show (?:me )?(?:the )?(?:help|hints?|options|exits|commands)|(?:list )?(?:the )?exits|where to(?: now| next)?|what to do(?: now| next)?|any (?:ideas|hints|suggestions|tips)|is there anything (?:i can do|to do)(?: here)?|what could i try|(?:please )?help(?: me)?(?: out)?(?: please)?|what (?:do|would) you suggest|any way out|help what do i do|how to (?:play|win|survive).*"),
    ("listen", r"what(?: the (?:hell|fuck))? (?:is|was) (?:that|this|the) (?:noise|sound|racket|banging|rumbling|howling|humming)|(?:do|can) i hear (?:anything|something|that|any .*)|what (?:do|can) i hear|did i (?:just )?hear (?:something|that)|keep (?:quiet|silent) and listen|what was that|did you hear that|is that (?:a )?(?:noise|sound)"),
    ("smell", r"what(?: the (?:hell|fuck))? (?:is|was) (?:that|this|the) (?:smell|stench|stink|reek|odour|odor|scent)|(?:do|can) i smell (?:anything|something)|what (?:do|can) i smell|what does it smell (?:like|of)(?: here| in here)?"),
    ("talk", r"what is up(?: (?P<who>.+))?|how are you(?: doing| feeling| today| holding up)?(?: (?P<who2>.+))?|how (?:is it going|goes it|do you do|are things)(?: (?P<who3>.+))?|(?:good (?:morning|evening|day|afternoon|night)|nice to meet you|pleased to meet you|well met|long time no see)(?: (?P<who4>.+))?|(?:hello|hi|hey|yo|hiya|greetings)(?: there| again| all| everyone)?(?: (?P<who5>.+))?|(?:say|shout|call|yell) (?:hello|hi|hey|greetings|good (?:morning|evening|day))(?: to (?P<who6>.+))?|(?:goodbye|bye|farewell|see you(?: later)?|good night|take care)(?: (?P<who7>.+))?|introduce myself(?: to (?P<who8>.+))?|say (?:goodbye|bye|farewell|good night)(?: to (?P<who9>.+))?"),
    ("call", r"(?:hello )?(?:is )?(?:any ?(?:one|body)) (?:there|home|here|out there|around)|hello is any ?(?:one|body) (?:there|here|home)|shout (?:hello|hello\?|for help)|(?:call|cry|shout|scream|yell)(?: out)? for (?:help|aid)|help help.*|knock knock|make (?:some |a )?noise|hello (?:hello|anyone|anybody)(?: there| here| home)?"),
    ("apologise", r"(?:i am |i am so |i am very |so )?sorry(?: about (?:that|this|it|before|everything))?(?: (?P<who>.+))?|forgive me(?: (?P<who2>.+))?|(?:say|tell|tells?) (?:(?P<who3>.+?) )?(?:that )?(?:i am |i was )?(?:so |very |truly )?sorry(?: to (?P<who4>.+))?(?: (?:for|about) .*)?|my (?:bad|apologies)(?: (?P<who5>.+))?|i did not mean (?:to|it|that).*|pardon me|excuse me(?: (?P<who6>.+))?"),
    ("thank", r"(?:many )?thanks?(?: you)?(?: (?:so|very) much| a lot)?(?: for (?:that|it|everything|your .+|the .+|all .+))?(?: (?P<who>(?!for ).+))?|much obliged|i appreciate (?:it|that|your .+)|say thanks?(?: you)?(?: to (?P<who2>.+))?"),
    ("recruit", r"(?:ask|tell|get|convince|persuade|invite|beg|order|force|urge|want|bring|make|have) (?P<who>.+?) (?:to )?(?:come(?: along)?(?: with (?:me|us))?|follow(?: (?:me|us))|join(?: (?:me|us|my .*|up))?|go with me|accompany me|travel with me|tag along|come .* with me|leave with me|walk with me|run away with me|escape with me|be my companion|help me(?: .*)?|be my (?:ally|friend and follow me)|fight (?:with|alongside|beside|for) me|go (?:there |out )?with me)|(?:come|walk|run|leave|go|escape|travel)(?: along)? with me(?: (?P<who2>.+))?|follow me(?: (?P<who3>.+))?|join me(?: (?P<who4>.+))?|(?:bring|take|lead) (?P<who5>.+?) with (?:me|us)|(?:i (?:want|need|would like) )(?P<who6>.+?) (?:to|on) (?:come with me|join me|help me|follow me|my side)|team up with (?P<who7>.+)|lead (?P<who8>.+?) (?:to|out|away).*"),
    ("dismiss", r"(?:ask|tell|order|get|convince|persuade|beg|want) (?P<who>.+?) (?:to )?(?:stay(?: (?:here|put|behind|back|there|away))?|wait(?: (?:here|there|for me|outside|behind))?|stop following(?: me)?|leave me(?: alone)?|go away|go home|leave|get lost|stay .*|wait .*|remain(?: here)?|not (?:to )?follow(?: me)?|go back|keep (?:back|away))|(?:stay|wait|remain|stop) (?:here|there|following me|behind)(?: (?P<who2>.+))|leave (?P<who3>.+?) (?:behind|here|alone)|send (?P<who4>.+?) (?:away|home|back|off)"),
    ("charm", r"(?:make|become|be|get|stay) (?:good |best |to be )?(?:friends|friendly|nice|pals|buddies|polite|chummy|kind)(?: (?:with|to) (?P<who>.+))?|(?:get|make|have|let|want|convince|persuade) (?P<who2>.+?) (?:to )?(?:trust|like|love|respect|warm to|open up to|be friends with|befriend) (?:me|us)(?: more)?|(?:gain|earn|win|get) (?P<who3>.+?) (?:trust|respect|friendship|favour|favor|affection|heart|confidence|approval|love|good will|goodwill)|win (?P<who4>.+?) (?:over|around|round)|(?:get|be) (?:on|in) (?P<who5>.+?) (?:good side|good books|good graces)|cosy up to (?P<who6>.+)|tell (?P<who7>.+?) (?:that )?(?:she|he|they) (?:is|are|looks?) (?:so |very |really )?(?:beautiful|pretty|handsome|kind|nice|brave|strong|clever|wise|lovely|great|good|amazing).*|(?:tell (?P<who8>.+?) )?i (?:love|like|admire) (?:you|her|him|them)(?: very much| a lot)?|compliment (?P<who9>.+?)(?: on .+)?|can we be friends(?: (?P<who10>.+))?|i want to be (?:your )?friends?(?: with (?P<who11>.+))?|let us be friends(?: (?P<who12>.+))?|(?:try|improve|fix|work) .*relationship with (?P<who13>.+)|(?:compliment|praise|admire|flatter) (?P<who14>.+?) (?:work|skill|cooking|craft|beauty|wisdom|courage|house|hall|hair|eyes)"),
    ("comfort", r"(?:tell|say to) (?P<who>.+?) (?:that )?(?:it (?:is|will be) (?:going to be )?(?:ok|okay|fine|alright|all right)|everything (?:is|will be).*|not to (?:worry|be afraid|cry)|do not (?:worry|cry|be afraid))|give (?P<who2>.+?) a (?:big )?(?:hug|cuddle)|it (?:is|will be|is going to be) (?:ok|okay|all right|alright|fine)(?: (?P<who3>.+))?|do not (?:worry|cry|be (?:afraid|scared|sad))(?: (?P<who4>.+))?|hold (?P<who5>.+?) hand"),
    ("accuse", r"(?:tell|say to) (?P<who>.+?) (?:that )?i know (?:what|that|you|he|she|it).*|i know (?:what you (?:did|have done|are|are up to)|that you|you (?:did|killed|stole|murdered|lied|are)).*|you (?:are (?:a |the )?(?:liar|murderer|thief|killer|traitor|lying)|killed .*|murdered .*|stole .*|did (?:it|this)|lied.*)|call (?P<who2>.+?) an? (?:liar|murderer|thief|killer|traitor|coward)|(?:confront|accuse|blame|charge|denounce|expose) (?P<who3>.+?) (?:of|for|with|about|over) (?P<t>.+)|(?:tell|say to) (?P<who4>.+?) (?:that )?(?:he|she|they|you) (?:is|are) (?:a |the )?(?:liar|murderer|thief|killer|traitor|lying)(?: .*)?|say (?:that )?(?P<who5>.+?) (?:is|did|killed|stole|murdered) (?P<t2>.+)"),
    ("insult", r"(?:fuck|screw|damn|curse) (?:you|him|her|them)(?: (?P<who>.+))?|(?:fuck|screw) off(?: (?P<who2>.+))?|go to hell(?: (?P<who3>.+))?|you (?:are |are such )?(?:an? )?(?:bastard|idiot|fool|coward|pig|bitch|asshole|moron|dog|ugly.*|stupid.*|scum|swine)|(?:tell) (?P<who4>.+?) (?:to )?(?:fuck off|go to hell|piss off|shut up|get stuffed|get fucked|screw (?:him|her)self)|(?:call) (?P<who5>.+?) (?:an? )?(?:bastard|idiot|fool|pig|bitch|asshole|moron|names|ugly|stupid|fat)|shut up(?: (?P<who6>.+))?|(?:i )?(?:hate|despise) (?:you|(?P<who7>.+))|flip (?P<who8>.+?) off|give (?P<who9>.+?) the finger|(?:make|pull) (?:a )?faces? at (?P<who10>.+)"),
    ("deceive", r"(?:tell|feed|give|spin) (?P<who>.+?) (?:a |some |another )(?:lie|lies|false story|story that is not true|made up story|white lie|tall tale)(?: about (?P<t>.+))?|lie to (?P<who2>.+?)(?: (?:about|and say|that) (?P<t2>.+))|pretend (?:to be|that|i am) (?P<t3>.+)|trick (?P<who3>.+?) into (?P<t4>.+)|convince (?P<who4>.+?) with a lie|distract (?P<who5>.+?)(?: (?:by|with) .+)?|play (?:dead|dumb)|pretend to (?P<t5>.+)|act (?:like|as if|dumb|innocent).*|set (?P<who6>.+?) up|frame (?P<who7>.+?)(?: for .+)?"),
    ("promise", r"(?:i )?(?:promise|swear|vow|pledge)(?: to)? (?P<who>\S+(?: \S+)?) (?:that|to|i|not|my) .+|promise (?:to )?(?:free|help|protect|save|return|come back|bring|take|keep|never|rescue) (?P<x>.+)|give (?P<who2>.+?) (?:my|a) (?:word|oath|promise).*|(?:tell|say to) (?P<who3>.+?) (?:that )?i (?:promise|swear|vow) .*"),
    ("attack", r"(?:throw|swing|land|aim) a (?:punch|kick|fist|blow) at (?P<who>.+)|push (?P<who2>.+?) (?:in|into|down|off|over) .+|(?:cut|slit) (?P<who3>.+?) throat|(?:kick|punch|hit|slap|stab|knee|smack) (?P<who4>.+?) in (?:the|his|her|their) .+|give (?P<who5>.+?) a (?:slap|punch|kick|beating)|put an? (?:arrow|knife|spear|axe|sword|bullet) (?:in|into|through) (?P<who6>.+)|take (?P<who7>.+?) down|kick (?P<who8>.+?) (?:ass|butt|arse)|beat the (?:shit|crap|hell) out of (?P<who9>.+)|get (?P<who10>him|her|them)|make (?P<who11>.+?) bleed"),
    ("search", r"go through (?:(?:his|her|their|the|all the|my) )?(?P<x>(?:.+ )?(?:pockets?|belongings|things|stuff|drawers?|chest|papers|desk|shelves|cupboard|bags?|boxes|wardrobe|rubbish|trunk))|look for (?:any ?thing|some ?thing|stuff|clues|items|things|supplies|secrets)(?: .*)?|is there (?:any ?thing|something) (?:useful|of use|interesting|valuable|hidden|i can use|worth (?:taking|having)|to (?:take|use|find))(?: here| around| nearby)?|(?:find|look for|search for|get|seek) (?:a |some |any )?(?:weapons?|clues?|way out|exit|secrets?|hidden .*|secret .*|tools?|treasure|loot)|are there any (?:clues|items|weapons|tools|secrets).*|see if (?:there is|i can find) any(?:thing|one)?.*|what can i (?:take|use|find|pick up|grab|get)(?: here)?|loot (?:everything|the (?:place|room|area))|search (?:everything|everywhere|around|the (?:area|room|place|whole place|floor|ground|surroundings|house)|this (?:area|room|place)|for .*|here|thoroughly)|go through (?:everything|their stuff)|look for (?:a )?(?:tracks|footprints|prints|trail|traces)|any(?:thing)? (?:clues|weapons|items|food|useful)(?: here| around)?"),
    ("WARM", r"(?:i )?(?:get|stay|keep|be|try|find|become|am trying|look) (?:to )?(?:get |stay |keep )?(?:warm|warmer|warmth|somewhere warm|a warm place|heat|dry|out of the cold)(?: up)?(?: (?:by|at|near|beside|in front of|next to|with|from) (?P<x>.+))?|warm(?: up)?(?: (?:my )?(?:self|myself|hands|feet|body|fingers|toes|bones))?(?: up)?(?: (?:by|at|near|over|beside|in front of|next to|with|against|around|on) (?P<x2>.+))?|(?:i am|i feel|it is)(?: so| very| really| getting| too| fucking)? (?:cold|freezing|frozen|chilly|freezing cold|shivering|numb|freezing to death)(?: here| in here| out here)?|i (?:need|want|must have) (?:some |a |to )?(?:warmth|heat|fire|warm up|warm place)|(?:find|look for|seek) (?:a |some |somewhere )?(?:fire|warmth|heat|shelter|warm place|to warm up)|huddle (?:by|near|around|next to|at) (?P<x3>.+)|(?:rest|stand|crouch|wait|huddle) (?:by|near|beside|at|next to|in front of|around) (?:the )?(?P<x4>fire|hearth|stove|forge|brazier|oven|campfire|embers|fireplace)|thaw(?: out)?|dry (?:off|myself|my clothes)(?: (?:by|at|near) (?P<x5>.+))?|hold (?:out )?my hands (?:out )?(?:to|over|by|at|near) (?P<x6>.+)|warm (?:my )?hands(?: .*)?|shiver|get closer to (?:the )?(?P<x7>fire|hearth|stove)"),
    ("FOOD", r"(?:i am|i feel)(?: so| very| really| getting| fucking)? (?:hungry|starving|starved|famished|peckish)|i (?:need|want|could use|must have|would like|crave) (?:some |to |something to )?(?:food|eat|a meal|a snack|dinner|breakfast|something to eat)(?: something)?|(?:find|look for|get|seek|search for|hunt for|scavenge|forage for|go find|grab) (?:some |any |me )?(?:food|something to eat|a meal|a bite(?: to eat)?|dinner|breakfast|lunch|grub|a snack|provisions)(?: here)?|is there (?:any |some )?(?:food|thing to eat|anything to eat|something to eat)(?: here| around| nearby)?|eat(?: some| any)?(?: food| something| anything| a meal| dinner| whatever .*)?|what can i eat|do i have (?:any |some )?food|feed myself|where (?:can i (?:find|get)|is) (?:some |the )?(?:food|something to eat)|have (?:some |a )?(?:food|meal|bite|snack|dinner)"),
    ("WATER", r"(?:i am|i feel)(?: so| very| really| getting)? (?:thirsty|parched|dehydrated)|i (?:need|want|could use) (?:some |to |something to |a )?(?:water|drink|something to drink)|(?:find|look for|get|seek) (?:some |any |a )?(?:water|something to drink|drink)|drink(?: some| any)?(?: water| something| anything)?|is there (?:any |some )?(?:water|thing to drink|anything to drink)(?: here)?|have (?:a |some )?drink"),
    ("sleep", r"(?:i am|i feel)(?: so| very| really| getting)? (?:tired|sleepy|exhausted|knackered|weary|beat|worn out)|i (?:need|want|could use) (?:some |to |a )?(?:sleep|rest|nap|lie down)|(?:find|look for) (?:a |some |somewhere |a place )?(?:bed|to sleep|place to sleep|to rest|shelter for the night)|(?:rest|sleep) (?:for (?:the night|a (?:while|bit|few hours|moment))|until .*|till .*|here|tonight|through the night|a bit|a while|in (?:a|the|my) .+|by .+|on .+|near .+)|where can i sleep|get some (?:sleep|rest|shut ?eye)|close my eyes(?: .*)?"),
    ("wait", r"(?:wait|rest|stay|hang around|linger) (?:for )?(?:a |an |some |few |the |one |two |three |several |until |till |here |right here |\d+ )+.*|wait (?:and see.*|patiently|quietly|for (?:it|him|her|them|something|someone|help|.+))|(?:i am|i feel)(?: so| very| really)? (?:scared|afraid|sad|bored|terrified|angry|worried|lonely|nervous|frightened)|(?:stand|sit|lie|be|keep|stay|hold|remain) (?:still|there|here|put|calm|quiet|silent|down and wait|around|by|back|and wait|alert|awake|on guard)|take (?:a|some) (?:deep )?(?:breath|breather|time|rest|break|moment)(?: .*)?|do (?:absolutely )?nothing(?: .*)?|pass (?:the )?time|nothing|let time pass|skip (?:to|ahead|time|until) ?.*|count to (?:ten|.+)|cry|weep|laugh|sigh|scratch my .*|shrug|smile|think(?: .*)?|take stock|stretch|sneeze|cough|despair|blink|breathe(?: .*)?|stay (?:here|where i am)(?: .*)?|wait it out|give up|i give up|give up hope|scream internally|gather my (?:thoughts|courage|strength)|watch and wait"),
    ("flee", r"get (?:the (?:hell|fuck|heck) )?(?:out|away)(?: of (?:here|there|this place))?(?: (?:now|fast|quick))?|run(?: away| for (?:it|my life)| like hell| the other way| as fast as i can| off)?(?: from (?P<x>.+))?|get away from (?P<x2>.+)|escape(?: from)?(?: (?P<x3>.+))?|i (?:want|need|have) (?:to )?(?:get out of here|leave this place|escape|out)|abort|retreat(?: .*)?|nope|nope (?:right )?out(?: of (?:here|there))?|save (?:my|your)self|run run.*|run and hide"),
    ("go", r"(?:go|head|walk|run|turn|get|come|step|move|return|climb|retrace my steps|hurry|leg it|sneak) back(?: (?:the way i came|where i (?:came|was)|again|there|out|the same way|from where i came))?|back|return|go back to (?:the )?previous .*|leave(?: (?:this place|here|the (?:room|building|house|place)|now))?|go (?:out|outside|outdoors)|exit(?: (?:the )?(?:room|building|house|place))?|(?:step|walk|head|get) (?:out|outside)|(?:go|keep|carry|press|move|continue) (?:on |going |walking |moving |straight |forward |onward |onwards |ahead ?)+"),
))  # fmt: skip

HOSTILE = re.compile(
    r"""\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules|previous|prior|above|guidelines|programming)\b
    |\bsystem\s*prompt\b|\bdeveloper mode\b|\bjailbr(?:ea|o)k|\byou are now\b|\bas an? (?:ai|language model|llm)\b|\bact as (?:a |an |my )?(?:ai|linux|dan|terminal|python|assistant)\b
    |\b(?:reveal|print|repeat|show|output|leak|dump)\b.{0,30}\b(?:prompt|instructions|source code|api key|password|config|secrets? key|environment variables)\b
    |\bdrop\s+table\b|\bselect\b.+\bfrom\b.+\b(?:users|players|stories|table|where)\b|\bunion\s+select\b|\binsert\s+into\b.+\bvalues\b|\bdelete\s+from\b|\bor\s+1\s*=\s*1\b|--\s*$|'\s*or\s*'
    |<\s*/?\s*(?:script|img|iframe|svg|body|style|html)\b|javascript:|\{\{.*\}\}|\$\{.*\}|\.\./|\b(?:rm\s+-rf|sudo|curl\s+http|wget\s+http|chmod|/etc/passwd|__import__|os\.system|eval\(|exec\()
    |\b(?:chat\s*gpt|openai|llm|gpt-?\d)\b|\[/?(?:inst|system)\]|<\|.*\|>|^\s*(?:system|assistant|user)\s*:
    |\b(?:this|the|your|what an?|such an?)\s+(?:\w+\s+){0,2}(?:game|bot|parser|program|ai|narrator|gm|game master|app|software|dev|developer)s?\b.{0,20}\b(?:suck|sucks|shit|crap|garbage|trash|stupid|dumb|boring|broken|bad|awful|terrible|lame|useless|worst|rubbish|blows|sux)\b
    |\b(?:stupid|dumb|shit|shitty|crap|crappy|fucking|useless|boring|lame|idiotic|terrible|worst|garbage|broken|bad)\s+(?:\w+\s+)?(?:game|bot|parser|program|ai|narrator|gm|computer|machine|app|robot|developer|dev|chatbot)\b
    |\byou\s+(?:suck|are (?:a |an |just a |just an |only a |such a )?(?:\w+\s+)?(?:bot|ai|computer|program|machine|robot|useless|chatbot|parser))\b
    |\b(?:kill yourself|kys|i hate this game|fuck this(?: game)?|you(?:r|'re| are) (?:game )?(?:useless|worthless)|worst game|this sucks|this is (?:stupid|shit|boring|dumb|bullshit|crap|lame|so stupid|garbage|trash|terrible))\b""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
# What no world without a word for it has. Only consulted for words that mean nothing in the world being played.
ABSURD_VERBS = frozenset(
    """fly teleport levitate time-travel hack google tweet download upload order phone netflix skateboard moonwalk vaporize nuke respawn
    cheat noclip spawn transform resurrect conjure polymorph metamorphose photosynthesize hypnotize telepathically hover vote uber
    text email skype facetime livestream code program reboot ctrl alt morph evaporate apparate disapparate fast-travel""".split()
)
ABSURD_NOUNS = frozenset(
    """moon mars sun pizza burger hamburger fries taxi uber phone smartphone iphone internet wifi laptop computer netflix tv television car
    helicopter spaceship rocket laser lightsaber gun pistol rifle machinegun ak47 bazooka tank airplane plane jet train bus bicycle bike
    motorcycle skateboard unicorn alien ufo robot dinosaur ninja pikachu batman superman spiderman hulk thor's-hammer hogwarts wizard
    fireball spell magic wand superpower superpowers jetpack teleporter portal youtube twitter facebook instagram tiktok reddit google mcdonalds
    starbucks coffee latte cola coke beer-pong bitcoin nft credit dollar dollars euro euros million billion infinite infinity gold-bars
    york paris london tokyo america hollywood vegas disneyland god godzilla dragon president ferrari lamborghini tesla plutonium nuke nukes atom
    lottery casino burrito taco tacos sushi kebab xbox playstation nintendo minecraft fortnite cheat cheats godmode god-mode""".split()
)
# Words that are right as they stand and are never taken for a misspelt name or verb.
COMMON_WORDS = frozenset(
    """able about above across actually after again against ages alive almost alone along already also always among angry animal answer any
    anyone anything apple area arms around asleep away baby back badly bank bar base bath beach bean bear beat beautiful because become
    been before began being belt beneath best better between beyond bigger bird bite blind blow blue board boat body bone book boot boots born
    both bowl brain brave bread breath bring broken brother brown build burnt busy button cake came candle care careful cause chance change
    cheap cheese chest child children choice city clean clear clever clock close clothes cloud coal coast coat coin cold colour come
    common complete cook cool copper corn corner cost could couple course cover crew cried crowd crown cruel cure curse danger dark daughter days
    dead deal dear death debt deep deer desk dinner dirty does doing done down dream dress drew drop drunk dust each early ears earth easy
    edge else empty enemy enough even evening ever every evil eyes face fact fair faith fake fall false family far farm fast fate father fear feet
    fell fellow felt fence fever field fight final find fine finger fire firm first five flame flat flesh flew floor flour flow flower food
    fool foot forest forget form forward four free fresh friend from front fruit full funny game gave ghost giant gift girl glad glass goat goes
    going gold gone good grace grass grave great green grey ground group grow guard guess guest guilty hair half hall hand hands hang happy
    hard harm hate have head heal hear heard heart heat heavy held hell help here hero hidden high hill hold hole home honest hope horse hour house
    huge human hunt hurt idea inch into iron island join joke jump just keep kept kick kind king kitchen knee knew know lady lake lamb land large last
    late laugh lead leaf learn least leave left legs lend length less letter lies life lift like line lips list little live lives load
    lock lone long look lord lose lost loud love luck lucky made mail main make many mark market marry master match maybe meal mean meat
    meet mercy metal middle might mile milk mind mine miss money monster month mood moon more morning most mother mouse mouth move much murder music
    must nail naked name near neck need never news next nice night nine noise none noon normal north nose note nothing number oath ocean often older
    once only open order other ours over owner page paid pain paint pair paper part past path peace people perhaps person picture piece pigs place
    plain plan plant play plenty point poor post pot pour power price pride prince prison prize proof proper proud pull pure push queen quick
    quiet quite race rage rain raise rare rats reach read ready real reason rest rice rich ride right ring rise river road rock roll roof
    room root rope rose rough round rule rush safe sail salt same sand save scared school seal seat secret seed seem seen self send sense
    shade shadow shake shall shame shape share sharp sheep sheet shelf shell ship shirt shock shoe shoes shop shore short shot should shout show sick
    side sight sign silence silk silver since sister size skill skin sleep slow small smart smell smile smoke snow soap soft soil sold some
    song soon sort soul sound soup south space speak spear speed spell spoke spot stair stand star start state stay steal steam steel step
    stick still stock stone stood stop store storm story strange stream street strong such sugar suit sure swear sweet swift sword table tail
    tale talk tall task taste team tear tears tell tent than that them then there these they thick thief thing things think third this those though
    threw throat tide till time tired today together told tomorrow tone tongue took tool tooth torn touch tower town trace track trade trail
    train trap tree trick tried trip trouble true trust truth turn twice type ugly uncle under until upon used useful usual vast very view
    village visit voice wait wake walk wall want warm wash watch water wave weak weapon wear weather week well went were west wet what wheel
    when where which while white whole whose wide wife wild will wind window wine wing winter wise wish witch with wolf woman women wood word
    wore work world worry worse worst worth would wound wrap write wrong yard year yellow young your jail tied beads bead ants gods hut cut cat dog
    mother's ore oar oars ear bet bed beds bell bolt bolts cell chain chair claw clay cliff cloth cup deck den dice dish ditch dock doll door drum duck
    dwarf eagle eel egg elf fang feast fish flag flask flute fog fork fox frog fur gem gloves goose grain grape guide hammer hat hawk hay helmet herb
    herbs hood hook horn ink jar jewel jug keg kettle kite knight knot lace ladder lamp lantern lark leather lid lion log loot lute map mask mast mat
    maze mill mint mirror mist moss moth mud nest nets nut oak oat oil onion owl pan parrot paste paw pea pearl pen pie pig pike pile pill pin pine
    pipe pit plate plum pond pony pool pork prayer puppy purse quill rabbit raft rail ram ravens ray reed rib robe rod rug rum rust sack saddle sage
    scale scar scarf scroll sea shawl shed shield shrine sink skull sled sleeve slime snake sock soot spade spark spice spider spike spoon stag stove straw
    string swamp swan syrup tar tax tea thorn thread throne thumb toad toe torch towel toy tray tub tusk vase veil vest vine wagon walrus wand wasp wax web
    weed whale wheat whip whisky wick wig wool worm wreath yarn zoo sing song songs lover dude bro mate sir madam miss mister""".split()
)
