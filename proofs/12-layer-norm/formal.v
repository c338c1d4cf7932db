(* Layer normalisation of n >= 1 numbers: mean, variance and invariances. See statement.md.

   Mean and variance obey mean(a x + c) = a mean(x) + c and var(a x + c) = a^2 var(x). LayerNorm(x)
   is itself of that form, a = 1 / sqrt(var + eps), which gives its mean and variance; and the same
   two rules say what a shift and a scaling of x do to it. *)

From mathcomp Require Import all_ssreflect all_algebra.
From epreuve.library Require Import layer_norm.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : rcfType) (n : nat).
Implicit Types x : 'rV[R]_n.

(* gamma * (x - mu) / sqrt (sigma^2 + eps) + beta, entry by entry *)
Definition layer_norm_affine (eps : R) (gamma beta x : 'rV[R]_n) : 'rV[R]_n :=
  \row_j (gamma 0 j * layer_norm eps x 0 j + beta 0 j).

End Definitions.

Section LayerNorm.
Variables (R : rcfType) (n : nat).
Implicit Types (x : 'rV[R]_n.+1) (a c eps : R).

Lemma size_neq0 : n.+1%:R != 0 :> R.
Proof. by rewrite pnatr_eq0. Qed.

Lemma mean_affine x a c : mean (a *: x + const_mx c) = a * mean x + c.
Proof.
rewrite /mean; under eq_bigr do rewrite !mxE.
rewrite big_split -mulr_sumr sumr_const card_ord -[c *+ _]mulr_natr.
by rewrite mulrDl mulrA mulfK ?size_neq0.
Qed.

Lemma variance_affine x a c : variance (a *: x + const_mx c) = a ^+ 2 * variance x.
Proof.
rewrite /variance mean_affine mulrA mulr_sumr; congr (_ / _); apply: eq_bigr => j _.
by rewrite !mxE -exprMn mulrBr opprD addrACA subrr addr0.
Qed.

Lemma variance_ge0 x : 0 <= variance x.
Proof. by rewrite divr_ge0 ?ler0n // sumr_ge0 // => j _; rewrite sqr_ge0. Qed.

(* LayerNorm(x) = a x + c with a = 1 / sqrt (sigma^2 + eps) and c = - a mu *)
Lemma layer_norm_affineE eps x :
  let a := (Num.sqrt (variance x + eps))^-1 in
  layer_norm eps x = a *: x + const_mx (- (a * mean x)).
Proof. by move=> a; apply/rowP => j; rewrite !mxE mulrBl ![_ / _]mulrC. Qed.

Theorem layer_norm_mean eps x : mean (layer_norm eps x) = 0.
Proof. by rewrite layer_norm_affineE mean_affine subrr. Qed.

Theorem layer_norm_variance eps x :
  0 <= eps -> variance (layer_norm eps x) = variance x / (variance x + eps).
Proof.
move=> eps_ge0; rewrite layer_norm_affineE variance_affine exprVn mulrC.
by rewrite sqr_sqrtr // addr_ge0 ?variance_ge0.
Qed.

Theorem layer_norm_variance_1 x : variance x != 0 -> variance (layer_norm 0 x) = 1.
Proof. by move=> x_neq0; rewrite layer_norm_variance // addr0 divff. Qed.

Theorem layer_norm_variance_lt1 eps x : 0 < eps -> variance (layer_norm eps x) < 1.
Proof.
move=> eps_gt0; rewrite layer_norm_variance ?ltW // ltr_pdivr_mulr ?ltr_addl ?mul1r ?ltr_addl //.
by rewrite ltr_paddl ?variance_ge0.
Qed.

(* the squared length: n for eps = 0, at most n in any case *)
Theorem layer_norm_sum_of_squares eps x : 0 <= eps ->
  \sum_j layer_norm eps x 0 j ^+ 2 = n.+1%:R * (variance x / (variance x + eps)).
Proof.
move=> eps_ge0; rewrite -layer_norm_variance // [X in _ * X]/variance layer_norm_mean.
by under [in RHS]eq_bigr do rewrite subr0; rewrite mulrC divfK ?size_neq0.
Qed.

(* for eps = 0 the formula divides by 0, to which the library gives a meaning and we do not *)
Theorem layer_norm_constant eps c : 0 < eps -> layer_norm eps (const_mx c : 'rV_n.+1) = 0.
Proof.
move=> _; have := mean_affine 0 0 c; rewrite scale0r mul0r !add0r => mean_c.
by apply/rowP => j; rewrite mxE mean_c !mxE subrr mul0r.
Qed.

Theorem layer_norm_shift eps x c : layer_norm eps (x + const_mx c) = layer_norm eps x.
Proof.
rewrite -[x in x + _]scale1r; apply/rowP => j; rewrite [LHS]mxE [RHS]mxE.
rewrite mean_affine variance_affine expr1n !mul1r !mxE mul1r.
by rewrite opprD addrACA subrr addr0.
Qed.

(* scaling x by a is scaling eps by 1 / a^2 and, for a negative a, changing sign *)
Theorem layer_norm_scale eps x a :
  a != 0 -> layer_norm eps (a *: x) = Num.sg a *: layer_norm (eps / a ^+ 2) x.
Proof.
move=> a_neq0; rewrite -[a *: x]addr0 -[X in _ + X]/(const_mx 0); apply/rowP => j.
rewrite [LHS]mxE mean_affine variance_affine !mxE !addr0 -mulrBr.
have -> : a ^+ 2 * variance x + eps = a ^+ 2 * (variance x + eps / a ^+ 2).
  by rewrite mulrDr [X in _ = _ + X]mulrC divfK // expf_neq0.
rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr -mulf_div; congr (_ * _).
by rewrite {1}[a]numEsg mulfK ?normr_eq0.
Qed.

Theorem layer_norm_scale_positive x a : 0 < a -> layer_norm 0 (a *: x) = layer_norm 0 x.
Proof. by move=> a_gt0; rewrite layer_norm_scale ?gt_eqF // mul0r gtr0_sg // scale1r. Qed.

Theorem layer_norm_scale_negative x a : a < 0 -> layer_norm 0 (a *: x) = - layer_norm 0 x.
Proof. by move=> a_lt0; rewrite layer_norm_scale ?lt_eqF // mul0r ltr0_sg // scaleN1r. Qed.

(* one gain g and one bias b for all entries: they become the mean and the scale *)
Theorem uniform_gain_and_bias eps x (g b : R) :
  0 <= eps -> let y := layer_norm_affine eps (const_mx g) (const_mx b) x in
  mean y = b /\ variance y = g ^+ 2 * (variance x / (variance x + eps)).
Proof.
move=> eps_ge0 y; have -> : y = g *: layer_norm eps x + const_mx b.
  by apply/rowP => j; rewrite !mxE.
by rewrite mean_affine variance_affine layer_norm_mean layer_norm_variance // mulr0 add0r.
Qed.

End LayerNorm.

Section Examples.
Variable R : rcfType.

(* (1, -1) has mean 0 and variance 1 *)
Definition example : 'rV[R]_2 := \row_j (-1) ^+ j.

Lemma layer_norm_example : layer_norm 0 example = example.
Proof.
have mean0 : mean example = 0.
  by rewrite /mean !big_ord_recl big_ord0 !mxE expr0 expr1 addr0 subrr mul0r.
have variance1 : variance example = 1.
  rewrite /variance mean0 !big_ord_recl big_ord0 !mxE !subr0 addr0 sqrrN expr1n.
  by rewrite -(natrD _ 1 1) divff ?pnatr_eq0.
by apply/rowP => j; rewrite mxE mean0 variance1 subr0 addr0 sqrtr1 divr1.
Qed.

(* a gain that differs from entry to entry gives up the mean 0: (1, 2) makes it -1/2 *)
Theorem gain_moves_the_mean : mean (layer_norm_affine 0 (\row_j j.+1%:R) 0 example) = - 2^-1.
Proof.
rewrite /mean /layer_norm_affine layer_norm_example !big_ord_recl big_ord0 !mxE /=.
rewrite expr0 expr1 !addr0 mul1r mulrN1 mulr2n.
by rewrite opprD addNKr mulN1r.
Qed.

(* tokens are normalised, not dimensions: of two tokens (1, -1), dimension 0 becomes (1, 1) *)
Theorem dimensions_not_normalised :
  let X : 'M[R]_2 := \matrix_i example in
  let Y := \matrix_i layer_norm 0 (row i X) in
  mean (col 0 Y)^T = 1 /\ variance (col 0 Y)^T = 0.
Proof.
move=> X Y; have -> : (col 0 Y)^T = 0 *: 0 + const_mx 1.
  apply/rowP => i; rewrite 2!mxE /Y mxE rowK layer_norm_example mxE expr0.
  by rewrite scale0r add0r mxE.
by rewrite mean_affine variance_affine expr0n !mul0r add0r.
Qed.

End Examples.
