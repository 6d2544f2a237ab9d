class EditorError < StandardError; end

class Editor
  attr_reader :lines

  def initialize
    @lines = []
    @cur = 0
    @past = []
  end

  def run(line)
    cmd, rest = line.split(' ', 2)
    args = (rest || '').split(' ')
    case [cmd, args.size]
    in ['a', _] then insert(@cur, rest || '')
    in ['i', _] then insert([@cur - 1, 0].max, rest || '')
    in ['d', 0..2] then delete(args.map { |a| num(a) })
    in ['g', 1]
      n = num(args[0])
      valid(n, 1)
      @cur = n
    in ['m', 1] then move(num(args[0]))
    in ['r', 1..2] then replace(args[0], args[1] || '')
    in ['p', 0] then print_all
    in ['u', 0]
      raise EditorError, 'nothing to undo' if @past.empty?
      @lines, @cur = @past.pop
    in ['q', 0]
      puts 'bye'
      exit
    else
      raise EditorError, 'unknown command'
    end
  end

  private

  def num(word)
    raise EditorError, 'bad number' unless word.match?(/\A\d+\z/)
    word.to_i
  end

  def valid(n, low)
    raise EditorError, 'no such line' unless n.between?(low, @lines.size)
  end

  def nonempty
    raise EditorError, 'empty buffer' if @lines.empty?
  end

  def changing(lines, cur)
    @past.push([@lines, @cur])
    @past.shift if @past.size > 5
    @lines = lines
    @cur = cur
  end

  def insert(at, text)
    changing(@lines.dup.insert(at, text), at + 1)
  end

  def delete(nums)
    if nums.empty?
      nonempty
      nums = [@cur]
    end
    nums.each { |n| valid(n, 1) }
    from, to = nums.first, nums.last
    raise EditorError, 'bad range' if from > to
    left = @lines.take(from - 1) + @lines.drop(to)
    changing(left, [from, left.size].min)
  end

  def move(n)
    nonempty
    valid(n, 0)
    copy = @lines.dup
    text = copy.delete_at(@cur - 1)
    n -= 1 if n >= @cur
    changing(copy.insert(n, text), n + 1)
  end

  def replace(old, new)
    nonempty
    raise EditorError, 'not found' unless @lines[@cur - 1].include?(old)
    copy = @lines.dup
    copy[@cur - 1] = copy[@cur - 1].split(old, -1).join(new)
    changing(copy, @cur)
  end

  def print_all
    puts '(empty)' if @lines.empty?
    @lines.each.with_index(1) { |t, i| puts "#{i == @cur ? '*' : ' '}#{i} #{t}" }
  end
end

ed = Editor.new
loop do
  print "[#{ed.lines.size}] "
  line = gets or break
  line = line.chomp
  next if line.empty?
  begin
    ed.run(line)
  rescue EditorError => e
    puts "? #{e.message}"
  end
end
