(* Attention as a lookup: see statement.md.

   The inverse of a weight is a sum, 1 / alpha_i = sum_j exp ((s_j - s_i) / T), in which the leaders count 1 each and
   nobody else more than exp (- g / T). All bounds follow from that, and the one for a key between others from
   1 + x <= exp x, the tangent of a convex function. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax tangent.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* attention to n keys with the scores s, at the temperature T *)
Definition lookup (R : realType) n (T : R) (s : 'rV[R]_n) : 'rV[R]_n := softmax (T^-1 *: s).

Lemma expR_nonneg (R : realType) (x : R) : 0 <= expR x.
Proof. exact: ltW (expR_gt0 x). Qed.

Section Lookup.
Variables (R : realType) (n : nat).
Implicit Types (s : 'rV[R]_n.+1) (T g : R) (A : {set 'I_n.+1}).

Local Notation below T s i j := (expR ((s 0 j - s 0 i) / T)).

Lemma lookup_gt0 T s i : 0 < lookup T s 0 i.
Proof. exact: softmax_gt0. Qed.

Lemma lookupV T s i : (lookup T s 0 i)^-1 = \sum_j below T s i j.
Proof.
rewrite mxE invf_div mulr_suml; apply: eq_bigr => j _.
by rewrite !mxE -expRB -mulrBr mulrC.
Qed.

Lemma lookup_ratio T s i j : lookup T s 0 j = below T s i j * lookup T s 0 i.
Proof.
rewrite !mxE mulrA -expRD; congr (expR _ / _).
by rewrite [(_ - _) / T]mulrC -mulrDr subrK.
Qed.

Theorem ties_are_equal T s i j : s 0 i = s 0 j -> lookup T s 0 i = lookup T s 0 j.
Proof. by move=> sE; rewrite (lookup_ratio T s i j) sE subrr mul0r expR0 mul1r. Qed.

