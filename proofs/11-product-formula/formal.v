(* Exo7 6.3: the head A ⊗ (W_O W_V) as reading, attention, writing. The mixed product
   (A ⊗ B)(A' ⊗ B') = AA' ⊗ BB' does it at once, with W_O on the right of its ⊗. The document
   prints W_O ⊗ I, which asks W_O to act on positions: composed factor by factor this is
   (W_O A) ⊗ W_V and needs r = K. As mere arrays of numbers the printed matrices can be multiplied
   for one choice of identities, because rK = Kr; but the columns of W_O ⊗ I_K and the rows of
   A ⊗ I_r are then numbered differently, and the product is another matrix. *)
From mathcomp Require Import all_ssreflect all_algebra.
From epreuve.library Require Import kronecker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section ProductFormula.
Variable R : comRingType.

(** The right order: every size, W_O n x r, A K x K, W_V r x n *)

Theorem product_formula n r K (W_O : 'M[R]_(n, r)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n)) :
  A ⊗ (W_O *m W_V) = (1%:M ⊗ W_O) *m (A ⊗ 1%:M) *m (1%:M ⊗ W_V).
Proof. by rewrite !kronecker_mul !mulmx1 !mul1mx. Qed.

(* read W_V x, let the positions attend, write with W_O *)
Theorem read_attend_write n r K (W_O : 'M[R]_(n, r)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n))
    (x : 'M[R]_(n, K)) :
  action A (W_O *m W_V) x = action 1%:M W_O (action A 1%:M (action 1%:M W_V x)).
Proof. by rewrite !action_comp !mul1mx !mulmx1. Qed.

(** The printed order, factor by factor: W_O must have K columns, and acts on positions *)

Theorem printed_product n r K (W_O : 'M[R]_(n, K)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n)) :
  (W_O ⊗ 1%:M) *m (A ⊗ 1%:M) *m (1%:M ⊗ W_V) = (W_O *m A) ⊗ W_V.
Proof. by rewrite !kronecker_mul !mulmx1 !mul1mx. Qed.

Lemma entry p' p n' n (A : 'M[R]_(p', p)) (B : 'M[R]_(n', n)) k l :
  (A ⊗ B) k l = A (tagnat.sig1 k) (tagnat.sig1 l) * B (tagnat.sig2 k) (tagnat.sig2 l).
Proof. by rewrite -{1}(tagnat.sig2K k) -{1}(tagnat.sig2K l) kronecker_entry. Qed.

(* even where all shapes agree, n = r = K, unless they are 1: A = W_V = I and W_O = E_01 *)
Theorem printed_product_differs K :
  (1 < K)%N <-> exists W_O A W_V : 'M[R]_K,
    (W_O ⊗ 1%:M) *m (A ⊗ 1%:M) *m (1%:M ⊗ W_V) <> A ⊗ (W_O *m W_V).
Proof.
split; last first.
  case: K => [|[|K]] // [W_O [A [W_V []]]]; rewrite printed_product; apply/matrixP => k l.
    by case: (tagnat.sig1 k).
  by rewrite !entry !mxE !big_ord1 !ord1 mulrCA mulrA.
case: K => [|[|K]] // _; exists (delta_mx 0 1), 1%:M, 1%:M.
rewrite printed_product !mulmx1 => /matrixP equal.
(* block (0, 1) of the left side is I, of the right side 0 *)
have := equal (tagnat.Rank 0 0) (tagnat.Rank 1 0).
by rewrite !kronecker_entry !mxE mulr1 mul0r => /eqP; rewrite oner_eq0.
Qed.

(** The printed order, as arrays of numbers *)

Lemma exchanged m n : (\sum_(i < m) n = \sum_(i < n) m)%N.
Proof. by rewrite !kronecker_size mulnC. Qed.

(* castmx keeps the numbers where they are; it only reads nK as Kn and rK as Kr *)
Definition printed_array n r K (W_O : 'M[R]_(n, r)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n)) :=
  castmx (exchanged n K, exchanged r K) (W_O ⊗ 1%:M) *m (A ⊗ 1%:M) *m (1%:M ⊗ W_V).

(* entry (k, l) of the array, for numbers k = i K + s and l = j K + t, is that of W_O ⊗ I there *)
Lemma cast_entry n r K (W : 'M[R]_(n, r)) (k : 'I_(\sum_(i < K) n)) (l : 'I_(\sum_(i < K) r)) :
  exists (i : 'I_n) (s : 'I_K) (j : 'I_r) (t : 'I_K), [/\ (i * K + s = k)%N, (j * K + t = l)%N &
    castmx (exchanged n K, exchanged r K) (W ⊗ 1%:M) k l = W i j * (s == t :> 'I_K)%:R].
Proof.
rewrite castmxE entry mxE.
set k' := cast_ord _ k; set l' := cast_ord _ l.
exists (tagnat.sig1 k'), (tagnat.sig2 k'), (tagnat.sig1 l'), (tagnat.sig2 l').
by split; rewrite // -index_value.
Qed.

(* it is right for one token, and for numbers W_O and W_V *)
Theorem printed_array_agrees n r K : K = 1%N \/ n = 1%N /\ r = 1%N ->
  forall (W_O : 'M[R]_(n, r)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n)),
    printed_array W_O A W_V = A ⊗ (W_O *m W_V).
Proof.
move=> small W_O A W_V; rewrite /printed_array product_formula; congr (_ *m _ *m _).
apply/matrixP => k l; have [i [s [j [t [kE lE ->]]]]] := cast_entry W_O k l.
rewrite entry mxE; move: (index_value k) (index_value l).
move: (tagnat.sig1 k) (tagnat.sig2 k) (tagnat.sig1 l) (tagnat.sig2 l) => k1 k2 l1 l2.
rewrite -{}kE -{}lE; case: small => [K1|[n1 r1]]; subst.
  by rewrite !ord1 !muln1 !addn0 /= => /ord_inj -> /ord_inj ->; rewrite mulr1 mul1r.
by rewrite !ord1 !muln1 !addn0 /= => /ord_inj -> /ord_inj ->; rewrite mulrC.
Qed.

(* and for no other sizes *)
Theorem printed_array_differs n r K : (0 < n)%N -> (0 < r)%N -> (1 < n * r)%N -> (1 < K)%N ->
  exists (W_O : 'M[R]_(n, r)) (A : 'M[R]_K) (W_V : 'M[R]_(r, n)),
    printed_array W_O A W_V <> A ⊗ (W_O *m W_V).
Proof.
case: n r K => [|n] [|r] [|[|K]] // _ _ nr _.
have [a [c [a_le1 c_le1 not_both]]] : exists (a : 'I_n.+1) (c : 'I_r.+1),
    [/\ (a <= 1)%N, (c <= 1)%N & ~~ ((a == 0) && (c == 0))].
  by case: n r nr => [|n] [|r] // _; [exists 0, 1 | exists 1, 0 | exists 1, 0].
exists (delta_mx a c), 1%:M, (delta_mx c 0) => /matrixP /(_ (tagnat.Rank 0 a) (tagnat.Rank 0 0)).
(* of the right matrix this entry is that of E_ac E_c0 *)
rewrite [X in _ = X]kronecker_entry mul_delta_mx [X in _ = X * _]mxE [X in _ = _ * X]mxE !eqxx mulr1.
(* the first two rows and columns of the array are made of the entry (0, 0) of W_O = E_ac, which is 0, since 1 < K *)
rewrite /printed_array -mulmxA kronecker_mul mulmx1 mul1mx [X in X = _]mxE big1 => [/esym/eqP|l _].
  by rewrite oner_eq0.
have first K' (i j : nat) : (i * K'.+2 + j <= 1)%N -> i = 0%N by case: i.
have [i [s [j [t [kE lE ->]]]]] := cast_entry (delta_mx a c) (tagnat.Rank 0 a) l.
rewrite entry tagnat.Rank1K !mxE.
have [l0|_] := eqVneq (tagnat.sig1 l) 0; last by rewrite mul0r mulr0.
have [lc|_] := eqVneq (tagnat.sig2 l) c; last by rewrite !mulr0.
have i0 : i = 0 by apply/ord_inj/(first K _ s); rewrite kE tagnat.RankEsum big_pred0.
have j0 : j = 0 by apply/ord_inj/(first K _ t); rewrite lE index_value l0 lc.
by rewrite i0 j0 eq_sym [_ == c]eq_sym (negPf not_both) !mul0r.
Qed.

End ProductFormula.

(** Which sizes fit *)

(* rows, columns *)
Definition shape := (nat * nat)%type.

(* of the matrix A ⊗ B, for A of shape s and B of shape t *)
Definition tensor (s t : shape) : shape := ((s.1 * t.1)%N, (s.2 * t.2)%N).

(* three matrices of shapes s, t, u can be multiplied and give shape v *)
Definition chain (s t u v : shape) := [/\ s.2 = t.1, t.2 = u.1 & v = (s.1, u.2)].

Section Shapes.
Variables n r K : nat.

(* as arrays: one choice of identities fits *)
Theorem printed_array_shapes a b c : (0 < n)%N -> (0 < r)%N -> (0 < K)%N ->
  chain (tensor (n, r) (a, a)) (tensor (K, K) (b, b)) (tensor (c, c) (r, n)) (tensor (K, K) (n, n))
  <-> [/\ a = K, b = r & c = K].
Proof.
move=> n_gt0 r_gt0 K_gt0; split=> [[/= ra_Kb Kb_cr [na_nK _]] | [-> -> ->]]; last first.
  by rewrite /chain /tensor /= (mulnC n) (mulnC r).
have a_K: a = K by apply/eqP; rewrite -(eqn_pmul2l n_gt0) -na_nK mulnC.
have b_r: b = r by apply/eqP; rewrite -(eqn_pmul2l K_gt0) -ra_Kb a_K mulnC.
by split=> //; apply/eqP; rewrite -(eqn_pmul2r r_gt0) -Kb_cr b_r.
Qed.

(* as tensor products, left factors with left factors, right with right: only if r = K *)
Theorem printed_factor_shapes a b c :
  (exists v w, chain (n, r) (K, K) (c, c) v /\ chain (a, a) (b, b) (r, n) w)
  <-> [/\ r = K, c = K, a = r & b = r].
Proof.
split=> [[v [w [[/= r_K K_c _] [/= a_b b_r _]]]] | [<- -> -> ->]].
  by rewrite a_b b_r -K_c -r_K.
by exists (n, r), (r, n).
Qed.

(* and acting on M_{n,K}, as A ⊗ (W_O W_V) does: only if n = r = K *)
Theorem printed_operator_shapes a b c :
  chain (n, r) (K, K) (c, c) (K, K) /\ chain (a, a) (b, b) (r, n) (n, n)
  <-> [/\ n = K, r = K & [/\ a = K, b = K & c = K]].
Proof.
split=> [[[/= r_K K_c [n_K _]] [/= a_b b_r _]] | [-> -> [-> -> ->]]] //.
by rewrite a_b b_r -K_c r_K n_K.
Qed.

End Shapes.
