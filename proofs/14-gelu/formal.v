(** The two integral forms of GELU are one function: x Phi(x), with Phi the distribution function of
    the normal law, and x/2 (1 + erf(x / sqrt 2)). Integrals, erf and Phi are in library/normal.v.

    That GELU has one minimum is read off its second derivative, (2 - x^2) times the density: the
    slope falls up to -sqrt 2 and rises from there to sqrt 2. Up to -sqrt 2 it is negative: it falls
    there, and were it 0 somewhere, it would stay above a positive number towards -oo, but it is less
    than 1/x^2. From 0 on it is positive. In between it rises through 0 once. *)

Set Warnings "-ambiguous-paths". (* Coquelicot's own, on its coercion of R to Rbar *)
From Coq Require Import Reals Psatz.
From Coquelicot Require Import Coquelicot.
From Coq Require Import ssreflect.
From epreuve.library Require Import normal.

Open Scope R_scope.

(** * The document's definitions: density, Phi and erf are the library's *)

(* GELU(x) = x Phi(x) *)
Definition gelu (x : R) : R := x * Phi x.

(* the other form: x/2 (1 + erf(x / sqrt 2)) *)
Definition gelu_erf (x : R) : R := x / 2 * (1 + erf (x / sqrt 2)).

(* ReLU(x) = max(0, x) *)
Definition relu (x : R) : R := Rmax 0 x.

Theorem gaussian_integral :
  is_RInt_gen (fun t => exp (- t ^ 2)) (at_point 0) (Rbar_locally p_infty) (sqrt PI / 2).
Proof. exact: normal.gaussian_integral. Qed.

Theorem integrals_exist x :
  ex_RInt (fun t => exp (- t ^ 2)) 0 x /\
  ex_RInt_gen (fun t => exp (- t ^ 2 / 2)) (Rbar_locally m_infty) (at_point x).
Proof. exact: normal.integrals_exist. Qed.

Theorem Phi_is_half_one_plus_erf x : Phi x = (1 + erf (x / sqrt 2)) / 2.
Proof. exact: normal.Phi_is_half_one_plus_erf. Qed.

Theorem gelu_forms_agree x : gelu x = gelu_erf x.
Proof. by rewrite /gelu /gelu_erf Phi_is_half_one_plus_erf; field. Qed.

Theorem Phi_derivative x : is_derive Phi x (density x).
Proof. exact: normal.Phi_derivative. Qed.

Theorem Phi_limits : is_lim Phi m_infty 0 /\ is_lim Phi p_infty 1.
Proof. exact: normal.Phi_limits. Qed.

Theorem Phi_is_the_primitive_from_minus_infinity (F : R -> R) :
  (forall x, is_derive F x (density x)) -> is_lim F m_infty 0 -> forall x, F x = Phi x.
Proof. exact: normal.Phi_is_the_primitive_from_minus_infinity. Qed.

Theorem density_integral :
  is_RInt_gen density (Rbar_locally m_infty) (Rbar_locally p_infty) 1.
Proof. exact: normal.density_integral. Qed.

Theorem Phi_opp x : Phi (- x) = 1 - Phi x.
Proof. by rewrite !Phi_is_half_one_plus_erf /Rdiv Ropp_mult_distr_l_reverse erf_opp; field. Qed.

Theorem Phi_bounds x : 0 < Phi x < 1.
Proof. by have := erf_bounds (x / sqrt 2); rewrite Phi_is_half_one_plus_erf; lra. Qed.

Lemma density_pos x : 0 < density x.
Proof.
apply: Rmult_lt_0_compat (exp_pos _).
by apply/Rinv_0_lt_compat/sqrt_lt_R0; have := PI_RGT_0; lra.
Qed.

Theorem Phi_increasing x y : x < y -> Phi x < Phi y.
Proof.
move=> xy; apply: (incr_function Phi m_infty p_infty density) => // z _ _.
  exact: Phi_derivative.
exact: density_pos.
Qed.

Theorem Phi_tail x : 0 <= x -> Phi (- x) <= exp (- x ^ 2 / 2) / 2.
Proof.
move=> x_ge0; rewrite Phi_opp Phi_is_half_one_plus_erf -div_sqrt_2_sqr.
suff : 0 <= x / sqrt 2 by move/erf_ge; lra.
exact: Rdiv_le_0_compat sqrt_2_pos.
Qed.

(** * GELU *)

Theorem gelu_derivative x : is_derive gelu x (Phi x + x * density x).
Proof.
have dPhi := Phi_derivative x; rewrite /gelu.
auto_derive; first by eexists; exact: dPhi.
by rewrite (is_derive_unique _ _ _ dPhi); ring.
Qed.

Theorem gelu_zero x : gelu x = 0 <-> x = 0.
Proof. by have := Phi_bounds x; rewrite /gelu; split=> [/Rmult_integral|->]; lra. Qed.

Theorem gelu_negative x : x < 0 -> gelu x < 0.
Proof. by have := Phi_bounds x; rewrite /gelu; nra. Qed.

(* The difference quotient is 1 to the right of 0 and 0 to its left. *)
Theorem relu_not_differentiable_at_0 : ~ ex_derive relu 0.
Proof.
move=> [l /is_derive_Reals /(_ (1 / 2) ltac:(lra)) [d near]]; have d_pos := cond_pos d.
have right : Rabs ((relu (0 + d / 2) - relu 0) / (d / 2) - l) < 1 / 2.
  by apply: near; [lra | rewrite Rabs_pos_eq; lra].
have left : Rabs ((relu (0 + - (d / 2)) - relu 0) / - (d / 2) - l) < 1 / 2.
  by apply: near; [lra | rewrite Rabs_left; lra].
have relu_pos : relu (0 + d / 2) = d / 2 by rewrite /relu Rmax_right; lra.
have relu_neg : relu (0 + - (d / 2)) = 0 by rewrite /relu Rmax_left; lra.
have relu_0 : relu 0 = 0 by rewrite /relu Rmax_left; lra.
move: right left; rewrite relu_pos relu_neg relu_0.
have -> : (d / 2 - 0) / (d / 2) = 1 by field; lra.
have -> : (0 - 0) / - (d / 2) = 0 by field; lra.
by move=> /Rabs_lt_between right /Rabs_lt_between left; lra.
Qed.

(* On both sides of 0, GELU is below ReLU by |x| Phi(-|x|). *)
Lemma gelu_minus_relu x : gelu x - relu x = - (Rabs x * Phi (- Rabs x)).
Proof.
rewrite /gelu /relu; case: (Rle_lt_dec 0 x) => sign.
  by rewrite Rmax_right // Rabs_pos_eq // Phi_opp; ring.
by rewrite Rmax_left ?Rabs_left ?Ropp_involutive; [ring | | lra].
Qed.

Theorem gelu_near_relu x : Rabs (gelu x - relu x) <= Rabs x / 2 * exp (- x ^ 2 / 2).
Proof.
have abs_ge0 := Rabs_pos x; have [Phi_pos _] := Phi_bounds (- Rabs x).
rewrite gelu_minus_relu Rabs_Ropp Rabs_pos_eq; last exact/Rmult_le_pos/Rlt_le.
have := Rmult_le_compat_l _ _ _ abs_ge0 (Phi_tail _ abs_ge0).
by rewrite pow2_abs; lra.
Qed.

Lemma half_bell_le x : exp (- x ^ 2 / 2) * x ^ 2 <= 2.
Proof.
have pos := exp_pos (- x ^ 2 / 2).
have inverse : exp (- x ^ 2 / 2) * exp (x ^ 2 / 2) = 1.
  by rewrite -exp_plus -exp_0; congr exp; field.
by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ pos) (exp_ineq1_le (x ^ 2 / 2)); lra.
Qed.

