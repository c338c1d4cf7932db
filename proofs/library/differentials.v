(* Differentials of functions of a vector: of an entry, of its exponential, of a sum. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp Require Import reals topology normedtype sequences derive exp.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

Section Differentials.
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

(* the derivative along e_j of a function with the differential v |-> sum_i g_i v_i is g_j *)
Lemma is_derive_along x (f : 'rV[R]_n.+1 -> R^o) (g : 'I_n.+1 -> R) j :
  is_diff x f (fun v => \sum_i g i * v 0 i) -> is_derive x (delta_mx 0 j) f (g j).
Proof.
move=> [df fE]; apply: DeriveDef; first exact: diff_derivable.
have delta k : (delta_mx 0 j : 'rV[R]_n.+1) 0 k = (k == j)%:R by rewrite mxE.
rewrite deriveE // fE (bigD1 j) //= delta eqxx mulr1 big1 ?addr0 // => k /negPf kj.
by rewrite delta kj mulr0.
Qed.

End Differentials.
