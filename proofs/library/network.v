(* Networks of attention heads. A network takes n tokens of d numbers each to n tokens of e numbers each, for every n:
   heads, and maps of each token by itself, one after the other, or side by side with their outputs added. The
   proposition says what its heads are, with a mask or without, and whether a map may know the place of its token. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import reals.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(* a function of one token, applied to each *)
Definition rowwise (R : realType) a b (g : 'rV[R]_a -> 'rV[R]_b) n (X : 'M[R]_(n, a)) : 'M[R]_(n, b) :=
  \matrix_i g (row i X).

(* what a head makes of n tokens, by its matrices W^Q, W^K and W^V *)
Definition kind_of_head (R : realType) := forall n d dk dv : nat,
  'M[R]_(d, dk) -> 'M[R]_(d, dk) -> 'M[R]_(d, dv) -> 'M[R]_(n, d) -> 'M[R]_(n, dv).

Section Network.
Variables (R : realType) (place : Type).

Inductive network : nat -> nat -> Type :=
(* each token by itself: embedding, layer normalisation, dense layers with any activation function, unembedding *)
| tokenwise d e (g : place -> 'rV[R]_d -> 'rV[R]_e) : network d e
| head d dk dv (WQ WK : 'M[R]_(d, dk)) (WV : 'M[R]_(d, dv)) : network d dv
(* first A, then B *)
| compose d e f (A : network d e) (B : network e f) : network d f
(* A and B read the same, and their outputs are added *)
| add d e (A B : network d e) : network d e.

Variables (attend : kind_of_head R) (place_of : nat -> place).

Fixpoint run d e (N : network d e) n : 'M[R]_(n, d) -> 'M[R]_(n, e) :=
  match N with
  | tokenwise _ _ g => fun X => \matrix_i g (place_of i) (row i X)
  | head _ _ _ WQ WK WV => attend WQ WK WV
  | compose _ _ _ A B => fun X => run B (run A X)
  | add _ _ A B => fun X => run A X + run B X
  end.

(* the network that does the same to each token *)
Definition each_token a b (g : 'rV[R]_a -> 'rV[R]_b) := tokenwise (fun=> g).

Lemma run_id a n (X : 'M[R]_(n, a)) : \matrix_i row i X = X.
Proof. by apply/row_matrixP => i; rewrite rowK. Qed.

Lemma run_linear a b (W : 'M[R]_(a, b)) n (X : 'M_(n, a)) :
  run (each_token (mulmx^~ W)) X = X *m W.
Proof. by apply/row_matrixP => i; rewrite rowK row_mul. Qed.

End Network.

(** Several heads, and W^O *)

(* a head and its rows of W^O. It reads e numbers per token and writes d: where a 1 is appended to a token's d numbers,
   W^Q, W^K, W^V and, since the weights of a row sum to 1, W^O have a row for their biases. *)
Record head_weights (R : realType) (e dk dv d : nat) := HeadWeights {
  WQ : 'M[R]_(e, dk); WK : 'M[R]_(e, dk); WV : 'M[R]_(e, dv); WO : 'M[R]_(dv, d) }.

Section Heads.
Variables (R : realType) (place : Type) (attend : kind_of_head R) (place_of : nat -> place) (e dk dv d : nat).
Implicit Types hs : seq (head_weights R e dk dv d).

Definition multi_head hs n (X : 'M[R]_(n, e)) : 'M[R]_(n, d) :=
  \sum_(h <- hs) attend (WQ h) (WK h) (WV h) X *m WO h.

Definition heads_network hs : network R place e d :=
  foldr (fun h => add (compose (head place (WQ h) (WK h) (WV h)) (each_token place (mulmx^~ (WO h)))))
    (each_token place (fun=> 0)) hs.

Lemma run_heads hs n (X : 'M_(n, e)) : run attend place_of (heads_network hs) X = multi_head hs X.
Proof.
rewrite /multi_head; elim: hs => [|h hs IH] /=.
  by rewrite big_nil; apply/row_matrixP => i; rewrite rowK row0.
by rewrite big_cons IH; congr (_ + _); exact: run_linear.
Qed.

End Heads.
