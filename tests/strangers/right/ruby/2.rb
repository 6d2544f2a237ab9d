$stdout.sync = true

grid = Array.new(3) { Array.new(3, ".") }
players = ["X", "O"]

show = lambda do
  grid.each { |row| puts row.join }
  print players[0], "> "
end

show.call
STDIN.each_line do |line|
  begin
    n = Integer(line, 10)
  rescue ArgumentError
    n = -1
  end
  r, c = n.divmod(3)
  if n < 0 || n > 8 || grid[r][c] != "."
    puts "invalid."
    show.call
    next
  end
  grid[r][c] = players[0]

  lines = grid + grid.transpose
  lines << [0, 1, 2].map { |i| grid[i][i] }
  lines << [0, 1, 2].map { |i| grid[i][2 - i] }
  if lines.include?([players[0]] * 3)
    puts "#{players[0]} won."
    break
  end
  if grid.flatten.count(".") == 0
    puts "tie."
    break
  end
  players.rotate!
  show.call
end
