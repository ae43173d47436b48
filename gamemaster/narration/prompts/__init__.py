"""What a model is asked: prompts that only grow, so that an engine's prefix cache serves them.

`append_only` says what the contract is and checks it; `prompt` builds segments by zone, which `head_text`, `text` and
`ruling_text` word; `transcripts` keeps a story's transcript and `compaction` opens its next epoch. Narrators, replay
and authoring may import this room; `settings` is light enough for the service's configuration.
"""

__all__ = [
    "aftermath",
    "append_only",
    "chat_messages",
    "compaction",
    "epoch",
    "markup",
    "outcome_reading",
    "outcome_schema",
    "prompt",
    "questions",
    "reading_prompt",
    "rebuild",
    "requests_sent",
    "ruling_text",
    "settings",
    "state_text",
    "transcripts",
]
