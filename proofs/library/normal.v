(* The normal law: the Gaussian integral, which Coquelicot lacks, int_0^oo e^(-t^2) dt = sqrt(pi)/2; erf; and
   the distribution function Phi of the density.

   The integral's proof differentiates under the integral sign: the square of area(x) = int_0^x e^(-t^2) dt
   and tail(x) = int_0^1 e^(-x^2 (1 + t^2)) / (1 + t^2) dt have opposite derivatives. So their sum
   is constant; at x = 0 it is atan 1 = pi/4, and for large x the tail vanishes. All else about Phi
   follows from what this says of erf: 1 - e^(-x^2) <= erf(x)^2 < 1. *)

Set Warnings "-ambiguous-paths". (* Coquelicot's own, on its coercion of R to Rbar *)
From Coq Require Import Reals Psatz.
From Coquelicot Require Import Coquelicot.
From Coq Require Import ssreflect.

Open Scope R_scope.

(* f(x) = 1/sqrt(2 pi) e^(-x^2/2) *)
Definition density (x : R) : R := / sqrt (2 * PI) * exp (- x ^ 2 / 2).

(* Phi(x) = 1/sqrt(2 pi) int_{-oo}^x e^(-t^2/2) dt *)
Definition Phi (x : R) : R :=
  / sqrt (2 * PI) * RInt_gen (fun t => exp (- t ^ 2 / 2)) (Rbar_locally m_infty) (at_point x).

(* erf(x) = 2/sqrt(pi) int_0^x e^(-t^2) dt *)
Definition erf (x : R) : R := 2 / sqrt PI * RInt (fun t => exp (- t ^ 2)) 0 x.

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
Lemma gaussian_integral :
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
Lemma integrals_exist x :
  ex_RInt (fun t => exp (- t ^ 2)) 0 x /\
  ex_RInt_gen (fun t => exp (- t ^ 2 / 2)) (Rbar_locally m_infty) (at_point x).
Proof. by split; [exact: ex_RInt_bell | eexists; exact: half_line_integral]. Qed.

Lemma Phi_is_half_one_plus_erf x : Phi x = (1 + erf (x / sqrt 2)) / 2.
Proof.
rewrite -/(Phi_erf x) /Phi (is_RInt_gen_unique _ _ (half_line_integral x)) sqrt_2PI.
by field; have := sqrt_2_pos; have := sqrt_PI_pos; lra.
Qed.

Lemma Phi_derivative x : is_derive Phi x (density x).
Proof. by apply: is_derive_ext (Phi_erf_derive x) => y; rewrite Phi_is_half_one_plus_erf. Qed.

Lemma Phi_limits : is_lim Phi m_infty 0 /\ is_lim Phi p_infty 1.
Proof.
split; [apply: is_lim_ext Phi_erf_lim_left | apply: is_lim_ext Phi_erf_lim_right] => x;
  by rewrite Phi_is_half_one_plus_erf.
Qed.

Lemma continuous_density x : continuous density x.
Proof. by apply: ex_derive_continuous; rewrite /density; auto_derive. Qed.

(* "The" primitive of the density: the one that vanishes at -oo. *)
Lemma Phi_is_the_primitive_from_minus_infinity (F : R -> R) :
  (forall x, is_derive F x (density x)) -> is_lim F m_infty 0 -> forall x, F x = Phi x.
Proof.
have integral G x : (forall y, is_derive G y (density y)) -> is_lim G m_infty 0 ->
    is_RInt_gen density (Rbar_locally m_infty) (at_point x) (G x - 0).
  by move=> dG lim; apply: improper_integral dG continuous_density lim _; apply: at_point_lim.
move=> dF lim x; suff : F x - 0 = Phi x - 0 by lra.
rewrite -(is_RInt_gen_unique _ _ (integral F x dF lim)).
by rewrite (is_RInt_gen_unique _ _ (integral Phi x Phi_derivative (proj1 Phi_limits))).
Qed.

Lemma density_integral :
  is_RInt_gen density (Rbar_locally m_infty) (Rbar_locally p_infty) 1.
Proof.
have [left right] := Phi_limits; rewrite -[1]Rminus_0_r.
exact: improper_integral Phi_derivative continuous_density left right.
Qed.
