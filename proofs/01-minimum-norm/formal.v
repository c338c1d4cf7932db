(* Exo7 2.2, Proposition 1, over any real closed field. The whole proof is one orthogonality:
   x_min = A^T u is a combination of the rows of A, and a z with A z = 0 is orthogonal to all of
   them. So x_min and another solution x differ by something orthogonal to x_min, and Pythagoras
   gives |x|^2 = |x_min|^2 + |x - x_min|^2. The same orthogonality makes A A^T invertible: if
   u A A^T = 0 then |u A|^2 = 0, hence u A = 0, and the rows of A are independent. *)
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section MinimumNorm.
Variable R : rcfType.

(* <x, z> = sum_i x_i z_i *)
Definition inner N (x z : 'cV[R]_N) := \sum_i x i 0 * z i 0.

(* |x| = sqrt (sum_i x_i^2) *)
Definition norm N (x : 'cV[R]_N) := Num.sqrt (\sum_i x i 0 ^+ 2).

Variables n N : nat.
Variable A : 'M[R]_(n, N).

(* B = A^T (A A^T)^-1 *)
Definition pseudo_inverse := A^T *m invmx (A *m A^T).

(** The Euclidean norm *)

Lemma norm_sqr m (x : 'cV[R]_m) : norm x ^+ 2 = inner x x.
Proof.
rewrite sqr_sqrtr; first by apply: eq_bigr => i _; rewrite expr2.
by apply: sumr_ge0 => i _; apply: sqr_ge0.
Qed.

Lemma norm_eq0 m (x : 'cV[R]_m) : norm x = 0 -> x = 0.
Proof.
move/eqP; rewrite sqrtr_eq0 => sum_le0.
have sum0: \sum_i x i 0 ^+ 2 = 0.
  by apply/eqP; rewrite eq_le sum_le0 sumr_ge0 // => i _; apply: sqr_ge0.
apply/colP=> i; rewrite mxE; apply/eqP; rewrite -sqrf_eq0; apply/eqP.
by apply: (psumr_eq0P _ sum0) => // j _; apply: sqr_ge0.
Qed.

Lemma innerE m (x z : 'cV[R]_m) : inner x z = (x^T *m z) 0 0.
Proof. by rewrite mxE; apply: eq_bigr => i _; rewrite mxE. Qed.

(* if x and z are orthogonal, |x + z|^2 = |x|^2 + |z|^2 *)
Lemma norm_add m (x z : 'cV[R]_m) :
  inner x z = 0 -> norm (x + z) ^+ 2 = norm x ^+ 2 + norm z ^+ 2.
Proof.
have -> : norm (x + z) ^+ 2 = norm x ^+ 2 + norm z ^+ 2 + inner x z *+ 2.
  rewrite !norm_sqr /inner -sumrMnl -!big_split; apply: eq_bigr => i _.
  by rewrite mxE -!expr2 sqrrD addrAC.
by move=> ->; rewrite mul0rn addr0.
Qed.

(** A A^T is invertible exactly if the rank of A is n *)

Theorem gram_invertible : (A *m A^T \in unitmx) = (\rank A == n).
Proof.
rewrite -/(row_free A); apply/idP/idP=> [|freeA].
  rewrite -row_full_unit => /eqP rank_gram; rewrite /row_free eqn_leq rank_leq_row.
  by apply: leq_trans (mxrankM_maxl A A^T); rewrite rank_gram.
rewrite -row_free_unit -kermx_eq0; apply/rowV0P=> u /sub_kermxP uAAt0.
(* |A^T u^T|^2 = u A A^T u^T = 0 *)
apply: (row_free_inj freeA); rewrite mul0mx; apply: (can_inj trmxK).
rewrite trmx0; apply: norm_eq0; apply/eqP; rewrite -sqrf_eq0 norm_sqr innerE.
by rewrite trmxK trmx_mul mulmxA -[u *m A *m _]mulmxA uAAt0 mul0mx mxE.
Qed.

(** Proposition 1 *)

Hypothesis rankA : \rank A = n.
Variable y : 'cV[R]_n.
Let x_min := pseudo_inverse *m y.

Theorem solves : A *m x_min = y.
Proof.
by rewrite /x_min /pseudo_inverse !mulmxA mulmxV ?mul1mx // gram_invertible rankA.
Qed.

Theorem orthogonal_to_kernel z : A *m z = 0 -> inner x_min z = 0.
Proof.
move=> Az0; rewrite innerE /x_min /pseudo_inverse !trmx_mul trmxK.
by rewrite -!mulmxA Az0 !mulmx0 mxE.
Qed.

Theorem pythagoras x : A *m x = y -> norm x ^+ 2 = norm x_min ^+ 2 + norm (x - x_min) ^+ 2.
Proof.
move=> Ax_y; rewrite -{1}[x](subrK x_min) addrC norm_add // orthogonal_to_kernel //.
by rewrite mulmxBr Ax_y solves subrr.
Qed.

Theorem least_norm x : A *m x = y -> norm x_min <= norm x.
Proof.
move=> /pythagoras norm_x; rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?sqrtr_ge0 //.
by rewrite norm_x ler_addl sqr_ge0.
Qed.

Theorem only_one x : A *m x = y -> norm x = norm x_min -> x = x_min.
Proof.
move=> /pythagoras norm_x eq_norm; apply/subr0_eq/norm_eq0/eqP.
by rewrite -sqrf_eq0; apply/eqP/(addrI (norm x_min ^+ 2)); rewrite -norm_x addr0 eq_norm.
Qed.

(** All solutions: x_min plus the kernel of A, a space of dimension N - n *)

Theorem solutions x : A *m x = y <-> exists z, A *m z = 0 /\ x = x_min + z.
Proof.
split=> [Ax_y | [z [Az0 ->]]]; last by rewrite mulmxDr solves Az0 addr0.
by exists (x - x_min); rewrite mulmxBr Ax_y solves subrr addrC subrK.
Qed.

(* mathcomp's kernels are of row vectors: z^T A^T = 0 *)
Theorem kernel_dimension : \rank (kermx A^T) = (N - n)%N.
Proof. by rewrite mxrank_ker mxrank_tr rankA. Qed.

End MinimumNorm.
