"""Where a chat template opens and closes thoughts, and what must be added where it leaves that to the model. Pure.

GLM-4.5 and 4.6 ask for a thought with a bare `<|assistant|>`, and the model itself writes the tag; 4.7 opens it in the
prompt; the templates of GLM-5 open it always, also where they were told that the model shall not think. A grammar that
begins before the tag forbids it, so that a prompt of ours always ends inside the thought, or after it.
"""

from dataclasses import dataclass

Ids = tuple[int, ...]


@dataclass(frozen=True)
class Tags:
    """The ids of <think> and </think>; both empty for a model that does not reason."""

    opening: Ids
    closing: Ids

    def last_open(self, ids: Ids) -> int:
        """Where the last opening tag begins; -1 if there is none."""
        return _last(ids, self.opening)

    def is_open(self, ids: Ids) -> bool:
        """Whether ids end inside an open thought."""
        return self.last_open(ids) > _last(ids, self.closing)

    def are_in(self, ids: Ids) -> bool:
        return _last(ids, self.opening) >= 0 or _last(ids, self.closing) >= 0


@dataclass(frozen=True)
class Thoughts:
    """What follows a user's content (see `ChatFormat`)."""

    user_to_thought: Ids
    user_to_answer: Ids
    thought_to_history: Ids


def thoughts_of(tags: Tags, asked: Ids, answered: Ids, history: Ids) -> Thoughts | None:
    """From what the template writes after a user's content; None if there is no thought in any of it.

    asked     where the model shall think
    answered  where it shall not
    history   where an assistant's message follows
    """
    if not (tags.opening and tags.closing and any(map(tags.are_in, (asked, answered, history)))):
        return None
    opened = _opening(tags, asked, (history, answered))
    forms = [form[len(opened) :] for form in (history, answered) if form[: len(opened)] == opened]
    # The template may write history otherwise than it asks; what was sent must stay, so the thought is just closed.
    closed = next((form for form in forms if _last(form, tags.closing) >= 0), tags.closing)
    if tags.is_open(answered):
        answered = (*answered, *(closed if answered == opened else tags.closing))
    return Thoughts(opened, answered, closed)


def _opening(tags: Tags, asked: Ids, closed_forms: tuple[Ids, ...]) -> Ids:
    """`asked`, ending inside an open thought, as the template itself opens one elsewhere."""
    if tags.is_open(asked):
        return asked
    if tags.are_in(asked):  # a closed thought: what stands before it
        first = min(at for at in (_first(asked, tags.opening), _first(asked, tags.closing)) if at >= 0)
        return (*asked[:first], *tags.opening)
    for form in closed_forms:
        at = tags.last_open(form)
        if at >= len(asked) and form[: len(asked)] == asked:
            return form[: at + len(tags.opening)]
    return (*asked, *tags.opening)


def _first(ids: Ids, part: Ids) -> int:
    return next((at for at in range(len(ids) - len(part) + 1) if ids[at : at + len(part)] == part), -1)


def _last(ids: Ids, part: Ids) -> int:
    starts = range(len(ids) - len(part), -1, -1) if part else ()
    return next((at for at in starts if ids[at : at + len(part)] == part), -1)
