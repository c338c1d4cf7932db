(* What assumptions_of_each.mlg asks of Coq, as 8.16 answers. *)

let assumptions transparent name term = Assumptions.assumptions transparent name term

let graph term =
  let _, graph, _ = Assumptions.traverse (Names.Label.make "all") term in
  graph
