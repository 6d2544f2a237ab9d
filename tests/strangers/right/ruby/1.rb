class Board
  LINES = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6]
  ].freeze

  def initialize
    @cells = Array.new(9, '.')
  end

  def to_s
    @cells.each_slice(3).map(&:join).join("\n")
  end

  def free?(pos)
    @cells[pos] == '.'
  end

  def mark(pos, player)
    @cells[pos] = player
  end

  def won?(player)
    LINES.any? { |line| line.all? { |i| @cells[i] == player } }
  end

  def full?
    @cells.none?('.')
  end
end

class Game
  def initialize
    @board = Board.new
    @player = 'X'
  end

  def ask
    loop do
      print "#{@player}> "
      input = gets
      exit if input.nil?
      input = input.chomp
      return input.to_i if input =~ /\A[0-8]\z/ && @board.free?(input.to_i)

      puts 'invalid.'
    end
  end

  def run
    loop do
      puts @board
      @board.mark(ask, @player)
      if @board.won?(@player)
        puts @board
        puts "#{@player} won."
        break
      elsif @board.full?
        puts @board
        puts 'tie.'
        break
      end
      @player = @player == 'X' ? 'O' : 'X'
    end
  end
end

Game.new.run
