# Both wait for each other.
input()
