(* The projection in the derivative of layer norm, for all n >= 1. See statement.md.

   1 and x are orthogonal, so the two rank-1 matrices that are taken from I are projections onto
   orthogonal lines: each is its own square, and their products are 0. *)

From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Projection.
Variables (R : numFieldType) (n' : nat).
Local Notation n := n'.+1.
Variable x : 'cV[R]_n.
Hypothesis centred : \sum_i x i 0 = 0.

Definition squares : R := \sum_i x i 0 ^+ 2.
Hypothesis not_zero : squares != 0.

Definition ones : 'cV[R]_n := const_mx 1.

(* I - 1 1^T / n - x x^T / q *)
Definition projection : 'M[R]_n :=
  1%:M - n%:R^-1 *: (ones *m ones^T) - squares^-1 *: (x *m x^T).

Lemma size_neq0 : n%:R != 0 :> R.
Proof. by rewrite pnatr_eq0. Qed.

Lemma ones_ones : ones^T *m ones = n%:R%:M :> 'M[R]_1.
Proof.
apply/matrixP => i j; rewrite !mxE !ord1 eqxx mulr1n.
under eq_bigr do rewrite !mxE mulr1.
by rewrite sumr_const card_ord.
Qed.

Lemma x_x : x^T *m x = squares%:M.
Proof.
apply/matrixP => i j; rewrite !mxE !ord1 eqxx mulr1n.
by apply: eq_bigr => k _; rewrite !mxE expr2.
Qed.

Lemma ones_x : ones^T *m x = 0.
Proof.
apply/matrixP => i j; rewrite !mxE !ord1 -[RHS]centred.
by apply: eq_bigr => k _; rewrite !mxE mul1r.
Qed.

Lemma x_ones : x^T *m ones = 0.
Proof. by rewrite -[LHS]trmxK trmx_mul trmxK ones_x trmx0. Qed.

Theorem projection_symmetric : projection^T = projection.
Proof. by rewrite /projection !linearB !linearZ /= !trmx_mul !trmxK trmx1. Qed.

Theorem projection_forgets_mean : projection *m ones = 0.
Proof.
rewrite /projection !mulmxBl mul1mx -!scalemxAl -!mulmxA ones_ones x_ones mulmx0 scaler0 subr0.
by rewrite mul_mx_scalar scalerA mulVf ?size_neq0 // scale1r subrr.
Qed.

Theorem projection_forgets_length : projection *m x = 0.
Proof.
rewrite /projection !mulmxBl mul1mx -!scalemxAl -!mulmxA ones_x x_x mulmx0 scaler0 subr0.
by rewrite mul_mx_scalar scalerA mulVf // scale1r subrr.
Qed.

Theorem projection_keeps (v : 'cV[R]_n) : ones^T *m v = 0 -> x^T *m v = 0 -> projection *m v = v.
Proof.
move=> no_mean no_x.
by rewrite /projection !mulmxBl mul1mx -!scalemxAl -!mulmxA no_mean no_x !mulmx0 !scaler0 !subr0.
Qed.

Theorem projection_idempotent : projection *m projection = projection.
Proof.
rewrite {2}/projection !mulmxBr mulmx1 -!scalemxAr !mulmxA.
by rewrite projection_forgets_mean projection_forgets_length !mul0mx !scaler0 !subr0.
Qed.

Theorem projection_trace : \tr projection = n%:R - 2%:R.
Proof.
rewrite /projection !linearB !linearZ /= mxtrace1 !(mxtrace_mulC _ _^T) ones_ones x_x !mxtrace_scalar.
by rewrite !mulr1n !mulVf ?size_neq0 // -addrA -opprD.
Qed.

End Projection.
