let () = print_string "...\n...\n...\nX> "
let n = int_of_string (input_line stdin ^ "a")
let () = print_int n
