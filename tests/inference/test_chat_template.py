"""Chat formats from templates, with a real tokenizer: what lies between messages, and that data is never markup."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamemaster.cli import prompt as prompt_cli
from gamemaster.narration.prompts.text import head_texts
from inference.chat_template import ChatFormat, ChatFormatError, HuggingFaceTokenizer, derive
from inference.engine import EngineInfo
from tests.worldkit import sample

pytest.importorskip("tokenizers")
pytest.importorskip("jinja2")

SPECIALS = ["<|endoftext|>", "[gMASK]", "<sop>", "<|system|>", "<|user|>", "<|assistant|>", "<|observation|>"]
TAGS = ["<think>", "</think>", "<tool_call>"]  # in GLM's vocabulary they are added, but not special
# As GLM-4.5 and GLM-4.7 write them, without tools.
GLM_45 = """[gMASK]<sop>
{%- set ns = namespace(last=-1) %}
{%- for m in messages %}{%- if m.role == 'user' %}{% set ns.last = loop.index0 %}{%- endif %}{%- endfor %}
{% for m in messages %}
{%- if m.role == 'user' -%}<|user|>
{{ m.content }}
{{- '/nothink' if (enable_thinking is defined and not enable_thinking) else '' -}}
{%- elif m.role == 'assistant' -%}
<|assistant|>
{{- '\\n<think></think>' -}}
{%- if m.content.strip() -%}
{{ '\\n' + m.content.strip() }}
{%- endif -%}
{%- elif m.role == 'system' -%}
<|system|>
{{ m.content }}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
<|assistant|>{{- '\\n<think></think>' if (enable_thinking is defined and not enable_thinking) else '' -}}
{%- endif -%}"""
GLM_47 = """[gMASK]<sop>
{%- for m in messages %}
{%- if m.role == 'user' %}<|user|>{{ m.content }}
{%- elif m.role == 'assistant' %}<|assistant|></think>{{ m.content.strip() }}
{%- elif m.role == 'system' %}<|system|>{{ m.content }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}<|assistant|>{{ '</think>' if (enable_thinking is defined and not enable_thinking) \
else '<think>' }}
{%- endif %}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint's tokenizer: byte-level BPE, trained on the sample world, with GLM's control tokens."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=600, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(head_texts(sample()).values(), trainer)
    tokenizer.add_special_tokens(SPECIALS)
    tokenizer.add_tokens([AddedToken(tag, special=False, normalized=False) for tag in TAGS])
    path = tmp_path_factory.mktemp("checkpoint")
    tokenizer.save(str(path / "tokenizer.json"))
    config = {"eos_token": {"content": "<|endoftext|>"}, "pad_token": "<|endoftext|>", "bos_token": None}
    (path / "tokenizer_config.json").write_text(json.dumps(config))
    return path


def tokenizer_with(folder: Path, template: str) -> HuggingFaceTokenizer:
    (folder / "chat_template.jinja").write_text(template)
    return HuggingFaceTokenizer.load(folder)


def info_of(tokenizer: HuggingFaceTokenizer, *, thinks: bool = True) -> EngineInfo:
    one = tokenizer.encode_markup
    return EngineInfo(
        "tiny", 1000, 4096, 8192, one("<|endoftext|>"),
        one("<think>") if thinks else (), one("</think>") if thinks else (),
        special_ids={name: one(name)[0] for name in SPECIALS},
    )  # fmt: skip


def format_of(folder: Path, template: str, *, thinks: bool = True) -> ChatFormat:
    tokenizer = tokenizer_with(folder, template)
    return derive(tokenizer, info_of(tokenizer, thinks=thinks))


def conversation_ids(chat: ChatFormat, contents: Sequence[str]) -> tuple[int, ...]:
    """A conversation put together as a story's prompt is, up to the last answer."""
    ids = [*chat.before_system, *chat.encode(contents[0])]
    for number, content in enumerate(contents[1:]):
        if number == 0:
            joint = chat.system_to_user
        elif number % 2:
            joint = (*chat.user_to_thought, *chat.thought_to_history)
        else:
            joint = chat.assistant_to_user
        ids += [*joint, *chat.encode(content)]
    return tuple(ids)


def test_glm_45(folder: Path) -> None:
    tokenizer = tokenizer_with(folder, GLM_45)
    chat, markup = derive(tokenizer, info_of(tokenizer)), tokenizer.encode_markup
    assert chat.before_system == markup("[gMASK]<sop><|system|>\n")
    assert chat.user_to_thought == markup("<|assistant|>")
    assert chat.user_to_answer == markup("/nothink<|assistant|>\n<think></think>")
    assert chat.user_to_thought + chat.thought_to_history == markup("<|assistant|>\n<think></think>\n")
    assert chat.assistant_to_user == markup("<|user|>\n")
    assert (chat.can_think, chat.thinking_open) == (True, False)
    assert set(chat.stops) == {markup(name)[0] for name in ("<|endoftext|>", "<|user|>", "<|assistant|>")}


