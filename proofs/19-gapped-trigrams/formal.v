(* What one attention head can complete, where a word's vector is fixed. See statement.md.

   With a last word x and the words s of the prefix, x among them, a head's logit is a weighted mean of the
   table m, with weights alpha x. Which of two completions is preferred is the sign of a sum over the
   prefix; one word more adds one term to it, whose sign does not depend on x. All else follows from that. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax attention.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : realFieldType) (W U : Type).
Variables (alpha : W -> W -> R) (m : W -> U -> R).

(* the logit of u where the head looks at the words s from the last word x *)
Definition logit (x : W) (s : seq W) (u : U) : R :=
  (\sum_(w <- s) alpha x w * m w u) / (\sum_(w <- s) alpha x w).

(* with a term B x u of the last word alone added to it, after the words p and x *)
Definition layer (B : W -> U -> R) (p : seq W) (x : W) (u : U) : R := B x u + logit x (x :: p) u.

(* the head alone *)
Definition head (p : seq W) (x : W) (u : U) : R := logit x (x :: p) u.

End Definitions.

Section Signs.
Variables (R : realFieldType) (W U : Type).
Variables (alpha : W -> W -> R) (m B : W -> U -> R).
Hypothesis alpha_gt0 : forall x s, 0 < alpha x s.
Implicit Types (x y a b : W) (p q : seq W) (u v : U).

Notation layer := (layer alpha m B).
Notation head := (head alpha m).

(* the sum whose sign decides between u and v *)
Definition balance u v x p : R := \sum_(w <- p) alpha x w * (B x u - B x v + (m w u - m w v)).

Lemma total_gt0 x p : 0 < \sum_(w <- x :: p) alpha x w.
Proof.
rewrite big_cons ltr_paddr //.
by apply: sumr_ge0 => w _; rewrite ltW.
Qed.

Lemma layerB p x u v :
  layer p x u - layer p x v = balance u v x (x :: p) / \sum_(w <- x :: p) alpha x w.
Proof.
have T := lt0r_neq0 (total_gt0 x p); rewrite /layer /logit opprD addrACA -mulrBl -sumrB.
apply: (mulIf T); rewrite mulrDl !mulfVK // mulr_sumr -big_split /balance.
by apply: eq_bigr => w _ /=; rewrite mulrDr -mulrBr [(B x u - _) * _]mulrC.
Qed.

Lemma layer_lt p x u v : (layer p x v < layer p x u) = (0 < balance u v x (x :: p)).
Proof. by rewrite -[LHS]subr_gt0 layerB pmulr_lgt0 // invr_gt0 total_gt0. Qed.

Lemma layer_gt p x u v : (layer p x u < layer p x v) = (balance u v x (x :: p) < 0).
Proof. by rewrite -[LHS]subr_lt0 layerB pmulr_llt0 // invr_gt0 total_gt0. Qed.

(* one word more in the prefix adds one term *)
Lemma balance_cons u v x b p :
  balance u v x (x :: b :: p) =
  alpha x b * (B x u - B x v + (m b u - m b v)) + balance u v x (x :: p).
Proof. by rewrite /balance !big_cons addrCA. Qed.

(* neither a head, nor a head with a bigram term added to it, prefers v after exactly one of two words *)
Theorem no_exclusive_or p x a b u v :
  layer p x v < layer p x u -> layer (a :: p) x u < layer (a :: p) x v ->
  layer (b :: p) x u < layer (b :: p) x v -> layer (a :: b :: p) x u < layer (a :: b :: p) x v.
Proof.
rewrite layer_lt !layer_gt !balance_cons => S0 AS BS.
by apply: lt_trans AS; rewrite ltr_add2l (lt_trans BS).
Qed.

Hypothesis B0 : forall x u, B x u = 0.

Lemma head_layer p x u : head p x u = layer p x u.
Proof. by rewrite /layer B0 add0r. Qed.

Lemma balance_cons0 u v x b p :
  balance u v x (x :: b :: p) = alpha x b * (m b u - m b v) + balance u v x (x :: p).
Proof. by rewrite balance_cons !B0 subrr add0r. Qed.

Lemma balance_last u v x p : balance u v x [:: x] = alpha x x * (m x u - m x v).
Proof. by rewrite /balance big_seq1 !B0 subrr add0r. Qed.

(* if a context b turns u into v after one last word, it turns v into u after no other *)
Theorem no_swap p q x y b u v :
  head p x v < head p x u -> head (b :: p) x u < head (b :: p) x v ->
  head q y u < head q y v -> head (b :: q) y u <= head (b :: q) y v.
