variable line;
() = printf("...\n...\n...\nX> ");
() = fflush(stdout);
() = fgets(&line, stdin);
define move(l)
{
   return [1, 2][atoi(l) + 5];
}
() = move(line);