def test_glm_47_opens_the_thought_itself(folder: Path) -> None:
    """Its history is written otherwise than it asks: what was sent stays, with the thought closed."""
    tokenizer = tokenizer_with(folder, GLM_47)
    chat, markup = derive(tokenizer, info_of(tokenizer)), tokenizer.encode_markup
    assert chat.thinking_open
    assert chat.user_to_thought == markup("<|assistant|><think>")
    assert chat.thought_to_history == markup("</think>")
    assert chat.user_to_answer == markup("<|assistant|></think>")


def test_a_model_that_does_not_think(folder: Path) -> None:
    chatml = "{% for m in messages %}<|user|>{{ m.role }}\n{{ m.content }}<|endoftext|>\n{% endfor %}"
    chat = format_of(
        folder, chatml + "{% if add_generation_prompt %}<|user|>assistant\n{% endif %}", thinks=False
    )
    assert not chat.can_think
    assert chat.user_to_thought == chat.user_to_answer
    assert chat.thought_to_history == ()


@pytest.mark.parametrize("template", [GLM_45])
def test_message_by_message_is_what_the_template_writes_at_once(folder: Path, template: str) -> None:
    chat = format_of(folder, template)
    contents = ["You are the GM.", "I look.", '{"op":"look"}', "THE RULING", "You look.", "I wait."]
    roles = ("system", "user", "assistant", "user", "assistant", "user")
    messages = [{"role": role, "content": text} for role, text in zip(roles, contents, strict=True)]
    at_once = chat.tokenizer.render(messages, generate=False, think=True)
    assert conversation_ids(chat, contents) == chat.tokenizer.encode_markup(at_once)


@pytest.mark.parametrize(
    ("template", "problem"),
    [
        ("{% for m in messages %}{{ loop.index }}{{ m.content }}{% endfor %}", "a later message otherwise"),
        ("{% for m in messages if m.role != 'system' %}<|user|>{{ m.content }}{% endfor %}", "exactly once"),
        ("{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}{% endfor %}",
         "no system"),
        ("{% for m in messages %}<|user|>{{ m.content }}{% endfor %}{% if messages|length < 5 %}!{% endif %}"
         "{% if add_generation_prompt %}<think>{% endif %}", "opens a thought"),
        ("{{ messages | length }}{% for m in messages %}<|user|>{{ m.content }}{% endfor %}", "part at character 0"),
        ("{% for m in messages %}", "cannot be read, at line 1"),
        ("{% for m in messages %}{{ m.nothing.content }}{% endfor %}", "refuses the messages"),
    ],
)  # fmt: skip
def test_a_template_that_cannot_grow_is_refused(folder: Path, template: str, problem: str) -> None:
    with pytest.raises(ChatFormatError, match=problem):
        format_of(folder, template)


@given(st.text(max_size=60), st.lists(st.sampled_from([*SPECIALS, *TAGS, "<", "|user", "\n"]), max_size=6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
def test_no_text_becomes_a_control_token(folder: Path, text: str, names: list[str]) -> None:
    tokenizer = tokenizer_with(folder, GLM_45)
    mixed = "".join(itertools.chain(names, [text], names))
    assert tokenizer.specials(tokenizer.encode(mixed)) == frozenset()
    assert tokenizer.decode(tokenizer.encode(mixed)) == mixed


def test_a_template_cannot_reach_the_machine(folder: Path) -> None:
    with pytest.raises(ChatFormatError):
        format_of(folder, "{{ messages.__class__.__mro__[1].__subclasses__() }}")


@pytest.mark.parametrize("missing", ["tokenizer.json", "chat_template.jinja"])
def test_what_is_missing_is_named(folder: Path, tmp_path: Path, missing: str) -> None:
    for name in {"tokenizer.json", "tokenizer_config.json", "chat_template.jinja"} - {missing}:
        (tmp_path / name).write_bytes((folder / name).read_bytes() if (folder / name).exists() else b"{}")
    with pytest.raises(
        ChatFormatError, match="tokenizer.json" if missing == "tokenizer.json" else "chat template"
    ):
        HuggingFaceTokenizer.load(tmp_path)


def test_a_template_in_the_configuration_serves_as_well(folder: Path, tmp_path: Path) -> None:
    config: dict[str, Any] = {"chat_template": [{"name": "default", "template": GLM_45}], "eos_token": "x"}
    (tmp_path / "tokenizer.json").write_bytes((folder / "tokenizer.json").read_bytes())
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(config))
    tokenizer = HuggingFaceTokenizer.load(tmp_path)
    assert derive(tokenizer, info_of(tokenizer)).can_think


def test_a_format_is_named_by_tokenizer_and_template(folder: Path) -> None:
    """The same in every process; what looks at stored stories without an engine has the engine's name for it."""
    forms = {template: format_of(folder, template).fingerprint for template in (GLM_45, GLM_47)}
    assert len(set(forms.values())) == 2
    assert forms == {template: format_of(folder, template).fingerprint for template in (GLM_45, GLM_47)}
    for template, fingerprint in forms.items():
        assert prompt_cli.format_of(tokenizer_with(folder, template), "tiny").fingerprint == fingerprint