Section Leaders.
Variables (T g : R) (s : 'rV[R]_n.+1) (A : {set 'I_n.+1}) (i : 'I_n.+1).
Hypotheses (T_gt0 : 0 < T) (iA : i \in A).
Hypotheses (tie : forall j, j \in A -> s 0 j = s 0 i) (gap : forall j, j \notin A -> s 0 j + g <= s 0 i).

Let p : R := #|A|%:R.

Lemma leaders_gt0 : 0 < p.
Proof. by rewrite ltr0n (cardD1 i) iA. Qed.

Lemma lookupV_split : (lookup T s 0 i)^-1 = p + \sum_(j | j \notin A) below T s i j.
Proof.
rewrite lookupV (bigID (mem A)) /=; congr (_ + _).
rewrite (eq_bigr (fun=> 1)) => [|j jA]; last by rewrite tie // subrr mul0r expR0.
by rewrite sumr_const.
Qed.

Lemma others_le : \sum_(j | j \notin A) below T s i j <= (n.+1%:R - p) * expR (- (g / T)).
Proof.
apply: (@le_trans _ _ (\sum_(j | j \notin A) expR (- (g / T)))).
  apply: ler_sum => j jA; rewrite ler_expR -mulNr ler_pmul2r ?invr_gt0 //.
  by rewrite ler_subl_addr addrC ler_subr_addr gap.
rewrite sumr_const -[X in X <= _]mulr_natl ler_wpmul2r ?expR_nonneg // ler_subr_addr -natrD ler_nat.
by rewrite addnC (cardC (mem A)) card_ord.
Qed.

Lemma others_ge0 : 0 <= \sum_(j | j \notin A) below T s i j.
Proof. by apply: sumr_ge0 => j _; rewrite expR_nonneg. Qed.

Theorem ties_share :
  p^-1 - (n.+1%:R - p) / p ^+ 2 * expR (- (g / T)) <= lookup T s 0 i <= p^-1.
Proof.
have p_gt0 := leaders_gt0; have p0 : p != 0 by rewrite gt_eqF.
have D0 : 0 < p + \sum_(j | j \notin A) below T s i j by rewrite ltr_paddr ?others_ge0.
rewrite -[lookup T s 0 i]invrK lookupV_split; apply/andP; split; last first.
  by rewrite lef_pinv ?posrE // ler_addl others_ge0.
rewrite ler_subl_addr -ler_subl_addl.
set e := \sum_(j | _) _ in D0 *; have e0 : 0 <= e := others_ge0.
have -> : p^-1 - (p + e)^-1 = e / (p * (p + e)).
  by rewrite -[p^-1]mul1r -[(p + e)^-1]mul1r -mulNr addf_div ?gt_eqF // mul1r mulN1r addrAC subrr add0r.
apply: (@le_trans _ _ (e / p ^+ 2)).
  rewrite ler_wpmul2l // lef_pinv ?posrE ?mulr_gt0 ?exprn_gt0 // expr2.
  by rewrite ler_pmul2l // ler_addl.
by rewrite mulrAC ler_wpmul2r ?invr_ge0 ?exprn_ge0 ?(ltW p_gt0) // others_le.
Qed.

(* as T -> 0, each of the p leaders gets 1 / p *)
Theorem lookup_limit (eps : R) :
  0 < g -> T * n.+1%:R <= eps * g -> `|lookup T s 0 i - p^-1| <= eps.
Proof.
move=> g0 small; have /andP[lo hi] := ties_share; have p_gt0 := leaders_gt0.
have p_ge1 : 1 <= p by rewrite ler1n (cardD1 i) iA.
have eps_ge0 : 0 <= eps.
  by rewrite -(pmulr_lge0 _ g0) (le_trans _ small) // mulr_ge0 ?ler0n // ltW.
have loss : (n.+1%:R - p) / p ^+ 2 * expR (- (g / T)) <= eps.
  apply: (@le_trans _ _ (n.+1%:R * (T / g))); last by rewrite mulrCA mulrA ler_pdivr_mulr.
  apply: ler_pmul; rewrite ?expR_nonneg //.
  - rewrite divr_ge0 ?exprn_ge0 ?(ltW p_gt0) // subr_ge0 ler_nat.
    by rewrite -[X in (_ <= X)%N](card_ord n.+1) max_card.
  - rewrite ler_pdivr_mulr ?exprn_gt0 //; apply: (@le_trans _ _ n.+1%:R).
      by rewrite ler_subl_addr ler_addl ltW.
    by rewrite ler_pemulr // exprn_ege1.
  rewrite expRN -[T / g]invf_div lef_pinv ?posrE ?expR_gt0 ?divr_gt0 //.
  by apply: le_trans (tangent_expR _); rewrite ler_addr ler01.
rewrite ler_norml ler_oppl opprB ler_subl_addr; apply/andP; split; last first.
  by rewrite ler_subl_addr (le_trans hi) // ler_addr.
by rewrite (le_trans (y := (n.+1%:R - p) / p ^+ 2 * expR (- (g / T)) + lookup T s 0 i)) ?ler_add2r // -ler_subl_addl.
Qed.

End Leaders.

(* one leader *)
Theorem lookup_rate T g s i : 0 < T -> (forall j, j != i -> s 0 j + g <= s 0 i) ->
  1 - lookup T s 0 i <= n%:R * expR (- (g / T)).
Proof.
move=> T0 gap; have iA : i \in [set i] by rewrite inE.
have tie j : j \in [set i] -> s 0 j = s 0 i by rewrite inE => /eqP ->.
have behind j : j \notin [set i] -> s 0 j + g <= s 0 i by rewrite inE; exact: gap.
have /andP[lo _] := ties_share T0 iA tie behind.
move: lo; rewrite cards1 invr1 expr1n divr1 ler_subl_addr -ler_subl_addl.
by have <- : n.+1%:R - 1 = n%:R :> R by rewrite -(addn1 n) natrD addrK.
Qed.

(* and not faster: the next key keeps so much *)
Theorem lookup_rate_attained T g s i j : 0 < T -> (forall k, s 0 k <= s 0 i) ->
  s 0 j + g = s 0 i -> expR (- (g / T)) / n.+1%:R <= lookup T s 0 j.
Proof.
move=> T0 largest sE; rewrite (lookup_ratio T s i j).
have -> : (s 0 j - s 0 i) / T = - (g / T) by rewrite -sE opprD addNKr mulNr.
rewrite ler_wpmul2l ?expR_nonneg // -[lookup T s 0 i]invrK.
rewrite lef_pinv ?posrE ?ltr0n ?invr_gt0 ?lookup_gt0 // lookupV.
apply: (@le_trans _ _ (\sum_(k < n.+1) 1)); last by rewrite sumr_const card_ord.
apply: ler_sum => k _; rewrite -expR0 ler_expR pmulr_lle0 ?invr_gt0 //.
by rewrite subr_le0.
Qed.

(* a score between others is never far ahead of them, at no temperature *)
Theorem between_scores T s i (mu : 'I_n.+1 -> R) (m : R) : 0 < m ->
  (forall j, 0 <= mu j <= m) -> mu i = 0 -> \sum_j mu j = 1 -> s 0 i = \sum_j mu j * s 0 j ->
  lookup T s 0 i <= m / (1 + m).
Proof.
move=> m0 mu_m mu_i mu1 sE; have m1 : 0 < 1 + m by rewrite addr_gt0 ?ltr01.
rewrite -[lookup T s 0 i]invrK -invf_div lef_pinv ?posrE ?invr_gt0 ?lookup_gt0 ?divr_gt0 //.
rewrite lookupV (bigD1 i) //= subrr mul0r expR0 mulrDl mul1r divff ?gt_eqF // addrC ler_add2l.
rewrite -div1r ler_pdivr_mulr // mulrC mulr_sumr.
have tangent : \sum_j mu j * below T s i j >= 1.
  apply: (@le_trans _ _ (\sum_j mu j * (1 + (s 0 j - s 0 i) / T))); last first.
    by apply: ler_sum => j _; rewrite ler_wpmul2l ?tangent_expR //; case/andP: (mu_m j).
  under eq_bigr do rewrite mulrDr mulr1 mulrA mulrBr.
  rewrite big_split /= mu1 -mulr_suml sumrB -sE -mulr_suml mu1 mul1r subrr mul0r addr0.
  exact: lexx.
apply: (le_trans tangent); rewrite (bigD1 i) //= mu_i mul0r add0r.
by apply: ler_sum => j _; rewrite ler_wpmul2r ?expR_nonneg //; case/andP: (mu_m j).
Qed.

End Lookup.

Section Keys.
Variables (R : realType) (n r : nat).
Implicit Types (q : 'rV[R]_r) (k : 'I_n.+1 -> 'rV[R]_r).

Definition dot d (x y : 'rV[R]_d) : R := \sum_c x 0 c * y 0 c.
Definition scores q k : 'rV[R]_n.+1 := \row_j dot q (k j).
(* the square of the distance *)
Definition distance2 d (x y : 'rV[R]_d) : R := \sum_c (x 0 c - y 0 c) ^+ 2.

Lemma distance2E d (x y : 'rV[R]_d) : distance2 x y = dot x x + dot y y - 2%:R * dot x y.
Proof.
rewrite /distance2 /dot mulr_sumr -big_split -sumrB /=; apply: eq_bigr => c _.
by rewrite sqrrB -!expr2 addrAC mulr_natl.
Qed.

Theorem nearest_is_largest q (x y : 'rV[R]_r) : dot x x = dot y y ->
  (distance2 q x <= distance2 q y) = (dot q y <= dot q x).
Proof.
by move=> same; rewrite !distance2E same ler_add2l ler_opp2 ler_pmul2l // ltr0n.
Qed.

(* one coordinate more, and lengths do not matter *)
Theorem nearest_in_one_more q (x y : 'rV[R]_r) :
  (distance2 q x <= distance2 q y) = (dot q y - dot y y / 2%:R <= dot q x - dot x x / 2%:R).
Proof.
have two : 0 < 2%:R :> R by rewrite ltr0n.
rewrite -[RHS](ler_pmul2l two) !mulrBr ![2%:R * (_ / _)]mulrC !divfK ?gt_eqF //.
rewrite !distance2E -!addrA !ler_add2l -ler_opp2 !opprB; congr (_ <= _); exact: addrC.
Qed.

Lemma softmax_shift d (x : 'rV[R]_d) c : softmax (x + const_mx c) = softmax x.
Proof.
apply/rowP => i; rewrite !mxE.
under eq_bigr do rewrite !mxE expRD.
by rewrite expRD -mulr_suml -mulf_div divff ?mulr1 // gt_eqF // expR_gt0.
Qed.

(* attention is smoothing by Gaussians around the keys, each with the prior exp (|k|^2 / 2 T) *)
Theorem lengths_are_priors T q k : T != 0 ->
  lookup T (scores q k) =
  softmax (\row_j (dot (k j) (k j) / (2%:R * T) - distance2 q (k j) / (2%:R * T))).
Proof.
move=> T0; rewrite /lookup -[LHS](softmax_shift _ (- (dot q q / (2%:R * T)))).
congr (softmax _); apply/rowP => j; rewrite !mxE distance2E -mulNr -mulNr -!mulrDl.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
rewrite opprB [X in _ = X / _](_ : _ = 2%:R * dot q (k j) - dot q q); last first.
  by rewrite addrC opprD addrA subrK.
by rewrite mulrBl -mulf_div divff // mul1r [X in X + _]mulrC mulNr.
Qed.

Theorem never_found T q k i (mu : 'I_n.+1 -> R) (m : R) : 0 < m ->
  (forall j, 0 <= mu j <= m) -> mu i = 0 -> \sum_j mu j = 1 -> k i = \sum_j mu j *: k j ->
  lookup T (scores q k) 0 i <= m / (1 + m).
Proof.
move=> m0 mu_m mu_i mu1 kE; apply: (@between_scores _ _ _ _ _ mu) => //.
rewrite mxE kE /dot; under eq_bigr do rewrite summxE mulr_sumr.
rewrite exchange_big /=; apply: eq_bigr => j _; rewrite mxE mulr_sumr.
by apply: eq_bigr => c _; rewrite mxE mulrCA.
Qed.

End Keys.
