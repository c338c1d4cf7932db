(* The causal mask: output i depends on the tokens 1, ..., i only. See statement.md.

   Masked scores are extended reals, -oo above the diagonal, and exp (-oo) = 0: the terms after i
   leave both the numerators and the denominator of row i. What remains is a sum over j <= i in
   which the tokens after i do not occur, so that changing or dropping them changes nothing.

   That is one head. A network is built of heads and of maps that work on each token by itself, one
   after the other or side by side with their outputs added, and each way of building keeps what was
   shown of a head: induction over the network. The decoder of GPT-2 is such a network. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals constructive_ereal sequences exp.
From epreuve.library Require Import softmax attention network.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variable R : realType.

(* exp on [-oo, +oo[, with exp (-oo) = 0; a score is never +oo *)
Definition exp_ereal (s : \bar R) : R := if s is r%:E%E then expR r else 0.

(* softmax of every row, of scores that may be -oo *)
Definition softmax_ereal m n (S : 'M[\bar R]_(m, n)) : 'M[R]_(m, n) :=
  \matrix_(i, j) (exp_ereal (S i j) / \sum_k exp_ereal (S i k)).

(* mask(S)_ij = S_ij on and below the diagonal, -oo above *)
Definition mask n (S : 'M[R]_n) : 'M[\bar R]_n :=
  \matrix_(i, j) (if (j <= i)%N then (S i j)%:E else -oo)%E.

(* softmax (mask (Q K^T / sqrt d_k)) V *)
Definition causal_attention n dk dv (Q K : 'M[R]_(n, dk)) (V : 'M[R]_(n, dv)) : 'M[R]_(n, dv) :=
  softmax_ereal (mask (scores Q K)) *m V.

(* Q = X W^Q, K = X W^K, V = X W^V *)
Definition causal_self_attention n d dk dv
    (WQ WK : 'M[R]_(d, dk)) (WV : 'M[R]_(d, dv)) (X : 'M[R]_(n, d)) : 'M[R]_(n, dv) :=
  causal_attention (X *m WQ) (X *m WK) (X *m WV).

End Definitions.

Section Weights.
Variables (R : realType) (n : nat) (S : 'M[R]_n).

(* without -oo it is softmax *)
Theorem softmax_ereal_finite : softmax_ereal (map_mx EFin S) = softmax_rows S.
Proof.
apply/matrixP => i j; rewrite softmax_rowsE !mxE; congr (_ / _).
by apply: eq_bigr => k _; rewrite mxE.
Qed.

Theorem masked_weight i j : softmax_ereal (mask S) i j =
  if (j <= i)%N then expR (S i j) / \sum_(k < n | (k <= i)%N) expR (S i k) else 0.
Proof.
rewrite !mxE; case: ifP => _; last by rewrite mul0r.
congr (_ / _); rewrite [RHS]big_mkcond.
by apply: eq_bigr => k _; rewrite mxE; case: ifP.
Qed.

Lemma masked_sum_gt0 (i : 'I_n) : 0 < \sum_(k < n | (k <= i)%N) expR (S i k).
Proof.
rewrite (bigD1 i) //= ltr_paddr ?expR_gt0 //.
by apply: sumr_ge0 => k _; rewrite ltW ?expR_gt0.
Qed.

Theorem masked_weight_gt0 i j : (0 < softmax_ereal (mask S) i j) = (j <= i)%N.
Proof.
rewrite masked_weight; case: ifP => _; last exact: ltxx.
by rewrite divr_gt0 ?expR_gt0 ?masked_sum_gt0.
Qed.

Theorem masked_weights_sum_to_1 i : \sum_j softmax_ereal (mask S) i j = 1.
Proof.
under eq_bigr do rewrite masked_weight.
by rewrite -big_mkcond -mulr_suml divff // gt_eqF ?masked_sum_gt0.
Qed.

End Weights.

Section Causality.
Variables (R : realType) (d dk dv : nat).
Variables (WQ WK : 'M[R]_(d, dk)) (WV : 'M[R]_(d, dv)).

Theorem causal_output n (X : 'M_(n, d)) i :
  row i (causal_self_attention WQ WK WV X) =
  \sum_(j < n | (j <= i)%N)
    softmax_ereal (mask (scores (X *m WQ) (X *m WK))) i j *: row j (X *m WV).
Proof.
rewrite row_mul mulmx_sum_row [RHS]big_mkcond; apply: eq_bigr => j _.
by rewrite mxE masked_weight; case: ifP => // _; rewrite scale0r.
Qed.

(* a value depends on its token only, a score on its two tokens only *)
Lemma eq_value m n (X : 'M_(m, d)) (Y : 'M_(n, d)) j j' :
  row j X = row j' Y -> row j (X *m WV) = row j' (Y *m WV).
Proof. by rewrite !row_mul => ->. Qed.

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

Theorem causality n (X X' : 'M_(n, d)) (i : 'I_n) :
  (forall j : 'I_n, (j <= i)%N -> row j X = row j X') ->
  row i (causal_self_attention WQ WK WV X) = row i (causal_self_attention WQ WK WV X').
Proof.
move=> eqX; have eq_i := eqX i (leqnn i).
rewrite !causal_output; apply: eq_bigr => j ji; have eq_j := eqX j ji.
rewrite !masked_weight ji (eq_value eq_j) (eq_scores eq_i eq_j).
by under eq_bigr => k ki do rewrite (eq_scores eq_i (eqX k ki)).
Qed.

(* the outputs of the first m tokens, computed without the p tokens that follow *)
Theorem causal_prefix m p (X : 'M_(m + p, d)) :
  usubmx (causal_self_attention WQ WK WV X) = causal_self_attention WQ WK WV (usubmx X).
Proof.
have sum_prefix (T : zmodType) (i : 'I_m) (F : 'I_(m + p) -> T) :
    \sum_(k < m + p | (k <= lshift p i)%N) F k = \sum_(k < m | (k <= i)%N) F (lshift p k).
  rewrite big_split_ord /= [X in _ + X]big1 ?addr0 // => k /=.
  by rewrite leqNgt ltn_addr.
have row_usub k : row (lshift p k) X = row k (usubmx X) by apply/rowP => c; rewrite !mxE.
apply/row_matrixP => i; rewrite row_usubmx !causal_output sum_prefix.
apply: eq_bigr => j ji; rewrite !masked_weight ji (eq_value (row_usub j)) sum_prefix.
rewrite (eq_scores (row_usub i) (row_usub j)).
by under eq_bigr => k _ do rewrite (eq_scores (row_usub i) (row_usub k)).
Qed.

Theorem first_output n (X : 'M_(n.+1, d)) :
  row 0 (causal_self_attention WQ WK WV X) = row 0 X *m WV.
Proof.
have only_0 (j : 'I_n.+1) : (j <= (ord0 : 'I_n.+1))%N = (j == 0) by rewrite leqn0.
rewrite causal_output (eq_bigl _ _ only_0) big_pred1_eq masked_weight (eq_bigl _ _ only_0).
by rewrite big_pred1_eq divff ?scale1r ?row_mul // gt_eqF ?expR_gt0.
Qed.

End Causality.

(** Networks of heads with their masks. What becomes of a token may depend on its place: embedding with positions *)

Section Network.
Variable R : realType.

Local Notation network := (network R nat).
Local Notation run := (run (@causal_self_attention R) id).

(* if X and X' agree on the rows up to i, so do the outputs on row i *)
Theorem network_causality d e (N : network d e) n (X X' : 'M_(n, d)) (i : 'I_n) :
  (forall j : 'I_n, (j <= i)%N -> row j X = row j X') -> row i (run N X) = row i (run N X').
Proof.
elim: N X X' i => {d e} [d e g | d dk dv WQ WK WV | d e f A IHA B IHB | d e A IHA B IHB] X X' i.
- by move=> eqX; rewrite !rowK eqX.
- exact: causality.
- by move=> eqX; apply: IHB => j ji; apply: IHA => k kj; apply: eqX; exact: leq_trans ji.
- by move=> eqX; rewrite !linearD /= (IHA _ _ _ eqX) (IHB _ _ _ eqX).
Qed.

(* the outputs of the first m tokens, computed without the p tokens that follow *)
Theorem network_prefix d e (N : network d e) m p (X : 'M_(m + p, d)) :
  usubmx (run N X) = run N (usubmx X).
Proof.
elim: N X => {d e} [d e g | d dk dv WQ WK WV | d e f A IHA B IHB | d e A IHA B IHB] X /=.
- apply/row_matrixP => i; rewrite row_usubmx !rowK /=; congr g.
  by apply/rowP => c; rewrite !mxE.
- exact: causal_prefix.
- by rewrite IHB IHA.
- by rewrite linearD /= IHA IHB.
Qed.

End Network.

(** The decoder of GPT-2: Y = X + heads(LN1 X) and then Y + mlp(LN2 Y), block after block, and around
    them the embedding, a last layer normalisation and the unembedding. *)

Section Decoder.
Variables (R : realType) (d e dk dv v : nat).

(* LN1, LN2 and the multi-layer perceptron mlp may be any functions of one token *)
Record block := Block {
  heads : seq (head_weights R e dk dv d);
  LN1 : 'rV[R]_d -> 'rV[R]_e;
  LN2 : 'rV[R]_d -> 'rV[R]_d;
  mlp : 'rV[R]_d -> 'rV[R]_d }.

Definition apply_block (B : block) n (X : 'M[R]_(n, d)) : 'M[R]_(n, d) :=
  let Y := X + multi_head (@causal_self_attention R) (heads B) (rowwise (LN1 B) X) in
  Y + rowwise (mlp B) (rowwise (LN2 B) Y).

(* the logits after each of n tokens, which are rows of v numbers; embed i x is the embedding of the
   token x at place i *)
Definition decoder (embed : nat -> 'rV[R]_v -> 'rV[R]_d) (blocks : seq block)
    (LN : 'rV[R]_d -> 'rV[R]_d) (W_U : 'M[R]_(d, v)) n (X : 'M[R]_(n, v)) : 'M[R]_(n, v) :=
  rowwise LN (foldl (fun X B => apply_block B X) (\matrix_i embed i (row i X)) blocks) *m W_U.

(* the same as a network *)

Local Notation network := (network R nat).
Local Notation run := (run (@causal_self_attention R) id).
Local Notation each_token := (each_token nat).

Definition block_network (B : block) : network d d :=
  compose
    (add (each_token id) (compose (each_token (LN1 B)) (heads_network nat (heads B))))
    (add (each_token id) (compose (each_token (LN2 B)) (each_token (mlp B)))).

Definition blocks_network (Bs : seq block) : network d d :=
  foldr (fun B => compose (block_network B)) (each_token id) Bs.

Definition decoder_network embed Bs LN (W_U : 'M[R]_(d, v)) : network v v :=
  compose (compose (tokenwise embed) (blocks_network Bs))
    (compose (each_token LN) (each_token (mulmx^~ W_U))).

Lemma run_block B n (X : 'M_(n, d)) : run (block_network B) X = apply_block B X.
Proof. by rewrite /= run_id run_heads -/(rowwise _ _) run_id. Qed.

Lemma run_blocks Bs n (X : 'M_(n, d)) :
  run (blocks_network Bs) X = foldl (fun X B => apply_block B X) X Bs.
Proof. by elim: Bs X => [|B Bs IH] X; [exact: run_id | rewrite /= -IH -run_block]. Qed.

Lemma run_decoder embed Bs LN W_U n (X : 'M_(n, v)) :
  run (decoder_network embed Bs LN W_U) X = decoder embed Bs LN W_U X.
Proof. by rewrite /= run_blocks; exact: (run_linear (@causal_self_attention R) id). Qed.

(* through all the blocks, the logits at place i depend on the tokens up to place i only *)
Theorem decoder_causality embed Bs LN W_U n (X X' : 'M_(n, v)) (i : 'I_n) :
  (forall j : 'I_n, (j <= i)%N -> row j X = row j X') ->
  row i (decoder embed Bs LN W_U X) = row i (decoder embed Bs LN W_U X').
Proof. by rewrite -!run_decoder; exact: network_causality. Qed.

Theorem decoder_prefix embed Bs LN W_U m p (X : 'M_(m + p, v)) :
  usubmx (decoder embed Bs LN W_U X) = decoder embed Bs LN W_U (usubmx X).
Proof. by rewrite -!run_decoder; exact: network_prefix. Qed.

End Decoder.

Section WithoutMask.
Variable R : realType.

(* two sequences of two tokens of one dimension, with the same first token *)
Definition sequence_10 : 'M[R]_(2, 1) := \col_i (i == 0)%:R.
Definition sequence_11 : 'M[R]_(2, 1) := const_mx 1.

(* without a mask the second token changes the first output: e / (e + 1) and 1, for the weights 1 *)
Theorem unmasked_not_causal :
  row 0 sequence_10 = row 0 sequence_11 /\
  row 0 (self_attention 1%:M 1%:M 1%:M sequence_10) !=
  row 0 (self_attention 1%:M 1%:M 1%:M sequence_11).
Proof.
split; first by apply/rowP => j; rewrite !mxE.
apply/eqP => /rowP /(_ 0); rewrite ![row _ _ _ _]mxE !attention_of_two_numbers !mxE /=.
rewrite !(mul0r, mulr0, mulr1, addr0) expR0.
(* now e / (e + 1) = (e + e) / (e + e) *)
have e_gt0 : 0 < expR 1 :> R by exact: expR_gt0.
rewrite [RHS]divff ?gt_eqF ?addr_gt0 // => /divr1_eq /eqP.
by rewrite -[X in X == _]addr0 (inj_eq (addrI _)) eq_sym oner_eq0.
Qed.

End WithoutMask.
