"""Conversations of three to five turns: what is said, who should answer, and what the answer should be of.

A turn is `words`, or `words => who`, or `words => who: pattern`; by default whoever is named first answers. Data.
"""

from __future__ import annotations

LIGHTHOUSE, LONG_NIGHT, INN = "worlds/lighthouse", "worlds/long_night", "tests/worlds_unseen/caravanserai"

# Where, who is there, and the turns, one a line.
CONVERSATIONS: tuple[tuple[str, str, str, str], ...] = (
    (LIGHTHOUSE, "store", "jory", """
        what happened to Cobb, Jory? => jory: Cobb
        why did he go?
        are you sure?
        who told you that?
    """),
    (LIGHTHOUSE, "store", "jory", """
        "Hello! I'm the new man. What do they call you?" => jory: Jory
        how long have you been here, Jory?
        "Do you trust Tallack?"
        "Why not?"
    """),
    (LIGHTHOUSE, "store", "jory", """
        Jory, tell me about Elsie => jory: Ritz|Christmas|letters
        when do you see her? => jory: letters|Elsie|boat
        "I could carry a letter to her."
        "I miss my own wife."
    """),
    (LIGHTHOUSE, "store", "jory", """
        Jory, what is tonight? => jory
        "You stopped the bell, didn't you?" => jory
        what do you mean?
        I think you did it
    """),
    (LIGHTHOUSE, "store", "jory", """
        "You're the one who hid the key, Jory."
        "Don't lie to me."
        "I'm sorry. I'm frightened, that's all." => jory: keep talking|chum|whistle|Stick by me|sorry|All right
    """),
    (LIGHTHOUSE, "store", "jory", """
        Jory, tell me about the boat => jory: two|Oars
        "We should take it tonight, Jory."
        "Why not?"
        "Please?"
    """),
    (LIGHTHOUSE, "kitchen", "tallack", """
        Mr Tallack, what is the Halcyon? => tallack: steamer|aboard
        when does she pass? => tallack: four|three
        "And if she doesn't see us?"
        "Are you certain?"
    """),
    (LIGHTHOUSE, "kitchen", "tallack", """
        "What happened in 1919, sir?" => tallack: Merrow|log|1919
        "The bell was sounded throughout?" => tallack
        "You slept. You let it run down." => tallack
        "I won't think less of you."
    """),
    (LIGHTHOUSE, "kitchen", "tallack", """
        Mr Tallack, what did Cobb hear? => tallack: Cobb|listening|mug
        "I have heard it too, Mr Tallack."
        "I'm scared." => tallack: afraid|regular
    """),
    (LIGHTHOUSE, "kitchen", "tallack jory dilys", """
        "Mr Tallack, Jory has hidden the bell key." => tallack: Kemp|Jory
        "Jory, is that true?" => jory
        "Dilys, did you know?" => dilys
        "What do you think of Jory, Mr Tallack?" => tallack: Kemp|Jory|hums
    """),
    (LIGHTHOUSE, "kitchen", "tallack jory dilys", """
        "Good evening, Mr Tallack." => tallack
        "My name is Harris, sir." => tallack: Harris
        "Thank you for the stew, Mr Tallack." => tallack
        "Goodnight, Mr Tallack." => tallack
    """),
    (LIGHTHOUSE, "wireless", "dilys", """
        Dilys, what are you doing? => dilys
        Dilys, tell me about the beacon => dilys: ships|bearing
        put the keepers out of work? => dilys
        "Who told you that?"
    """),
    (LIGHTHOUSE, "wireless", "dilys", """
        Dilys, tell me about the photograph => dilys: crew|trawler|scale
        "Is that your father?" => dilys
        "My brother went down with a ship." => dilys: sorry|know
        "He was nineteen."
    """),
    (LIGHTHOUSE, "wireless", "dilys", """
        Dilys, what do you think of Jory? => dilys
        why?
        "Will you come downstairs with me, Dilys?"
        "Could you mend my watch?" => dilys: mend|watch|reason|might
    """),
    (LIGHTHOUSE, "wireless", "dilys", """
        Dilys, what is wrong with this place? => dilys
        go on
        and then?
        is that all?
    """),
    (LONG_NIGHT, "hall", "ragnhild", """
        "Good evening, mistress. I am Torvald, off the Otter." => ragnhild
        "I lost my friend on the ice. His name is Bersi." => ragnhild: sorry|bread|bench|Bersi
        "Have you seen him?" => ragnhild: two on the ice|place
        "Why did nobody look for him?" => ragnhild
    """),
    (LONG_NIGHT, "hall", "ragnhild", """
        Ragnhild, what is the Naming? => ragnhild: Naming|named|knocks
        "When will it be?" => ragnhild: dusk|Tomorrow
        "You are going to name me." => ragnhild
        "I am afraid." => ragnhild: light|practice
    """),
    (LONG_NIGHT, "hall", "ragnhild", """
        Ragnhild, how much food is there? => ragnhild: food|eight|shelf
        "Are you sure?" => ragnhild: count|sure
        "Ragnhild, Ulf is stealing from you." => ragnhild: Ulf|hear|new
        "Will you search the boathouse?" => ragnhild
    """),
    (LONG_NIGHT, "hall", "ragnhild", """
        "Ragnhild, I know that you named your own son." => ragnhild
        "Forgive me. I should not have said that." => ragnhild
        "I'm sorry for your loss, mistress." => ragnhild
    """),
    (LONG_NIGHT, "hall", "ulf", """
        Ulf, what do you know about the knocking? => ulf: nine|ten
        what do you mean, with me you're ten? => ulf
        "You frighten me." => ulf
        "Are you lying to me?" => ulf
    """),
    (LONG_NIGHT, "hall", "ulf", """
        Ulf, what happened to Orm? => ulf: Orm|drank|ice
        "Did you see him go?" => ulf
        "You put him down the hole, Ulf." => ulf
        "I'll tell Hild."
    """),
    (LONG_NIGHT, "hall", "ulf ragnhild", """
        "Ulf, you murdered Orm." => ulf
        "He killed Orm, Ragnhild." => ragnhild
        "You don't believe me?" => ragnhild
        "Ulf, look at me." => ulf
    """),
    (LONG_NIGHT, "hall", "cuthred", """
        Cuthred, are you a thrall? => cuthred: owned|mistress
        "I could get you free." => cuthred
        "Would you write a letter for me?" => cuthred: [Ww]rite a letter
        "Thank you, friend."
    """),
    (LONG_NIGHT, "hall", "cuthred", """
        Cuthred, did Ulf kill Orm? => cuthred
        why?
        "How do you know that?" => cuthred
        "You wrote eight because he told you to." => cuthred
    """),
    (LONG_NIGHT, "hall", "cuthred ulf", """
        "Cuthred, how are you?" => cuthred
        "What do you think of Ulf?" => cuthred
        "Ulf, Cuthred says you have a second seal." => ulf: Cuthred|news|say
        "Cuthred, I'm sorry." => cuthred
    """),
    (LONG_NIGHT, "hall", "hild", """
        Hild, what happened to your father? => hild: hat|drunk
        "I'm sorry, Hild." => hild
        "Ulf did it." => hild: Ulf|again|Sure
        "What will you do?" => hild
    """),
    (LONG_NIGHT, "hall", "hild", """
        "Hild, do you like Ragnhild?" => hild: Ragnhild
        why not?
        "I don't trust her either." => hild
        "We should leave together." => hild
    """),
    (LONG_NIGHT, "hall", "hild skeggi", """
        Skeggi, are you afraid? => skeggi
        of what? => skeggi
        "Hild, is he lying?" => hild
        "Haha, good one, Skeggi." => skeggi
    """),
    (LONG_NIGHT, "hall", "skeggi", """
        Skeggi, what are you making? => skeggi
        "You made the hole, Skeggi. You cut it for Ulf." => skeggi
        "I won't tell anybody." => skeggi
    """),
    (LONG_NIGHT, "hall", "groa", """
        Groa, how old are you? => groa: Eighty|Candlemas
        are you sure? => groa
        "You were six." => groa
        "I'm hungry too." => groa
    """),
    (LONG_NIGHT, "shore", "ivar", """
        "Hello, lad. What are you counting?" => ivar
        "Fifty-six." => ivar
        "Do you miss your father?" => ivar
        "What was he like?" => ivar
    """),
    (LONG_NIGHT, "shore", "ivar", """
        Ivar, tell me about your grandmother => ivar: grandmother|keys
        why?
        and then?
        "I am lonely here." => ivar
    """),
    (INN, "gate", "bishr", """
        Bishr, what happened to your eye? => bishr: arrow|eye
        when was that? => bishr
        "I'm sorry." => bishr
        "You know those men, don't you?" => bishr
    """),
    (INN, "gate", "bishr", """
        Bishr, who are the riders? => bishr: Tents|Forty
        what do they want? => bishr
        are you sure?
        "Let's open the gate." => bishr
    """),
    (INN, "gate", "bishr", """
        "You are one of them, Bishr." => bishr
        "I won't tell the widow." => bishr
        "What do you want, Bishr?" => bishr: open|day
        why?
    """),
    (INN, "kitchen", "nuha", """
        "Good evening. I am Salim, a trader from Rahba." => nuha
        Nuha, how much water is there? => nuha
        "You keep it locked." => nuha
        "My mule died at the wells." => nuha
    """),
    (INN, "kitchen", "nuha", """
        Nuha, what do you think of Bishr? => nuha: Bishr
        why?
        "He knows the riders." => nuha
        "Are you angry?" => nuha
    """),
    (INN, "stable", "layla", """
        Layla, what are you doing? => layla
        "Are you afraid?" => layla
        "So am I." => layla
        "Do you like the horses?" => layla
    """),
    (INN, "yard", "farrokh", """
        Farrokh, tell me about the well => farrokh
        go on
        "How do you know all that?" => farrokh
        "You're a clever man, Farrokh." => farrokh
    """),
    (INN, "gallery", "sabbas", """
        Sabbas, what are you selling? => sabbas
        "That's too much." => sabbas
        "I'll give you my ring for it." => sabbas
        "You cheated me, Sabbas." => sabbas
    """),
    (LIGHTHOUSE, "bunkroom", "jory", """
        Jory, how old are you? => jory: Twenty-four
        "Have you got a sweetheart ashore?" => jory: Elsie|Ritz|Christmas
        "What did you do before this?" => jory
        "Where do you sleep, Jory?" => jory
    """),
    (LIGHTHOUSE, "store", "jory", """
        "Jory, which way is the wireless room?" => jory: Kitchen
        "And where would I find the gramophone?" => jory: Kitchen
        "Is there anywhere to lie down?" => jory
        "Right. I'll see you later, Jory." => jory
    """),
    (LONG_NIGHT, "hall", "ragnhild", """
        "Ragnhild, is there any work you want done?" => ragnhild
        "Is there anything I ought to know?" => ragnhild
        "Whose house is this? Who is lord here?" => ragnhild: I do|[Yy]ou're looking|[Yy]ou are speaking|hall|house
        "Am I wrong to ask?" => ragnhild
    """),
    (LONG_NIGHT, "yard", "ulf", """
        A raw evening, friend. => ulf
        "Ulf, where's the forge?" => ulf: [Ss]mithy
        "Would you like a bite of my biscuit?" => ulf
        "Is that a no?" => ulf
    """),
    (INN, "yard", "farrokh", """
        Farrokh, how do I get up to the beacon? => farrokh: Roof|Gallery
        "Where were you born?" => farrokh
        "Can you climb?" => farrokh
        "Do you miss anybody?" => farrokh
    """),
    (INN, "gate", "bishr", """
        "Good evening to you, master Bishr." => bishr
        "Bishr, how long have you kept this gate?" => bishr: Thirty
        "Where might I find something to eat?" => bishr: Kitchen
    """),
)  # fmt: skip
