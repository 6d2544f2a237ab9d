b="."*9
p,q=%w[X O]
s=->{puts b.scan(/.../);print p,"> "}
s[]
STDIN.read.split.each{|i|
  if i !~/^[0-8]$/||b[i.to_i]!="."
    puts "invalid."
    s[]
    next
  end
  b[i.to_i]=p
  (puts p+" won.";exit)if b=~/^(...)*#{p*3}|#{p}..#{p}..#{p}|#{p}...#{p}...#{p}|^..#{p}.#{p}.#{p}/
  (puts "tie.";exit)if !b[?.]
  p,q=q,p
  s[]
}
