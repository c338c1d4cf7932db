(* Which attention patterns a head of dimension r has. See statement.md.

   As in library/softmax.v a pattern has a row for each query. Q is r x m and K is r x N.+1, columns are queries
   and keys. Softmax adds a constant to each row of the scores, which the differences to the first key
   do not see: ln P_ij - ln P_i0 = S_ij - S_i0, a product of r rows. Conversely, a product Q^T K of these differences,
   with a first key of zeros, has the softmax P. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ln P_ij - ln P_i0 for all keys j but the first *)
Definition log_ratios (R : realType) m N (P : 'M[R]_(m, N.+1)) : 'M[R]_(m, N) :=
  \matrix_(i, j) (ln (P i (lift ord0 j)) - ln (P i ord0)).

(* positive, of rows of sum 1 *)
Definition pattern (R : realType) m N (P : 'M[R]_(m, N)) :=
  (forall i j, 0 < P i j) /\ (forall i, \sum_j P i j = 1).

Section Rank.
Variables (R : realType) (r m N : nat).
Implicit Types P S : 'M[R]_(m, N.+1).

Lemma log_ratios_softmax S i j :
  log_ratios (softmax_rows S) i j = S i (lift ord0 j) - S i ord0.
Proof.
have log_entry k : ln (softmax_rows S i k) = S i k - ln (\sum_l expR (S i l)).
  have sum_gt0 : 0 < \sum_l expR (S i l).
    have := sum_expR_gt0 (row i S); congr (0 < _).
    by apply: eq_bigr => l _; rewrite mxE.
  by rewrite softmax_rowsE ln_div ?posrE ?expR_gt0 // expK.
by rewrite mxE !log_entry opprB addrA subrK.
Qed.

(* the matrix that takes differences to the first column *)
Let D : 'M[R]_(N.+1, N) := \matrix_(k, j) ((k == lift ord0 j)%:R - (k == ord0)%:R).

Lemma take_differences (S : 'M[R]_(m, N.+1)) i j : (S *m D) i j = S i (lift ord0 j) - S i ord0.
Proof.
have pick (l : 'I_N.+1) : \sum_k S i k * (k == l)%:R = S i l.
  rewrite (bigD1 l) //= eqxx mulr1 big1 ?addr0 // => k /negPf ->; exact: mulr0.
rewrite mxE; under eq_bigr do rewrite mxE mulrBr.
by rewrite big_split /= sumrN !pick.
Qed.

(* M = A B of the rank's dimension, filled up with zeros *)
Lemma factored (M : 'M[R]_(m, N)) :
  (\rank M <= r)%N -> exists (A : 'M_(m, r)) (B : 'M_(r, N)), M = A *m B.
Proof.
move=> rank_le_r; exists (col_base M *m pid_mx (\rank M)), (pid_mx (\rank M) *m row_base M).
rewrite mulmxA -[_ *m _ *m pid_mx _]mulmxA mul_pid_mx minnn (minn_idPr rank_le_r).
by rewrite pid_mx_1 mulmx1 mulmx_base.
Qed.

Theorem least_rank P : pattern P ->
  (exists (Q : 'M[R]_(r, m)) (K : 'M[R]_(r, N.+1)), softmax_rows (Q^T *m K) = P) <->
  (\rank (log_ratios P) <= r)%N.
Proof.
case=> P_gt0 sum1; split=> [[Q [K <-]] | /factored[A [B ratios]]].
  have -> : log_ratios (softmax_rows (Q^T *m K)) = Q^T *m (K *m D).
    by apply/matrixP=> i j; rewrite log_ratios_softmax mulmxA take_differences.
  by rewrite (leq_trans (mxrankM_maxr _ _)) ?rank_leq_row.
exists A^T, (\matrix_(a, k) if unlift ord0 k is Some j then B a j else 0).
rewrite trmxK; set K := \matrix_(_, _) _.
have score i k : (A *m K) i k = ln (P i k) - ln (P i ord0).
  rewrite mxE; case: (unliftP ord0 k) => [j | ] ->.
    have /matrixP/(_ i j) := ratios; rewrite mxE => ->; rewrite mxE.
    by apply: eq_bigr => a _; rewrite mxE liftK.
  rewrite subrr big1 // => a _; rewrite mxE unlift_none; exact: mulr0.
have power i k : expR ((A *m K) i k) = P i k / P i ord0.
  by rewrite score expRD expRN !lnK ?posrE.
apply/matrixP=> i k; rewrite softmax_rowsE power; under eq_bigr do rewrite power.
rewrite -mulr_suml sum1 mul1r invrK divfK // gt_eqF //.
Qed.

End Rank.

(* the queries and keys of independent vectors may be any: so the same is true of W_Q and W_K *)
Theorem least_rank_weights (R : realType) r n N (x : 'M[R]_(n, N.+1)) (P : 'M[R]_N.+1) :
  row_full x -> pattern P ->
  (exists W_Q W_K : 'M[R]_(r, n), softmax_rows ((W_Q *m x)^T *m (W_K *m x)) = P) <->
  (\rank (log_ratios P) <= r)%N.
Proof.
move=> independent P_pattern; split=> [[W_Q [W_K PE]] | rank_le_r].
  by apply/(least_rank r P_pattern); exists (W_Q *m x), (W_K *m x).
have [Q [K <-]] := (least_rank r P_pattern).2 rank_le_r.
have any l (M : 'M[R]_(l, N.+1)) : M *m pinvmx x *m x = M by rewrite -mulmxA mulVpmx ?mulmx1.
by exists (Q *m pinvmx x), (K *m pinvmx x); rewrite !any.
Qed.

(* N + 1 keys: N dimensions are always enough *)
Theorem enough (R : realType) m N (P : 'M[R]_(m, N.+1)) : pattern P ->
  exists (Q : 'M[R]_(N, m)) (K : 'M[R]_(N, N.+1)), softmax_rows (Q^T *m K) = P.
Proof. by move=> P_pattern; apply/(least_rank N P_pattern); apply: rank_leq_col. Qed.

Section OneDimension.
Variables (R : realType) (m N : nat) (Q : 'M[R]_(1, m)) (K : 'M[R]_(1, N.+1)).
Let P := softmax_rows (Q^T *m K).

(* one key is preferred to another if its score is larger *)
Lemma prefers i (a b : 'I_N.+1) : (P i b < P i a) = (0 < Q ord0 i * (K ord0 a - K ord0 b)).
Proof.
have sum_gt0 : 0 < \sum_l expR ((Q^T *m K) i l).
  have := sum_expR_gt0 (row i (Q^T *m K)); congr (0 < _).
  by apply: eq_bigr => l _; rewrite mxE.
have score l : (Q^T *m K) i l = Q ord0 i * K ord0 l by rewrite mxE big_ord1 mxE.
by rewrite /P !softmax_rowsE ltr_pmul2r ?invr_gt0 // ltr_expR !score mulrBr subr_gt0.
Qed.

(* two queries that agree on a and b cannot disagree on c and d *)
Theorem no_disagreement i i' (a b c d : 'I_N.+1) :
  P i b < P i a -> P i' b < P i' a -> P i d < P i c -> ~~ (P i' c < P i' d).
Proof.
rewrite !prefers => agree agree' here; apply/negP=> there.
have same : 0 < Q ord0 i * Q ord0 i'.
  have difference : K ord0 a - K ord0 b != 0.
    by apply/eqP=> equal; move: agree; rewrite equal mulr0 ltxx.
  have := mulr_gt0 agree agree'; rewrite mulrACA -expr2 pmulr_lgt0 //.
  by rewrite lt_neqAle sqr_ge0 andbT eq_sym sqrf_eq0.
have := mulr_gt0 here there; rewrite mulrACA -[K ord0 d - _]opprB mulrN -expr2 mulrN.
by rewrite oppr_gt0 ltNge mulr_ge0 ?sqr_ge0 // ltW.
Qed.

End OneDimension.

(* the document's table, in tenths *)
Definition table := [:: [:: 2; 4; 1; 3]; [:: 1; 4; 4; 1]; [:: 2; 4; 4; 0]; [:: 1; 4; 4; 1]]%N.

(* rounded to tenths, P is the table: 20 P is between 2 t - 1, included, and 2 t + 1 *)
Definition prints (R : realType) (P : 'M[R]_4) := forall i j : 'I_4,
  (2 * nth 0%N (nth [::] table i) j)%:R - 1 <= 20 * P i j < (2 * nth 0%N (nth [::] table i) j)%:R + 1.

Theorem no_head_of_dimension_1 (R : realType) (Q K : 'M[R]_(1, 4)) :
  ~ prints (softmax_rows (Q^T *m K)).
Proof.
move=> printed; pose j k : 'I_4 := inord k; set P := softmax_rows _ in printed.
have less i a b : (nth 0 (nth [::] table (i : 'I_4)) (b : 'I_4) < nth 0 (nth [::] table i) (a : 'I_4))%N ->
    P i b < P i a.
  move=> lt; have /andP[lo _] := printed i a; have /andP[_ hi] := printed i b.
  rewrite -(ltr_pmul2l (_ : 0 < 20 :> R)) ?ltr0n //; apply: (lt_le_trans hi); apply: (le_trans _ lo).
  by rewrite ler_subr_addr -addrA -[1 + 1]/(2%:R) -natrD ler_nat -mulnSr leq_mul2l lt.
have := @no_disagreement R 4 3 Q K (j 0%N) (j 1%N) (j 1%N) (j 0%N) (j 0%N) (j 2%N).
rewrite -/P !less ?inordK //; by move=> /(_ isT isT isT).
Qed.
