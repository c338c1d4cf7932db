(* Cauchy and Schwarz for two families of numbers. *)

From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma cauchy_schwarz (R : realDomainType) (C : finType) (f g : C -> R) :
  (\sum_c f c * g c) ^+ 2 <= (\sum_c f c ^+ 2) * (\sum_c g c ^+ 2).
Proof.
set p := \sum_c f c * g c; set ff := \sum_c f c ^+ 2; set gg := \sum_c g c ^+ 2.
have gg_ge0 : 0 <= gg by apply: sumr_ge0 => c _; exact: sqr_ge0.
have expand (a b : R) : \sum_c (a * f c - b * g c) ^+ 2 = a ^+ 2 * ff - (a * b * p) *+ 2 + b ^+ 2 * gg.
  rewrite -mulrnAl /ff /gg /p !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => c _.
  by rewrite sqrrB !exprMn [a * f c * (b * g c)]mulrACA mulrnAl.
have := gg_ge0; rewrite le_eqVlt => /predU1P[gg0|gg_gt0].
  have g0 c : g c = 0.
    have := esym gg0 => /eqP; rewrite psumr_eq0 => [|d _]; last exact: sqr_ge0.
    by move/allP/(_ c (mem_index_enum _)); rewrite sqrf_eq0 => /eqP.
  by rewrite /p big1 ?expr0n /= -?gg0 ?mulr0 // => c _; rewrite g0 mulr0.
have : 0 <= \sum_c (gg * f c - p * g c) ^+ 2 by apply: sumr_ge0 => c _; exact: sqr_ge0.
rewrite expand -mulrA [p * p]mulrC -expr2.
have -> : gg ^+ 2 * ff - (gg * p ^+ 2) *+ 2 + p ^+ 2 * gg = gg * (ff * gg - p ^+ 2).
  by rewrite mulrBr [p ^+ 2 * gg]mulrC mulr2n opprD addrA subrK expr2 -mulrA [gg * ff]mulrC.
by rewrite pmulr_rge0 // subr_ge0.
Qed.
