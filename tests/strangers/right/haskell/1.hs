module Main where

import Data.Char (isDigit, isSpace)
import Data.List (dropWhileEnd)
import System.IO

data Player = X | O deriving (Eq, Show)

type Board = [Maybe Player]

emptyBoard :: Board
emptyBoard = replicate 9 Nothing

other :: Player -> Player
other X = O
other O = X

printBoard :: Board -> IO ()
printBoard b = mapM_ putStrLn (rows (map cell b))
  where
    cell Nothing  = '.'
    cell (Just X) = 'X'
    cell (Just O) = 'O'
    rows [] = []
    rows cs = take 3 cs : rows (drop 3 cs)

winLines :: [[Int]]
winLines =
  [ [0,1,2], [3,4,5], [6,7,8]
  , [0,3,6], [1,4,7], [2,5,8]
  , [0,4,8], [2,4,6]
  ]

won :: Player -> Board -> Bool
won p b = any (all (\i -> b !! i == Just p)) winLines

-- Integer, so a long number stays a long number
parseMove :: String -> Maybe Int
parseMove s
  | null t || not (all isDigit t) = Nothing
  | n > 8                         = Nothing
  | otherwise                     = Just (fromInteger n)
  where
    t = dropWhileEnd isSpace (dropWhile isSpace s)
    n = read t :: Integer

place :: Int -> Player -> Board -> Board
place i p b = take i b ++ [Just p] ++ drop (i + 1) b

loop :: Player -> Board -> IO ()
loop p b = do
  printBoard b
  putStr (show p ++ "> ")
  hFlush stdout
  eof <- isEOF
  if eof
    then return ()
    else do
      s <- getLine
      case parseMove s of
        Just i | b !! i == Nothing -> next (place i p b)
        _ -> do
          putStrLn "invalid."
          loop p b
  where
    next b'
      | won p b'          = putStrLn (show p ++ " won.")
      | Nothing `elem` b' = loop (other p) b'
      | otherwise         = putStrLn "tie."

main :: IO ()
main = do
  hSetEncoding stdin latin1
  loop X emptyBoard
