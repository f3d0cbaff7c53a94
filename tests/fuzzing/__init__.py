"""Coverage-guided fuzzing of all that reads foreign text: ``python -m tests.fuzzing --help``."""
