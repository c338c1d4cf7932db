(* How a gradient fares on its way through the steps of a recurrent network. See statement.md.

   "Bounded by k" is |A v| <= k |v| for all v, so that no maximum has to be taken: the spectral norm is the least such k. *)

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

Definition slopes_at_most_1 (ds : seq 'rV[R]_n) := forall d, d \in ds -> forall i, `|d 0 i| <= 1.

Lemma slopes_bound (d : 'rV[R]_n) : (forall i, `|d 0 i| <= 1) -> bounded (diag_mx d) 1.
Proof.
move=> d_le1 v; rewrite mul1r /norm ler_wsqrtr // /inner; apply: ler_sum => i _.
rewrite mul_diag_mx mxE -!expr2 exprMn -[X in _ <= X]mul1r ler_wpmul2r ?sqr_ge0 //.
by rewrite -real_normK ?num_real // expr_le1 ?normr_ge0.
Qed.

Section Steps.
Variables (U : 'M[R]_n) (k : R).
Hypotheses (k_ge0 : 0 <= k) (U_k : bounded U k).

Theorem state_bound ds : slopes_at_most_1 ds -> bounded (through U ds) (k ^+ size ds).
Proof.
elim/last_ind: ds => [_|ds d IH slopes]; first exact: identity_bound.
rewrite /through map_rcons product_rcons size_rcons exprS.
apply: mul_bound => //.
- have d_le1 i : `|d 0 i| <= 1 by apply: slopes; rewrite mem_rcons inE eqxx.
  by have := mul_bound ler01 (slopes_bound d_le1) U_k; rewrite mul1r.
- by apply: IH => d' d'_in; apply: slopes; rewrite mem_rcons inE d'_in orbT.
Qed.

Theorem gradient_bound ds : slopes_at_most_1 ds -> bounded (through U ds)^T (k ^+ size ds).
Proof. by move=> slopes; apply: transpose_bound; [exact: exprn_ge0 | exact: state_bound]. Qed.

Theorem explosion_needs_norm ds v : slopes_at_most_1 ds -> norm v < norm (through U ds *m v) -> 1 < k.
Proof.
move=> slopes; apply: contraTT; rewrite -!leNgt => k_le1.
apply: le_trans (state_bound slopes v) _.
by rewrite -[X in _ <= X]mul1r ler_wpmul2r ?norm_ge0 // exprn_ile1.
Qed.

End Steps.

Lemma nseq_rcons (A : Type) T (a : A) : nseq T.+1 a = rcons (nseq T a) a.
Proof. by elim: T => //= T IH; rewrite -IH. Qed.

Theorem bound_is_sharp (k : R) T (v : 'cV[R]_n) : 0 <= k ->
  norm (through k%:M (nseq T (const_mx 1)) *m v) = k ^+ T * norm v.
Proof.
move=> k_ge0; have -> : through k%:M (nseq T (const_mx 1)) = (k ^+ T)%:M.
  elim: T => [|T IH]; first by rewrite expr0.
  rewrite nseq_rcons /through map_rcons product_rcons -/(through _ _) IH.
  by rewrite /jacobian diag_const_mx mul1mx -scalar_mxM exprS.
rewrite mul_scalar_mx /norm.
have -> : inner (k ^+ T *: v) (k ^+ T *: v) = (k ^+ T) ^+ 2 * inner v v.
  by rewrite /inner mulr_sumr; apply: eq_bigr => i _; rewrite !mxE expr2 mulrACA.
by rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm // exprn_ge0.
Qed.

End Bounds.
