(* What a block of the residual stream leaves for a later one (exo7 3.3). A stream of K tokens is a
   matrix x of n rows and K columns; block i adds W_out^i f_i(W_in^i x) to it, f_i being arbitrary.

   The stream before block j is the one before block i plus the sum of all that was written between:
   W_in^j reads what block i wrote through W_in^j W_out^i, and the rest too. For n = p + q, where
   the blocks between write 0 on the first p rows, these rows stay as block i has left them. *)

From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Stream.

Variables (R : ringType) (n K : nat).

(* a block: its input matrix, its function (any, of all the tokens at once), its output matrix *)
Record block := Block {
  W_in : 'M[R]_n;
  act : 'M[R]_(n, K) -> 'M[R]_(n, K);
  W_out : 'M[R]_n }.

(* what the block returns when the stream is x: f(W_in x) *)
Definition output (b : block) (x : 'M[R]_(n, K)) := act b (W_in b *m x).

(* the stream after the block: x + W_out f(W_in x) *)
Definition step (b : block) (x : 'M[R]_(n, K)) := x + W_out b *m output b x.

(* the blocks of the network, and x_i, the stream that enters block i: x_{i+1} = step_i(x_i) *)
Variables (b : nat -> block) (x0 : 'M[R]_(n, K)).
Fixpoint stream (i : nat) := if i is i'.+1 then step (b i') (stream i') else x0.

(* x_j = x_i + sum_{i <= l < j} W_out^l y_l, where y_l is what block l returns *)
Theorem stream_sum i j : (i <= j)%N ->
  stream j = stream i + \sum_(i <= l < j) W_out (b l) *m output (b l) (stream l).
Proof.
elim: j => [|j IHj]; first by rewrite leqn0 => /eqP ->; rewrite big_geq ?addr0.
rewrite leq_eqVlt => /predU1P[<-|]; first by rewrite big_geq ?addr0.
by rewrite ltnS => le_ij; rewrite big_nat_recr //= addrA -IHj.
Qed.

(* hence what a matrix W reads before block j: from each block its output times W W_out^l *)
Theorem read_sum (W : 'M[R]_n) i j : (i <= j)%N ->
  W *m stream j =
  W *m stream i + \sum_(i <= l < j) (W *m W_out (b l)) *m output (b l) (stream l).
Proof.
move=> le_ij; rewrite (stream_sum le_ij) mulmxDr mulmx_sumr; congr (_ + _).
by apply: eq_bigr => l _; rewrite mulmxA.
Qed.

(* if the products W_in^j W_out^l of the blocks between are 0, block j reads block i alone, through
   W_in^j W_out^i, on top of the stream that block i has read *)
Theorem any_later_block i j : (i < j)%N ->
  (forall l, (i < l < j)%N -> W_in (b j) *m W_out (b l) = 0) ->
  W_in (b j) *m stream j =
  W_in (b j) *m stream i + (W_in (b j) *m W_out (b i)) *m output (b i) (stream i).
Proof.
move=> lt_ij silent; rewrite (read_sum _ (ltnW lt_ij)) big_ltn // big_nat big1 ?addr0 // => l.
by move/silent ->; rewrite mul0mx.
Qed.

End Stream.

Section Parts.

Variables (R : ringType) (p q K : nat).
Implicit Types (b : block R (p + q) K) (x : 'M[R]_(p + q, K)).

(* the part of the stream in R^p: its first p rows *)
Definition part x : 'M[R]_(p, K) := usubmx x.

(* diag(A, B), by blocks *)
Definition diag2 (A : 'M[R]_p) (B : 'M[R]_q) : 'M[R]_(p + q) := block_mx A 0 0 B.

Lemma part_diag2 A B x : part (diag2 A B *m x) = A *m part x.
Proof. by rewrite /part -{1}[x]vsubmxK mul_block_col col_mxKu mul0mx addr0. Qed.

Lemma part_step b x : part (step b x) = part x + part (W_out b *m output b x).
Proof. by rewrite /part linearD. Qed.

(* no writing on the first p rows: all of W_out's first p rows are 0, e.g. diag(0, Y) *)
Definition silent b := usubmx (W_out b) = 0.

Lemma silent_diag2 b B : W_out b = diag2 0 B -> silent b.
Proof. by rewrite /silent => ->; rewrite /diag2 block_mxEv col_mxKu row_mx0. Qed.

Lemma silent_step b x : silent b -> part (step b x) = part x.
Proof.
by move=> silent_b; rewrite part_step /part -mul_usub_mx silent_b mul0mx addr0.
Qed.

(* Any number of silent blocks between two blocks i < j leave the part as it is: *)
Theorem part_through_silent (b : nat -> block R (p + q) K) x0 i j : (i <= j)%N ->
  (forall l, (i <= l < j)%N -> silent (b l)) ->
  part (stream b x0 j) = part (stream b x0 i).
Proof.
move=> le_ij silent_b; rewrite (stream_sum b x0 le_ij) /part linearD linear_sum big_nat /=.
rewrite big1 ?addr0 // => l /silent_b silent_l.
by rewrite -mul_usub_mx silent_l mul0mx.
Qed.

(* block j receives from its part of the stream what block i has left there *)
Theorem part_any_later_block (b : nat -> block R (p + q) K) x0 i j X X' Z Z' : (i < j)%N ->
  W_out (b i) = diag2 X X' -> W_in (b j) = diag2 Z Z' ->
  (forall l, (i < l < j)%N -> silent (b l)) ->
  part (W_in (b j) *m stream b x0 j) =
  Z *m (part (stream b x0 i) + X *m part (output (b i) (stream b x0 i))).
Proof.
move=> lt_ij W_out_i W_in_j silent_b.
by rewrite W_in_j part_diag2 (part_through_silent _ lt_ij) //= part_step W_out_i part_diag2.
Qed.

(* The document's three blocks. *)
Variables (X : 'M[R]_p) (X' : 'M[R]_q) (Y' : 'M[R]_q) (Z : 'M[R]_p) (Z' : 'M[R]_q).
Variables (b1 b2 b3 : block R (p + q) K) (x1 : 'M[R]_(p + q, K)).
Hypothesis W_out1 : W_out b1 = diag2 X X'.
Hypothesis W_out2 : W_out b2 = diag2 0 Y'.
Hypothesis W_in3 : W_in b3 = diag2 Z Z'.
Let x2 := step b1 x1.
Let x3 := step b2 x2.
Let u1 := part (output b1 x1).

(* block 1 adds X u_1 *)
Theorem block1_adds : part x2 = part x1 + X *m u1.
Proof. by rewrite part_step W_out1 part_diag2. Qed.

(* block 2 changes nothing, whatever W_in^2, f_2 and Y' are *)
Theorem block2_silent : part x3 = part x2.
Proof. exact: silent_step (silent_diag2 W_out2). Qed.

(* block 3 receives Z (u_0 + X u_1), u_0 the part of the stream that block 1 has found, *)
Theorem block3_receives : part (W_in b3 *m x3) = Z *m (part x1 + X *m u1).
Proof. by rewrite W_in3 part_diag2 block2_silent block1_adds. Qed.

(* which is what it would receive if block 2 did not exist *)
Theorem block3_without_block2 : part (W_in b3 *m x3) = part (W_in b3 *m x2).
Proof. by rewrite W_in3 !part_diag2 block2_silent. Qed.

(* u_3 is X u_1 alone, as the document has it, only if block 1 has found 0 there *)
Theorem block3_receives_alone : part x3 = X *m u1 <-> part x1 = 0.
Proof.
rewrite block2_silent block1_adds; split=> [/eqP|->]; last by rewrite add0r.
by rewrite -subr_eq0 addrK => /eqP.
Qed.

End Parts.

(* Taken at its word, the document's last point fails: n = 1 + 1, K = 1, all the blocks are the
   identity of their part. The stream (1, 1) becomes (2, 2), then (2, 4). *)
Section Counterexamples.

Definition ones : 'M[int]_(1 + 1, 1) := const_mx 1.
Definition block1 : block int_Ring (1 + 1) 1 := Block 1%:M id (diag2 1%:M 1%:M).
Definition block2 : block int_Ring (1 + 1) 1 := Block 1%:M id (diag2 0 1%:M).
Definition x2 := step block1 ones.
Definition x3 := step block2 x2.

Lemma x2E : x2 = col_mx 2%:M 2%:M.
Proof.
rewrite /x2 /step /output /= /diag2 -scalar_mx_block !mul1mx.
by rewrite /ones -col_mx_const add_col_mx; congr col_mx; apply/matrixP => r c; rewrite !mxE !ord1.
Qed.

Lemma x3E : x3 = col_mx 2%:M 4%:M.
Proof.
rewrite /x3 /step x2E /output /= mul1mx mul_block_col !mul0mx mul1mx addr0 add0r add_col_mx addr0.
by congr col_mx; rewrite -raddfD.
Qed.

(* block 3 finds u_3 = 2 where X u_1 = 1: the stream was not 0 *)
Theorem not_alone : part x3 = 2%:M /\ 1%:M *m part (output block1 ones) = 1%:M.
Proof.
rewrite x3E mul1mx /output /= mul1mx /part col_mxKu; split=> //.
by apply/matrixP => r c; rewrite !mxE !ord1.
Qed.

(* and on all of R^n block 3 does notice block 2 *)
Theorem block2_noticed : diag2 1%:M 1%:M *m x3 <> diag2 1%:M 1%:M *m x2.
Proof.
rewrite /diag2 -scalar_mx_block !mul1mx x2E x3E => /eq_col_mx[_].
by move/matrixP/(_ 0 0); rewrite !mxE.
Qed.

End Counterexamples.
