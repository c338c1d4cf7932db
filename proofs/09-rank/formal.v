(* Exo7 6.3: the rank of W_OV = W_O W_V, with W_O n x r and W_V r x n, over any field. The rows of
   a product AB are combinations of the rows of B, its columns combinations of the columns of A;
   hence rank AB <= min(rank A, rank B) <= r. The bound is sharp, and more: the products W_O W_V
   are exactly the matrices of rank at most r. Mathcomp's \rank is the dimension of the row space,
   equal to that of the column space (mxrank_tr).

   Over the real numbers, rank bounds the trace: with P the orthogonal projection onto the row space of A,
   A = A P, so that tr A is the inner product of A and P; and |P|^2 = tr P is the rank. *)
From mathcomp Require Import all_ssreflect all_algebra.
From epreuve.library Require Import cauchy_schwarz.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
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

(** Trace and norm *)

Section Trace.
Variables (R : rcfType) (n : nat).
Implicit Types A B P : 'M[R]_n.

(* <A, B> = sum_ij a_ij b_ij, and |A| is its norm *)
Definition inner A B : R := \sum_i \sum_j A i j * B i j.
Definition norm A : R := Num.sqrt (\sum_i \sum_j A i j ^+ 2).

Lemma innerE A B : inner A B = \tr (A *m B^T).
Proof. by apply: eq_bigr => i _; rewrite mxE; apply: eq_bigr => j _; rewrite mxE. Qed.

Lemma innerC A B : inner A B = inner B A.
Proof. by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mulrC. Qed.

Lemma norm_sqr A : norm A ^+ 2 = inner A A.
Proof.
rewrite sqr_sqrtr; first by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite expr2.
by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; exact: sqr_ge0.
Qed.

Lemma norm_eq0 A : norm A = 0 -> A = 0.
Proof.
move=> norm0; have := norm_sqr A; rewrite norm0 expr0n /= => /esym; rewrite /inner pair_big /= => sum0.
have square0 := psumr_eq0P (fun p _ => _) sum0; apply/matrixP => i j; rewrite mxE; apply/eqP.
by rewrite -sqrf_eq0 expr2 (square0 _ (i, j)) // => p; rewrite -expr2 sqr_ge0.
Qed.

Lemma inner_le A B : inner A B <= norm A * norm B.
Proof.
apply: le_trans (ler_norm _) _; rewrite -sqrtr_sqr -sqrtrM; last first.
  by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; exact: sqr_ge0.
by apply: ler_wsqrtr; rewrite /inner !pair_big; exact: cauchy_schwarz.
Qed.

