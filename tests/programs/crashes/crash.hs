main :: IO ()
main = do
  putStr "...\n...\n...\nX> "
  line <- getLine
  print (read (line ++ "a") :: Int)
