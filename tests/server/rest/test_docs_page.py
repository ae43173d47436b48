"""The page about the REST interface: whatever the document says is a text, and types link to their schemas."""

from fastapi import FastAPI

from gamemaster.server.rest.docs_page import docs_page
from gamemaster.server.rest.world_routes import router


def test_each_route_and_schema_is_there() -> None:
    app = FastAPI(title="A <b>title</b>", version="1", description="One & two.\n\nThree.")
    app.include_router(router)
    page = docs_page(app.openapi())
    for part in (
        "<h1>A &lt;b&gt;title&lt;/b&gt; <small>1</small></h1>",
        "<p>One &amp; two.</p><p>Three.</p>",
        "<h2><b>GET</b> <code>/api/worlds</code></h2>",
        '<a href="#Problem">Problem</a>',
        '<section id="Problem">',
    ):
        assert part in page
    assert "<script" not in page


def test_a_type_may_be_a_list_a_choice_or_plain() -> None:
    fields = {
        "many": {"type": "array", "items": {"$ref": "#/components/schemas/Part"}},
        "either": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "fixed": {"const": 3},
        "free": {},
    }
    page = docs_page(
        {
            "info": {"title": "T", "version": "1"},
            "paths": {},
            "components": {"schemas": {"Whole": {"properties": fields}}},
        }
    )
    assert '<td>list of <a href="#Part">Part</a></td>' in page
    assert "<td>string or null</td>" in page
    assert "<td>3</td>" in page
    assert "<td>any</td>" in page