(* With p = Phi(-1) and x = 1 + 1/p, GELU falls from -x to -1: -GELU(-x) <= 1/x < p = -GELU(-1). *)
Theorem gelu_not_monotone :
  (exists x y, x < y /\ gelu x < gelu y) /\ (exists x y, x < y /\ gelu y < gelu x).
Proof.
split; first by exists 0, 1; have := Phi_bounds 1; rewrite /gelu; lra.
have [p_pos _] := Phi_bounds (- 1); have inv_pos := Rinv_0_lt_compat _ p_pos.
exists (- (1 + / Phi (- 1))), (- 1); split; first lra.
have : Phi (- 1) * (1 + / Phi (- 1)) = Phi (- 1) + 1 by field; lra.
have : 0 < 1 + / Phi (- 1) by lra.
rewrite /gelu; move: (Phi (- 1)) (1 + / Phi (- 1)) p_pos => p x p_pos x_pos px.
suff : x * Phi (- x) < p by lra.
apply: (Rmult_lt_reg_r x) => //.
have := Rmult_le_compat_r (x ^ 2) _ _ (pow2_ge_0 x) (Phi_tail x (Rlt_le _ _ x_pos)).
by have := half_bell_le x; lra.
Qed.

(** * Its one minimum *)

(* GELU'(x) = Phi(x) + x density(x) *)
Definition slope (x : R) : R := Phi x + x * density x.

(* density' = - x density *)
Lemma density_derive x : is_derive density x (- x * density x).
Proof.
rewrite /density; auto_derive => //.
have -> : - (x * (x * 1)) * / 2 = - x ^ 2 / 2 by field.
by field; apply/Rgt_not_eq/sqrt_lt_R0; have := PI_RGT_0; lra.
Qed.

Theorem gelu_second_derivative x : is_derive slope x ((2 - x ^ 2) * density x).
Proof.
have dPhi := Phi_derivative x; have dd := density_derive x; rewrite /slope.
auto_derive; first by split; [eexists; exact: dPhi | split=> //; eexists; exact: dd].
by rewrite (is_derive_unique _ _ _ dPhi) (is_derive_unique _ _ _ dd); ring.
Qed.


(* The mean value theorem, as it is used here: a function with a positive derivative rises. *)
Lemma rises (f df : R -> R) x y :
  (forall z, is_derive f z (df z)) -> (forall z, x < z < y -> 0 < df z) -> x < y -> f x < f y.
Proof.
move=> derives positive xy.
have derives_std z (_ : x <= z <= y) := proj1 (is_derive_Reals _ _ _) (derives z).
have [z [growth z_in]] := MVT_cor2 f df x y xy derives_std.
have := Rmult_lt_0_compat _ _ (positive z z_in) (Rlt_Rminus _ _ xy).
by rewrite -growth; lra.
Qed.

Lemma falls (f df : R -> R) x y :
  (forall z, is_derive f z (df z)) -> (forall z, x < z < y -> df z < 0) -> x < y -> f y < f x.
Proof.
move=> derives negative xy.
suff : - f x < - f y by lra.
apply: (rises (fun z => - f z) (fun z => - df z)) xy => z; first exact: is_derive_opp.
by move/negative; lra.
Qed.

(* The slope falls up to -sqrt 2 and rises from there to sqrt 2. *)
Lemma slope_falls x y : x < y -> y <= - sqrt 2 -> slope y < slope x.
Proof.
move=> xy y_le; have two := sqrt_sqrt 2 ltac:(lra); have root := sqrt_2_pos.
apply: falls gelu_second_derivative _ xy => z z_in.
suff : (z ^ 2 - 2) * density z > 0 by lra.
by apply: Rmult_lt_0_compat (density_pos z); nra.
Qed.

Lemma slope_rises x y : - sqrt 2 <= x -> x < y -> y <= sqrt 2 -> slope x < slope y.
Proof.
move=> le_x xy y_le; have two := sqrt_sqrt 2 ltac:(lra); have root := sqrt_2_pos.
apply: rises gelu_second_derivative _ xy => z z_in.
by apply: Rmult_lt_0_compat (density_pos z); nra.
Qed.

(* For x < 0 the slope is less than Phi(x) <= 1 / x^2: it cannot stay above a positive number. *)
Lemma slope_below x : x < 0 -> slope x * x ^ 2 < 1.
Proof.
move=> x_lt0; have d_pos := density_pos x.
have tail := Phi_tail (- x) ltac:(lra); rewrite Ropp_involutive in tail.
have bell := half_bell_le (- x); have sqr : 0 < x ^ 2 by nra.
have -> : x ^ 2 = (- x) ^ 2 by ring.
have bound : Phi x * (- x) ^ 2 <= 1.
  apply: Rle_trans (Rmult_le_compat_r ((- x) ^ 2) _ _ (pow2_ge_0 _) tail) _; lra.
have : x * density x < 0 by nra.
by rewrite /slope; nra.
Qed.

Lemma slope_negative x : x <= - sqrt 2 -> slope x < 0.
Proof.
move=> x_le; apply: Rnot_le_lt => slope_ge0; have root := sqrt_2_pos.
have s_pos : 0 < slope (x - 1) by have := slope_falls (x - 1) x ltac:(lra) x_le; lra.
have inv_pos := Rinv_0_lt_compat _ s_pos.
pose y := x - 2 - / slope (x - 1).
have above : slope (x - 1) < slope y by apply: slope_falls; rewrite /y; lra.
have below := slope_below y ltac:(rewrite /y; lra).
have y_lt : y < - 1 - / slope (x - 1) by rewrite /y; lra.
have inverse : slope (x - 1) * / slope (x - 1) = 1 by apply: Rinv_r; lra.
have : / slope (x - 1) < y ^ 2 by nra.
by nra.
Qed.

Lemma slope_0 : 0 < slope 0.
Proof. by have [pos _] := Phi_bounds 0; rewrite /slope; lra. Qed.

(* GELU falls up to m and rises from there. *)
Definition turns_at (m : R) : Prop :=
  (forall x y, x < y <= m -> gelu y < gelu x) /\ (forall x y, m <= x < y -> gelu x < gelu y).

Theorem gelu_one_minimum : exists m,
  - sqrt 2 < m < 0 /\ turns_at m /\
  forall x, (slope x < 0 <-> x < m) /\ (slope x = 0 <-> x = m) /\ (0 < slope x <-> m < x).
Proof.
have root := sqrt_2_pos.
have left := slope_negative (- sqrt 2) (Rle_refl _); have right := slope_0.
have continuous_slope : Ranalysis1.continuity slope.
  move=> x; apply/continuity_pt_filterlim/ex_derive_continuous.
  by eexists; exact: gelu_second_derivative.
have [m [m_in m_zero]] : {m | Rmin (- sqrt 2) 0 <= m <= Rmax (- sqrt 2) 0 /\ slope m = 0}.
  by apply: IVT_gen => //; rewrite Rmin_left ?Rmax_right; lra.
rewrite Rmin_left ?Rmax_right in m_in; try lra.
have m_left : m <> - sqrt 2 by move=> m_eq; rewrite m_eq in m_zero; lra.
have m_right : m <> 0 by move=> m_eq; rewrite m_eq in m_zero; lra.
have negative x : x < m -> slope x < 0.
  move=> x_lt; case: (Rle_lt_dec x (- sqrt 2)) => [|x_gt]; first exact: slope_negative.
  by rewrite -m_zero; apply: slope_rises; lra.
have positive x : m < x -> 0 < slope x.
  move=> x_gt; case: (Rlt_le_dec 0 x) => [x_pos | x_le].
    have [Phi_pos _] := Phi_bounds x; have := Rmult_lt_0_compat _ _ x_pos (density_pos x).
    by rewrite /slope; lra.
  by rewrite -m_zero; apply: slope_rises; lra.
exists m; split; first lra.
split; last first.
  move=> x; case: (Rtotal_order x m) => [x_lt|[->|x_gt]].
  - by have := negative x x_lt; lra.
  - by lra.
  - by have := positive x x_gt; lra.
split=> x y xy.
  by apply: falls gelu_derivative _ _ => [z z_in|]; [apply: negative; lra | lra].
by apply: rises gelu_derivative _ _ => [z z_in|]; [apply: positive; lra | lra].
Qed.

(* ReLU is farthest from GELU at m and -m. *)
Theorem gelu_farthest_from_relu m x : m < 0 -> turns_at m ->
  Rabs (gelu x - relu x) <= - gelu m /\ (Rabs (gelu x - relu x) = - gelu m <-> x = m \/ x = - m).
Proof.
move=> m_lt0 [fall rise].
have least y : y <> m -> gelu m < gelu y.
  by move=> y_neq; case: (Rtotal_order y m) => [y_lt|[//|y_gt]]; [apply: fall | apply: rise]; lra.
have -> : Rabs (gelu x - relu x) = - gelu (- Rabs x).
  rewrite gelu_minus_relu Rabs_Ropp Rabs_pos_eq.
    by rewrite /gelu; ring.
  by apply: Rmult_le_pos (Rabs_pos x) _; have := Phi_bounds (- Rabs x); lra.
have place : - Rabs x = m <-> x = m \/ x = - m.
  by rewrite /Rabs; case: Rcase_abs => sign; lra.
split; last split.
- by case: (Req_dec (- Rabs x) m) => [->|/least]; lra.
- by move=> eq; apply/place; case: (Req_dec (- Rabs x) m) => // /least; lra.
- by move/place => ->.
Qed.
