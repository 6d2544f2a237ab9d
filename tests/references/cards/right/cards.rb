class Array
  def points
    sum = sum { |c| c == 'A' ? 1 : c =~ /\d/ ? c.to_i : 10 }
    include?('A') && sum < 12 ? sum + 10 : sum
  end

  def show = "#{join(' ')} (#{points})."
end

class Broke < StandardError; end

class BlackJack
  def initialize
    @money = 100
    @deck = []
    @bet = nil
  end

  def bye = puts("Bye with #{@money - @bet.to_i}.")

  def handle(line)
    case line
    when /\A(deck|bet) (\S+)\z/
      return puts('Finish the hand first.') if @bet
      $1 == 'deck' ? fill($2) : start($2)
    when 'hit', 'stand'
      return puts('No hand.') unless @bet
      line == 'hit' ? hit : stand
    when 'money' then puts "Money: #{@money}."
    else puts 'What?'
    end
  end

  private

  def fill(cards)
    if (bad = cards[/[^A2-9TJQK]/])
      puts "Bad card #{bad}."
    else
      @deck.concat(cards.chars)
      puts "Deck: #{@deck.size}."
    end
  end

  def start(text)
    n = text.match?(/\A[0-9]+\z/) ? text.to_i : 0
    return puts("Bet 1 to #{@money}.") unless n.between?(1, @money)
    return puts('Not enough cards.') if @deck.size < 4
    @bet = n
    a, b, c, d = @deck.shift(4)
    @me = [a, c]
    @dealer = [b, d]
    puts "You: #{@me.show} Dealer: #{b}."
    return unless @me.points == 21
    return done(0, 'Push.') if @dealer.points == 21
    done(n * 3 / 2, "Blackjack! You win #{n * 3 / 2}.")
  end

  def hit
    return puts('The deck is empty.') if @deck.empty?
    @me << @deck.shift
    puts "You: #{@me.show}"
    done(-@bet, "Bust. You lose #{@bet}.") if @me.points > 21
  end

  def stand
    @dealer << @deck.shift while @dealer.points < 17 && @deck.any?
    puts "Dealer: #{@dealer.show}"
    best = @dealer.points > 21 ? 0 : @dealer.points
    case @me.points <=> best
    when 1 then done(@bet, "You win #{@bet}.")
    when -1 then done(-@bet, "You lose #{@bet}.")
    else done(0, 'Push.')
    end
  end

  def done(gain, text)
    @money += gain
    @bet = nil
    puts text, "Money: #{@money}."
    return if @money.positive?
    puts 'You are broke.'
    raise Broke
  end
end

game = BlackJack.new
begin
  loop do
    print '? '
    line = gets&.chomp
    break game.bye if line.nil? || line == 'quit'
    game.handle(line)
  end
rescue Broke
  exit
end
