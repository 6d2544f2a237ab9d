process.stdout.write("...\n...\n...\nX> ");
(async () => {
  await null;
  null.x;
})();
