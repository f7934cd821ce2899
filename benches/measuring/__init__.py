"""The workloads of docs/speed.md: their data, their rows, the other programs, and the tables."""
