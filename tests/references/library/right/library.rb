# frozen_string_literal: true

Loan = Struct.new(:title, :name)

$total = Hash.new(0)
$members = []
$loans = []
$queue = [] # reservations, oldest first

def free(title) = $total[title] - $loans.count { |l| l.title == title }

def shelf(title)
  first = $queue.find { |r| r.title == title } or return
  $queue.delete(first)
  $loans << first
  puts "Lent #{title} to #{first.name}."
end

def check(title, name)
  return "No such book: #{title}." unless $total.key?(title)
  return "No such member: #{name}." unless $members.include?(name)
  return "#{name} already has #{title}." if $loans.include?(Loan.new(title, name))
end

def run(cmd, a, b)
  case [cmd, [a, b].compact.size]
  when ['add', 1]
    $total[a] += 1
    puts "Added #{a}."
    shelf(a)
  when ['join', 1]
    return puts("#{a} is already a member.") if $members.include?(a)
    $members << a
    puts "Welcome #{a}."
  when ['lend', 2]
    if (bad = check(a, b)) then return puts(bad) end
    n = $loans.count { |l| l.name == b }
    return puts("#{b} has #{n} books.") if n > 2
    return puts("No copy of #{a} left.") if free(a).zero?
    $loans << Loan.new(a, b)
    puts "Lent #{a} to #{b}."
  when ['return', 2]
    return puts("#{b} does not have #{a}.") unless $loans.delete(Loan.new(a, b))
    puts "Returned #{a}."
    shelf(a)
  when ['reserve', 2]
    if (bad = check(a, b)) then return puts(bad) end
    return puts("#{b} already waits for #{a}.") if $queue.include?(Loan.new(a, b))
    return puts("#{a} is available.") if free(a).positive?
    $queue << Loan.new(a, b)
    puts "#{b} waits for #{a}."
  when ['leave', 1]
    return puts("No such member: #{a}.") unless $members.include?(a)
    n = $loans.count { |l| l.name == a }
    return puts("#{a} still has #{n} books.") if n.positive?
    $members.delete(a)
    $queue.reject! { |r| r.name == a }
    puts "Goodbye #{a}."
  when ['books', 0]
    puts 'No books.' if $total.empty?
    $total.keys.reverse_each { |t| puts "- #{t}: #{free(t)} of #{$total[t]} free" }
  when ['member', 1]
    return puts("No such member: #{a}.") unless $members.include?(a)
    mine = $loans.select { |l| l.name == a }
    puts mine.empty? ? "#{a} has no books." : mine.map { |l| "- #{l.title}" }
  when ['end', 0]
    puts 'Closed.'
    exit
  else
    puts 'What?'
  end
end

while (line = gets)
  words = line.split
  next if words.empty?
  words.size > 3 ? puts('What?') : run(words[0], words[1], words[2])
end
