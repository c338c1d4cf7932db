(* Multi-head attention written in two ways, over any ring, for any number m of heads of any
   dimensions d_1, ..., d_m: the heads side by side times one matrix W^O, or the sum of the heads,
   each with its own block of W^O. Both are the product of a block row by a block column,
   (X_1 ... X_m) (Y_1; ...; Y_m) = sum_j X_j Y_j. What a head computes does not matter: it is any
   matrix (masterclass) or any function of a matrix, linear or not (exo7). The last theorem says
   when the heads of exo7 are the n x n matrices it takes them for: unit matrices M = E_kl tell. *)
From mathcomp Require Import all_ssreflect all_algebra.
From epreuve.library Require Import kronecker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

(* n/r heads of dimension r fill n dimensions *)
Theorem total_dimension n r : (r %| n)%N -> (\sum_(j < n %/ r) r = n)%N.
Proof. by move=> r_divides_n; rewrite kronecker_size divnK. Qed.

Section Heads.
Variable R : ringType.
Variables (K n m : nat) (d : 'I_m -> nat).

(* all heads together work in dimension d_1 + ... + d_m *)
Local Notation total := (\sum_j d j)%N.

(** Tokens as rows: Concat(head_1, ..., head_m) W^O                        masterclass, iaetnous *)

(* W^O given as a whole: its j-th block of rows is head j's own *)
Theorem concatenation (head : forall j, 'M[R]_(K, d j)) (W_O : 'M[R]_(total, n)) :
  (\mxrow_j head j) *m W_O = \sum_j head j *m submxcol W_O j.
Proof. by rewrite -{1}[W_O]submxcolK mul_mxrow_mxcol. Qed.

(* W^O given head by head: stack the blocks *)
Theorem sum_of_heads (head : forall j, 'M[R]_(K, d j)) (W_O : forall j, 'M[R]_(d j, n)) :
  \sum_j head j *m W_O j = (\mxrow_j head j) *m (\mxcol_j W_O j).
Proof. by rewrite mul_mxrow_mxcol. Qed.

(** Tokens as columns: x + sum_j Wout_j h_j(Win_j x)                                    exo7 6.2 *)

(* H = h_1 (+) ... (+) h_m: h_j reads and writes the j-th block of rows *)
Definition direct_sum (h : forall j, 'M[R]_(d j, K) -> 'M[R]_(d j, K)) (y : 'M[R]_(total, K)) :=
  \mxcol_j h j (submxcol y j).

Theorem direct_sum_whole h (W_in : 'M[R]_(total, n)) (W_out : 'M[R]_(n, total))
    (x : 'M[R]_(n, K)) :
  x + W_out *m direct_sum h (W_in *m x)
  = x + \sum_j submxrow W_out j *m h j (submxcol W_in j *m x).
Proof.
rewrite -{1}[W_out]submxrowK mul_mxrow_mxcol; congr (x + _); apply: eq_bigr => j _.
by rewrite submxcol_mul.
Qed.

Theorem direct_sum_of_heads h (W_in : forall j, 'M[R]_(d j, n)) (W_out : forall j, 'M[R]_(n, d j))
    (x : 'M[R]_(n, K)) :
  x + \sum_j W_out j *m h j (W_in j *m x)
  = x + (\mxrow_j W_out j) *m direct_sum h ((\mxcol_j W_in j) *m x).
Proof. by rewrite direct_sum_whole; under [in RHS]eq_bigr do rewrite mxrowK mxcolK. Qed.

(* for heads that are matrices acting from the left, H is the block diagonal matrix *)
Theorem direct_sum_matrix (h : forall j, 'M[R]_(d j)) (y : 'M[R]_(total, K)) :
  direct_sum (fun j => mulmx (h j)) y = (\mxdiag_j h j) *m y.
Proof. by rewrite -{2}[y]submxcolK mul_mxdiag_mxcol. Qed.

End Heads.

(** But h(M) = (A ⊗ B) M = B M A^T, the head of exo7, is a matrix acting from the left only if A is
    a multiple of the identity: if no token looks at another *)

Lemma mul_delta (R : ringType) m n p q (X : 'M[R]_(m, n)) (Y : 'M[R]_(p, q)) k l i j :
  (X *m delta_mx k l *m Y) i j = X i k * Y l j.
Proof. by rewrite -(mul_delta_mx (0 : 'I_1)) mulmxA -colE -mulmxA -rowE mxE big_ord1 !mxE. Qed.

Theorem head_as_matrix (R : idomainType) r K (A : 'M[R]_K) (B : 'M[R]_r) :
  (exists C : 'M[R]_r, forall M : 'M[R]_(r, K), action A B M = C *m M)
  <-> B = 0 \/ exists a, A = a%:M.
Proof.
split=> [[C headC] | [-> | [a ->]]]; last first.
- by exists (a *: B) => M; rewrite /action tr_scalar_mx mul_mx_scalar scalemxAl.
- by exists 0 => M; rewrite /action !mul0mx.
(* at M = E_kl, entry (i, j):  b_ik a_jl = c_ik if l = j and 0 if not *)
have entry i k j l: B i k * A j l = C i k * (l == j)%:R.
  have /matrixP/(_ i j) := headC (delta_mx k l).
  by rewrite /action -[C *m _]mulmx1 !mul_delta !mxE.
have [-> | /matrix0Pn[i [k b_neq0]]] := eqVneq B 0; [by left | right].
case: K A headC entry => [|K'] A' _ entry; first by exists 0; apply/matrixP=> -[].
exists (A' 0 0); apply/matrixP=> j l; apply: (mulfI b_neq0).
by rewrite mxE [j == l]eq_sym -mulr_natr mulrA !entry eqxx mulr1.
Qed.
