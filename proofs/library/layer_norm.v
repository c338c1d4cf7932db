(* Layer normalisation without gain and bias, of a vector of any length: a row, of which x 0 j is the entry x_j. *)

From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section LayerNorm.
Variables (R : rcfType) (n : nat).
Implicit Types x : 'rV[R]_n.

(* mu = (x_1 + ... + x_n) / n *)
Definition mean x : R := (\sum_j x 0 j) / n%:R.

(* sigma^2 = ((x_1 - mu)^2 + ... + (x_n - mu)^2) / n *)
Definition variance x : R := (\sum_j (x 0 j - mean x) ^+ 2) / n%:R.

(* (x - mu) / sqrt (sigma^2 + eps) *)
Definition layer_norm (eps : R) x : 'rV[R]_n :=
  \row_j ((x 0 j - mean x) / Num.sqrt (variance x + eps)).

End LayerNorm.
