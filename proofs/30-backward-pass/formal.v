(* The backward pass, for every acyclic graph of linear maps and matrices of every size.

   A graph is the list of its edges, in an order in which a node is complete before it is read. The forward pass takes
   the edges in this order and adds; the backward pass takes them in the reverse order, each with the adjoint of its
   map, and adds. One step ahead changes <x, y> by <A x_from, y_to>, one step back by <x_from, A* y_to>: this is the
   whole proof, and it needs no order. The order is needed only for saying what is computed.

   Costs are lengths of lists. A program of instructions x_i += x_j x_k, one multiplication and one addition each, has a
   derivative whose edges multiply by numbers; there are at most two of them for each instruction. *)
From mathcomp Require Import all_ssreflect all_algebra.
From epreuve.library Require Import kronecker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Lemma eq_sum_all T (U : zmodType) (p : pred T) (F G : T -> U) s :
  (forall a, p a -> F a = G a) -> all p s -> \sum_(a <- s) F a = \sum_(a <- s) G a.
Proof.
move=> FG; elim: s => [|a s IHs] /=; first by rewrite !big_nil.
by case/andP => p_a /IHs sum_s; rewrite !big_cons FG // sum_s.
Qed.

(** Graphs of linear maps *)

Section Graphs.

(* the nodes, what each of them holds, and <x, y> there *)
Variables (R : comRingType) (N : finType) (V : N -> zmodType).
Variable inner : forall i, V i -> V i -> R.
Hypothesis innerC : forall i (x y : V i), inner x y = inner y x.
Hypothesis innerD : forall i (x x' y : V i), inner (x + x') y = inner x y + inner x' y.

(* an edge: its map and the adjoint of its map, <A x, y> = <x, A* y> *)
Record edge := Edge {
  from : N; to : N;
  ahead : V from -> V to;
  back : V to -> V from;
  are_adjoint : forall x y, inner (ahead x) y = inner x (back y) }.

Arguments ahead : clear implicits.
Arguments back : clear implicits.

(* a value for each node *)
Definition state := forall i, V i.

(* a at node i, 0 at all others *)
Definition only i (a : V i) : state := fun k => if i =P k is ReflectT e then ecast k (V k) e a else 0.

(* a is added at node i *)
Definition add (x : state) i (a : V i) : state := fun k => x k + only a k.

(* The forward pass: along each edge, x_to += A x_from. At first the nodes have the inputs, or 0. *)
Definition forward (s : seq edge) (v : state) : state :=
  foldl (fun x e => add x (ahead e (x (from e)))) v s.

(* The backward pass: along each edge, the last one first, y_from += A* y_to. At first the nodes have the
   gradients with respect to the outputs, or 0. *)
Definition backward (s : seq edge) (w : state) : state :=
  foldr (fun e y => add y (back e (y (to e)))) w s.

Definition pairing (x y : state) := \sum_i inner (x i) (y i).

Lemma only_same i (a : V i) : only a i = a.
Proof. by rewrite /only; case: eqP => // e; rewrite eq_axiomK. Qed.

Lemma only_other i (a : V i) k : i != k -> only a k = 0.
Proof. by rewrite /only; case: eqP. Qed.

Lemma inner0 i (y : V i) : inner 0 y = 0.
Proof. by apply/(addrI (inner 0 y)); rewrite -innerD !addr0. Qed.

Lemma pairing_only i (a : V i) y : pairing (only a) y = inner a (y i).
Proof.
rewrite /pairing (bigD1 i) //= only_same big1 ?addr0 // => k; rewrite eq_sym => /only_other ->.
exact: inner0.
Qed.

Lemma pairing_add x i (a : V i) y : pairing (add x a) y = pairing x y + inner a (y i).
Proof. by rewrite -pairing_only -big_split; apply: eq_bigr => k _; rewrite innerD. Qed.

Lemma pairingC x y : pairing x y = pairing y x.
Proof. by apply: eq_bigr => i _; rewrite innerC. Qed.

