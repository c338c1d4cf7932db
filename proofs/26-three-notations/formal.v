(* One head by columns, by rows, with keys first and by Kronecker products: see statement.md.

   By rows it is the attention of library/attention.v with all matrices transposed. A Kronecker product acts
   on stacked columns as A and B act on a matrix (library/kronecker.v); the scores are such an action on
   W_Q^T W_K, the output is one on the tokens. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax attention kronecker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section Head.
Variable R : realType.
Variables n r m K : nat.
Variables (WQ WK : 'M[R]_(r, n)) (WV : 'M[R]_(m, n)) (WO : 'M[R]_(n, m)).
Implicit Type x : 'M[R]_(n, K).

(* queries and keys are columns: S = (W_Q x)^T (W_K x) *)
Definition column_scores x : 'M[R]_K := (WQ *m x)^T *m (WK *m x).
Definition column_pattern x : 'M[R]_K := softmax_rows ((Num.sqrt r%:R)^-1 *: column_scores x).
Definition head x : 'M[R]_(n, K) := WO *m (WV *m x) *m (column_pattern x)^T.

(* with the weights of the same head, transposed *)
Theorem rows_are_columns x : self_attention WQ^T WK^T WV^T x^T *m WO^T = (head x)^T.
Proof.
rewrite /self_attention /attention /scores /head /column_pattern /column_scores.
rewrite -[x^T *m WQ^T]trmx_mul -[x^T *m WK^T]trmx_mul -[x^T *m WV^T]trmx_mul trmxK.
by rewrite [RHS]trmx_mul trmxK [(WO *m _)^T]trmx_mul mulmxA.
Qed.

Definition softmax_columns (S : 'M[R]_K) : 'M[R]_K := (softmax_rows S^T)^T.

Theorem keys_first x :
  WO *m (WV *m x *m softmax_columns ((Num.sqrt r%:R)^-1 *: ((WK *m x)^T *m (WQ *m x)))) = head x.
Proof.
rewrite /softmax_columns /head /column_pattern /column_scores.
by rewrite linearZ /= trmx_mul trmxK -!mulmxA.
Qed.

Theorem scores_kronecker x : (x^T ⊗ x^T) *m vec (WQ^T *m WK) = vec (column_scores x).
Proof. by rewrite kronecker_vec /action /column_scores trmxK trmx_mul !mulmxA. Qed.

Theorem head_kronecker x : (column_pattern x ⊗ (WO *m WV)) *m vec x = vec (head x).
Proof. by rewrite kronecker_vec /action /head mulmxA. Qed.

End Head.

(** Read, attend, write *)

Theorem read_attend_write (R : comRingType) K n m (A : 'M[R]_K) (WO : 'M[R]_(n, m))
    (WV : 'M[R]_(m, n)) :
  A ⊗ (WO *m WV) = (1%:M ⊗ WO) *m (A ⊗ 1%:M) *m (1%:M ⊗ WV).
Proof. by rewrite !kronecker_mul !mul1mx !mulmx1. Qed.

(* the matrix of rows (1, 0) and (0, 0) *)
Definition first_only : 'M[int]_2 := \matrix_(i, j) ((i == 0) && (j == 0))%:R.

Theorem printed_write_fails :
  (first_only ⊗ 1%:M) *m (1%:M ⊗ 1%:M) *m (1%:M ⊗ 1%:M) <> 1%:M ⊗ (first_only *m 1%:M).
Proof.
rewrite !kronecker_mul !mulmx1 => /matrixP /(_ (tagnat.Rank 0 1) (tagnat.Rank 0 1)).
by rewrite !kronecker_entry !mxE.
Qed.
