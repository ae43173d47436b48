"""Why each kind of finding matters, in a sentence for its writer."""

from __future__ import annotations

WHY: dict[str, str] = {
    # Files and their shape
    "file": "What is not read is not in the world.",
    "syntax": "Nothing of the file can be read until it is mended.",
    "indent": "How deep a line stands says what it belongs to: this part would be lost in the one before it.",
    "duplicate": "Only one of the two would count, and nobody could say which.",
    "shape": "What does not fit the format cannot be played.",
    "missing": "The story cannot do without it.",
    "unknown_key": "A key that nobody knows does nothing: what you wrote there would be lost.",
    "cut_text": "Players would read half of the sentence, and see no fault.",
    "list": "It would count as one long name, which no player ever types.",
    # Names
    "unknown_id": "It leads to nothing, so that it never holds and never works.",
    "identifier": "An identifier must name one thing.",
    "verb": "Players' words are mapped to verbs: one that nobody knows is never done.",
    "speaker": "Without its speaker a line is read by the narrator, marks and all.",
    "placeholder": "It is told to players as it stands, braces and all.",
    "unread": "What nothing reads changes nothing: it is forgotten, or misspelt elsewhere.",
    "unset": "A condition on what never comes about never holds.",
    "unsayable": "Players' words are read clause by clause, without their marks: these never come about in them.",
    "same_name": "Players say names, not identifiers: the game would have to ask which one is meant.",
    "alias": "The game would take the word for something else.",
    # Conditions and effects
    "contradiction": "What waits for it never happens, and says nothing about it.",
    "elsewhere": "What waits for it never happens, and says nothing about it.",
    "scale": "A measure never leaves its scale, so that the comparison always or never holds.",
    "idle": "It is never used: either it or what would bring it is missing.",
    "order": "What stands behind it is never reached.",
    "difficulty": "Only a natural 20 gets there, one try in twenty, however the player has prepared.",
    "reward": "Whoever finds it out does it ten times.",
    "circle": "Each waits for the other, so that neither ever comes.",
    "self_start": "It would happen again and again, or never.",
    "promise": "A promise that nobody makes or settles stays in the journal for ever.",
    "oneself": "Relations and promises are between two.",
    # Places and endings
    "way": "A player who types the direction goes one of the two ways, and never the other.",
    "dead_end": "A player who comes here can never leave, and no ending takes them away.",
    "one_sided": "Players expect to go back the way they came; say so in the text if they cannot.",
    "unreached": "No player will ever see it.",
    "ending": "An ending must come, and come only when it is due.",
    "path": "Testers and bots follow the path; nobody else has shown that the ending can be reached.",
    "twin": "Only one of the two is ever told.",
    # Pictures
    "picture": "The page would show a gap, or load for a long time.",
    "alt": "Some players do not see pictures: they are told what is in them.",
    # Texts
    "unfinished": "Players read what stands here.",
    "mark": "It is told to players as it stands.",
    "pair": "Whoever reads it, or hears it, cannot tell where speech ends.",
    "long": "Players read it in one piece, and most stop half-way; a name is read again and again.",
    "twice": "Players notice a sentence that they have read elsewhere.",
    "any_telling": "Players tell people many things, and the contrary as well: each would be taken for this one.",
    "given_away": "Players would read what the story keeps from them.",
    "encoding": "Players would see broken letters.",
    "contrast": "Words that cannot be told from what is behind them cannot be read.",
    "message": "Lines for a situation that never arises are never told.",
}
