(* Exo7 5.1 to 5.3, over any commutative ring and for every size, rectangular factors included.
   `action A B M` is B M A^T, `A ⊗ B` the block matrix (a_ij B), `vec M` the columns of M stacked
   (library/kronecker.v). Everything is computed block by block: a product of block matrices is
   the block matrix of the products, so block i of (A ⊗ B) vec(M) is sum_j a_ij B C_j, which is
   column i of B M A^T. That column is the document's (†) with its two indices exchanged; as
   printed, (†) describes B M A, and is right for all B and M only if A is symmetric. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import mxtens.
From epreuve.library Require Import kronecker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section TensorProduct.
Variable R : comRingType.
Variables p' p n' n : nat.
Implicit Types (A : 'M[R]_(p', p)) (B : 'M[R]_(n', n)) (M : 'M[R]_(n, p)).

(** The columns of (A ⊗ B) M: the formula (†) *)

Theorem dagger A B M j : col j (action A B M) = \sum_i A j i *: (B *m col i M).
Proof. exact: col_action. Qed.

(** One matrix that acts: the Kronecker product *)

Theorem vec_identity A B M : (A ⊗ B) *m vec M = vec (B *m M *m A^T).
Proof. exact: kronecker_vec. Qed.

(* the way back: entry (i, j) is entry i of block j *)
Definition unvec (v : 'cV[R]_(\sum_(j < p) n)) : 'M_(n, p) :=
  \matrix_(i, j) v (tagnat.Rank j i) 0.

Lemma vecK : cancel (@vec R n p) unvec.
Proof.
move=> M; apply/matrixP=> i j; rewrite mxE.
by have /matrixP/(_ i 0) := mxcolK (fun j => col j M) j; rewrite !mxE.
Qed.

Lemma unvecK : cancel unvec (@vec R n p).
Proof. by move=> v; apply/matrixP=> k l; rewrite !mxE tagnat.sig2K [l]ord1. Qed.

Theorem vec_bijective : bijective (@vec R n p).
Proof. by exists unvec; [apply: vecK | apply: unvecK]. Qed.

Theorem kronecker_unique A B X : (forall M, X *m vec M = vec (action A B M)) -> X = A ⊗ B.
Proof.
move=> X_acts; apply/matrixP=> k l.
(* every column vector is some vec M, in particular the one that picks out column l *)
have /colP/(_ k): col l X = col l (A ⊗ B).
  by rewrite !colE -[delta_mx l 0]unvecK X_acts vec_identity.
by rewrite !mxE.
Qed.

(** The same matrix as in the libraries, entry by entry: (A ⊗ B)_(i n' + k, j n + l) = a_ij b_kl *)

Lemma unindex q m (k : 'I_(\sum_(i < q) m)) :
  mxtens_unindex (cast_ord (kronecker_size q m) k) = (tagnat.sig1 k, tagnat.sig2 k).
Proof. by apply: (canLR (@mxtens_indexK _ _)); apply/val_inj/index_value. Qed.

Theorem kronecker_tensmx A B :
  castmx (kronecker_size p' n', kronecker_size p n) (A ⊗ B) = A *t B.
Proof.
apply: (canLR (castmxKV _ _)).
by apply/matrixP=> x y; rewrite castmxE !mxE !esymK !unindex.
Qed.

(** Linear in each factor (the document's sums are c = 1) *)

Theorem linear_left c A1 A2 B : (c *: A1 + A2) ⊗ B = c *: (A1 ⊗ B) + A2 ⊗ B.
Proof. by apply/matrixP=> x y; rewrite !mxE mulrDl mulrA. Qed.

Theorem linear_right c A B1 B2 : A ⊗ (c *: B1 + B2) = c *: (A ⊗ B1) + A ⊗ B2.
Proof. by apply/matrixP=> x y; rewrite !mxE mulrDr mulrCA. Qed.

Theorem action_linear_left c A1 A2 B M :
  action (c *: A1 + A2) B M = c *: action A1 B M + action A2 B M.
Proof. by rewrite /action linearP mulmxDr -scalemxAr. Qed.

Theorem action_linear_right c A B1 B2 M :
  action A (c *: B1 + B2) M = c *: action A B1 M + action A B2 M.
Proof. by rewrite /action !mulmxDl -!scalemxAl. Qed.

(** One side at a time *)

Theorem action_identity_left B M : action 1%:M B M = B *m M.
Proof. by rewrite /action trmx1 mulmx1. Qed.

Theorem action_identity_right A M : action A 1%:M M = M *m A^T.
Proof. by rewrite /action mul1mx. Qed.

Theorem decomposition A B : A ⊗ B = (1%:M ⊗ B) *m (A ⊗ 1%:M).
Proof. by rewrite kronecker_mul mul1mx mulmx1. Qed.

Theorem action_decomposition A B M : action A B M = action 1%:M B (action A 1%:M M).
Proof. by rewrite action_comp mul1mx mulmx1. Qed.

End TensorProduct.

(** Products factor by factor *)

Theorem mixed_product (R : comRingType) p q r n m l (A1 : 'M[R]_(p, q)) (A2 : 'M[R]_(q, r))
    (B1 : 'M[R]_(n, m)) (B2 : 'M[R]_(m, l)) :
  (A1 ⊗ B1) *m (A2 ⊗ B2) = (A1 *m A2) ⊗ (B1 *m B2).
Proof. exact: kronecker_mul. Qed.

Theorem action_mixed_product (R : comRingType) p q r n m l (A1 : 'M[R]_(p, q)) (A2 : 'M[R]_(q, r))
    (B1 : 'M[R]_(n, m)) (B2 : 'M[R]_(m, l)) (M : 'M[R]_(l, r)) :
  action A1 B1 (action A2 B2 M) = action (A1 *m A2) (B1 *m B2) M.
Proof. exact: action_comp. Qed.

(** (†) as printed, with a_ij for a_ji, describes B M A *)

Lemma dagger_printed (R : comRingType) p n (A : 'M[R]_p) (B : 'M[R]_n) (M : 'M[R]_(n, p)) j :
  \sum_i A i j *: (B *m col i M) = col j (action A^T B M).
Proof. by rewrite dagger; apply: eq_bigr => i _; rewrite mxE. Qed.

(* right for all B and M if and only if A is symmetric, whatever n >= 1 *)
Theorem dagger_printed_symmetric (R : comRingType) p n (A : 'M[R]_p) : (0 < n)%N ->
  (forall (B : 'M[R]_n) (M : 'M[R]_(n, p)) j,
     col j (action A B M) = \sum_i A i j *: (B *m col i M))
  <-> A^T = A.
Proof.
case: n => // n _; split=> [printed | symA B M j]; last by rewrite dagger_printed symA.
(* with B = I and M = E_0i, entry 0 of the two sides is a_ji and a_ij *)
apply/matrixP=> i j; have /colP/(_ 0) := printed 1%:M (delta_mx 0 i) j.
rewrite dagger_printed /action !mul1mx trmxK !mxE.
rewrite (bigD1 i) // [in RHS](bigD1 i) //= !big1 => [|k /negPf ki|k /negPf ki].
all: by rewrite !mxE ?eqxx ?ki ?mul1r ?mul0r ?addr0.
Qed.

(* and, where no product of numbers other than 0 is 0, for a single B other than 0 and all M *)
Theorem dagger_printed_single (R : idomainType) p n (A : 'M[R]_p) (B : 'M[R]_n) :
  (forall (M : 'M[R]_(n, p)) j, col j (action A B M) = \sum_i A i j *: (B *m col i M))
  <-> B = 0 \/ A^T = A.
Proof.
split=> [printed | [-> | symA] M j]; last by rewrite dagger_printed symA.
  have [-> | /matrix0Pn[k [l b_neq0]]] := eqVneq B 0; [by left | right].
  (* with M = E_li, entry k of the two sides is b_kl a_ji and b_kl a_ij *)
  apply/matrixP=> i j; apply: (mulfI b_neq0); have /colP/(_ k) := printed (delta_mx l i) j.
  rewrite dagger_printed /action trmxK.
  have entry (X : 'M[R]_p) : (B *m delta_mx l i *m X) k j = B k l * X i j.
    by rewrite -(mul_delta_mx (0 : 'I_1)) mulmxA -colE -mulmxA -rowE mxE big_ord1 !mxE.
  by rewrite [LHS]mxE [RHS]mxE !entry mxE => ->.
by rewrite dagger_printed /action !mul0mx.
Qed.

(* the matrix of rows (a, b) and (c, d) *)
Definition matrix2 (a b c d : int) : 'M[int]_2 :=
  \matrix_(i, j) nth 0 (nth [::] [:: [:: a; b]; [:: c; d]] i) j.

(* the document's own matrices: the first entry of (A ⊗ B) M is 8, the printed sum gives 11 *)
Theorem dagger_printed_fails :
  exists (A B M : 'M[int]_2) j, col j (action A B M) <> \sum_i A i j *: (B *m col i M).
Proof.
exists (matrix2 1 2 3 4), (matrix2 2 (-1) 1 0), (matrix2 1 2 0 1), 0.
rewrite dagger_printed => /colP/(_ 0).
by rewrite !(mxE, big_ord_recl, big_ord0) /=.
Qed.
