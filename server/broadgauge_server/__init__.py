"""The gRPC server of Broadgauge: thin servicers over the rules engine."""
