"""What is said to the player outside the story, in a plain voice: questions back, words not followed, hints. Data."""

from __future__ import annotations

# Situation: the line. `{about}` are the player's own words, or what is asked about.
LINES: dict[str, str] = {
    "clarify": "What do you mean to do?",
    "clarify_about": "Did you mean: {about}?",
    "left_open_about": "One thing I have left open, since you may not mean it: {about}?",
    "not_followed": "I cannot tell what you mean to do. Say what you do, or what you say and to whom.",
    "not_followed_about": "“{about}”: I cannot tell what you mean by that. Say what you do, or what you say and to"
    " whom.",
    "pause": "Take your time. What do you do?",
    "half_followed_about": "Something with {about}, I take it, but I cannot tell what. Say it once more?",
    "not_found_about": "You see no {about} here.",
    "not_carried_about": "You have no {about} on you.",
    "not_there": "The rest waits until you are there.",
    "not_there_about": "That waits until you are there: “{about}”.",
    "vain_about": "“{about}”: nothing comes of that, as things stand.",
    "part_not_followed_about": "This part I did not follow: “{about}”.",
    "stays_about": "“{about}” is a part of what is told here, and nothing apart from it.",
    "put_off": "There is one walk to a turn: the rest is for the next.",
    "put_off_about": "That is left for the next turn: “{about}”.",
    "held_back": "That is for when it is so: nothing of it is done yet.",
    "held_back_about": "That is for when it is so, and nothing of it is done yet: “{about}”.",
    "now_so_about": "Now it is so: “{about}”. Do you do it?",
    "may_be_so_about": "You meant to wait for that: “{about}”. Is it the moment?",
    "not_so": "As things stand, nothing comes of the rest.",
    "not_so_about": "As things stand, nothing comes of that: “{about}”.",
    "ending_about": "That would end the story here. Is it what you mean: {about}?",
    "costly_about": "That goes further than you said: {about}. Do you mean to do it?",
    "exposed_about": "Here, at {about}? You would suffer for it. Is it what you mean?",
    "which": "Which do you mean?",
    "who": "Whom do you say that to?",
    "suggest": "You could try one of these.",
    "alone": "There is nobody here to hear that. What do you do?",
    "ooc": "That stays outside the story: heard, and nothing was played. What do you do?",
    "language": "I am sorry, I read English only. Plain short words are enough: “look around”, “where am I?”, “ask her"
    " who she is”.",
    "safety_about": "This is outside the story, and nothing was played. If that was about you: you are not alone"
    " with it, and people will talk with you now, in confidence. {about} The story keeps; it can wait.",
    "boundary": "The story leaves that out: a line was drawn there, and nothing was played. Try something else;"
    " your own lines are in the settings.",
    "resumed": "The story is where you left it.",
    "undo": "To take your last turn back, press Undo beside the story (Alt + U, or /undo in the terminal); the turn"
    " before it can go the same way.",
    "meant": "As you say.",
    "meant_about": "{about}, then.",
    "walked": "That walk is done: Undo takes it back, or you walk back.",
    "walked_about": "You meant {about}; and by now you have walked. Undo takes it back, or you walk back.",
    "page": "That is done with the buttons of the page, or with /undo, /save and their like in the terminal.",
}


def aside_line(situation: str, about: str) -> str:
    """The line for a situation, with what it is about where there is a line that says so."""
    with_about = LINES.get(f"{situation}_about") if about else None
    return (with_about or LINES[situation]).replace("{about}", about)
