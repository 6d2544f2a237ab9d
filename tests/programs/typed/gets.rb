board = "." * 9
lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
player = "X"
loop do
  puts board[0, 3], board[3, 3], board[6, 3]
  print player, "> "
  until (line = gets.chomp) =~ /\A[0-8]\z/ && board[line.to_i] == "."
    puts "invalid."
    print player, "> "
  end
  board[line.to_i] = player
  if lines.any? { |line| line.all? { |cell| board[cell] == player } }
    puts "#{player} won."
    break
  end
  unless board.include?(".")
    puts "tie."
    break
  end
  player = player == "X" ? "O" : "X"
end
