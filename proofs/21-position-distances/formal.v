(* When two position vectors are equal, for all real frequencies: see statement.md.

   The distance of w_k and w_l is a sum of terms 2 - 2 cos(omega_i (k - l)) >= 0. It is 0 only if every
   cosine is 1, and a cosine is 1 only at multiples of 2 pi.

   That pi is irrational: Niven's proof, with the mean value theorem in place of his integral. Were pi = a / b, then
   f(x) = x^n (a - b x)^n would be its own mirror image on [0, pi], with all derivatives at both ends whole multiples of n!.
   With F = f - f'' + f'''' - ..., f sin is the derivative of F' sin - F cos, so that F(0) + F(pi) is pi times a
   value of f sin in between: positive, at most a (a^2)^n, and a multiple of n!. For large n there is none. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp Require Import reals topology normedtype derive trigo.
From epreuve.library Require Import positions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
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

(** pi is irrational *)

(* n! outgrows the powers of a number: beyond 2 K each factor of it is at least 2 K *)
Lemma power_lt_fact K : exists n, (K ^ n.+1 < n`!)%N.
Proof.
have [->|K_gt0] := posnP K; first by exists 0%N.
have bound j : (K ^ (K.*2 + j) * 2 ^ j <= (K.*2 + j)`! * K ^ K.*2)%N.
  elim: j => [|j IH]; first by rewrite addn0 muln1 leq_pmull // fact_gt0.
  rewrite addnS factS !expnS mulnACA -[leqRHS]mulnA muln2.
  by rewrite leq_mul // ltnW // ltnS leq_addr.
exists (K.*2 + K ^ K.*2.+1)%N; set j := (K ^ K.*2.+1)%N.
have big : (j < 2 ^ j)%N by exact: ltn_expl.
have pow_gt0 m : (0 < K ^ m)%N by rewrite expn_gt0 K_gt0.
rewrite -(ltn_pmul2r (pow_gt0 K.*2)); apply: leq_trans (bound j).
by rewrite -expnD addSnnS expnD ltn_pmul2l.
Qed.

Section Niven.
Variable R : realType.
Implicit Types (x c : R) (p : {poly R}).

Lemma is_derive_horner p x : is_derive x 1 (fun x : R => p.[x] : R) p^`().[x].
Proof.
elim/poly_ind: p => [|p k IH].
  have -> : (fun x : R => (0 : {poly R}).[x]) = cst 0 by apply/funext => y; rewrite horner0.
  by rewrite deriv0 horner0; exact: is_derive_cst.
have -> : (fun x : R => (p * 'X + k%:P).[x]) = (fun x : R => p.[x]) * id + cst k.
  by apply/funext => y; rewrite hornerMXaddC.
apply: is_derive_eq; rewrite addr0 derivD derivM derivX derivC mulr1 addr0 hornerD hornerMX.
by rewrite -[p.[x] *: _]/(p.[x] * 1) -[_ *: p^`().[x]]/(x * _) mulr1 [x * _]mulrC addrC.
Qed.

(* F = p - p'' + p'''' - ..., so that F + F'' = p *)
Definition alternating p : {poly R} := \sum_(i < size p) (-1) ^+ i *: p^`(i.*2).

Lemma alternatingE p : alternating p + (alternating p)^`()^`() = p.
Proof.
pose f i := (-1) ^+ i *: p^`(i.*2) : {poly R}.
have -> : (alternating p)^`()^`() = - \sum_(i < size p) f i.+1.
  rewrite -sumrN !raddf_sum; apply: eq_bigr => i _.
  by rewrite /f doubleS !derivnS exprS mulN1r scaleNr opprK /= !derivZ.
rewrite -sumrB -(big_mkord xpredT (fun i => f i - f i.+1)).
under eq_bigr do rewrite -opprB.
rewrite sumrN telescope_sumr // opprB /f derivn0 expr0 scale1r derivn_poly0 ?scaler0 ?subr0 //.
by rewrite -addnn leq_addr.
Qed.

(* p sin is the derivative of F' sin - F cos, and has the integral F(0) + F(pi) from 0 to pi *)
Lemma mean_value p : exists2 x : R, 0 < x < pi &
  (alternating p).[0] + (alternating p).[pi] = p.[x] * sin x * pi.
Proof.
set F := alternating p; pose H (x : R) : R := F^`().[x] * sin x - F.[x] * cos x.
have dH (x : R) : is_derive x 1 H (p.[x] * sin x).
  have dF := is_derive_horner F x; have dF' := is_derive_horner F^`() x.
  apply: is_derive_eq.
  have -> : p.[x] = F.[x] + F^`()^`().[x] by rewrite -hornerD alternatingE.
  move: (F^`()^`().[x]) (F^`().[x]) (F.[x]) => F2 F1 F0.
  rewrite -![_ *: _]/(_ * _) mulrN opprD opprK mulrDl.
  by rewrite [F1 * _]mulrC [sin x * F2]mulrC addrC -addrA addKr.
have [|x x_in growth] := MVT (f := H) (@pi_gt0 R) (fun x _ => dH x).
  apply/continuous_subspaceT => x.
  by apply: differentiable_continuous; apply/derivable1_diffP; case: (dH x).
exists x; first by move: x_in; rewrite in_itv.
move: growth; rewrite subr0 => <-.
by rewrite /H sinpi cospi sin0 cos0 !mulr0 !sub0r mulrN1 mulr1 !opprK addrC.
Qed.

Section Fraction.
Variables a b : nat. (* of pi = a / b *)

(* X^n (a - b X)^n *)
Definition bump n : {poly R} := 'X^n * (a%:R%:P - b%:R *: 'X) ^+ n.

(* each derivative at 0 is a whole multiple of n! *)
Lemma bump_derivative n i : exists z : int, (bump n)^`(i).[0] = z%:~R * n`!%:R.
Proof.
rewrite horner_coef0 coef_derivn addn0 ffactnn coefXnM.
case: ltnP => [_|n_le]; first by exists 0; rewrite mul0rn mul0r.
have -> : (a%:R%:P - b%:R *: 'X) ^+ n = map_poly intr ((a%:R%:P - b%:R *: 'X : {poly int}) ^+ n) :> {poly R}.
  by rewrite rmorphX rmorphB /= map_polyC map_polyZ map_polyX /= !mulrz_nat.
rewrite coef_map /=; set z := _`_ _; exists (z * (i ^_ (i - n))%:R).
by rewrite -(ffact_fact (leq_subr n i)) subKn // -mulr_natr natrM rmorphM rmorph_nat mulrA.
Qed.

Lemma alternating_bump n : exists z : int, (alternating (bump n)).[0] = z%:~R * n`!%:R.
Proof.
rewrite horner_sum; elim/big_ind: _ => [|x y [u ->] [v ->]|i _].
- by exists 0; rewrite mul0r.
- by exists (u + v); rewrite rmorphD mulrDl.
have [z zE] := bump_derivative n i.*2; exists ((-1) ^+ i * z).
by rewrite hornerZ zE rmorphM rmorphX rmorphN rmorph1 mulrA.
Qed.

(* were pi = a / b, the bump would be its own mirror image on [0, pi], and so would F *)
Lemma alternating_bump_pi n : (pi : R) * b%:R = a%:R ->
  (alternating (bump n)).[pi] = (alternating (bump n)).[0].
Proof.
move=> piE; pose mirror : {poly R} := pi%:P - 'X.
have b_pi : b%:R *: pi%:P = a%:R%:P :> {poly R} by rewrite -mul_polyC -polyCM mulrC piE.
have d_mirror : mirror^`() = -1 by rewrite derivB derivC derivX sub0r.
have mirrored : bump n \Po mirror = bump n.
  rewrite /bump rmorphM !rmorphX /= comp_polyX comp_polyB comp_polyC comp_polyZ comp_polyX.
  have -> : a%:R%:P - b%:R *: mirror = b%:R *: 'X by rewrite scalerBr b_pi subKr.
  have -> : a%:R%:P - b%:R *: 'X = b%:R *: mirror by rewrite scalerBr b_pi.
  by rewrite -!exprMn -!scalerAr mulrC.
have even i : (bump n)^`(i.*2) \Po mirror = (bump n)^`(i.*2).
  elim: i => [//|i IH]; rewrite doubleS !derivnS -[in RHS]IH.
  by rewrite deriv_comp d_mirror mulrN1 derivN deriv_comp d_mirror mulrN1 opprK.
rewrite !horner_sum; apply: eq_bigr => i _; rewrite !hornerZ; congr (_ * _).
by rewrite -[in LHS](even i) horner_comp hornerD hornerN hornerC hornerX subrr.
Qed.

Lemma pi_not_fraction : (0 < b)%N -> (pi : R) * b%:R <> a%:R.
Proof.
move=> b_gt0 piE; have pi_gt0 := @pi_gt0 R.
have pi_le : pi <= a%:R :> R by rewrite -piE ler_pemulr ?(ltW pi_gt0) // ler1n.
have [n big] := power_lt_fact (a * a).
have [x /andP[x_gt0 x_lt]] := mean_value (bump n).
have [z zE] := alternating_bump n.
rewrite (alternating_bump_pi n piE) zE -mulr2n; pose y := x * (a%:R - b%:R * x).
have -> : (bump n).[x] = y ^+ n.
  by rewrite /bump hornerM hornerXn horner_exp hornerD hornerN hornerC hornerZ hornerX -exprMn.
have bx_lt : b%:R * x < a%:R by rewrite -piE mulrC ltr_pmul2r ?ltr0n.
have y_gt0 : 0 < y by rewrite mulr_gt0 // subr_gt0.
have y_le : y <= a%:R * a%:R.
  rewrite ler_pmul ?subr_ge0 ?(ltW bx_lt) ?(ltW x_gt0) //; first exact: le_trans (ltW x_lt) pi_le.
  by rewrite ler_subl_addr ler_addl mulr_ge0 ?ler0n ?(ltW x_gt0).
have power_le m : y ^+ m <= (a%:R * a%:R) ^+ m.
  by elim: m => [//|m IH]; rewrite !exprS ler_pmul ?exprn_ge0 ?(ltW y_gt0).
have sin_gt0 : 0 < sin x by rewrite sin_gt0_pi // x_gt0.
move=> value.
have z_gt0 : 0 < z.
  rewrite -(ltr0z R) -(pmulr_lgt0 _ (_ : 0 < n`!%:R :> R)) ?ltr0n ?fact_gt0 //.
  by rewrite -(pmulrn_lgt0 _ (ltn0Sn 1)) value !mulr_gt0 ?exprn_gt0.
have : n`!%:R <= (((a * a) ^ n * a)%N)%:R :> R.
  apply: (@le_trans _ _ (z%:~R * n`!%:R *+ 2)).
    rewrite mulr2n -[leLHS]addr0 ler_add ?mulr_ge0 ?ler0n ?ler0z ?(ltW z_gt0) //.
    by rewrite mulrC ler_pemulr ?ler0n // ler1z -gtz0_ge1.
  rewrite value natrM natrX natrM ler_pmul ?mulr_ge0 ?exprn_ge0 ?(ltW y_gt0) ?(ltW sin_gt0) ?(ltW pi_gt0) //.
  by rewrite -[leRHS]mulr1 ler_pmul ?exprn_ge0 ?(ltW y_gt0) ?(ltW sin_gt0) ?sin_le1.
rewrite ler_nat leqNgt => /negP; apply; apply: leq_ltn_trans big.
by rewrite expnSr leq_mul2l; case: (a) => [|m]; rewrite ?orbT // leq_pmulr ?orbT.
Qed.

End Fraction.

(* pi is no fraction m / d *)
Theorem pi_irrational (m d : int) : d != 0 -> (pi : R) *~ d != m%:~R.
Proof.
move=> d_neq0; apply/eqP => piE; apply: (@pi_not_fraction (absz m) (absz d)).
  by rewrite absz_gt0.
have := congr1 Num.norm piE; rewrite -[pi *~ d]mulrzr normrM ger0_norm ?pi_ge0 // -!intr_norm -!abszE.
by rewrite -!pmulrn.
Qed.
End Niven.

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

(* a frequency that is a fraction c / d other than 0 is no rational multiple of pi *)
Theorem rational_position_injective omega i (c d k l : int) : c != 0 -> omega i *~ d = c%:~R ->
  position omega k%:~R = position omega l%:~R -> k = l.
Proof.
move=> c_neq0 omegaE; apply: (@position_injective omega i) => -[a [b [b_neq0 omega_pi]]].
have pi_ad : (pi : R) *~ (a * d) = (c * b)%:~R.
  by rewrite mulrzA -omega_pi mulrzAC omegaE -mulrzA.
have cb_neq0 : (c * b)%:~R != 0 :> R by rewrite intr_eq0 mulf_neq0.
have [ad0|ad_neq0] := eqVneq (a * d) 0; first by move: cb_neq0; rewrite -pi_ad ad0 mulr0z eqxx.
by have := pi_irrational R (c * b) ad_neq0; rewrite pi_ad eqxx.
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
