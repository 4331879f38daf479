"""What the server can do, free of transport: engine values in, engine values out, one command a file."""
