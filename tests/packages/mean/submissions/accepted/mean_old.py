#!/usr/bin/env python2
print "not for this Python"
