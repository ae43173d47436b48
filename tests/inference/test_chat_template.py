"""Chat formats from templates, with a real tokenizer: what lies between messages, and that data is never markup."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamemaster.cli.models import prompt as prompt_cli
from gamemaster.narration.prompts.head_text import head_texts
from inference.chat_template import ChatFormat, ChatFormatError, HuggingFaceTokenizer, derive
from inference.engine import EngineInfo
from inference.output.thoughts import Tags
from inference.testbed.templates import GEMMA_3, GLM, GLM_5, GLM_45, GLM_47, LLAMA_3, QWEN_3
from tests.examples import examples
from tests.worldkit import sample

pytest.importorskip("tokenizers")
pytest.importorskip("jinja2")

SPECIALS = (
    "<|endoftext|> [gMASK] <sop> <|system|> <|user|> <|assistant|> <|observation|> <|im_start|> <|im_end|> "
    "<|start_header_id|> <|end_header_id|> <|eot_id|> <start_of_turn> <end_of_turn>"
).split()
TAGS = ["<think>", "</think>", "<tool_call>"]  # in GLM's vocabulary they are added, but not special


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


@pytest.mark.parametrize("name", GLM)
def test_a_prompt_for_a_thought_ends_inside_it_and_one_for_an_answer_after_it(
    folder: Path, name: str
) -> None:
    tokenizer = tokenizer_with(folder, GLM[name])
    info = info_of(tokenizer)
    chat, tags = derive(tokenizer, info), Tags(info.think_open, info.think_close)
    assert chat.can_think
    assert tags.is_open(chat.user_to_thought)
    for closed in (chat.user_to_answer, chat.user_to_thought + chat.thought_to_history):
        assert tags.are_in(closed)
        assert not tags.is_open(closed)


@pytest.mark.parametrize(
    ("template", "asked", "answered", "history"),
    [
        (GLM_45, "<|assistant|>\n<think>", "/nothink<|assistant|>\n<think></think>", "</think>\n"),
        (GLM_47, "<|assistant|><think>", "<|assistant|></think>", "</think>"),
        (GLM_5, "<|assistant|><think>", "<|assistant|><think></think>", "</think>"),
        (
            QWEN_3,
            "<|im_end|>\n<|im_start|>assistant\n<think>",
            "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n",
            "\n\n</think>\n\n",
        ),
    ],
)
def test_the_thought_is_opened_and_closed_as_the_template_does_elsewhere(
    folder: Path, template: str, asked: str, answered: str, history: str
) -> None:
    """Opened where it is left to the model, and closed where it is opened in spite of all."""
    tokenizer = tokenizer_with(folder, template)
    chat, markup = derive(tokenizer, info_of(tokenizer)), tokenizer.encode_markup
    assert chat.user_to_thought == markup(asked)
    assert chat.user_to_answer == markup(answered)
    assert chat.thought_to_history == markup(history)


def test_glm_45(folder: Path) -> None:
    tokenizer = tokenizer_with(folder, GLM_45)
    chat, markup = derive(tokenizer, info_of(tokenizer)), tokenizer.encode_markup
    assert chat.before_system == markup("[gMASK]<sop><|system|>\n")
    assert chat.assistant_to_user == markup("<|user|>\n")
    assert set(chat.stops) == {markup(name)[0] for name in ("<|endoftext|>", "<|user|>", "<|assistant|>")}


@pytest.mark.parametrize(("template", "end"), [(LLAMA_3, "<|eot_id|>"), (GEMMA_3, "<end_of_turn>")])
def test_a_template_without_thoughts_gets_none_though_the_vocabulary_has_the_tags(
    folder: Path, template: str, end: str
) -> None:
    tokenizer = tokenizer_with(folder, template)
    chat = derive(tokenizer, info_of(tokenizer))
    assert not chat.can_think
    assert chat.user_to_thought == chat.user_to_answer
    assert chat.thought_to_history == ()
    assert tokenizer.encode_markup(end)[0] in chat.stops


def test_a_model_that_does_not_think(folder: Path) -> None:
    chatml = "{% for m in messages %}<|user|>{{ m.role }}\n{{ m.content }}<|endoftext|>\n{% endfor %}"
    chat = format_of(
        folder, chatml + "{% if add_generation_prompt %}<|user|>assistant\n{% endif %}", thinks=False
    )
    assert not chat.can_think
    assert chat.user_to_thought == chat.user_to_answer
    assert chat.thought_to_history == ()


def test_without_a_system_role_its_words_stand_before_the_first_users(folder: Path) -> None:
    """As Gemma 2's template, which refuses the role, or one that drops it without a word."""
    turns = GEMMA_3[GEMMA_3.index("{%- for m") :].replace("{{ first if loop.first else '' }}", "")
    refusing = turns.replace(" if m.role != 'system'", "").replace(
        "<start_of_turn>",
        "{% if m.role == 'system' %}{{ raise_exception('none') }}{% endif %}<start_of_turn>",
        1,
    )
    for template in (turns, refusing):
        chat = format_of(folder, template)
        assert chat.before_system == chat.tokenizer.encode_markup("<start_of_turn>user\n")
        assert chat.system_to_user == chat.encode("\n\n")


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
        ("{% for m in messages if m.role != 'user' %}<|user|>{{ m.content }}{% endfor %}", "exactly once"),
        ("{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}{% endfor %}!",
         "no system"),
        ("{{ messages | length }}{% for m in messages %}<|user|>{{ m.content }}{% endfor %}", "part at character 0"),
        ("{% for m in messages %}", "cannot be read, at line 1"),
        ("{% for m in messages %}{{ m.nothing.content }}{% endfor %}", "refuses the messages"),
    ],
)  # fmt: skip
def test_a_template_that_cannot_grow_is_refused(folder: Path, template: str, problem: str) -> None:
    with pytest.raises(ChatFormatError, match=problem):
        format_of(folder, template)


