(* What follows from the rules of exo7 5.2, for every size. `action A B M` is B M A^T and `A ⊗ B` the
   block matrix (a_ij B), of which proposition 04 proves that it acts on vec(M) like the action on M
   (library/kronecker.v).

   The determinant: A ⊗ B = (A ⊗ 1)(1 ⊗ B), where 1 ⊗ B is p copies of B along the diagonal, and
   A ⊗ 1 becomes 1 ⊗ A by the perfect shuffle of rows and columns. The eigenvalues, with their
   multiplicities, over an algebraically closed field: both factors are similar to lower triangular
   matrices, and the product of these is lower triangular. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From epreuve.library Require Import kronecker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(** Positions and dimensions *)

Section Actions.
Variable R : comRingType.

Theorem commute p' p n' n (A : 'M[R]_(p', p)) (B : 'M[R]_(n', n)) (M : 'M[R]_(n, p)) :
  action A 1%:M (action 1%:M B M) = action 1%:M B (action A 1%:M M).
Proof. by rewrite !action_comp !mul1mx !mulmx1. Qed.

Theorem rank_one p' p n' n (A : 'M[R]_(p', p)) (B : 'M[R]_(n', n)) (u : 'cV_p) (v : 'cV_n) :
  action A B (v *m u^T) = (B *m v) *m (A *m u)^T.
Proof. by rewrite /action trmx_mul !mulmxA. Qed.

