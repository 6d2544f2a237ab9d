Patient = Struct.new(:urgency, :ticket, :name) do
  def key = [urgency, ticket]
end

class Doctor
  SIGNATURE = { 'arrive' => 2, 'next' => 0, 'worse' => 1, 'leave' => 1, 'list' => 0, 'count' => 0 }.freeze

  def initialize
    @waiting = []
    @tickets = 0
    @seen = 0
    @home = 0
  end

  def obey(line)
    cmd, *args = line.split
    return 'Unknown command.' unless cmd && SIGNATURE[cmd] == args.size
    send("cmd_#{cmd}", *args)
  end

  def closing = "#{@seen} seen, #{@home + @waiting.size} sent home."

  private

  def number(patient) = "#{patient.name} is number #{@waiting.index(patient) + 1}."
  def sort! = @waiting.sort_by!(&:key)
  def get(name) = @waiting.find { |p| p.name == name }

  def cmd_arrive(name, u)
    return 'Urgency must be 1 to 5.' unless %w[1 2 3 4 5].include?(u)
    return "#{name} is already waiting." if get(name)
    out = []
    if @waiting.size == 6
      return 'The room is full.' if u != '1' || @waiting.last.urgency == 1
      out << "#{@waiting.pop.name} is sent home."
      @home += 1
    end
    @waiting << (p = Patient.new(u.to_i, @tickets += 1, name))
    sort!
    out << number(p)
  end

  def cmd_next
    p = @waiting.shift or return 'Nobody waits.'
    @seen += 1
    if (@seen % 3).zero?
      @waiting.each { |q| q.urgency -= 1 if q.urgency > 1 }
      sort!
    end
    "#{p.name}, please."
  end

  def cmd_worse(name)
    p = get(name) or return "#{name} is not waiting."
    return "#{name} is already at 1." if p.urgency == 1
    p.urgency -= 1
    sort!
    number(p)
  end

  def cmd_leave(name)
    p = get(name) or return "#{name} is not waiting."
    @waiting.delete(p)
    "#{name} left."
  end

  def cmd_list
    return 'Nobody waits.' if @waiting.empty?
    @waiting.map.with_index(1) { |p, k| "#{k}. #{p.name} (#{p.urgency})" }
  end

  def cmd_count = "#{@waiting.size} waiting, #{@seen} seen."
end

doctor = Doctor.new
ARGF.each_line(chomp: true) do |line|
  break if line == 'close'
  puts doctor.obey(line)
end
puts doctor.closing
