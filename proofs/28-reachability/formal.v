(* What tokens can see through a stack of masked layers. See statement.md.

   A mask is a relation: M i j, query i may see key j. Each head has one of its own. Through a layer token i reads
   itself, by the residual stream, and those that a head lets it see; through a stack, what a path leads to. That
   nothing else is read follows as in proposition "causality", by induction over the layers.

   That all of it can be read needs examples. Without norms, heads that ask nothing take means, a layer is then the
   product by I + A with A >= 0, and products of matrices that are not negative cancel nothing: their supports multiply
   as relations do. With layer norm, heads that ask nothing read one number of a token and write one direction q; the
   number grows as the token moves along q, so all changes have one direction and one sign. What layer norm forgets,
   a number added to all coordinates, no other token can notice. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mathcomp_extra.
From mathcomp Require Import reals sequences exp.
From epreuve.library Require Import softmax attention cauchy_schwarz.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Relations.
Variable n : nat.

(* itself, and what the mask lets it see *)
Definition seen_by (M : rel 'I_n) : rel 'I_n := fun i j => (i == j) || M i j.

(* what some mask lets be seen *)
Definition union (Ms : seq (rel 'I_n)) : rel 'I_n := fun i j => has (fun M : rel 'I_n => M i j) Ms.

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
  mask : rel 'I_n;
  dk : nat; dv : nat; e : nat;
  norm : 'rV[R]_d -> 'rV[R]_e;
  WQ : 'M[R]_(e, dk); WK : 'M[R]_(e, dk); WV : 'M[R]_(e, dv); WO : 'M[R]_(dv, d) }.

Definition rowwise a b (g : 'rV[R]_a -> 'rV[R]_b) (X : 'M[R]_(n, a)) : 'M[R]_(n, b) :=
  \matrix_i g (row i X).

Definition run_head (h : head) (X : 'M[R]_(n, d)) : 'M[R]_(n, d) :=
  let Y := rowwise (norm h) X in
  masked_weights (mask h) (scores (Y *m WQ h) (Y *m WK h)) *m (Y *m WV h) *m WO h.

(* Y = X + heads X, then Y + mlp Y; the norms and mlp are any functions of one token *)
Record layer := Layer { heads : seq head; mlp : 'rV[R]_d -> 'rV[R]_d }.

Definition run_layer (L : layer) (X : 'M[R]_(n, d)) : 'M[R]_(n, d) :=
  let Y := X + \sum_(h <- heads L) run_head h X in Y + rowwise (mlp L) Y.

Definition run (Ls : seq layer) (X : 'M[R]_(n, d)) := foldl (fun X L => run_layer L X) X Ls.

(* what a layer lets be seen: the union of its heads' masks *)
Definition masks (Ls : seq layer) := [seq union [seq mask h | h <- heads L] | L <- Ls].

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

Lemma head_reads h (X X' : 'M[R]_(n, d)) i :
  (forall j, seen_by (mask h) i j -> row j X = row j X') ->
  row i (run_head h X) = row i (run_head h X').
Proof.
move=> eqX; rewrite /run_head [LHS]row_mul [RHS]row_mul; congr (_ *m _).
have eq_i : row i (rowwise (norm h) X) = row i (rowwise (norm h) X').
  by rewrite !row_rowwise eqX // /seen_by eqxx.
have eq_j j : mask h i j -> row j (rowwise (norm h) X) = row j (rowwise (norm h) X').
  by move=> ij; rewrite !row_rowwise eqX // /seen_by ij orbT.
apply: eq_masked_mean => j ij; last by rewrite [LHS]row_mul [RHS]row_mul eq_j.
by rewrite [LHS]scoresE [RHS]scoresE !row_mul eq_i eq_j.
Qed.

Lemma heads_read hs (X X' : 'M[R]_(n, d)) i :
  (forall j, seen_by (union [seq mask h | h <- hs]) i j -> row j X = row j X') ->
  row i (\sum_(h <- hs) run_head h X) = row i (\sum_(h <- hs) run_head h X').
Proof.
elim: hs => [|h hs IH] eqX; first by rewrite !big_nil.
rewrite !big_cons ![row i (_ + _)]linearD /= (@head_reads h X X') ?IH // => j ij; apply: eqX.
- by move: ij; rewrite /seen_by /= => /orP[->//|->]; rewrite !orbT.
- by move: ij; rewrite /seen_by /= => /orP[->//|->]; rewrite orbT.
Qed.

Lemma layer_reads L (X X' : 'M[R]_(n, d)) i :
  (forall j, seen_by (union [seq mask h | h <- heads L]) i j -> row j X = row j X') ->
  row i (run_layer L X) = row i (run_layer L X').
Proof.
move=> eqX; rewrite /run_layer.
set Y := X + _; set Y' := X' + _.
have eqY : row i Y = row i Y'.
  by rewrite !linearD /= (heads_read eqX) eqX // /seen_by eqxx.
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

(** It is sharp without norms: heads that ask nothing, and hand on the values as they are *)

Definition mean_layer (Ms : seq (rel 'I_n)) : layer :=
  Layer [seq @Head M d d d id 0 0 1%:M 1%:M | M <- Ms] (fun=> 0).

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

Lemma sum_of_means_nonnegative Ms : nonnegative (\sum_(M <- Ms) means M).
Proof. by move=> i j; rewrite summxE; apply: sumr_ge0 => M _; exact: means_nonnegative. Qed.

Lemma sum_of_means_support Ms i j : (0 < (\sum_(M <- Ms) means M) i j) = union Ms i j.
Proof.
elim: Ms => [|M Ms IH]; first by rewrite big_nil mxE ltxx.
have sum_ge0 := sum_of_means_nonnegative Ms i j; have M_ge0 := means_nonnegative M i j.
rewrite big_cons mxE /= -/(union Ms i j) -IH -means_support !lt0r addr_ge0 // sum_ge0 M_ge0 !andbT.
by rewrite paddr_eq0 // negb_and.
Qed.

Lemma no_mlp (Y : 'M[R]_(n, d)) : rowwise (fun=> 0 : 'rV[R]_d) Y = 0.
Proof. by apply/row_matrixP => i; rewrite row_rowwise row0. Qed.

Lemma no_questions e a (Y : 'M[R]_(n, e)) : scores (Y *m (0 : 'M[R]_(e, a))) (Y *m (0 : 'M[R]_(e, a))) = 0.
Proof. by apply/matrixP => i j; rewrite scoresE row_mul mulmx0 mul0mx !mxE mulr0. Qed.

Lemma run_mean_layer Ms (X : 'M[R]_(n, d)) :
  run_layer (mean_layer Ms) X = (1%:M + \sum_(M <- Ms) means M) *m X.
Proof.
rewrite /run_layer /= no_mlp addr0 big_map mulmxDl mul1mx mulmx_suml; congr (_ + _).
apply: eq_bigr => M _; rewrite /run_head /= no_questions.
have -> : rowwise id X = X by apply/row_matrixP => i; rewrite row_rowwise.
by rewrite [X *m 1%:M]mulmx1 [LHS]mulmx1.
Qed.

Lemma run_means Mss (X : 'M[R]_(n, d)) :
  run [seq mean_layer Ms | Ms <- Mss] X = stack [seq \sum_(M <- Ms) means M | Ms <- Mss] *m X.
Proof.
rewrite /run; elim: Mss X => [|Ms Mss IH] X /=; first by rewrite mul1mx.
by rewrite IH run_mean_layer stack_cons mulmxA.
Qed.

Lemma supports_means (Mss : seq (seq (rel 'I_n))) :
  supports [seq union Ms | Ms <- Mss] [seq \sum_(M <- Ms) means M | Ms <- Mss].
Proof.
elim: Mss => //= Ms Mss IH; split=> //; split; first exact: sum_of_means_nonnegative.
exact: sum_of_means_support.
Qed.

(* whatever is seen through the masks is read by them: each change of it, alone, changes output i *)
Theorem all_of_it_is_read Mss (X X' : 'M[R]_(n, d)) i j :
  seen_through [seq union Ms | Ms <- Mss] i j ->
  (forall k, k != j -> row k X = row k X') -> row j X != row j X' ->
  row i (run [seq mean_layer Ms | Ms <- Mss] X) != row i (run [seq mean_layer Ms | Ms <- Mss] X').
Proof.
move=> seen same; apply: contraNneq => /eqP; rewrite !run_means !row_mul -subr_eq0 -mulmxBr.
rewrite mulmx_sum_row (bigD1 j) //= big1 => [|k kj]; last first.
  by rewrite linearB /= same // subrr scaler0.
rewrite addr0 scaler_eq0 linearB /= subr_eq0 => /orP[|//].
by rewrite mxE gt_eqF // (support_of_stack (supports_means Mss)).
Qed.

(** What norms forget *)

Definition forgets e (z : 'rV[R]_d) (g : 'rV[R]_d -> 'rV[R]_e) := forall y c, g (y + c *: z) = g y.

Fixpoint each T (P : T -> Prop) (s : seq T) : Prop := if s is a :: s' then P a /\ each P s' else True.

Definition layer_forgets z (L : layer) := each (fun h => forgets z (norm h)) (heads L) /\ forgets z (mlp L).

Lemma rowwise_forgets e z (g : 'rV[R]_d -> 'rV[R]_e) (X : 'M[R]_(n, d)) (C : 'cV[R]_n) :
  forgets z g -> rowwise g (X + C *m z) = rowwise g X.
Proof.
move=> g_z; apply/row_matrixP => i; rewrite !row_rowwise -[RHS](g_z _ (C i 0)) linearD /= row_mul.
congr (g (_ + _)); rewrite -mul_scalar_mx; congr (_ *m _).
by apply/matrixP => a b; rewrite !ord1 !mxE mulr1n.
Qed.

(* what all norms and perceptrons forget of a token stays in its stream to the end *)
Theorem forgotten_is_carried z Ls (X : 'M[R]_(n, d)) (C : 'cV[R]_n) : each (layer_forgets z) Ls ->
  run Ls (X + C *m z) = run Ls X + C *m z.
Proof.
rewrite /run; elim: Ls X => //= L Ls IH X [[norms mlp_z] later]; rewrite -IH //; congr foldl.
rewrite /run_layer; set S := \sum_(h <- _) _; set S' := \sum_(h <- _) _.
have -> : S = S'.
  rewrite {}/S {}/S'; elim: (heads L) norms => [|h hs IHh] /=; first by rewrite !big_nil.
  by case=> h_z norms; rewrite !big_cons IHh // /run_head rowwise_forgets.
by rewrite !(addrAC X (C *m z)) rowwise_forgets // addrAC.
Qed.

(* and no other token can read it *)
Theorem forgotten_is_not_read z Ls (X X' : 'M[R]_(n, d)) c i j : each (layer_forgets z) Ls ->
  (forall k, k != j -> row k X' = row k X) -> row j X' = row j X + c *: z ->
  i != j -> row i (run Ls X') = row i (run Ls X).
Proof.
move=> forget same changed ij; have -> : X' = X + (c *: delta_mx j 0) *m z.
  apply/row_matrixP => k; rewrite linearD /= row_mul linearZ /=.
  have [->|kj] := eqVneq k j.
    rewrite changed; congr (_ + _); rewrite -scalemxAl; congr (_ *: _); rewrite -[LHS]mul1mx.
    by congr (_ *m _); apply/matrixP => a b; rewrite !ord1 !mxE !eqxx.
  rewrite same //; suff -> : row k (delta_mx j 0 : 'cV[R]_n) = 0 by rewrite scaler0 mul0mx addr0.
  by apply/rowP => a; rewrite !mxE (negPf kj).
rewrite forgotten_is_carried // linearD /= row_mul; suff -> : row i (c *: delta_mx j 0 : 'cV[R]_n) = 0.
  by rewrite mul0mx addr0.
by apply/rowP => a; rewrite !mxE (negPf ij) mulr0.
Qed.

(** It is sharp for norms as well: heads that ask nothing, and read whether a token moved along q *)

(* the norm forgets z, and what w reads of it grows along q *)
Definition reads e (g : 'rV[R]_d -> 'rV[R]_e) (w : 'cV[R]_e) (q z : 'rV[R]_d) :=
  forgets z g /\ forall y t, 0 < t -> (g y *m w) 0 0 < (g (y + t *: q) *m w) 0 0.

Section Along.
Variables (e : nat) (g : 'rV[R]_d -> 'rV[R]_e) (w : 'cV[R]_e) (q z : 'rV[R]_d).
Hypothesis g_reads : reads g w q z.

Definition reading_layer (Ms : seq (rel 'I_n)) : layer :=
  Layer [seq @Head M 1 1 e g 0 0 w q | M <- Ms] (fun=> 0).

Lemma run_reading_layer Ms (X : 'M[R]_(n, d)) :
  run_layer (reading_layer Ms) X = X + (\sum_(M <- Ms) means M) *m (rowwise g X *m w) *m q.
Proof.
rewrite /run_layer /= no_mlp addr0 big_map !mulmx_suml; congr (_ + _).
by apply: eq_bigr => M _; rewrite /run_head /= no_questions.
Qed.

(* what w reads of a token that has moved by t q and by something forgotten *)
Lemma read_moved y t c : 0 < t -> (g y *m w) 0 0 < (g (y + t *: q + c *: z) *m w) 0 0.
Proof. by case: g_reads => forget grows t_gt0; rewrite forget grows. Qed.

(* Tokens have moved along q, none backwards. So it is after a layer, and those that have moved, or see one, have. *)
Lemma reading_layer_moves Ms (X : 'M[R]_(n, d)) (T C : 'cV[R]_n) : nonnegative T -> exists T' : 'cV[R]_n,
  [/\ run_layer (reading_layer Ms) (X + T *m q + C *m z) = run_layer (reading_layer Ms) X + T' *m q + C *m z,
      nonnegative T' &
      forall i k, seen_by (union Ms) i k -> 0 < T k 0 -> 0 < T' i 0].
Proof.
move=> T_ge0; set X' := X + T *m q + C *m z.
pose D := rowwise g X' *m w - rowwise g X *m w; pose A := \sum_(M <- Ms) means M.
have rowX' k : row k X' = row k X + T k 0 *: q + C k 0 *: z.
  have scale (S : 'cV[R]_n) (v : 'rV[R]_d) : row k (S *m v) = S k 0 *: v.
    by apply/rowP => a; rewrite !mxE big_ord1.
  by rewrite !linearD /= !scale.
have D_E k : D k 0 = (g (row k X') *m w) 0 0 - (g (row k X) *m w) 0 0.
  have row_of (Y : 'M[R]_(n, d)) : (rowwise g Y *m w) k 0 = (g (row k Y) *m w) 0 0.
    by rewrite -row_rowwise -row_mul [RHS]mxE.
  by rewrite -!row_of [LHS]mxE [X in _ + X]mxE.
have D_gt0 k : 0 < T k 0 -> 0 < D k 0 by move=> Tk; rewrite D_E subr_gt0 rowX' read_moved.
have D_ge0 : nonnegative D.
  move=> k c; rewrite (ord1 c); have := T_ge0 k 0; rewrite le_eqVlt => /predU1P[Tk|/D_gt0/ltW//].
  by rewrite D_E rowX' -Tk scale0r addr0; case: g_reads => -> _; rewrite subrr.
have A_ge0 : nonnegative A := sum_of_means_nonnegative Ms.
exists (T + A *m D); split.
- rewrite !run_reading_layer -/A -/X' mulmxDl /D mulmxBr mulmxBl.
  set b := A *m _ *m q; set c := A *m _ *m q.
  have -> : X + c + (T *m q + (b - c)) = X + T *m q + b by rewrite addrACA [c + _]addrC subrK.
  by rewrite /X' [LHS]addrAC.
- by move=> i c; rewrite mxE addr_ge0 // product_nonnegative.
- move=> i k ik Tk; rewrite mxE; case/orP: ik => [/eqP ->|ik].
    by rewrite ltr_paddr // product_nonnegative.
  rewrite ltr_paddl // support_of_product //; apply/existsP; exists k.
  by rewrite sum_of_means_support ik D_gt0.
Qed.

Lemma reading_layers_move Mss (X : 'M[R]_(n, d)) (T C : 'cV[R]_n) i j :
  nonnegative T -> 0 < T j 0 -> seen_through [seq union Ms | Ms <- Mss] i j ->
  exists2 T' : 'cV[R]_n, 0 < T' i 0 &
    run [seq reading_layer Ms | Ms <- Mss] (X + T *m q + C *m z) =
    run [seq reading_layer Ms | Ms <- Mss] X + T' *m q + C *m z.
Proof.
rewrite /run; elim: Mss X T j => [|Ms Mss IH] X T j T_ge0 Tj /=; first by move=> /eqP ->; exists T.
case/existsP => k /andP[ik kj]; have [T' [-> T'_ge0 moved]] := reading_layer_moves Ms X C T_ge0.
exact: IH T'_ge0 (moved _ _ kj Tj) ik.
Qed.

Lemma forwards Mss (X X' : 'M[R]_(n, d)) i j t c :
  seen_through [seq union Ms | Ms <- Mss] i j ->
  (forall k, k != j -> row k X' = row k X) -> row j X' = row j X + t *: q + c *: z -> 0 < t ->
  row i (run [seq reading_layer Ms | Ms <- Mss] X) != row i (run [seq reading_layer Ms | Ms <- Mss] X').
Proof.
move=> seen same changed t_gt0; pose at_j a : 'cV[R]_n := \col_k (if k == j then a else 0).
have scale (S : 'cV[R]_n) (v : 'rV[R]_d) k : row k (S *m v) = S k 0 *: v.
  by apply/rowP => a; rewrite !mxE big_ord1.
have -> : X' = X + at_j t *m q + at_j c *m z.
  apply/row_matrixP => k; rewrite !linearD /= !scale !mxE; case: eqVneq => [->//|kj].
  by rewrite same // !scale0r !addr0.
have [||T' T'_i ->] := reading_layers_move X (at_j c) (T := at_j t) _ _ seen.
- by move=> k a; rewrite mxE; case: eqP => // _; exact: ltW.
- by rewrite mxE eqxx.
rewrite !linearD /= !scale -addrA eq_sym -subr_eq0 addrC addKr; apply/eqP => none.
case: g_reads => forget grows; have := grows 0 _ T'_i.
by rewrite -(forget (0 + _) (at_j c i 0)) -addrA none addr0 ltxx.
Qed.

(* what is seen through the masks is read: each change of it along q, alone, changes output i *)
Theorem all_along_q_is_read Mss (X X' : 'M[R]_(n, d)) i j t c :
  seen_through [seq union Ms | Ms <- Mss] i j ->
  (forall k, k != j -> row k X' = row k X) -> row j X' = row j X + t *: q + c *: z -> t != 0 ->
  row i (run [seq reading_layer Ms | Ms <- Mss] X) != row i (run [seq reading_layer Ms | Ms <- Mss] X').
Proof.
move=> seen same changed; rewrite neq_lt => /orP[t_lt0|]; last exact: forwards seen same changed.
rewrite eq_sym; apply: (@forwards _ _ _ _ j (- t) (- c) seen) => [k /same ->//||]; last by rewrite oppr_gt0.
by rewrite changed !scaleNr (addrAC _ _ (- (t *: q))) !addrK.
Qed.

End Along.

End Layers.

(** Layer norm *)

Section LayerNorm.
Variables (R : realType) (d' : nat).
Local Notation d := d'.+1.
Implicit Types x y q : 'rV[R]_d.

Definition mean x : R := (\sum_c x 0 c) / d%:R.
Definition centred x : 'rV[R]_d := x - const_mx (mean x).
Definition dot x y : R := \sum_c x 0 c * y 0 c.
Definition variance x : R := dot (centred x) (centred x) / d%:R.
Definition layer_norm (eps : R) x : 'rV[R]_d := (Num.sqrt (variance x + eps))^-1 *: centred x.

Lemma centred_move x t q : centred (x + t *: q) = centred x + t *: centred q.
Proof.
rewrite /centred /mean; under eq_bigr do rewrite !mxE.
rewrite big_split -mulr_sumr /= mulrDl -mulrA raddfD opprD addrACA scalerBr; congr (_ + (_ - _)).
by apply/rowP => c; rewrite !mxE.
Qed.

Lemma centred_ones : centred (const_mx 1) = 0.
Proof.
rewrite /centred /mean; under eq_bigr do rewrite mxE.
by rewrite sumr_const card_ord divff ?pnatr_eq0 // subrr.
Qed.

Theorem layer_norm_forgets eps : forgets (const_mx 1) (layer_norm eps).
Proof. by move=> y c; rewrite /layer_norm /variance centred_move centred_ones scaler0 addr0. Qed.

Lemma dot_move x y t z : dot (x + t *: y) z = dot x z + t * dot y z.
Proof.
by rewrite /dot mulr_sumr -big_split; apply: eq_bigr => c _; rewrite !mxE mulrDl mulrA.
Qed.

Lemma dotC x y : dot x y = dot y x.
Proof. by apply: eq_bigr => c _; rewrite mulrC. Qed.

(* p / sqrt (a p^2 + K) grows with p *)
Lemma ratio_grows (a K p p' : R) : 0 <= a -> 0 < K -> p < p' ->
  p / Num.sqrt (a * p ^+ 2 + K) < p' / Num.sqrt (a * p' ^+ 2 + K).
Proof.
move=> a_ge0 K_gt0; have sum_gt0 (x : R) : 0 < a * x ^+ 2 + K.
  by apply: ltr_paddl => //; exact: mulr_ge0 a_ge0 (sqr_ge0 x).
have r_gt0 (x : R) : 0 < Num.sqrt (a * x ^+ 2 + K) by rewrite sqrtr_gt0.
have inside (x A : R) : 0 <= x -> x * Num.sqrt A = Num.sqrt (x ^+ 2 * A).
  by move=> x_ge0; rewrite sqrtrM ?sqr_ge0 // sqrtr_sqr ger0_norm.
have rise (x x' : R) : 0 <= x -> x < x' ->
    x / Num.sqrt (a * x ^+ 2 + K) < x' / Num.sqrt (a * x' ^+ 2 + K).
  move=> x_ge0 xx'; have x'_gt0 := le_lt_trans x_ge0 xx'.
  rewrite -(ltr_pmul2r (r_gt0 x')) mulfVK ?gt_eqF // mulrAC ltr_pdivr_mulr //.
  rewrite (inside _ _ x_ge0) (inside _ _ (ltW x'_gt0)) ltr_sqrt ?mulr_gt0 ?exprn_gt0 // !mulrDr [x' ^+ 2 * _]mulrCA.
  have -> : x ^+ 2 * (a * x' ^+ 2) = a * (x' ^+ 2 * x ^+ 2) by rewrite mulrCA [x ^+ 2 * _]mulrC.
  rewrite ltr_add2l ltr_pmul2r // -subr_gt0 subr_sqr mulr_gt0 ?subr_gt0 //.
  exact: ltr_paddr.
have [p_ge0|p_lt0] := leP 0 p; first exact: rise.
have [p'_ge0 _|p'_lt0 pp'] := leP 0 p'.
  apply: (@lt_le_trans _ _ 0); last by rewrite divr_ge0 ?sqrtr_ge0.
  by rewrite -oppr_gt0 -mulNr divr_gt0 ?oppr_gt0.
have flip (x y : R) : (- x < - y) = (y < x) by rewrite -subr_gt0 opprK addrC subr_gt0.
have := rise (- p') (- p); rewrite !sqrrN !mulNr !flip oppr_ge0; apply=> //; exact: ltW.
Qed.

Theorem layer_norm_reads eps q : 0 < eps -> centred q != 0 ->
  reads (layer_norm eps) (centred q)^T q (const_mx 1).
Proof.
move=> eps_gt0 q_neq0; split=> [|y t t_gt0]; first exact: layer_norm_forgets.
pose b := dot (centred q) (centred q); pose P x := dot (centred x) (centred q).
pose a := (b * d%:R)^-1; pose K x := variance x + eps - a * P x ^+ 2.
have value x : (layer_norm eps x *m (centred q)^T) 0 0 = P x / Num.sqrt (a * P x ^+ 2 + K x).
  rewrite /K addrC subrK /layer_norm -scalemxAl mxE mulrC; congr (_ / _); rewrite mxE.
  by apply: eq_bigr => c _; rewrite [_^T _ _]mxE.
have dot_ge0 x : 0 <= dot x x by apply: sumr_ge0 => c _; rewrite -expr2 sqr_ge0.
have b_gt0 : 0 < b.
  rewrite lt0r dot_ge0 andbT; apply: contraNneq q_neq0 => b0; apply/eqP/rowP => c; rewrite [RHS]mxE.
  have sq_ge0 l : true -> 0 <= centred q 0 l * centred q 0 l by rewrite -expr2 sqr_ge0.
  have /eqP : centred q 0 c * centred q 0 c = 0 by exact: (psumr_eq0P sq_ge0 b0).
  by rewrite mulf_eq0 orbb => /eqP.
have d_gt0 : 0 < d%:R :> R by rewrite ltr0n.
have ab : a * b = d%:R^-1 by rewrite /a invfM mulrAC mulVf ?mul1r // gt_eqF.
have P_move : P (y + t *: q) = P y + t * b by rewrite /P centred_move dot_move.
have K_move : K (y + t *: q) = K y.
  rewrite /K P_move /variance centred_move dot_move dotC dot_move [X in _ + t * X]dotC dot_move.
  rewrite [dot (centred q) _]dotC -/(P y) -/b.
  have -> : a * (P y + t * b) ^+ 2 = a * P y ^+ 2 + (t * P y + t * (P y + t * b)) / d%:R.
    rewrite -[_ ^+ 2](subrK (P y ^+ 2)) subr_sqr addrAC subrr add0r mulrDr addrC; congr (_ + _).
    rewrite -mulrDr [P y + (P y + _)]addrC -ab; set X := P y + _ + _.
    by rewrite [t * b]mulrC -[b * t * X]mulrA [LHS]mulrA [RHS]mulrC.
  rewrite -[_ + t * P y + _]addrA; set B := t * P y + _; rewrite mulrDl opprD addrA.
  by rewrite (addrAC _ (B / _)) (addrAC _ (B / _)) addrK.
have sq x : dot x x = \sum_c x 0 c ^+ 2 by apply: eq_bigr => c _; rewrite expr2.
have K_gt0 : 0 < K y.
  rewrite /K addrAC ltr_paddl // subr_ge0 /a mulrC ler_pdivr_mulr ?mulr_gt0 // /variance.
  rewrite mulrA mulrAC mulfVK ?gt_eqF // /P /b !sq; exact: cauchy_schwarz.
rewrite !value K_move P_move; apply: ratio_grows => //; first by rewrite invr_ge0 mulr_ge0 ?ltW.
by rewrite ltr_addl mulr_gt0.
Qed.

End LayerNorm.