Lemma unit_mul m q r (i : 'I_m) (j : 'I_q) (Y : 'M[R]_(q, r)) k l :
  (delta_mx i j *m Y) k l = (k == i)%:R * Y j l.
Proof.
rewrite mxE (bigD1 j) //= big1 ?addr0 => [|s /negPf s_j]; first by rewrite !mxE eqxx andbT.
by rewrite !mxE s_j andbF mul0r.
Qed.

(* a map of n x p matrices, n >= 1, commutes with all actions on dimensions, sums and multiples
   included, if and only if it is an action on positions *)
Theorem commutant n p (T : {linear 'M[R]_(n.+1, p) -> 'M[R]_(n.+1, p)}) :
  (forall (B : 'M[R]_n.+1) M, T (B *m M) = B *m T M)
  <-> exists A : 'M[R]_p, forall M, T M = action A 1%:M M.
Proof.
split=> [T_B | [A T_A] B M]; last by rewrite !T_A /action !mul1mx mulmxA.
(* row j of A^T is the first row of T(E_0j) *)
exists (\matrix_(l, j) T (delta_mx 0 j) 0 l) => M; rewrite /action mul1mx.
rewrite [M in T M]matrix_sum_delta [M in RHS]matrix_sum_delta linear_sum mulmx_suml.
apply: eq_bigr => i _; rewrite linear_sum mulmx_suml; apply: eq_bigr => j _.
rewrite linearZ /= -scalemxAl; congr (_ *: _).
apply/matrixP=> k l.
by rewrite -[in LHS](mul_delta_mx (0 : 'I_n.+1)) T_B !unit_mul !mxE.
Qed.

End Actions.

Section Inverse.
Variable R : comUnitRingType.

Theorem inverse p n (A : 'M[R]_p) (B : 'M[R]_n) (M : 'M[R]_(n, p)) :
  A \in unitmx -> B \in unitmx -> action (invmx A) (invmx B) (action A B M) = M.
Proof. by move=> unitA unitB; rewrite action_comp !mulVmx // /action trmx1 mul1mx mulmx1. Qed.

(* P M Q^T is M in other coordinates of its rows and of its columns *)
Theorem change_of_bases p n (A Q : 'M[R]_p) (B P : 'M[R]_n) (M : 'M[R]_(n, p)) :
    P \in unitmx -> Q \in unitmx ->
  action (Q *m A *m invmx Q) (P *m B *m invmx P) (P *m M *m Q^T) = P *m action A B M *m Q^T.
Proof.
move=> unitP unitQ; rewrite -/(action Q P M) -/(action Q P (action A B M)) !action_comp.
by rewrite !mulmxKV.
Qed.

End Inverse.

(** Causal patterns: row j of A, the query j, has zeros after j *)

Section Causal.
Variable R : comRingType.

(* tokens after j do not matter to token j *)
Theorem causal p n (A : 'M[R]_p) (M N : 'M[R]_(n, p)) (j : 'I_p) :
    is_trig_mx A -> (forall i : 'I_p, (i <= j)%N -> col i M = col i N) ->
  col j (action A 1%:M M) = col j (action A 1%:M N).
Proof.
move=> /is_trig_mxP trigA same; apply/colP=> k; rewrite /action !mul1mx !mxE.
apply: eq_bigr => i _; rewrite !mxE; case: (leqP i j) => [le_ij | lt_ji].
  by have /colP/(_ k) := same i le_ij; rewrite !mxE => ->.
by rewrite trigA // !mulr0.
Qed.

(* what a causal A does with its transposition no causal A' does without it, unless A is diagonal *)
Theorem transposition_needed p n (A A' : 'M[R]_p) : is_trig_mx A -> is_trig_mx A' ->
  (forall M : 'M[R]_(n.+1, p), M *m A' = M *m A^T) -> is_diag_mx A.
Proof.
move=> trigA /is_trig_mxP trigA' same; rewrite is_diag_mxEtrig trigA.
apply/is_trig_mxP => i j lt_ij.
have /matrixP/(_ 0 j) := same (delta_mx 0 i).
by rewrite !unit_mul eqxx !mul1r trigA' // mxE.
Qed.

End Causal.

(** Trace and determinant *)

Section Determinant.
Variable R : comRingType.

Theorem trace p n (A : 'M[R]_p) (B : 'M[R]_n) : \tr (A ⊗ B) = \tr A * \tr B.
Proof.
rewrite mxtrace_mxblock [\tr A]/mxtrace mulr_suml.
by apply: eq_bigr => i _; rewrite mxtraceZ.
Qed.

(* rows and columns in another order, the same for both *)
Lemma det_reordered m n (f : 'I_m -> 'I_n) (X : 'M[R]_n) :
  bijective f -> \det (mxsub f f X) = \det X.
Proof.
move=> bij_f; have m_n : m = n by have := bij_eq_card bij_f; rewrite !card_ord.
case: _ / m_n in X f bij_f *.
pose s := perm (bij_inj bij_f).
have -> : mxsub f f X = perm_mx s *m X *m perm_mx s^-1%g.
  by rewrite -row_permE -col_permE; apply/matrixP=> i j; rewrite !mxE !permE.
by rewrite !det_mulmx mulrAC -det_mulmx -perm_mxM mulgV perm_mx1 det1 mul1r.
Qed.

Lemma det_cast m n (e : m = n) (X : 'M[R]_m) : \det (castmx (e, e) X) = \det X.
Proof. by case: _ / e. Qed.

Lemma det_diagonal p n (B : 'M[R]_n) : \det (\mxdiag_(i < p) B) = \det B ^+ p.
Proof.
elim: p => [|p IH].
  rewrite expr0; move: (\mxdiag_(i < 0) B); rewrite big_ord0 => X; exact: det_mx00.
by rewrite mxdiag_recl det_cast det_ublock IH exprS.
Qed.

(* 1 ⊗ B is p blocks B on the diagonal *)
Lemma identity_left p n (B : 'M[R]_n) : (1%:M : 'M[R]_p) ⊗ B = \mxdiag_(i < p) B.
Proof.
apply: eq_mxblock => i j; rewrite mxE; case: eqP => _; last by rewrite scale0r.
by rewrite scale1r conform_mx_id.
Qed.

Lemma identities p n : (1%:M : 'M[R]_p) ⊗ (1%:M : 'M[R]_n) = 1%:M.
Proof. by rewrite identity_left mxdiagZ. Qed.

(* the perfect shuffle: row k of block i becomes row i of block k *)
Definition shuffle p n (x : 'I_(\sum_(i < p) n)) : 'I_(\sum_(k < n) p) :=
  tagnat.Rank (tagnat.sig2 x) (tagnat.sig1 x).

Lemma shuffleK p n : cancel (@shuffle p n) (@shuffle n p).
Proof.
move=> x; apply/val_inj/eqP; rewrite -[in X in _ == X](tagnat.sig2K x) tagnat.eq_Rank.
by rewrite tagnat.Rank1K tagnat.Rank2K -val_eqE /= !eqxx.
Qed.

Lemma identity_right p n (A : 'M[R]_p) :
  A ⊗ (1%:M : 'M[R]_n) = mxsub (@shuffle p n) (@shuffle p n) (1%:M ⊗ A).
Proof. by apply/matrixP=> x y; rewrite [RHS]mxE kronecker_entry !mxE mulrC. Qed.

Theorem determinant p n (A : 'M[R]_p) (B : 'M[R]_n) :
  \det (A ⊗ B) = \det A ^+ n * \det B ^+ p.
Proof.
have -> : A ⊗ B = (A ⊗ 1%:M) *m (1%:M ⊗ B) by rewrite kronecker_mul mulmx1 mul1mx.
rewrite det_mulmx identity_right det_reordered ?identity_left ?det_diagonal //.
by exists (@shuffle n p); apply: shuffleK.
Qed.

End Determinant.

Theorem kronecker_inverse (R : comUnitRingType) p n (A : 'M[R]_p) (B : 'M[R]_n) :
  A \in unitmx -> B \in unitmx -> (invmx A ⊗ invmx B) *m (A ⊗ B) = 1%:M.
Proof. by move=> unitA unitB; rewrite kronecker_mul !mulVmx // identities. Qed.

(** Eigenvalues *)

Lemma kronecker_trig (R : comRingType) p n (S : 'M[R]_p) (T : 'M[R]_n) :
  is_trig_mx S -> is_trig_mx T -> is_trig_mx (S ⊗ T).
Proof.
move=> /is_trig_mxP trigS /is_trig_mxP trigT; apply/is_trig_mxP => x y x_lt_y; rewrite !mxE.
case: (ltngtP (tagnat.sig1 x) (tagnat.sig1 y)) => [lt1 | gt1 | eq1].
- by rewrite trigS ?mul0r.
- have lt_n := ltn_ord (tagnat.sig2 y).
  suff: (y < x)%N by rewrite ltnNge ltnW.
  rewrite (index_value x) (index_value y).
  have le_block : (((tagnat.sig1 y).+1) * n <= tagnat.sig1 x * n)%N by rewrite leq_mul2r gt1 orbT.
  apply: leq_trans (leq_addr _ _); apply: leq_trans le_block.
  by rewrite mulSn addnC ltn_add2r.
- rewrite [X in _ * X]trigT ?mulr0 // -(ltn_add2l (tagnat.sig1 x * n)).
  by rewrite -index_value eq1 -index_value.
Qed.

Section Triangular.
Variable F : fieldType.

(* P A = S P with P invertible: A and S are similar *)
Lemma char_poly_similar n (P A S : 'M[F]_n) :
  P \in unitmx -> P *m A = S *m P -> char_poly A = char_poly S.
Proof.
rewrite unitmxE unitfE => detP PA; have := congr1 (map_mx polyC) PA.
rewrite !map_mxM => PA_poly.
have detP_poly : \det (map_mx polyC P) != 0 by rewrite det_map_mx polyC_eq0.
apply: (mulfI detP_poly); rewrite /char_poly -det_mulmx [RHS]mulrC -det_mulmx; congr (\det _).
by rewrite mulmxBr mulmxBl PA_poly scalar_mxC.
Qed.

Theorem eigenvalues_triangular p n (P A S : 'M[F]_p) (Q B T : 'M[F]_n) :
    P \in unitmx -> Q \in unitmx -> P *m A = S *m P -> Q *m B = T *m Q ->
    is_trig_mx S -> is_trig_mx T ->
  char_poly (A ⊗ B) = \prod_j \prod_i ('X - (S j j * T i i)%:P).
Proof.
move=> unitP unitQ PA QB trigS trigT.
rewrite (@char_poly_similar _ (P ⊗ Q) _ (S ⊗ T)).
- rewrite char_poly_trig ?kronecker_trig // sig_big_dep (reindex _ tagnat.sig_bij_on) /=.
  by apply: eq_bigr => x _; rewrite !mxE.
- by rewrite unitmxE determinant unitrM !unitrX // -unitmxE.
- by rewrite !kronecker_mul PA QB.
Qed.

End Triangular.

Section Closed.
Variable F : closedFieldType.

Lemma triangular n (A : 'M[F]_n) :
  exists P S : 'M[F]_n, [/\ P \in unitmx, P *m A = S *m P & is_trig_mx S].
Proof.
elim: n A => [|n IH] A.
  by exists 1%:M, A; rewrite unitmx1 mul1mx mulmx1; split=> //; apply/is_trig_mxP=> -[].
have /closed_rootP[a] : size (char_poly A) != 1%N by rewrite size_char_poly.
rewrite -eigenvalue_root_char => /eigenvalueP[v vA v_neq0].
(* the first row u of C is v, but for its length *)
pose C : 'M[F]_(1 + n) := row_ebase v.
have unitC : C \in unitmx by apply: row_ebase_unit.
have rank_v : \rank v = 1%N.
  by apply/eqP; rewrite eqn_leq rank_leq_row lt0n mxrank_eq0.
have v_u : v = col_ebase v *m usubmx C.
  have -> : usubmx C = pid_mx 1 *m C.
    by rewrite -{2}[C]vsubmxK pid_mx_row mul_row_col mul1mx mul0mx addr0.
  by rewrite mulmxA; have := mulmx_ebase v; rewrite rank_v => ->.
have uA : usubmx C *m A = a *: usubmx C.
  apply: (can_inj (mulKmx (col_ebase_unit v))).
  by rewrite mulmxA -v_u vA {1}v_u scalemxAr.
(* so in the rows of C as a basis A has a first row of a and zeros *)
pose X : 'M[F]_(1 + n) := C *m A *m invmx C.
have first_row : usubmx X = row_mx a%:M 0.
  rewrite -!mul_usub_mx uA -scalemxAl mul_usub_mx mulmxV // (scalar_mx_block 1 n).
  by rewrite block_mxEv col_mxKu scale_row_mx scaler0 scalemx1.
have X_block : X = block_mx a%:M 0 (dlsubmx X) (drsubmx X).
  by rewrite -{1}[X]submxK /ulsubmx /ursubmx first_row row_mxKl row_mxKr.
have [P [S [unitP PX trigS]]] := IH (drsubmx X).
have blocks : block_mx 1%:M 0 0 P *m X
              = block_mx a%:M 0 (P *m dlsubmx X) S *m block_mx 1%:M 0 0 P :> 'M_(1 + n).
  rewrite {1}X_block !mulmx_block.
  by rewrite !(mul1mx, mulmx1, mul0mx, mulmx0, add0r, addr0) PX.
exists (block_mx 1%:M 0 0 P *m C), (block_mx a%:M 0 (P *m dlsubmx X) S); split.
- by rewrite unitmx_mul unitC andbT unitmxE (@det_ublock _ 1 n) det1 mul1r -unitmxE.
- have -> : block_mx 1%:M 0 0 P *m C *m A = block_mx 1%:M 0 0 P *m X *m C.
    by rewrite !mulmxA mulmxKV.
  by rewrite blocks -mulmxA.
- by rewrite (@is_trig_block_mx _ 1 n 1 n) // eqxx trigS mx11_is_trig.
Qed.

Lemma same_zeros (a b : seq F) :
  \prod_(x <- a) ('X - x%:P) = \prod_(y <- b) ('X - y%:P) -> perm_eq a b.
Proof.
elim: a b => [|x a IH] b.
  rewrite big_nil => /(congr1 (size \o val))/=; rewrite size_poly1 size_prod_XsubC.
  by case: b.
rewrite big_cons => eq_ab.
have x_b : x \in b by rewrite -root_prod_XsubC -eq_ab rootM root_XsubC eqxx.
rewrite perm_sym (perm_trans (perm_to_rem x_b)) // perm_cons perm_sym IH //.
apply: (mulfI (negbT (polyXsubC_eq0 x))); rewrite eq_ab.
by rewrite (perm_big _ (perm_to_rem x_b)) big_cons.
Qed.

Theorem has_eigenvalues n (A : 'M[F]_n) : exists s, char_poly A = \prod_(a <- s) ('X - a%:P).
Proof.
have [s] := closed_field_poly_normal (char_poly A).
by rewrite (monicP (char_poly_monic A)) scale1r; exists s.
Qed.

(* the eigenvalues of A are the numbers of a, as often as they are zeros of the characteristic
   polynomial, and those of B are the numbers of b *)
Theorem eigenvalues p n (A : 'M[F]_p) (B : 'M[F]_n) a b :
    char_poly A = \prod_(x <- a) ('X - x%:P) -> char_poly B = \prod_(y <- b) ('X - y%:P) ->
  char_poly (A ⊗ B) = \prod_(x <- a) \prod_(y <- b) ('X - (x * y)%:P).
Proof.
have diagonal m (X P S : 'M[F]_m) c : P \in unitmx -> P *m X = S *m P -> is_trig_mx S ->
    char_poly X = \prod_(x <- c) ('X - x%:P) -> perm_eq [seq S i i | i <- enum 'I_m] c.
  move=> unitP PX trigS; rewrite (char_poly_similar unitP PX) char_poly_trig // => eq_c.
  by apply: same_zeros; rewrite -eq_c big_map big_enum.
have [P [S [unitP PA trigS]]] := triangular A.
have [Q [T [unitQ QB trigT]]] := triangular B.
move=> /(diagonal _ _ _ _ _ unitP PA trigS) perm_a /(diagonal _ _ _ _ _ unitQ QB trigT) perm_b.
rewrite (eigenvalues_triangular unitP unitQ PA QB) //.
rewrite -(perm_big _ perm_a) big_map big_enum; apply: eq_bigr => j _.
by rewrite -(perm_big _ perm_b) big_map big_enum.
Qed.

End Closed.
