module Main where

import System.IO
import Text.Read (readMaybe)

data Player = X | O deriving (Eq, Show)

type Cell = Maybe Player
type Board = [Cell]

emptyBoard :: Board
emptyBoard = replicate 9 Nothing

showCell :: Cell -> Char
showCell Nothing  = '.'
showCell (Just X) = 'X'
showCell (Just O) = 'O'

chunksOf3 :: [a] -> [[a]]
chunksOf3 [] = []
chunksOf3 xs = take 3 xs : chunksOf3 (drop 3 xs)

printBoard :: Board -> IO ()
printBoard board = mapM_ (putStrLn . map showCell) (chunksOf3 board)

winLines :: [[Int]]
winLines =
  [ [0,1,2], [3,4,5], [6,7,8]
  , [0,3,6], [1,4,7], [2,5,8]
  , [0,4,8], [2,4,6]
  ]

hasWon :: Player -> Board -> Bool
hasWon p board = any (all (\i -> board !! i == Just p)) winLines

isFull :: Board -> Bool
isFull = notElem Nothing

place :: Int -> Player -> Board -> Board
place i p board = take i board ++ [Just p] ++ drop (i + 1) board

parseMove :: Board -> String -> Maybe Int
parseMove board s =
  case readMaybe s of
    Just n | n >= 0 && n <= 8 && board !! n == Nothing -> Just n
    _ -> Nothing

other :: Player -> Player
other X = O
other O = X

play :: Player -> Board -> IO ()
play p board = do
  printBoard board
  putStr (show p ++ "> ")
  hFlush stdout
  eof <- isEOF
  if eof
    then return ()
    else do
      line <- getLine
      case parseMove board line of
        Nothing -> do
          putStrLn "invalid."
          play p board
        Just n -> do
          let board' = place n p board
          if hasWon p board'
            then do
              printBoard board'
              putStrLn (show p ++ " won.")
            else if isFull board'
              then do
                printBoard board'
                putStrLn "tie."
              else play (other p) board'

main :: IO ()
main = play X emptyBoard
