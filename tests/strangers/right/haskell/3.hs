import System.IO

ws = words "012 345 678 036 147 258 048 246"

go b p q ls = do
  mapM_ putStrLn [take 3 b, take 3 (drop 3 b), drop 6 b]
  putStr (p : "> ")
  hFlush stdout
  case ls of
    [] -> return ()
    [c] : t
      | c `elem` ['0' .. '8'], (x, '.' : y) <- splitAt (i c) b -> end (x ++ p : y) t
    _ : t -> putStrLn "invalid." >> go b p q t
  where
    i c = read [c]
    end b t
      | any (all (\c -> b !! i c == p)) ws = putStrLn (p : " won.")
      | '.' `elem` b = go b q p t
      | otherwise = putStrLn "tie."

main = getContents >>= go "........." 'X' 'O' . lines
