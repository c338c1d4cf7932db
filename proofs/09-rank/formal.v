(* Exo7 6.3: the rank of W_OV = W_O W_V, with W_O n x r and W_V r x n, over any field. The rows of
   a product AB are combinations of the rows of B, its columns combinations of the columns of A;
   hence rank AB <= min(rank A, rank B) <= r. The bound is sharp, and more: the products W_O W_V
   are exactly the matrices of rank at most r. Mathcomp's \rank is the dimension of the row space,
   equal to that of the column space (mxrank_tr). *)
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope ring_scope.

Section Rank.
Variable F : fieldType.

Theorem rank_product m q n (A : 'M[F]_(m, q)) (B : 'M[F]_(q, n)) :
  (\rank (A *m B) <= minn (\rank A) (\rank B))%N.
Proof. by rewrite leq_min mxrankM_maxl mxrankM_maxr. Qed.

Variables n r : nat.

Theorem rank_output_value (W_O : 'M[F]_(n, r)) (W_V : 'M[F]_(r, n)) : (\rank (W_O *m W_V) <= r)%N.
Proof. exact: leq_trans (mxrankM_maxr _ _) (rank_leq_row _). Qed.

Theorem rank_query_key (W_Q W_K : 'M[F]_(r, n)) : (\rank (W_Q^T *m W_K) <= r)%N.
Proof. exact: rank_output_value. Qed.

(* with few dimensions to work in, W_OV cannot be inverted: it loses something *)
Theorem singular (W_O : 'M[F]_(n, r)) (W_V : 'M[F]_(r, n)) :
  (r < n)%N -> W_O *m W_V \notin unitmx.
Proof.
move=> r_lt_n; rewrite -row_full_unit /row_full neq_ltn.
by rewrite (leq_ltn_trans (rank_output_value _ _)).
Qed.

(* M = C D with C n x rank M and D rank M x n; copy both into the first columns and rows *)
Theorem rank_at_most_r (M : 'M[F]_n) :
  (\rank M <= r)%N <-> exists (W_O : 'M_(n, r)) (W_V : 'M_(r, n)), M = W_O *m W_V.
Proof.
split=> [rank_le_r | [W_O [W_V ->]]]; last exact: rank_output_value.
exists (col_base M *m pid_mx (\rank M)), (pid_mx (\rank M) *m row_base M).
rewrite mulmxA -[_ *m _ *m pid_mx _]mulmxA mul_pid_mx minnn (minn_idPr rank_le_r).
by rewrite pid_mx_1 mulmx1 mulmx_base.
Qed.

Theorem bound_attained :
  (r <= n)%N -> exists (W_O : 'M[F]_(n, r)) (W_V : 'M[F]_(r, n)), \rank (W_O *m W_V) = r.
Proof.
move=> r_le_n; have rank_r: \rank (pid_mx r : 'M[F]_n) = r by exact: rank_pid_mx.
have /rank_at_most_r[W_O [W_V product]]: (\rank (pid_mx r : 'M[F]_n) <= r)%N by rewrite rank_r.
by exists W_O, W_V; rewrite -product.
Qed.

End Rank.
