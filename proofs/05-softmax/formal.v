(* Softmax turns n >= 1 real numbers into n probabilities: see statement.md.

   Positivity, the sum, the shift and the order follow from the formula. For the derivative we
   write softmax as the quotient of two differentiable functions of the whole vector, so that the
   library's rules give its total derivative, and from it the partial derivatives and the Jacobian
   matrix. The bound 1/4 is s (1 - s) <= 1/4 and, off the diagonal, s_j <= 1 - s_i. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.classical Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp.analysis Require Import reals topology normedtype sequences derive exp.
From epreuve.library Require Import softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

Section Values.
Variables (R : realType) (n : nat).
Implicit Types x y : 'rV[R]_n.+1.

Theorem softmax_positive x i : 0 < softmax x 0 i.
Proof. exact: softmax_gt0. Qed.

Theorem softmax_sum_to_1 x : \sum_i softmax x 0 i = 1.
Proof. exact: sum_softmax. Qed.

Theorem softmax_le1 x i : softmax x 0 i <= 1.
Proof.
rewrite -(sum_softmax x) (bigD1 i) //= ler_addl.
by apply: sumr_ge0 => j _; rewrite ltW ?softmax_gt0.
Qed.

Theorem softmax_shift x c : softmax (x + const_mx c) = softmax x.
Proof.
have expRc i : expR ((x + const_mx c) 0 i) = expR (x 0 i) * expR c by rewrite !mxE expRD.
apply/rowP => i; rewrite [LHS]mxE [RHS]mxE expRc; under eq_bigr do rewrite expRc.
by rewrite -mulr_suml -mulf_div divff ?mulr1 // gt_eqF ?expR_gt0.
Qed.

(* the shifts are all that softmax forgets *)
Theorem softmax_eqP x y : softmax x = softmax y <-> exists c, y = x + const_mx c.
Proof.
split=> [/rowP eq_xy | [c ->]]; last by rewrite softmax_shift.
exists (ln ((\sum_j expR (y 0 j)) / (\sum_j expR (x 0 j)))).
apply/rowP => i; rewrite !mxE; apply: expR_inj.
rewrite expRD lnK ?posrE ?divr_gt0 ?sum_expR_gt0 // mulrCA.
have := eq_xy i; rewrite !mxE => ->.
by rewrite mulrCA divff ?mulr1 ?sum_expR_neq0.
Qed.

Theorem softmax_order x i j : (softmax x 0 i <= softmax x 0 j) = (x 0 i <= x 0 j).
Proof. by rewrite !mxE ler_pmul2r ?ler_expR // invr_gt0 sum_expR_gt0. Qed.

Theorem softmax_rows_sum_to_1 m (S : 'M[R]_(m, n.+1)) i : \sum_j softmax_rows S i j = 1.
Proof. by under eq_bigr do rewrite mxE; exact: sum_softmax. Qed.

End Values.

(* with two entries or more no entry is 1 *)
Theorem softmax_lt1 (R : realType) n (x : 'rV[R]_n.+2) i : softmax x 0 i < 1.
Proof.
rewrite -(sum_softmax x) (bigD1 i) //= ltr_addl.
rewrite (bigD1 (lift i 0)) ?[_ == i]eq_sym ?neq_lift //= ltr_paddr ?softmax_gt0 //.
by apply: sumr_ge0 => j _; rewrite ltW ?softmax_gt0.
Qed.

Section Derivative.
Variables (R : realType) (n : nat).
Implicit Types x v : 'rV[R]_n.+1.

(* y |-> y_i is linear, hence its own differential *)
Lemma is_diff_coord x i :
  is_diff x (fun y : 'rV[R]_n.+1 => y 0 i : R) (fun v => v 0 i : R).
Proof.
have linear_coord : linear (fun v : 'rV[R]_n.+1 => v 0 i : R^o).
  by move=> a u v; rewrite !mxE.
apply: DiffDef; first exact: differentiable_coord.
rewrite -[LHS]/('d (Linear linear_coord) x : _ -> _) diff_lin //.
exact: coord_continuous.
Qed.

(* the chain rule: exp has the differential h |-> h exp(a) at a *)
Lemma is_diff_expR x i :
  is_diff x (fun y : 'rV[R]_n.+1 => expR (y 0 i)) (fun v => expR (x 0 i) * v 0 i).
Proof.
have dexp a : is_diff (a : R^o) (@expR R : R^o -> R^o) ( *:%R ^~ (expR a)).
  apply: DiffDef; first exact/derivable1_diffP.
  by rewrite deriv1E // derive1E derive_val.
have dcoord := is_diff_coord x i.
apply: is_diff_eq (is_diff_comp dcoord (dexp _)) _.
by apply/funext => v /=; rewrite mulrC.
Qed.

Lemma is_diff_sum x (f df : 'I_n.+1 -> 'rV[R]_n.+1 -> R^o) :
  (forall i, is_diff x (f i) (df i)) ->
  is_diff x (fun y => \sum_i f i y) (fun v => \sum_i df i v).
Proof.
move=> dfi.
have -> : (fun y => \sum_i f i y) = \sum_i f i by apply/funext => y; rewrite fct_sumE.
have -> : (fun y => \sum_i df i y) = \sum_i df i by apply/funext => y; rewrite fct_sumE.
by elim/big_ind2 : _ => *; [exact: is_diff_cst | exact: is_diffD |].
Qed.

(* the total derivative of softmax_i = e_i / S: d(e_i / S) = d e_i / S - e_i dS / S^2 *)
Theorem softmax_is_diff x i :
  is_diff x (fun y : 'rV[R]_n.+1 => softmax y 0 i)
    (fun v => softmax x 0 i * (v 0 i - \sum_j softmax x 0 j * v 0 j)).
Proof.
set S := fun y : 'rV[R]_n.+1 => \sum_j expR (y 0 j).
have dS : is_diff x S (fun v => \sum_j expR (x 0 j) * v 0 j).
  by apply: is_diff_sum => j; exact: is_diff_expR.
have dV : is_diff x (fun y => (S y)^-1 : R^o) (- (S x) ^- 2 \*: 'd S x).
  by apply: DiffDef; [apply: differentiableV | apply: diffV] => //; exact: sum_expR_neq0.
have -> : (fun y : 'rV[R]_n.+1 => softmax y 0 i) = (fun y => expR (y 0 i) * (S y)^-1).
  by apply/funext => y; rewrite mxE.
apply: is_diff_eq (is_diffM (is_diff_expR x i) dV) _; apply/funext => v.
have -> : \sum_j softmax x 0 j * v 0 j = (S x)^-1 * \sum_j expR (x 0 j) * v 0 j.
  by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mxE mulrA (mulrC _^-1).
rewrite diff_val mxE -[LHS]/(expR (x 0 i) * (- (S x ^+ 2)^-1 * _) + (S x)^-1 * _).
by rewrite mulrBr addrC mulNr mulrN mulrA (mulrC _^-1) expr2 invfM !mulrA.
Qed.

(* the derivative along e_j: put v = e_j in the total derivative *)
Theorem softmax_partial x i j :
  is_derive x (delta_mx 0 j) (fun y : 'rV[R]_n.+1 => softmax y 0 i)
    (softmax x 0 i * ((i == j)%:R - softmax x 0 j)).
Proof.
have [dsoftmax softmaxE] := softmax_is_diff x i.
apply: DeriveDef; first exact: diff_derivable.
have delta k : (delta_mx 0 j : 'rV[R]_n.+1) 0 k = (k == j)%:R by rewrite mxE.
rewrite deriveE // softmaxE delta (bigD1 j) //= delta eqxx mulr1 big1 ?addr0 // => k /negPf kj.
by rewrite delta kj mulr0.
Qed.

(* softmax is the sum of the vectors softmax(x)_i e_i, each of which is differentiable *)
Theorem softmax_differentiable x : differentiable (softmax : 'rV[R]_n.+1 -> 'rV[R]_n.+1) x.
Proof.
have -> : softmax = \sum_i (fun y : 'rV[R]_n.+1 => softmax y 0 i *: delta_mx 0 i).
  by apply/funext => y; rewrite fct_sumE {1}[softmax y]row_sum_delta.
by apply: differentiable_sum => i; apply: differentiableZl; case: (softmax_is_diff x i).
Qed.

(* row j, column i of the library's Jacobian matrix is the derivative of softmax_i along e_j *)
Lemma Jacobian_entry x i j :
  'J softmax x j i = softmax x 0 i * ((i == j)%:R - softmax x 0 j).
Proof.
have [_ <-] := softmax_partial x i j; have [dsoftmax_i _] := softmax_is_diff x i.
have dsoftmax := softmax_differentiable x; have [dcoord coordE] := is_diff_coord (softmax x) i.
by rewrite /jacobian mxE deriveE // (diff_comp dsoftmax dcoord) /= coordE.
Qed.

(* diag(sigma) - sigma sigma^T, symmetric, so that rows and columns may be exchanged *)
Theorem softmax_Jacobian x :
  'J softmax x = diag_mx (softmax x) - (softmax x)^T *m softmax x.
Proof.
apply/matrixP => j i; rewrite Jacobian_entry; move: (softmax x) => s.
rewrite !mxE big_ord1 mxE mulrBr mulr_natr eq_sym [in RHS]mulrC.
by case: eqP => // ->.
Qed.

Lemma quarter_bound (s : R) : s * (1 - s) <= 4^-1.
Proof.
rewrite -[4^-1]mul1r ler_pdivl_mulr ?ltr0n // (mulr_natr _ 4).
by have [] := leif_AGM2_scaled s (1 - s); rewrite [s + _]addrC subrK expr1n.
Qed.

(* s_i (1 - s_i) on the diagonal; s_i s_j <= s_i (1 - s_i) off it *)
Theorem Jacobian_bound x i j : `|'J softmax x i j| <= 4^-1.
Proof.
have s_ge0 k : 0 <= softmax x 0 k by rewrite ltW ?softmax_gt0.
rewrite Jacobian_entry normrM ger0_norm //; apply: le_trans (quarter_bound (softmax x 0 j)).
apply: ler_wpmul2l => //; have [<- | ji] := eqVneq j i.
  by rewrite ger0_norm // subr_ge0 softmax_le1.
rewrite sub0r normrN ger0_norm // ler_subr_addr addrC -(sum_softmax x) (bigD1 j) //=.
by rewrite ler_add2l (bigD1 i) 1?eq_sym //= ler_addl sumr_ge0.
Qed.

End Derivative.

(* the bound is attained *)
Theorem Jacobian_bound_attained (R : realType) (i j : 'I_2) :
  'J softmax (0 : 'rV[R]_2) i j = if i == j then 4^-1 else - 4^-1.
Proof.
have half k : softmax (0 : 'rV[R]_2) 0 k = 2^-1.
  by rewrite mxE big_ord_recl big_ord1 !mxE expR0 mul1r.
have quarter : 2^-1 * 2^-1 = 4^-1 :> R by rewrite -invfM -natrM.
rewrite Jacobian_entry !half eq_sym; case: eqP => _; last by rewrite sub0r mulrN quarter.
by rewrite [X in X - _](splitr 1) mul1r addrK quarter.
Qed.