Proof.
rewrite !head_layer layer_lt !layer_gt leNgt layer_lt !balance_cons0 => Sx Sbx Sy.
have db : m b u - m b v < 0.
  rewrite -(pmulr_rlt0 _ (alpha_gt0 x b)) -(ltr_add2r (balance u v x (x :: p))) add0r.
  exact: lt_trans Sx.
rewrite -leNgt ltW // (lt_trans _ Sy) // -[ltRHS]add0r ltr_add2r.
by rewrite pmulr_rlt0.
Qed.

(* the crossed table forces both last words, alone, to the same completion *)
Lemma same_default x y a b u v :
  head [:: a] x v < head [:: a] x u -> head [:: a] y u < head [:: a] y v ->
  head [:: b] x u < head [:: b] x v -> head [:: b] y v < head [:: b] y u ->
  head [::] x v < head [::] x u -> head [::] y v < head [::] y u.
Proof.
rewrite !head_layer !(layer_lt _ _ u v) !(layer_gt _ _ u v) !balance_cons0 => _ _ Sbx Sby Sx.
have db : m b u - m b v < 0.
  rewrite -(pmulr_rlt0 _ (alpha_gt0 x b)) -(ltr_add2r (balance u v x [:: x])) add0r.
  exact: lt_trans Sx.
by apply: lt_trans Sby _; rewrite gtr_addr pmulr_rlt0.
Qed.

Theorem crossed_forces x y a b u v :
  head [:: a] x v < head [:: a] x u -> head [:: a] y u < head [:: a] y v ->
  head [:: b] x u < head [:: b] x v -> head [:: b] y v < head [:: b] y u ->
  head [::] x v < head [::] x u /\ head [::] y v < head [::] y u \/
  head [::] x u < head [::] x v /\ head [::] y u < head [::] y v.
Proof.
move=> ax ay bx by_.
have [x_u | x_v | tie] := ltgtP (head [::] x v) (head [::] x u).
- by left; split=> //; apply: (same_default ax ay bx by_).
- by right; split=> //; apply: (same_default bx by_ ax ay).
exfalso.
have Sx : balance u v x [:: x] = 0.
  have := layerB [::] x u v; rewrite -!head_layer tie subrr => /esym /eqP.
  by rewrite mulf_eq0 invr_eq0 (gt_eqF (total_gt0 x [::])) orbF => /eqP.
move: ax ay bx by_.
rewrite !head_layer !(layer_lt _ _ u v) !(layer_gt _ _ u v) !balance_cons0 Sx !addr0.
rewrite pmulr_rgt0 // pmulr_rlt0 // => da Say db Sby.
have Pa : 0 < alpha y a * (m a u - m a v) by rewrite pmulr_rgt0.
have Nb : alpha y b * (m b u - m b v) < 0 by rewrite pmulr_rlt0.
have := lt_trans Say Sby; rewrite ltr_add2r => /(lt_trans Pa) /lt_trans /(_ Nb).
by rewrite ltxx.
Qed.

End Signs.

(** Every table of contexts and last words, if they are different words *)

