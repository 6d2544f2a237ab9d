main :: IO ()
main = do
  putStr "...\n...\n...\nX> "
  line <- getLine
  putStrLn (error ("no move: " ++ line))
