(* Attention without positions and a permutation P of the tokens: see statement.md.

   Permuting the rows of a matrix of scores permutes the rows of its softmax; permuting the columns
   permutes its columns, because the sum in the denominator does not depend on the order of its
   terms. The permutation of the queries therefore comes out on the left, and the one of the keys
   meets the one of the values and cancels (P^T P = 1): Att(P X) = P Att(X), seldom Att(X).

   That is one head. A map of each token by itself commutes with P as well, and each way of building a network of
   such parts keeps this: induction over the network. The encoder of a Transformer is such a network; a decoder
   reads what comes out of it as keys and values only, and there P cancels. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax attention network.

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

(** Networks: heads without a mask, and maps of each token that do not know its place *)

Local Notation network := (network R unit).
Local Notation run := (run (@self_attention R) (fun=> tt)).

Lemma rowwise_perm n d e (g : 'rV[R]_d -> 'rV[R]_e) (P : 'M[R]_n) (X : 'M_(n, d)) :
  is_perm_mx P -> rowwise g (P *m X) = P *m rowwise g X.
Proof.
case/is_perm_mxP => s ->; rewrite -!row_permE; apply/row_matrixP => i.
have row_s m (Y : 'M[R]_(n, m)) : row i (row_perm s Y) = row (s i) Y by apply/rowP => c; rewrite !mxE.
by rewrite row_s !rowK row_s.
Qed.

Theorem network_permutation d e (N : network d e) n (P : 'M[R]_n) (X : 'M_(n, d)) :
  is_perm_mx P -> run N (P *m X) = P *m run N X.
Proof.
move=> permP; elim: N X => {d e} [d e g | d dk dv WQ WK WV | d e f A IHA B IHB | d e A IHA B IHB] X /=.
- exact: rowwise_perm.
- exact: self_attention_permutation.
- by rewrite IHA IHB.
- by rewrite IHA IHB mulmxDr.
Qed.

(** The encoder of a Transformer, and what reads it *)

Section Transformer.
Variables (d e dk dv : nat).
Implicit Types hs : seq (head_weights R e dk dv d).

(* Y = norm_1 (X + heads (read X)), then norm_2 (Y + mlp Y). The four functions of one token may be any. With the norm
   after each sum, read leaves a token as it is; with the norm before, norm_1 and norm_2 do, and read and mlp begin
   with a norm. *)
Record layer := Layer {
  heads : seq (head_weights R e dk dv d);
  read : 'rV[R]_d -> 'rV[R]_e;
  norm_1 : 'rV[R]_d -> 'rV[R]_d;
  mlp : 'rV[R]_d -> 'rV[R]_d;
  norm_2 : 'rV[R]_d -> 'rV[R]_d }.

Definition apply_layer (L : layer) n (X : 'M[R]_(n, d)) : 'M[R]_(n, d) :=
  let Y := rowwise (norm_1 L) (X + multi_head (@self_attention R) (heads L) (rowwise (read L) X)) in
  rowwise (norm_2 L) (Y + rowwise (mlp L) Y).

Definition encoder (layers : seq layer) n (X : 'M[R]_(n, d)) : 'M[R]_(n, d) :=
  foldl (fun X L => apply_layer L X) X layers.

(* the same as a network *)

Local Notation each_token := (each_token unit).

Definition layer_network (L : layer) : network d d :=
  compose
    (compose (add (each_token id) (compose (each_token (read L)) (heads_network unit (heads L))))
      (each_token (norm_1 L)))
    (compose (add (each_token id) (each_token (mlp L))) (each_token (norm_2 L))).

Definition encoder_network (layers : seq layer) : network d d :=
  foldr (fun L => compose (layer_network L)) (each_token id) layers.

Lemma run_encoder layers n (X : 'M_(n, d)) : run (encoder_network layers) X = encoder layers X.
Proof.
elim: layers X => [|L layers IH] X; first exact: run_id.
by rewrite /= IH !run_id run_heads.
Qed.

Theorem encoder_permutation layers n (P : 'M[R]_n) (X : 'M_(n, d)) :
  is_perm_mx P -> encoder layers (P *m X) = P *m encoder layers X.
Proof. by rewrite -!run_encoder; exact: network_permutation. Qed.

(* cross-attention: queries of m tokens that write, keys and values of n tokens that are read *)
Definition cross_attention hs m n (Y : 'M[R]_(m, e)) (Z : 'M[R]_(n, e)) : 'M[R]_(m, d) :=
  \sum_(h <- hs) attention (Y *m WQ h) (Z *m WK h) (Z *m WV h) *m WO h.

Theorem cross_attention_permutation hs m n (P : 'M[R]_n) (Y : 'M_(m, e)) (Z : 'M_(n, e)) :
  is_perm_mx P -> cross_attention hs Y (P *m Z) = cross_attention hs Y Z.
Proof.
move=> permP; apply: eq_bigr => h _.
by rewrite -2!mulmxA attention_permuted_keys // mulmxA.
Qed.

(* first what the tokens that write do among themselves, with a mask and positions or without: any function of all of
   them; then cross-attention to Z, then the perceptron *)
Record decoder_layer := DecoderLayer {
  among_themselves : forall m, 'M[R]_(m, d) -> 'M[R]_(m, d);
  across : layer;
  keys : 'rV[R]_d -> 'rV[R]_e }.

Definition apply_decoder_layer n (Z : 'M[R]_(n, d)) (L : decoder_layer) m (Y : 'M[R]_(m, d)) : 'M[R]_(m, d) :=
  let A := across L in
  let U := among_themselves L Y in
  let V := rowwise (norm_1 A) (U + cross_attention (heads A) (rowwise (read A) U) (rowwise (keys L) Z)) in
  rowwise (norm_2 A) (V + rowwise (mlp A) V).

Definition decoder n (Z : 'M[R]_(n, d)) (layers : seq decoder_layer) m (Y : 'M[R]_(m, d)) : 'M[R]_(m, d) :=
  foldl (fun Y L => apply_decoder_layer Z L Y) Y layers.

Lemma apply_decoder_layer_perm n m (P : 'M[R]_n) (Z : 'M_(n, d)) L (Y : 'M_(m, d)) :
  is_perm_mx P -> apply_decoder_layer (P *m Z) L Y = apply_decoder_layer Z L Y.
Proof.
move=> permP; rewrite /apply_decoder_layer (rowwise_perm (keys L) Z permP).
by rewrite (cross_attention_permutation _ _ _ permP).
Qed.

(* texts of the same tokens are translated alike *)
Theorem translation_permutation layers decoder_layers n m (P : 'M[R]_n) (X : 'M_(n, d)) (Y : 'M_(m, d)) :
  is_perm_mx P ->
  decoder (encoder layers (P *m X)) decoder_layers Y = decoder (encoder layers X) decoder_layers Y.
Proof.
move=> permP; rewrite (encoder_permutation layers X permP).
move: (encoder layers X) => Z; elim: decoder_layers Y => [//|L Ls IH] Y.
by rewrite /decoder /= (apply_decoder_layer_perm Z L Y permP); exact: IH.
Qed.

End Transformer.

End Permutation.
