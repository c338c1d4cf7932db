(* Positive random features: the mean of their product is the exponential of the product, and its variance. See
   statement.md.

   All comes from one integral, that of e^(t x) against the normal density: t x - x^2 / 2 is t^2 / 2 - (x - t)^2 / 2,
   and a shift of x by t leaves the integral over the line as it is. From one number to a vector of them by induction, from
   one feature to m by the square of a sum. *)

Set Warnings "-ambiguous-paths". (* Coquelicot's own, on its coercion of R to Rbar *)
From Coq Require Import Reals Psatz List.
From Coquelicot Require Import Coquelicot.
From Coq Require Import ssreflect.
From epreuve.library Require Import normal.

Open Scope R_scope.
Import ListNotations.

(** * Definitions *)

(* the integral of f from -oo to oo is l *)
Notation integral f l := (is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) l).

(* E f(w_1, ..., w_N) = v, for independent w_i of the normal density: the integral over w_1 of the integral over w_2
   ... of f, each from -oo to oo with the weight density(w_i) *)
Fixpoint is_mean (N : nat) (f : list R -> R) (v : R) : Prop :=
  match N with
  | O => f [] = v
  | S N => exists g : R -> R, (forall w, is_mean N (fun ws => f (w :: ws)) (g w)) /\
      integral (fun w => density w * g w) v
  end.

(* E f = mu, E g = nu and E (f - mu) (g - nu) = c *)
Definition is_covariance N f g mu nu c :=
  is_mean N f mu /\ is_mean N g nu /\ is_mean N (fun ws => (f ws - mu) * (g ws - nu)) c.

(* E f = mu and E (f - mu)^2 = v *)
Definition is_variance N f mu v := is_mean N f mu /\ is_mean N (fun ws => (f ws - mu) ^ 2) v.

(* x . y *)
Fixpoint dot (x y : list R) : R :=
  match x, y with
  | a :: x, b :: y => a * b + dot x y
  | _, _ => 0
  end.

(* x + y *)
Fixpoint add (x y : list R) : list R :=
  match x, y with
  | a :: x, b :: y => (a + b) :: add x y
  | _, _ => []
  end.

