"""The OpenAPI document as it is: errors as problem+json, and those that any request may meet."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from gamemaster.server.rest.problems import Problem

PROBLEM_TYPE = "application/problem+json"
PROBLEM = {"$ref": "#/components/schemas/Problem"}
FIRST_ERROR = 400
# Met before a route is: `HostCheck` and `AddressLimits`; and what no route foresees.
ANYWHERE = {
    "403": "the service does not answer to the name by which it was called",
    "429": "this address asks too much; `Retry-After` says when to ask again",
    "500": "something went wrong here, and it was written down",
}
FOR_BODIES = {"400": "the body is no JSON", "411": "no Content-Length", "413": "the body is too large"}
INVALID = {"422": "a parameter or the body is not as described"}


def describe_api(app: FastAPI) -> None:
    """Lets the application describe itself so, at /openapi.json and /docs."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = document_of(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's own pages on extending OpenAPI do


def document_of(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    schemas = document["components"]["schemas"]
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas.setdefault("Problem", Problem.model_json_schema())
    for methods in document["paths"].values():
        for operation in methods.values():
            _describe_errors(operation)
    return document


def _describe_errors(operation: dict[str, Any]) -> None:
    answers = operation["responses"]
    errors = {**ANYWHERE, **(FOR_BODIES if "requestBody" in operation else {})}
    if "422" in answers:
        errors |= INVALID
    for code, text in errors.items():
        answers[code] = {"description": answers.get(code, {}).get("description", text)} | (
            {"description": text} if code == "422" else {}
        )
    for code, answer in answers.items():
        of_health = "Health" in str(answer.get("content"))
        if int(code) >= FIRST_ERROR and not of_health:
            answer["content"] = {PROBLEM_TYPE: {"schema": PROBLEM}}
