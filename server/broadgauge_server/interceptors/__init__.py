"""What surrounds every call, one concern a file: the log line, error answers, and bytes to messages."""
