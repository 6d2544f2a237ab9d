<?php
echo "...\n...\n...\nX> ";
$line = fgets(STDIN);
echo intdiv(1, 0);
