# A folder that the format does not know.
