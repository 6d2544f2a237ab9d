import qualified Data.Map as M
import System.IO

type Board = M.Map Char Char

start :: Board
start = M.fromList [(k, '.') | k <- ['0' .. '8']]

render :: Board -> String
render b = unlines [map (b M.!) row | row <- ["012", "345", "678"]]

wins :: Char -> Board -> Bool
wins p b = any (all (\k -> b M.! k == p))
  ["012", "345", "678", "036", "147", "258", "048", "246"]

turn :: Board -> Char -> [String] -> String
turn b p input = render b ++ ask b p input

ask :: Board -> Char -> [String] -> String
ask b p input = [p] ++ "> " ++ answer b p input

answer :: Board -> Char -> [String] -> String
answer _ _ [] = ""
answer b p (l : ls) =
  case filter (/= '\r') l of
    [k] | M.lookup k b == Just '.' -> finish (M.insert k p b)
    _ -> "invalid.\n" ++ ask b p ls
  where
    finish b'
      | wins p b'             = p : " won.\n"
      | '.' `notElem` M.elems b' = "tie.\n"
      | otherwise             = turn b' (if p == 'X' then 'O' else 'X') ls

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  hSetEncoding stdin latin1
  interact (turn start 'X' . lines)