(* the orthogonal projection onto the row space of A, by the rows of a basis: C^T (C C^T)^-1 C *)
Lemma gram_unit m (C : 'M[R]_(m, n)) : row_free C -> C *m C^T \in unitmx.
Proof.
move=> freeC; rewrite -row_free_unit -kermx_eq0; apply/rowV0P => u /sub_kermxP uCC.
apply: (row_free_inj freeC); rewrite mul0mx.
have : (u *m C *m (u *m C)^T) 0 0 = 0 by rewrite trmx_mul !mulmxA -[u *m C *m _]mulmxA uCC mul0mx mxE.
rewrite mxE => sum0; apply/rowP => j; rewrite [RHS]mxE; apply/eqP; rewrite -sqrf_eq0 expr2.
have squares k : 0 <= (u *m C) 0 k * (u *m C)^T k 0 by rewrite [_^T _ _]mxE -expr2 sqr_ge0.
by have := psumr_eq0P (fun k _ => squares k) sum0 (i := j) isT; rewrite [_^T _ _]mxE => ->.
Qed.

Lemma row_projection A : exists P,
  [/\ P^T = P, P *m P = P, A *m P = A & \tr P = (\rank A)%:R].
Proof.
have [C [freeC AE]] : exists C : 'M_(\rank A, n), row_free C /\ A = col_base A *m C.
  by exists (row_base A); rewrite row_base_free mulmx_base.
have unitC := gram_unit freeC.
pose G := invmx (C *m C^T); have GT : G^T = G by rewrite /G trmx_inv trmx_mul trmxK.
have one : C *m (C^T *m G) = 1%:M by rewrite mulmxA mulmxV.
exists (C^T *m G *m C); split.
- by rewrite !trmx_mul trmxK GT mulmxA.
- by rewrite mulmxA -[_ *m C *m _]mulmxA one mulmx1.
- by rewrite {1}AE mulmxA -[_ *m C *m _]mulmxA one mulmx1 -AE.
- by rewrite mxtrace_mulC one mxtrace1.
Qed.

Lemma projection_norm P : P^T = P -> P *m P = P -> norm P = Num.sqrt (\tr P).
Proof.
move=> PT PP; have -> : \tr P = norm P ^+ 2 by rewrite norm_sqr innerE PT PP.
by rewrite sqrtr_sqr ger0_norm ?sqrtr_ge0.
Qed.

(* tr A <= sqrt r |A| for rank A <= r *)
Theorem trace_bound r A : (\rank A <= r)%N -> \tr A <= Num.sqrt r%:R * norm A.
Proof.
move=> rank_r; have [P [PT PP AP trP]] := row_projection A.
rewrite -{1}AP -{1}PT -innerE mulrC; apply: le_trans (inner_le A P) _.
by rewrite ler_wpmul2l ?sqrtr_ge0 // projection_norm // trP ler_wsqrtr // ler_nat.
Qed.

(* the rank of a projection is its trace *)
Theorem trace_projection P : P *m P = P -> \tr P = (\rank P)%:R.
Proof.
move: (mulmx_base P) (col_base_full P) (row_base_free P).
move: (col_base P) (row_base P) => C D PE fullC freeD PP.
rewrite -[X in \tr X]PE mxtrace_mulC -(@mxtrace1 R (\rank P)); congr (\tr _).
apply: (row_free_inj freeD); apply: (row_full_inj fullC).
by rewrite mul1mx !mulmxA PE -mulmxA PE.
Qed.

(* an orthogonal projection onto r dimensions has the largest trace *)
Theorem orthogonal_projection_attains P : P^T = P -> P *m P = P ->
  \tr P = Num.sqrt (\rank P)%:R * norm P.
Proof.
move=> PT PP; rewrite projection_norm // -(trace_projection PP) -expr2 sqr_sqrtr //.
by rewrite (trace_projection PP) ler0n.
Qed.

(* an oblique projection has less *)
Theorem oblique_projection_less P : P *m P = P -> P^T != P ->
  \tr P < Num.sqrt (\rank P)%:R * norm P.
Proof.
move=> PP oblique; rewrite lt_neqAle trace_bound // andbT; apply: contra_neq oblique => attained.
have [Q [QT QQ PQ trQ]] := row_projection P; have trP := trace_projection PP.
suff -> : P = Q by [].
apply/eqP; rewrite -subr_eq0; apply/eqP; apply: norm_eq0; apply/eqP; rewrite -sqrf_eq0 norm_sqr.
have normP : inner P P = (\rank P)%:R.
  have [r0|r_gt0] := posnP (\rank P).
    by have /eqP -> : P == 0; [rewrite -mxrank_eq0 r0 | rewrite innerE mul0mx mxtrace0 mxrank0].
  apply: (mulfI (x := (\rank P)%:R)); first by rewrite pnatr_eq0 -lt0n.
  rewrite -norm_sqr -{1}[(\rank P)%:R](sqr_sqrtr (ler0n _ _)) -exprMn -attained trP.
  by rewrite expr2.
have inner_sub : inner (P - Q) (P - Q) = inner P P - inner P Q *+ 2 + inner Q Q.
  rewrite /inner -sumrMnl -sumrB -big_split; apply: eq_bigr => i _ /=.
  rewrite -sumrMnl -sumrB -big_split; apply: eq_bigr => j _ /=.
  by rewrite !mxE -!expr2 sqrrB.
by rewrite inner_sub normP !innerE QT QQ PQ trQ trP mulr2n opprD addrA subrr sub0r addNr.
Qed.

End Trace.
