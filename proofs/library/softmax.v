(* Softmax of a vector, for every length, over any type of real numbers, and what follows at once.

   A vector of length n is a row, 'rV[R]_n, and x 0 i is its entry x_i. The facts that need an entry
   to divide by (the sum of no exponentials is 0) are stated for length n.+1, that is for n >= 1. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* softmax(x)_i = exp(x_i) / (exp(x_1) + ... + exp(x_n)) *)
Definition softmax (R : realType) n (x : 'rV[R]_n) : 'rV[R]_n :=
  \row_i (expR (x 0 i) / \sum_j expR (x 0 j)).
Arguments softmax {R n} x.

(* softmax of every row of a matrix *)
Definition softmax_rows (R : realType) m n (S : 'M[R]_(m, n)) : 'M[R]_(m, n) :=
  \matrix_i softmax (row i S).

Section Softmax.
Variables (R : realType) (n : nat).
Implicit Types x : 'rV[R]_n.+1.

Lemma sum_expR_gt0 x : 0 < \sum_j expR (x 0 j).
Proof.
rewrite big_ord_recl ltr_paddr ?expR_gt0 //.
by apply: sumr_ge0 => j _; rewrite ltW ?expR_gt0.
Qed.

Lemma sum_expR_neq0 x : \sum_j expR (x 0 j) != 0.
Proof. by rewrite gt_eqF ?sum_expR_gt0. Qed.

Lemma softmax_gt0 x i : 0 < softmax x 0 i.
Proof. by rewrite mxE divr_gt0 ?expR_gt0 ?sum_expR_gt0. Qed.

Lemma sum_softmax x : \sum_i softmax x 0 i = 1.
Proof. by under eq_bigr do rewrite mxE; rewrite -mulr_suml divff ?sum_expR_neq0. Qed.

Lemma softmax_add x c : softmax (x + const_mx c) = softmax x.
Proof.
have expRc i : expR ((x + const_mx c) 0 i) = expR (x 0 i) * expR c by rewrite !mxE expRD.
apply/rowP => i; rewrite [LHS]mxE [RHS]mxE expRc; under eq_bigr do rewrite expRc.
by rewrite -mulr_suml -mulf_div divff ?mulr1 // gt_eqF ?expR_gt0.
Qed.

(* the shifts are all that softmax forgets *)
Lemma softmax_eq x y : softmax x = softmax y <-> exists c, y = x + const_mx c.
Proof.
split=> [/rowP eq_xy | [c ->]]; last by rewrite softmax_add.
exists (ln ((\sum_j expR (y 0 j)) / (\sum_j expR (x 0 j)))).
apply/rowP => i; rewrite !mxE; apply: expR_inj.
rewrite expRD lnK ?posrE ?divr_gt0 ?sum_expR_gt0 // mulrCA.
have := eq_xy i; rewrite !mxE => ->.
by rewrite mulrCA divff ?mulr1 ?sum_expR_neq0.
Qed.

End Softmax.

Lemma softmax_rowsE (R : realType) m n (S : 'M[R]_(m, n)) i j :
  softmax_rows S i j = expR (S i j) / \sum_k expR (S i k).
Proof. by rewrite !mxE; congr (_ / _); apply: eq_bigr => k _; rewrite mxE. Qed.
