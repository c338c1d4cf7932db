(* How many heads a layer needs while its patterns are fixed, over any field, for patterns and matrices of any
   shapes. A layer is the function M |-> sum_h W_h M A_h^T, W_h = W_O W_V. Its coefficients are
   sum_h A_h(i, j) W_h(k, l): with the pairs (i, j) for rows and (k, l) for columns they are a matrix, the
   product of the A_h, one per column, and the W_h, one per row; and its rank is the least number of terms. See
   statement.md. *)
From mathcomp Require Import all_ssreflect all_algebra.
From epreuve.library Require Import kronecker.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Lemma mul_delta (R : ringType) m n p q (X : 'M[R]_(m, n)) (Y : 'M[R]_(p, q)) k l i j :
  (X *m delta_mx k l *m Y) i j = X i k * Y l j.
Proof. by rewrite -(mul_delta_mx (0 : 'I_1)) mulmxA -colE -mulmxA -rowE mxE big_ord1 !mxE. Qed.

Section Heads.
Variable F : fieldType.
Variables p' p n' n : nat.

(* H heads: h takes from token j for token i as much as A_h(i, j) says *)
Definition layer H (A : 'I_H -> 'M[F]_(p', p)) (W : 'I_H -> 'M[F]_(n', n)) (M : 'M[F]_(n, p)) :=
  \sum_h action (A h) (W h) M.

(* row (i, j), column (k, l): how much of entry l of token j comes into entry k of token i *)
Definition coefficients (f : 'M[F]_(n, p) -> 'M[F]_(n', p')) : 'M[F]_(p' * p, n' * n) :=
  \matrix_(a, b) let: (i, j) := enum_val (cast_ord (esym (mxvec_cast p' p)) a) in
                 let: (k, l) := enum_val (cast_ord (esym (mxvec_cast n' n)) b) in
                 f (delta_mx l j) k i.

(* matrices, each as a row *)
Definition rows H q m (A : 'I_H -> 'M[F]_(q, m)) : 'M[F]_(H, q * m) := \matrix_h mxvec (A h).

Definition independent H q m (A : 'I_H -> 'M[F]_(q, m)) := row_free (rows A).

Lemma coefficient f i j k l :
  coefficients f (mxvec_index i j) (mxvec_index k l) = f (delta_mx l j) k i.
Proof. by rewrite mxE /mxvec_index !cast_ordK !enum_rankK. Qed.

Theorem coefficients_layer H (A : 'I_H -> 'M[F]_(p', p)) (W : 'I_H -> 'M[F]_(n', n)) :
  coefficients (layer A W) = (rows A)^T *m rows W.
Proof.
apply/matrixP=> a b; case/mxvec_indexP: a => i j; case/mxvec_indexP: b => k l.
rewrite coefficient summxE !mxE; apply: eq_bigr => h _.
by rewrite /action mul_delta !mxE !mxvecE mulrC.
Qed.

(* both are independent: H heads need H terms *)
Theorem rank_independent H (A : 'I_H -> 'M[F]_(p', p)) (W : 'I_H -> 'M[F]_(n', n)) :
  independent A -> independent W -> \rank (coefficients (layer A W)) = H.
Proof.
rewrite coefficients_layer => A_free /eqP W_rank; rewrite -[RHS]W_rank.
by rewrite eqmxMfull // /row_full mxrank_tr.
Qed.

Theorem no_fewer H H' (A : 'I_H -> 'M[F]_(p', p)) (W : 'I_H -> 'M[F]_(n', n))
    (A' : 'I_H' -> 'M[F]_(p', p)) (W' : 'I_H' -> 'M[F]_(n', n)) :
  independent A -> independent W -> layer A' W' =1 layer A W -> (H <= H')%N.
Proof.
move=> A_free W_free same; rewrite -(rank_independent A_free W_free).
have -> : coefficients (layer A W) = (rows A')^T *m rows W'.
  by rewrite -coefficients_layer; apply/matrixP=> a b; rewrite !mxE; case: enum_val => i j;
     case: enum_val => k l; rewrite same.
by rewrite (leq_trans (mxrankM_maxr _ _)) ?rank_leq_row.
Qed.

(* the coefficients of a linear function say all of it *)
Lemma coefficientsP (f g : {linear 'M[F]_(n, p) -> 'M[F]_(n', p')}) :
  coefficients f = coefficients g -> f =1 g.
Proof.
move=> same M; rewrite [M]matrix_sum_delta !linear_sum; apply: eq_bigr => l _.
rewrite !linear_sum; apply: eq_bigr => j _; rewrite !linearZ; congr (_ *: _).
by apply/matrixP=> k i; rewrite -!coefficient same.
Qed.

Definition layer_linear H A W : linear (@layer H A W).
Proof.
move=> c M N; rewrite /layer scaler_sumr -big_split; apply: eq_bigr => h _.
by rewrite /action mulmxDr mulmxDl -scalemxAr -scalemxAl.
Qed.

(* the least number of heads of any linear function from tokens to tokens *)
Theorem least_heads (f : {linear 'M[F]_(n, p) -> 'M[F]_(n', p')}) H :
  (exists (A : 'I_H -> 'M[F]_(p', p)) (W : 'I_H -> 'M[F]_(n', n)), f =1 layer A W) <->
  (\rank (coefficients f) <= H)%N.
Proof.
split=> [[A [W same]] | rank_le_H].
  have -> : coefficients f = (rows A)^T *m rows W.
    by rewrite -coefficients_layer; apply/matrixP=> a b; case/mxvec_indexP: a => i j;
       case/mxvec_indexP: b => k l; rewrite !coefficient same.
  by rewrite (leq_trans (mxrankM_maxr _ _)) ?rank_leq_row.
set C := coefficients f in rank_le_H *.
pose P := col_base C *m (pid_mx (\rank C) : 'M_(_, H)).
pose Q := (pid_mx (\rank C) : 'M_(H, _)) *m row_base C.
have PQ : P *m Q = C.
  rewrite mulmxA -[_ *m _ *m pid_mx _]mulmxA mul_pid_mx minnn (minn_idPr rank_le_H).
  by rewrite pid_mx_1 mulmx1 mulmx_base.
exists (fun h => vec_mx (row h P^T)), (fun h => vec_mx (row h Q)).
apply: (@coefficientsP f (Linear (layer_linear _ _))); rewrite /= coefficients_layer -/C -PQ.
by congr (_ *m _); [rewrite -[P in LHS]trmxK; congr _^T |]; apply/row_matrixP=> h;
   rewrite rowK vec_mxK.
Qed.

(* if either are dependent, one term fewer does: so H is the least number only if both are independent *)
Theorem one_fewer H (A : 'I_H.+1 -> 'M[F]_(p', p)) (W : 'I_H.+1 -> 'M[F]_(n', n)) :
  ~~ (independent A && independent W) ->
  exists (A' : 'I_H -> 'M[F]_(p', p)) (W' : 'I_H -> 'M[F]_(n', n)), layer A W =1 layer A' W'.
Proof.
move=> dependent; apply/(least_heads (Linear (layer_linear A W))); rewrite /= coefficients_layer.
have le_rank : (\rank ((rows A)^T *m rows W) <= minn (\rank (rows A)) (\rank (rows W)))%N.
  by rewrite leq_min mxrankM_maxr -[X in (_ <= X)%N && _]mxrank_tr mxrankM_maxl.
rewrite -ltnS (leq_ltn_trans le_rank) // gtn_min !ltn_neqAle !rank_leq_row !andbT -negb_and.
exact: dependent.
Qed.

End Heads.
