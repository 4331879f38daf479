"""Between the engine's frozen dataclasses and the messages of the API, by name wherever names agree."""
