(* Scaled dot-product attention, for every size. Rows are tokens: each row of Q, K and V holds a
   query, a key, a value. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* the scores Q K^T / sqrt d_k: entry (i, j) compares the query of token i, the key of token j *)
Definition scores (R : rcfType) m n dk (Q : 'M[R]_(m, dk)) (K : 'M[R]_(n, dk)) : 'M[R]_(m, n) :=
  (Num.sqrt dk%:R)^-1 *: (Q *m K^T).

(* Attention(Q, K, V) = softmax (Q K^T / sqrt d_k) V, softmax row by row *)
Definition attention (R : realType) m n dk dv
    (Q : 'M[R]_(m, dk)) (K : 'M[R]_(n, dk)) (V : 'M[R]_(n, dv)) : 'M[R]_(m, dv) :=
  softmax_rows (scores Q K) *m V.

(* Attention(X) = Attention(X W^Q, X W^K, X W^V) *)
Definition self_attention (R : realType) n d dk dv
    (WQ WK : 'M[R]_(d, dk)) (WV : 'M[R]_(d, dv)) (X : 'M[R]_(n, d)) : 'M[R]_(n, dv) :=
  attention (X *m WQ) (X *m WK) (X *m WV).

(* keys in another order: the columns of the pattern are in that order, and values in it meet them again *)
Lemma perm_mx_trmxK (R : realType) n (P : 'M[R]_n) : is_perm_mx P -> P^T *m P = 1%:M.
Proof. by case/is_perm_mxP => s ->; rewrite tr_perm_mx -perm_mxM mulVg perm_mx1. Qed.

Lemma softmax_rows_col_perm (R : realType) m n (S : 'M[R]_(m, n)) P :
  is_perm_mx P -> softmax_rows (S *m P^T) = softmax_rows S *m P^T.
Proof.
case/is_perm_mxP => s ->; rewrite tr_perm_mx -!col_permE; apply/matrixP => i j.
rewrite [RHS]mxE !softmax_rowsE mxE; congr (_ / _).
by rewrite [RHS](reindex_perm s); apply: eq_bigr => k _; rewrite mxE.
Qed.

(* the smallest example: two tokens, the numbers x_0 and x_1, and weight matrices 1 *)
Lemma attention_of_two_numbers (R : realType) (X : 'M[R]_(2, 1)) i :
  self_attention 1%:M 1%:M 1%:M X i 0 =
  (expR (X i 0 * X 0 0) * X 0 0 + expR (X i 0 * X 1 0) * X 1 0) /
  (expR (X i 0 * X 0 0) + expR (X i 0 * X 1 0)).
Proof.
have scoreE j : scores X X i j = X i 0 * X j 0.
  by rewrite !mxE big_ord1 mxE sqrtr1 invr1 mul1r.
rewrite /self_attention !mulmx1 /attention mxE !big_ord_recl big_ord0 addr0.
rewrite !softmax_rowsE !big_ord_recl big_ord0 addr0 !scoreE.
have -> : lift ord0 ord0 = 1 :> 'I_2 by exact: val_inj.
by rewrite mulrDl ![_ * X _ 0 / _]mulrAC.
Qed.
