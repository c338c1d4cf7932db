(* The path expansion of a residual stream of linear layers, for matrices of every size over any ring.

   Layers come as a list, the last layer first, as in the product: (I + W_L) ... (I + W_1). A path is a
   sublist; `paths s` lists all of them, those that pass the head of the list by and those through it. *)
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Paths.

Variable T : eqType.

Fixpoint paths (s : seq T) : seq (seq T) :=
  if s is w :: s' then paths s' ++ map (cons w) (paths s') else [:: [::]].

Theorem number_of_paths s : size (paths s) = (2 ^ size s)%N.
Proof. by elim: s => //= w s IHs; rewrite size_cat size_map IHs expnS mul2n addnn. Qed.

Theorem paths_of_length s k : count (fun p => size p == k) (paths s) = 'C(size s, k).
Proof.
elim: s k => [|w s IHs] [|k] //=; rewrite count_cat count_map IHs ?bin0.
  by rewrite (eq_count (a2 := pred0)) ?count_pred0 ?addn0.
by rewrite binS -(IHs k); congr (_ + _)%N; apply: eq_count => p /=; rewrite eqSS.
Qed.

Theorem path_is_subsequence s p : p \in paths s -> subseq p s.
Proof.
elim: s p => [|w s IHs] p /=; first by rewrite inE => /eqP ->.
rewrite mem_cat => /orP[/IHs p_s | /mapP[p' /IHs p_s ->]]; last by rewrite /= eqxx.
exact: subseq_trans p_s (subseq_cons s w).
Qed.

End Paths.

Section Expansion.

Variables (R : ringType) (n : nat).

(* the product of a list of matrices, I if it is empty *)
Definition product (s : seq 'M[R]_n) : 'M[R]_n := foldr mulmx 1%:M s.

(* what a stream of linear layers multiplies by *)
Definition with_stream (s : seq 'M[R]_n) : 'M[R]_n := product [seq 1%:M + w | w <- s].

Theorem path_expansion s : with_stream s = \sum_(p <- paths s) product p.
Proof.
elim: s => [|w s IHs]; first by rewrite /with_stream /= big_seq1.
rewrite /with_stream /= -/(with_stream s) IHs big_cat big_map mulmxDl mul1mx; congr (_ + _).
by rewrite mulmx_sumr.
Qed.

(* the stream after all layers, x_{l+1} = x_l + W_l x_l, the last layer being the head of the list *)
Fixpoint stream K (s : seq 'M[R]_n) (x : 'M[R]_(n, K)) :=
  if s is w :: s' then stream s' x + w *m stream s' x else x.

Theorem stream_expansion K s (x : 'M[R]_(n, K)) : stream s x = \sum_(p <- paths s) product p *m x.
Proof.
rewrite -mulmx_suml -path_expansion; elim: s => [|w s IHs]; first by rewrite mul1mx.
by rewrite /= IHs /with_stream /= -/(with_stream s) mulmxDl mul1mx mulmxDl mulmxA.
Qed.

End Expansion.
