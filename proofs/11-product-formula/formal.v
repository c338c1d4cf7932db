(* Exo7 6.3: the head A ⊗ (W_O W_V) as reading, attention, writing. The mixed product
   (A ⊗ B)(A' ⊗ B') = AA' ⊗ BB' does it at once, with W_O on the right of its ⊗. The document
   prints W_O ⊗ I, which asks W_O to act on positions: composed factor by factor this is
   (W_O A) ⊗ W_V and needs r = K. As mere arrays of numbers the printed matrices can be multiplied
   for one choice of identities, because rK = Kr; but the columns of W_O ⊗ I_K and the rows of
   A ⊗ I_r are then numbered differently, and the product is another matrix. *)
From mathcomp Require Import all_ssreflect all_algebra.
From epreuve.library Require Import kronecker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section ProductFormula.
Variable R : comRingType.

(** The right order: every size, W_O n x r, A K x K, W_V r x n *)

Theorem product_formula n r K (W_O : 'M[R]_(n, r)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n)) :
  A ⊗ (W_O *m W_V) = (1%:M ⊗ W_O) *m (A ⊗ 1%:M) *m (1%:M ⊗ W_V).
Proof. by rewrite !kronecker_mul !mulmx1 !mul1mx. Qed.

(* read W_V x, let the positions attend, write with W_O *)
Theorem read_attend_write n r K (W_O : 'M[R]_(n, r)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n))
    (x : 'M[R]_(n, K)) :
  action A (W_O *m W_V) x = action 1%:M W_O (action A 1%:M (action 1%:M W_V x)).
Proof. by rewrite !action_comp !mul1mx !mulmx1. Qed.

(** The printed order, factor by factor: W_O must have K columns, and acts on positions *)

Theorem printed_product n r K (W_O : 'M[R]_(n, K)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n)) :
  (W_O ⊗ 1%:M) *m (A ⊗ 1%:M) *m (1%:M ⊗ W_V) = (W_O *m A) ⊗ W_V.
Proof. by rewrite !kronecker_mul !mulmx1 !mul1mx. Qed.

(* even where all shapes agree, n = r = K: A = W_V = I and W_O = E_01 *)
Theorem printed_product_differs K : (1 < K)%N ->
  exists W_O A W_V : 'M[R]_K,
    (W_O ⊗ 1%:M) *m (A ⊗ 1%:M) *m (1%:M ⊗ W_V) <> A ⊗ (W_O *m W_V).
Proof.
case: K => [|[|K]] // _; exists (delta_mx 0 1), 1%:M, 1%:M.
rewrite printed_product !mulmx1 => /matrixP equal.
(* block (0, 1) of the left side is I, of the right side 0 *)
have := equal (tagnat.Rank 0 0) (tagnat.Rank 1 0).
by rewrite !kronecker_entry !mxE mulr1 mul0r => /eqP; rewrite oner_eq0.
Qed.

(** The printed order, as arrays of numbers *)

Lemma exchanged m n : (\sum_(i < m) n = \sum_(i < n) m)%N.
Proof. by rewrite !kronecker_size mulnC. Qed.

(* castmx keeps the numbers where they are; it only reads nK as Kn and rK as Kr *)
Definition printed_array n r K (W_O : 'M[R]_(n, r)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n)) :=
  castmx (exchanged n K, exchanged r K) (W_O ⊗ 1%:M) *m (A ⊗ 1%:M) *m (1%:M ⊗ W_V).

Theorem printed_array_differs n r K : (1 < n)%N -> (0 < r)%N -> (1 < K)%N ->
  exists (W_O : 'M[R]_(n, r)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n)),
    printed_array W_O A W_V <> A ⊗ (W_O *m W_V).
Proof.
case: n r K => [|[|n]] [|r] [|[|K]] // _ _ _.
exists (delta_mx 1 0), 1%:M, (delta_mx 0 0) => /matrixP equal.
have := equal (tagnat.Rank 0 1) (tagnat.Rank 0 0).
(* row 1 of the array is made of the first row of W_O = E_10, which is 0, since 1 < K *)
rewrite /printed_array -mulmxA [X in X = _]mxE big1 => [|k _]; last first.
  have row_1: cast_ord (esym (exchanged n.+2 K.+2)) (tagnat.Rank 0 1) = tagnat.Rank 0 1.
    by apply: val_inj; rewrite [LHS]tagnat.RankEsum [RHS]tagnat.RankEsum !big_pred0.
  by rewrite castmxE row_1 mxE tagnat.Rank1K !mxE !mul0r.
(* but entry (1, 0) of I ⊗ E_10 E_00 = I ⊗ E_10 is 1 *)
by rewrite kronecker_entry mul_delta_mx !mxE mulr1 => /esym/eqP; rewrite oner_eq0.
Qed.

End ProductFormula.

(** Which sizes fit *)

(* rows, columns *)
Definition shape := (nat * nat)%type.

(* of the matrix A ⊗ B, for A of shape s and B of shape t *)
Definition tensor (s t : shape) : shape := ((s.1 * t.1)%N, (s.2 * t.2)%N).

(* three matrices of shapes s, t, u can be multiplied and give shape v *)
Definition chain (s t u v : shape) := [/\ s.2 = t.1, t.2 = u.1 & v = (s.1, u.2)].

Section Shapes.
Variables n r K : nat.

(* as arrays: one choice of identities fits *)
Theorem printed_array_shapes a b c : (0 < n)%N -> (0 < r)%N -> (0 < K)%N ->
  chain (tensor (n, r) (a, a)) (tensor (K, K) (b, b)) (tensor (c, c) (r, n)) (tensor (K, K) (n, n))
  <-> [/\ a = K, b = r & c = K].
Proof.
move=> n_gt0 r_gt0 K_gt0; split=> [[/= ra_Kb Kb_cr [na_nK _]] | [-> -> ->]]; last first.
  by rewrite /chain /tensor /= (mulnC n) (mulnC r).
have a_K: a = K by apply/eqP; rewrite -(eqn_pmul2l n_gt0) -na_nK mulnC.
have b_r: b = r by apply/eqP; rewrite -(eqn_pmul2l K_gt0) -ra_Kb a_K mulnC.
by split=> //; apply/eqP; rewrite -(eqn_pmul2r r_gt0) -Kb_cr b_r.
Qed.

(* as tensor products, left factors with left factors, right with right: only if r = K *)
Theorem printed_factor_shapes a b c :
  (exists v w, chain (n, r) (K, K) (c, c) v /\ chain (a, a) (b, b) (r, n) w)
  <-> [/\ r = K, c = K, a = r & b = r].
Proof.
split=> [[v [w [[/= r_K K_c _] [/= a_b b_r _]]]] | [<- -> -> ->]].
  by rewrite a_b b_r -K_c -r_K.
by exists (n, r), (r, n).
Qed.

(* and acting on M_{n,K}, as A ⊗ (W_O W_V) does: only if n = r = K *)
Theorem printed_operator_shapes a b c :
  chain (n, r) (K, K) (c, c) (K, K) /\ chain (a, a) (b, b) (r, n) (n, n)
  <-> [/\ n = K, r = K & [/\ a = K, b = K & c = K]].
Proof.
split=> [[[/= r_K K_c [n_K _]] [/= a_b b_r _]] | [-> -> [-> -> ->]]] //.
by rewrite a_b b_r -K_c r_K n_K.
Qed.

End Shapes.
