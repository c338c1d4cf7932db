(* The logarithm of a sum of exponentials, of n >= 1 real numbers: see statement.md.

   Everything comes from one identity, ln sum_i exp x_i = c + ln sum_i exp (x_i - c), true for every
   c because exp turns a difference into a quotient. With c the maximum, the sum on the right has n
   terms in ]0, 1], one of which is 1: it lies between 1 and n, and its logarithm between 0 and
   ln n. And because lse is monotone and follows a shift, it changes by no more than its entries.

   Its gradient is softmax: d ln S = dS / S, with S = sum_i exp x_i. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals topology normedtype sequences derive exp.
From epreuve.library Require Import softmax differentials log_sum_exp.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

(* max(x) = max (x_1, ..., x_n), n >= 1 *)
Definition vmax (R : realType) n (x : 'rV[R]_n.+1) : R := \big[Num.max/x 0 0]_i x 0 i.

Section LogSumExp.
Variables (R : realType) (n : nat).
Implicit Types x y : 'rV[R]_n.+1.

Lemma le_vmax x i : x 0 i <= vmax x.
Proof. exact: le_bigmax. Qed.

Lemma vmax_attained x : exists i, vmax x = x 0 i.
Proof.
rewrite /vmax; elim/big_ind: _ => [|y z [i ->] [j ->]|i _]; [by exists 0 | | by exists i].
by rewrite /Num.max; case: ifP; [exists j | exists i].
Qed.

(* the sum of the stable formula *)
Local Notation shifted_sum x c := (\sum_i expR (x 0 i - c)).

Lemma shifted_sum_gt0 x c : 0 < shifted_sum x c.
Proof.
by have := sum_expR_gt0 (x - const_mx c); under eq_bigr do rewrite !mxE.
Qed.

Theorem lse_stable x c : lse x = c + ln (shifted_sum x c).
Proof.
have -> : lse x = ln (expR c * shifted_sum x c).
  by congr ln; rewrite mulr_sumr; apply: eq_bigr => i _; rewrite -expRD addrC subrK.
by rewrite lnM ?posrE ?expR_gt0 ?shifted_sum_gt0 // expK.
Qed.

Theorem lse_shift x c : lse (x + const_mx c) = lse x + c.
Proof.
rewrite (lse_stable _ c) addrC; congr (ln _ + _).
by apply: eq_bigr => i _; rewrite !mxE addrK.
Qed.

(* the logarithms of the probabilities, without a division or a small number under ln *)
Theorem log_softmax x i : ln (softmax x 0 i) = x 0 i - lse x.
Proof. exact: ln_softmax. Qed.

(* no term of the sum overflows once the maximum is subtracted ... *)
Theorem shifted_term_le1 x i : expR (x 0 i - vmax x) <= 1.
Proof. by rewrite -expR0 ler_expR subr_le0 le_vmax. Qed.

(* ... and the sum never underflows, since one term is 1 *)
Theorem shifted_sum_bounds x : 1 <= shifted_sum x (vmax x) <= n.+1%:R.
Proof.
apply/andP; split.
  have [k vmaxE] := vmax_attained x.
  rewrite (bigD1 k) //= -vmaxE subrr expR0 ler_addl.
  by apply: sumr_ge0 => i _; rewrite ltW ?expR_gt0.
rewrite -[n.+1 in leRHS]card_ord -sum1_card natr_sum.
by apply: ler_sum => i _; exact: shifted_term_le1.
Qed.

Theorem lse_bounds x : vmax x <= lse x <= vmax x + ln n.+1%:R.
Proof.
have /andP[ge1 len] := shifted_sum_bounds x.
rewrite (lse_stable _ (vmax x)) ler_addl ln_ge0 //.
by rewrite ler_add2l ler_ln ?posrE ?shifted_sum_gt0 ?ltr0n.
Qed.

(* no entry of x is above that of y, so no term of the sum is *)
Theorem lse_monotone x y : (forall i, x 0 i <= y 0 i) -> lse x <= lse y.
Proof.
by move=> le_xy; rewrite ler_ln ?posrE ?sum_expR_gt0 //; apply: ler_sum => i _; rewrite ler_expR.
Qed.

(* entries that are off by at most c make lse be off by at most c: x is between y - c and y + c *)
Theorem lse_lipschitz x y c : (forall i, `|x 0 i - y 0 i| <= c) -> `|lse x - lse y| <= c.
Proof.
move=> near; rewrite ler_norml ler_subl_addl ler_subr_addl -!lse_shift.
have near_i i : x 0 i <= y 0 i + c /\ y 0 i - c <= x 0 i.
  by have := near i; rewrite ler_norml ler_subl_addl ler_subr_addl => /andP[].
by apply/andP; split; apply: lse_monotone => i; rewrite !mxE; case: (near_i i).
Qed.

(* n terms of at most 1 sum to n only if they all are 1 *)
Theorem lse_upper_bound_attained x :
  lse x = vmax x + ln n.+1%:R <-> forall i, x 0 i = vmax x.
Proof.
rewrite (lse_stable _ (vmax x)); split => [/addrI /ln_inj | x_const].
  rewrite !posrE shifted_sum_gt0 ltr0n => /(_ isT isT) sum_n i.
  have terms : \sum_i (1 - expR (x 0 i - vmax x)) == 0.
    by rewrite sumrB sum_n sumr_const card_ord subrr.
  rewrite psumr_eq0 in terms; last by move=> j _; rewrite subr_ge0 shifted_term_le1.
  have := allP terms i (mem_index_enum _); rewrite /= subr_eq0 -expR0 => /eqP /expR_inj /esym.
  exact: subr0_eq.
congr (_ + ln _); under eq_bigr do rewrite x_const subrr expR0.
by rewrite sumr_const card_ord.
Qed.

(* the differential at x is v |-> softmax(x) . v: the gradient is softmax(x) *)
Theorem lse_is_diff x :
  is_diff x (fun y : 'rV[R]_n.+1 => lse y) (fun v => \sum_i softmax x 0 i * v 0 i).
Proof. exact: is_diff_lse. Qed.

Theorem lse_partial x j :
  is_derive x (delta_mx 0 j) (fun y : 'rV[R]_n.+1 => lse y) (softmax x 0 j).
Proof. exact: is_derive_along (lse_is_diff x). Qed.

End LogSumExp.

(* the lower bound is attained for one entry and never for two or more *)
Theorem lse_of_one_entry (R : realType) (x : 'rV[R]_1) : lse x = vmax x.
Proof. by rewrite /lse big_ord1 expK /vmax big_ord_recl big_ord0 maxxx. Qed.

Theorem lse_gt_vmax (R : realType) n (x : 'rV[R]_n.+2) : vmax x < lse x.
Proof.
have [k vmaxE] := vmax_attained x.
rewrite (lse_stable _ (vmax x)) ltr_addl ln_gt0 // (bigD1 k) //= -vmaxE subrr expR0 ltr_addl.
rewrite (bigD1 (lift k 0)) ?[_ == k]eq_sym ?neq_lift //= ltr_paddr ?expR_gt0 //.
by apply: sumr_ge0 => i _; rewrite ltW ?expR_gt0.
Qed.
