(* How many directions of R^n have pairwise cosines of at most eps: bounds from above (Welch, and one of the
   fourth degree), and vectors from polynomials over a finite field, a bound from below. *)
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AtLeast.

(* a field of finitely many elements, r different places in it, signs for them *)
Variables (F : finFieldType) (R : realFieldType) (r : nat) (x : 'I_r -> F).
Hypothesis places_differ : injective x.
Implicit Types (g h : {poly F}) (s t : 'I_r -> R).

(* the vector of a polynomial: the sign of place i at the coordinate (i, h(x_i)), 0 elsewhere *)
Definition direction h s (i : 'I_r) (y : F) : R := if h.[x i] == y then s i else 0.

Definition product (v w : 'I_r -> F -> R) := \sum_i \sum_y v i y * w i y.

Lemma productE g h s t :
  product (direction g s) (direction h t) = \sum_(i | g.[x i] == h.[x i]) s i * t i.
Proof.
rewrite big_mkcond; apply: eq_bigr => i _; rewrite /direction (bigD1 g.[x i]) //= eqxx.
rewrite big1 ?addr0 => [|y /negbTE y_g]; last by rewrite eq_sym y_g mul0r.
by rewrite [h.[_] == _]eq_sym; case: eqP => _ //; rewrite mulr0.
Qed.

Definition is_sign s := forall i, s i = 1 \/ s i = -1.

Lemma sign_product s t i : is_sign s -> is_sign t -> `|s i * t i| = 1.
Proof. by move=> /(_ i)[] -> /(_ i)[] ->; rewrite ?mulrNN ?mulN1r ?mul1r ?mulr1 ?normrN normr1. Qed.

(* each has the squared length r *)
Theorem length_of_direction h s : is_sign s -> product (direction h s) (direction h s) = r%:R.
Proof.
move=> sign_s; rewrite productE (eq_bigl predT) => [|i]; last exact: eqxx.
rewrite (eq_bigr (fun=> 1)) => [|i _]; last by case: (sign_s i) => ->; rewrite ?mulrNN mulr1.
by rewrite sumr_const card_ord.
Qed.

(* two polynomials of degree < k agree in fewer than k places *)
Lemma agreements k g h : (size g <= k)%N -> (size h <= k)%N -> g != h ->
  (#|[pred i | g.[x i] == h.[x i]]| < k)%N.
Proof.
move=> size_g size_h g_h; set A := [pred i | _].
have nz : g - h != 0 by rewrite subr_eq0.
have roots : all (root (g - h)) (map x (enum A)).
  apply/allP => _ /mapP[i + ->]; rewrite mem_enum inE => /eqP agree.
  by rewrite /root !hornerE agree subrr.
have distinct : uniq (map x (enum A)) by rewrite (map_inj_uniq places_differ) enum_uniq.
have := max_poly_roots nz roots distinct; rewrite size_map -cardE => card_lt.
apply: (leq_trans card_lt); apply: (leq_trans (size_add _ _)).
by rewrite size_opp geq_max size_g.
Qed.

(* so their vectors have a product of at most k - 1 in magnitude, and a cosine of at most (k - 1) / r *)
Theorem different_polynomials k g h s t : is_sign s -> is_sign t ->
  (size g <= k.+1)%N -> (size h <= k.+1)%N -> g != h ->
  `|product (direction g s) (direction h t)| <= k%:R.
Proof.
move=> sign_s sign_t size_g size_h g_h; rewrite productE.
apply: (le_trans (ler_norm_sum _ _ _)).
rewrite (eq_bigr (fun=> 1)) => [|i _]; last exact: sign_product.
by rewrite sumr_const ler_nat -ltnS (agreements size_g size_h g_h).
Qed.

(* and two patterns of signs on the same polynomial have the product of the patterns *)
Theorem same_polynomial h s t :
  product (direction h s) (direction h t) = \sum_i s i * t i.
Proof. by rewrite productE; apply: eq_bigl => i; exact: eqxx. Qed.

End AtLeast.