@given(st.text(max_size=60), st.lists(st.sampled_from([*SPECIALS, *TAGS, "<", "|user", "\n"]), max_size=6))
@examples(0.6)
def test_no_text_becomes_a_control_token(folder: Path, text: str, names: list[str]) -> None:
    tokenizer = tokenizer_with(folder, GLM_45)
    mixed = "".join(itertools.chain(names, [text], names))
    assert tokenizer.specials(tokenizer.encode(mixed)) == frozenset()
    assert tokenizer.decode(tokenizer.encode(mixed)) == mixed


def test_whitespace_that_a_vocabulary_adds_is_text(folder: Path, tmp_path: Path) -> None:
    """As Gemma's does: what a model writes with it must not be lost, and what we write may use it."""
    from tokenizers import AddedToken, Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.add_tokens([AddedToken("\n\n", special=False, normalized=False)])
    found = HuggingFaceTokenizer(tokenizer, LLAMA_3, {"bos_token": "<|endoftext|>"})
    ids = found.encode("So.\n\nAnd so.")
    assert tokenizer.token_to_id("\n\n") in ids
    assert found.decode(ids) == "So.\n\nAnd so."
    assert not found.specials(ids)


def test_a_template_that_writes_the_date_has_one_head_for_ever(folder: Path) -> None:
    """As Granite's and Mistral's do: what changed at midnight would be another format each day."""
    chat = format_of(folder, f"{{{{ strftime_now('%d %b %Y') }}}}{LLAMA_3}")
    assert chat.decode(chat.before_system).startswith("26 Jul 2024")


def test_a_template_that_marks_what_is_learnt_from_reads_as_without_the_marks(folder: Path) -> None:
    """As SmolLM3's: the tag is an extension of transformers'."""
    marked = LLAMA_3.replace(
        "{{ m.content }}<|eot_id|>", "{% generation %}{{ m.content }}<|eot_id|>{% endgeneration %}"
    )
    assert marked != LLAMA_3
    assert format_of(folder, marked).fingerprint == format_of(folder, LLAMA_3).fingerprint


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
