(* How concentrated attention can be when queries and keys have bounded lengths: see statement.md.

   For one query two inner products of vectors of length B differ by at most 2 B^2. For all queries at once the
   differences are as large on average only as K sum_i q_i . k_i - sum_ij q_i . k_j <= K^2 B^2 lets them be, and the
   tangent of the exponential function turns this average into a bound. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax tangent.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Dot.
Variables (R : realType) (r : nat).
Implicit Types x y : 'rV[R]_r.

Definition dot x y : R := \sum_c x 0 c * y 0 c.

Lemma dotC x y : dot x y = dot y x.
Proof. by apply: eq_bigr => c _; rewrite mulrC. Qed.

Lemma dotNr x y : dot x (- y) = - dot x y.
Proof. by rewrite /dot -sumrN; apply: eq_bigr => c _; rewrite mxE mulrN. Qed.

Lemma dotBl x y z : dot (x - y) z = dot x z - dot y z.
Proof. by rewrite /dot -sumrB; apply: eq_bigr => c _; rewrite !mxE mulrBl. Qed.

Lemma dot_suml n (x : 'I_n -> 'rV[R]_r) y : dot (\sum_i x i) y = \sum_i dot (x i) y.
Proof.
rewrite /dot exchange_big; apply: eq_bigr => c _ /=.
by rewrite summxE mulr_suml.
Qed.

Lemma dot_ge0 x : 0 <= dot x x.
Proof. by apply: sumr_ge0 => c _; rewrite -expr2 sqr_ge0. Qed.

Lemma dotBB x y : dot (x - y) (x - y) = dot x x + dot y y - (dot x y + dot x y).
Proof.
rewrite dotBl [dot x (x - y)]dotC [dot y (x - y)]dotC !dotBl [dot y x]dotC.
by rewrite opprB addrACA -opprD addrC addrA addrC addrA.
Qed.

Lemma dot_mean x y : dot x y + dot x y <= dot x x + dot y y.
Proof. by rewrite -subr_ge0 -dotBB dot_ge0. Qed.

Lemma dot_le b x y : dot x x <= b -> dot y y <= b -> dot x y <= b.
Proof.
move=> xb yb; rewrite -(ler_pmuln2r (ltn0Sn 1)) !mulr2n.
exact: le_trans (dot_mean x y) (ler_add xb yb).
Qed.

Lemma dot_ge b x y : dot x x <= b -> dot y y <= b -> - b <= dot x y.
Proof.
move=> xb yb; rewrite ler_oppl -dotNr dot_le // dotNr dotC dotNr opprK //.
Qed.

Lemma dot_eq0 x : dot x x = 0 -> x = 0.
Proof.
move=> sum0; have squares : \sum_c x 0 c ^+ 2 = 0.
  by rewrite -[RHS]sum0 /dot; apply: eq_bigr => d _; rewrite expr2.
have zero := psumr_eq0P (fun c _ => sqr_ge0 (x 0 c)) squares.
by apply/rowP => c; rewrite [RHS]mxE; apply/eqP; rewrite -sqrf_eq0 zero.
Qed.

End Dot.

(* exponential and tangent meet at 0 only *)
Lemma tangent_eq (R : realType) (x : R) : expR x = 1 + x -> x = 0.
Proof.
pose y := x / 2%:R; have xE : x = y + y by rewrite -splitr.
move=> eq_x; have y_ge : 0 <= 1 + y.
  rewrite leNgt; apply/negP => neg.
  have y_lt0 : y < 0 by apply: le_lt_trans neg; rewrite -subr_ge0 addrK ler01.
  have := expR_gt0 x; rewrite eq_x xE addrA => pos.
  have : 0 < - (1 + y) + - y by rewrite addr_gt0 ?oppr_gt0.
  by rewrite -opprD oppr_gt0 => /(lt_trans pos); rewrite ltxx.
have : 0 <= (expR y - (1 + y)) * (expR y + (1 + y)).
  by rewrite mulr_ge0 ?subr_ge0 ?tangent_expR // addr_ge0 // ltW ?expR_gt0.
rewrite -subr_sqr expr2 -expRD -xE eq_x sqrrD expr1n mul1r mulr2n -xE opprD addrA subrr sub0r.
rewrite oppr_ge0 => sq_le; suff y0 : y = 0 by rewrite xE y0 addr0.
by apply/eqP; rewrite -sqrf_eq0 eq_le sq_le sqr_ge0.
Qed.


(* the weights that a query gives to n keys; t is the square root of r in attention *)
Definition weights (R : realType) r n (t : R) (q : 'rV[R]_r) (k : 'I_n -> 'rV[R]_r) : 'rV[R]_n :=
  softmax (\row_j (dot q (k j) / t)).

Section Weights.
Variables (R : realType) (r n : nat) (t b : R).
Hypothesis t_gt0 : 0 < t.
Implicit Types (q : 'rV[R]_r) (k : 'I_n.+1 -> 'rV[R]_r).

Local Notation beta := (b / t).

Lemma weights_gt0 q k i : 0 < weights t q k 0 i.
Proof. exact: softmax_gt0. Qed.

Lemma weightsV q k i :
  (weights t q k 0 i)^-1 = 1 + \sum_(j | j != i) expR ((dot q (k j) - dot q (k i)) / t).
Proof.
rewrite mxE invf_div mulr_suml (bigD1 i) //= divff ?gt_eqF ?expR_gt0 //; congr (1 + _).
by apply: eq_bigr => j _; rewrite !mxE -expRB -mulrBl.
Qed.

Lemma card_others (i : 'I_n.+1) (c : R) : \sum_(j | j != i) c = n%:R * c.
Proof.
rewrite sumr_const [RHS]mulr_natl; congr (_ *+ _).
transitivity #|predC1 i|; first by apply: eq_card => j; rewrite !inE.
by rewrite cardC1 card_ord.
Qed.

Lemma denominator_gt0 x : 0 < 1 + n%:R * expR x :> R.
Proof. by rewrite ltr_paddr ?ltr01 // mulr_ge0 ?ler0n // ltW ?expR_gt0. Qed.

Section Bounded.
Variables (q : 'rV[R]_r) (k : 'I_n.+1 -> 'rV[R]_r).
Hypotheses (qb : dot q q <= b) (kb : forall j, dot (k j) (k j) <= b).

Theorem one_query_bound i : weights t q k 0 i <= (1 + n%:R * expR (- (2%:R * beta)))^-1.
Proof.
rewrite -[weights _ _ _ _ _]invrK lef_pinv ?posrE ?invr_gt0 ?weights_gt0 ?denominator_gt0 //.
rewrite weightsV ler_add2l -(card_others i); apply: ler_sum => j _.
rewrite ler_expR mulrA -mulNr ler_pmul2r ?invr_gt0 // mulr_natl mulr2n opprD.
by apply: ler_add; [exact: dot_ge | rewrite ler_opp2; exact: dot_le].
Qed.

(* nothing is ever ignored *)
Theorem one_query_least i : (1 + n%:R * expR (2%:R * beta))^-1 <= weights t q k 0 i.
Proof.
rewrite -[weights _ _ _ _ _]invrK lef_pinv ?posrE ?invr_gt0 ?weights_gt0 ?denominator_gt0 //.
rewrite weightsV ler_add2l -(card_others i); apply: ler_sum => j _.
rewrite ler_expR mulrA ler_pmul2r ?invr_gt0 // mulr_natl mulr2n.
by apply: ler_add; [exact: dot_le | rewrite ler_oppl; exact: dot_ge].
Qed.

End Bounded.

Theorem one_query_attained q k i : dot q q = b -> k i = q -> (forall j, j != i -> k j = - q) ->
  weights t q k 0 i = (1 + n%:R * expR (- (2%:R * beta)))^-1.
Proof.
move=> qb ki kj; rewrite -[weights _ _ _ _ _]invrK weightsV -(card_others i); congr (1 + _)^-1.
apply: eq_bigr => j ji; rewrite ki kj // dotNr qb; congr (expR _).
by rewrite mulrA -mulNr mulr_natl mulr2n opprD.
Qed.

(* the opposite query attains the bound from below, for the same key *)
Theorem one_query_least_attained q k i : dot q q = b -> k i = - q -> (forall j, j != i -> k j = q) ->
  weights t q k 0 i = (1 + n%:R * expR (2%:R * beta))^-1.
Proof.
move=> qb ki kj; rewrite -[weights _ _ _ _ _]invrK weightsV -(card_others i); congr (1 + _)^-1.
apply: eq_bigr => j ji; rewrite ki kj // dotNr qb opprK; congr (expR _).
by rewrite mulrA mulr_natl mulr2n.
Qed.

End Weights.

Section AllQueries.
Variables (R : realType) (r n : nat) (t b : R) (q k : 'I_n.+2 -> 'rV[R]_r).
Hypothesis t_gt0 : 0 < t.

Let K : R := n.+2%:R.
Let K1 : R := n.+1%:R.
Local Notation gamma := (b / t * K / K1).
Local Notation own i := (weights t (q i) k 0 i).

Lemma K_gt0 : 0 < K. Proof. by rewrite ltr0n. Qed.
Lemma K1_gt0 : 0 < K1. Proof. by rewrite ltr0n. Qed.

Section Bounded.
Hypotheses (qb : forall i, dot (q i) (q i) <= b) (kb : forall j, dot (k j) (k j) <= b).

Lemma sum_of_squares (d : 'I_n.+2 -> 'rV[R]_r) :
  dot (\sum_i d i) (\sum_i d i) <= K * \sum_i dot (d i) (d i).
Proof.
have -> : dot (\sum_i d i) (\sum_i d i) = \sum_i \sum_j dot (d i) (d j).
  rewrite dot_suml; apply: eq_bigr => i _; rewrite dotC dot_suml.
  by apply: eq_bigr => j _; rewrite dotC.
have twice : \sum_i \sum_j (dot (d i) (d i) + dot (d j) (d j)) =
             (K * \sum_i dot (d i) (d i)) *+ 2.
  under eq_bigr do rewrite big_split /= sumr_const card_ord.
  by rewrite big_split /= sumr_const card_ord sumrMnl mulr2n mulr_natl.
rewrite -(ler_pmuln2r (ltn0Sn 1)) -twice -sumrMnl; apply: ler_sum => i _.
by rewrite -sumrMnl; apply: ler_sum => j _; rewrite mulr2n dot_mean.
Qed.

Lemma sum_of_leads :
  (K * (\sum_i dot (q i) (k i)) - \sum_i \sum_j dot (q i) (k j) <= K * K * b)%R.
Proof.
have -> : \sum_i \sum_j dot (q i) (k j) = dot (\sum_i q i) (\sum_j k j).
  rewrite dot_suml; apply: eq_bigr => i _; rewrite [RHS]dotC dot_suml.
  by apply: eq_bigr => j _; rewrite dotC.
set Q := \sum_i q i; set S := \sum_j k j.
have := sum_of_squares (fun i => q i - k i); rewrite sumrB -/Q -/S dotBB.
under eq_bigr do rewrite dotBB.
rewrite sumrB !big_split /=.
set own_sum := \sum_i dot (q i) (k i); set squared := (X in _ * (X - _)) => squares.
have lengths (x : 'I_n.+2 -> 'rV[R]_r) : (forall i, dot (x i) (x i) <= b) ->
    \sum_i dot (x i) (x i) <= K * b.
  move=> xb; apply: (@le_trans _ _ (\sum_(i < n.+2) b)); first by apply: ler_sum => i _.
  by rewrite sumr_const card_ord mulr_natl.
have squared_le : K * squared <= K * K * b + K * K * b.
  by rewrite -mulrA -mulrDr ler_wpmul2l ?(ltW K_gt0) // ler_add ?lengths.
rewrite -(ler_pmuln2r (ltn0Sn 1)) !mulr2n addrACA -opprD; apply: le_trans squared_le.
rewrite -ler_subr_addl -mulrDr; apply: le_trans (_ : _ <= K * (squared - (own_sum + own_sum))) _.
  by apply: le_trans squares; rewrite ler_addr addr_ge0 ?dot_ge0.
by rewrite mulrBr.
Qed.

Lemma exponent i j :
  expR (- gamma) * (1 + gamma + (dot (q i) (k j) - dot (q i) (k i)) / t) <=
  expR ((dot (q i) (k j) - dot (q i) (k i)) / t).
Proof.
set x := _ / t; rewrite -ler_pdivl_mull ?expR_gt0 // -expRN opprK -expRD.
by rewrite -addrA; exact: tangent_expR.
Qed.

Theorem all_queries_harmonic :
  K * (1 + K1 * expR (- gamma)) <= \sum_i (own i)^-1.
Proof.
pose x i j := (dot (q i) (k j) - dot (q i) (k i)) / t.
have one i : 1 + expR (- gamma) * (K1 * (1 + gamma) + \sum_j x i j) <= (own i)^-1.
  rewrite weightsV ler_add2l.
  have -> : K1 * (1 + gamma) + \sum_j x i j = \sum_(j | j != i) (1 + gamma + x i j).
    by rewrite big_split /= card_others [in LHS](bigD1 i) //= /x subrr mul0r add0r.
  by rewrite mulr_sumr; apply: ler_sum => j _; exact: exponent.
apply: le_trans (ler_sum _ (fun i _ => one i)).
rewrite big_split /= sumr_const card_ord mulrDr mulr1 ler_add2l -mulr_sumr big_split /=.
rewrite sumr_const card_ord -[_ *+ n.+2]mulr_natl mulrCA [K * _]mulrC mulrCA.
rewrite ler_wpmul2l ?(ltW (expR_gt0 _)) //.
have -> : \sum_i \sum_j x i j =
          - ((K * (\sum_i dot (q i) (k i)) - \sum_i \sum_j dot (q i) (k j)) / t).
  rewrite -mulNr opprB mulr_sumr -sumrB mulr_suml; apply: eq_bigr => i _.
  by rewrite /x -mulr_suml sumrB sumr_const card_ord -[_ *+ n.+2]mulr_natl.
rewrite [K1 * _]mulrDr mulr1 [_ * (K1 + _)]mulrDr -/K [K1 * K]mulrC -addrA ler_addl subr_ge0.
have -> : K * (K1 * gamma) = K * K * b / t.
  by rewrite [K1 * _]mulrC divfK ?gt_eqF ?K1_gt0 // mulrCA mulrC mulrA.
by rewrite ler_pmul2r ?invr_gt0 // sum_of_leads.
Qed.

Theorem all_queries_bound : exists i, own i <= (1 + K1 * expR (- gamma))^-1.
Proof.
have [i _ least] := @arg_maxP _ _ _ ord0 predT (fun i => (own i)^-1) isT.
exists i; rewrite -[own i]invrK lef_pinv ?posrE ?invr_gt0 ?weights_gt0 ?denominator_gt0 //.
rewrite -(ler_pmul2l K_gt0); apply: le_trans all_queries_harmonic _.
apply: (@le_trans _ _ (\sum_(j < n.+2) (own i)^-1)).
  by apply: ler_sum => j _; exact: least.
by rewrite sumr_const card_ord mulr_natl.
Qed.

Lemma leads_identity (c u QQ SS QS qq kk : R) :
  K * (K * c - qq) + K * (K * c - kk) + (K * (qq + kk - (u + u)) - (QQ + SS - (QS + QS))) =
  (K * K * c - (K * u - QS)) + (K * K * c - (K * u - QS)) - (QQ + SS).
Proof.
have -> : K * (K * c - qq) + K * (K * c - kk) + (K * (qq + kk - (u + u)) - (QQ + SS - (QS + QS))) =
    K * K * (c + c) - K * (u + u) - (QQ + SS - (QS + QS)).
  rewrite [LHS]addrA -!mulrDr [K * c - qq + _]addrACA -opprD addrA addrNK mulrBr mulrDr !mulrA.
  by rewrite -[in LHS]mulrDr.
rewrite !opprB [LHS]addrA; congr (_ - _).
by rewrite [RHS]addrACA [QS - _ + _]addrACA -opprD -!mulrDr [RHS]addrA [LHS]addrAC.
Qed.

Section Attained.
Hypothesis attained : \sum_i (own i)^-1 <= K * (1 + K1 * expR (- gamma)).

Let lead := K * (\sum_i dot (q i) (k i)) - \sum_i \sum_j dot (q i) (k j).
Let x i j := (dot (q i) (k j) - dot (q i) (k i)) / t.
Let gap i j := expR (x i j) - expR (- gamma) * (1 + gamma + x i j).

Lemma gap_ge0 i j : 0 <= gap i j.
Proof. by rewrite subr_ge0 exponent. Qed.

Lemma sum_x : \sum_i \sum_j x i j = - (lead / t).
Proof.
rewrite -mulNr opprB mulr_sumr -sumrB mulr_suml; apply: eq_bigr => i _.
by rewrite /x -mulr_suml sumrB sumr_const card_ord -[_ *+ n.+2]mulr_natl.
Qed.

Lemma sum_tangents :
  \sum_i \sum_(j | j != i) (1 + gamma + x i j) = K * K1 + (K * K * b - lead) / t.
Proof.
have others i : \sum_(j | j != i) (1 + gamma + x i j) = K1 * (1 + gamma) + \sum_j x i j.
  by rewrite big_split /= card_others [in RHS](bigD1 i) //= /x subrr mul0r add0r.
under eq_bigr do rewrite others.
rewrite big_split /= sum_x sumr_const card_ord -[_ *+ n.+2]mulr_natl mulrDr mulr1 mulrDr -addrA.
congr (_ + _); rewrite [RHS]mulrBl; congr (_ - _).
by rewrite [K1 * _]mulrC divfK ?gt_eqF ?K1_gt0 // mulrCA mulrC mulrA.
Qed.

Lemma slack : \sum_i (own i)^-1 =
  K * (1 + K1 * expR (- gamma)) +
  (\sum_i \sum_(j | j != i) gap i j + expR (- gamma) * ((K * K * b - lead) / t)).
Proof.
have gaps : \sum_i \sum_(j | j != i) gap i j =
    \sum_i \sum_(j | j != i) expR (x i j) -
    expR (- gamma) * (K * K1 + (K * K * b - lead) / t).
  rewrite -sum_tangents mulr_sumr -sumrB; apply: eq_bigr => i _.
  by rewrite mulr_sumr -sumrB.
have rest : \sum_i \sum_(j | j != i) gap i j + expR (- gamma) * ((K * K * b - lead) / t) =
    \sum_i \sum_(j | j != i) expR (x i j) - expR (- gamma) * (K * K1).
  by rewrite gaps mulrDr opprD addrA addrNK.
rewrite rest (eq_bigr _ (fun i _ => weightsV t (q i) k i)).
rewrite big_split /= sumr_const card_ord [K * (1 + _)]mulrDr mulr1 -[RHS]addrA; congr (_ + _).
by rewrite mulrA [K * K1 * _]mulrC addrCA subrr addr0.
Qed.

Lemma attained_slack : \sum_i \sum_(j | j != i) gap i j = 0 /\ lead = K * K * b.
Proof.
have gaps_ge0 : 0 <= \sum_i \sum_(j | j != i) gap i j.
  by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; exact: gap_ge0.
have rest_ge0 : 0 <= expR (- gamma) * ((K * K * b - lead) / t).
  apply: mulr_ge0; first exact/ltW/expR_gt0.
  by apply: divr_ge0; [rewrite subr_ge0; exact: sum_of_leads | exact: ltW].
have := attained; rewrite slack -subr_ge0 opprD addrA subrr sub0r oppr_ge0 => total_le0.
have : \sum_i \sum_(j | j != i) gap i j + expR (- gamma) * ((K * K * b - lead) / t) == 0.
  by rewrite eq_le total_le0 addr_ge0.
rewrite paddr_eq0 // => /andP [/eqP -> ]; rewrite !mulf_eq0 gt_eqF ?expR_gt0 //=.
by rewrite invr_eq0 [t == 0]gt_eqF // orbF subr_eq0 => /eqP ->.
Qed.

(* every score but the own one is less than it by b K / (K - 1) *)
Lemma attained_scores i j : j != i -> dot (q i) (k j) = dot (q i) (k i) - b * K / K1.
Proof.
move=> ji; have [gaps0 _] := attained_slack.
have inner0 : \sum_(l | l != i) gap i l = 0.
  by apply: (psumr_eq0P _ gaps0) => // m _; apply: sumr_ge0 => l _; exact: gap_ge0.
have /eqP : gap i j = 0 by apply: (psumr_eq0P _ inner0) => // l _; exact: gap_ge0.
rewrite subr_eq0 => /eqP eq_exp.
have /tangent_eq : expR (gamma + x i j) = 1 + (gamma + x i j).
  by rewrite expRD eq_exp mulrA -expRD subrr expR0 mul1r addrA.
move/eqP; rewrite addrC addr_eq0 /x => /eqP eq_x.
have := congr1 (fun y => y * t) eq_x; rewrite divfK ?gt_eqF //.
have -> : - gamma * t = - (b * K / K1).
  by rewrite mulNr [b / t * K]mulrAC [b * K / t / K1]mulrAC divfK ?gt_eqF.
by move/(canRL (subrK _)); rewrite addrC.
Qed.

Lemma sum_keys : \sum_j k j = 0.
Proof.
have [_ leadE] := attained_slack.
have sumQS : \sum_i \sum_j dot (q i) (k j) = dot (\sum_i q i) (\sum_j k j).
  rewrite dot_suml; apply: eq_bigr => i _; rewrite [RHS]dotC dot_suml.
  by apply: eq_bigr => j _; rewrite dotC.
move: leadE; rewrite /lead sumQS; set Q := \sum_i q i; set S := \sum_j k j.
set u := \sum_i dot (q i) (k i) => leadE.
have := sum_of_squares (fun i => q i - k i); rewrite sumrB -/Q -/S dotBB.
under eq_bigr do rewrite dotBB.
rewrite sumrB !big_split /= -/u => squares.
have lengths (y : 'I_n.+2 -> 'rV[R]_r) : (forall i, dot (y i) (y i) <= b) ->
    0 <= K * b - \sum_i dot (y i) (y i).
  move=> yb; rewrite subr_ge0; apply: (@le_trans _ _ (\sum_(i < n.+2) b)).
    by apply: ler_sum => i _.
  by rewrite sumr_const card_ord mulr_natl.
have lq := mulr_ge0 (ltW K_gt0) (lengths q qb); have lk := mulr_ge0 (ltW K_gt0) (lengths k kb).
move: squares; rewrite -subr_ge0 => squares.
have := addr_ge0 (addr_ge0 lq lk) squares.
rewrite leads_identity.
rewrite leadE subrr addr0 sub0r oppr_ge0 => le0.
have : dot Q Q + dot S S == 0 by rewrite eq_le le0 addr_ge0 ?dot_ge0.
by rewrite paddr_eq0 ?dot_ge0 // => /andP [_ /eqP /dot_eq0].
Qed.

(* what attains it are the products of a simplex ... *)
Theorem attained_by_simplex_only i j :
  dot (q i) (k j) = if j == i then b else - (b / K1).
Proof.
have own_b : dot (q i) (k i) = b.
  have : \sum_j dot (q i) (k j) = 0.
    have : dot (\sum_j k j) (q i) = 0 by rewrite sum_keys /dot big1 // => c _; rewrite mxE mul0r.
    by rewrite dot_suml => zero; rewrite -[RHS]zero; apply: eq_bigr => c _; exact: dotC.
  rewrite (bigD1 i) //= (eq_bigr _ (fun j ji => attained_scores ji)) card_others.
  rewrite -/K1 mulrBr [K1 * (_ / K1)]mulrC divfK ?gt_eqF ?K1_gt0 // addrA.
  have -> : dot (q i) (k i) + K1 * dot (q i) (k i) = K * dot (q i) (k i).
    by rewrite -{1}[dot _ _]mul1r -mulrDl /K -natr1 addrC.
  by rewrite [b * K]mulrC -mulrBr => /eqP; rewrite mulf_eq0 gt_eqF ?K_gt0 //= subr_eq0 => /eqP.
case: eqP => [->//|/eqP ji]; rewrite attained_scores // own_b.
have -> : b * K / K1 = b + b / K1.
  by rewrite /K -natr1 mulrDr mulr1 mulrDl mulfK ?gt_eqF ?K1_gt0.
by rewrite opprD addrA subrr sub0r.
Qed.

(* ... of which queries and keys are the vertices *)
Theorem attained_by_equal_vectors i : q i = k i.
Proof.
apply/eqP; rewrite -subr_eq0; apply/eqP; apply: dot_eq0.
apply/eqP; rewrite eq_le dot_ge0 andbT dotBB attained_by_simplex_only eqxx.
have -> : dot (q i) (q i) + dot (k i) (k i) - (b + b) =
          - ((b - dot (q i) (q i)) + (b - dot (k i) (k i))).
  by rewrite addrACA -opprD opprB.
by rewrite oppr_le0 addr_ge0 ?subr_ge0.
Qed.

(* ... and which have room in K - 1 dimensions at least *)
Theorem attained_in_enough_dimensions : 0 < b -> (n.+1 <= r)%N.
Proof.
move=> b_gt0; pose A : 'M[R]_(n.+2, r) := \matrix_i q i; pose B : 'M[R]_(n.+2, r) := \matrix_i k i.
have gram : A *m B^T + const_mx (b / K1) = (b + b / K1)%:M.
  apply/matrixP => i j; rewrite !mxE (eq_bigr (fun c => q i 0 c * k j 0 c)) => [|c _].
    rewrite -[\sum_c _]/(dot (q i) (k j)) attained_by_simplex_only eq_sym; case: eqP => _ //.
    by rewrite mulr0n addNr.
  by rewrite !mxE.
have c_neq0 : b + b / K1 != 0 by rewrite gt_eqF // addr_gt0 ?divr_gt0 ?K1_gt0.
have full : \rank ((b + b / K1)%:M : 'M[R]_n.+2) = n.+2.
  by rewrite -scalemx1 mxrank_scale_nz // mxrank1.
have one : (\rank (const_mx (b / K1) : 'M[R]_n.+2) <= 1)%N.
  have -> : const_mx (b / K1) = (const_mx (b / K1) : 'cV[R]_n.+2) *m (const_mx 1 : 'rV[R]_n.+2).
    by apply/matrixP => i j; rewrite !mxE big_ord1 !mxE mulr1.
  exact: leq_trans (mxrankM_maxl _ _) (rank_leq_col _).
have := mxrank_add (A *m B^T) (const_mx (b / K1)); rewrite gram full => total.
have := leq_trans total (leq_add (leq_trans (mxrankM_maxl A B^T) (rank_leq_col A)) one).
by rewrite addn1 ltnS.
Qed.

End Attained.

End Bounded.

(* the vertices of a regular simplex attain it *)
Theorem simplex_attains :
  (forall i j, dot (q i) (k j) = if j == i then b else - (b / K1)) ->
  forall i, own i = (1 + K1 * expR (- gamma))^-1.
Proof.
move=> simplex i; rewrite -[own i]invrK weightsV -(card_others i); congr (1 + _)^-1.
apply: eq_bigr => j /negPf ji; rewrite !simplex ji eqxx; congr (expR _).
have one : b = b * K1 / K1 by rewrite mulfK ?gt_eqF ?K1_gt0.
rewrite -opprD [in X in _ + X]one -mulrDl -[X in X + _]mulr1 -mulrDr.
rewrite mulNr; congr (- _); rewrite mulrAC -!mulrA; congr (_ * _).
by rewrite mulrCA; congr (_ * (_ * _)); rewrite /K -natr1 addrC.
Qed.

End AllQueries.

(* such vertices exist in R^r for every r >= K - 1: of the K - 1 vectors e_i and of 0, moved along (1, ..., 1) until
   their products are those of a simplex, a multiple; all further coordinates are 0 *)
Theorem simplex_exists (R : realType) n r (b : R) : (n.+1 <= r)%N -> 0 <= b ->
  exists u : 'I_n.+2 -> 'rV[R]_r, forall i j,
    dot (u i) (u j) = if j == i then b else - (b / n.+1%:R).
Proof.
move=> room b0; pose K : R := n.+2%:R; pose K1 : R := n.+1%:R.
have K0 : K != 0 by rewrite pnatr_eq0.
have K10 : K1 != 0 by rewrite pnatr_eq0.
have K1E : K = K1 + 1 by rewrite natr1.
pose c := Num.sqrt (b * K / K1).
have c2 : c * c = b * K / K1.
  by rewrite -expr2 sqr_sqrtr // divr_ge0 ?mulr_ge0 ?ler0n.
pose z : R := Num.sqrt K^-1; have z2 : z * z = K^-1.
  by rewrite -expr2 sqr_sqrtr // invr_ge0 ler0n.
(* e_i moves by (z - 1) / K1, and 0 by - z *)
pose s (i : 'I_n.+2) : R := if (i < n.+1)%N then (z - 1) / K1 else - z.
pose y (i : 'I_n.+2) : 'rV[R]_r := \row_(l < r) (if (l < n.+1)%N then (l == i :> nat)%:R + s i else 0).
have dot_y i j : dot (y i) (y j) = (j == i)%:R - K^-1.
  have -> : dot (y i) (y j) = \sum_(l < n.+1) ((l == i :> nat)%:R + s i) * ((l == j :> nat)%:R + s j).
    rewrite (big_ord_widen r (fun l : nat => ((l == i :> nat)%:R + s i) * ((l == j :> nat)%:R + s j)) room).
    rewrite [RHS]big_mkcond.
    by apply: eq_bigr => l _; rewrite !mxE; case: ifP => _ //; rewrite mul0r.
  have pick (k : 'I_n.+2) (f : nat -> R) :
      \sum_(l < n.+1) (l == k :> nat)%:R * f l = if (k < n.+1)%N then f k else 0.
    case: ltnP => [k_lt|k_ge].
      rewrite (bigD1 (Ordinal k_lt)) //= eqxx mul1r big1 ?addr0 // => l /negPf lk.
      by rewrite -[(l : nat) == k]/(l == Ordinal k_lt) lk mul0r.
    by rewrite big1 // => l _; rewrite ltn_eqF ?mul0r // (leq_trans (ltn_ord l)).
  under eq_bigr do rewrite mulrDl.
  rewrite big_split /= (pick i (fun l => (l == j :> nat)%:R + s j)).
  under [X in _ + X]eq_bigr do rewrite mulrDr [s i * _]mulrC.
  rewrite big_split /= (pick j (fun=> s i)) sumr_const card_ord -[_ *+ n.+1]mulr_natl -/K1.
  pose a := (z - 1) / K1; have K1a : K1 * a = z - 1 by rewrite mulrC divfK.
  have az : a * (z + 1) = - K^-1.
    apply: (mulfI K10); rewrite mulrA K1a -subr_sqr expr1n expr2 z2 mulrN; apply: (mulfI K0).
    by rewrite mulrBr mulr1 mulrN mulrCA divff // K1E mulr1 opprD addrCA subrr addr0.
  have last (k : 'I_n.+2) : (n.+1 <= k)%N -> k = n.+1 :> nat.
    by move=> k_ge; apply/eqP; rewrite eqn_leq k_ge -ltnS ltn_ord.
  rewrite /s -val_eqE /=; case: ltnP => [i_lt|/last iE]; case: ltnP => [j_lt|/last jE].
  - rewrite -/a mulrA K1a -[X in _ - X]opprK -az opprK -addrA [(j : nat) == i]eq_sym; congr (_ + _).
    by rewrite mulrBl mul1r [a + (_ - a)]addrC subrK mulrDr mulr1 addrC mulrC.
  - rewrite jE (ltn_eqF i_lt) (gtn_eqF i_lt) mulrA K1a mulrN mulrBl mul1r z2 opprB.
    by rewrite !mulr0n !add0r addrA addNr add0r.
  - rewrite iE (ltn_eqF j_lt) mulrCA K1a mulNr mulrBr mulr1 z2 opprB.
    by rewrite !mulr0n !add0r addrA addNr add0r.
  - by rewrite iE jE eqxx !add0r mulrNN z2 -[X in X - _](divff K0) -[X in _ - X]mul1r -mulrBl K1E addrK.
exists (fun i => c *: y i) => i j.
have -> : dot (c *: y i) (c *: y j) = c * c * dot (y i) (y j).
  rewrite /dot mulr_sumr; apply: eq_bigr => c' _.
  by rewrite [(c *: y i) 0 c']mxE [(c *: y j) 0 c']mxE mulrACA.
rewrite dot_y c2; case: eqP => _.
  have -> : 1 - K^-1 = K1 / K by rewrite -[X in X - _](divff K0) -[X in _ - X]mul1r -mulrBl K1E addrK.
  by rewrite mulrA divfK // mulfK.
by rewrite sub0r mulrN mulrAC mulfK.
Qed.

(* so all queries attain their bound in R^r if and only if r >= K - 1 *)
Theorem room_for_all_queries (R : realType) n r (t b : R) : 0 < t -> 0 < b ->
  (exists q k : 'I_n.+2 -> 'rV[R]_r,
    [/\ forall i, dot (q i) (q i) <= b, forall j, dot (k j) (k j) <= b &
        forall i, weights t (q i) k 0 i = (1 + n.+1%:R * expR (- (b / t * n.+2%:R / n.+1%:R)))^-1])
  <-> (n.+1 <= r)%N.
Proof.
move=> t_gt0 b_gt0; split=> [[q [k [qb kb bound]]] | room].
  apply: (attained_in_enough_dimensions t_gt0 qb kb _ b_gt0).
  by under eq_bigr do rewrite bound invrK; rewrite sumr_const card_ord -[X in X <= _]mulr_natl.
have [u simplex] := simplex_exists room (ltW b_gt0); exists u, u.
by split=> [i|j|i]; rewrite ?simplex ?eqxx //; exact: simplex_attains.
Qed.
