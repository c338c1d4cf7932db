(* Cross-entropy and entropy, for every length: see statement.md.

   Everything comes from the tangent of exp at 0, 1 + x <= exp x with equality only at 0. Term by term it
   says p (ln q - ln p) <= q - p, with equality only for p = q; and the sum of q - p is 0. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax tangent.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* H(p, q) = - sum_i p_i ln q_i; ln 0 is 0 here, so a term with p_i = 0 is 0 whatever q_i is *)
Definition cross_entropy (R : realType) n (p q : 'rV[R]_n) : R := - \sum_i p 0 i * ln (q 0 i).
Definition entropy (R : realType) n (p : 'rV[R]_n) : R := cross_entropy p p.

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
