(* The exponential function lies above its tangent at 0, on all of the real line. (mathcomp-analysis has it for
   x >= 0; on the left of 0 the mean value theorem gives exp 0 - exp x = exp c (0 - x) with c < 0.) *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra classical_sets boolp.
From mathcomp Require Import reals topology normedtype derive sequences exp realfun.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory numFieldNormedType.Exports.
Local Open Scope ring_scope.

Lemma tangent_expR (R : realType) (x : R) : 1 + x <= expR x.
Proof.
have [x_ge0|x_lt0] := leP 0 x; first exact: expR_ge1Dx.
have [|c] := @MVT R expR expR x 0 x_lt0 (fun y _ => is_derive_expR y).
  by apply/continuous_subspaceT => y; exact: continuous_expR.
rewrite in_itv /= => /andP[_ c_lt0]; rewrite expR0 sub0r => /eqP; rewrite subr_eq => /eqP one.
rewrite {1}one addrAC -[X in _ <= X]add0r ler_add2r.
by rewrite -[X in _ + X]opprK subr_le0 ler_pimull ?oppr_ge0 ?ltW // -expR0 ltr_expR.
Qed.
