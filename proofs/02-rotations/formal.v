(* Moving a position is multiplying by a rotation (exo7 4.4, Proposition 2), for every even
   dimension n = 2 m, all frequencies omega_i and all positions and shifts, integer or not:
       w_{k+l} = R_l w_k,   R_l = diag(M(l omega_0), ..., M(l omega_{m-1})),   R_1^l = R_l,
   R_l is orthogonal, and with the sine before the cosine it is R_l^T that shifts.
   Everything reduces to 2 x 2 blocks, where it is the addition formulas of cos and sin; the
   blocks act one by one. The definitions (position, rotation, shift) are in library/positions.v. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import reals sequences exp trigo.
From epreuve.library Require Import positions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory tagnat.
Local Open Scope ring_scope.

(* A^l, for a square matrix of any size (mathcomp's ^+ wants a size known to be positive) *)
Definition matrix_power (R : ringType) n (A : 'M[R]_n) (l : nat) : 'M[R]_n :=
  iter l (mulmx A) 1%:M.

(* omega_i = 1 / p^(2 i / n), n = 2 m: the documents' frequencies *)
Definition frequency (R : realType) (p : R) {m} (i : 'I_m) : R :=
  (expR ((2 * i)%:R / (2 * m)%:R * ln p))^-1.

Section Plane.

Variable R : realType.
Implicit Types s t omega : R.

Lemma ord2 (a : 'I_2) : a = 0 \/ a = 1.
Proof. by case: a => [[|[|]]] //= ?; [left | right]; exact/val_inj. Qed.

(* M(s) turns the point of polar coordinates r, t into the one of coordinates r, s + t *)
Theorem rotation_turns s (r t : R) :
  rotation s *m (r *: cos_sin t) = r *: cos_sin (s + t).
Proof.
rewrite -scalemxAr; congr (_ *: _).
apply/colP => a; rewrite !mxE !big_ord_recl big_ord0 !mxE /= addr0.
by case: (ord2 a) => ->; rewrite /= ?cosD ?sinD ?mulNr.
Qed.

(* hence turning twice adds the angles, and turning l times multiplies the angle by l *)
Theorem rotationD s t : rotation s *m rotation t = rotation (s + t).
Proof.
apply/matrixP => a b; rewrite !mxE !big_ord_recl big_ord0 !mxE /= addr0.
case: (ord2 a) (ord2 b) => -> [] ->; rewrite /= ?cosD ?sinD ?mulNr ?mulrN ?opprD //.
- by rewrite addrC [cos s * _]mulrC [sin s * _]mulrC.
- by rewrite addrC.
Qed.

Lemma rotation0 : rotation 0 = 1%:M :> 'M[R]_2.
Proof.
by apply/matrixP => a b; rewrite !mxE cos0 sin0 oppr0; case: eqP => //; case: ifP.
Qed.

Theorem rotation_power omega (l : nat) : rotation omega ^+ l = rotation (l%:R * omega).
Proof.
elim: l => [|l IHl]; first by rewrite expr0 mul0r rotation0.
by rewrite exprS IHl -[_ * _]/(_ *m _) rotationD mulrS mulrDl mul1r.
Qed.

Lemma tr_rotation t : (rotation t)^T = rotation (- t).
Proof.
apply/matrixP => a b; rewrite !mxE cosN sinN opprK eq_sym.
by case: (ord2 a) (ord2 b) => -> [] ->.
Qed.

(* exchanging sine and cosine turns the other way *)
Lemma rotation_sin_cos s t : rotation s *m sin_cos t = sin_cos (t - s).
Proof.
apply/colP => a; rewrite !mxE !big_ord_recl big_ord0 !mxE /= addr0.
case: (ord2 a) => ->; rewrite /= ?cosB ?sinB ?mulNr.
- by rewrite mulrC [sin s * _]mulrC.
- by rewrite addrC mulrC [sin s * _]mulrC.
Qed.

(* the two directions coincide only for half turns *)
Lemma sin_cos_there_and_back s t : sin_cos (t - s) = sin_cos (t + s) <-> sin s = 0.
Proof.
have zero (x y : R) : x + y = x - y -> y = 0.
  by move/addrI/eqP; rewrite -subr_eq0 opprK -mulr2n mulrn_eq0 => /eqP.
split=> [/colP eq_st | sin_s0]; last first.
  by apply/colP => a; rewrite !mxE sinB sinD cosB cosD sin_s0 !mulr0 !subr0 !addr0.
have := eq_st 0; rewrite !mxE /= sinB sinD => /esym/zero cs0.
have := eq_st 1; rewrite !mxE /= cosB cosD => /zero ss0.
apply/eqP; rewrite -sqrf_eq0 -[_ ^+ 2]mul1r -(cos2Dsin2 t) mulrDl -!exprMn.
by rewrite cs0 ss0 expr0n addr0.
Qed.

End Plane.

Section Positions.

Variables (R : realType) (m : nat).
Implicit Types (omega : 'I_m -> R) (k l : R).

Lemma mul_mxdiag (A B : 'I_m -> 'M[R]_2) :
  \mxdiag_(i < m) A i *m \mxdiag_(i < m) B i = \mxdiag_(i < m) (A i *m B i).
Proof.
rewrite mul_mxdiag_mxblock; apply/eq_mxblock => i j.
by case: eqVneq => [->|_]; rewrite ?conform_mx_id ?mulmx0.
Qed.

(* entry b of block i is entry 2 i + b of the whole *)
Lemma block_index (i : 'I_m) (b : 'I_2) (r : 'I_(\sum_(i < m) 2)) :
  (r = i.*2 + b :> nat)%N -> r = Rank i b.
Proof.
move=> r_ib; apply: ord_inj; rewrite r_ib [RHS]RankEsum.
by rewrite -(big_ord_widen _ (fun=> 2%N)) ?sum_nat_const ?card_ord ?muln2 // ltnW.
Qed.

Lemma block_entry (v : 'I_m -> 'cV[R]_2) (i : 'I_m) (b : 'I_2) :
  (\mxcol_(i < m) v i) (Rank i b) 0 = v i b 0.
Proof. by have /colP/(_ b) := mxcolK v i; rewrite !mxE. Qed.

(* the layout is the documents': entries 2 i and 2 i + 1 of w_k are cos and sin of omega_i k, *)
Theorem position_entries omega k (i : 'I_m) (r : 'I_(\sum_(i < m) 2)) :
  (r = i.*2 :> nat -> position omega k r 0 = cos (omega i * k)) /\
  (r = i.*2.+1 :> nat -> position omega k r 0 = sin (omega i * k)).
Proof.
split=> r_i.
- by rewrite (@block_index i 0 r) ?addn0 // block_entry mxE.
- by rewrite (@block_index i 1 r) ?addn1 // block_entry mxE.
Qed.

(* or sin and cos, *)
Theorem position_sine_first_entries omega k (i : 'I_m) (r : 'I_(\sum_(i < m) 2)) :
  (r = i.*2 :> nat -> position_sine_first omega k r 0 = sin (omega i * k)) /\
  (r = i.*2.+1 :> nat -> position_sine_first omega k r 0 = cos (omega i * k)).
Proof.
split=> r_i.
- by rewrite (@block_index i 0 r) ?addn0 // block_entry mxE.
- by rewrite (@block_index i 1 r) ?addn1 // block_entry mxE.
Qed.

(* and R_l has its 2 x 2 blocks M(l omega_i) on the diagonal, 0 elsewhere *)
Theorem shift_entries omega l (i j : 'I_m) (b c : 'I_2) (r s : 'I_(\sum_(i < m) 2)) :
  (r = i.*2 + b :> nat)%N -> (s = j.*2 + c :> nat)%N ->
  shift omega l r s = if i == j then rotation (l * omega i) b c else 0.
Proof.
move=> /block_index -> /block_index ->.
pose B i j := if i == j then rotation (l * omega i) else 0.
have -> : shift omega l = \mxblock_(i, j) B i j.
  apply/eq_mxblock => i' j'.
  by rewrite /B; case: eqVneq => // _; rewrite conform_mx_id.
have /matrixP/(_ b c) := mxblockK B i j; rewrite !mxE /B => ->.
by case: eqVneq => // _; rewrite mxE.
Qed.

(* w_{k+l} = R_l w_k: Proposition 2, block by block *)
Theorem position_shift omega k l : position omega (k + l) = shift omega l *m position omega k.
Proof.
rewrite mul_mxdiag_mxcol; apply/eq_mxcol => i.
by rewrite -[cos_sin (_ * k)]scale1r rotation_turns scale1r mulrDr addrC [l * _]mulrC.
Qed.

Theorem position_succ omega k : position omega (k + 1) = shift omega 1 *m position omega k.
Proof. exact: position_shift. Qed.

Theorem shiftD omega l l' : shift omega l *m shift omega l' = shift omega (l + l').
Proof. by rewrite mul_mxdiag; apply/eq_mxdiag => i; rewrite rotationD mulrDl. Qed.

Lemma shift0 omega : shift omega 0 = 1%:M.
Proof. by rewrite -mxdiagZ; apply/eq_mxdiag => i; rewrite mul0r rotation0. Qed.

(* R_1^l = R_l *)
Theorem shift_power omega (l : nat) : matrix_power (shift omega 1) l = shift omega l%:R.
Proof.
elim: l => [|l IHl]; first by rewrite shift0.
by rewrite (mulrS 1) -shiftD -IHl.
Qed.

(* going back is the transpose *)
Theorem tr_shift omega l : (shift omega l)^T = shift omega (- l).
Proof. by rewrite tr_mxdiag; apply/eq_mxdiag => i; rewrite tr_rotation mulNr. Qed.

Theorem shift_orthogonal omega l :
  shift omega l *m (shift omega l)^T = 1%:M /\ (shift omega l)^T *m shift omega l = 1%:M.
Proof. by rewrite tr_shift; split; rewrite shiftD ?(subrr l) ?(addNr l) shift0. Qed.

(* the same matrix takes the sine-first vectors back *)
Lemma shift_sine_first omega k l :
  shift omega l *m position_sine_first omega k = position_sine_first omega (k - l).
Proof.
rewrite mul_mxdiag_mxcol; apply/eq_mxcol => i.
by rewrite rotation_sin_cos mulrBr [l * _]mulrC.
Qed.

Theorem tr_shift_sine_first omega k l :
  position_sine_first omega (k + l) = (shift omega l)^T *m position_sine_first omega k.
Proof. by rewrite tr_shift shift_sine_first opprK. Qed.

(* R_l itself is wrong there, unless all its angles are multiples of pi *)
Theorem shift_fails_sine_first omega k l :
  shift omega l *m position_sine_first omega k = position_sine_first omega (k + l) <->
  forall i, sin (omega i * l) = 0.
Proof.
rewrite shift_sine_first /position_sine_first -eq_mxcolP; split=> eq_k i; move: (eq_k i).
all: by rewrite mulrBr mulrDr sin_cos_there_and_back.
Qed.

End Positions.

Section Documents.

Variables (R : realType) (m : nat).

(* exo7: integer positions, n = 2 m, omega_i = 1 / p^(2 i / n), and R_l as the power R_1^l *)
Theorem position_shift_exo7 (p : R) (k l : nat) :
  position (@frequency R p m) (k + l)%:R =
  matrix_power (shift (frequency p) 1) l *m position (frequency p) k%:R.
Proof. by rewrite natrD position_shift shift_power. Qed.

(* masterclass: PE_(pos + k) is a linear function of PE_pos, the same for all pos *)
Theorem position_shift_masterclass (k : nat) :
  exists A : 'M[R]_(\sum_(i < m) 2), forall pos : nat,
    position_sine_first (frequency 10000) (pos + k)%:R =
    A *m position_sine_first (frequency 10000) pos%:R.
Proof.
by exists (shift (frequency 10000) k%:R)^T => pos; rewrite natrD tr_shift_sine_first.
Qed.

End Documents.
