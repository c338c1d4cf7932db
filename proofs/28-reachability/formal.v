(* What tokens can see through a stack of masked layers. See statement.md.

   A mask is a relation: M i j, query i may see key j. Through a layer token i reads itself, by the residual stream,
   and those that its mask lets it see; through a stack, what a path leads to. That nothing else is read follows as in
   proposition "causality", by induction over the layers. That all of it can be read needs one example: heads that ask
   nothing take means, a layer is then the product by I + A with A >= 0, and products of matrices that are not negative
   cancel nothing: their supports multiply as relations do. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax attention.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Relations.
Variable n : nat.

(* itself, and what the mask lets it see *)
Definition seen_by (M : rel 'I_n) : rel 'I_n := fun i j => (i == j) || M i j.

(* the masks of the layers, the first layer first *)
Fixpoint seen_through (Ms : seq (rel 'I_n)) : rel 'I_n :=
  if Ms is M :: later then
    fun i j => [exists k, seen_through later i k && seen_by M k j]
  else fun i j => i == j.

End Relations.

(** Supports of matrices that are not negative *)

Section Supports.
Variable R : realDomainType.

Definition nonnegative m n (A : 'M[R]_(m, n)) := forall i j, 0 <= A i j.

Theorem support_of_product m n p (A : 'M[R]_(m, n)) (B : 'M[R]_(n, p)) i j :
  nonnegative A -> nonnegative B ->
  (0 < (A *m B) i j) = [exists k, (0 < A i k) && (0 < B k j)].
Proof.
move=> A_ge0 B_ge0; have term_ge0 k : 0 <= A i k * B k j by rewrite mulr_ge0.
apply/idP/existsP => [|[k /andP[A_gt0 B_gt0]]]; last first.
  rewrite mxE (bigD1 k) //= ltr_paddr ?mulr_gt0 //; exact: sumr_ge0.
move=> AB_gt0; apply/existsP/contraT; rewrite negb_exists => /forallP none.
move: AB_gt0; rewrite mxE big1 ?ltxx // => k _.
move: (none k); rewrite negb_and -!leNgt => /orP[] le0.
- by rewrite (le_anti (introT andP (conj le0 (A_ge0 i k)))) mul0r.
- by rewrite (le_anti (introT andP (conj le0 (B_ge0 k j)))) mulr0.
Qed.

Lemma product_nonnegative m n p (A : 'M[R]_(m, n)) (B : 'M[R]_(n, p)) :
  nonnegative A -> nonnegative B -> nonnegative (A *m B).
Proof. by move=> A_ge0 B_ge0 i j; rewrite mxE sumr_ge0 // => k _; rewrite mulr_ge0. Qed.

Variable n : nat.

(* a layer that adds means to the stream, X |-> (I + A) X; the first layer first *)
Definition stack (As : seq 'M[R]_n) : 'M[R]_n := foldl (fun P A => (1%:M + A) *m P) 1%:M As.

Fixpoint supports (Ms : seq (rel 'I_n)) (As : seq 'M[R]_n) : Prop :=
  match Ms, As with
  | [::], [::] => True
  | M :: Ms, A :: As => (nonnegative A /\ forall i j, (0 < A i j) = M i j) /\ supports Ms As
  | _, _ => False
  end.

Lemma layer_nonnegative (A : 'M[R]_n) : nonnegative A -> nonnegative (1%:M + A).
Proof. by move=> A_ge0 i j; rewrite !mxE addr_ge0 // ler0n. Qed.

Lemma layer_support (A : 'M[R]_n) M : nonnegative A -> (forall i j, (0 < A i j) = M i j) ->
  forall i j, (0 < (1%:M + A) i j) = seen_by M i j.
Proof.
move=> A_ge0 A_M i j; rewrite !mxE /seen_by -A_M; case: eqP => _ /=; last by rewrite add0r.
by rewrite ltr_paddr ?ltr01.
Qed.

Lemma foldl_stack (As : seq 'M[R]_n) (P : 'M[R]_n) :
  foldl (fun P A => (1%:M + A) *m P) P As = stack As *m P.
Proof.
rewrite /stack; elim: As P => [|A As IH] P /=; first by rewrite mul1mx.
by rewrite IH [in RHS]IH mulmx1 mulmxA.
Qed.

Lemma stack_cons A (As : seq 'M[R]_n) : stack (A :: As) = stack As *m (1%:M + A).
Proof. by rewrite {1}/stack /= foldl_stack mulmx1. Qed.

Lemma stack_nonnegative Ms As : supports Ms As -> nonnegative (stack As).
Proof.
elim: Ms As => [|M Ms IH] [|A As] //=.
  by move=> _ i j; rewrite mxE ler0n.
move=> [[A_ge0 _] sup]; rewrite stack_cons.
by apply: product_nonnegative; [exact: IH | exact: layer_nonnegative].
Qed.

(* the support of the product of the layers is the product of their relations *)
Theorem support_of_stack Ms As : supports Ms As ->
  forall i j, (0 < stack As i j) = seen_through Ms i j.
Proof.
elim: Ms As => [|M Ms IH] [|A As] //=.
  by move=> _ i j; rewrite mxE; case: eqP => _; rewrite ?ltr01 ?ltxx.
move=> [[A_ge0 A_M] sup] i j; rewrite stack_cons support_of_product.
- by apply: eq_existsb => k; rewrite (IH _ sup) (layer_support A_ge0 A_M).
- exact: stack_nonnegative sup.
- exact: layer_nonnegative.
Qed.

End Supports.

(** Layers of masked heads *)

Section Layers.
Variables (R : realType) (n d : nat).

(* the weights of a masked head: e^s over the sum of those that are seen, 0 for others; softmax of the
   masked scores, with e^(-oo) = 0 *)
Definition masked_weights (M : rel 'I_n) (S : 'M[R]_n) : 'M[R]_n :=
  \matrix_(i, j) ((M i j)%:R * expR (S i j) / \sum_k (M i k)%:R * expR (S i k)).

Record head := Head {
  dk : nat; dv : nat; e : nat;
  norm : 'rV[R]_d -> 'rV[R]_e;
  WQ : 'M[R]_(e, dk); WK : 'M[R]_(e, dk); WV : 'M[R]_(e, dv); WO : 'M[R]_(dv, d) }.

Definition rowwise a b (g : 'rV[R]_a -> 'rV[R]_b) (X : 'M[R]_(n, a)) : 'M[R]_(n, b) :=
  \matrix_i g (row i X).

Definition run_head (M : rel 'I_n) (h : head) (X : 'M[R]_(n, d)) : 'M[R]_(n, d) :=
  let Y := rowwise (norm h) X in
  masked_weights M (scores (Y *m WQ h) (Y *m WK h)) *m (Y *m WV h) *m WO h.

(* Y = X + heads X, then Y + mlp Y; the norms and mlp are any functions of one token *)
Record layer := Layer { mask : rel 'I_n; heads : seq head; mlp : 'rV[R]_d -> 'rV[R]_d }.

Definition run_layer (L : layer) (X : 'M[R]_(n, d)) : 'M[R]_(n, d) :=
  let Y := X + \sum_(h <- heads L) run_head (mask L) h X in Y + rowwise (mlp L) Y.

Definition run (Ls : seq layer) (X : 'M[R]_(n, d)) := foldl (fun X L => run_layer L X) X Ls.

Definition masks (Ls : seq layer) := [seq mask L | L <- Ls].

Lemma row_rowwise a b (g : 'rV[R]_a -> 'rV[R]_b) X i : row i (rowwise g X) = g (row i X).
Proof. by rewrite rowK. Qed.

Lemma scoresE dk (Q K : 'M[R]_(n, dk)) i j :
  scores Q K i j = (Num.sqrt dk%:R)^-1 * (row i Q *m (row j K)^T) 0 0.
Proof. by rewrite !mxE; congr (_ * _); apply: eq_bigr => c _; rewrite !mxE. Qed.

Lemma eq_masked_mean m (M : rel _) (S S' : 'M[R]_n) (V V' : 'M[R]_(n, m)) i :
  (forall j, M i j -> S i j = S' i j) -> (forall j, M i j -> row j V = row j V') ->
  row i (masked_weights M S *m V) = row i (masked_weights M S' *m V').
Proof.
move=> eqS eqV; rewrite !row_mul !mulmx_sum_row; apply: eq_bigr => j _; rewrite !mxE.
have [ij|_] := boolP (M i j); last by rewrite !mul0r !scale0r.
rewrite eqV // eqS //; congr (_ / _ *: _); apply: eq_bigr => k _.
by have [ik|_] := boolP (M i k); [rewrite eqS | rewrite !mul0r].
Qed.

Lemma head_reads M h (X X' : 'M[R]_(n, d)) i :
  (forall j, seen_by M i j -> row j X = row j X') ->
  row i (run_head M h X) = row i (run_head M h X').
Proof.
move=> eqX; rewrite /run_head [LHS]row_mul [RHS]row_mul; congr (_ *m _).
have eq_i : row i (rowwise (norm h) X) = row i (rowwise (norm h) X').
  by rewrite !row_rowwise eqX // /seen_by eqxx.
have eq_j j : M i j -> row j (rowwise (norm h) X) = row j (rowwise (norm h) X').
  by move=> ij; rewrite !row_rowwise eqX // /seen_by ij orbT.
apply: eq_masked_mean => j ij; last by rewrite [LHS]row_mul [RHS]row_mul eq_j.
by rewrite [LHS]scoresE [RHS]scoresE !row_mul eq_i eq_j.
Qed.

Lemma layer_reads L (X X' : 'M[R]_(n, d)) i :
  (forall j, seen_by (mask L) i j -> row j X = row j X') ->
  row i (run_layer L X) = row i (run_layer L X').
Proof.
move=> eqX; rewrite /run_layer.
set Y := X + _; set Y' := X' + _.
have eqY : row i Y = row i Y'.
  rewrite !linearD /= eqX /seen_by ?eqxx //; congr (_ + _).
  by rewrite !linear_sum; apply: eq_bigr => h _; exact: head_reads.
by rewrite ![row i (_ + rowwise _ _)]linearD /= !row_rowwise eqY.
Qed.

(* output i depends only on the tokens that are seen through the masks *)
Theorem nothing_else_is_read Ls (X X' : 'M[R]_(n, d)) i :
  (forall j, seen_through (masks Ls) i j -> row j X = row j X') ->
  row i (run Ls X) = row i (run Ls X').
Proof.
rewrite /run; elim: Ls X X' => [|L Ls IH] X X' eqX /=; first by apply: eqX; exact: eqxx.
apply: IH => k ik; apply: layer_reads => j kj; apply: eqX.
by apply/existsP; exists k; apply/andP.
Qed.

(** It is sharp: layers of one head that asks nothing, and hands on the values as they are *)

Definition mean_layer (M : rel 'I_n) : layer :=
  @Layer M [:: @Head d d d id 0 0 1%:M 1%:M] (fun=> 0).

Definition means (M : rel 'I_n) : 'M[R]_n := masked_weights M 0.

Lemma term_ge0 (M : rel 'I_n) (i j : 'I_n) (s : R) : 0 <= (M i j)%:R * expR s.
Proof. by apply: mulr_ge0; [exact: ler0n | exact/ltW/expR_gt0]. Qed.

Lemma means_nonnegative M : nonnegative (means M).
Proof.
move=> i j; rewrite mxE; apply: divr_ge0; first exact: term_ge0.
by apply: sumr_ge0 => k _; exact: term_ge0.
Qed.

Lemma means_support M i j : (0 < means M i j) = M i j.
Proof.
rewrite mxE; have [ij|_] := boolP (M i j); last by rewrite !mul0r ltxx.
rewrite mul1r divr_gt0 ?expR_gt0 // (bigD1 j) //= ij mul1r ltr_paddr ?expR_gt0 //.
by apply: sumr_ge0 => k _; exact: term_ge0.
Qed.

Lemma run_mean_layer M (X : 'M[R]_(n, d)) : run_layer (mean_layer M) X = (1%:M + means M) *m X.
Proof.
rewrite /run_layer /= big_seq1 /run_head /=.
have idX : rowwise id X = X by apply/row_matrixP => i; rewrite row_rowwise.
have zero (Y : 'M[R]_(n, d)) : rowwise (fun=> 0 : 'rV[R]_d) Y = 0.
  by apply/row_matrixP => i; rewrite row_rowwise row0.
have same (Y : 'M[R]_(n, d)) : Y *m 1%:M = Y by exact: mulmx1.
have no_scores : scores (X *m (0 : 'M[R]_d)) (X *m (0 : 'M[R]_d)) = 0.
  by apply/matrixP => i j; rewrite scoresE row_mul mulmx0 mul0mx !mxE mulr0.
by rewrite zero addr0 idX no_scores !same mulmxDl mul1mx.
Qed.

Lemma run_means Ms (X : 'M[R]_(n, d)) :
  run [seq mean_layer M | M <- Ms] X = stack [seq means M | M <- Ms] *m X.
Proof.
rewrite /run; elim: Ms X => [|M Ms IH] X /=; first by rewrite mul1mx.
by rewrite IH run_mean_layer stack_cons mulmxA.
Qed.

Lemma supports_means (Ms : seq (rel 'I_n)) : supports Ms [seq means M | M <- Ms].
Proof.
by elim: Ms => //= M Ms IH; split=> //; split; [exact: means_nonnegative | exact: means_support].
Qed.

(* whatever is seen through the masks is read by them: each change of it, alone, changes output i *)
Theorem all_of_it_is_read Ms (X X' : 'M[R]_(n, d)) i j :
  seen_through Ms i j ->
  (forall k, k != j -> row k X = row k X') -> row j X != row j X' ->
  row i (run [seq mean_layer M | M <- Ms] X) != row i (run [seq mean_layer M | M <- Ms] X').
Proof.
move=> seen same; apply: contraNneq => /eqP; rewrite !run_means !row_mul -subr_eq0 -mulmxBr.
rewrite mulmx_sum_row (bigD1 j) //= big1 => [|k kj]; last first.
  by rewrite linearB /= same // subrr scaler0.
rewrite addr0 scaler_eq0 linearB /= subr_eq0 => /orP[|//].
by rewrite mxE gt_eqF // (support_of_stack (supports_means Ms)).
Qed.

End Layers.
