(* When two position vectors are equal, for all real frequencies: see statement.md.

   The distance of w_k and w_l is a sum of terms 2 - 2 cos(omega_i (k - l)) >= 0. It is 0 only if every
   cosine is 1, and a cosine is 1 only at multiples of 2 pi. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import reals trigo.
From epreuve.library Require Import positions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Cosine.
Variable R : realType.
Implicit Types x : R.

Lemma cosD_turns_nat x (n : nat) : cos (x + pi *+ 2 *+ n) = cos x.
Proof. by elim: n => [|n IH]; rewrite ?mulr0n ?addr0 // mulrSr addrA cosD2pi. Qed.

Lemma cosD_turns x (z : int) : cos (x + pi *+ 2 *~ z) = cos x.
Proof.
case: z => n; first by rewrite -pmulrn cosD_turns_nat.
by rewrite NegzE mulrNz -pmulrn -[in RHS](subrK (pi *+ 2 *+ n.+1) x) cosD_turns_nat.
Qed.

(* cos x = 1 at the multiples of 2 pi and nowhere else *)
Theorem cos_eq1 x : cos x = 1 <-> exists z : int, x = pi *+ 2 *~ z.
Proof.
split=> [cosx|[z ->]]; last by rewrite -[X in cos X]add0r cosD_turns cos0.
have T_gt0 : 0 < pi *+ 2 :> R by rewrite pmulrn_lgt0 // pi_gt0.
have /RintP [z zE] := isint_Rfloor (x / (pi *+ 2)); exists z.
pose y := x - pi *+ 2 *~ z.
have xE : x = y + pi *+ 2 *~ z by rewrite subrK.
have cosy : cos y = 1 by rewrite -cosx xE cosD_turns.
have y_ge0 : 0 <= y.
  rewrite subr_ge0 -mulrzr mulrC -ler_pdivl_mulr // -zE; exact: Rfloor_le.
have y_lt : y < pi *+ 2.
  have := lt_succ_Rfloor (x / (pi *+ 2)); rewrite zE ltr_pdivr_mulr // mulrDl mul1r.
  by rewrite ltr_subl_addr addrC mulrzl.
have sin_half : sin (y / 2) = 0.
  apply/eqP; rewrite -sqrf_eq0 sin2cos2 subr_eq0 eq_sym; apply/eqP.
  have : cos (y / 2 *+ 2) = 1 by rewrite -mulr_natr divfK // pnatr_eq0.
  rewrite cos_mulr2n => /(canRL (subrK _)); rewrite -[1 + 1]/(1 *+ 2).
  by move=> /eqP; rewrite eqr_muln2r /= => /eqP.
rewrite xE; suff -> : y = 0 by rewrite add0r.
apply/eqP; rewrite eq_le y_ge0 andbT leNgt; apply/negP => y_gt0.
have : 0 < sin (y / 2).
  apply: sin_gt0_pi; apply/andP; split; first by rewrite divr_gt0 ?ltr0n.
  by rewrite ltr_pdivr_mulr ?ltr0n // mulr_natr.
by rewrite sin_half ltxx.
Qed.

End Cosine.

Section Positions.
Variables (R : realType) (m : nat).
Implicit Types (omega : 'I_m -> R) (k l : R).

Lemma cos_sin_eq (s t : R) : cos_sin s = cos_sin t <-> cos (s - t) = 1.
Proof.
split=> [eq_st|cos1].
  have := congr1 (fun v : 'cV[R]_2 => v 0 0) eq_st; have := congr1 (fun v : 'cV[R]_2 => v 1 0) eq_st.
  by rewrite !mxE /= => eq_sin eq_cos; rewrite cosB eq_sin eq_cos -!expr2 cos2Dsin2.
have /cos_eq1 [z stE] := cos1.
have sE : s = t + pi *+ 2 *~ z by rewrite -stE addrC subrK.
have sin_eq : sin s = sin t.
  have -> : s = t + (s - t) by rewrite addrC subrK.
  have sin0' : sin (s - t) = 0 by apply: cos1sin0; rewrite cos1 normr1.
  by rewrite sinD cos1 sin0' mulr0 mulr1 addr0.
by apply/colP => a; rewrite !mxE sin_eq sE cosD_turns.
Qed.

(* two vectors are equal if and only if every frequency makes whole turns between them *)
Theorem position_eq omega k l :
  position omega k = position omega l <-> forall i, exists z : int, omega i * (k - l) = pi *+ 2 *~ z.
Proof.
split=> [eq_w i|turns].
  apply/cos_eq1; rewrite mulrBr; apply/cos_sin_eq.
  by have := congr1 (@submxcol _ _ _ _ ^~ i) eq_w; rewrite !mxcolK.
apply/eq_mxcol => i; apply/cos_sin_eq; rewrite -mulrBr; exact/cos_eq1.
Qed.

(* omega is a rational multiple of pi: b omega = a pi with b <> 0 *)
Definition rational_of_pi (omega : R) := exists a b : int, b != 0 /\ omega *~ b = pi *~ a.

(* one frequency that is not tells all whole positions apart *)
Theorem position_injective omega i (k l : int) :
  ~ rational_of_pi (omega i) -> position omega k%:~R = position omega l%:~R -> k = l.
Proof.
move=> irrational /position_eq /(_ i) [z]; rewrite -mulrzBr mulrzr => eq_z.
apply/eqP/negPn/negP; rewrite -subr_eq0 => kl; apply: irrational.
by exists (2%:Z * z), (k - l); split; rewrite // eq_z mulrzA -pmulrn.
Qed.

(* and if all are rational multiples of pi, the positions repeat *)
Theorem position_not_injective omega (a b : 'I_m -> int) :
  (forall i, b i != 0) -> (forall i, omega i *~ b i = pi *~ a i) ->
  exists d : nat, (0 < d)%N /\ forall k, position omega (k + d%:R) = position omega k.
Proof.
move=> b_neq0 eq_pi; pose B := \prod_i b i.
have B_neq0 : B != 0 by apply/prodf_neq0 => i _; exact: b_neq0.
exists (absz (2%:Z * B * B)); split; first by rewrite absz_gt0 !mulf_neq0.
move=> k; apply/position_eq => i; rewrite addrAC subrr add0r.
exists (a i * \prod_(j | j != i) b j * B).
have -> : (absz (2%:Z * B * B))%:R = (2%:Z * B * B)%:~R :> R.
  by rewrite pmulrn gez0_abs // -mulrA mulr_ge0 // -expr2 sqr_ge0.
pose P := \prod_(j | j != i) b j; have BE : B = b i * P by rewrite /B (bigD1 i).
have -> : 2%:Z * B * B = b i * (P * (B * 2%:Z)).
  by rewrite -mulrA [LHS]mulrC {1}BE -!mulrA.
rewrite mulrzr mulrzA eq_pi -mulrzA -/P [pi *+ 2]pmulrn -mulrzA.
by congr (_ *~ _); rewrite [RHS]mulrC -!mulrA.
Qed.

End Positions.
