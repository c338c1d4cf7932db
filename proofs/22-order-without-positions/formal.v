(* What a causal mask tells of the order of the tokens, without positions: see statement.md.

   A row of causal attention is a mean of the values up to it. A mean of equal values is that value; a sum over
   all tokens has no order; and the number of terms of a sum, if one of them differs from the others, shows in
   the weight of that one. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax attention network.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variable R : realType.

(* the weight that token i gives to token j <= i: e^{s_ij} / \sum_{k <= i} e^{s_ik} *)
Definition weight n (S : 'M[R]_n) (i j : 'I_n) : R :=
  expR (S i j) / \sum_(k < n | (k <= i)%N) expR (S i k).

(* row i is \sum_{j <= i} weight_ij V_j, as 08-causality shows of softmax (mask S) V *)
Definition causal_self_attention n d dk dv
    (WQ WK : 'M[R]_(d, dk)) (WV : 'M[R]_(d, dv)) (X : 'M[R]_(n, d)) : 'M[R]_(n, dv) :=
  \matrix_i (\sum_(j < n | (j <= i)%N) weight (scores (X *m WQ) (X *m WK)) i j *: row j (X *m WV)).

End Definitions.

Section Weights.
Variables (R : realType) (n : nat) (S : 'M[R]_n).

Lemma masked_sum_gt0 (i : 'I_n) : 0 < \sum_(k < n | (k <= i)%N) expR (S i k).
Proof.
rewrite (bigD1 i) //= ltr_paddr ?expR_gt0 //.
by apply: sumr_ge0 => k _; rewrite ltW ?expR_gt0.
Qed.

Lemma weights_sum_to_1 (i : 'I_n) : \sum_(j < n | (j <= i)%N) weight S i j = 1.
Proof. by rewrite -mulr_suml divff // gt_eqF ?masked_sum_gt0. Qed.

End Weights.

Section Scores.
Variables (R : realType) (d dk dv : nat).
Variables (WQ WK : 'M[R]_(d, dk)) (WV : 'M[R]_(d, dv)).

(* a score depends on its two tokens only *)
Lemma eq_scores m n (X : 'M_(m, d)) (Y : 'M_(n, d)) i j i' j' :
  row i X = row i' Y -> row j X = row j' Y ->
  scores (X *m WQ) (X *m WK) i j = scores (Y *m WQ) (Y *m WK) i' j'.
Proof.
move=> eq_i eq_j.
have scoresE p (Z : 'M[R]_(p, d)) k l : scores (Z *m WQ) (Z *m WK) k l =
    (Num.sqrt dk%:R)^-1 * ((row k Z *m WQ) *m (row l Z *m WK)^T) 0 0.
  by rewrite -!row_mul !mxE; congr (_ * _); apply: eq_bigr => c _; rewrite !mxE.
by rewrite !scoresE eq_i eq_j.
Qed.

End Scores.

(** Equal tokens: no network tells them apart *)

(* of heads with a mask, and of maps of each token that do not know its place *)
Local Notation run := (run (@causal_self_attention _) (fun=> tt)).

Theorem equal_tokens (R : realType) d e (N : network R unit d e) n (X : 'M_(n, d)) :
  (forall i j, row i X = row j X) -> forall i j, row i (run N X) = row j (run N X).
Proof.
elim: N X => {d e} [d e g | d dk dv WQ WK WV | d e f A IHA B IHB | d e A IHA B IHB] X eqX i j /=.
- by rewrite !rowK (eqX i j).
- suff rowE k : row k (causal_self_attention WQ WK WV X) = row j X *m WV by rewrite !rowE.
  rewrite rowK; under eq_bigr => l _ do rewrite row_mul (eqX l j).
  by rewrite -scaler_suml weights_sum_to_1 scale1r.
- exact/IHB/IHA.
- by rewrite !linearD /= (IHA _ eqX i j) (IHB _ eqX i j).
Qed.

(** One layer: the last output does not depend on the order of the tokens before it *)

Theorem one_layer_last_output (R : realType) n d dk dv (WQ WK : 'M[R]_(d, dk)) (WV : 'M[R]_(d, dv))
    (X : 'M[R]_(n.+1, d)) (s : 'S_n.+1) :
  s ord_max = ord_max ->
  row ord_max (causal_self_attention WQ WK WV (row_perm s X)) =
  row ord_max (causal_self_attention WQ WK WV X).
Proof.
move=> s_last; have row_s k : row k (row_perm s X) = row (s k) X by apply/rowP => c; rewrite !mxE.
have all_seen (k : 'I_n.+1) : (k <= (ord_max : 'I_n.+1))%N = true by rewrite -ltnS ltn_ord.
rewrite !rowK; under eq_bigl do rewrite all_seen; under [RHS]eq_bigl do rewrite all_seen.
rewrite [RHS](reindex_perm s) /=; apply: eq_bigr => j _.
(* congr would first try to compute both weights, for a quarter of a minute *)
rewrite !row_mul row_s; apply: (congr1 (fun w => w *: _)); rewrite /weight.
have eq_score k : scores (row_perm s X *m WQ) (row_perm s X *m WK) ord_max k =
    scores (X *m WQ) (X *m WK) ord_max (s k).
  by apply: eq_scores; rewrite row_s ?s_last.
rewrite eq_score; congr (_ / _).
under eq_bigl do rewrite all_seen; under [RHS]eq_bigl do rewrite all_seen.
by rewrite [RHS](reindex_perm s) /=; apply: eq_bigr => k _; rewrite eq_score.
Qed.

(** One first token that differs from all others: one layer tells their places *)

Section FirstToken.
Variables (R : realType) (n d dk dv : nat).
Variables (WQ WK : 'M[R]_(d, dk)) (WV : 'M[R]_(d, dv)) (X : 'M[R]_(n.+1, d)) (b x : 'rV[R]_d).
Hypotheses (first : row 0 X = b) (others : forall i, i != 0 -> row i X = x).

(* the exponentials of the scores of b and of x, for a query of x *)
Definition exp_score (y : 'rV[R]_d) : R := expR (scores (x *m WQ) (y *m WK) 0 0).

Lemma exp_scoreE (i j : 'I_n.+1) : i != 0 ->
  expR (scores (X *m WQ) (X *m WK) i j) = exp_score (if j == 0 then b else x).
Proof.
move=> i0; congr expR; have row_row m (y : 'rV[R]_m) : row 0 y = y by apply/rowP => c; rewrite mxE.
have scoresE p q (Y : 'M[R]_(p, d)) (Z : 'M[R]_(q, d)) k l : scores (Y *m WQ) (Z *m WK) k l =
    (Num.sqrt dk%:R)^-1 * ((row k Y *m WQ) *m (row l Z *m WK)^T) 0 0.
  by rewrite -!row_mul !mxE; congr (_ * _); apply: eq_bigr => c _; rewrite !mxE.
rewrite !scoresE !row_row others //; case: eqP => [->|/eqP j0]; by rewrite ?first ?others.
Qed.

(* the weight of the first token at place i falls with i *)
Theorem first_token_weight (i : 'I_n.+1) : i != 0 ->
  weight (scores (X *m WQ) (X *m WK)) i 0 = exp_score b / (exp_score b + exp_score x *+ i).
Proof.
move=> i0; rewrite /weight exp_scoreE // eqxx; congr (_ / _); have i_lt : (i < n.+1)%N := ltn_ord i.
rewrite (eq_bigl (fun k : 'I_n.+1 => (k < i.+1)%N)) // (big_ord_narrow i_lt) big_ord_recl.
have -> : widen_ord i_lt ord0 = 0 by exact: val_inj.
rewrite exp_scoreE // eqxx; congr (_ + _).
rewrite (eq_bigr (fun=> exp_score x)); last by move=> k _; rewrite exp_scoreE.
by rewrite sumr_const card_ord.
Qed.

Lemma output_after_first (i : 'I_n.+1) : i != 0 ->
  row i (causal_self_attention WQ WK WV X) =
  weight (scores (X *m WQ) (X *m WK)) i 0 *: (b *m WV - x *m WV) + x *m WV.
Proof.
move=> i0; rewrite rowK; set S := scores _ _.
have := weights_sum_to_1 S i; rewrite (bigD1 0) //= => /(canRL (addKr _)) rest.
rewrite (bigD1 0) //= (eq_bigr (fun j => weight S i j *: (x *m WV))); last first.
  by move=> j /andP [_ j0]; rewrite row_mul others.
by rewrite -scaler_suml rest row_mul first scalerDl scaleNr scale1r scalerBr addrA.
Qed.

(* so no two outputs after the first are equal, if its value differs from the others' *)
Theorem first_token_tells (i k : 'I_n.+1) :
  i != 0 -> k != 0 -> i != k -> b *m WV != x *m WV ->
  row i (causal_self_attention WQ WK WV X) != row k (causal_self_attention WQ WK WV X).
Proof.
move=> i0 k0 ik bx; rewrite !output_after_first // (inj_eq (addIr _)) -subr_eq0 -scalerBl.
rewrite scaler_eq0 negb_or !subr_eq0 bx andbT !first_token_weight //.
have total_gt0 (j : nat) : 0 < exp_score b + exp_score x *+ j.
  by rewrite ltr_paddr ?expR_gt0 // mulrn_wge0 // ltW ?expR_gt0.
have exp_neq0 y : exp_score y != 0 by rewrite gt_eqF ?expR_gt0.
rewrite (inj_eq (mulfI (exp_neq0 b))) (inj_eq invr_inj) (inj_eq (addrI _)).
by rewrite -mulr_natr -[X in _ != X]mulr_natr (inj_eq (mulfI (exp_neq0 x))) eqr_nat.
Qed.

End FirstToken.

(** Two layers of means weigh all places differently *)

Section Means.
Variables (R : realType) (n d : nat).
Implicit Types X : 'M[R]_(n, d).

(* row i is the mean of the rows up to it *)
Definition means e (X : 'M[R]_(n, e)) : 'M[R]_(n, e) :=
  \matrix_i (i.+1%:R^-1 *: \sum_(j < n | (j <= i)%N) row j X).

(* causal attention takes means if all its scores are 0 *)
Theorem attention_of_means dk dv (WV : 'M[R]_(d, dv)) X :
  causal_self_attention (0 : 'M_(d, dk)) 0 WV X = means (X *m WV).
Proof.
apply/row_matrixP => i; rewrite !rowK scaler_sumr; apply: eq_bigr => j _; congr (_ *: _).
have exp0 k : expR (scores (X *m 0) (X *m (0 : 'M_(d, dk))) i k) = 1.
  by rewrite /scores !mulmx0 mul0mx scaler0 mxE expR0.
rewrite /weight exp0 mul1r; congr (_^-1); under eq_bigr do rewrite exp0.
rewrite (eq_bigl (fun k : 'I_n => (k < i.+1)%N)) // (big_ord_narrow (ltn_ord i)).
by rewrite sumr_const card_ord.
Qed.

(* what place j weighs in output i of two layers: 1/i \sum_{j <= k <= i} 1/k, counting from 1 *)
Definition weight2 (i j : 'I_n) : R :=
  i.+1%:R^-1 * \sum_(k < n | (j <= k <= i)%N) k.+1%:R^-1.

Theorem two_layers_of_means X i :
  row i (means (means X)) = \sum_(j < n | (j <= i)%N) weight2 i j *: row j X.
Proof.
rewrite rowK (eq_bigr (fun k : 'I_n => \sum_(j < n | (j <= k)%N) k.+1%:R^-1 *: row j X)); last first.
  by move=> k _; rewrite rowK scaler_sumr.
rewrite (exchange_big_dep (fun j : 'I_n => (j <= i)%N)) /=; last first.
  by move=> k j ki jk; exact: leq_trans ki.
rewrite scaler_sumr; apply: eq_bigr => j _; rewrite -scaler_suml scalerA; congr (_ * _ *: _).
by apply: eq_bigl => k; rewrite andbC.
Qed.

Theorem weights_fall (i j l : 'I_n) : (j < l <= i)%N -> weight2 i l < weight2 i j.
Proof.
case/andP => jl li; rewrite ltr_pmul2l ?invr_gt0 ?ltr0n // [X in _ < X](bigD1 j) /=; last first.
  by rewrite leqnn (leq_trans (ltnW jl)).
rewrite ltr_spaddl ?invr_gt0 ?ltr0n //.
rewrite [X in _ <= X](bigID (fun k : 'I_n => (l <= k)%N)) /= ler_paddr //.
  by apply: sumr_ge0 => k _; rewrite invr_ge0 ler0n.
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => k.
case: (leqP l k) => lk; last by rewrite andbF.
by rewrite andbT (leq_trans (ltnW jl) lk) /= -val_eqE /= (gtn_eqF (leq_trans jl lk)) andbT.
Qed.

End Means.

(** So they tell all orders of tokens that are linearly independent *)

Section Orders.
Variables (R : realType) (n d : nat) (X : 'M[R]_(n.+1, d)).

Local Notation last := (@ord_max n).
Local Notation w := (@weight2 R n.+1 last).

Lemma weight2_inj : injective w.
Proof.
have differ (j l : 'I_n.+1) : (j < l)%N -> w j != w l.
  by move=> jl; rewrite gt_eqF // weights_fall // jl -ltnS ltn_ord.
move=> j l eq_w; case: (ltngtP j l) => [jl|lj|jl]; last exact: ord_inj.
- by case/eqP: (differ _ _ jl).
- by case/eqP: (differ _ _ lj).
Qed.

Lemma last_output (s : 'S_n.+1) :
  row last (means (means (row_perm s X))) = (\row_k w ((s^-1)%g k)) *m X.
Proof.
rewrite two_layers_of_means mulmx_sum_row [RHS](reindex_perm s) /=.
rewrite (eq_bigl predT) => [|j]; last by rewrite -ltnS ltn_ord.
apply: eq_bigr => j _; rewrite [in RHS]mxE permK; congr (_ *: _).
by apply/rowP => c; rewrite !mxE.
Qed.

Theorem two_layers_tell_orders (s t : 'S_n.+1) : row_free X ->
  row last (means (means (row_perm s X))) = row last (means (means (row_perm t X))) -> s = t.
Proof.
move=> freeX; rewrite !last_output => /(row_free_inj freeX) /rowP eq_weights.
apply: (can_inj (@invgK _)); apply/permP => k.
by have := eq_weights k; rewrite !mxE => /weight2_inj.
Qed.

End Orders.
