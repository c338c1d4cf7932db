(* The derivative of layer norm, and the projection in it, for all n >= 1. See statement.md.

   On the way from x in the direction v the entries of x - mu are linear, and sigma^2 + epsilon is a polynomial of
   degree 2. The derivative of its root is the one thing that takes a limit; the rest is the rule for quotients.

   1 and x are orthogonal, so the two rank-1 matrices that are taken from I are projections onto
   orthogonal lines: each is its own square, and their products are 0. *)

From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Projection.
Variables (R : numFieldType) (n' : nat).
Local Notation n := n'.+1.
Variable x : 'cV[R]_n.
Hypothesis centred : \sum_i x i 0 = 0.

Definition squares : R := \sum_i x i 0 ^+ 2.
Hypothesis not_zero : squares != 0.

Definition ones : 'cV[R]_n := const_mx 1.

(* I - 1 1^T / n - x x^T / q *)
Definition projection : 'M[R]_n :=
  1%:M - n%:R^-1 *: (ones *m ones^T) - squares^-1 *: (x *m x^T).

Lemma size_neq0 : n%:R != 0 :> R.
Proof. by rewrite pnatr_eq0. Qed.

Lemma ones_ones : ones^T *m ones = n%:R%:M :> 'M[R]_1.
Proof.
apply/matrixP => i j; rewrite !mxE !ord1 eqxx mulr1n.
under eq_bigr do rewrite !mxE mulr1.
by rewrite sumr_const card_ord.
Qed.

Lemma x_x : x^T *m x = squares%:M.
Proof.
apply/matrixP => i j; rewrite !mxE !ord1 eqxx mulr1n.
by apply: eq_bigr => k _; rewrite !mxE expr2.
Qed.

Lemma ones_x : ones^T *m x = 0.
Proof.
apply/matrixP => i j; rewrite !mxE !ord1 -[RHS]centred.
by apply: eq_bigr => k _; rewrite !mxE mul1r.
Qed.

Lemma x_ones : x^T *m ones = 0.
Proof. by rewrite -[LHS]trmxK trmx_mul trmxK ones_x trmx0. Qed.

Theorem projection_symmetric : projection^T = projection.
Proof. by rewrite /projection !linearB !linearZ /= !trmx_mul !trmxK trmx1. Qed.

Theorem projection_forgets_mean : projection *m ones = 0.
Proof.
rewrite /projection !mulmxBl mul1mx -!scalemxAl -!mulmxA ones_ones x_ones mulmx0 scaler0 subr0.
by rewrite mul_mx_scalar scalerA mulVf ?size_neq0 // scale1r subrr.
Qed.

Theorem projection_forgets_length : projection *m x = 0.
Proof.
rewrite /projection !mulmxBl mul1mx -!scalemxAl -!mulmxA ones_x x_x mulmx0 scaler0 subr0.
by rewrite mul_mx_scalar scalerA mulVf // scale1r subrr.
Qed.

Theorem projection_keeps (v : 'cV[R]_n) : ones^T *m v = 0 -> x^T *m v = 0 -> projection *m v = v.
Proof.
move=> no_mean no_x.
by rewrite /projection !mulmxBl mul1mx -!scalemxAl -!mulmxA no_mean no_x !mulmx0 !scaler0 !subr0.
Qed.

Theorem projection_idempotent : projection *m projection = projection.
Proof.
rewrite {2}/projection !mulmxBr mulmx1 -!scalemxAr !mulmxA.
by rewrite projection_forgets_mean projection_forgets_length !mul0mx !scaler0 !subr0.
Qed.

Theorem projection_trace : \tr projection = n%:R - 2%:R.
Proof.
rewrite /projection !linearB !linearZ /= mxtrace1 !(mxtrace_mulC _ _^T) ones_ones x_x !mxtrace_scalar.
by rewrite !mulr1n !mulVf ?size_neq0 // -addrA -opprD.
Qed.

End Projection.

(** The derivative *)

From mathcomp Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp Require Import reals topology normedtype sequences derive realfun.
From epreuve.library Require Import layer_norm.

Import numFieldNormedType.Exports.
Local Open Scope classical_set_scope.
Local Open Scope ring_scope.

(* of the root of a polynomial p + q t + r t^2 that is never negative, at t = 0 *)
Lemma is_derive_root (R : realType) (p q r : R) :
  0 < p -> (forall t, 0 <= p + t * (q + t * r)) ->
  is_derive (0 : R) (1 : R) (fun t : R => Num.sqrt (p + t * (q + t * r)) : R) (q / (Num.sqrt p *+ 2)).
Proof.
move=> p_gt0 p_ge0; pose s (t : R) : R := Num.sqrt (p + t * (q + t * r)).
have s0E : s 0 = Num.sqrt p by rewrite /s mul0r addr0.
have s_gt0 : 0 < s 0 by rewrite s0E sqrtr_gt0.
have sum_neq0 t : s t + s 0 != 0 by rewrite gt_eqF // ltr_paddl // sqrtr_ge0.
apply/is_derive1_caratheodory; exists (fun t => (q + t * r) / (s t + s 0)); split.
- move=> t; rewrite -/(s t) -/(s 0) subr0; apply: (mulIf (sum_neq0 t)).
  rewrite mulrAC mulfVK // -subr_sqr /s !sqr_sqrtr // mul0r addr0 addrAC subrr add0r; exact: mulrC.
- have line (u v : R) : (fun t : R => u + t * v : R) @ (0 : R) --> (u + 0 * v)%R.
    exact: (cvgD (cvg_cst u) (cvgM cvg_id (cvg_cst v))).
  have square : (fun t : R => p + t * (q + t * r) : R) @ (0 : R) --> (p + 0 * (q + 0 * r))%R.
    exact: (cvgD (cvg_cst p) (cvgM cvg_id (line q r))).
  have root : s @ (0 : R) --> s 0 by apply: continuous_cvg square; exact: sqrt_continuous.
  exact: (cvgM (line q r) (cvgV (sum_neq0 0) (cvgD root (cvg_cst (s 0))))).
- by rewrite mul0r addr0 s0E -mulr2n.
Qed.

Section Derivative.
Variables (R : realType) (n' : nat).
Local Notation n := n'.+1.
Implicit Types x v : 'rV[R]_n.

(* (delta_ij - 1/n - y_i y_j / n) / s *)
Definition jacobian eps x : 'M[R]_n :=
  let y := layer_norm eps x in
  \matrix_(i, j) ((Num.sqrt (variance x + eps))^-1 * ((i == j)%:R - n%:R^-1 - n%:R^-1 * y 0 i * y 0 j)).

Lemma n_neq0 : n%:R != 0 :> R.
Proof. by rewrite pnatr_eq0. Qed.

Lemma sum_centred x : \sum_j (x 0 j - mean x) = 0.
Proof. by rewrite sumrB sumr_const card_ord -[mean x *+ _]mulr_natr divfK ?n_neq0 // subrr. Qed.

Lemma variance_ge0 x : 0 <= variance x.
Proof. by rewrite divr_ge0 ?ler0n // sumr_ge0 // => j _; rewrite sqr_ge0. Qed.

(* on the way from x in the direction v *)
Lemma centred_line x v (t : R) i :
  (x + t *: v) 0 i - mean (x + t *: v) = (x 0 i - mean x) + t * (v 0 i - mean v).
Proof.
rewrite /mean; under eq_bigr do rewrite !mxE.
by rewrite big_split -mulr_sumr /= !mxE mulrDl -mulrA opprD addrACA mulrBr.
Qed.

Lemma variance_line x v (t : R) :
  variance (x + t *: v) = variance x +
    t * ((\sum_j (x 0 j - mean x) * (v 0 j - mean v)) / n%:R *+ 2 + t * variance v).
Proof.
rewrite /variance; under eq_bigr do rewrite centred_line sqrrD mulrCA -mulrnAr exprMn.
rewrite !big_split /= -!mulr_sumr sumrMnl !mulrDl -addrA; congr (_ + _).
by rewrite [RHS]mulrDr -mulrnAl !mulrA expr2.
Qed.

(* the derivative of y_i at x, in any direction v *)
Theorem layer_norm_derivative eps x v i : 0 <= eps -> 0 < variance x + eps ->
  is_derive (0 : R) (1 : R) (fun t : R => layer_norm eps (x + t *: v) 0 i : R)
    (\sum_j jacobian eps x i j * v 0 j).
Proof.
move=> eps_ge0 p_gt0; set p := variance x + eps in p_gt0 *; pose s := Num.sqrt p.
have s_neq0 : s != 0 by rewrite gt_eqF // sqrtr_gt0.
pose c (w : 'rV[R]_n) j : R := w 0 j - mean w; pose T := \sum_j c x j * c v j.
pose q : R := T / n%:R *+ 2; pose r : R := variance v.
pose top (t : R) : R := c x i + t * c v i; pose bottom (t : R) : R := Num.sqrt (p + t * (q + t * r)).
have bottom0 : bottom 0 = s by rewrite /bottom mul0r addr0.
have -> : (fun t : R => layer_norm eps (x + t *: v) 0 i : R) = top * (fun t => (bottom t)^-1).
  by apply/funext => t; rewrite mxE centred_line variance_line [_ + _ + eps]addrAC.
have dtop : is_derive (0 : R) (1 : R) top (c v i).
  apply/is_derive1_caratheodory; exists (fun=> c v i); split=> [t||//]; last exact: cst_continuous.
  by rewrite /top mul0r addr0 subr0 addrC addKr mulrC.
have dbottom : is_derive (0 : R) (1 : R) bottom (q / (s *+ 2)).
  by apply: is_derive_root p_gt0 _ => t; rewrite addrAC -variance_line addr_ge0 ?variance_ge0.
have bottom_neq0 : bottom 0 != 0 by rewrite bottom0.
apply: is_derive_eq (is_deriveM dtop (is_deriveV bottom_neq0 dbottom)) _.
have -> : q / (s *+ 2) = T / n%:R / s.
  by rewrite /q -[_ *+ 2]mulr_natr -[s *+ 2]mulr_natr -mulf_div divff ?mulr1 // pnatr_eq0.
have scalar_product : \sum_j c x j * v 0 j = T.
  rewrite /T; under [RHS]eq_bigr do rewrite mulrBr.
  by rewrite sumrB -mulr_suml sum_centred mul0r subr0.
have picked : \sum_j (i == j)%:R * v 0 j = v 0 i.
  by rewrite (bigD1 i) //= eqxx mul1r big1 ?addr0 // => j; rewrite eq_sym => /negPf ->; rewrite mul0r.
have -> : \sum_j jacobian eps x i j * v 0 j = s^-1 * (c v i - c x i / s * (T / n%:R / s)).
  have termE j : jacobian eps x i j * v 0 j = s^-1 *
      ((i == j)%:R * v 0 j - v 0 j / n%:R - c x i / s * (c x j * v 0 j / n%:R / s)).
    rewrite !mxE -/p -/s -!/(c _ _); move: (c x i / s) (c x j) (v 0 j) => a b w.
    rewrite -[LHS]mulrA !mulrBl [n%:R^-1 * w]mulrC; congr (_ * (_ - _)).
    by rewrite [n%:R^-1 * a]mulrC -!mulrA [n%:R^-1 * (b * _)]mulrCA [w * _]mulrC -mulrA.
  under eq_bigr do rewrite termE.
  by rewrite -mulr_sumr !sumrB picked -mulr_sumr -!mulr_suml scalar_product.
rewrite bottom0 /top mul0r addr0 addrC mulrBr -[RHS]/(s^-1 * c v i + - _); congr (_ + _).
by rewrite -[LHS]/(c x i * (- s ^- 2 * _)) mulNr mulrN expr2 invfM !mulrA [s^-1 * c x i]mulrC.
Qed.

(* in the direction of e_j: dy_i / dx_j *)
Theorem layer_norm_partial eps x i j : 0 <= eps -> 0 < variance x + eps ->
  is_derive (0 : R) (1 : R) (fun t : R => layer_norm eps (x + t *: delta_mx 0 j) 0 i : R) (jacobian eps x i j).
Proof.
move=> eps_ge0 p_gt0; apply: is_derive_eq (layer_norm_derivative (delta_mx 0 j) i eps_ge0 p_gt0) _.
have delta k : (delta_mx 0 j : 'rV[R]_n) 0 k = (k == j)%:R by rewrite mxE.
by rewrite (bigD1 j) //= delta eqxx mulr1 big1 ?addr0 // => k /negPf kj; rewrite delta kj mulr0.
Qed.

(* without epsilon it is 1/s times the projection for x - mu *)
Theorem jacobian_projection x :
  jacobian 0 x = (Num.sqrt (variance x))^-1 *: projection (\col_i (x 0 i - mean x)).
Proof.
have -> : projection (\col_i (x 0 i - mean x)) = \matrix_(i, j) ((i == j)%:R - n%:R^-1 -
    (variance x * n%:R)^-1 * ((x 0 i - mean x) * (x 0 j - mean x))).
  apply/matrixP => i j; rewrite !mxE !big_ord1 !mxE !mulr1; congr (_ - _^-1 * _).
  by rewrite /variance divfK ?n_neq0 //; apply: eq_bigr => k _; rewrite mxE.
apply/matrixP => i j; rewrite mxE [RHS]mxE [X in _ = _ * X]mxE !mxE addr0; congr (_ * (_ - _)).
rewrite invfM -[in RHS](sqr_sqrtr (variance_ge0 x)) expr2 invfM.
move: (Num.sqrt _)^-1 n%:R^-1 (x 0 i - mean x) (x 0 j - mean x) => s m a b.
by rewrite -mulrA mulrACA [a * b * _]mulrC mulrA [m * _]mulrC.
Qed.

(* with it, the direction of y keeps the part eps / (sigma^2 + eps) *)
Theorem jacobian_of_result eps x : 0 <= eps -> 0 < variance x + eps ->
  jacobian eps x *m (layer_norm eps x)^T =
  (eps / (variance x + eps) / Num.sqrt (variance x + eps)) *: (layer_norm eps x)^T.
Proof.
move=> eps_ge0 p_gt0; have p_neq0 := lt0r_neq0 p_gt0; set p := variance x + eps in p_gt0 p_neq0 *.
pose s := Num.sqrt p; pose c j := x 0 j - mean x; have s2 : s * s = p by rewrite -expr2 sqr_sqrtr // ltW.
pose y j := c j / s.
have sum_y : \sum_j y j = 0 by rewrite -mulr_suml sum_centred mul0r.
have sum_yy : n%:R^-1 * (\sum_j y j * y j) = variance x / p.
  rewrite /variance mulrC mulrAC; congr (_ / _); rewrite mulr_suml; apply: eq_bigr => j _.
  by rewrite /y mulf_div s2 expr2.
apply/colP => i; rewrite !mxE -/p -/s -!/(c _) -/(y i).
have termE j : jacobian eps x i j * (layer_norm eps x)^T j 0 =
    s^-1 * ((i == j)%:R * y j - n%:R^-1 * y j - y i * (n%:R^-1 * (y j * y j))).
  rewrite [_^T j 0]mxE !mxE -/p -/s -!/(c _) -/(y i) -/(y j); move: (y i) (y j) => a b.
  by rewrite -[LHS]mulrA !mulrBl [n%:R^-1 * a]mulrC -!mulrA.
under eq_bigr do rewrite termE.
rewrite -mulr_sumr !sumrB -!mulr_sumr sum_y mulr0 subr0 sum_yy (bigD1 i) //= eqxx mul1r big1 => [|j]; last first.
  by rewrite eq_sym => /negPf ->; rewrite mul0r.
rewrite addr0 -{1}[y i]mulr1 -mulrBr -{1}(divff p_neq0) -mulrBl /p [variance x + eps]addrC addrK -/p.
by rewrite mulrC [y i * _]mulrC -mulrA [y i / _]mulrC mulrA.
Qed.

End Derivative.
