(* Linformer, and when it is attention: see statement.md.

   A query sees the keys only through its scores s, a row, and any s occurs. So Linformer is attention for all
   Q, K and V if and only if softmax (s E^T) F = softmax s for all s. The scores 0 and t e_j are enough to decide:
   their softmax is 1 + (e^t - 1) e_j up to a factor. These rows form a basis, so F is invertible, and with
   H = F^-1 there is a C for each t and j such that for all i

       1 + (e^t - 1) H_ji = C exp (t E_ij).

   Let p_i = 1 + H_ji and g_i = exp (ln 2 E_ij). At e^t = 2, 1/2 and 4 the formula says that p_i is a multiple of
   g_i, 3 - p_i one of 1 / g_i and 3 p_i - 2 one of g_i^2, with factors that do not depend on i. So p_i (3 - p_i)
   and (3 p_i - 2) / p_i^2 do not depend on i either; two different p and q have then p + q = 3 and p q = 2, which
   makes them 1 and 2. Each row of H is therefore constant or consists of 0 and 1; rows and columns sum to 1.

   With k mixtures of n + 1 tokens let f_i be the entries of a column of F, that of another token than j, and
   x_i = exp (ln 2 E_ij). At e^t = 2^m the formula of that column is

       sum_i f_i x_i^m (n + 2^m) = sum_i x_i^m .

   Powers of different numbers are linearly independent. So for each y > 0 the sum c(y) of the f_i with x_i = y is
   the number of the i with x_i = 2 y, less n c(2 y); from the largest y downwards all of these are integers. And
   m = 0 says that k is n + 1 times their sum. *)

