(* Mathematical Components 2 renamed what the proofs cite. Where it is installed, they are read with these. *)

From HB Require Import structures.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import sequences exp.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* A function that is linear, by the proof that it is. *)
Section Linear.
Variables (R : ringType) (U : lmodType R) (V : zmodType) (s : GRing.Scale.law R V) (f : U -> V).
Definition linear_function (_ : GRing.linear_for s f) := f.
HB.instance Definition _ (f_linear : GRing.linear_for s f) :=
  GRing.isLinear.Build R U V s (linear_function f_linear) f_linear.
Definition Linear (f_linear : GRing.linear_for s f) : {linear U -> V | s} := linear_function f_linear.
End Linear.
Arguments linear_function /.

Notation int_Ring := (int : ringType).
Notation matrix_zmodType R m n := ('M[R]_(m, n) : zmodType).
Notation eqr_muln2r := Num.Theory.eqrMn2r.
Notation expK := exp.expRK.
Notation gtr_addl := Num.Theory.gtrDl.
Notation gtr_addr := Num.Theory.gtrDr.
Notation lef_pinv := Num.Theory.lef_pV2.
Notation ler_add := Num.Theory.lerD.
Notation ler_add2l := Num.Theory.lerD2l.
Notation ler_add2r := Num.Theory.lerD2r.
Notation ler_addl := Num.Theory.lerDl.
Notation ler_addr := Num.Theory.lerDr.
Notation ler_opp2 := Num.Theory.lerN2.
Notation ler_oppl := Num.Theory.lerNl.
Notation ler_paddr := Num.Theory.ler_wpDr.
Notation ler_pdivl_mull := Num.Theory.ler_pdivlMl.
Notation ler_pdivl_mulr := Num.Theory.ler_pdivlMr.
Notation ler_pdivr_mulr := Num.Theory.ler_pdivrMr.
Notation ler_pemulr := Num.Theory.ler_peMr.
Notation ler_pexpn2r := Num.Theory.ler_pXn2r.
Notation ler_pimull := Num.Theory.ler_piMl.
Notation ler_pmul := Num.Theory.ler_pM.
Notation ler_pmul2l := Num.Theory.ler_pM2l.
Notation ler_pmul2r := Num.Theory.ler_pM2r.
Notation ler_pmuln2r := Num.Theory.ler_pMn2r.
Notation ler_subl_addl := Num.Theory.lerBlDl.
Notation ler_subl_addr := Num.Theory.lerBlDr.
Notation ler_subr_addl := Num.Theory.lerBrDl.
Notation ler_subr_addr := Num.Theory.lerBrDr.
Notation ler_wpmul2l := Num.Theory.ler_wpM2l.
Notation ler_wpmul2r := Num.Theory.ler_wpM2r.
Notation ltr_add2l := Num.Theory.ltrD2l.
Notation ltr_add2r := Num.Theory.ltrD2r.
Notation ltr_addl := Num.Theory.ltrDl.
Notation ltr_paddl := Num.Theory.ltr_wpDl.
Notation ltr_paddr := Num.Theory.ltr_wpDr.
Notation ltr_pdivr_mulr := Num.Theory.ltr_pdivrMr.
Notation ltr_pmul2l := Num.Theory.ltr_pM2l.
Notation ltr_pmul2r := Num.Theory.ltr_pM2r.
Notation ltr_spaddl := Num.Theory.ltr_pwDl.
Notation ltr_subl_addr := Num.Theory.ltrBlDr.
Notation rmorphX := GRing.rmorphXn.
