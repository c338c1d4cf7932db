(* The logarithm of a sum of exponentials, its differential, and the logarithms of softmax. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp Require Import reals topology normedtype sequences derive exp.
From epreuve.library Require Import softmax differentials.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

(* lse(x) = ln (exp x_1 + ... + exp x_n) *)
Definition lse (R : realType) n (x : 'rV[R]_n) : R := ln (\sum_i expR (x 0 i)).

Section LogSumExp.
Variables (R : realType) (n : nat).
Implicit Types x : 'rV[R]_n.+1.

(* the logarithms of the probabilities, without a division or a small number under ln *)
Lemma ln_softmax x i : ln (softmax x 0 i) = x 0 i - lse x.
Proof. by rewrite mxE ln_div ?posrE ?expR_gt0 ?sum_expR_gt0 // expK. Qed.

(* d ln S = dS / S, with S = sum_i e_i and d e_i = e_i dx_i *)
Lemma is_diff_lse x :
  is_diff x (fun y : 'rV[R]_n.+1 => lse y) (fun v => \sum_i softmax x 0 i * v 0 i).
Proof.
pose S (y : 'rV[R]_n.+1) : R := \sum_i expR (y 0 i).
have S_gt0 : 0 < S x by exact: sum_expR_gt0.
have dS : is_diff x S (fun v => \sum_i expR (x 0 i) * v 0 i).
  by apply: is_diff_sum => i; exact: is_diff_expR.
have dln : is_diff (S x : R^o) (@ln R : R^o -> R^o) ( *:%R ^~ (S x)^-1).
  have dl := is_derive1_ln S_gt0.
  apply: DiffDef; first by apply/derivable1_diffP; case: dl.
  by rewrite deriv1E ?derive1E ?derive_val //; case: dl.
apply: is_diff_eq (is_diff_comp dS dln) _; apply/funext => v /=.
rewrite -[LHS]/(_ * (S x)^-1) mulr_suml; apply: eq_bigr => i _.
by rewrite mxE mulrAC.
Qed.

End LogSumExp.
