fun main(){var b="012\n345\n678\n"
for(n in 0..8){val t="XO"[n%2]
print(b.replace(Regex("\\d"),"."))
while(true){print("$t> ")
val s=readLine()?:return
if(s.length==1&&s<"9"&&s in b){b=b.replace(s,"$t");break}
println("invalid.")}
if(Regex("(?s).*$t($t|..($t|.($t|.$t.).)..)$t.*").matches(b))return print("$t won.")}
print("tie.")}