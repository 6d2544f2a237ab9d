process.stdout.write("...\n...\n...\nX> ");
throw "no move";
