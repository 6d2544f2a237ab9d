in a language that nobody knows
