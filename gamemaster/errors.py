"""The base of errors that are meant for people: what is wrong, and what to do about it."""


class UserError(Exception):
    """Something that whoever runs a command can mend. A command shows it as one message, without a traceback."""

    @property
    def for_people(self) -> str:
        """The whole message."""
        return str(self)