Section Dial.
Variables (R : realFieldType) (A X : Type) (n : nat) (completion : A -> X -> 'I_n).

(* words are contexts (inl) and last words (inr) *)
Definition dial_alpha (x w : A + X) : R :=
  if (x, w) is (inr x, inl a) then (completion a x).+1%:R / (n - completion a x)%:R else 1.
Definition dial_m (w : A + X) (u : 'I_n) : R :=
  let t : R := u.+1%:R in if w is inl _ then t *+ (n.+1).*2 - t ^+ 2 else - t ^+ 2.

Theorem dial_alpha_gt0 x w : 0 < dial_alpha x w.
Proof.
case: x w => [x | x] [a | a] //=; rewrite ?ltr01 // divr_gt0 ?ltr0n // subn_gt0.
exact: ltn_ord.
Qed.

Theorem dial_logit a x u :
  head dial_alpha dial_m [:: inl a] (inr x) u =
  (completion a x).+1%:R ^+ 2 - (u.+1%:R - (completion a x).+1%:R) ^+ 2.
Proof.
rewrite /head /logit !big_cons !big_nil !addr0 /= !mul1r.
set t := (completion a x).+1%:R; set S : R := (n - completion a x)%:R; set k : R := u.+1%:R.
have S0 : S != 0 by rewrite pnatr_eq0 -lt0n subn_gt0.
have nE : n.+1%:R = t + S :> R.
  by rewrite -natrD addSn subnKC // ltnW.
have T0 : t + S != 0 by rewrite -nE pnatr_eq0.
have -> : k *+ (n.+1).*2 = k * (t + S) *+ 2 by rewrite -nE -muln2 mulrnA mulr_natr.
set r := t / S; have rS : r * S = t by rewrite mulfVK.
have D0 : 1 + r != 0 by apply: contraNneq T0 => rN; rewrite addrC -rS -[X in X + _]mul1r -mulrDl rN mul0r.
apply: (mulIf D0); rewrite mulfVK //.
have -> : t ^+ 2 - (k - t) ^+ 2 = k * t *+ 2 - k ^+ 2 by rewrite sqrrB opprD opprB addrC subrK.
have -> : r * (k * (t + S) *+ 2 - k ^+ 2) = k * t *+ 2 * r + k * t *+ 2 - k ^+ 2 * r.
  rewrite mulrBr [r * k ^+ 2]mulrC; congr (_ - _).
  by rewrite [k * _]mulrDr mulrnDl mulrDr [r * (k * t *+ 2)]mulrC; congr (_ + _); rewrite mulrnAr mulrCA rS.
rewrite mulrDr mulr1 mulrBl; move: (k * t *+ 2) => P; rewrite !addrA; congr (_ - _).
by rewrite addrC addrA.
Qed.

(* among the completions the one that is asked for, and no other, has the largest logit *)
Theorem dial_completes a x u : u != completion a x ->
  head dial_alpha dial_m [:: inl a] (inr x) u <
  head dial_alpha dial_m [:: inl a] (inr x) (completion a x).
Proof.
move=> neq; rewrite !dial_logit subrr expr0n /= subr0 gtr_addl oppr_lt0 exprn_even_gt0 //=.
by rewrite subr_eq0 eqr_nat eqSS.
Qed.

End Dial.

(** A head of attention is such a head: words as columns of a table, scores from queries and keys *)

Section Attention.
Variables (R : realType) (N d dk dv U : nat) (E : 'M[R]_(N, d)).
Variables (WQ WK : 'M[R]_(d, dk)) (WV : 'M[R]_(d, dv)) (WO : 'M[R]_(dv, U)).

(* the attention of the word x to the word w, and what w says for u *)
Definition alpha_of (x w : 'I_N) : R := expR (scores (E *m WQ) (E *m WK) x w).
Definition m_of (w : 'I_N) (u : 'I_U) : R := (E *m WV *m WO) w u.

Theorem head_is_two_tables K (s : 'I_K -> 'I_N) (i : 'I_K) u :
  let X := \matrix_j row (s j) E in
  (self_attention WQ WK WV X *m WO) i u = logit alpha_of m_of (s i) [seq s j | j <- index_enum _] u.
Proof.
move=> X; rewrite /logit !big_map.
have XE : X = rowsub s E by apply/matrixP => j c; rewrite !mxE.
have scoreE j : scores (X *m WQ) (X *m WK) i j = scores (E *m WQ) (E *m WK) (s i) (s j).
  rewrite !mxE; congr (_ * _); apply: eq_bigr => c _; rewrite !mxE; congr (_ * _);
    by apply: eq_bigr => e _; rewrite XE !mxE.
rewrite /self_attention /attention -mulmxA mxE mulr_suml; apply: eq_bigr => j _.
rewrite softmax_rowsE scoreE mulrAC; congr (_ * _ / _); last by apply: eq_bigr => k _; rewrite scoreE.
by rewrite /m_of -!mulmxA XE; rewrite !mxE; apply: eq_bigr => c _; rewrite mxE.
Qed.

End Attention.

(** And tables are heads, where the vectors of the words are linearly independent *)

Section Tables.
Variables (R : realType) (N d dk dv U : nat) (E : 'M[R]_(N, d)).
Hypotheses (independent : row_free E) (dk_gt0 : (0 < dk)%N).

(* a head whose queries and keys have dk numbers, its values dv, has tables ln alpha and m of these ranks at most,
   and all such tables *)
Theorem tables_are_a_head (S : 'M[R]_N) (m : 'M[R]_(N, U)) :
  (\rank S <= dk)%N /\ (\rank m <= dv)%N <->
  exists (WQ WK : 'M[R]_(d, dk)) (WV : 'M[R]_(d, dv)) (WO : 'M[R]_(dv, U)),
    (forall x w, alpha_of E WQ WK x w = expR (S x w)) /\ (forall w u, m_of E WV WO w u = m w u).
Proof.
have root0 : Num.sqrt dk%:R != 0 :> R by rewrite sqrtr_eq0 -ltNge ltr0n.
have factors p q (A : 'M[R]_(p, q)) r : (\rank A <= r)%N ->
    exists (B : 'M_(p, r)) (C : 'M_(r, q)), A = B *m C.
  move=> rank_r; exists (col_base A *m pid_mx (\rank A)), (pid_mx (\rank A) *m row_base A).
  by rewrite mulmxA -[_ *m _ *m pid_mx _]mulmxA mul_pid_mx minnn (minn_idPr rank_r) pid_mx_1 mulmx1 mulmx_base.
have of_words q (B : 'M[R]_(N, q)) : E *m (pinvmx E *m B) = B by rewrite mulmxA mulmxVp // mul1mx.
split=> [[/factors[A [B SE]] /factors[C [D mE]]] | [WQ [WK [WV [WO [SE mE]]]]]].
  exists (pinvmx E *m (Num.sqrt dk%:R *: A)), (pinvmx E *m B^T), (pinvmx E *m C), D.
  split=> [x w | w u]; last by rewrite /m_of of_words -mE.
  by rewrite /alpha_of /scores !of_words trmxK -scalemxAl scalerA mulVf // scale1r -SE.
have -> : S = scores (E *m WQ) (E *m WK) by apply/matrixP => x w; apply: expR_inj; rewrite -SE.
have -> : m = E *m WV *m WO by apply/matrixP => w u; rewrite -mE.
split; last exact: leq_trans (mxrankM_maxl _ _) (rank_leq_col _).
rewrite /scores mxrank_scale_nz ?invr_eq0 //; exact: leq_trans (mxrankM_maxl _ _) (rank_leq_col _).
Qed.

End Tables.

(* So for every table of completions there is a head of attention: the dial's tables are its tables. The words are a
   contexts and b last words, and their vectors are linearly independent. *)
Theorem every_pair_by_a_head (R : realType) a b n d (completion : 'I_a -> 'I_b -> 'I_n) (E : 'M[R]_(a + b, d)) :
  row_free E ->
  exists (WQ WK WV : 'M[R]_(d, a + b)) (WO : 'M[R]_(a + b, n)), forall i j u, u != completion i j ->
    let prefix := \matrix_(k < 2) row (if k == 0 then lshift b i else rshift a j) E in
    let logits := self_attention WQ WK WV prefix *m WO in
    logits 1 u < logits 1 (completion i j).
Proof.
move=> independent; have [none|some] := posnP (a + b)%N.
  exists 0, 0, 0, 0 => i; exfalso.
  by have := leq_trans (ltn_ord i) (leq_addr b a); rewrite none.
pose alpha x w : R := dial_alpha R completion (split x) (split w).
pose m := \matrix_(w < a + b, u < n) dial_m R (split w) u.
have [|WQ [WK [WV [WO [alphaE mE]]]]] :=
    (tables_are_a_head (a + b) independent some (\matrix_(x, w) ln (alpha x w)) m).1.
  by split; exact: rank_leq_row.
exists WQ, WK, WV, WO => i j u differ /=.
suff logitE v : (self_attention WQ WK WV (\matrix_(k < 2) row (if k == 0 then lshift b i else rshift a j) E) *m WO) 1 v
    = head (dial_alpha R completion) (dial_m R (n := n)) [:: inl i] (inr j) v.
  by rewrite !logitE; exact: dial_completes.
rewrite head_is_two_tables /head /logit !big_map !big_ord_recl !big_ord0 !big_cons !big_nil !addr0 /=.
have wordE (y : 'I_a + 'I_b) : split (unsplit y) = y by exact: unsplitK.
have a_x y z : alpha_of E WQ WK (unsplit y) (unsplit z) = dial_alpha R completion y z.
  by rewrite alphaE mxE /alpha !wordE lnK // posrE; exact: dial_alpha_gt0.
have m_x y : m_of E WV WO (unsplit y) v = dial_m R y v by rewrite mE mxE wordE.
rewrite -[lshift b i]/(unsplit (inl i)) -[rshift a j]/(unsplit (inr j)) !a_x !m_x.
by rewrite [X in X / _]addrC [X in _ / X]addrC.
Qed.