From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax attention.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* keys and values of n tokens are mixed to k by E and F *)
Definition linformer (R : realType) m n k dk dv (E F : 'M[R]_(k, n))
    (Q : 'M_(m, dk)) (K : 'M_(n, dk)) (V : 'M_(n, dv)) : 'M_(m, dv) :=
  attention Q (E *m K) (F *m V).

Section Shift.
Variable R : realType.

Lemma softmax_rows_shift m n (S : 'M[R]_(m, n)) (u : 'cV_m) :
  softmax_rows (S + u *m const_mx 1) = softmax_rows S.
Proof.
have expE i l : expR ((S + u *m const_mx 1) i l) = expR (S i l) * expR (u i 0).
  by rewrite !mxE big_ord1 !mxE mulr1 expRD.
apply/matrixP => i j; rewrite !softmax_rowsE expE; under eq_bigr do rewrite expE.
by rewrite -mulr_suml -mulf_div divff ?mulr1 // gt_eqF ?expR_gt0.
Qed.

Theorem linformer_exact m n dk dv (P : 'M[R]_n) (c : 'rV_n)
    (Q : 'M_(m, dk)) (K : 'M_(n, dk)) (V : 'M_(n, dv)) :
  is_perm_mx P -> linformer (P + const_mx 1 *m c) P Q K V = attention Q K V.
Proof.
move=> permP; rewrite /linformer /attention.
have -> : scores Q ((P + const_mx 1 *m c) *m K) =
          scores Q K *m P^T + scores Q K *m c^T *m const_mx 1.
  by rewrite /scores mulmxDl linearD /= !trmx_mul trmx_const mulmxDr scalerDr !mulmxA !scalemxAl.
rewrite softmax_rows_shift softmax_rows_col_perm //.
by rewrite mulmxA -[X in X *m V]mulmxA perm_mx_trmxK // mulmx1.
Qed.

End Shift.

Section Scores.
Variables (R : realType) (n k : nat).
Implicit Types s : 'rV[R]_n.

(* Linformer is attention for all Q, K and V of these sizes *)
Definition exact m dk dv (E F : 'M[R]_(k, n)) :=
  forall (Q : 'M_(m, dk)) (K : 'M_(n, dk)) (V : 'M_(n, dv)),
  linformer E F Q K V = attention Q K V.

(* a query that has these scores; the others have them too *)
Lemma any_scores m dk l (t : 'rV[R]_l) (one : 'cV_m := const_mx 1) :
  scores (Num.sqrt dk.+1%:R *: (one *m delta_mx 0 0) : 'M_(m, dk.+1)) (t^T *m delta_mx 0 0) =
  one *m t.
Proof.
rewrite /scores -scalemxAl scalerA mulVf ?scale1r; last by rewrite gt_eqF ?sqrtr_gt0 ?ltr0n.
rewrite trmx_mul trmxK trmx_delta mulmxA -[one *m _ *m _]mulmxA mul_delta_mx.
congr (_ *m _); rewrite -[RHS]mulmx1; congr (_ *m _).
by apply/matrixP => i j; rewrite !mxE !ord1.
Qed.

Lemma softmax_row_of_scores m l (t : 'rV[R]_l) (i : 'I_m) :
  row i (softmax_rows (const_mx 1 *m t)) = softmax t.
Proof.
by rewrite rowK row_mul row_const; congr softmax; apply/rowP => j; rewrite mxE big_ord1 mxE mul1r.
Qed.

Lemma exact_scores m dk dv E F : exact m.+1 dk.+1 dv.+1 E F ->
  forall s, softmax (s *m E^T) *m F = softmax s.
Proof.
move=> exactEF s; apply/rowP => j.
pose Q : 'M[R]_(m.+1, dk.+1) := Num.sqrt dk.+1%:R *: ((const_mx 1 : 'cV_m.+1) *m delta_mx 0 0).
have := exactEF Q (s^T *m delta_mx 0 0) (delta_mx j 0).
have mixed : E *m s^T = (s *m E^T)^T by rewrite trmx_mul trmxK.
rewrite /linformer /attention [E *m _]mulmxA mixed !any_scores.
move=> /(congr1 (row 0)); rewrite !row_mul !softmax_row_of_scores mulmxA => /rowP/(_ 0).
have entry (u : 'rV[R]_n) : (u *m (delta_mx j 0 : 'M_(n, dv.+1))) 0 0 = u 0 j.
  rewrite mxE (bigD1 j) //= mxE !eqxx mulr1 big1 ?addr0 // => i /negPf ij.
  by rewrite mxE ij mulr0.
by rewrite !entry.
Qed.

End Scores.

Section Tests.
Variables (R : realType) (n : nat).

(* what softmax makes of the score t at token j and 0 at all others *)
Lemma softmax_test (t : R) (j : 'I_n.+1) :
  (n%:R + expR t) *: softmax (t *: delta_mx 0 j) = const_mx 1 + (expR t - 1) *: delta_mx 0 j.
Proof.
have expE i : expR ((t *: delta_mx 0 j : 'rV_n.+1) 0 i) = 1 + (expR t - 1) * (i == j)%:R.
  rewrite !mxE eqxx /=; case: (i == j); rewrite ?mulr1 ?mulr0 ?addr0 ?expR0 //.
  by rewrite addrC subrK.
have sumE : \sum_i expR ((t *: delta_mx 0 j : 'rV_n.+1) 0 i) = n%:R + expR t.
  rewrite (bigD1 j) //= expE eqxx mulr1 [1 + _]addrC subrK addrC; congr (_ + _).
  under eq_bigr => i /negPf ij do rewrite expE ij mulr0 addr0.
  by rewrite sumr_const cardC1 card_ord.
apply/rowP => i; rewrite mxE [softmax _ _ _]mxE sumE mulrCA divff ?mulr1; last first.
  by rewrite -sumE sum_expR_neq0.
by rewrite expE !mxE eqxx.
Qed.

Lemma expR_ln2 : expR (ln 2) = 2 :> R.
Proof. by rewrite lnK // posrE ltr0n. Qed.

End Tests.
Arguments softmax_test {R n} t j.

Section Values.
Variable R : realType.
Implicit Types a b c d p q : R.

Lemma exchange a b c d : a - b = c - d -> a - c = b - d.
Proof.
move=> /eqP; rewrite subr_eq => /eqP ->.
by rewrite addrAC [c - d - c]addrAC subrr sub0r addrC.
Qed.

Lemma two_values p q :
    p * (3 - p) = q * (3 - q) -> (3 * p - 2) * q ^+ 2 = (3 * q - 2) * p ^+ 2 ->
  p = q \/ p * (3 - p) = 2.
Proof.
move=> first second; have [->|pq] := eqVneq p q; first by left.
have pq_neq0 : p - q != 0 by rewrite subr_eq0.
have sum3 : p + q = 3.
  apply: (mulfI pq_neq0); rewrite -subr_sqr mulrBl; apply/esym/exchange.
  by rewrite !expr2 -!mulrBr.
right; have -> : 3 - p = q by rewrite -sum3 addrC addKr.
have three_neq0 : 3 != 0 :> R by rewrite pnatr_eq0.
apply: (mulfI three_neq0); apply: (mulfI pq_neq0).
have := exchange (a := 3 * q * p ^+ 2) (b := 2 * p ^+ 2) (c := 3 * p * q ^+ 2) (d := 2 * q ^+ 2).
rewrite -!mulrBl -second => /(_ erefl); rewrite -mulrBr subr_sqr sum3 => e.
rewrite [(p - q) * (3 * 2)]mulrA [RHS]mulrC -e mulrBl.
congr (_ - _); rewrite expr2 -!mulrA mulrCA; congr (_ * _); last by rewrite mulrCA.
by rewrite mulrCA [RHS]mulrCA [q * p]mulrC.
Qed.

(* numbers 0 and 1 that sum to 1: one of them is 1 *)
Lemma one_of_them (I : finType) (a : I -> R) :
  (forall i, a i = 0 \/ a i = 1) -> \sum_i a i = 1 -> exists i, forall l, a l = (l == i)%:R.
Proof.
move=> a01 sum1; have [i /eqP ai | none] := pickP (fun i => a i == 1); last first.
  have/eqP := sum1; rewrite big1 => [|i _]; first by rewrite eq_sym oner_eq0.
  by case: (a01 i) => // /eqP; rewrite none.
have a_ge0 l : 0 <= a l by case: (a01 l) => ->; rewrite ?ler01.
exists i => l; have [-> | li] := eqVneq l i; first by rewrite ai.
move: sum1; rewrite (bigD1 i) //= ai -[X in _ = X]addr0 => /addrI.
by move=> /(psumr_eq0P (fun l _ => a_ge0 l)); apply.
Qed.

End Values.

Section Mixing.
Variables (R : realType) (n k : nat) (E F : 'M[R]_(k, n.+1)).
Hypothesis mixes : forall s, softmax (s *m E^T) *m F = softmax s.

(* Linformer's pattern for the scores t at token j, up to a factor; through F it is that of attention *)
Let u (t : R) (j : 'I_n.+1) : 'rV_k := (n%:R + expR t) *: softmax (t *: delta_mx 0 j *m E^T).

Lemma mixed_test t j : u t j *m F = const_mx 1 + (expR t - 1) *: delta_mx 0 j.
Proof. by rewrite /u -[LHS]scalemxAl mixes softmax_test. Qed.

(* softmax takes the values of a basis, so F maps to all of them *)
Lemma left_inverse : exists B, B *m F = 1%:M.
Proof.
exists (\matrix_j (u (ln 2) j - u 0 j)); apply/row_matrixP => j.
rewrite row_mul rowK mulmxBl !mixed_test.
rewrite expR0 subrr scale0r addr0 addrAC subrr add0r expR_ln2 row1.
by rewrite -addrA subrr addr0 scale1r.
Qed.

(* what comes to another token than j, at e^t = 2^m *)
Lemma mixed_powers j l m : l != j ->
  (\sum_i F i l * expR (ln 2 * E i j) ^+ m) * (n%:R + 2 ^+ m) = \sum_i expR (ln 2 * E i j) ^+ m.
Proof.
move=> lj; pose t p : R := ln 2 *+ p.
have power a : expR (ln 2 * a) ^+ m = expR (t m * a).
  elim: m => [|p IH]; first by rewrite mul0r expR0.
  by rewrite exprSr IH -expRD -mulrDl -mulrSr.
have two : 2 ^+ m = expR (t m) by rewrite -[t m]mulr1 -power mulr1 expR_ln2.
set N := \sum_i _; set Z := \sum_i _; rewrite two.
pose s : 'rV[R]_n.+1 := t m *: delta_mx 0 j.
have score i : expR ((s *m E^T) 0 i) = expR (ln 2 * E i j) ^+ m.
  by rewrite power -scalemxAl mxE -rowE !mxE.
have pattern i : u (t m) j 0 i = (n%:R + expR (t m)) * (expR (ln 2 * E i j) ^+ m / Z).
  by rewrite mxE [softmax _ _ _]mxE score; under [X in _ / X]eq_bigr do rewrite score.
have one : (n%:R + expR (t m)) * (N / Z) = 1.
  have /rowP/(_ l) := mixed_test (t m) j; rewrite !mxE eqxx (negPf lj) mulr0 addr0 => total.
  rewrite -[RHS]total mulr_suml mulr_sumr; apply: eq_bigr => i _; rewrite pattern.
  by rewrite -!mulrA; congr (_ * _); rewrite [RHS]mulrA [RHS]mulrC.
have [Z0|Z_neq0] := eqVneq Z 0; last first.
  by apply: (mulIf (invr_neq0 Z_neq0)); rewrite divff // -[RHS]one [N * _]mulrC mulrA.
by move/eqP: one; rewrite Z0 invr0 !mulr0 eq_sym oner_eq0.
Qed.

End Mixing.

Section Powers.
Variables (R : fieldType) (I : finType) (a x : I -> R).

(* powers of different numbers are independent: if sum_i a_i x_i^m = 0 for all m, the a_i of equal x_i add up to 0 *)
Lemma powers_independent :
  (forall m, \sum_i a i * x i ^+ m = 0) -> forall y, \sum_(i | x i == y) a i = 0.
Proof.
move=> none y; have zero (p : {poly R}) : \sum_i a i * p.[x i] = 0.
  under eq_bigr do rewrite horner_coef mulr_sumr.
  rewrite exchange_big big1 // => m _; under eq_bigr do rewrite mulrCA.
  by rewrite -mulr_sumr none mulr0.
pose others := [seq x i | i <- enum I & x i != y]; pose p := \prod_(z <- others) ('X - z%:P).
have p_y : p.[y] != 0.
  rewrite -rootE root_prod_XsubC; apply/mapP => -[i]; rewrite mem_filter => /andP[xi _] e.
  by rewrite -e eqxx in xi.
apply: (mulIf p_y); rewrite mul0r -[RHS](zero p) [RHS](bigID (fun i => x i == y)) /=.
rewrite [X in _ = _ + X]big1 ?addr0 => [|i xi].
  by rewrite mulr_suml; apply: eq_bigr => i /eqP ->.
suff /rootP -> : root p (x i) by rewrite mulr0.
by rewrite root_prod_XsubC; apply/mapP; exists i; rewrite // mem_filter xi mem_enum.
Qed.

End Powers.

Section Integers.
Variables (R : realType) (n k : nat) (f x : 'I_k -> R).

Definition integral (r : R) := exists z : int, r = z%:~R.

Lemma integral_sum (J : Type) (s : seq J) (P : pred J) (c : J -> R) :
  (forall i, P i -> integral (c i)) -> integral (\sum_(i <- s | P i) c i).
Proof.
move=> each; elim/big_ind: _ => [|_ _ [z ->] [w ->]|i /each] //; first by exists 0.
by exists (z + w); rewrite intrD.
Qed.

Hypothesis x_gt0 : forall i, 0 < x i.
Hypothesis powers : forall m, (\sum_i f i * x i ^+ m) * (n%:R + 2 ^+ m) = \sum_i x i ^+ m.

Let c y := \sum_(i | x i == y) f i.

Lemma recursion y : c y = (\sum_(i | x i == 2 * y) 1) - n%:R * c (2 * y).
Proof.
pose a (i : 'I_k + 'I_k) := match i with inl i => f i | inr i => n%:R * f i - 1 end.
pose z (i : 'I_k + 'I_k) := match i with inl i => 2 * x i | inr i => x i end.
have none m : \sum_i a i * z i ^+ m = 0.
  rewrite big_sumType /=; under [X in _ + X]eq_bigr do rewrite mulrBl mul1r -mulrA.
  rewrite sumrB -mulr_sumr -(powers m) mulrDr [n%:R * _]mulrC opprD [X in _ + X]addrA subrr add0r.
  by rewrite mulr_suml -sumrB big1 // => i _; rewrite exprMn mulrCA mulrC subrr.
have := powers_independent none (2 * y); rewrite big_mkcond big_sumType -!big_mkcond /=.
have two_neq0 : 2 != 0 :> R by rewrite pnatr_eq0.
rewrite (eq_bigl (fun i => x i == y)) => [|i]; last by rewrite (inj_eq (mulfI two_neq0)).
by rewrite sumrB -mulr_sumr => /eqP; rewrite addr_eq0 opprB => /eqP.
Qed.

Lemma c_integral y : 0 < y -> integral (c y).
Proof.
have [N] := ubnP #|[pred i | y < x i]|; elim: N y => // N IH y le_N y_gt0; rewrite recursion.
have twice : y < 2 * y by rewrite -[X in X < _]mul1r ltr_pmul2r // ltr1n.
have [i xi | nobody] := pickP (fun i => x i == 2 * y); last first.
  by rewrite /c !big_pred0 // mulr0 subrr; exists 0.
have [||z ->] := IH (2 * y).
- rewrite -ltnS (leq_trans _ le_N) // ltnS; apply: proper_card; apply/properP; split.
    by apply/subsetP => l; rewrite !inE; exact: lt_trans.
  by exists i; rewrite !inE (eqP xi) // ltxx.
- by rewrite mulr_gt0 ?ltr0n.
have [w ->] : integral (\sum_(i | x i == 2 * y) 1) by apply: integral_sum => l _; exists 1.
by exists (w - n%:Z * z); rewrite rmorphB rmorphM.
Qed.

(* at m = 0: k = (n + 1) sum_i f_i *)
Lemma divides : (n.+1 %| k)%N.
Proof.
have [z at_0] : integral (\sum_i f i).
  pose values := undup [seq x i | i <- enum 'I_k].
  have -> : \sum_i f i = \sum_(y <- values) c y.
    rewrite /c (exchange_big_dep xpredT) //=; apply: eq_bigr => i _.
    rewrite -big_filter (_ : [seq y <- values | x i == y] = [:: x i]) ?big_seq1 //.
    rewrite -(filter_pred1_uniq (undup_uniq [seq x i | i <- enum 'I_k])); last first.
      by rewrite mem_undup; apply: map_f; rewrite mem_enum.
    by apply: eq_filter => y; rewrite /= eq_sym.
  rewrite big_seq_cond; apply: integral_sum => y; rewrite andbT mem_undup => /mapP[i _ ->].
  exact: c_integral.
have := powers 0; under eq_bigr do rewrite expr0 mulr1.
under [RHS]eq_bigr do rewrite expr0; rewrite at_0 expr0 -mulrSr sumr_const card_ord.
rewrite -[n.+1%:R]/(n.+1%:Z%:~R) -[1 *+ k]/(k%:Z%:~R) -intrM => /intr_inj/(congr1 absz).
by rewrite abszM !absz_nat => <-; rewrite dvdn_mull.
Qed.

End Integers.

(** The identity, several times *)

Section Repeated.
Variables (R : realType) (p n : nat).

Definition repeated : 'M[R]_(p * n, n) :=
  \matrix_(i, j) ((enum_val (cast_ord (esym (mxvec_cast p n)) i)).2 == j)%:R.

Lemma repeated_row d (X : 'M[R]_(n, d)) a j : row (mxvec_index a j) (repeated *m X) = row j X.
Proof.
rewrite row_mul [RHS]rowE; congr (_ *m _); apply/rowP => l.
by rewrite !mxE /mxvec_index cast_ordK enum_rankK eqxx eq_sym.
Qed.

(* a sum over the rows takes each of them p times *)
Lemma sum_repeated (g : 'I_(p * n) -> R) (h : 'I_n -> R) :
  (forall a j, g (mxvec_index a j) = h j) -> \sum_i g i = p%:R * \sum_j h j.
Proof.
move=> gh; rewrite (reindex _ (curry_mxvec_bij _ _)) /=.
rewrite (eq_bigr (fun t => h t.2)) => [|[a j] _]; last exact: gh.
by rewrite -(pair_bigA _ (fun _ j => h j)) /= sumr_const card_ord mulr_natl.
Qed.

Theorem linformer_repeated m dk dv : (0 < p)%N -> exact m dk dv repeated repeated.
Proof.
move=> p_gt0 Q K V; apply/matrixP => q c; rewrite /linformer /attention [LHS]mxE [RHS]mxE.
have p_neq0 : p%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have entry d (X : 'M[R]_(n, d)) a j b : (repeated *m X) (mxvec_index a j) b = X j b.
  by have /rowP/(_ b) := repeated_row X a j; rewrite !mxE.
have exp_score a j : expR (scores Q (repeated *m K) q (mxvec_index a j)) = expR (scores Q K q j).
  by congr expR; rewrite !mxE; congr (_ * _); apply: eq_bigr => b _; rewrite ![_^T _ _]mxE entry.
rewrite (@sum_repeated _ (fun j => p%:R^-1 * (softmax_rows (scores Q K) q j * V j c))) => [|a j].
  by rewrite -mulr_sumr mulVKf.
rewrite entry mulrA; congr (_ * _); rewrite !softmax_rowsE exp_score.
by rewrite (sum_repeated exp_score) invfM mulrCA.
Qed.

End Repeated.

Theorem linformer_needs_n (R : realType) m n k dk dv (E F : 'M[R]_(k, n)) :
  exact m.+1 dk.+1 dv.+1 E F -> (n <= k)%N.
Proof.
case: n E F => // n E F /exact_scores /left_inverse[B BF].
by rewrite -(mxrank1 R n.+1) -BF (leq_trans (mxrankM_maxr _ _)) ?rank_leq_row.
Qed.

(* with k mixtures: as many for each token *)
Theorem linformer_exact_sizes m n k dk dv (R : realType) : (0 < k)%N ->
  (exists E F : 'M[R]_(k, n.+1), exact m.+1 dk.+1 dv.+1 E F) <-> (n.+1 %| k)%N.
Proof.
move=> k_gt0; split=> [[E [F /exact_scores mixes]] | /dvdnP[p k_p]]; last first.
  rewrite {}k_p in k_gt0 *; exists (repeated R p n.+1), (repeated R p n.+1).
  by apply: linformer_repeated; move: k_gt0; rewrite muln_gt0 => /andP[].
case: n E F mixes => [|n] E F mixes; first exact: dvd1n.
apply: (@divides _ n.+1 k (fun i => F i 1) (fun i => expR (ln 2 * E i 0))) => [i|m'].
  exact: expR_gt0.
exact: mixed_powers.
Qed.

Section Square.
Variables (R : realType) (n : nat) (E F : 'M[R]_n.+1).
Hypothesis mixes : forall s, softmax (s *m E^T) *m F = softmax s.
Let H := invmx F.

Lemma F_unit : F \in unitmx.
Proof. by have [B BF] := left_inverse mixes; have [] := mulmx1_unit BF. Qed.

Lemma softmax_H s : softmax s *m H = softmax (s *m E^T).
Proof. by rewrite -mixes -mulmxA mulmxV ?F_unit // mulmx1. Qed.

Lemma columns_sum_to_1 i : \sum_j H j i = 1.
Proof.
have := softmax_H 0; rewrite mul0mx; have := softmax_test (0 : R) (0 : 'I_n.+1).
rewrite expR0 subrr !scale0r addr0 => ones /(congr1 (fun v => (n%:R + 1) *: v)).
rewrite scalemxAl ones => /rowP/(_ i); rewrite !mxE => <-.
by apply: eq_bigr => j _; rewrite mxE mul1r.
Qed.

(* the formula of which everything follows *)
Lemma entries t j : exists C, forall i, 1 + (expR t - 1) * H j i = C * expR (t * E i j).
Proof.
pose s : 'rV[R]_n.+1 := t *: delta_mx 0 j; pose D := n%:R + expR t.
exists (D / \sum_l expR ((s *m E^T) 0 l)) => i.
have <- : D * (softmax s *m H) 0 i = 1 + (expR t - 1) * H j i.
  transitivity ((D *: softmax s *m H) 0 i); first by rewrite -scalemxAl [RHS]mxE.
  rewrite softmax_test mulmxDl mxE; congr (_ + _); last by rewrite -scalemxAl mxE -rowE mxE.
  by rewrite mxE -[RHS](columns_sum_to_1 i); apply: eq_bigr => l _; rewrite mxE mul1r.
have -> : t * E i j = (s *m E^T) 0 i by rewrite -scalemxAl mxE -rowE !mxE.
by rewrite softmax_H mxE mulrAC mulrA.
Qed.

Lemma rows_sum_to_1 j : \sum_i H j i = 1.
Proof.
have total (v : 'rV[R]_n.+1) : \sum_i (v *m H) 0 i = \sum_l v 0 l * \sum_i H l i.
  under eq_bigr do rewrite mxE.
  by rewrite exchange_big; apply: eq_bigr => l _; rewrite mulr_sumr.
have tested t : n%:R + expR t = \sum_l \sum_i H l i + (expR t - 1) * \sum_i H j i.
  have := total (const_mx 1 + (expR t - 1) *: delta_mx 0 j).
  rewrite -softmax_test -scalemxAl softmax_H; under eq_bigr do rewrite mxE.
  rewrite -mulr_sumr sum_softmax mulr1 => ->; rewrite softmax_test.
  under eq_bigr do rewrite !mxE eqxx mulrDl mul1r.
  rewrite big_split; congr (_ + _); rewrite (bigD1 j) //= eqxx mulr1.
  rewrite [X in _ + X]big1 ?addr0 // => l /negPf ->.
  by rewrite mulr0 mul0r.
have := tested (ln 2); have := tested 0; rewrite expR0 subrr mul0r addr0 => <-.
by rewrite expR_ln2 -[2]/(1 + 1) addrA addrK mul1r => /addrI <-.
Qed.

Lemma row_values j :
  (forall i, H j i = n.+1%:R^-1) \/ (forall i, H j i = 0 \/ H j i = 1).
Proof.
pose g i := expR (ln 2 * E i j); pose p i := 1 + H j i.
have [C1 at2] : exists C, forall i, p i = C * g i.
  have [C at_C] := entries (ln 2) j; exists C => i.
  by rewrite -at_C expR_ln2 -[2]/(1 + 1) addrK mul1r.
have [C2 at_half] : exists C, forall i, 3 - p i = C / g i.
  have [C at_C] := entries (- ln 2) j; exists (2 * C) => i.
  have -> : 3 - p i = 2 + (1 - 2) * H j i.
    have -> : 1 - 2 = -1 :> R by rewrite -[2]/(1 + 1) opprD addrA subrr sub0r.
    by rewrite mulN1r /p -[3]/(1 + 2) opprD addrA [1 + 2]addrC addrK.
  rewrite -mulrA /g -expRN -mulNr -at_C expRN expR_ln2.
  by rewrite mulrDr mulr1 mulrA mulrBr mulr1 divff ?pnatr_eq0.
have [C3 at4] : exists C, forall i, 3 * p i - 2 = C * g i ^+ 2.
  have [C at_C] := entries (ln 2 + ln 2) j; exists C => i.
  rewrite expr2 /g -expRD -mulrDl -at_C expRD expR_ln2 mulrDr mulr1 addrAC.
  have -> : 3 - 2 = 1 :> R by rewrite -[3]/(1 + 2) addrK.
  have -> : 2 * 2 = 1 + 3 :> R by rewrite -natrM.
  by rewrite [1 + 3 - 1]addrAC subrr add0r.
have g_neq0 i : g i != 0 by rewrite gt_eqF ?expR_gt0.
have first i l : p i * (3 - p i) = p l * (3 - p l).
  by rewrite !at_half !at2 ![_ * g _ * _]mulrACA !divff.
have second i l : (3 * p i - 2) * p l ^+ 2 = (3 * p l - 2) * p i ^+ 2.
  by rewrite !at4 !at2 !exprMn mulrACA [RHS]mulrACA [g l ^+ 2 * _]mulrC.
have [i p_neq | same] := pickP (fun i => p i != p 0); [right => l | left => i].
  have [/eqP | two] := two_values (first i 0) (second i 0); first by rewrite (negPf p_neq).
  have := first i l; rewrite two {two} -[3]/(1 + 2) /p opprD addrACA subrr add0r mulrDl mul1r.
  rewrite -{1}[2]addr0 -[2 - H j l + _]addrA => /addrI.
  have -> : - H j l + H j l * (2 - H j l) = H j l * (1 - H j l).
    by rewrite -[- H j l]mulrN1 -mulrDr addrA [- 1 + _]addrC -[2]/(1 + 1) addrK.
  move=> /esym/eqP; rewrite mulf_eq0 subr_eq0 => /orP[/eqP ->|/eqP <-]; [by left | by right].
have equal l : p l = p 0 by apply/eqP/negbNE; rewrite same.
have N_neq0 : n.+1%:R != 0 :> R by rewrite pnatr_eq0.
have := rows_sum_to_1 j; rewrite (eq_bigr (fun=> H j i)) => [|l _]; last first.
  by apply: (addrI 1); rewrite -/(p l) -/(p i) !equal.
by rewrite sumr_const card_ord -[H j i *+ _]mulr_natl => total; apply: (mulfI N_neq0); rewrite total mulfV.
Qed.

Lemma H_values j i : H j i = 0 \/ H j i = 1.
Proof.
case: (row_values j) => // constant_j; have [l lj | only] := pickP (fun l => l != j); last first.
  right; rewrite -(columns_sum_to_1 i) (bigD1 j) //= big1 ?addr0 // => l lj.
  by have := only l; rewrite lj.
have entry_ge0 k m : 0 <= H k m.
  case: (row_values k) => /(_ m) => [->|[->|->]]; by rewrite ?invr_ge0 ?ler0n ?ler01.
case: (row_values l) => [constant_l | values_l].
  have same : row l H = row j H by apply/rowP => m; rewrite !mxE constant_l constant_j.
  have := congr1 (fun v => v *m F) same; rewrite -!row_mul mulVmx ?F_unit // => /rowP/(_ j).
  by rewrite !mxE eqxx (negPf lj) => /esym/eqP; rewrite oner_eq0.
have [m at_m] := one_of_them values_l (rows_sum_to_1 l).
have := columns_sum_to_1 m; rewrite (bigD1 l) //= at_m eqxx -[X in _ = X]addr0 => /addrI.
move=> /(psumr_eq0P (fun k _ => entry_ge0 k m))/(_ j); rewrite eq_sym => /(_ lj) /eqP.
by rewrite constant_j invr_eq0 pnatr_eq0.
Qed.

Lemma H_perm : is_perm_mx H.
Proof.
have rows j : exists i, forall l, H j l = (l == i)%:R.
  exact: one_of_them (H_values j) (rows_sum_to_1 j).
have columns i : exists j, forall l, H l i = (l == j)%:R.
  exact: one_of_them (fun j => H_values j i) (columns_sum_to_1 i).
have [f f_rows] := fin_all_exists rows.
have f_inj : injective f.
  move=> j l fjl; have [m at_m] := columns (f j).
  have at_1 k : f k = f j -> k = m.
    move=> kj; have := f_rows k (f j); rewrite at_m kj eqxx.
    by case: eqP => // _ /eqP; rewrite eq_sym oner_eq0.
  by rewrite (at_1 j erefl) (at_1 l (esym fjl)).
apply/is_perm_mxP; exists (perm f_inj); apply/matrixP => j i.
by rewrite f_rows !mxE permE eq_sym.
Qed.

(* with entries 0 and 1, the formula at e^t = 2 is 2^H = C 2^E *)
Lemma E_shift i j : E i j - H j i = E 0 j - H j 0.
Proof.
have [C at2] := entries (ln 2) j.
have at_H l : expR (ln 2 * H j l) = C * expR (ln 2 * E l j).
  rewrite -at2 expR_ln2 -[2 - 1]/(1 + 1 - 1) addrK mul1r.
  by case: (H_values j l) => ->; rewrite ?mulr0 ?mulr1 ?expR0 ?addr0 // expR_ln2.
have crossed : expR (ln 2 * (E i j + H j 0)) = expR (ln 2 * (E 0 j + H j i)).
  by rewrite !mulrDr !expRD !at_H [LHS]mulrCA [RHS]mulrCA [expR (_ * E i j) * _]mulrC.
have ln2_neq0 : ln 2 != 0 :> R by rewrite gt_eqF // ln_gt0 // ltr1n.
have := mulfI ln2_neq0 (expR_inj crossed) => /eqP.
by rewrite -subr_eq addrAC => /eqP <-; rewrite addrK.
Qed.

Lemma square_exact : is_perm_mx F /\ exists c : 'rV_n.+1, E = F + const_mx 1 *m c.
Proof.
have F_of_H : F = H^T.
  by rewrite -[LHS]mul1mx -(perm_mx_trmxK H_perm) -mulmxA mulVmx ?F_unit // mulmx1.
split.
  by rewrite F_of_H; have /is_perm_mxP[s ->] := H_perm; rewrite tr_perm_mx perm_mx_is_perm.
exists (\row_j (E 0 j - H j 0)); apply/matrixP => i j.
by rewrite F_of_H !mxE big_ord1 !mxE mul1r -(E_shift i j) addrC subrK.
Qed.

End Square.

Theorem linformer_exact_only m n dk dv (R : realType) (E F : 'M[R]_n) :
  exact m.+1 dk.+1 dv.+1 E F ->
  is_perm_mx F /\ exists c : 'rV_n, E = F + const_mx 1 *m c.
Proof.
case: n E F => [E F _|n E F /exact_scores]; last exact: square_exact.
by split; [apply/is_perm_mxP; exists 1%g | exists 0]; apply/matrixP => -[].
Qed.
