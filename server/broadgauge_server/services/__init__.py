"""The servicers: messages in, a command, messages out."""
