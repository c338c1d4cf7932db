(* Softmax turns n >= 1 real numbers into n probabilities: see statement.md.

   Positivity, the sum, the shift and the order follow from the formula. For the derivative, softmax
   is written as the quotient of two differentiable functions of the whole vector, so that the
   library's rules give its total derivative, and from it the partial derivatives and the Jacobian
   matrix J. The bound 1/4 on its entries is s (1 - s) <= 1/4 and, off the diagonal, s_j <= 1 - s_i.

   What J says of infinitely small changes, the mean value theorem says of finite ones. If one logit
   changes, the bound on the entries is enough. If all of them do, it takes v^T J v, which is half the
   sum over i and j of s_i s_j (v_i - v_j)^2: each square is at most 2 (v_i^2 + v_j^2), which makes
   it at most 2 sum_i s_i (1 - s_i) v_i^2 <= |v|^2 / 2. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp Require Import reals topology normedtype sequences derive exp.
From epreuve.library Require Import softmax differentials.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

(* x . y = sum_i x_i y_i *)
Definition dot (R : realType) n (x y : 'rV[R]_n) : R := \sum_i x 0 i * y 0 i.

(* |x| = sqrt (sum_i x_i^2) *)
Definition norm (R : realType) n (x : 'rV[R]_n) : R := Num.sqrt (\sum_i x 0 i ^+ 2).

(* cosine similarity: x . y / (|x| |y|) *)
Definition cosine (R : realType) n (x y : 'rV[R]_n) : R := dot x y / (norm x * norm y).


Section Values.
Variables (R : realType) (n : nat).
Implicit Types x y : 'rV[R]_n.+1.

Theorem softmax_positive x i : 0 < softmax x 0 i.
Proof. exact: softmax_gt0. Qed.

Theorem softmax_sum_to_1 x : \sum_i softmax x 0 i = 1.
Proof. exact: sum_softmax. Qed.

Theorem softmax_le1 x i : softmax x 0 i <= 1.
Proof.
rewrite -(sum_softmax x) (bigD1 i) //= ler_addl.
by apply: sumr_ge0 => j _; rewrite ltW ?softmax_gt0.
Qed.

Theorem softmax_shift x c : softmax (x + const_mx c) = softmax x.
Proof. exact: softmax_add. Qed.

(* the shifts are all that softmax forgets *)
Theorem softmax_eqP x y : softmax x = softmax y <-> exists c, y = x + const_mx c.
Proof. exact: softmax_eq. Qed.

Theorem softmax_order x i j : (softmax x 0 i <= softmax x 0 j) = (x 0 i <= x 0 j).
Proof. by rewrite !mxE ler_pmul2r ?ler_expR // invr_gt0 sum_expR_gt0. Qed.

Theorem softmax_rows_sum_to_1 m (S : 'M[R]_(m, n.+1)) i : \sum_j softmax_rows S i j = 1.
Proof. by under eq_bigr do rewrite mxE; exact: sum_softmax. Qed.

(* x . e_i / (|x| |e_i|) = x_i / |x|, and |x| is the same for all i *)
Theorem cosine_order x i j : x != 0 ->
  (cosine x (delta_mx 0 i) <= cosine x (delta_mx 0 j)) = (softmax x 0 i <= softmax x 0 j).
Proof.
move=> x_neq0; rewrite softmax_order.
have norm_x_gt0 : 0 < norm x.
  rewrite sqrtr_gt0 lt_neqAle eq_sym sumr_ge0 ?andbT => [|k _]; last exact: sqr_ge0.
  apply: contra x_neq0 => /eqP sum0; apply/eqP/rowP => k; rewrite mxE; apply/eqP.
  by rewrite -sqrf_eq0; apply/eqP/(psumr_eq0P _ sum0) => // l _; exact: sqr_ge0.
have cosineE k : cosine x (delta_mx 0 k) = x 0 k / norm x.
  have delta l : (delta_mx 0 k : 'rV[R]_n.+1) 0 l = (l == k)%:R by rewrite mxE.
  have dotE : dot x (delta_mx 0 k) = x 0 k.
    rewrite /dot (bigD1 k) //= big1 => [|l /negPf lk]; last by rewrite delta lk mulr0.
    by rewrite delta eqxx mulr1 addr0.
  have norm_delta : norm (delta_mx 0 k : 'rV[R]_n.+1) = 1.
    rewrite /norm (bigD1 k) //= big1 => [|l /negPf lk]; last by rewrite delta lk expr0n.
    by rewrite delta eqxx expr1n addr0 sqrtr1.
  by rewrite /cosine dotE norm_delta mulr1.
by rewrite !cosineE ler_pmul2r ?invr_gt0.
Qed.


(* the length of x says nothing about the probabilities *)
Theorem length_not_confidence x (L : R) : exists y, softmax y = softmax x /\ L <= norm y.
Proof.
pose y := x + const_mx (`|L| - x 0 0); exists y; split; first exact: softmax_shift.
apply: le_trans (ler_norm L) _; rewrite -[`|L|]sqrtr_sqr ler_wsqrtr //.
rewrite (bigD1 0) //= !mxE [x 0 0 + _]addrC subrK real_normK ?num_real // ler_addl.
by apply: sumr_ge0 => i _; exact: sqr_ge0.
Qed.
End Values.

(* with two entries or more no entry is 1 *)
Theorem softmax_lt1 (R : realType) n (x : 'rV[R]_n.+2) i : softmax x 0 i < 1.
Proof.
rewrite -(sum_softmax x) (bigD1 i) //= ltr_addl.
rewrite (bigD1 (lift i 0)) ?[_ == i]eq_sym ?neq_lift //= ltr_paddr ?softmax_gt0 //.
by apply: sumr_ge0 => j _; rewrite ltW ?softmax_gt0.
Qed.

Section Derivative.
Variables (R : realType) (n : nat).
Implicit Types x y v u : 'rV[R]_n.+1.

(* the total derivative of softmax_i = e_i / S: d(e_i / S) = d e_i / S - e_i dS / S^2 *)
Theorem softmax_is_diff x i :
  is_diff x (fun y : 'rV[R]_n.+1 => softmax y 0 i)
    (fun v => softmax x 0 i * (v 0 i - \sum_j softmax x 0 j * v 0 j)).
Proof.
set S := fun y : 'rV[R]_n.+1 => \sum_j expR (y 0 j).
have dS : is_diff x S (fun v => \sum_j expR (x 0 j) * v 0 j).
  by apply: is_diff_sum => j; exact: is_diff_expR.
have dV : is_diff x (fun y => (S y)^-1 : R^o) (- (S x) ^- 2 \*: 'd S x).
  by apply: DiffDef; [apply: differentiableV | apply: diffV] => //; exact: sum_expR_neq0.
have -> : (fun y : 'rV[R]_n.+1 => softmax y 0 i) = (fun y => expR (y 0 i) * (S y)^-1).
  by apply/funext => y; rewrite mxE.
apply: is_diff_eq (is_diffM (is_diff_expR x i) dV) _; apply/funext => v.
have -> : \sum_j softmax x 0 j * v 0 j = (S x)^-1 * \sum_j expR (x 0 j) * v 0 j.
  by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mxE mulrA (mulrC _^-1).
rewrite diff_val mxE -[LHS]/(expR (x 0 i) * (- (S x ^+ 2)^-1 * _) + (S x)^-1 * _).
by rewrite mulrBr addrC mulNr mulrN mulrA (mulrC _^-1) expr2 invfM !mulrA.
Qed.

(* the derivative along e_j: put v = e_j in the total derivative *)
Theorem softmax_partial x i j :
  is_derive x (delta_mx 0 j) (fun y : 'rV[R]_n.+1 => softmax y 0 i)
    (softmax x 0 i * ((i == j)%:R - softmax x 0 j)).
Proof.
have [dsoftmax softmaxE] := softmax_is_diff x i.
apply: DeriveDef; first exact: diff_derivable.
have delta k : (delta_mx 0 j : 'rV[R]_n.+1) 0 k = (k == j)%:R by rewrite mxE.
rewrite deriveE // softmaxE delta (bigD1 j) //= delta eqxx mulr1 big1 ?addr0 // => k /negPf kj.
by rewrite delta kj mulr0.
Qed.

(* softmax is the sum of the vectors softmax(x)_i e_i, each of which is differentiable *)
Theorem softmax_differentiable x : differentiable (softmax : 'rV[R]_n.+1 -> 'rV[R]_n.+1) x.
Proof.
have -> : softmax = \sum_i (fun y : 'rV[R]_n.+1 => softmax y 0 i *: delta_mx 0 i).
  by apply/funext => y; rewrite fct_sumE {1}[softmax y]row_sum_delta.
by apply: differentiable_sum => i; apply: differentiableZl; case: (softmax_is_diff x i).
Qed.

(* row j, column i of the library's Jacobian matrix is the derivative of softmax_i along e_j *)
Lemma Jacobian_entry x i j :
  'J softmax x j i = softmax x 0 i * ((i == j)%:R - softmax x 0 j).
Proof.
have [_ <-] := softmax_partial x i j; have [dsoftmax_i _] := softmax_is_diff x i.
have dsoftmax := softmax_differentiable x; have [dcoord coordE] := is_diff_coord (softmax x) i.
by rewrite /jacobian mxE deriveE // (diff_comp dsoftmax dcoord) /= coordE.
Qed.

(* diag(sigma) - sigma sigma^T, symmetric, so that rows and columns may be exchanged *)
Theorem softmax_Jacobian x :
  'J softmax x = diag_mx (softmax x) - (softmax x)^T *m softmax x.
Proof.
apply/matrixP => j i; rewrite Jacobian_entry; move: (softmax x) => s.
rewrite !mxE big_ord1 mxE mulrBr mulr_natr eq_sym [in RHS]mulrC.
by case: eqP => // ->.
Qed.

Lemma quarter_bound (s : R) : s * (1 - s) <= 4^-1.
Proof.
rewrite -[4^-1]mul1r ler_pdivl_mulr ?ltr0n // (mulr_natr _ 4).
by have [] := leif_AGM2_scaled s (1 - s); rewrite [s + _]addrC subrK expr1n.
Qed.

(* s_i (1 - s_i) on the diagonal; s_i s_j <= s_i (1 - s_i) off it *)
Theorem Jacobian_bound_at_its_probability x i j :
  `|'J softmax x i j| <= softmax x 0 j * (1 - softmax x 0 j).
Proof.
have s_ge0 k : 0 <= softmax x 0 k by rewrite ltW ?softmax_gt0.
rewrite Jacobian_entry normrM ger0_norm //.
apply: ler_wpmul2l => //; have [<- | ji] := eqVneq j i.
  by rewrite ger0_norm // subr_ge0 softmax_le1.
rewrite sub0r normrN ger0_norm // ler_subr_addl -(sum_softmax x) (bigD1 j) //=.
by rewrite ler_add2l (bigD1 i) 1?eq_sym //= ler_addl sumr_ge0.
Qed.

Theorem Jacobian_bound x i j : `|'J softmax x i j| <= 4^-1.
Proof. exact: le_trans (Jacobian_bound_at_its_probability x i j) (quarter_bound _). Qed.

(** Finite changes: the mean value theorem on the way from x to x + v *)

(* u^T J v = sum_i u_i s_i (v_i - sum_j s_j v_j) *)
Lemma Jacobian_bilinear x v u :
  (v *m 'J softmax x *m u^T) 0 0 =
  \sum_i v 0 i * (softmax x 0 i * (u 0 i - \sum_j softmax x 0 j * u 0 j)).
Proof.
rewrite softmax_Jacobian -mulmxA mulmxBl mxE; apply: eq_bigr => i _; congr (_ * _).
rewrite mulrBr mul_diag_mx [LHS]mxE [X in _ + X]mxE; congr (_ - _); first by rewrite !mxE.
rewrite -mulmxA mxE big_ord1 mxE; congr (_ * _).
by rewrite [LHS]mxE; apply: eq_bigr => j _; congr (_ * _); exact: mxE.
Qed.

(* from x towards x + v: the chain rule along a line *)
Lemma is_derive_line x v i (t : R) :
  is_derive t 1 (fun t : R => softmax (x + t *: v) 0 i : R)
    (softmax (x + t *: v) 0 i * (v 0 i - \sum_j softmax (x + t *: v) 0 j * v 0 j)).
Proof.
have dline : is_diff (t : R^o) (fun t : R^o => x + t *: v) (fun h : R^o => h *: v).
  by apply: is_diff_eq (is_diffD (is_diff_cst x _) (is_diff_scalel _ v)) _; rewrite add0r.
have [dcomp compE] := is_diff_comp dline (softmax_is_diff (x + t *: v) i).
apply: DeriveDef; first exact: diff_derivable.
by rewrite deriveE // compE /= !scale1r.
Qed.

(* sum_i u_i (softmax(x + v)_i - softmax(x)_i) is u^T J v at a point on the line from x to x + v *)
Lemma softmax_mean_value x v u : exists t : R,
  \sum_i u 0 i * (softmax (x + v) 0 i - softmax x 0 i) =
  (u *m 'J softmax (x + t *: v) *m v^T) 0 0.
Proof.
pose f (t : R) : R := \sum_i u 0 i * softmax (x + t *: v) 0 i.
pose df (t : R) : R := \sum_i u 0 i *
  (softmax (x + t *: v) 0 i * (v 0 i - \sum_j softmax (x + t *: v) 0 j * v 0 j)).
have derives (t : R) : is_derive t 1 f (df t).
  rewrite /f /df.
  have -> : (fun t => \sum_i u 0 i * softmax (x + t *: v) 0 i) =
      \sum_i (fun t => u 0 i * softmax (x + t *: v) 0 i : R).
    by apply/funext => a; rewrite fct_sumE.
  by apply: is_derive_sum => i; apply: is_deriveZ; exact: is_derive_line.
have [|t _ growth] := MVT (a := 0 : R) (b := 1) (f := f) ltr01 (fun t _ => derives t).
  apply/continuous_subspaceT => t.
  by apply: differentiable_continuous; apply/derivable1_diffP; case: (derives t).
exists t; rewrite Jacobian_bilinear -[RHS]/(df t) -[df t]mulr1 -[X in _ * X](subr0 1) -growth.
rewrite /f -sumrB; apply: eq_bigr => i _.
by rewrite scale1r scale0r addr0 mulrBr.
Qed.

(* one logit moved by h moves each probability by at most |h| / 4 *)
Theorem logit_change x i j (h : R) :
  `|softmax (x + h *: delta_mx 0 j) 0 i - softmax x 0 i| <= 4^-1 * `|h|.
Proof.
have [t] := softmax_mean_value x (h *: delta_mx 0 j) (delta_mx 0 i).
have delta k : (delta_mx 0 i : 'rV[R]_n.+1) 0 k = (k == i)%:R by rewrite mxE.
rewrite (bigD1 i) //= big1 => [|k /negPf ki]; last by rewrite delta ki mul0r.
rewrite delta eqxx mul1r addr0 => ->.
set z := x + t *: _; have scaled k : (h *: delta_mx 0 j : 'rV[R]_n.+1) 0 k = h * (k == j)%:R.
  by rewrite !mxE.
rewrite Jacobian_bilinear (bigD1 i) //= [X in _ + X]big1 => [|k /negPf ki]; last first.
  by rewrite delta ki mul0r.
rewrite delta eqxx mul1r addr0 scaled (bigD1 j) //= big1 => [|k /negPf kj]; last first.
  by rewrite scaled kj !mulr0.
rewrite scaled eqxx mulr1 addr0 [_ * h]mulrC -mulrBr mulrCA -Jacobian_entry mulrC.
by rewrite normrM ler_wpmul2r ?Jacobian_bound.
Qed.

(** All logits moved at once: the quadratic form of the Jacobian matrix *)

(* the covariance of v_I and u_I, where the index I is drawn with the probabilities s, is half the
   expectation of (v_I - v_J) (u_I - u_J), where J is drawn independently *)
Lemma covariance m (s v u : 'I_m -> R) : \sum_i s i = 1 ->
  \sum_i \sum_j s i * s j * ((v i - v j) * (u i - u j)) =
  2 * \sum_i v i * (s i * (u i - \sum_j s j * u j)).
Proof.
move=> sum_s; pose half := \sum_i \sum_j s i * s j * (v i * (u i - u j)).
have -> : \sum_i v i * (s i * (u i - \sum_j s j * u j)) = half.
  apply: eq_bigr => i _; rewrite -[X in X - _]mul1r -sum_s mulr_suml -sumrB !mulr_sumr.
  by apply: eq_bigr => j _; rewrite -mulrBr mulrCA [v i * (s j * _)]mulrCA mulrA.
rewrite mulr_natl mulr2n {2}/half [X in _ = _ + X]exchange_big -big_split /=.
apply: eq_bigr => i _.
rewrite -big_split; apply: eq_bigr => j _ /=.
by rewrite [s j * s i]mulrC -mulrDr mulrBl -[u j - u i]opprB mulrN.
Qed.

(* v^T J v = sum_{i < j} s_i s_j (v_i - v_j)^2, each pair counted twice here *)
Theorem Jacobian_form x v :
  (v *m 'J softmax x *m v^T) 0 0 =
  2^-1 * \sum_i \sum_j softmax x 0 i * softmax x 0 j * (v 0 i - v 0 j) ^+ 2.
Proof.
under eq_bigr do under eq_bigr do rewrite expr2.
rewrite (covariance (fun i => v 0 i) (fun i => v 0 i) (sum_softmax x)) mulrA mulVf ?pnatr_eq0 //.
by rewrite mul1r Jacobian_bilinear.
Qed.

Theorem Jacobian_form_nonnegative x v : 0 <= (v *m 'J softmax x *m v^T) 0 0.
Proof.
rewrite Jacobian_form mulr_ge0 ?invr_ge0 ?ler0n // sumr_ge0 // => i _; rewrite sumr_ge0 // => j _.
by apply: mulr_ge0 (sqr_ge0 _); apply: mulr_ge0; rewrite ltW ?softmax_gt0.
Qed.

(* (v_i - v_j)^2 <= 2 (v_i^2 + v_j^2) for i != j, and sum_{j != i} s_i s_j = s_i (1 - s_i) <= 1/4 *)
Theorem Jacobian_form_bound x v : (v *m 'J softmax x *m v^T) 0 0 <= 2^-1 * \sum_i v 0 i ^+ 2.
Proof.
rewrite Jacobian_form ler_pmul2l ?invr_gt0 ?ltr0n //.
have s_ge0 k : 0 <= softmax x 0 k by rewrite ltW ?softmax_gt0.
have := sum_softmax x; move: (softmax x) s_ge0 => s s_ge0 sum_s.
pose half := \sum_i \sum_(j | j != i) s 0 i * s 0 j * (v 0 i ^+ 2 *+ 2).
apply: (@le_trans _ _ (half + half)).
  have -> : half + half = \sum_i \sum_(j | j != i)
      s 0 i * s 0 j * ((v 0 i ^+ 2 + v 0 j ^+ 2) *+ 2).
    rewrite {2}/half [X in _ + X](exchange_big_dep xpredT) //= -big_split.
    apply: eq_bigr => i _ /=; under [X in _ + X]eq_bigl do rewrite eq_sym.
    rewrite -big_split; apply: eq_bigr => j _ /=.
    by rewrite [s 0 j * s 0 i]mulrC -mulrDr mulrnDl.
  apply: ler_sum => i _; rewrite (bigD1 i) //= subrr expr0n mulr0 add0r; apply: ler_sum => j _.
  rewrite ler_wpmul2l ?mulr_ge0 // -subr_ge0.
  suff -> : (v 0 i ^+ 2 + v 0 j ^+ 2) *+ 2 - (v 0 i - v 0 j) ^+ 2 = (v 0 i + v 0 j) ^+ 2.
    exact: sqr_ge0.
  rewrite sqrrB sqrrD [_ - _ + _]addrAC [_ *+ 2 - _]addrC opprB.
  by rewrite [X in _ + X]mulr2n addrA subrK addrCA addrA.
rewrite -mulr2n -mulr_natl mulr_sumr; apply: ler_sum => i _.
rewrite -mulr_suml -mulr_sumr.
have -> : \sum_(j | j != i) s 0 j = 1 - s 0 i.
  by have := sum_s; rewrite (bigD1 i) //= => <-; rewrite addrC addKr.
have four_neq0 : 4 != 0 :> R by rewrite pnatr_eq0.
rewrite mulr_natl -mulrnAr -mulrnA -[leRHS](mulKf four_neq0) mulr_natl.
by rewrite ler_wpmul2r ?quarter_bound // mulrn_wge0 ?sqr_ge0.
Qed.

(* a b <= a^2 + b^2 / 4, term by term of the covariance *)
Lemma Jacobian_split x u v :
  (u *m 'J softmax x *m v^T) 0 0 <=
  (u *m 'J softmax x *m u^T) 0 0 + 4^-1 * (v *m 'J softmax x *m v^T) 0 0.
Proof.
have s_ge0 k : 0 <= softmax x 0 k by rewrite ltW ?softmax_gt0.
have form (a b : 'rV[R]_n.+1) : (a *m 'J softmax x *m b^T) 0 0 = 2^-1 *
    \sum_i \sum_j softmax x 0 i * softmax x 0 j * ((a 0 i - a 0 j) * (b 0 i - b 0 j)).
  rewrite (covariance (fun i => a 0 i) (fun i => b 0 i) (sum_softmax x)).
  by rewrite mulrA mulVf ?pnatr_eq0 // mul1r Jacobian_bilinear.
rewrite !form mulrCA -mulrDr ler_pmul2l ?invr_gt0 ?ltr0n // mulr_sumr -big_split.
apply: ler_sum => i _ /=; rewrite mulr_sumr -big_split; apply: ler_sum => j _ /=.
rewrite [4^-1 * _]mulrCA -mulrDr ler_wpmul2l ?mulr_ge0 //.
move: (u 0 i - u 0 j) (v 0 i - v 0 j) => a b; rewrite -subr_ge0.
have -> : a * a + 4^-1 * (b * b) - a * b = (a - 2^-1 * b) ^+ 2.
  have four : 4^-1 = 2^-1 * 2^-1 :> R by rewrite -invfM -natrM.
  rewrite sqrrB !expr2 mulrACA -four -[a * _ *+ 2]mulrnAr -mulrnAl.
  have -> : 2^-1 *+ 2 = 1 :> R by rewrite -[LHS]mulr_natl divff ?pnatr_eq0.
  by rewrite mul1r addrAC.
exact: sqr_ge0.
Qed.

(* with u = softmax(y) - softmax(x) and v = y - x: |u|^2 = u^T J v <= |u|^2 / 2 + |v|^2 / 8 *)
Theorem softmax_lipschitz x y : norm (softmax y - softmax x) <= 2^-1 * norm (y - x).
Proof.
set u := softmax y - softmax x; set v := y - x.
have [t] := softmax_mean_value x v u; set z := x + t *: v.
have uE i : u 0 i = softmax y 0 i - softmax x 0 i.
  by rewrite /u; move: (softmax y) (softmax x) => a b; rewrite !mxE.
have -> : x + v = y by rewrite addrC subrK.
have -> : \sum_i u 0 i * (softmax y 0 i - softmax x 0 i) = \sum_i u 0 i ^+ 2.
  by apply: eq_bigr => i _; rewrite -uE expr2.
move=> mean_value; have := Jacobian_split z u v; rewrite -mean_value => split_u.
have quarter_ge0 : 0 <= 4^-1 :> R by rewrite invr_ge0 ler0n.
have quarter_of_v := ler_wpmul2l quarter_ge0 (Jacobian_form_bound z v).
have := le_trans split_u (ler_add (Jacobian_form_bound z u) quarter_of_v).
set U := \sum_i u 0 i ^+ 2; set V := \sum_i v 0 i ^+ 2 => bound.
have half : 1 - 2^-1 = 2^-1 :> R by rewrite [X in X - _](splitr 1) mul1r addrK.
have {bound} : U <= 4^-1 * V.
  move: bound; rewrite -ler_subl_addl -{1}[U]mul1r -mulrBl half mulrCA.
  by rewrite ler_pmul2l ?invr_gt0 ?ltr0n.
rewrite /norm -/U -/V => /ler_wsqrtr /le_trans; apply.
rewrite sqrtrM ?invr_ge0 ?ler0n //.
have -> : 4^-1 = 2^-1 ^+ 2 :> R by rewrite expr2 -invfM -natrM.
by rewrite sqrtr_sqr ger0_norm ?invr_ge0 ?ler0n.
Qed.

End Derivative.

(* the bound is attained *)
Theorem Jacobian_bound_attained (R : realType) (i j : 'I_2) :
  'J softmax (0 : 'rV[R]_2) i j = if i == j then 4^-1 else - 4^-1.
Proof.
have half k : softmax (0 : 'rV[R]_2) 0 k = 2^-1.
  by rewrite mxE big_ord_recl big_ord1 !mxE expR0 mul1r.
have quarter : 2^-1 * 2^-1 = 4^-1 :> R by rewrite -invfM -natrM.
rewrite Jacobian_entry !half eq_sym; case: eqP => _; last by rewrite sub0r mulrN quarter.
by rewrite [X in X - _](splitr 1) mul1r addrK quarter.
Qed.

Theorem Jacobian_form_bound_attained (R : realType) (v : 'rV[R]_2 := \row_j (-1) ^+ j) :
  (v *m 'J softmax 0 *m v^T) 0 0 = 2^-1 * \sum_j v 0 j ^+ 2.
Proof.
have half k : softmax (0 : 'rV[R]_2) 0 k = 2^-1.
  by rewrite mxE big_ord_recl big_ord1 !mxE expR0 mul1r.
rewrite Jacobian_form; congr (_ * _).
under eq_bigr do under eq_bigr do rewrite !half.
rewrite !big_ord_recl !big_ord0 !mxE /= !subrr expr0n mulr0 !addr0 add0r expr0 expr1.
by rewrite opprK -opprD !sqrrN -[1 + 1]/(2%:R : R) !expr2 mulrACA mulVf ?pnatr_eq0 //.
Qed.
