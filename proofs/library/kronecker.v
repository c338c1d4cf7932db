(* The tensor product of exo7 5.1 to 5.3: how A ⊗ B acts on a matrix, the block matrix A ⊗ B,
   and vec, which stacks the columns of a matrix. Rows and columns of blocks are counted by
   mathcomp's \mxblock and \mxcol, so a matrix of p x p blocks of n rows has `\sum_(i < p) n`
   rows, a number equal to p n by kronecker_size. *)
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variable R : comRingType.

(* (A ⊗ B) M = B M A^T                                                              exo7 5.1 *)
Definition action p' p n' n (A : 'M[R]_(p', p)) (B : 'M[R]_(n', n)) (M : 'M[R]_(n, p)) :=
  B *m M *m A^T.

(* the matrix whose block (i, j) is a_ij B                                          exo7 5.3 *)
Definition kronecker p' p n' n (A : 'M[R]_(p', p)) (B : 'M[R]_(n', n)) :=
  \mxblock_(i < p', j < p) (A i j *: B).

(* the columns C_1, ..., C_p of M, one on top of the other                          exo7 5.3 *)
Definition vec n p (M : 'M[R]_(n, p)) := \mxcol_(j < p) col j M.

End Definitions.

Notation "A ⊗ B" := (kronecker A B) (at level 40, left associativity) : ring_scope.

Lemma kronecker_size p n : (\sum_(i < p) n = p * n)%N.
Proof. by rewrite sum_nat_const card_ord. Qed.

(* row k of block i is row i m + k of the whole *)
Lemma index_value q m (k : 'I_(\sum_(i < q) m)) :
  k = (tagnat.sig1 k * m + tagnat.sig2 k)%N :> nat.
Proof.
rewrite {1}(tagnat.rect k) -(big_ord_widen q (fun=> m)) ?kronecker_size //.
exact/ltnW/ltn_ord.
Qed.

Section Products.
Variable R : comRingType.

(* Rank i k: row k of block i *)
Lemma kronecker_entry p' p n' n (A : 'M[R]_(p', p)) (B : 'M[R]_(n', n)) i j k l :
  (A ⊗ B) (tagnat.Rank i k) (tagnat.Rank j l) = A i j * B k l.
Proof.
have /matrixP/(_ k l) := mxblockK (fun i j => A i j *: B) i j.
by rewrite mxE [in RHS]mxE.
Qed.

(* block (i, k):  sum_j (a_ij B) (a'_jk B') = (A A')_ik B B' *)
Lemma kronecker_mul p q r n m l (A : 'M[R]_(p, q)) (A' : 'M[R]_(q, r))
    (B : 'M[R]_(n, m)) (B' : 'M[R]_(m, l)) :
  (A ⊗ B) *m (A' ⊗ B') = (A *m A') ⊗ (B *m B').
Proof.
rewrite mul_mxblock; apply: eq_mxblock => i k.
rewrite mxE scaler_suml; apply: eq_bigr => j _.
by rewrite -scalemxAl -scalemxAr scalerA.
Qed.

Lemma col_mul m q l (X : 'M[R]_(m, q)) (Y : 'M[R]_(q, l)) j : col j (X *m Y) = X *m col j Y.
Proof. by rewrite !colE mulmxA. Qed.

(* column i of B M A^T *)
Lemma col_action p' p n' n (A : 'M[R]_(p', p)) (B : 'M[R]_(n', n)) (M : 'M[R]_(n, p)) i :
  col i (action A B M) = \sum_j A i j *: (B *m col j M).
Proof.
apply/matrixP=> k l; rewrite summxE !mxE; apply: eq_bigr => j _.
by rewrite mulrC -col_mul !mxE.
Qed.

(* the block matrix does to the stacked columns what the action does to the matrix *)
Lemma kronecker_vec p' p n' n (A : 'M[R]_(p', p)) (B : 'M[R]_(n', n)) (M : 'M[R]_(n, p)) :
  (A ⊗ B) *m vec M = vec (action A B M).
Proof.
rewrite mul_mxblock_mxrow; apply: eq_mxcol => i.
by rewrite col_action; apply: eq_bigr => j _; rewrite -scalemxAl.
Qed.

Lemma action_comp p q r n m l (A : 'M[R]_(p, q)) (A' : 'M[R]_(q, r))
    (B : 'M[R]_(n, m)) (B' : 'M[R]_(m, l)) (M : 'M[R]_(l, r)) :
  action A B (action A' B' M) = action (A *m A') (B *m B') M.
Proof. by rewrite /action trmx_mul !mulmxA. Qed.

End Products.
