"""The steps of stock and operating rounds, a file each, in which all legality lives."""
