(** The two integral forms of GELU are one function: x Phi(x), with Phi the distribution function of
    the normal law, and x/2 (1 + erf(x / sqrt 2)). The heart is the Gaussian integral, which
    Coquelicot lacks: int_0^oo e^(-t^2) dt = sqrt(pi)/2.

    Its proof differentiates under the integral sign: the square of area(x) = int_0^x e^(-t^2) dt
    and tail(x) = int_0^1 e^(-x^2 (1 + t^2)) / (1 + t^2) dt have opposite derivatives. So their sum
    is constant; at x = 0 it is atan 1 = pi/4, and for large x the tail vanishes. All else about Phi
    and GELU follows from what this says of erf: 1 - e^(-x^2) <= erf(x)^2 < 1.

    That GELU has one minimum is read off its second derivative, (2 - x^2) times the density: the
    slope falls up to -sqrt 2 and rises from there to sqrt 2. Up to -sqrt 2 it is negative: it falls
    there, and were it 0 somewhere, it would stay above a positive number towards -oo, but it is less
    than 1/x^2. From 0 on it is positive. In between it rises through 0 once. *)

Set Warnings "-ambiguous-paths". (* Coquelicot's own, on its coercion of R to Rbar *)
From Coq Require Import Reals Psatz.
From Coquelicot Require Import Coquelicot.
From Coq Require Import ssreflect.

Open Scope R_scope.

(** * The document's definitions *)

(* f(x) = 1/sqrt(2 pi) e^(-x^2/2) *)
Definition density (x : R) : R := / sqrt (2 * PI) * exp (- x ^ 2 / 2).

(* Phi(x) = 1/sqrt(2 pi) int_{-oo}^x e^(-t^2/2) dt *)
Definition Phi (x : R) : R :=
  / sqrt (2 * PI) * RInt_gen (fun t => exp (- t ^ 2 / 2)) (Rbar_locally m_infty) (at_point x).

(* erf(x) = 2/sqrt(pi) int_0^x e^(-t^2) dt *)
Definition erf (x : R) : R := 2 / sqrt PI * RInt (fun t => exp (- t ^ 2)) 0 x.

(* GELU(x) = x Phi(x) *)
Definition gelu (x : R) : R := x * Phi x.

(* the other form: x/2 (1 + erf(x / sqrt 2)) *)
Definition gelu_erf (x : R) : R := x / 2 * (1 + erf (x / sqrt 2)).

(* ReLU(x) = max(0, x) *)
Definition relu (x : R) : R := Rmax 0 x.

(** * The Gaussian integral *)

Definition area (x : R) : R := RInt (fun t => exp (- t ^ 2)) 0 x.
Definition tail (x : R) : R := RInt (fun t => exp (- x ^ 2 * (1 + t ^ 2)) / (1 + t ^ 2)) 0 1.

(* The integrands are differentiable, hence continuous, hence integrable. *)
Lemma continuous_bell x : continuous (fun t => exp (- t ^ 2)) x.
Proof. by apply: ex_derive_continuous; auto_derive. Qed.

Lemma ex_RInt_bell a b : ex_RInt (fun t => exp (- t ^ 2)) a b.
Proof. by apply: ex_RInt_continuous => t _; apply: continuous_bell. Qed.

Lemma continuous_tail x t : continuous (fun t => exp (- x ^ 2 * (1 + t ^ 2)) / (1 + t ^ 2)) t.
Proof. by apply: ex_derive_continuous; auto_derive; nra. Qed.

Lemma ex_RInt_tail x : ex_RInt (fun t => exp (- x ^ 2 * (1 + t ^ 2)) / (1 + t ^ 2)) 0 1.
Proof. by apply: ex_RInt_continuous => t _; apply: continuous_tail. Qed.

Lemma area_derive x : is_derive area x (exp (- x ^ 2)).
Proof.
apply: (is_derive_RInt (fun t => exp (- t ^ 2)) area 0); last exact: continuous_bell.
by apply: filter_forall => y; apply: RInt_correct; apply: ex_RInt_bell.
Qed.

(* The derivative in x of the tail's integrand: its denominator cancels. *)
Lemma slice_derive t x :
  is_derive (fun x => exp (- x ^ 2 * (1 + t ^ 2)) / (1 + t ^ 2)) x
            (- 2 * x * exp (- x ^ 2 * (1 + t ^ 2))).
Proof. by auto_derive=> //=; field; nra. Qed.

Lemma slice_derive_continuous x t :
  continuity_2d_pt (fun x t => - 2 * x * exp (- x ^ 2 * (1 + t ^ 2))) x t.
Proof.
apply: continuity_2d_pt_mult.
  exact: continuity_2d_pt_mult (continuity_2d_pt_const _ _ _) (continuity_2d_pt_id1 _ _).
apply: continuity_1d_2d_pt_comp; first exact/derivable_continuous_pt/derivable_pt_exp.
apply: continuity_2d_pt_mult.
  apply: (continuity_1d_2d_pt_comp (fun x => - x ^ 2)); last exact: continuity_2d_pt_id1.
  by apply/continuity_pt_filterlim/ex_derive_continuous; auto_derive.
apply: (continuity_1d_2d_pt_comp (fun t => 1 + t ^ 2)); last exact: continuity_2d_pt_id2.
by apply/continuity_pt_filterlim/ex_derive_continuous; auto_derive.
Qed.

(* Minus the derivative of area(x)^2: what remains under the integral is e^(-x^2) times
   x e^(-(x t)^2), and the change of variables u = x t gives area(x). *)
Lemma tail_derive x : is_derive tail x (- 2 * exp (- x ^ 2) * area x).
Proof.
have slice t u := is_derive_unique _ _ _ (slice_derive t u).
have -> : - 2 * exp (- x ^ 2) * area x
    = RInt (fun t => Derive (fun x => exp (- x ^ 2 * (1 + t ^ 2)) / (1 + t ^ 2)) x) 0 1.
  rewrite (RInt_ext _ (fun t => scal (- 2 * exp (- x ^ 2)) (scal x (exp (- (x * t + 0) ^ 2))))).
    have scaled : ex_RInt (fun t => exp (- t ^ 2)) (x * 0 + 0) (x * 1 + 0) by exact: ex_RInt_bell.
    rewrite RInt_scal; last exact: ex_RInt_comp_lin scaled.
    by rewrite (RInt_comp_lin _ _ _ _ _ scaled) Rmult_0_r Rmult_1_r !Rplus_0_r.
  move=> t _; rewrite slice.
  have -> : - x ^ 2 * (1 + t ^ 2) = - x ^ 2 + - (x * t + 0) ^ 2 by ring.
  by rewrite exp_plus /scal /= /mult /=; ring.
apply: is_derive_RInt_param.
- by apply: filter_forall => u t _; eexists; apply: slice_derive.
- move=> t _; apply: continuity_2d_pt_ext (slice_derive_continuous x t) => u v.
  by rewrite slice.
- by apply: filter_forall => u; apply: ex_RInt_tail.
Qed.

Lemma tail_0 : tail 0 = PI / 4.
Proof.
have -> : PI / 4 = minus (atan 1) (atan 0) by rewrite atan_1 atan_0 /minus /plus /opp /=; ring.
apply: is_RInt_unique; apply: is_RInt_derive => t _; last exact: continuous_tail.
have -> : exp (- 0 ^ 2 * (1 + t ^ 2)) / (1 + t ^ 2) = / (1 + t ^ 2).
  have -> : - 0 ^ 2 * (1 + t ^ 2) = 0 by ring.
  by rewrite exp_0; field; nra.
by rewrite -Rsqr_pow2; apply: is_derive_atan.
Qed.

(* The sum has derivative 0 everywhere, so it is what it is at 0. *)
Lemma area_sqr_plus_tail x : area x ^ 2 + tail x = PI / 4.
Proof.
have -> : PI / 4 = area 0 ^ 2 + tail 0 by rewrite tail_0 /area RInt_point /zero /=; ring.
have flat y : is_derive (fun y => area y ^ 2 + tail y) y zero.
  have dA := area_derive y; have dT := tail_derive y.
  auto_derive; first by split; [eexists; exact: dA | split=> //; eexists; exact: dT].
  by rewrite (is_derive_unique _ _ _ dA) (is_derive_unique _ _ _ dT) /zero /=; ring.
have same a b : a < b -> area a ^ 2 + tail a = area b ^ 2 + tail b.
  by apply: (eq_is_derive (fun y => area y ^ 2 + tail y)) => y _; apply: flat.
by case: (Rtotal_order 0 x) => [/same|[<-|/same]].
Qed.

(* The tail's integrand at x is at most e^(-x^2) times the one at 0. *)
Lemma tail_bounds x : 0 < tail x <= PI / 4 * exp (- x ^ 2).
Proof.
split.
  apply: RInt_gt_0 => [|t _|t _]; [lra | | exact: continuous_tail].
  by apply: Rdiv_lt_0_compat; [exact: exp_pos | nra].
have integrable := ex_RInt_tail 0.
rewrite -tail_0 Rmult_comm -[_ * _](RInt_scal _ _ _ _ integrable).
apply: RInt_le => [| || t _]; [lra | exact: ex_RInt_tail | exact: ex_RInt_scal integrable |].
have -> : - x ^ 2 * (1 + t ^ 2) = - x ^ 2 + - (x * t) ^ 2 by ring.
have -> : - 0 ^ 2 * (1 + t ^ 2) = 0 by ring.
rewrite exp_plus exp_0 /scal /= /mult /= /Rdiv Rmult_assoc.
apply: Rmult_le_compat_l; first exact/Rlt_le/exp_pos.
apply: Rmult_le_compat_r; first by apply/Rlt_le/Rinv_0_lt_compat; nra.
by apply: Rnot_lt_le; rewrite -{1}exp_0 => /exp_lt_inv; nra.
Qed.

(** * What it says of erf *)

Lemma sqrt_2_pos : 0 < sqrt 2.
Proof. by apply: sqrt_lt_R0; lra. Qed.

Lemma sqrt_PI_pos : 0 < sqrt PI.
Proof. exact/sqrt_lt_R0/PI_RGT_0. Qed.

(* erf(x)^2 = 1 - 4/pi tail(x) *)
Lemma erf_sqr_bounds x : 1 - exp (- x ^ 2) <= erf x ^ 2 < 1.
Proof.
have pi := PI_RGT_0; have root := sqrt_PI_pos.
have -> : erf x ^ 2 = 1 - 4 / PI * tail x.
  have -> : tail x = PI / 4 - area x ^ 2 by rewrite -(area_sqr_plus_tail x); ring.
  rewrite /erf -/(area x) -{2 3}(sqrt_sqrt PI); last lra.
  by field; lra.
have -> : exp (- x ^ 2) = 4 / PI * (PI / 4 * exp (- x ^ 2)) by field; lra.
have factor_pos : 0 < 4 / PI by apply: Rdiv_lt_0_compat; lra.
have [pos le] := tail_bounds x; have := Rmult_lt_0_compat _ _ factor_pos pos.
by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ factor_pos) le; lra.
Qed.

Lemma erf_bounds x : -1 < erf x < 1.
Proof. by have := erf_sqr_bounds x; nra. Qed.

Lemma erf_ge x : 0 <= x -> 1 - exp (- x ^ 2) <= erf x.
Proof.
move=> x_ge0; have [le lt] := erf_sqr_bounds x; have pos := exp_pos (- x ^ 2).
suff : 0 <= erf x by nra.
apply: Rmult_le_pos; first by apply/Rlt_le/Rdiv_lt_0_compat; [lra | exact: sqrt_PI_pos].
by apply: RInt_ge_0 => // [|t _]; [exact: ex_RInt_bell | exact/Rlt_le/exp_pos].
Qed.

(* The change of variables u = -t. *)
Lemma erf_opp x : erf (- x) = - erf x.
Proof.
have flipped : ex_RInt (fun t => exp (- t ^ 2)) (- 1 * 0 + 0) (- 1 * x + 0) by exact: ex_RInt_bell.
have -> : erf (- x) = 2 / sqrt PI * RInt (fun t => exp (- t ^ 2)) (- 1 * 0 + 0) (- 1 * x + 0).
  by rewrite /erf; congr (_ * RInt _ _ _); ring.
rewrite -(RInt_comp_lin _ _ _ _ _ flipped) RInt_scal.
  rewrite (RInt_ext _ (fun t => exp (- t ^ 2))) => [|t _]; last by congr exp; ring.
  by rewrite /erf /scal /= /mult /=; ring.
by apply: ex_RInt_ext (ex_RInt_bell 0 x) => t _; congr exp; ring.
Qed.

Lemma erf_derive x : is_derive erf x (2 / sqrt PI * exp (- x ^ 2)).
Proof. exact: is_derive_scal (area_derive x). Qed.

(* For x > 1, erf(x) lies between 1 - e^(-x) and 1. *)
Lemma erf_lim_right : is_lim erf p_infty 1.
Proof.
apply: (is_lim_le_le_loc (fun x => 1 - exp (- x)) (fun _ => 1)); last exact: is_lim_const.
  exists 1 => x x_gt1; split; last by have := erf_bounds x; lra.
  apply: Rle_trans (erf_ge x _); last lra.
  by have := exp_increasing (- x ^ 2) (- x); nra.
have -> : Finite 1 = Finite (1 - 0) by congr Finite; ring.
apply: is_lim_minus'; first exact: is_lim_const.
apply: is_lim_comp is_lim_exp_m _ _; last by exists 0.
exact: (is_lim_opp _ p_infty p_infty (is_lim_id _)).
Qed.

Lemma erf_lim_left : is_lim erf m_infty (- 1).
Proof.
apply: (is_lim_ext (fun x => - erf (- x))) => [x|]; first by rewrite erf_opp; ring.
apply: (is_lim_opp _ _ 1); apply: is_lim_comp erf_lim_right _ _; last by exists 0.
exact: (is_lim_opp _ m_infty m_infty (is_lim_id _)).
Qed.

(** * Improper integrals *)

(* The fundamental theorem of calculus between limits: A and B are filters, such as "towards -oo"
   (Rbar_locally m_infty) or "at x" (at_point x). *)
Lemma improper_integral (f F : R -> R) (A B : (R -> Prop) -> Prop) {FA : Filter A} {FB : Filter B}
    (a b : R) :
  (forall x, is_derive F x (f x)) -> (forall x, continuous f x) ->
  filterlim F A (locally a) -> filterlim F B (locally b) -> is_RInt_gen f A B (b - a).
Proof.
move=> dF cf lim_a lim_b.
have F' x : Derive F x = f x by exact/is_derive_unique/dF.
apply: (is_RInt_gen_ext (Derive F)); first by apply: filter_forall => _ x _; apply: F'.
apply: is_RInt_gen_Derive lim_a lim_b; apply: filter_forall => _ x _; first by exists (f x).
by apply: continuous_ext (cf x) => y; rewrite F'.
Qed.

Lemma at_point_lim (F : R -> R) (x : R_UniformSpace) :
  filterlim F (at_point x) (locally (F x)).
Proof. by move=> P; apply: locally_singleton. Qed.

(* int_0^oo e^(-t^2) dt = sqrt(pi)/2 *)
Theorem gaussian_integral :
  is_RInt_gen (fun t => exp (- t ^ 2)) (at_point 0) (Rbar_locally p_infty) (sqrt PI / 2).
Proof.
have -> : sqrt PI / 2 = sqrt PI / 2 - area 0 by rewrite /area RInt_point /zero /=; ring.
apply: improper_integral area_derive continuous_bell _ _; first exact: at_point_lim.
apply: (filterlim_ext (fun x => sqrt PI / 2 * erf x)).
  by move=> x; rewrite /erf -/(area x); field; have := sqrt_PI_pos; lra.
by have := is_lim_scal_l _ (sqrt PI / 2) _ _ erf_lim_right; rewrite /= Rmult_1_r.
Qed.

(** * Phi *)

(* The primitive of the density that erf gives: it will be Phi. *)
Definition Phi_erf (x : R) : R := (1 + erf (x / sqrt 2)) / 2.

Lemma sqrt_2PI : sqrt (2 * PI) = sqrt 2 * sqrt PI.
Proof. by apply: sqrt_mult; have := PI_RGT_0; lra. Qed.

Lemma div_sqrt_2_sqr x : - (x / sqrt 2) ^ 2 = - x ^ 2 / 2.
Proof.
have two := sqrt_sqrt 2 ltac:(lra).
by rewrite -{2}two; field; have := sqrt_2_pos; lra.
Qed.

Lemma Phi_erf_derive x : is_derive Phi_erf x (density x).
Proof.
have dE := erf_derive (x / sqrt 2); rewrite /Phi_erf.
auto_derive; first by eexists; exact: dE.
rewrite (is_derive_unique _ _ _ dE) div_sqrt_2_sqr /density sqrt_2PI.
by field; have := sqrt_2_pos; have := sqrt_PI_pos; lra.
Qed.

Lemma Phi_erf_lim (s : Rbar) (l : R) :
  is_Rbar_mult s (/ sqrt 2) s -> Rbar_locally' s (fun x => Finite (x / sqrt 2) <> s) ->
  is_lim erf s l -> is_lim Phi_erf s ((1 + l) / 2).
Proof.
move=> /is_Rbar_mult_unique scaled infinite lim.
apply: (is_lim_scal_r _ (/ 2) _ (1 + l)); apply: is_lim_plus' (is_lim_const _ _) _.
apply: is_lim_comp lim _ infinite.
by rewrite -{2}scaled; apply/is_lim_scal_r/is_lim_id.
Qed.

Lemma Phi_erf_lim_left : is_lim Phi_erf m_infty 0.
Proof.
have -> : 0 = (1 + - 1) / 2 by field.
apply: Phi_erf_lim erf_lim_left; last by exists 0.
exact/is_Rbar_mult_m_infty_pos/Rinv_0_lt_compat/sqrt_2_pos.
Qed.

Lemma Phi_erf_lim_right : is_lim Phi_erf p_infty 1.
Proof.
have -> : Finite 1 = (1 + 1) / 2 by congr Finite; field.
apply: Phi_erf_lim erf_lim_right; last by exists 0.
exact/is_Rbar_mult_p_infty_pos/Rinv_0_lt_compat/sqrt_2_pos.
Qed.

Lemma half_line_integral x :
  is_RInt_gen (fun t => exp (- t ^ 2 / 2)) (Rbar_locally m_infty) (at_point x)
    (sqrt (2 * PI) * Phi_erf x).
Proof.
rewrite -[sqrt _ * _]Rminus_0_r.
apply: (improper_integral _ (fun x => sqrt (2 * PI) * Phi_erf x)) => [y|y||].
- have -> : exp (- y ^ 2 / 2) = sqrt (2 * PI) * density y.
    by rewrite /density sqrt_2PI; field; have := sqrt_2_pos; have := sqrt_PI_pos; lra.
  exact: is_derive_scal (Phi_erf_derive y).
- by apply: ex_derive_continuous; auto_derive.
- by have := is_lim_scal_l _ (sqrt (2 * PI)) _ _ Phi_erf_lim_left; rewrite /= Rmult_0_r.
- exact: at_point_lim (fun x => sqrt (2 * PI) * Phi_erf x) _.
Qed.

(* Coquelicot's integrals are total functions: the two of the definitions do exist. *)
Theorem integrals_exist x :
  ex_RInt (fun t => exp (- t ^ 2)) 0 x /\
  ex_RInt_gen (fun t => exp (- t ^ 2 / 2)) (Rbar_locally m_infty) (at_point x).
Proof. by split; [exact: ex_RInt_bell | eexists; exact: half_line_integral]. Qed.

Theorem Phi_is_half_one_plus_erf x : Phi x = (1 + erf (x / sqrt 2)) / 2.
Proof.
rewrite -/(Phi_erf x) /Phi (is_RInt_gen_unique _ _ (half_line_integral x)) sqrt_2PI.
by field; have := sqrt_2_pos; have := sqrt_PI_pos; lra.
Qed.

Theorem gelu_forms_agree x : gelu x = gelu_erf x.
Proof. by rewrite /gelu /gelu_erf Phi_is_half_one_plus_erf; field. Qed.

Theorem Phi_derivative x : is_derive Phi x (density x).
Proof. by apply: is_derive_ext (Phi_erf_derive x) => y; rewrite Phi_is_half_one_plus_erf. Qed.

Theorem Phi_limits : is_lim Phi m_infty 0 /\ is_lim Phi p_infty 1.
Proof.
split; [apply: is_lim_ext Phi_erf_lim_left | apply: is_lim_ext Phi_erf_lim_right] => x;
  by rewrite Phi_is_half_one_plus_erf.
Qed.

Lemma continuous_density x : continuous density x.
Proof. by apply: ex_derive_continuous; rewrite /density; auto_derive. Qed.

(* "The" primitive of the density: the one that vanishes at -oo. *)
Theorem Phi_is_the_primitive_from_minus_infinity (F : R -> R) :
  (forall x, is_derive F x (density x)) -> is_lim F m_infty 0 -> forall x, F x = Phi x.
Proof.
have integral G x : (forall y, is_derive G y (density y)) -> is_lim G m_infty 0 ->
    is_RInt_gen density (Rbar_locally m_infty) (at_point x) (G x - 0).
  by move=> dG lim; apply: improper_integral dG continuous_density lim _; apply: at_point_lim.
move=> dF lim x; suff : F x - 0 = Phi x - 0 by lra.
rewrite -(is_RInt_gen_unique _ _ (integral F x dF lim)).
by rewrite (is_RInt_gen_unique _ _ (integral Phi x Phi_derivative (proj1 Phi_limits))).
Qed.

Theorem density_integral :
  is_RInt_gen density (Rbar_locally m_infty) (Rbar_locally p_infty) 1.
Proof.
have [left right] := Phi_limits; rewrite -[1]Rminus_0_r.
exact: improper_integral Phi_derivative continuous_density left right.
Qed.

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
