import System.IO

wins :: [[Int]]
wins = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]]

rows :: String -> String
rows [] = ""
rows board = take 3 board ++ "\n" ++ rows (drop 3 board)

turn :: Char -> String -> [String] -> String
turn player board input = rows board ++ ask input
  where
    ask [] = prompt
    ask (line : rest) = prompt ++ case [cell | [digit] <- [line], (cell, name) <- zip [0 ..] "012345678", name == digit, board !! cell == '.'] of
      [cell] -> play (take cell board ++ [player] ++ drop (cell + 1) board) rest
      _ -> "invalid.\n" ++ ask rest
    prompt = player : "> "
    play after rest
      | any (all ((== player) . (after !!))) wins = player : " won.\n"
      | '.' `notElem` after = "tie.\n"
      | otherwise = turn (if player == 'X' then 'O' else 'X') after rest

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  input <- getContents
  putStr (turn 'X' "........." (lines input))
