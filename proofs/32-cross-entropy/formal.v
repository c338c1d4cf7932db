(* Cross-entropy and entropy, for every length: see statement.md.

   Everything comes from the tangent of exp at 0, 1 + x <= exp x with equality only at 0. Term by term it
   says p (ln q - ln p) <= q - p, with equality only for p = q; and the sum of q - p is 0.

   Pinsker's inequality is the same with a better bound than the tangent, 1 <= (1 - 3 x + 3 x^2) exp (3 x + 3/2 x^2) for
   all real x: the derivative of the right side is 9 x^3 times the exponential, so it has its minimum at 0. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import boolp classical_sets functions mathcomp_extra.
From mathcomp Require Import reals constructive_ereal ereal.
From mathcomp Require Import topology normedtype sequences derive exp realfun.
From epreuve.library Require Import softmax differentials log_sum_exp tangent.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

(* H(p, q) = - sum_i p_i ln q_i; ln 0 is 0 here, so a term with p_i = 0 is 0 whatever q_i is *)
Definition cross_entropy (R : realType) n (p q : 'rV[R]_n) : R := - \sum_i p 0 i * ln (q 0 i).
Definition entropy (R : realType) n (p : 'rV[R]_n) : R := cross_entropy p p.

(* D(p, q) = sum_i |p_i - q_i| *)
Definition distance (R : realType) n (p q : 'rV[R]_n) : R := \sum_i `|p 0 i - q 0 i|.

(* KL(p, q) = sum_i p_i ln (p_i / q_i), and infinite if p_i > 0 where q_i = 0 *)
Definition divergence (R : realType) n (p q : 'rV[R]_n) : \bar R :=
  if [exists i, (q 0 i == 0) && (p 0 i != 0)] then +oo%E
  else (\sum_i p 0 i * (ln (p 0 i) - ln (q 0 i)))%:E.

(* a law: no entry is negative, and their sum is 1 *)
Definition law (R : realType) n (p : 'rV[R]_n) := (forall i, 0 <= p 0 i) /\ \sum_i p 0 i = 1.

Section Terms.
Variable R : realType.
Implicit Types a b x y : R.

(* the tangent touches exp at 0 alone: with e = exp y, (e - 1)^2 = e^2 - 2 e + 1 = 2 (1 + y - e) <= 0 *)
Lemma tangent_touches y : expR (y + y) = 1 + (y + y) -> y = 0.
Proof.
move=> touches; apply: expR_inj; rewrite expR0; apply/eqP.
rewrite -subr_eq0 -sqrf_eq0 eq_le sqr_ge0 andbT sqrrB1 expr2 -expRD touches mulr2n.
have -> : 1 + (y + y) - (expR y + expR y) + 1 = (1 + y - expR y) + (1 + y - expR y).
  by rewrite opprD addrAC [1 + _ + 1]addrAC [RHS]addrACA [X in _ = X + _]addrACA.
have le0 : 1 + y - expR y <= 0 by rewrite subr_le0 tangent_expR.
by rewrite -[leRHS](addr0 0) ler_add.
Qed.

Lemma ratio a b : 0 < a -> 0 < b -> a * expR (ln b - ln a) = b.
Proof.
move=> a_gt0 b_gt0.
by rewrite expRD expRN !lnK ?posrE // mulrCA divff ?mulr1 // gt_eqF.
Qed.

Lemma term_ge0 a b : 0 <= a -> 0 < b -> 0 <= b - a - a * (ln b - ln a).
Proof.
rewrite le_eqVlt => /predU1P[<-|a_gt0] b_gt0; first by rewrite mul0r !subr0 ltW.
rewrite -{1}(ratio a_gt0 b_gt0) -addrA -opprD -[X in X + _ * _]mulr1 -mulrDr -mulrBr.
by rewrite mulr_ge0 ?subr_ge0 ?tangent_expR // ltW.
Qed.

Lemma term_eq0 a b : 0 <= a -> 0 < b -> b - a - a * (ln b - ln a) = 0 -> b = a.
Proof.
rewrite le_eqVlt => /predU1P[<-|a_gt0] b_gt0; first by rewrite mul0r !subr0.
rewrite -{1}(ratio a_gt0 b_gt0) -addrA -opprD -[X in X + _ * _]mulr1 -mulrDr -mulrBr.
move=> /eqP; rewrite mulf_eq0 gt_eqF //= subr_eq0 => /eqP touches.
apply: ln_inj; rewrite ?posrE //; apply/eqP; rewrite -subr_eq0; apply/eqP.
move: touches; rewrite [ln b - ln a]splitr => /tangent_touches ->.
by rewrite addr0.
Qed.

End Terms.

Section Gibbs.
Variables (R : realType) (n : nat).
Implicit Types p q : 'rV[R]_n.

(* the Kullback-Leibler divergence, as a sum of terms that are not negative *)
Lemma divergenceE p q : law p -> law q ->
  cross_entropy p q - entropy p =
    \sum_i (q 0 i - p 0 i - p 0 i * (ln (q 0 i) - ln (p 0 i))).
Proof.
move=> [_ sum_p] [_ sum_q]; rewrite !sumrB sum_p sum_q subrr sub0r.
under [in RHS]eq_bigr do rewrite mulrBr.
by rewrite sumrB opprB /entropy /cross_entropy opprK addrC.
Qed.

Theorem cross_entropy_ge p q :
  law p -> law q -> (forall i, 0 < q 0 i) -> entropy p <= cross_entropy p q.
Proof.
move=> law_p law_q q_gt0; rewrite -subr_ge0 divergenceE //.
by apply: sumr_ge0 => i _; rewrite term_ge0 ?law_p.1.
Qed.

Theorem cross_entropy_eq p q :
  law p -> law q -> (forall i, 0 < q 0 i) -> (cross_entropy p q = entropy p <-> q = p).
Proof.
move=> law_p law_q q_gt0; split => [/eqP|->] //.
rewrite -subr_eq0 divergenceE // psumr_eq0; last by move=> i _; rewrite term_ge0 ?law_p.1.
move=> /allP terms; apply/rowP => i; apply: term_eq0; rewrite ?law_p.1 //.
by apply/eqP; have := terms i (mem_index_enum _).
Qed.

End Gibbs.

Section Bell.
Variable R : realType.
Implicit Types a b x y : R.

Let K x : R := 1 + (x * x - x) * 3.
Let L x : R := (x + x * x / 2) * 3.

Let bell x : R := K x * expR (L x).

Lemma bell_derive x : is_derive x 1 bell (x ^+ 3 * 9 * expR (L x)).
Proof.
have dK : is_derive x 1 K ((x + x - 1) * 3).
  rewrite /K; apply: is_derive_eq.
  by rewrite !(add0r, scaler0) -![_ *: _]/(_ * _) !(mul1r, mulr1) mulrC.
have dL : is_derive x 1 L ((1 + x) * 3).
  rewrite /L; apply: is_derive_eq.
  rewrite !scaler0 !add0r -![_ *: _]/(_ * _) !mulr1 mulrC; congr ((1 + _) * _).
  by rewrite -mulr2n -[x *+ 2]mulr_natl mulKf ?pnatr_eq0.
have dE := is_derive1_comp (is_derive_expR (L x)) dL.
have three : x * 3 = x + x + x by rewrite mulr_natr !mulrS mulr0n addr0 addrA.
have sum : 1 + x + (x + x - 1) = x + x + x by rewrite [1 + x]addrC -addrA [1 + _]addrC subrK addrA.
have cubic : K x * (1 + x) + (x + x - 1) = x ^+ 3 * 3.
  rewrite /K mulrDl mul1r mulrAC.
  have -> : (x * x - x) * (1 + x) = x ^+ 3 - x.
    by rewrite mulrDr mulr1 mulrBl addrC addrA subrK -expr2 -exprSr.
  by rewrite mulrBl three [LHS]addrAC sum addrC subrK.
rewrite /bell; apply: is_derive_eq; rewrite -![_ *: _]/(_ * _) mulrCA -mulrDr [K x * _]mulrA -mulrDl cubic.
by rewrite mulrC -[x ^+ 3 * 3 * 3]mulrA -natrM.
Qed.

(* K exp L has its minimum, 1, at 0 *)
Lemma bell_ge1 x : 1 <= bell x.
Proof.
have at0 : bell 0 = 1.
  by rewrite /bell /K /L !(mul0r, subrr, addr0) expR0 mulr1.
have continuous (u v : R) : {within `[u, v], continuous bell}%classic.
  apply/continuous_subspaceT => z.
  by apply: differentiable_continuous; apply/derivable1_diffP; case: (bell_derive z).
have [x_lt0|x_gt0|->] := ltgtP x 0; last by rewrite at0.
  have [|c] := MVT x_lt0 (fun z _ => bell_derive z); first exact: continuous.
  rewrite in_itv /= at0 => /andP[_ c_lt0] growth.
  rewrite -subr_le0 growth sub0r mulrN oppr_le0 mulr_le0 ?(ltW x_lt0) //.
  have c3_le0 : c ^+ 3 <= 0 by rewrite exprS mulr_le0_ge0 ?sqr_ge0 ?ltW.
  by rewrite -mulrA mulr_le0_ge0 // mulr_ge0 ?ler0n ?(ltW (expR_gt0 _)).
have [|c] := MVT x_gt0 (fun z _ => bell_derive z); first exact: continuous.
rewrite in_itv /= at0 => /andP[c_gt0 _] growth.
by rewrite -subr_ge0 growth subr0 !mulr_ge0 ?exprn_ge0 ?ler0n ?(ltW c_gt0) ?(ltW x_gt0) ?(ltW (expR_gt0 _)).
Qed.

(* one term of the divergence, for every x *)
Lemma term_ge a b x : 0 <= a -> 0 < b ->
  b * (x * 3 - x * x * 3) - a * (x * 3 + x * x * 3 / 2) <= b - a - a * (ln b - ln a).
Proof.
move=> a_ge0 b_gt0; set s := ln b - ln a.
have KE : K x = 1 + (x * x * 3 - x * 3) by rewrite /K mulrBl.
have LE : L x = x * 3 + x * x * 3 / 2 by rewrite /L mulrDl mulrAC.
have K_ge : expR (- L x) <= K x.
  rewrite -(ler_pmul2r (expR_gt0 (L x))) -expRD addNr expR0; exact: bell_ge1.
have tangent : a * (1 + (s - L x)) <= b * K x.
  move: a_ge0; rewrite le_eqVlt => /predU1P[<-|a_gt0].
    by rewrite mul0r mulr_ge0 ?(ltW b_gt0) // (le_trans _ K_ge) // ltW ?expR_gt0.
  have bE : a * expR s = b.
    by rewrite /s expRD expRN !lnK ?posrE // mulrCA divff ?mulr1 // gt_eqF.
  rewrite -bE -mulrA ler_pmul2l //; apply: le_trans (tangent_expR _) _.
  by rewrite expRD ler_pmul2l ?expR_gt0.
have -> : b * (x * 3 - x * x * 3) = b - b * K x.
  by rewrite KE [b * (1 + _)]mulrDr mulr1 opprD addrA subrr add0r -[RHS]mulrN opprB.
rewrite -LE; move: tangent; rewrite mulrDr mulr1 mulrBr.
move: (b * K x) (a * s) (a * L x) => M S P tangent.
by rewrite -!addrA ler_add2l -!opprD ler_opp2 -ler_subl_addr -addrA.
Qed.

(* the same with |b - a| for x = y and for x = -y *)
Lemma term_ge_abs a b y : 0 <= a -> 0 < b ->
  y * 3 * `|b - a| - y * y * 3 * (b + a / 2) <= b - a - a * (ln b - ln a).
Proof.
move=> a_ge0 b_gt0.
have sorted T U : b * (T - U) - a * (T + U / 2) = T * (b - a) - U * (b + a / 2).
  rewrite !mulrBr !mulrDr !(mulrC b) (mulrC a T) (mulrCA a) !opprD !addrA; congr (_ - _).
  by rewrite addrAC.
have [ab|ba] := leP a b.
  by rewrite ger0_norm ?subr_ge0 // -sorted term_ge.
have := term_ge (- y) a_ge0 b_gt0.
by rewrite sorted mulrNN ler0_norm ?subr_le0 ?(ltW ba) // !mulNr mulrN.
Qed.
End Bell.

Section Pinsker.
Variables (R : realType) (n : nat).
Implicit Types p q : 'rV[R]_n.

(* add up, with the sum D of all |q - p| for 3 y *)
Lemma pinsker_sum p q : law p -> law q -> (forall i, q 0 i = 0 -> p 0 i = 0) ->
  distance p q ^+ 2 / 2 <= \sum_i p 0 i * (ln (p 0 i) - ln (q 0 i)).
Proof.
move=> law_p law_q support; set D := distance p q; pose y := D / 3.
have yD : y * 3 = D by rewrite divfK ?pnatr_eq0.
have termwise i : y * 3 * `|q 0 i - p 0 i| - y * y * 3 * (q 0 i + p 0 i / 2) <=
    q 0 i - p 0 i - p 0 i * (ln (q 0 i) - ln (p 0 i)).
  have [q0|q_neq0] := eqVneq (q 0 i) 0.
    by rewrite q0 (support i q0) !(subrr, normr0, mul0r, mulr0, addr0, subr0).
  by apply: term_ge_abs; rewrite ?law_p.1 // lt_neqAle eq_sym q_neq0 law_q.1.
have sums : \sum_i (y * 3 * `|q 0 i - p 0 i| - y * y * 3 * (q 0 i + p 0 i / 2)) <=
    \sum_i (q 0 i - p 0 i - p 0 i * (ln (q 0 i) - ln (p 0 i))).
  by apply: ler_sum => i _; exact: termwise.
have -> : \sum_i p 0 i * (ln (p 0 i) - ln (q 0 i)) =
    \sum_i (q 0 i - p 0 i - p 0 i * (ln (q 0 i) - ln (p 0 i))).
  rewrite sumrB sumrB law_q.2 law_p.2 subrr sub0r -sumrN.
  by apply: eq_bigr => i _; rewrite -mulrN opprB.
apply: le_trans sums; rewrite sumrB -!mulr_sumr big_split -mulr_suml law_q.2 law_p.2 mul1r /=.
have -> : \sum_i `|q 0 i - p 0 i| = D by apply: eq_bigr => i _; exact: distrC.
rewrite -[y * y * 3]mulrA yD expr2.
have -> : 1 + 2^-1 = 3 / 2 :> R.
  have -> : 3 = 1 + 2 :> R by exact: (natrD R 1 2).
  by rewrite mulrDl mul1r divff ?pnatr_eq0 // addrC.
by rewrite mulrA [y * D * 3]mulrAC yD {2}[D * D]splitr addrK.
Qed.

Theorem pinsker p q : law p -> law q -> ((distance p q ^+ 2 / 2)%:E <= divergence p q)%E.
Proof.
move=> law_p law_q; rewrite /divergence; case: ifP => [_|none]; first exact: leey.
rewrite lee_fin; apply: pinsker_sum => // i q0; apply/eqP.
by move/negbT: none; rewrite negb_exists => /forallP/(_ i); rewrite q0 eqxx /= negbK.
Qed.

Theorem cross_entropy_pinsker p q : law p -> law q -> (forall i, 0 < q 0 i) ->
  entropy p + distance p q ^+ 2 / 2 <= cross_entropy p q.
Proof.
move=> law_p law_q q_gt0; rewrite -ler_subr_addl /entropy /cross_entropy opprK addrC -sumrB.
under [leRHS]eq_bigr do rewrite -mulrBr.
by apply: pinsker_sum => // i q0; have := q_gt0 i; rewrite q0 ltxx.
Qed.

End Pinsker.

Section Logits.
Variables (R : realType) (n : nat).
Implicit Types (p : 'rV[R]_n.+1) (x : 'rV[R]_n.+1).

Lemma law_softmax x : law (softmax x).
Proof. by split => [i|]; rewrite ?sum_softmax // ltW ?softmax_gt0. Qed.

Theorem softmax_loss_ge p x : law p -> entropy p <= cross_entropy p (softmax x).
Proof. by move=> law_p; apply: cross_entropy_ge => // [|i]; [exact: law_softmax | exact: softmax_gt0]. Qed.

(* logits of least loss: those whose softmax is p, and no others *)
Theorem softmax_loss_eq p x : law p -> (cross_entropy p (softmax x) = entropy p <-> softmax x = p).
Proof. by move=> law_p; apply: cross_entropy_eq => // [|i]; [exact: law_softmax | exact: softmax_gt0]. Qed.

(* there are such logits if every entry of p is positive *)
Theorem softmax_loss_attained p :
  law p -> (forall i, 0 < p 0 i) -> softmax (\row_i ln (p 0 i)) = p.
Proof.
move=> [_ sum_p] p_gt0; apply/rowP => i; rewrite !mxE lnK ?posrE //.
by under eq_bigr do rewrite mxE lnK ?posrE //; rewrite sum_p divr1.
Qed.

(* there are such logits only if every entry of p is positive *)
Theorem softmax_loss_attained_iff p :
  law p -> ((exists x, cross_entropy p (softmax x) = entropy p) <-> forall i, 0 < p 0 i).
Proof.
move=> law_p; split=> [[x /(softmax_loss_eq x law_p) <-] i|p_gt0]; first exact: softmax_gt0.
by exists (\row_i ln (p 0 i)); rewrite softmax_loss_attained.
Qed.

(* and all of them are one vector and its shifts *)
Theorem softmax_loss_unique p x y : law p -> cross_entropy p (softmax x) = entropy p ->
  (cross_entropy p (softmax y) = entropy p <-> exists c, y = x + const_mx c).
Proof.
move=> law_p /(softmax_loss_eq x law_p) softmax_x; rewrite (softmax_loss_eq y law_p) -softmax_eq softmax_x.
by split=> ->.
Qed.

Lemma softmax_lossE p x : law p -> cross_entropy p (softmax x) = lse x - \sum_i p 0 i * x 0 i.
Proof.
move=> law_p; rewrite /cross_entropy; under eq_bigr do rewrite ln_softmax mulrBr.
by rewrite sumrB -mulr_suml law_p.2 mul1r opprB.
Qed.

(* the gradient of the loss by the logits is softmax(x) - p *)
Theorem softmax_loss_partial p x j : law p ->
  is_derive x (delta_mx 0 j) (fun y : 'rV[R]_n.+1 => cross_entropy p (softmax y))
    (softmax x 0 j - p 0 j).
Proof.
move=> law_p; apply: (is_derive_along (g := fun i => softmax x 0 i - p 0 i)).
have -> : (fun y : 'rV[R]_n.+1 => cross_entropy p (softmax y)) =
    (fun y => lse y) - (fun y => \sum_i p 0 i * y 0 i).
  by apply/funext => y; rewrite softmax_lossE.
have linear : is_diff x (fun y : 'rV[R]_n.+1 => \sum_i p 0 i * y 0 i : R^o) (fun v => \sum_i p 0 i * v 0 i).
  by apply: is_diff_sum => i; apply: is_diffZ; exact: is_diff_coord.
apply: is_diff_eq (is_diffB (is_diff_lse x) linear) _; apply/funext => v /=.
by rewrite -[LHS]/(_ - _) -sumrB; apply: eq_bigr => i _; rewrite mulrBl.
Qed.

(* ln u <= u - 1 *)
Lemma ln_le_sub1 (u : R) : 0 < u -> ln u <= u - 1.
Proof. by move=> u_gt0; rewrite ler_subr_addl -{2}(lnK (_ : u \is Num.pos)) ?tangent_expR ?posrE. Qed.

(* the entropy is the greatest lower bound of the losses, whether p has entries 0 or not: ln p_i for the logits, and
   the logarithm of a small number where p_i = 0 *)
Theorem softmax_loss_inf p b : law p ->
  ((forall x, b <= cross_entropy p (softmax x)) <-> b <= entropy p).
Proof.
move=> law_p; split=> [below|le_b x]; last exact: le_trans le_b (softmax_loss_ge x law_p).
rewrite leNgt; apply/negP => above.
pose e := (b - entropy p) / n.+2%:R.
have e_gt0 : 0 < e by rewrite divr_gt0 ?ltr0n // subr_gt0.
pose u i := if p 0 i == 0 then e else p 0 i.
have u_gt0 i : 0 < u i by rewrite /u; case: eqVneq => // p_neq0; rewrite lt_neqAle eq_sym p_neq0 law_p.1.
pose x := \row_i ln (u i).
have expx i : expR (x 0 i) = u i by rewrite mxE lnK ?posrE.
have sum_px : \sum_i p 0 i * x 0 i = - entropy p.
  rewrite /entropy /cross_entropy opprK; apply: eq_bigr => i _.
  by rewrite mxE /u; case: eqP => // ->; rewrite !mul0r.
have lse_le : lse x <= e *+ n.+1.
  apply: le_trans (ln_le_sub1 (sum_expR_gt0 x)) _; rewrite ler_subl_addl -law_p.2.
  have -> : e *+ n.+1 = \sum_(i < n.+1) e by rewrite sumr_const card_ord.
  rewrite -big_split; apply: ler_sum => i _ /=.
  by rewrite expx /u; case: eqP => [->|_]; rewrite ?add0r // ler_addl ltW.
have loss : cross_entropy p (softmax x) <= e *+ n.+1 + entropy p.
  by rewrite softmax_lossE // sum_px opprK ler_add2r.
have := le_trans (below x) loss; rewrite -ler_subl_addr leNgt => /negP; apply.
have -> : b - entropy p = e *+ n.+2 by rewrite -mulr_natr divfK ?pnatr_eq0.
by rewrite [X in _ < X]mulrSr ltr_addl.
Qed.

End Logits.

(* ... and none for a one-hot target, if there are two words or more: its entropy is 0, the loss is not *)
Theorem one_hot_loss_gt0 (R : realType) n (x : 'rV[R]_n.+2) t :
  entropy (delta_mx 0 t : 'rV[R]_n.+2) = 0 /\ 0 < cross_entropy (delta_mx 0 t) (softmax x).
Proof.
have one_hot i : (delta_mx 0 t : 'rV[R]_n.+2) 0 i = (i == t)%:R by rewrite mxE eqxx.
have law_t : law (delta_mx 0 t : 'rV[R]_n.+2).
  split => [i|]; first by rewrite one_hot ler0n.
  rewrite (bigD1 t) //= one_hot eqxx big1 ?addr0 // => i /negbTE i_neq.
  by rewrite one_hot i_neq.
have entropy0 : entropy (delta_mx 0 t : 'rV[R]_n.+2) = 0.
  rewrite /entropy /cross_entropy big1 ?oppr0 // => i _; rewrite one_hot.
  by case: (i == t); rewrite ?ln1 ?mulr0 ?mul0r.
split=> //; rewrite lt_neqAle -{2}entropy0 softmax_loss_ge // andbT.
apply/eqP => loss0; have := softmax_loss_eq x law_t; rewrite -loss0 entropy0 => -[/(_ erefl)].
move=> /rowP/(_ (lift t 0)); rewrite one_hot eq_sym (negbTE (neq_lift t 0)) => at0.
by have := softmax_gt0 x (lift t 0); rewrite at0 ltxx.
Qed.