(* <J v, w> = <v, J* w>, for edges in any order *)
Theorem backward_is_adjoint s v w : pairing (forward s v) w = pairing v (backward s w).
Proof.
elim: s v => //= e s IHs v.
rewrite IHs pairing_add [RHS]pairingC pairing_add pairingC; congr (_ + _).
by rewrite are_adjoint innerC.
Qed.

(* v is 0 but at the inputs I, w but at the outputs O *)
Theorem inputs_and_outputs (I O : pred N) s v w :
  (forall i, ~~ I i -> v i = 0) -> (forall i, ~~ O i -> w i = 0) ->
  \sum_(i | O i) inner (forward s v i) (w i) = \sum_(i | I i) inner (v i) (backward s w i).
Proof.
move=> v0 w0; have := backward_is_adjoint s v w; rewrite /pairing [in LHS](bigID O) [in RHS](bigID I) /=.
rewrite [X in _ + X]big1 => [|i /w0 ->]; last by rewrite innerC inner0.
by rewrite [X in _ = _ + X]big1 => [|i /v0 ->]; rewrite ?inner0 // !addr0.
Qed.

(* nothing else is one *)
Theorem only_adjoint s w z :
  (forall i (y : V i), (forall x, inner x y = 0) -> y = 0) ->
  (forall v, pairing (forward s v) w = pairing v z) -> forall i, z i = backward s w i.
Proof.
move=> nondegenerate adj i; apply/eqP; rewrite -subr_eq0; apply/eqP/nondegenerate => a.
have innerB (x y y' : V i) : inner x (y - y') = inner x y - inner x y'.
  by apply/(canRL (addrK _)); rewrite ![inner x _]innerC -innerD subrK.
rewrite innerB -!(pairing_only a) -adj backward_is_adjoint.
exact: subrr.
Qed.

(* An edge comes before no edge into the node that it reads. *)
Fixpoint in_order (s : seq edge) : bool :=
  if s is e :: s' then all (fun e' => to e' != from e) s && in_order s' else true.

(* sorted by the ranks of the nodes that they lead to, the edges of an acyclic graph are in order *)
Theorem acyclic_in_order (rank : N -> nat) s :
  all (fun e => rank (from e) < rank (to e))%N s ->
  in_order (sort (fun e e' => rank (to e) <= rank (to e'))%N s).
Proof.
set by_rank := (X in sort X _).
have by_rank_total : total by_rank by move=> e e'; exact: leq_total.
have by_rank_trans : transitive by_rank by move=> e e' e''; exact: leq_trans.
rewrite -(all_sort _ by_rank); have := sort_sorted by_rank_total s.
elim: (sort by_rank s) => //= e t IHt path_t /andP[rank_e rank_t].
rewrite (IHt (path_sorted path_t) rank_t) andbT; apply/andP; split.
  by apply: contraTneq rank_e => ->; rewrite ltnn.
apply: sub_all (order_path_min by_rank_trans path_t) => e' /(leq_trans rank_e).
by apply: contraTneq => ->; rewrite ltnn.
Qed.

Lemma forward_unwritten s v j : all (fun e => to e != j) s -> forward s v j = v j.
Proof.
elim: s v => //= e s IHs v /andP[ne_j all_s]; rewrite [LHS](IHs _ all_s).
by rewrite /add only_other ?addr0.
Qed.

(* x_i is v_i plus the sum of what the edges into i bring *)
Definition solves s (v x : state) := forall i, x i = v i + \sum_(e <- s) only (ahead e (x (from e))) i.

Theorem forward_solves s v : in_order s -> solves s v (forward s v).
Proof.
elim: s v => [|e s IHs] v /=; first by move=> _ i; rewrite big_nil addr0.
case/andP => /andP[ne_e all_s] order_s i; rewrite big_cons addrA [LHS](IHs _ order_s); congr (_ + _).
suff -> : forward s (add v (ahead e (v (from e)))) (from e) = v (from e) by [].
by rewrite (forward_unwritten _ all_s) /add only_other ?addr0.
Qed.

