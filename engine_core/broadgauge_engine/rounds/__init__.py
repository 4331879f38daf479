"""What comes next: the order of rounds, turns and steps, and what happens between decisions."""
