"""The sentence of every refusal, by its code. Placeholders are names of the refusal's values."""

SENTENCES: dict[str, str] = {
    "worded": "{sentence}",
}
