(* How a gradient fares on its way through the steps of a recurrent network. See statement.md.

   "Bounded by k" is |A v| <= k |v| for all v, so no maximum has to be taken: the spectral norm is the least such k.
   The slopes are at most s in size: 1 for tanh and ReLU, 1/4 for the logistic function. *)

From mathcomp Require Import all_ssreflect all_algebra.
From epreuve.library Require Import cauchy_schwarz.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Bounds.
Variable R : rcfType.

Definition inner m (x y : 'cV[R]_m) : R := \sum_i x i 0 * y i 0.
Definition norm m (x : 'cV[R]_m) : R := Num.sqrt (inner x x).

Definition bounded m n (A : 'M[R]_(m, n)) (k : R) := forall v, norm (A *m v) <= k * norm v.

Lemma inner_ge0 m (x : 'cV[R]_m) : 0 <= inner x x.
Proof. by apply: sumr_ge0 => i _; rewrite -expr2 sqr_ge0. Qed.

Lemma norm_ge0 m (x : 'cV[R]_m) : 0 <= norm x.
Proof. exact: sqrtr_ge0. Qed.

Lemma norm_sqr m (x : 'cV[R]_m) : norm x ^+ 2 = inner x x.
Proof. by rewrite sqr_sqrtr // inner_ge0. Qed.

Lemma inner_trmx m n (A : 'M[R]_(m, n)) (x : 'cV[R]_m) (y : 'cV[R]_n) :
  inner (A^T *m x) y = inner x (A *m y).
Proof.
rewrite /inner; under eq_bigr do rewrite mxE mulr_suml.
rewrite exchange_big; apply: eq_bigr => i _; rewrite mxE mulr_sumr.
by apply: eq_bigr => j _; rewrite mxE mulrAC mulrC.
Qed.

Lemma inner_le_norms m (x y : 'cV[R]_m) : inner x y <= norm x * norm y.
Proof.
apply: le_trans (ler_norm _) _.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?normr_ge0 ?mulr_ge0 ?norm_ge0 //.
rewrite real_normK ?num_real // exprMn !norm_sqr.
by have := cauchy_schwarz (fun i => x i 0) (fun i => y i 0).
Qed.

Theorem transpose_bound m n (A : 'M[R]_(m, n)) k : 0 <= k -> bounded A k -> bounded A^T k.
Proof.
move=> k_ge0 A_k g; set w := A^T *m g.
have [w0|w_neq0] := eqVneq (norm w) 0; first by rewrite w0 mulr_ge0 ?norm_ge0.
have w_gt0 : 0 < norm w by rewrite lt_neqAle eq_sym w_neq0 norm_ge0.
rewrite -(ler_pmul2r w_gt0) -expr2 norm_sqr {1}/w inner_trmx.
apply: le_trans (inner_le_norms _ _) _.
by rewrite [k * _]mulrC -mulrA ler_wpmul2l ?norm_ge0.
Qed.

Lemma mul_bound m n p (A : 'M[R]_(m, n)) (B : 'M[R]_(n, p)) k l : 0 <= k ->
  bounded A k -> bounded B l -> bounded (A *m B) (k * l).
Proof.
move=> k_ge0 A_k B_l v; rewrite -mulmxA; apply: le_trans (A_k _) _.
by rewrite -mulrA ler_wpmul2l.
Qed.

Variable n : nat.

(* the product of the factors of the steps, the first step first *)
Definition product (Js : seq 'M[R]_n) : 'M[R]_n := foldl (fun P J => J *m P) 1%:M Js.

Lemma product_rcons Js J : product (rcons Js J) = J *m product Js.
Proof. by rewrite /product -cats1 foldl_cat. Qed.

Lemma identity_bound : bounded (1%:M : 'M[R]_n) 1.
Proof. by move=> v; rewrite mul1mx mul1r. Qed.

(* a list of factors, each with what it is bounded by *)
Theorem product_bound (Jks : seq ('M[R]_n * R)) :
  (forall Jk, Jk \in Jks -> 0 <= Jk.2 /\ bounded Jk.1 Jk.2) ->
  bounded (product [seq Jk.1 | Jk <- Jks]) (\prod_(Jk <- Jks) Jk.2).
Proof.
elim/last_ind: Jks => [_|Jks [J k] IH each]; first by rewrite big_nil; exact: identity_bound.
have [|k_ge0 J_k] := each (J, k); first by rewrite mem_rcons inE eqxx.
rewrite map_rcons product_rcons -cats1 big_cat big_seq1 /= mulrC.
by apply: mul_bound => //; apply: IH => Jk Jk_in; apply: each; rewrite mem_rcons inE Jk_in orbT.
Qed.

(* The Jacobians of a recurrent network: the slopes of a step, and U, which all steps share. *)
Definition jacobian (U : 'M[R]_n) (d : 'rV[R]_n) : 'M[R]_n := diag_mx d *m U.
Definition through (U : 'M[R]_n) (ds : seq 'rV[R]_n) := product [seq jacobian U d | d <- ds].

Definition slopes_at_most (s : R) (ds : seq 'rV[R]_n) := forall d, d \in ds -> forall i, `|d 0 i| <= s.

Lemma norm_scale m a (v : 'cV[R]_m) : 0 <= a -> norm (a *: v) = a * norm v.
Proof.
move=> a_ge0; rewrite /norm; have -> : inner (a *: v) (a *: v) = a ^+ 2 * inner v v.
  by rewrite /inner mulr_sumr; apply: eq_bigr => i _; rewrite !mxE expr2 mulrACA.
by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm.
Qed.

Lemma slopes_bound (d : 'rV[R]_n) s : 0 <= s -> (forall i, `|d 0 i| <= s) -> bounded (diag_mx d) s.
Proof.
move=> s_ge0 d_le v; rewrite -norm_scale // /norm ler_wsqrtr // /inner; apply: ler_sum => i _.
rewrite mul_diag_mx !mxE -!expr2 !exprMn ler_wpmul2r ?sqr_ge0 //.
by rewrite -real_normK ?num_real // ler_pexpn2r ?nnegrE ?normr_ge0.
Qed.

Section Steps.
Variables (U : 'M[R]_n) (k s : R).
Hypotheses (k_ge0 : 0 <= k) (s_ge0 : 0 <= s) (U_k : bounded U k).

Theorem state_bound ds : slopes_at_most s ds -> bounded (through U ds) ((s * k) ^+ size ds).
Proof.
elim/last_ind: ds => [_|ds d IH slopes]; first exact: identity_bound.
rewrite /through map_rcons product_rcons size_rcons exprS.
apply: mul_bound; first exact: mulr_ge0.
- have d_le i : `|d 0 i| <= s by apply: slopes; rewrite mem_rcons inE eqxx.
  exact: mul_bound s_ge0 (slopes_bound s_ge0 d_le) U_k.
- by apply: IH => d' d'_in; apply: slopes; rewrite mem_rcons inE d'_in orbT.
Qed.

Theorem gradient_bound ds : slopes_at_most s ds -> bounded (through U ds)^T ((s * k) ^+ size ds).
Proof.
by move=> slopes; apply: transpose_bound; [rewrite exprn_ge0 ?mulr_ge0 | exact: state_bound].
Qed.

Lemma no_longer m (A : 'M[R]_m) T v : bounded A ((s * k) ^+ T) -> norm v < norm (A *m v) -> 1 < s * k.
Proof.
move=> A_bound; apply: contraTT; rewrite -!leNgt => le1; apply: le_trans (A_bound v) _.
by rewrite -[X in _ <= X]mul1r ler_wpmul2r ?norm_ge0 // exprn_ile1 // mulr_ge0.
Qed.

Theorem explosion_needs_norm ds v :
  slopes_at_most s ds -> norm v < norm (through U ds *m v) -> 1 < s * k.
Proof. by move=> slopes; apply: no_longer; exact: state_bound. Qed.

Theorem gradient_explosion_needs_norm ds g :
  slopes_at_most s ds -> norm g < norm ((through U ds)^T *m g) -> 1 < s * k.
Proof. by move=> slopes; apply: no_longer; exact: gradient_bound. Qed.

End Steps.

Lemma through_nseq (U : 'M[R]_n) d T : through U (nseq T.+1 d) = jacobian U d *m through U (nseq T d).
Proof.
have -> : nseq T.+1 d = rcons (nseq T d) d by elim: T => //= T IH; rewrite -IH.
by rewrite /through map_rcons product_rcons.
Qed.

Lemma equal_slopes (k s : R) T : through k%:M (nseq T (const_mx s)) = ((s * k) ^+ T)%:M.
Proof.
elim: T => [|T IH]; first by rewrite expr0.
by rewrite through_nseq IH /jacobian diag_const_mx -!scalar_mxM exprS.
Qed.

Theorem bound_is_sharp (k s : R) T v : 0 <= k -> 0 <= s ->
  norm (through k%:M (nseq T (const_mx s)) *m v) = (s * k) ^+ T * norm v.
Proof. by move=> *; rewrite equal_slopes mul_scalar_mx norm_scale ?exprn_ge0 ?mulr_ge0. Qed.

Theorem gradient_bound_is_sharp (k s : R) T g : 0 <= k -> 0 <= s ->
  norm ((through k%:M (nseq T (const_mx s)))^T *m g) = (s * k) ^+ T * norm g.
Proof. by move=> *; rewrite equal_slopes tr_scalar_mx mul_scalar_mx norm_scale ?exprn_ge0 ?mulr_ge0. Qed.

End Bounds.

(** Neither the spectral radii of the factors decide, nor that of the product: U = (1 0; 1 2), with the slopes (1, 0) in
    the first step and (0, 1) in all others *)

Section Radius.
Variable R : rcfType.

Let U : 'M[R]_2 := \matrix_(i, j) (if i == 0 then (j == 0)%:R else if j == 0 then 1 else 2).
Let slopes T : seq 'rV[R]_2 := delta_mx 0 0 :: nseq T (delta_mx 0 1).

Lemma two_entries (A B : 'M[R]_2) :
  A 0 0 = B 0 0 -> A 0 1 = B 0 1 -> A 1 0 = B 1 0 -> A 1 1 = B 1 1 -> A = B.
Proof.
move=> e00 e01 e10 e11; apply/matrixP => i j.
have cases (l : 'I_2) : l = 0 \/ l = 1 by case: l => -[|[|//]] l_lt; [left | right]; exact: val_inj.
by case: (cases i) => ->; case: (cases j) => ->.
Qed.

Lemma mul_two (A B : 'M[R]_2) i j : (A *m B) i j = A i 0 * B 0 j + A i 1 * B 1 j.
Proof.
by rewrite mxE !big_ord_recl big_ord0 addr0; congr (_ + A _ _ * B _ _); exact: val_inj.
Qed.

Lemma product_of_slopes T : through U (slopes T.+1) = 2 ^+ T *: delta_mx 1 0.
Proof.
elim: T => [|T IH].
  rewrite expr0 scale1r /through /product /= mulmx1 /jacobian !mul_diag_mx.
  by apply: two_entries; rewrite !mul_two !mxE /= ?(mul0r, mul1r, mulr0, mulr1, addr0, add0r).
have -> : slopes T.+2 = rcons (slopes T.+1) (delta_mx 0 1).
  by congr (_ :: _); rewrite /=; congr (_ :: _); elim: T {IH} => //= T ->.
rewrite /through map_rcons product_rcons -/(through _ _) IH /jacobian mul_diag_mx.
apply: two_entries; rewrite !mul_two !mxE /= ?(mul0r, mul1r, mulr0, mulr1, addr0, add0r) //.
by rewrite exprS.
Qed.

(* the product is nilpotent, so its spectral radius is 0 *)
Theorem radius_does_not_decide T (J := through U (slopes T.+1)) (v : 'cV[R]_2 := delta_mx 0 0) :
  J *m J = 0 /\ norm (J *m v) = 2 ^+ T * norm v.
Proof.
rewrite /J product_of_slopes; split.
  by rewrite -scalemxAl -scalemxAr mul_delta_mx_0 // !scaler0.
rewrite -scalemxAl mul_delta_mx norm_scale ?exprn_ge0 ?ler0n //; congr (_ * _).
by rewrite /norm /inner !big_ord_recl !big_ord0 !mxE /=; congr Num.sqrt; rewrite !mul0r !addr0 add0r.
Qed.

End Radius.
