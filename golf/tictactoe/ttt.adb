with Ada.Text_IO;use Ada.Text_IO;procedure Ttt is
S:String:="012345678036147258048246";P:Character:='X';N:Integer:=0;begin
loop
for J in 1..9 loop Put(if S(J)<'9'then'.'else S(J));if J mod 3=0 then New_Line;end if;end loop;Put(P&"> ");declare I:String:=Get_Line;begin
if(for some C of S=>C<'9'and I=""&C)then
for C of S loop if I=""&C then C:=P;end if;end loop;for J in 0..7 loop if S(3*J+1..3*J+3)=P&P&P then
Put(P&" won.");return;end if;end loop;N:=N+1;if N=9 then Put("tie.");return;end if;P:=(if P='X'then'O'else'X');else
Put_Line("invalid.");end if;end;end loop;end;