(* phi_w(x) = e^(w . x - |x|^2 / 2), without Performer's 1 / sqrt m *)
Definition feature (w x : list R) : R := exp (dot w x - dot x x / 2).

(* f(w_1) + ... + f(w_m), where w_1 is the first d of the numbers, w_2 the next d, ... *)
Fixpoint sum_of_each (d m : nat) (f : list R -> R) (ws : list R) : R :=
  match m with
  | O => 0
  | S m => f (firstn d ws) + sum_of_each d m f (skipn d ws)
  end.

(* phi(q) . phi(k) with m features of d numbers each: 1/m sum_l phi_{w_l}(q) phi_{w_l}(k) *)
Definition estimate (d m : nat) (q k : list R) (ws : list R) : R :=
  / INR m * sum_of_each d m (fun w => feature w q * feature w k) ws.

(** * Means *)

Lemma integral_ext (f g : R -> R) (l : R) : (forall x, f x = g x) -> integral f l -> integral g l.
Proof. by move=> fg; apply: is_RInt_gen_ext; apply: filter_forall => _ x _; exact: fg. Qed.

Lemma integral_scal (f : R -> R) (c l : R) : integral f l -> integral (fun x => c * f x) (c * l).
Proof. exact: is_RInt_gen_scal. Qed.

Lemma integral_plus (f g : R -> R) (k l : R) :
  integral f k -> integral g l -> integral (fun x => f x + g x) (k + l).
Proof. exact: is_RInt_gen_plus. Qed.

Lemma is_mean_ext N f g v : (forall ws, f ws = g ws) -> is_mean N f v -> is_mean N g v.
Proof.
elim: N f g v => [|N IH] f g v fg /=; first by rewrite fg.
by move=> [h [means integral]]; exists h; split=> // w; apply: IH (means w) => ws; exact: fg.
Qed.

Lemma is_mean_lin N f g a b u v :
  is_mean N f u -> is_mean N g v -> is_mean N (fun ws => a * f ws + b * g ws) (a * u + b * v).
Proof.
elim: N f g u v => [|N IH] f g u v /=; first by move=> -> ->.
move=> [F [F_means F_integral]] [G [G_means G_integral]]; exists (fun w => a * F w + b * G w); split.
  by move=> w; exact: IH (F_means w) (G_means w).
have := integral_plus _ _ _ _ (integral_scal _ a _ F_integral) (integral_scal _ b _ G_integral).
by apply: integral_ext => x; ring.
Qed.

Lemma is_mean_const N c : is_mean N (fun _ => c) c.
Proof.
elim: N => [//|N IH] /=; exists (fun _ => c); split=> //.
have := integral_scal _ c _ density_integral.
by rewrite Rmult_1_r; apply: integral_ext => x; ring.
Qed.

(* independence: f of the first d numbers, g of the others *)
Lemma is_mean_product d N f g u v : is_mean d f u -> is_mean N g v ->
  is_mean (d + N) (fun ws => f (firstn d ws) * g (skipn d ws)) (u * v).
Proof.
elim: d f u => [|d IH] f u /=.
  move=> -> mean_g; have := is_mean_lin N g g u 0 v v mean_g mean_g.
  rewrite Rmult_0_l Rplus_0_r; apply: is_mean_ext => ws; ring.
move=> [F [F_means F_integral]] mean_g; exists (fun w => F w * v); split.
  by move=> w; exact: IH (F_means w) mean_g.
have := integral_scal _ v _ F_integral.
by rewrite Rmult_comm; apply: integral_ext => x; ring.
Qed.

Theorem mean_unique N f u v : is_mean N f u -> is_mean N f v -> u = v.
Proof.
elim: N f u v => [|N IH] f u v /=; first by move=> -> ->.
move=> [F [F_means F_integral]] [G [G_means G_integral]].
rewrite -(is_RInt_gen_unique _ _ F_integral) -(is_RInt_gen_unique _ _ G_integral).
apply: RInt_gen_ext_eq; last by eexists; exact: F_integral.
by move=> w; rewrite (IH _ _ _ (F_means w) (G_means w)).
Qed.

(* a sum of m independent copies of f, and its square *)
Lemma is_mean_sum d m f a : is_mean d f a -> is_mean (m * d) (sum_of_each d m f) (INR m * a).
Proof.
move=> mean_f; elim: m => [|m IH]; first by rewrite /= Rmult_0_l.
have first := is_mean_product d (m * d) _ _ _ _ mean_f (is_mean_const (m * d) 1).
have rest := is_mean_product d (m * d) _ _ _ _ (is_mean_const d 1) IH.
have := is_mean_lin _ _ _ 1 1 _ _ first rest.
rewrite S_INR -/Nat.mul; have -> : 1 * (a * 1) + 1 * (1 * (INR m * a)) = (INR m + 1) * a by ring.
by apply: is_mean_ext => ws /=; ring.
Qed.

Lemma is_mean_sum_product d m f g a b c :
  is_mean d f a -> is_mean d g b -> is_mean d (fun ws => f ws * g ws) c ->
  is_mean (m * d) (fun ws => sum_of_each d m f ws * sum_of_each d m g ws)
    (INR m * c + INR m * (INR m - 1) * (a * b)).
Proof.
move=> mean_f mean_g mean_fg; elim: m => [|m IH]; first by rewrite /=; ring.
have first := is_mean_product d (m * d) _ _ _ _ mean_fg (is_mean_const (m * d) 1).
have f_then_g := is_mean_product d (m * d) _ _ _ _ mean_f (is_mean_sum d m g b mean_g).
have g_then_f := is_mean_product d (m * d) _ _ _ _ mean_g (is_mean_sum d m f a mean_f).
have rest := is_mean_product d (m * d) _ _ _ _ (is_mean_const d 1) IH.
have := is_mean_lin _ _ _ 1 1 _ _ (is_mean_lin _ _ _ 1 1 _ _ first rest)
  (is_mean_lin _ _ _ 1 1 _ _ f_then_g g_then_f).
rewrite S_INR -/Nat.mul.
have -> : 1 * (1 * (c * 1) + 1 * (1 * (INR m * c + INR m * (INR m - 1) * (a * b)))) +
    1 * (1 * (a * (INR m * b)) + 1 * (b * (INR m * a))) =
    (INR m + 1) * c + (INR m + 1) * (INR m + 1 - 1) * (a * b) by ring.
by apply: is_mean_ext => ws /=; ring.
Qed.

(* the means of m independent copies of f and of g have the same means, and the m-th part of the covariance *)
Theorem covariance_of_means d m f g mu nu c : (0 < m)%nat -> is_covariance d f g mu nu c ->
  is_covariance (m * d) (fun ws => / INR m * sum_of_each d m f ws)
    (fun ws => / INR m * sum_of_each d m g ws) mu nu (c / INR m).
Proof.
move=> m_pos [mean_f [mean_g cov]]; have m_neq0 : INR m <> 0 by apply: not_0_INR; lia.
have mean_fg : is_mean d (fun ws => f ws * g ws) (c + mu * nu).
  have := is_mean_lin _ _ _ 1 1 _ _ cov (is_mean_lin _ _ _ nu 1 _ _ mean_f
    (is_mean_lin _ _ _ mu (- (mu * nu)) _ _ mean_g (is_mean_const d 1))).
  have -> : 1 * c + 1 * (nu * mu + 1 * (mu * nu + - (mu * nu) * 1)) = c + mu * nu by ring.
  by apply: is_mean_ext => ws; ring.
have sum_f := is_mean_sum d m f mu mean_f; have sum_g := is_mean_sum d m g nu mean_g.
have scaled h l : is_mean (m * d) h (INR m * l) -> is_mean (m * d) (fun ws => / INR m * h ws) l.
  move=> mean_h; have := is_mean_lin _ _ _ (/ INR m) 0 _ _ mean_h mean_h.
  have -> : / INR m * (INR m * l) + 0 * (INR m * l) = l by field.
  by apply: is_mean_ext => ws; ring.
split; [exact: scaled | split; first exact: scaled].
have := is_mean_lin _ _ _ (/ INR m ^ 2) 1 _ _ (is_mean_sum_product d m f g mu nu _ mean_f mean_g mean_fg)
  (is_mean_lin _ _ _ (- nu / INR m) 1 _ _ sum_f
    (is_mean_lin _ _ _ (- mu / INR m) (mu * nu) _ _ sum_g (is_mean_const (m * d) 1))).
have -> : / INR m ^ 2 * (INR m * (c + mu * nu) + INR m * (INR m - 1) * (mu * nu)) +
    1 * (- nu / INR m * (INR m * mu) + 1 * (- mu / INR m * (INR m * nu) + mu * nu * 1)) = c / INR m.
  by field.
by apply: is_mean_ext => ws; field.
Qed.

(** * The exponential of a normal number, and of normal numbers *)

Lemma integral_shift (f : R -> R) (t l : R) : integral f l -> integral (fun x => f (x - t)) l.
Proof.
move=> integral_f P near; have [A B [a A_holds] [b B_holds] holds] := integral_f P near.
exists (fun x => A (x - t)) (fun x => B (x - t)).
- by exists (a + t) => x /= x_lt; apply: A_holds; lra.
- by exists (b + t) => x /= x_gt; apply: B_holds; lra.
move=> x y A_x B_y; have [v [integral_v P_v]] := holds _ _ A_x B_y; exists v; split=> //.
have line z : 1 * z + - t = z - t by ring.
have := is_RInt_comp_lin f 1 (- t) x y v; rewrite !line => /(_ integral_v).
by apply: is_RInt_ext => z _; rewrite line /scal /= /mult /= Rmult_1_l.
Qed.

Theorem normal_exponential (t : R) :
  integral (fun w => density w * exp (t * w)) (exp (t ^ 2 / 2)).
Proof.
have := integral_scal _ (exp (t ^ 2 / 2)) _ (integral_shift _ t _ density_integral).
rewrite Rmult_1_r; apply: integral_ext => x; rewrite /density.
have -> : exp (t * x) = exp (t ^ 2 / 2) * exp (- (x - t) ^ 2 / 2) / exp (- x ^ 2 / 2).
  by rewrite /Rdiv -exp_Ropp -!exp_plus; congr exp; field.
by field; split; [exact/Rgt_not_eq/exp_pos | apply/Rgt_not_eq/sqrt_lt_R0; have := PI_RGT_0; lra].
Qed.

Theorem normal_exponentials (z : list R) :
  is_mean (length z) (fun ws => exp (dot ws z)) (exp (dot z z / 2)).
Proof.
elim: z => [|t z IH] /=; first by congr exp; field.
exists (fun w => exp (t * w) * exp (dot z z / 2)); split.
  move=> w; have := is_mean_lin _ _ _ (exp (t * w)) 0 _ _ IH IH.
  rewrite Rmult_0_l Rplus_0_r; apply: is_mean_ext => ws.
  by rewrite Rmult_0_l Rplus_0_r -exp_plus; congr exp; ring.
have := integral_scal _ (exp (dot z z / 2)) _ (normal_exponential t).
have -> : exp (dot z z / 2) * exp (t ^ 2 / 2) = exp ((t * t + dot z z) / 2).
  by rewrite -exp_plus; congr exp; field.
by apply: integral_ext => x; ring.
Qed.

(** * Features *)

Lemma dot_add x y ws : length x = length y -> dot ws (add x y) = dot ws x + dot ws y.
Proof.
elim: x y ws => [|a x IH] [|b y] [|w ws] //= => [_|_|_|[len]]; try ring.
by rewrite IH //; ring.
Qed.

Lemma dot_comm x y : dot x y = dot y x.
Proof. by elim: x y => [|a x IH] [|b y] //=; rewrite IH; ring. Qed.

Lemma length_add x y : length x = length y -> length (add x y) = length x.
Proof. by elim: x y => [|a x IH] [|b y] //= [len]; rewrite IH. Qed.

Lemma square_of_sum q k : length q = length k ->
  dot (add q k) (add q k) = dot q q + 2 * dot q k + dot k k.
Proof.
move=> len; rewrite dot_add // (dot_comm (add q k) q) (dot_comm (add q k) k) !dot_add //.
by rewrite (dot_comm k q); ring.
Qed.

(* one feature for two pairs: the means and the covariance of phi_w(q) phi_w(k) and phi_w(q') phi_w(k') *)
Theorem features_covariance d q k q' k' :
  length q = d -> length k = d -> length q' = d -> length k' = d ->
  is_covariance d (fun w => feature w q * feature w k) (fun w => feature w q' * feature w k')
    (exp (dot q k)) (exp (dot q' k'))
    (exp (dot q k) * exp (dot q' k') * (exp (dot (add q k) (add q' k')) - 1)).
Proof.
pose c x y := exp (- (dot x x + dot y y) / 2).
have product w x y : length x = length y -> feature w x * feature w y = c x y * exp (dot w (add x y)).
  by move=> len; rewrite /feature /c dot_add // -!exp_plus; congr exp; field.
have at_mean x y : length x = length y -> c x y * exp (dot (add x y) (add x y) / 2) = exp (dot x y).
  by move=> len; rewrite /c square_of_sum // -exp_plus; congr exp; field.
have mean x y : length x = length y ->
    is_mean (length x) (fun w => feature w x * feature w y) (exp (dot x y)).
  move=> len; have := normal_exponentials (add x y); rewrite length_add // => power.
  have := is_mean_lin _ _ _ (c x y) 0 _ _ power power; rewrite Rmult_0_l Rplus_0_r at_mean //.
  by apply: is_mean_ext => w; rewrite product //; ring.
move=> len_q len_k len_q' len_k'.
have len : length q = length k by rewrite len_q len_k.
have len' : length q' = length k' by rewrite len_q' len_k'.
have mean_1 := mean q k len; have mean_2 := mean q' k' len'; rewrite len_q in mean_1; rewrite len_q' in mean_2.
split=> //; split=> //.
set z := add q k; set z' := add q' k'.
have len_z : length z = d by rewrite /z length_add.
have len_zz' : length z = length z' by rewrite len_z /z' length_add.
have := normal_exponentials (add z z'); rewrite length_add // len_z => power.
have := is_mean_lin _ _ _ (c q k * c q' k') 1 _ _ power (is_mean_lin _ _ _ (- exp (dot q' k')) 1 _ _ mean_1
  (is_mean_lin _ _ _ (- exp (dot q k)) (exp (dot q k) * exp (dot q' k')) _ _ mean_2 (is_mean_const d 1))).
have -> : c q k * c q' k' * exp (dot (add z z') (add z z') / 2) = exp (dot q k) * exp (dot q' k') * exp (dot z z').
  rewrite -(at_mean _ _ len) -(at_mean _ _ len') -/z -/z' square_of_sum //.
  have -> : exp ((dot z z + 2 * dot z z' + dot z' z') / 2) =
      exp (dot z z / 2) * exp (dot z' z' / 2) * exp (dot z z').
    by rewrite -!exp_plus; congr exp; field.
  by ring.
have -> : exp (dot q k) * exp (dot q' k') * exp (dot z z') +
    1 * (- exp (dot q' k') * exp (dot q k) +
      1 * (- exp (dot q k) * exp (dot q' k') + exp (dot q k) * exp (dot q' k') * 1)) =
    exp (dot q k) * exp (dot q' k') * (exp (dot z z') - 1) by ring.
apply: is_mean_ext => w; rewrite !product // -/z -/z' dot_add // exp_plus; ring.
Qed.

(* Performer's estimates, with m features, are unbiased; their covariance *)
Theorem estimates_covariance d m q k q' k' : (0 < m)%nat ->
  length q = d -> length k = d -> length q' = d -> length k' = d ->
  is_covariance (m * d) (estimate d m q k) (estimate d m q' k') (exp (dot q k)) (exp (dot q' k'))
    (exp (dot q k) * exp (dot q' k') * (exp (dot (add q k) (add q' k')) - 1) / INR m).
Proof. by move=> m_pos *; apply: covariance_of_means m_pos _; exact: features_covariance. Qed.

(* ... and the variance of one of them *)
Theorem estimate_variance d m q k : (0 < m)%nat -> length q = d -> length k = d ->
  is_variance (m * d) (estimate d m q k) (exp (dot q k))
    (exp (dot q k) ^ 2 * (exp (dot (add q k) (add q k)) - 1) / INR m).
Proof.
move=> m_pos len_q len_k; have [mean [_ cov]] := estimates_covariance d m q k q k m_pos len_q len_k len_q len_k.
split=> //; have -> : exp (dot q k) ^ 2 = exp (dot q k) * exp (dot q k) by ring.
by apply: is_mean_ext cov => ws; ring.
Qed.
