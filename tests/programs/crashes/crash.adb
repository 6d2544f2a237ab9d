with Ada.Text_IO; use Ada.Text_IO;

procedure Crash is
begin
   Put ("..." & ASCII.LF & "..." & ASCII.LF & "..." & ASCII.LF & "X> ");
   Put_Line (Integer'Image (Integer'Value (Get_Line & "a")));
end Crash;
