"""Chat templates as small as can be, with the ends of real models': where a thought is opened, closed, or left out."""

# GLM-4.5 and 4.5-Air ask for a thought with a bare role, and the model writes "\n<think>" itself.
GLM_45 = """[gMASK]<sop>{% for m in messages %}<|{{ m.role }}|>
{% if m.role == 'assistant' %}<think></think>
{% endif %}{{ m.content }}
{%- if m.role == 'user' and enable_thinking is defined and not enable_thinking %}/nothink{% endif %}
{%- endfor %}
{%- if add_generation_prompt %}<|assistant|>
{%- if enable_thinking is defined and not enable_thinking %}{{ '\\n<think></think>' }}{% endif %}
{%- endif %}"""

# GLM-4.6 ends as 4.5 does; words that end with the switch already have it once.
GLM_46 = GLM_45.replace(
    "not enable_thinking %}/nothink", "not enable_thinking and not m.content.endswith('/nothink') %}/nothink"
)

# GLM-4.7 opens the thought itself, and marks an answer without one by the closing tag alone.
GLM_47 = """[gMASK]<sop>{% for m in messages %}<|{{ m.role }}|>
{%- if m.role == 'assistant' %}</think>{% endif %}{{ m.content }}
{%- endfor %}
{%- if add_generation_prompt %}<|assistant|>
{%- if enable_thinking is defined and not enable_thinking %}</think>{% else %}<think>{% endif %}
{%- endif %}"""

# GLM-5 opens a thought always, whatever it is told.
GLM_5 = """[gMASK]<sop>{% for m in messages %}<|{{ m.role }}|>
{%- if m.role == 'assistant' %}<think></think>{% endif %}{{ m.content }}
{%- endfor %}
{%- if add_generation_prompt %}<|assistant|><think>{% endif %}"""

# Qwen3 leaves the opening to the model, and writes nothing of a thought into history.
QWEN_3 = """{% for m in messages %}<|im_start|>{{ m.role }}
{{ m.content }}<|im_end|>
{% endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% if enable_thinking is defined and not enable_thinking %}{{ '<think>\\n\\n</think>\\n\\n' }}{% endif %}
{%- endif %}"""

# Llama 3 and Gemma 3 have no thoughts; Gemma has no system role, and puts its words before the first user's.
LLAMA_3 = """{{ bos_token }}{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>

{{ m.content }}<|eot_id|>
{%- endfor %}
{%- if add_generation_prompt %}<|start_header_id|>assistant<|end_header_id|>

{% endif %}"""
GEMMA_3 = """{{ bos_token }}
{%- set first = messages[0].content + '\\n\\n' if messages[0].role == 'system' else '' %}
{%- for m in messages if m.role != 'system' %}<start_of_turn>
{{- 'model' if m.role == 'assistant' else m.role }}
{{ first if loop.first else '' }}{{ m.content }}<end_of_turn>
{% endfor %}
{%- if add_generation_prompt %}<start_of_turn>model
{% endif %}"""

GLM = {"4.5": GLM_45, "4.6": GLM_46, "4.7": GLM_47, "5": GLM_5}
