(* The position vectors of exo7 4.2 and the rotations of exo7 4.4, shared by the propositions on
   them. A vector of R^n, n = 2 m, is a column of m blocks of two entries (mathcomp's mxcol), a
   block diagonal matrix its mxdiag: n appears as \sum_(i < m) 2, which is 2 m. Frequencies omega_i,
   positions k and shifts l are arbitrary reals; the documents' integers are instances. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import reals trigo.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Positions.

Variables (R : realType) (m : nat).
Implicit Types (omega : 'I_m -> R) (k l t : R).

(* (cos t, sin t) *)
Definition cos_sin t : 'cV[R]_2 := \col_a (if a == 0 then cos t else sin t).

(* (sin t, cos t) *)
Definition sin_cos t : 'cV[R]_2 := \col_a (if a == 0 then sin t else cos t).

(* w_k = (cos omega_0 k, sin omega_0 k, ..., cos omega_{m-1} k, sin omega_{m-1} k) *)
Definition position omega k : 'cV[R]_(\sum_(i < m) 2) := \mxcol_(i < m) cos_sin (omega i * k).

(* the same with the sine first, as Vaswani et al. (2017) and the masterclass have it:
   (sin omega_0 k, cos omega_0 k, ..., sin omega_{m-1} k, cos omega_{m-1} k) *)
Definition position_sine_first omega k : 'cV[R]_(\sum_(i < m) 2) :=
  \mxcol_(i < m) sin_cos (omega i * k).

(* M(t) = | cos t  -sin t |, the rotation of the plane of angle t
          | sin t   cos t |                                                *)
Definition rotation t : 'M[R]_2 :=
  \matrix_(a, b) (if a == b then cos t else if a == 0 then - sin t else sin t).

(* R_l = diag(M(l omega_0), ..., M(l omega_{m-1})) *)
Definition shift omega l : 'M[R]_(\sum_(i < m) 2) := \mxdiag_(i < m) rotation (l * omega i).

End Positions.
