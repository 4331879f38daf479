"""The powers of private companies, by the steps in which they play (Table 3)."""
