import std;void main(){string i,s="012
345
678
036A147A258A048A246";foreach(p;"XOXOXOXOX"){while(1){write(s[0..12].tr("0-8","."),p,"> ");i=readln.strip;if(i.length==1&&i<"9"&&s.canFind(i))break;writeln("invalid.");}s=s.replace(i,[p]);if(s.canFind([p,p,p]))return write(p," won.");}write("tie.");}