SAMPLES: dict[str, str]