Theorem only_solution s v x : in_order s -> solves s v x -> forall i, x i = forward s v i.
Proof.
elim: s v => [|e s IHs] v; first by move=> _ sol i; rewrite [LHS]sol big_nil addr0.
move=> order_es sol; have /= /andP[/andP[ne_e all_s] order_s] := order_es.
apply: IHs => // i; rewrite [LHS]sol big_cons addrA; congr (_ + only (ahead e _) _ + _).
rewrite [LHS]sol big_cons only_other // add0r.
rewrite (eq_sum_all _ all_s (G := fun=> 0)) ?big1_eq ?addr0 // => e'; exact: only_other.
Qed.

(* the gradient y_j is w_j plus the sum of what comes back along the edges that leave j *)
Theorem backward_solves s w : in_order s ->
  forall j, backward s w j = w j + \sum_(e <- s) only (back e (backward s w (to e))) j.
Proof.
elim: s => [|e s IHs] /=; first by move=> _ j; rewrite big_nil addr0.
case/andP => /andP[ne_e all_s] order_s j; rewrite big_cons addrCA addrC.
rewrite {1}/add [X in X + _](IHs order_s); congr (_ + only (back e _) j); last first.
  by rewrite /add only_other ?addr0 // eq_sym.
congr (_ + _); apply: eq_sum_all all_s => e' ne_e'.
by rewrite /add [only _ (to e')]only_other ?addr0 // eq_sym.
Qed.

(* where no edge leads on from another: edges from A, into the rest *)
Lemma forward_flat (A : pred N) s v i : all (fun e => A (from e) && ~~ A (to e)) s ->
  forward s v i = v i + \sum_(e <- s) only (ahead e (v (from e))) i.
Proof.
elim: s v => [|e s IHs] v /=; first by rewrite big_nil addr0.
case/andP => /andP[A_e not_e] flat_s; rewrite (IHs _ flat_s) big_cons addrA; congr (_ + _).
apply: eq_sum_all flat_s => e' /andP[A_e' _]; congr (only (ahead e' _) i).
by rewrite /add only_other ?addr0 //; apply: contraNneq not_e => ->.
Qed.

Lemma backward_flat (A : pred N) s w j : all (fun e => A (from e) && ~~ A (to e)) s ->
  backward s w j = w j + \sum_(e <- s) only (back e (w (to e))) j.
Proof.
elim: s => [|e s IHs] /=; first by rewrite big_nil addr0.
case/andP => /andP[_ not_e] flat_s; rewrite {1}/add (IHs flat_s) big_cons -addrA.
congr (_ + _); rewrite addrC; congr (only (back e _) j + _).
elim: s flat_s {IHs} => //= e' s IHs /andP[/andP[A_e' _] /IHs <-].
by rewrite /add only_other ?addr0 //; apply: contraNneq not_e => <-.
Qed.

End Graphs.

(** Matrices of any sizes: a token is a column *)

Section Matrices.

Variable R : comRingType.

(* the sum of the products of the entries *)
Definition dot m n (X Y : 'M[R]_(m, n)) := \sum_i \sum_j X i j * Y i j.

Lemma dotE m n (X Y : 'M[R]_(m, n)) : dot X Y = \tr (X^T *m Y).
Proof.
rewrite /dot exchange_big; apply: eq_bigr => j _; rewrite mxE.
by apply: eq_bigr => i _; rewrite mxE.
Qed.

Lemma dotC m n (X Y : 'M[R]_(m, n)) : dot X Y = dot Y X.
Proof. by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mulrC. Qed.

Lemma dotD m n (X X' Y : 'M[R]_(m, n)) : dot (X + X') Y = dot X Y + dot X' Y.
Proof. by rewrite !dotE raddfD mulmxDl raddfD. Qed.

Lemma dot_nondegenerate m n (Y : 'M[R]_(m, n)) : (forall X, dot X Y = 0) -> Y = 0.
Proof.
move=> Y0; apply/matrixP => i j; rewrite mxE -[RHS](Y0 (delta_mx i j)) /dot.
rewrite (bigD1 i) //= (bigD1 j) //= mxE !eqxx mul1r big1 => [|k /negbTE kj]; last first.
  by rewrite mxE kj andbF mul0r.
by rewrite big1 ?addr0 // => k /negbTE ki; apply: big1 => l _; rewrite mxE ki mul0r.
Qed.

(* W for the entries of a token, P for the tokens *)
Lemma product_adjoint m n K L (W : 'M[R]_(m, n)) (P : 'M[R]_(K, L)) X Y :
  dot (W *m X *m P) Y = dot X (W^T *m Y *m P^T).
Proof. by rewrite !dotE !trmx_mul -[in LHS]mulmxA [LHS]mxtrace_mulC !mulmxA. Qed.

(* D, one number for each entry *)
Definition gate m n (D X : 'M[R]_(m, n)) : 'M[R]_(m, n) := \matrix_(i, j) (D i j * X i j).

Lemma gate_adjoint m n (D X Y : 'M[R]_(m, n)) : dot (gate D X) Y = dot X (gate D Y).
Proof. by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite !mxE mulrCA mulrA. Qed.

Section MatrixGraphs.

Variables (N : finType) (r c : N -> nat).

Definition held (i : N) : zmodType := matrix_zmodType R (r i) (c i).
Definition inner (i : N) : held i -> held i -> R := @dot (r i) (c i).

Definition product i j (W : 'M[R]_(r j, r i)) (P : 'M[R]_(c i, c j)) : edge inner :=
  @Edge _ _ held inner i j (fun X => W *m X *m P) (fun Y => W^T *m Y *m P^T) (product_adjoint W P).

Lemma innerC i (X Y : held i) : inner X Y = inner Y X.
Proof. exact: dotC. Qed.

Lemma innerD i (X X' Y : held i) : inner (X + X') Y = inner X Y + inner X' Y.
Proof. exact: dotD. Qed.

(* any edges of the form W X P or D X, and whatever else has an adjoint *)
Theorem graph_of_matrices (s : seq (edge inner)) v w :
  pairing inner (forward s v) w = pairing inner v (backward s w).
Proof. exact: (backward_is_adjoint innerC innerD). Qed.

End MatrixGraphs.

(** A residual stream with frozen patterns *)

Section Stream.

Variables n K : nat.

(* a layer's heads: of each its matrix W_O W_V, and its pattern, a column for each query *)
Definition heads := seq ('M[R]_n * 'M[R]_K).

Definition layer (s : heads) (X : 'M[R]_(n, K)) := X + \sum_(h <- s) h.1 *m X *m h.2.
Definition layer_back (s : heads) (Y : 'M[R]_(n, K)) := Y + \sum_(h <- s) h.1^T *m Y *m h.2^T.

(* it is a graph of two nodes, the stream before it, false, and after it, true *)
Let n_rows (_ : bool) := n.
Let n_columns (_ : bool) := K.

Definition layer_edges (s : heads) : seq (edge (inner (r := n_rows) (c := n_columns))) :=
  let through := @product _ n_rows n_columns false true in
  through 1%:M 1%:M :: [seq through h.1 h.2 | h <- s].

Definition at_node (b : bool) (X : 'M[R]_(n, K)) : state (held n_rows n_columns) :=
  only (i := b) X.

Lemma flat_layer s : all (fun e => ~~ from e && ~~ ~~ to e) (layer_edges s).
Proof. by rewrite /= all_map; apply/allP. Qed.

Theorem layer_forward s X : forward (layer_edges s) (at_node false X) true = layer s X.
Proof.
rewrite (forward_flat _ _ (flat_layer s)) /at_node only_other // add0r big_cons big_map.
congr (_ + _).
  by rewrite only_same /= only_same mul1mx mulmx1.
by apply: eq_bigr => h _; rewrite only_same /= only_same.
Qed.

Theorem layer_backward s Y : backward (layer_edges s) (at_node true Y) false = layer_back s Y.
Proof.
rewrite (backward_flat _ _ (flat_layer s)) /at_node only_other // add0r big_cons big_map.
congr (_ + _).
  by rewrite only_same /= only_same !trmx1 mul1mx mulmx1.
by apply: eq_bigr => h _; rewrite only_same /= only_same.
Qed.

Theorem layer_adjoint s X Y : dot (layer s X) Y = dot X (layer_back s Y).
Proof.
rewrite -layer_forward -layer_backward.
have := graph_of_matrices (layer_edges s) (at_node false X) (at_node true Y).
rewrite [RHS](pairing_only (@innerD _ n_rows n_columns)) (pairingC (@innerC _ n_rows n_columns)).
by rewrite (pairing_only (@innerD _ n_rows n_columns)) [LHS]innerC.
Qed.

Definition stack (ls : seq heads) X := foldl (fun X s => layer s X) X ls.
Definition stack_back (ls : seq heads) Y := foldr layer_back Y ls.

Theorem stack_adjoint ls X Y : dot (stack ls X) Y = dot X (stack_back ls Y).
Proof. by elim: ls X => //= s ls IHls X; rewrite [LHS]IHls layer_adjoint. Qed.

End Stream.
(** A dense layer, Y = W X + b 1^T *)

Section Dense.

Variables m n K : nat.
Implicit Types (W : 'M[R]_(m, n)) (b : 'cV[R]_m) (X : 'M[R]_(n, K)).

Definition dense W b X : 'M[R]_(m, K) := W *m X + b *m const_mx 1.

(* its derivative at W, b, X in the direction W', b', X': what is linear in h *)
Definition dense_derivative W X W' b' X' : 'M[R]_(m, K) := W' *m X + W *m X' + b' *m const_mx 1.

Theorem dense_is_quadratic W b X W' b' X' h :
  dense (W + h *: W') (b + h *: b') (X + h *: X') =
  dense W b X + h *: dense_derivative W X W' b' X' + h ^+ 2 *: (W' *m X').
Proof.
rewrite /dense /dense_derivative !mulmxDl !mulmxDr -!scalemxAl -!scalemxAr scalerA -expr2 !scalerDr.
set D := h ^+ 2 *: _; set B := h *: (W *m X'); set C := h *: (W' *m X).
set E := b *m _; set F := h *: (b' *m _); rewrite -!addrA; congr (_ + _).
by rewrite addrCA [D + _]addrCA [B + (E + _)]addrCA [C + (E + _)]addrCA [D + F]addrC.
Qed.

Theorem dense_gradients W X W' b' X' (G : 'M[R]_(m, K)) :
  dot (dense_derivative W X W' b' X') G =
  dot W' (G *m X^T) + dot X' (W^T *m G) + dot b' (G *m const_mx 1).
Proof.
have plain p q (Y : 'M[R]_(p, q)) : Y = Y *m 1%:M by rewrite mulmx1.
rewrite !dotD; congr (_ + _ + _).
- by rewrite -[W']mul1mx product_adjoint trmx1 !mul1mx.
- by rewrite [W *m X']plain product_adjoint trmx1 mulmx1.
- by rewrite -[b']mul1mx product_adjoint trmx1 !mul1mx trmx_const.
Qed.

End Dense.

(* (A ⊗ B) M = B M A^T, with A the pattern of a head: the adjoint of A ⊗ B is A^T ⊗ B^T *)
Theorem kronecker_adjoint p' p n' n (A : 'M[R]_(p', p)) (B : 'M[R]_(n', n)) X Y :
  dot (action A B X) Y = dot X (action A^T B^T Y).
Proof. by rewrite /action product_adjoint. Qed.

End Matrices.

(** Programs of multiplications and additions *)

(* x_target += x_left x_right: one multiplication, one addition. The factors may be numbers that were computed,
   inputs, parameters or constants. *)
Record instruction (N : Type) := Instruction { target : N; left : N; right : N }.

Section Programs.

Variable N : finType.
Local Notation instruction := (instruction N).

Definition step (R : comRingType) (x : N -> R) (c : instruction) : N -> R :=
  fun i => x i + (if target c == i then x (left c) * x (right c) else 0).

Definition run (R : comRingType) (s : seq instruction) (x : N -> R) := foldl (@step R) x s.

(* The derivative of a program is a graph of numbers. Its edges multiply by numbers that the program has met:
     d x_target += x_right d x_left + x_left d x_right,
   one for each factor that is not a constant, such as an entry of a frozen pattern. *)
Variables (R : comRingType) (constant : pred N).

(* An instruction reads other numbers than the one it writes, and writes no constant. *)
Definition writes_others : seq instruction -> bool :=
  all (fun c => [&& target c != left c, target c != right c & ~~ constant (target c)]).

Definition number (_ : N) : zmodType := R.
Definition times (i : N) (x y : number i) : R := x * y.

Lemma times_adjoint (a x y : R) : a * x * y = x * (a * y).
Proof. by rewrite mulrCA mulrA. Qed.

Definition multiply (a : R) (i j : N) : edge times :=
  @Edge R _ number times i j ( *%R a) ( *%R a) (times_adjoint a).

Definition edges (x : N -> R) (c : instruction) : seq (edge times) :=
  (if constant (left c) then [::] else [:: multiply (x (right c)) (left c) (target c)]) ++
  (if constant (right c) then [::] else [:: multiply (x (left c)) (right c) (target c)]).

Fixpoint derivative (s : seq instruction) (x : N -> R) : seq (edge times) :=
  if s is c :: s' then edges x c ++ derivative s' (step x c) else [::].

Lemma only_number (i k : N) (a : R) : @only _ number i a k = if i == k then a else 0.
Proof. by rewrite /only; case: eqP => // e; case: _ / e. Qed.

Lemma product0 (p q : {poly R}) : (p * q)`_0 = p`_0 * q`_0.
Proof. by rewrite coefM big_ord1. Qed.

Lemma product1 (p q : {poly R}) : (p * q)`_1 = p`_0 * q`_1 + p`_1 * q`_0.
Proof. by rewrite coefM !big_ord_recl big_ord0 addr0. Qed.

(* The program is run on x + u h, polynomials in h: the derivative is the coefficient of h. *)
Theorem derivative_is_coefficient s (x : N -> R) (X : N -> {poly R}) (u : state number) :
  writes_others s -> (forall i, constant i -> u i = 0) ->
  (forall i, (X i)`_0 = x i) -> (forall i, (X i)`_1 = u i) ->
  forall i, (run s X i)`_1 = forward (derivative s x) u i.
Proof.
elim: s x X u => [|c s IHs] x X u; first by move=> _ _ _ X1 i; exact: X1.
case/andP => /and3P[_ not_right varies] others fixed X0 X1 i.
rewrite -[derivative _ _]/(edges x c ++ derivative s (step x c)) /forward foldl_cat.
set v := foldl _ _ (edges _ _).
have vE k : v k = u k + (if target c == k then x (right c) * u (left c) + x (left c) * u (right c) else 0).
  rewrite /v /edges; case: ifP => [/fixed ->|_]; case: ifP => [/fixed ->|_] /=;
    rewrite /add ?only_number ?(negPf not_right) ?addr0 ?mulr0 ?add0r ?addr0 -?addrA //;
    by case: eqP; rewrite ?addr0.
apply: IHs => //.
- move=> k k_constant; rewrite vE fixed // add0r; case: eqP => // e.
  by rewrite e k_constant in varies.
- by move=> k; rewrite /step coefD X0; case: eqP => _; rewrite ?product0 ?X0 ?coef0.
- move=> k; rewrite vE /step coefD X1; congr (_ + _).
  by case: eqP => _; rewrite ?coef0 // product1 !X0 !X1 addrC [u _ * _]mulrC.
Qed.

Lemma timesC i (x y : number i) : times x y = times y x.
Proof. exact: mulrC. Qed.

Lemma timesD i (x x' y : number i) : times (x + x') y = times x y + times x' y.
Proof. exact: mulrDl. Qed.

(* one backward pass gives the gradients with respect to all inputs and all parameters *)
Theorem gradient s x (v w : state number) :
  \sum_i forward (derivative s x) v i * w i = \sum_i v i * backward (derivative s x) w i.
Proof. exact: (backward_is_adjoint timesC timesD (derivative s x) v w). Qed.

(* an edge costs one multiplication and one addition, ahead and back; so does an instruction *)
Theorem cost_of_gradient s x :
  size (derivative s x) =
  (count (fun c => ~~ constant (left c)) s + count (fun c => ~~ constant (right c)) s)%N.
Proof.
elim: s x => //= c s IHs x; rewrite size_cat IHs addnACA size_cat; congr (_ + _ + _)%N.
- by case: (constant _).
- by case: (constant _).
Qed.

Theorem at_most_twice s x : (size (derivative s x) <= 2 * size s)%N.
Proof. by rewrite cost_of_gradient mul2n -addnn leq_add ?count_size. Qed.

(* where no instruction reads what another has computed *)
Definition flat (A : pred N) := all (fun c : instruction => [&& A (left c), A (right c) & ~~ A (target c)]).

Lemma step_kept (A : pred N) (x : N -> R) c i : ~~ A (target c) -> A i -> step x c i = x i.
Proof. by rewrite /step; case: eqP => [-> /negbTE -> | _ _ _]; rewrite ?addr0. Qed.

Lemma run_flat A s (x : N -> R) k : flat A s ->
  run s x k = x k + \sum_(c <- s) (if target c == k then x (left c) * x (right c) else 0).
Proof.
elim: s x => [|c s IHs] x; first by rewrite big_nil addr0.
case/andP => /and3P[_ _ not_c] flat_s; rewrite [LHS](IHs _ flat_s) big_cons addrA; congr (_ + _).
by apply: eq_sum_all flat_s => c' /and3P[left_c' right_c' _]; rewrite !(step_kept _ not_c).
Qed.

Lemma derivative_flat A s (x : N -> R) : flat A s -> derivative s x = flatten [seq edges x c | c <- s].
Proof.
suff agree y : (forall i, A i -> y i = x i) -> flat A s ->
    derivative s y = flatten [seq edges x c | c <- s] by exact: agree.
elim: s y => //= c s IHs y eq_A /andP[/and3P[left_c right_c not_c] flat_s].
rewrite /edges !eq_A // IHs // => i A_i.
by rewrite (step_kept _ not_c) ?eq_A.
Qed.

End Programs.

(** A product of two matrices as a program: m n K multiplications; its two gradients, m n K each. So it is with W X in a
    dense layer, with the scores of a head and with the means of its values. *)

Section DenseProgram.

Variables (R : comRingType) (m n K : nat).

(* the entries of W, of X and of Y = W X *)
Definition entry := ('I_m * 'I_n + 'I_n * 'I_K + 'I_m * 'I_K)%type.

Definition dense_program : seq (instruction entry) :=
  [seq Instruction (inr (t.1.1, t.2)) (inl (inl t.1)) (inl (inr (t.1.2, t.2)))
    | t <- enum {: 'I_m * 'I_n * 'I_K}].

Definition input (W : 'M[R]_(m, n)) (X : 'M[R]_(n, K)) (e : entry) :=
  match e with inl (inl p) => W p.1 p.2 | inl (inr p) => X p.1 p.2 | inr _ => 0 end.
Definition output_gradient (G : 'M[R]_(m, K)) (e : entry) := if e is inr p then G p.1 p.2 else 0.

Theorem dense_forward_cost : size dense_program = (m * n * K)%N.
Proof. by rewrite size_map -cardE !card_prod !card_ord. Qed.

Let is_input (e : entry) := if e is inl _ then true else false.

Lemma flat_dense : flat is_input dense_program.
Proof. by rewrite /flat all_map; apply/allP. Qed.

Theorem dense_forward W X i k : run dense_program (input W X) (inr (i, k)) = (W *m X) i k.
Proof.
rewrite (run_flat _ _ flat_dense) add0r big_map big_enum /= mxE.
rewrite (eq_bigr (fun t => if (t.1.1 == i) && (t.2 == k) then
  W t.1.1 t.1.2 * X t.1.2 t.2 else 0)) //.
rewrite -big_mkcond /= (reindex_onto (fun j => (i, j, k)) (fun t => t.1.2)) /=; last first.
  by case=> [[i' j] k'] /andP[/eqP /= -> /eqP /= ->].
by apply: eq_bigl => j; rewrite !eqxx.
Qed.

(* of G, of all entries of both factors at once *)
Let gradient_of W X G := backward (derivative pred0 dense_program (input W X)) (output_gradient G).

Theorem dense_backward_cost W X :
  size (derivative pred0 dense_program (input W X)) = (2 * (m * n * K))%N.
Proof. by rewrite cost_of_gradient !count_predT dense_forward_cost addnn mul2n. Qed.

Lemma dense_backward W X G e :
  gradient_of W X G e = output_gradient G e +
    \sum_(t : 'I_m * 'I_n * 'I_K)
      ((if inl (inl t.1) == e then X t.1.2 t.2 * G t.1.1 t.2 else 0) +
       (if inl (inr (t.1.2, t.2)) == e then W t.1.1 t.1.2 * G t.1.1 t.2 else 0)).
Proof.
rewrite /gradient_of (derivative_flat _ _ flat_dense) -map_comp.
rewrite (@backward_flat _ _ _ _ is_input); last by elim: (enum _).
congr (_ + _); rewrite big_flatten big_map big_enum /=; apply: eq_bigr => t _.
by rewrite /edges /= !big_cons big_nil addr0 !only_number.
Qed.

Theorem dense_input_gradient W X G j k : gradient_of W X G (inl (inr (j, k))) = (W^T *m G) j k.
Proof.
rewrite dense_backward /= add0r mxE big_split /= [X in X + _]big1 ?add0r //.
rewrite -big_mkcond /= (reindex_onto (fun i => (i, j, k)) (fun t => t.1.1)) /=; last first.
  by case=> [[i j'] k'] /eqP[-> ->].
by apply: eq_big => i; rewrite ?eqxx // => _; rewrite mxE.
Qed.

Theorem dense_weight_gradient W X G i j : gradient_of W X G (inl (inl (i, j))) = (G *m X^T) i j.
Proof.
rewrite dense_backward /= add0r mxE big_split /= [X in _ + X]big1 ?addr0 //.
rewrite -big_mkcond /= (reindex_onto (fun k => (i, j, k)) (fun t => t.2)) /=; last first.
  by case=> [[i' j'] k] /eqP[-> ->].
by apply: eq_big => k; rewrite ?eqxx // => _; rewrite mxE mulrC.
Qed.

End DenseProgram.

(** Additions, where writing into an empty node does not count as one *)

Section Additions.

Variable N : finType.

(* of writing into these nodes, in this order, those of F holding something at first *)
Fixpoint additions (F : {set N}) (s : seq N) : nat :=
  if s is i :: s' then ((i \in F) + additions (i |: F) s')%N else 0%N.

Lemma additionsE F s : (additions F s + #|F :|: [set i in s]| = size s + #|F|)%N.
Proof.
elim: s F => [|i s IHs] F /=.
  by rewrite (_ : [set i in [::]] = set0) ?setU0 //; apply/setP => i; rewrite !inE.
have := IHs (i |: F); rewrite cardsU1 => total.
have -> : F :|: [set i0 in i :: s] = (i |: F) :|: [set i0 in s].
  by apply/setP => k; rewrite !inE orbCA orbA.
by rewrite -addnA total; case: (i \in F); rewrite /= ?add0n ?add1n ?addSn ?addnS.
Qed.

(* The nodes of I hold inputs, those of O gradients of outputs. Every other node is computed, and used: then
   additions ahead + outputs = additions back + inputs. *)
Theorem cost_of_additions (R : comRingType) (V : N -> zmodType) (inner : forall i, V i -> V i -> R)
    (s : seq (edge inner)) (I O : {set N}) :
  (forall i, i \notin I -> i \in [seq to e | e <- s]) ->
  (forall i, i \notin O -> i \in [seq from e | e <- s]) ->
  (additions I [seq to e | e <- s] + #|O| = additions O (rev [seq from e | e <- s]) + #|I|)%N.
Proof.
have all_filled (F : {set N}) t : (forall i, i \notin F -> i \in t) -> F :|: [set i in t] = setT.
  by move=> filled; apply/setP => i; rewrite !inE; case: (boolP (i \in F)) => //= /filled.
move=> computed used; have := additionsE I [seq to e | e <- s]; rewrite all_filled // size_map.
have := additionsE O (rev [seq from e | e <- s]); rewrite all_filled ?size_rev ?size_map; last first.
  by move=> i /used; rewrite mem_rev.
rewrite !cardsT => back ahead; apply/eqP; rewrite -(eqn_add2r #|N|).
by rewrite addnAC ahead [X in _ == X]addnAC back addnAC.
Qed.

End Additions.
