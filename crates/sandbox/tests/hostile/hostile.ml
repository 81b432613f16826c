(* A player in OCaml that attacks; see hostile.c. *)
let attempt name action =
  try
    action ();
    Printf.printf "%s DONE\n%!" name
  with error -> Printf.printf "%s denied %s\n%!" name (Printexc.to_string error)

let rec recurse n = 1 + recurse (n + 1)

let rec eat list = eat (Array.make 100_000 0 :: list)

let all secret =
  attempt "passwd" (fun () -> ignore (open_in "/etc/passwd"));
  attempt "secret" (fun () -> ignore (open_in secret));
  attempt "home" (fun () -> ignore (Sys.readdir "/root"));
  attempt "outside" (fun () -> ignore (open_out (Filename.dirname secret ^ "/x")));
  attempt "system" (fun () -> ignore (open_out "/usr/x"));
  attempt "shell" (fun () -> if Sys.command "echo shell DONE" <> 0 then failwith "refused");
  attempt "memory" (fun () -> ignore (Bytes.create (8 lsl 30)));
  attempt "much memory" (fun () -> eat []);
  attempt "recursion" (fun () -> ignore (recurse 0))

let () =
  match Sys.argv.(1) with
  | "all" -> all Sys.argv.(2)
  | "exception" -> failwith "a bug"
  | "exit" -> exit 3
  | "loop" -> print_endline "looping"; while true do () done
  | _ -> exit 99
