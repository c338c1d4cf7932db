(* Attention without positions and a permutation P of the tokens: see statement.md.

   Permuting the rows of a matrix of scores permutes the rows of its softmax; permuting the columns
   permutes its columns, because the sum in the denominator does not depend on the order of its
   terms. The permutation of the queries therefore comes out on the left, and the one of the keys
   meets the one of the values and cancels (P^T P = 1): Att(P X) = P Att(X), seldom Att(X). *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax attention.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Permutation.
Variable R : realType.

Lemma softmax_rows_row_perm m n (S : 'M[R]_(m, n)) P :
  is_perm_mx P -> softmax_rows (P *m S) = P *m softmax_rows S.
Proof.
case/is_perm_mxP => s ->; rewrite -!row_permE; apply/matrixP => i j.
rewrite [RHS]mxE !softmax_rowsE mxE; congr (_ / _).
by apply: eq_bigr => k _; rewrite mxE.
Qed.

(* permuted queries give permuted outputs *)
Theorem attention_permuted_queries m n dk dv
    (P : 'M[R]_m) (Q : 'M_(m, dk)) (K : 'M_(n, dk)) (V : 'M_(n, dv)) :
  is_perm_mx P -> attention (P *m Q) K V = P *m attention Q K V.
Proof.
by move=> permP; rewrite /attention /scores -mulmxA scalemxAr softmax_rows_row_perm // mulmxA.
Qed.

(* the order in which keys and values are listed does not matter *)
Theorem attention_permuted_keys m n dk dv
    (P : 'M[R]_n) (Q : 'M_(m, dk)) (K : 'M_(n, dk)) (V : 'M_(n, dv)) :
  is_perm_mx P -> attention Q (P *m K) (P *m V) = attention Q K V.
Proof.
move=> permP; rewrite /attention /scores trmx_mul [Q *m _]mulmxA scalemxAl softmax_rows_col_perm //.
by rewrite mulmxA -[X in X *m V]mulmxA perm_mx_trmxK // mulmx1.
Qed.

Theorem self_attention_permutation n d dk dv (P : 'M[R]_n)
    (WQ WK : 'M_(d, dk)) (WV : 'M_(d, dv)) (X : 'M_(n, d)) :
  is_perm_mx P -> self_attention WQ WK WV (P *m X) = P *m self_attention WQ WK WV X.
Proof.
move=> permP; rewrite /self_attention -!mulmxA.
by rewrite attention_permuted_queries // attention_permuted_keys.
Qed.

(* what is invariant: the sum of the outputs, hence their mean *)
Theorem self_attention_sum_invariant n d dk dv (P : 'M[R]_n)
    (WQ WK : 'M_(d, dk)) (WV : 'M_(d, dv)) (X : 'M_(n, d)) :
  is_perm_mx P ->
  \sum_i row i (self_attention WQ WK WV (P *m X)) = \sum_i row i (self_attention WQ WK WV X).
Proof.
move=> permP; rewrite self_attention_permutation //.
case/is_perm_mxP: permP => s ->; rewrite -row_permE.
by rewrite [RHS](reindex_perm s); apply: eq_bigr => i _; apply/rowP => j; rewrite !mxE.
Qed.

(* the printed Attention(X) = Attention(P X), refuted with two tokens of one dimension, the vectors
   1 and 0, and with the weights 1: the outputs e / (e + 1) and 1/2 change places with the tokens *)
Definition tokens : 'M[R]_(2, 1) := \col_i (i == 0)%:R.
Definition swap : 'M[R]_2 := tperm_mx 0 1.

Theorem printed_invariance_refuted :
  self_attention 1%:M 1%:M 1%:M (swap *m tokens) != self_attention 1%:M 1%:M 1%:M tokens.
Proof.
rewrite self_attention_permutation ?perm_mx_is_perm // -row_permE; apply/eqP => /matrixP /(_ 0 0).
rewrite mxE tpermL !attention_of_two_numbers !mxE /= !(mul0r, mulr0, mulr1, addr0) expR0 => /eqP.
(* now 1 / (1 + 1) = e / (e + 1), that is e = 1 *)
have e_gt1 : 1 < expR 1 :> R by rewrite expR_gt1 ltr01.
have denominator_neq0 x : 0 < x -> x + 1 != 0 :> R by move=> x0; rewrite gt_eqF ?addr_gt0 ?ltr01.
rewrite eqr_div ?denominator_neq0 ?expR_gt0 ?ltr01 // mul1r mulrDr mulr1 (inj_eq (addrI _)).
by rewrite lt_eqF.
Qed.

End Permutation.
