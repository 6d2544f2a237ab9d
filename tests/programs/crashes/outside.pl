use List::Util;
print "...\n...\n...\nX> ";
List::Util::nosuch();
