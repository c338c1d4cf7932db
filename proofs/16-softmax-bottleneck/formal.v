(* The softmax bottleneck: which distributions two layers of dimension n can express. See statement.md.

   Here a context is a row, as in library/softmax.v: A is m x n, one row for each of m contexts, and B is
   n x N. Softmax subtracts a constant from each row of the logits, S - c 1: a matrix of rank 1 at
   most. Conversely, less its first column, which is such a constant, ln P has a first entry 0 in
   every row; so the row of ones is not among the combinations of its rows, and counts one more. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ln of every entry; a row of ones *)
Definition log_entries (R : realType) m N (P : 'M[R]_(m, N)) : 'M[R]_(m, N) :=
  \matrix_(i, j) ln (P i j).
Definition ones (R : realType) N : 'rV[R]_N := const_mx 1.

Section Bottleneck.
Variables (R : realType) (m n N : nat).
Implicit Types (P S : 'M[R]_(m, N.+1)) (c : 'cV[R]_m).

Local Notation one := (ones R N.+1).

(* softmax does not see a constant added to a row *)
Lemma softmax_rows_shift S c : softmax_rows (S + c *m one) = softmax_rows S.
Proof.
apply/matrixP=> i j; rewrite !softmax_rowsE.
have entry k : expR ((S + c *m one) i k) = expR (c i 0) * expR (S i k).
  by rewrite !mxE big_ord1 !mxE mulr1 expRD mulrC.
rewrite entry; under eq_bigr do rewrite entry.
by rewrite -mulr_sumr -mulf_div divff ?mul1r // gt_eqF ?expR_gt0.
Qed.

(* nor does ln of it say more than the logits less a constant *)
Lemma log_softmax_rows S : exists c, log_entries (softmax_rows S) = S + c *m one.
Proof.
exists (\col_i - ln (\sum_k expR (row i S 0 k))); apply/matrixP=> i j.
rewrite !mxE big_ord1 !mxE mulr1 ln_div ?posrE ?expR_gt0 ?sum_expR_gt0 //.
by rewrite expK.
Qed.

Lemma softmax_rows_log P : (forall i j, 0 < P i j) -> (forall i, \sum_j P i j = 1) ->
  softmax_rows (log_entries P) = P.
Proof.
move=> P_gt0 sum1; apply/matrixP=> i j; rewrite softmax_rowsE.
have entry k : expR (log_entries P i k) = P i k by rewrite mxE lnK ?posrE.
by rewrite entry; under eq_bigr do rewrite entry; rewrite sum1 divr1.
Qed.

Theorem bottleneck (A : 'M[R]_(m, n)) (B : 'M[R]_(n, N.+1)) :
  (\rank (log_entries (softmax_rows (A *m B))) <= n.+1)%N.
Proof.
have [c ->] := log_softmax_rows (A *m B).
rewrite (leq_trans (mxrank_add _ _)) // -[n.+1]addn1 leq_add //.
  by rewrite (leq_trans (mxrankM_maxr _ _)) ?rank_leq_row.
by rewrite (leq_trans (mxrankM_maxr _ _)) ?rank_leq_row.
Qed.

(* with the row of ones below, constants do not matter *)
Lemma rank_shift S c : \rank (col_mx (S + c *m one) one) = \rank (col_mx S one).
Proof.
have le (X : 'M[R]_(m, N.+1)) (d : 'cV_m) : (\rank (col_mx (X + d *m one) one) <= \rank (col_mx X one))%N.
  apply: mxrankS; rewrite col_mx_sub -!addsmxE addsmxSr andbT.
  by rewrite addmx_sub ?addsmxSl // (submx_trans (submxMl _ _)) ?addsmxSr.
apply/eqP; rewrite eqn_leq le /=.
by have := le (S + c *m one) (- c); rewrite mulNmx addrK.
Qed.

(* M = C D of the rank's dimension, filled up with zeros *)
Lemma factored (M : 'M[R]_(m, N.+1)) :
  (\rank M <= n)%N -> exists (A : 'M_(m, n)) (B : 'M_(n, N.+1)), M = A *m B.
Proof.
move=> rank_le_n; exists (col_base M *m pid_mx (\rank M)), (pid_mx (\rank M) *m row_base M).
rewrite mulmxA -[_ *m _ *m pid_mx _]mulmxA mul_pid_mx minnn (minn_idPr rank_le_n).
by rewrite pid_mx_1 mulmx1 mulmx_base.
Qed.

(* a matrix whose first column is 0 does not have the ones among its rows' combinations *)
Lemma rank_with_ones S : (forall i, S i 0 = 0) -> \rank (col_mx S one) = (\rank S).+1.
Proof.
move=> first0; rewrite -addsmxE mxrank_disjoint_sum.
  by rewrite rank_rV; case: eqP => [/rowP/(_ 0)|]; rewrite ?addn1 // !mxE => /eqP; rewrite oner_eq0.
apply/eqP; rewrite -submx0; apply/rV_subP=> v; rewrite sub_capmx => /andP[/submxP[D vE]].
case/submxP=> [a va]; rewrite submx0; apply/eqP.
have a0 : a 0 0 = 0.
  have /rowP/(_ 0) : D *m S = a *m one by rewrite -vE.
  rewrite !mxE big_ord1 !mxE mulr1 => <-.
  by rewrite big1 // => k _; rewrite first0 mulr0.
by rewrite va; apply/rowP=> k; rewrite !mxE big_ord1 a0 mul0r.
Qed.

Theorem expressible P : (forall i j, 0 < P i j) -> (forall i, \sum_j P i j = 1) ->
  (exists (A : 'M[R]_(m, n)) (B : 'M[R]_(n, N.+1)), softmax_rows (A *m B) = P) <->
  (\rank (col_mx (log_entries P) one) <= n.+1)%N.
Proof.
move=> P_gt0 sum1; split=> [[A [B <-]] | rank_le].
  have [c ->] := log_softmax_rows (A *m B); rewrite rank_shift -addsmxE.
  rewrite (leq_trans (mxrank_adds_leqif _ _)) // -[n.+1]addn1 leq_add ?rank_leq_row //.
  by rewrite (leq_trans (mxrankM_maxr _ _)) ?rank_leq_row.
pose c : 'cV[R]_m := - col 0 (log_entries P); pose S := log_entries P + c *m one.
have first0 i : S i 0 = 0 by rewrite !mxE big_ord1 !mxE mulr1 subrr.
have /factored[A [B SE]] : (\rank S <= n)%N.
  by rewrite -ltnS -rank_with_ones // rank_shift.
by exists A, B; rewrite -SE softmax_rows_shift softmax_rows_log.
Qed.

End Bottleneck.

Theorem full_dimension (R : realType) m N (P : 'M[R]_(m, N.+1)) :
  (forall i j, 0 < P i j) -> (forall i, \sum_j P i j = 1) ->
  exists (A : 'M[R]_(m, N)) (B : 'M[R]_(N, N.+1)), softmax_rows (A *m B) = P.
Proof. by move=> P_gt0 sum1; apply/(expressible _ P_gt0 sum1); apply: rank_leq_col. Qed.
