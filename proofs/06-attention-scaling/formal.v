(* Why attention divides by sqrt d (thomas, annexe): for independent entries of mean 0 and variance
   1, s = q . k has mean 0 and variance d, so that s / sqrt d has variance 1.

   First for any linear expectation (finite sums, integrals) under which expectations of monomials
   in the entries factor: then E[q_i k_i q_j k_j] is 1 if i = j, else 0, and the sum over i, j is d.
   Then for finitely supported distributions, where the textbook's mutual independence is shown to
   make expectations of products factor. Last, what can happen without independence. *)

From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* q . k = sum_i q_i k_i *)
Definition dot (R : ringType) Omega d (q k : 'I_d -> Omega -> R) : Omega -> R :=
  fun w => \sum_i q i w * k i w.

(* the family of the 2 d random variables q_1, ..., q_d, k_1, ..., k_d *)
Definition entries (R : ringType) Omega d (q k : 'I_d -> Omega -> R) (s : 'I_d + 'I_d) :
  Omega -> R := match s with inl i => q i | inr i => k i end.

Section AnyExpectation.

Variables (R : rcfType) (Omega : Type).

(* "X has expectation a", the relation of a linear expectation on some of the random variables *)
Record expectation (mean : (Omega -> R) -> R -> Prop) : Prop := Expectation {
  mean_ext : forall X Y a, X =1 Y -> mean X a -> mean Y a;
  mean_const : forall a, mean (fun=> a) a;
  mean_add : forall X Y a b, mean X a -> mean Y b -> mean (fun w => X w + Y w) (a + b);
  mean_scale : forall c X a, mean X a -> mean (fun w => c * X w) (c * a) }.

Variable mean : (Omega -> R) -> R -> Prop.

(* X has variance v: E[(X - a)^2] = v for a = E[X] *)
Definition variance (X : Omega -> R) (v : R) : Prop :=
  exists2 a, mean X a & mean (fun w => (X w - a) ^+ 2) v.

Hypothesis meanP : expectation mean.

Lemma mean_eq X Y a b : mean X a -> X =1 Y -> a = b -> mean Y b.
Proof. by move=> meanX eqXY <-; apply: mean_ext eqXY meanX. Qed.

Lemma mean_sum (I : finType) (X : I -> Omega -> R) (a : I -> R) :
  (forall i, mean (X i) (a i)) -> mean (fun w => \sum_i X i w) (\sum_i a i).
Proof.
move=> meanX; elim: (index_enum I) => [|i r IHr].
  by apply: mean_eq (mean_const meanP 0) _ _ => [w|]; rewrite big_nil.
by apply: mean_eq (mean_add meanP (meanX i) IHr) _ _ => [w|]; rewrite big_cons.
Qed.

(* a variable of mean 0: its variance is its second moment *)
Lemma variance_mean0 X v : mean X 0 -> mean (fun w => X w ^+ 2) v -> variance X v.
Proof.
by move=> mean0 mean2; exists 0 => //; apply: mean_eq mean2 _ _ => // w; rewrite subr0.
Qed.

Lemma variance_scale c X v : variance X v -> variance (fun w => c * X w) (c ^+ 2 * v).
Proof.
case=> a meanX varX; exists (c * a); first exact: mean_scale.
by apply: mean_eq (mean_scale meanP (c ^+ 2) varX) _ _ => // w; rewrite -mulrBr exprMn.
Qed.

Variables (d : nat) (q k : 'I_d -> Omega -> R).

(* what the proof needs: the products q_i k_i have mean 0, variance 1 and no correlation *)
Theorem dot_uncorrelated :
  (forall i, mean (fun w => q i w * k i w) 0) ->
  (forall i j, mean (fun w => q i w * k i w * (q j w * k j w)) (i == j)%:R) ->
  mean (dot q k) 0 /\ variance (dot q k) d%:R.
Proof.
move=> mean0 cov; have mean_dot : mean (dot q k) 0.
  by apply: mean_eq (mean_sum mean0) _ _; rewrite ?big1.
split=> //; apply: variance_mean0 => //.
have mean2 := mean_sum (fun i => mean_sum (cov i)); apply: mean_eq mean2 _ _ => [w|].
  by rewrite expr2 mulr_suml; apply: eq_bigr => i _; rewrite mulr_sumr.
rewrite -[d in RHS]card_ord -sum1_card natr_sum; apply: eq_bigr => i _.
by rewrite (bigD1 i) //= eqxx big1 ?addr0 // => j; rewrite eq_sym => /negPf ->.
Qed.

(* m s r is the r-th moment of the entry s, r = 0, 1, 2; independence makes the moments factor. No
   exponent is above 2, so that a finite variance is all that the laws of the entries need. *)
Variable m : 'I_d + 'I_d -> nat -> R.
Hypothesis factor : forall e : 'I_d + 'I_d -> nat, (forall s, (e s <= 2)%N) ->
  mean (fun w => \prod_s entries q k s w ^+ e s) (\prod_s m s (e s)).
Hypothesis moments : forall s, [/\ m s 0%N = 1, m s 1%N = 0 & m s 2%N = 1].

Lemma prod_indicator (x : 'I_d + 'I_d -> R) a : \prod_s x s ^+ (s == a) = x a.
Proof. by rewrite (bigD1 a) //= eqxx expr1 big1 ?mulr1 // => s /negPf ->. Qed.

Lemma mean_product i : mean (fun w => q i w * k i w) 0.
Proof.
pose e s : nat := ((s == inl i) + (s == inr i))%N.
have e_le2 s : (e s <= 2)%N by rewrite -[2%N]/(1 + 1)%N leq_add ?leq_b1.
apply: mean_eq (factor e_le2) _ _ => [w|].
  by under eq_bigr do rewrite exprD; rewrite big_split /= !prod_indicator.
(* the factor of q_i is its mean *)
by rewrite (bigD1 (inl i)) //= /e eqxx; have [_ -> _] := moments (inl i); rewrite mul0r.
Qed.

Lemma mean_cross_terms i j :
  mean (fun w => q i w * k i w * (q j w * k j w)) (i == j)%:R.
Proof.
pose e s : nat := ((s == inl i) + (s == inr i) + ((s == inl j) + (s == inr j)))%N.
have e_le2 s : (e s <= 2)%N.
  by rewrite -[2%N]/(1 + 1)%N leq_add //; case: s => t; rewrite /eq_op /= ?addn0 leq_b1.
apply: mean_eq (factor e_le2) _ _ => [w|].
  by under eq_bigr do rewrite !exprD; rewrite !big_split /= !prod_indicator.
case: (eqVneq i j) => [eq_ij | neq_ij].
- (* the moments of order 0 and 2 are 1 *)
  rewrite big1 // /e eq_ij => s _; rewrite addnn; have [m0 _ m2] := moments s.
  by case: s m0 m2 => t m0 m2; rewrite /eq_op /=; case: (t == j).
- (* the factor of q_i is its mean *)
  rewrite (bigD1 (inl i)) //= /e eqxx -[inl i == inl j]/(i == j) (negPf neq_ij).
  by have [_ -> _] := moments (inl i); rewrite mul0r.
Qed.

Theorem dot_factoring_moments : mean (dot q k) 0 /\ variance (dot q k) d%:R.
Proof. exact: dot_uncorrelated mean_product mean_cross_terms. Qed.

End AnyExpectation.

(* Finitely supported distributions: Omega is a finite set, each point w has the weight P w. *)

Section Definitions.

Variables (R : rcfType) (Omega : finType) (P : Omega -> R).

(* the weights are probabilities *)
Definition distribution : Prop := (forall w, 0 <= P w) /\ \sum_w P w = 1.

(* Pr(A) = sum of the weights of the points of A *)
Definition Pr (A : pred Omega) : R := \sum_(w | A w) P w.

(* E[X] = sum_w P(w) X(w) *)
Definition E (X : Omega -> R) : R := \sum_w P w * X w.

(* Var(X) = E[(X - E[X])^2] *)
Definition Var (X : Omega -> R) : R := E (fun w => (X w - E X) ^+ 2).

(* mutual independence: for all values x,
   Pr(X_i = x_i for all i) = prod_i Pr(X_i = x_i) *)
Definition independent (I : finType) (T : choiceType) (X : I -> Omega -> T) : Prop :=
  forall x : I -> T,
  Pr [pred w | [forall i, X i w == x i]] = \prod_i Pr [pred w | X i w == x i].

End Definitions.

Section Independence.

Variables (R : rcfType) (Omega : finType) (P : Omega -> R).

Lemma eq_E X Y : X =1 Y -> E P X = E P Y.
Proof. by move=> eqXY; apply: eq_bigr => w _; rewrite eqXY. Qed.

(* the expectation of a product of functions of independent variables is the product of the
   expectations *)
Theorem independent_product (I : finType) (T : choiceType) (X : I -> Omega -> T)
    (g : I -> T -> R) : independent P X ->
  E P (fun w => \prod_i g i (X i w)) = \prod_i E P (fun w => g i (X i w)).
Proof.
move=> indep.
(* the finite set of all the values *)
set s := undup [seq X i w | i <- enum I, w <- enum Omega].
have valueP i w : X i w \in s by rewrite mem_undup; apply: allpairs_f; rewrite mem_enum.
pose value i w := SeqSub (valueP i w).
have valueE i w v : (X i w == ssval v) = (v == value i w) by rewrite eq_sym -val_eqE.
(* E[g(X_i)] = sum_v Pr(X_i = v) g(v) *)
have E_values i : E P (fun w => g i (X i w)) =
    \sum_(v : seq_sub s) Pr P [pred w | X i w == ssval v] * g i (ssval v).
  under [RHS]eq_bigr do rewrite mulr_suml.
  rewrite (exchange_big_dep xpredT) //=; apply: eq_bigr => w _.
  by rewrite (big_pred1 (value i w)) // => v; apply: valueE.
(* the product of these sums is a sum over families of values, of which w has one *)
under [RHS]eq_bigr do rewrite E_values; rewrite bigA_distr_bigA /=.
under [RHS]eq_bigr => v _ do rewrite big_split /= -indep mulr_suml.
rewrite (exchange_big_dep xpredT) //=; apply: eq_bigr => w _.
rewrite (big_pred1 [ffun i => value i w]) /= => [|v].
  by congr (_ * _); apply: eq_bigr => i _; rewrite ffunE.
apply/forallP/eqP => [eqv | -> i]; last by rewrite valueE ffunE.
by apply/ffunP => i; rewrite ffunE; apply/eqP; rewrite -valueE.
Qed.

Hypothesis distP : distribution P.

Lemma finite_expectation : expectation (fun X a => E P X = a).
Proof.
split=> [X Y a eqXY <- | a | X Y a b <- <- | c X a <-]; first by apply/esym/eq_E.
- by rewrite /E -mulr_suml (proj2 distP) mul1r.
- by rewrite -big_split; apply: eq_bigr => w _; rewrite mulrDr.
- by rewrite mulr_sumr; apply: eq_bigr => w _; rewrite mulrCA.
Qed.

Lemma E_sum (I : finType) (X : I -> Omega -> R) :
  E P (fun w => \sum_i X i w) = \sum_i E P (X i).
Proof. by apply: (mean_sum finite_expectation). Qed.

Lemma finite_variance X v : variance (fun X a => E P X = a) X v -> Var P X = v.
Proof. by case=> a <-. Qed.

Lemma eq_Var X Y : X =1 Y -> Var P X = Var P Y.
Proof. by move=> eqXY; apply: eq_E => w; rewrite eqXY (eq_E eqXY). Qed.

Lemma Var_scale c X : Var P (fun w => c * X w) = c ^+ 2 * Var P X.
Proof. by apply: finite_variance; apply: (variance_scale finite_expectation); exists (E P X). Qed.

(* Var(X) = E[X^2] - E[X]^2 *)
Theorem Var_moments X : Var P X = E P (fun w => X w ^+ 2) - E P X ^+ 2.
Proof.
have [_ mean_const mean_add mean_scale] := finite_expectation; set a := E P X.
have := mean_add _ _ _ _ (mean_const (a ^+ 2)) (mean_scale (- (a *+ 2)) X a (erefl _)).
move=> /(mean_add (fun w => X w ^+ 2) _ _ _ (erefl _)) E_terms.
transitivity (E P (fun w => X w ^+ 2 + (a ^+ 2 + - (a *+ 2) * X w))).
  by apply: eq_E => w; rewrite -/a sqrrB mulNr mulrnAl [a * _]mulrC addrA addrAC.
by rewrite E_terms mulNr mulrnAl -expr2 mulr2n opprD addNKr.
Qed.

End Independence.

Section Scaling.

Variables (R : rcfType) (Omega : finType) (P : Omega -> R) (d : nat).
Variables (q k : 'I_d -> Omega -> R).

Hypothesis distP : distribution P.

(* E[s^2] = sum_i sum_j E[q_i k_i q_j k_j] *)
Theorem dot_double_sum :
  E P (fun w => dot q k w ^+ 2) =
  \sum_i \sum_j E P (fun w => q i w * k i w * (q j w * k j w)).
Proof.
under eq_bigr do rewrite -E_sum //; rewrite -E_sum //; apply: eq_E => w.
by rewrite expr2 mulr_suml; apply: eq_bigr => i _; rewrite mulr_sumr.
Qed.

Hypothesis indep : independent P (entries q k).
Hypothesis mean0 : forall s, E P (entries q k s) = 0.
Hypothesis var1 : forall s, Var P (entries q k s) = 1.

Theorem second_moment s : E P (fun w => entries q k s w ^+ 2) = 1.
Proof. by have := var1 s; rewrite Var_moments // mean0 expr0n subr0. Qed.

(* the moments of the entries: order 0 to 2, and they factor *)
Let m s r := E P (fun w => entries q k s w ^+ r).

Lemma factor (e : 'I_d + 'I_d -> nat) : (forall s, (e s <= 2)%N) ->
  E P (fun w => \prod_s entries q k s w ^+ e s) = \prod_s m s (e s).
Proof. by move=> _; have := independent_product (fun s x => x ^+ e s) indep. Qed.

Lemma moments s : [/\ m s 0%N = 1, m s 1%N = 0 & m s 2%N = 1].
Proof.
by split; [apply: (mean_const (finite_expectation distP)) | apply: mean0 | apply: second_moment].
Qed.

Theorem cross_terms i j :
  E P (fun w => q i w * k i w * (q j w * k j w)) = (i == j)%:R.
Proof. exact: (mean_cross_terms (finite_expectation distP) factor moments). Qed.

Theorem dot_mean : E P (dot q k) = 0.
Proof. exact: (dot_factoring_moments (finite_expectation distP) factor moments).1. Qed.

Lemma dot_has_variance : variance (fun X a => E P X = a) (dot q k) d%:R.
Proof. exact: (dot_factoring_moments (finite_expectation distP) factor moments).2. Qed.

Theorem dot_variance : Var P (dot q k) = d%:R.
Proof. exact: finite_variance dot_has_variance. Qed.

Theorem dot_scaled : (0 < d)%N -> Var P (fun w => dot q k w / Num.sqrt d%:R) = 1.
Proof.
move=> d_gt0; rewrite (eq_Var _ (Y := fun w => (Num.sqrt d%:R)^-1 * dot q k w)) => [|w].
  by rewrite Var_scale // dot_variance exprVn sqr_sqrtr ?ler0n // mulVf // pnatr_eq0 -lt0n.
by rewrite mulrC.
Qed.

(* dividing by 1 / sqrt d, as the document has it in words, would make things worse *)
Theorem dot_divided_by_inverse : Var P (fun w => dot q k w / (1 / Num.sqrt d%:R)) = (d ^ 2)%:R.
Proof.
rewrite (eq_Var _ (Y := fun w => Num.sqrt d%:R * dot q k w)) => [|w].
  by rewrite Var_scale // dot_variance sqr_sqrtr ?ler0n // -natrM.
by rewrite div1r invrK mulrC.
Qed.

End Scaling.

Section IndependentVectors.

Variables (R : rcfType) (Omega : finType) (P : Omega -> R) (d : nat).
Variables (q k : 'I_d -> Omega -> R).

(* the two random vectors q and k, as a family of two *)
Definition vectors (b : bool) (w : Omega) : {ffun 'I_d -> R} :=
  [ffun i => if b then q i w else k i w].

(* enough: q independent of k as a vector, and the entries of q uncorrelated; those of k may depend
   on one another, and have any mean *)
Theorem dot_independent_vectors :
  distribution P -> independent P vectors ->
  (forall i, E P (q i) = 0) ->
  (forall i j, E P (fun w => q i w * q j w) = (i == j)%:R) ->
  (forall i, E P (fun w => k i w ^+ 2) = 1) ->
  E P (dot q k) = 0 /\ Var P (dot q k) = d%:R.
Proof.
move=> distP indep mean0 cov moment2.
(* E[f(q) f(k)] = E[f(q)] E[f(k)] *)
have split_E (f : {ffun 'I_d -> R} -> R) :
    E P (fun w => f (vectors true w) * f (vectors false w)) =
    E P (fun w => f (vectors true w)) * E P (fun w => f (vectors false w)).
  have := independent_product (fun=> f) indep; rewrite big_bool /= => <-.
  by apply: eq_E => w; rewrite big_bool.
have mean_qk i : E P (fun w => q i w * k i w) = E P (q i) * E P (k i).
  transitivity (E P (fun w => vectors true w i * vectors false w i)).
    by apply: eq_E => w; rewrite !ffunE.
  by rewrite (split_E (fun v => v i)); congr (_ * _); apply: eq_E => w; rewrite ffunE.
have mean_qkqk i j : E P (fun w => q i w * k i w * (q j w * k j w)) =
    E P (fun w => q i w * q j w) * E P (fun w => k i w * k j w).
  transitivity (E P (fun w => vectors true w i * vectors true w j *
                              (vectors false w i * vectors false w j))).
    by apply: eq_E => w; rewrite !ffunE mulrACA.
  by rewrite (split_E (fun v => v i * v j)); congr (_ * _); apply: eq_E => w; rewrite !ffunE.
have [|i j|-> varE] := dot_uncorrelated (finite_expectation distP) (q := q) (k := k).
- by move=> i; rewrite mean_qk mean0 mul0r.
- by rewrite mean_qkqk cov; case: eqP => [<-|_]; rewrite ?mul0r // mul1r -[RHS](moment2 i).
- by split=> //; apply: finite_variance varE.
Qed.

End IndependentVectors.

(* The hypotheses can be met, whatever the laws of the entries: in the product of the finite
   distributions p_i, the coordinates are independent and have the given laws. *)

Section Product.

Variables (R : rcfType) (I T : finType) (p : I -> T -> R).
Hypothesis distp : forall i, distribution (p i).

(* (prod_i p_i)(w) = prod_i p_i(w_i) *)
Definition product (w : {ffun I -> T}) : R := \prod_i p i (w i).

Lemma E_product (h : I -> T -> R) :
  E product (fun w => \prod_i h i (w i)) = \prod_i E (p i) (h i).
Proof. by rewrite bigA_distr_bigA; apply: eq_bigr => w _; rewrite -big_split. Qed.

Lemma E_coordinate i (g : T -> R) : E product (fun w => g (w i)) = E (p i) g.
Proof.
pose h j a := if j == i then g a else 1.
have -> : E (p i) g = \prod_j E (p j) (h j).
  rewrite (bigD1 i) //= /h eqxx big1 ?mulr1 // => j /negPf ->.
  exact: (mean_const (finite_expectation (distp j))).
rewrite -E_product; apply: eq_E => w.
by rewrite (bigD1 i) //= /h eqxx big1 ?mulr1 // => j /negPf ->.
Qed.

Lemma Pr_E (Omega : finType) (P : Omega -> R) (A : pred Omega) :
  Pr P A = E P (fun w => (A w)%:R).
Proof.
by rewrite /Pr big_mkcond; apply: eq_bigr => w _; case: (A w); rewrite ?mulr1 ?mulr0.
Qed.

Theorem product_independent (V : choiceType) (f : I -> T -> V) :
  [/\ distribution product, independent product (fun i w => f i (w i)) &
      forall i (g : V -> R), E product (fun w => g (f i (w i))) = E (p i) (fun t => g (f i t))].
Proof.
split.
- split=> [w|]; first by apply: prodr_ge0 => i _; apply: (distp i).1.
  by rewrite -bigA_distr_bigA big1 // => i _; apply: (distp i).2.
- move=> x; under [RHS]eq_bigr do rewrite Pr_E (E_coordinate _ (fun t => (f _ t == x _)%:R)).
  rewrite -E_product Pr_E; apply: eq_E => w /=.
  (* the indicator of a conjunction is the product of the indicators *)
  have [/forallP all_x | /forallPn[i /negPf not_x]] := boolP [forall i, f i (w i) == x i].
    by rewrite big1 // => i _; rewrite all_x.
  by rewrite (bigD1 i) //= not_x mul0r.
- by move=> i g; apply: (E_coordinate i (fun t => g (f i t))).
Qed.

End Product.

(* Without independence the variance can be anything: a fair sign on Omega = {true, false}, and two
   independent ones on the pairs. *)

Section Dependent.

Variables (R : rcfType) (d : nat).

Definition coin (b : bool) : R := 2^-1.
Definition coins (w : bool * bool) : R := 4^-1.
Definition sign (b : bool) : R := if b then 1 else -1.

Lemma E_coin X : E coin X = (X true + X false) / 2.
Proof. by rewrite /E big_bool /coin /= -mulrDr mulrC. Qed.

Lemma E_coins X :
  E coins X = (X (true, true) + X (true, false) + (X (false, true) + X (false, false))) / 4.
Proof.
transitivity (\sum_a \sum_b coins (a, b) * X (a, b)).
  by rewrite pair_bigA; apply: eq_bigr => -[].
by rewrite !big_bool /coins /= -!mulrDr mulrC.
Qed.

Lemma coin_distribution : distribution coin.
Proof.
split=> [b|]; first by rewrite invr_ge0 ler0n.
by rewrite big_bool /= /coin -div1r -splitr.
Qed.

Lemma coins_distribution : distribution coins.
Proof.
split=> [w|]; first by rewrite invr_ge0 ler0n.
by rewrite sumr_const card_prod card_bool -[LHS]mulr_natl divff ?pnatr_eq0.
Qed.

Lemma sign_sqr b : sign b ^+ 2 = 1.
Proof. by case: b; rewrite /sign ?sqrrN expr1n. Qed.

(* q_i = k_i = one and the same fair sign: q . k is the constant d *)
Theorem dependent_constant (q := fun _ : 'I_d => sign) :
  [/\ distribution coin, forall s, E coin (entries q q s) = 0,
      forall s, Var coin (entries q q s) = 1,
      forall w, dot q q w = d%:R & Var coin (dot q q) = 0].
Proof.
have mean_const := mean_const (finite_expectation coin_distribution).
have mean0 s : E coin (entries q q s) = 0 by case: s => i; rewrite E_coin /= addrN mul0r.
have dotE w : dot q q w = d%:R.
  rewrite /dot; under eq_bigr do rewrite -expr2 sign_sqr.
  by rewrite sumr_const card_ord.
split=> //; first exact: coin_distribution.
- move=> s; rewrite /Var mean0 (eq_E _ (Y := fun=> 1)) // => w.
  by rewrite subr0; case: s => i; apply: sign_sqr.
- rewrite /Var (eq_E coin dotE) mean_const (eq_E _ (Y := fun=> 0)) // => w.
  by rewrite dotE subrr expr0n.
Qed.

(* q_i = one fair sign, k_i = another, independent of it: the variance is d^2 *)
Theorem dependent_square
    (q := fun (_ : 'I_d) w => sign w.1) (k := fun (_ : 'I_d) w => sign w.2) :
  [/\ distribution coins, forall s, E coins (entries q k s) = 0,
      forall s, Var coins (entries q k s) = 1 & Var coins (dot q k) = (d ^ 2)%:R].
Proof.
have mean_const := mean_const (finite_expectation coins_distribution).
have mean0 s : E coins (entries q k s) = 0.
  case: s => i; rewrite E_coins /= /q /k /= ?addrN ?addr0 ?mul0r //.
  by rewrite addrACA !addrN addr0 mul0r.
have dotE w : dot q k w = d%:R * (sign w.1 * sign w.2).
  by rewrite /dot /q /k sumr_const card_ord mulr_natl.
have mean_dot : E coins (dot q k) = 0.
  by rewrite E_coins !dotE /sign /= -!mulrDr !addrN !mulr0 addr0 mulr0 mul0r.
split=> //; first exact: coins_distribution.
- move=> s; rewrite /Var mean0 (eq_E _ (Y := fun=> 1)) // => w.
  by rewrite subr0; case: s => i; apply: sign_sqr.
- rewrite /Var mean_dot (eq_E _ (Y := fun=> (d ^ 2)%:R)) // => w.
  by rewrite subr0 dotE !exprMn !sign_sqr !mulr1 natrX.
Qed.

End Dependent.
