"""Every error that an engine raises: one tree, fields kept, the message built from them.

EngineError
├── RequestRefused     the request could harm an engine, or cannot be served; sending it again will not help
├── RequestFailed      the engine lives, but could not finish this request
├── EngineBusy         the engine lives, but its queue is full; try again later
├── DeadlineExceeded   the request's own deadline passed
└── EngineLost         the engine died, hangs or is not ready; requests in flight end with this
    └── EngineNotStarted   it never became ready; the message says why and what to do
"""


class EngineError(Exception):
    """Base of all errors that an engine raises."""


class RequestRefused(EngineError):
    """Refused before it was submitted. `limit` names what is allowed."""

    def __init__(self, field: str, problem: str, limit: str) -> None:
        super().__init__(field, problem, limit)
        self.field = field
        self.problem = problem
        self.limit = limit

    def __str__(self) -> str:
        return f"{self.field}: {self.problem}; allowed: {self.limit}"


class RequestFailed(EngineError):
    """The engine refused or broke off this one request, and says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"the engine could not finish the request: {self.reason}"


class EngineBusy(EngineError):
    """As many requests as `limit` allows are running or waiting; None: a server of others, which does not say.

    `retry_after_s`: how long it asks to be left alone, if it does.
    """

    def __init__(
        self, limit: int | None, where: str = "the engine", retry_after_s: float | None = None
    ) -> None:
        super().__init__(limit, where, *(() if retry_after_s is None else (retry_after_s,)))
        self.limit = limit
        self.where = where
        self.retry_after_s = retry_after_s

    def __str__(self) -> str:
        count = "as many requests as it takes" if self.limit is None else f"{self.limit} requests"
        return f"{self.where} already has {count}, its limit; try again when some have ended"


class DeadlineExceeded(EngineError):
    """The request was still running `deadline_s` seconds after it was made, and was aborted."""

    def __init__(self, deadline_s: float) -> None:
        super().__init__(deadline_s)
        self.deadline_s = deadline_s

    def __str__(self) -> str:
        return f"not finished within the request's deadline of {self.deadline_s:g} s"


class EngineLost(EngineError):
    """The engine cannot generate: it died, hangs, or is still starting."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"the engine is lost: {self.reason}"


class EngineNotStarted(EngineLost):
    """The engine never became ready."""

    def __str__(self) -> str:
        return f"the engine did not start: {self.reason}"
