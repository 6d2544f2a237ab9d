import qualified Data.Map as M
import System.IO

type Board = M.Map Int Char

render :: Board -> String
render b = unlines [[M.findWithDefault '.' (3 * r + c) b | c <- [0 .. 2]] | r <- [0 .. 2]]

wins :: [[Int]]
wins = rows ++ cols ++ [[0, 4, 8], [2, 4, 6]]
  where
    rows = [[3 * r + c | c <- [0 .. 2]] | r <- [0 .. 2]]
    cols = [[3 * r + c | r <- [0 .. 2]] | c <- [0 .. 2]]

won :: Char -> Board -> Bool
won p b = or [and [M.lookup i b == Just p | i <- w] | w <- wins]

game :: Board -> String -> [String] -> String
game b (p : ps) ls = render b ++ [p] ++ "> " ++ turn ls
  where
    turn [] = ""
    turn (l : rest) = case reads l of
      [(n, "")]
        | n `elem` [0 .. 8] && M.notMember n b -> next (M.insert n p b) rest
      _ -> "invalid.\n" ++ game b (p : ps) rest
    next b' rest
      | won p b' = p : " won.\n"
      | M.size b' == 9 = "tie.\n"
      | otherwise = game b' ps rest

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  interact (game M.empty (cycle "XO") . lines)
