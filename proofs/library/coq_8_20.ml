(* What assumptions_of_each.mlg asks of Coq, as 8.20 answers; coq_8_16.ml is for 8.16. The one that compiles is taken. *)
[@@@alert "-deprecated"] (* it is advice not to look into proofs, which is what the command is for *)

let assumptions transparent name term =
  Assumptions.assumptions Library.indirect_accessor transparent name term

let graph term =
  let _, graph, _ = Assumptions.traverse Library.indirect_accessor (Names.Label.make "all") term in
  Names.GlobRef.Map_env.map (Option.default Names.GlobRef.Set_env.empty) graph
