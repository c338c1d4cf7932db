(* How many directions of R^n have pairwise cosines of at most eps. From below: vectors made of polynomials over
   a finite field. From above: for any unit vectors the squares and the fourth powers of their cosines have a
   sum that is not small (Welch; and the same argument for the matrices u u^T - I / n). See statement.md. *)
From mathcomp Require Import all_ssreflect all_algebra.
From epreuve.library Require Import cauchy_schwarz.

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

Section AtMost.

(* M directions of R^n: unit vectors *)
Variables (R : realFieldType) (n M : nat) (u : 'I_M -> 'I_n -> R).

Definition inner (v w : 'I_n -> R) := \sum_a v a * w a.

Hypothesis unit_vectors : forall i, inner (u i) (u i) = 1.

Lemma sum_square (I : finType) (f : I -> R) : (\sum_i f i) ^+ 2 = \sum_i \sum_j f i * f j.
Proof. by rewrite expr2 mulr_suml; apply: eq_bigr => i _; rewrite mulr_sumr. Qed.

Lemma squares_of_products (C : finType) (x : 'I_M -> C -> R) :
  \sum_i \sum_j (\sum_c x i c * x j c) ^+ 2 = \sum_c \sum_d (\sum_i x i c * x i d) ^+ 2.
Proof.
have -> : \sum_i \sum_j (\sum_c x i c * x j c) ^+ 2 =
          \sum_i \sum_j \sum_c \sum_d x i c * x j c * (x i d * x j d).
  by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite sum_square.
have -> : \sum_c \sum_d (\sum_i x i c * x i d) ^+ 2 =
          \sum_c \sum_d \sum_i \sum_j x i c * x j c * (x i d * x j d).
  apply: eq_bigr => c _; apply: eq_bigr => d _; rewrite sum_square.
  by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mulrACA.
transitivity (\sum_i \sum_c \sum_j \sum_d x i c * x j c * (x i d * x j d)).
  by apply: eq_bigr => i _; rewrite exchange_big.
rewrite exchange_big; apply: eq_bigr => c _ /=.
transitivity (\sum_i \sum_d \sum_j x i c * x j c * (x i d * x j d)).
  by apply: eq_bigr => i _; rewrite exchange_big.
by rewrite exchange_big.
Qed.

(* Welch: whatever the directions, M^2 <= n sum_ij (u_i . u_j)^2 *)
Theorem welch : M%:R ^+ 2 <= n%:R * \sum_i \sum_j inner (u i) (u j) ^+ 2.
Proof.
rewrite /inner squares_of_products mulrC.
pose f (c : 'I_n * 'I_n) := \sum_i u i c.1 * u i c.2.
pose g (c : 'I_n * 'I_n) : R := (c.1 == c.2)%:R.
have := cauchy_schwarz f g.
have -> : \sum_c f c * g c = M%:R.
  rewrite -(pair_bigA _ (fun a b => (\sum_i u i a * u i b) * (a == b)%:R)) /=.
  transitivity (\sum_a \sum_i u i a * u i a).
    apply: eq_bigr => a _; rewrite (bigD1 a) //= eqxx mulr1 [X in _ + X]big1 ?addr0 // => b /negbTE.
    by rewrite eq_sym => ->; rewrite mulr0.
  rewrite exchange_big /= (eq_bigr (fun=> 1)) => [|i _]; last exact: unit_vectors.
  by rewrite sumr_const card_ord.
have -> : \sum_c g c ^+ 2 = n%:R.
  rewrite -(pair_bigA _ (fun a b => ((a == b)%:R : R) ^+ 2)) /=.
  transitivity (\sum_(a < n) (1 : R)); last by rewrite sumr_const card_ord.
  apply: eq_bigr => a _; rewrite (bigD1 a) //= eqxx expr1n big1 ?addr0 // => b /negbTE.
  by rewrite eq_sym => ->; rewrite expr0n.
by rewrite -(pair_bigA _ (fun a b => (\sum_i u i a * u i b) ^+ 2)).
Qed.

Variable eps2 : R. (* the square of eps *)
Hypothesis nearly_orthogonal : forall i j, i != j -> inner (u i) (u j) ^+ 2 <= eps2.

(* so M (1 - n eps^2) <= n (1 - eps^2) *)
Theorem at_most_welch : (0 < M)%N -> M%:R * (1 - n%:R * eps2) <= n%:R * (1 - eps2).
Proof.
move=> M_gt0; have M_pos : 0 < M%:R :> R by rewrite ltr0n.
have pairs : \sum_i \sum_j inner (u i) (u j) ^+ 2 <= M%:R * (1 + (M%:R - 1) * eps2).
  have row i : \sum_j inner (u i) (u j) ^+ 2 <= 1 + (M%:R - 1) * eps2.
    rewrite (bigD1 i) //= unit_vectors expr1n ler_add2l.
    apply: (@le_trans _ _ (\sum_(j | j != i) eps2)).
      by apply: ler_sum => j; rewrite eq_sym => /nearly_orthogonal.
    have -> : M%:R - 1 = M.-1%:R :> R by rewrite -subn1 natrB.
    by rewrite sumr_const cardC1 card_ord mulr_natl.
  apply: (le_trans (ler_sum _ (fun i _ => row i))).
  by rewrite sumr_const card_ord mulr_natl.
have := le_trans welch (ler_wpmul2l (ler0n _ n) pairs).
rewrite expr2 mulrCA ler_pmul2l // mulrBr mulr1 => bound.
rewrite ler_subl_addr; apply: (le_trans bound).
rewrite mulrBl mul1r [M%:R * (n%:R * _)]mulrCA -mulrDr -addrA [- eps2 + _]addrC.
exact: lexx.
Qed.


(* --- the fourth degree ------------------------------------------------------------------------- *)

Hypothesis n_gt0 : (0 < n)%N.

Let place := ('I_n * 'I_n)%type.
Let swap (c : place) : place := (c.2, c.1).
Let diag (c : place) : R := (c.1 == c.2)%:R.

(* u u^T - I / n, which is symmetric and has the trace 0 *)
Let x i (c : place) := u i c.1 * u i c.2 - diag c / n%:R.

(* twice the projection onto the symmetric matrices of trace 0 *)
Let P (c d : place) : R := (c == d)%:R + (c == swap d)%:R - 2%:R / n%:R * (diag c * diag d).

Lemma n_neq0 : n%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Lemma swapK c : swap (swap c) = c. Proof. by case: c. Qed.

Lemma diag_swap c : diag (swap c) = diag c. Proof. by rewrite /diag eq_sym. Qed.

Lemma diag_square c : diag c * diag c = diag c.
Proof. by rewrite /diag; case: (_ == _); rewrite ?mulr1 ?mulr0. Qed.

Lemma eq_swap c : (c == swap c)%:R = diag c.
Proof. by case: c => a b; rewrite /swap /diag xpair_eqE /= [b == a]eq_sym andbb. Qed.

Lemma sum_on_diag (f : place -> R) : \sum_c f c * diag c = \sum_a f (a, a).
Proof.
transitivity (\sum_(c : place) f (c.1, c.2) * (c.1 == c.2)%:R); first by apply: eq_bigr => -[].
rewrite -(pair_bigA _ (fun a b => f (a, b) * (a == b)%:R)) /=; apply: eq_bigr => a _.
rewrite (bigD1 a) //= eqxx mulr1 [X in _ + X]big1 ?addr0 // => b /negbTE.
by rewrite eq_sym => ->; rewrite mulr0.
Qed.

Lemma sum_diag : \sum_c diag c = n%:R.
Proof.
rewrite (eq_bigr (fun c => 1 * diag c)) => [|c _]; last by rewrite mul1r.
by rewrite (sum_on_diag (fun=> 1)) sumr_const card_ord.
Qed.

Lemma pick (f : place -> R) c : \sum_d f d * (c == d)%:R = f c.
Proof.
rewrite (bigD1 c) //= eqxx mulr1 [X in _ + X]big1 ?addr0 // => d /negbTE.
by rewrite eq_sym => ->; rewrite mulr0.
Qed.

Lemma pick_swap (f : place -> R) c : \sum_d f d * (c == swap d)%:R = f (swap c).
Proof.
rewrite -(pick f (swap c)); apply: eq_bigr => d _; congr (_ * (_ : bool)%:R).
by apply/eqP/eqP => [->|<-]; rewrite swapK.
Qed.

(* sum_cd T_cd P_cd, whatever T *)
Lemma contraction (T : place -> place -> R) :
  \sum_c \sum_d T c d * P c d =
  \sum_c T c c + \sum_c T c (swap c) - 2%:R / n%:R * \sum_c \sum_d T c d * (diag c * diag d).
Proof.
rewrite mulr_sumr -big_split -sumrB /=; apply: eq_bigr => c _.
rewrite -[T c c](pick (T c)) -[T c (swap c)](pick_swap (T c)) mulr_sumr -big_split -sumrB /=.
by apply: eq_bigr => d _; rewrite /P mulrBr mulrDr [T c d * (_ / _ * _)]mulrCA.
Qed.

Lemma sum_diag_diag (f g : place -> R) :
  \sum_c \sum_d f c * g d * (diag c * diag d) = (\sum_c f c * diag c) * (\sum_d g d * diag d).
Proof.
rewrite mulr_suml; apply: eq_bigr => c _; rewrite mulr_sumr; apply: eq_bigr => d _.
by rewrite mulrACA.
Qed.

Lemma trace_x i : \sum_c x i c * diag c = 0.
Proof.
rewrite sum_on_diag /x /diag /=.
rewrite (eq_bigr (fun a => u i a * u i a - n%:R^-1)) => [|a _]; last by rewrite eqxx mul1r.
by rewrite sumrB -/(inner _ _) unit_vectors sumr_const card_ord -[_ *+ n]mulr_natl mulfV ?n_neq0 ?subrr.
Qed.

Lemma inner_x i j : \sum_c x i c * x j c = inner (u i) (u j) ^+ 2 - n%:R^-1.
Proof.
have -> : \sum_c x i c * x j c =
          \sum_c u i c.1 * u i c.2 * (u j c.1 * u j c.2) - (\sum_c x j c * diag c) / n%:R
          - (\sum_c u i c.1 * u i c.2 * diag c) / n%:R.
  rewrite !mulr_suml -!sumrB; apply: eq_bigr => c _.
  have -> : x i c * x j c = u i c.1 * u i c.2 * x j c - diag c / n%:R * x j c by rewrite -mulrBl.
  have -> : u i c.1 * u i c.2 * x j c =
            u i c.1 * u i c.2 * (u j c.1 * u j c.2) - u i c.1 * u i c.2 * (diag c / n%:R).
    by rewrite -mulrBr.
  by rewrite addrAC [diag c / _ * _]mulrC !mulrA.
rewrite trace_x mul0r subr0 (sum_on_diag (fun c => u i c.1 * u i c.2)) /= -/(inner _ _).
rewrite unit_vectors mul1r sum_square; congr (_ - _).
rewrite -(pair_bigA _ (fun a b => u i a * u i b * (u j a * u j b))) /=.
by apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite mulrACA.
Qed.

Lemma product_SP :
  \sum_c \sum_d (\sum_i x i c * x i d) * P c d = 2%:R * (M%:R * (1 - n%:R^-1)).
Proof.
have x_swap i c : x i (swap c) = x i c by rewrite /x diag_swap mulrC.
rewrite contraction.
have -> : \sum_c (\sum_i x i c * x i (swap c)) = \sum_c \sum_i x i c * x i c.
  by apply: eq_bigr => c _; apply: eq_bigr => i _; rewrite x_swap.
have -> : \sum_c \sum_i x i c * x i c = M%:R * (1 - n%:R^-1).
  rewrite exchange_big /= (eq_bigr (fun=> 1 - n%:R^-1)) => [|i _].
    by rewrite sumr_const card_ord mulr_natl.
  by rewrite inner_x unit_vectors expr1n.
have -> : \sum_c \sum_d (\sum_i x i c * x i d) * (diag c * diag d) = 0.
  transitivity (\sum_i \sum_c \sum_d x i c * x i d * (diag c * diag d)).
    rewrite [RHS]exchange_big /=; apply: eq_bigr => c _; rewrite [RHS]exchange_big /=.
    by apply: eq_bigr => d _; rewrite mulr_suml.
  by apply: big1 => i _; rewrite sum_diag_diag trace_x mul0r.
by rewrite mulr0 subr0 [RHS]mulr_natl mulr2n.
Qed.

Lemma product_PP : \sum_c \sum_d P c d * P c d = 2%:R * (n%:R ^+ 2 + n%:R - 2%:R).
Proof.
have diag_diag : \sum_c \sum_d P c d * (diag c * diag d) = 0.
  transitivity (\sum_c \sum_d diag c * diag d * P c d).
    by apply: eq_bigr => c _; apply: eq_bigr => d _; rewrite mulrC.
  rewrite contraction (eq_bigr diag) => [|c _]; last exact: diag_square.
  rewrite [X in _ + X - _](eq_bigr diag) => [|c _]; last by rewrite diag_swap diag_square.
  rewrite sum_diag sum_diag_diag (eq_bigr diag) => [|c _]; last exact: diag_square.
  by rewrite sum_diag -mulrA mulKf ?n_neq0 // -mulr2n mulr_natl subrr.
rewrite contraction diag_diag mulr0 subr0.
have once : \sum_c P c c = n%:R ^+ 2 + n%:R - 2%:R.
  rewrite (eq_bigr (fun c => 1 + diag c - 2%:R / n%:R * diag c)) => [|c _]; last first.
    by rewrite /P eqxx eq_swap diag_square.
  rewrite sumrB big_split /= sumr_const card_prod card_ord -mulr_sumr sum_diag.
  by rewrite mulfVK ?n_neq0 // natrM expr2.
have -> : \sum_c P c (swap c) = \sum_c P c c.
  by apply: eq_bigr => c _; rewrite /P swapK diag_swap; congr (_ - _); exact: addrC.
by rewrite once [RHS]mulr_natl mulr2n.
Qed.

(* whatever the directions, the fourth powers of their cosines cannot all be small *)
Theorem fourth_degree :
  (2%:R * (M%:R * (1 - n%:R^-1))) ^+ 2 <=
  (\sum_i \sum_j (inner (u i) (u j) ^+ 2 - n%:R^-1) ^+ 2) * (2%:R * (n%:R ^+ 2 + n%:R - 2%:R)).
Proof.
rewrite -product_SP -product_PP.
have -> : \sum_i \sum_j (inner (u i) (u j) ^+ 2 - n%:R^-1) ^+ 2 =
          \sum_c \sum_d (\sum_i x i c * x i d) ^+ 2.
  rewrite -squares_of_products; apply: eq_bigr => i _; apply: eq_bigr => j _.
  by rewrite inner_x.
have := @cauchy_schwarz _ _
  (fun e : ('I_n * 'I_n) * ('I_n * 'I_n) => \sum_i x i e.1 * x i e.2) (fun e => P e.1 e.2).
rewrite -(pair_bigA _ (fun c d => (\sum_i x i c * x i d) * P c d)) /=.
rewrite -(pair_bigA _ (fun c d => (\sum_i x i c * x i d) ^+ 2)) /=.
by rewrite -(pair_bigA _ (fun c d => P c d ^+ 2)).
Qed.

End AtMost.
