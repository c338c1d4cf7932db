(* The scalar product of two position vectors is a function of their shift, exactly (masterclass,
   sinusoidal encoding), for every even dimension n = 2 m and all frequencies:
       w_j . w_k = sum_i cos(omega_i (j - k)),   |w_k|^2 = n / 2,
       |w_j - w_k|^2 = n - 2 sum_i cos(omega_i (j - k)).
   Each block contributes cos a cos b + sin a sin b = cos(a - b), and it does not matter which of
   cosine and sine comes first. The position vectors are those of library/positions.v. *)

From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import reals trigo.
From epreuve.library Require Import positions.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* u . v = sum_r u_r v_r *)
Definition dot (R : ringType) n (u v : 'cV[R]_n) : R := \sum_r u r 0 * v r 0.

(* |u - v| = sqrt(sum_r (u_r - v_r)^2) *)
Definition distance (R : rcfType) n (u v : 'cV[R]_n) : R :=
  Num.sqrt (\sum_r (u r 0 - v r 0) ^+ 2).

Section Euclidean.

Variables (R : rcfType) (n : nat).
Implicit Types u v : 'cV[R]_n.

Lemma dotE u v : dot u v = (u^T *m v) 0 0.
Proof. by rewrite mxE; apply: eq_bigr => r _; rewrite mxE. Qed.

(* |u - v|^2 = |u|^2 - 2 u . v + |v|^2 *)
Lemma sum_sqr_sub u v : \sum_r (u r 0 - v r 0) ^+ 2 = dot u u - dot u v *+ 2 + dot v v.
Proof.
rewrite -sumrMnl -sumrB -big_split /=.
by apply: eq_bigr => r _; rewrite sqrrB !expr2.
Qed.

Lemma distance_sqr u v : distance u v ^+ 2 = dot u u - dot u v *+ 2 + dot v v.
Proof. by rewrite -sum_sqr_sub sqr_sqrtr // sumr_ge0 // => r _; apply: sqr_ge0. Qed.

(* equal scalar products, equal distances *)
Lemma eq_distance u v u' v' :
  dot u u = dot u' u' -> dot u v = dot u' v' -> dot v v = dot v' v' ->
  distance u v = distance u' v'.
Proof. by rewrite /distance !sum_sqr_sub => -> -> ->. Qed.

End Euclidean.

Section Positions.

Variables (R : realType) (m : nat).
Implicit Types (omega : 'I_m -> R) (j k l : R).

(* a column of blocks is multiplied block by block *)
Lemma dot_mxcol (u v : 'I_m -> 'cV[R]_2) :
  dot (\mxcol_(i < m) u i) (\mxcol_(i < m) v i) = \sum_i dot (u i) (v i).
Proof.
by rewrite dotE tr_mxcol mul_mxrow_mxcol summxE; apply: eq_bigr => i _; rewrite dotE.
Qed.

Theorem position_dot omega j k :
  dot (position omega j) (position omega k) = \sum_i cos (omega i * (j - k)).
Proof.
rewrite dot_mxcol; apply: eq_bigr => i _.
by rewrite /dot !big_ord_recl big_ord0 !mxE /= addr0 -cosB mulrBr.
Qed.

(* the order of sine and cosine does not matter *)
Theorem position_sine_first_dot omega j k :
  dot (position_sine_first omega j) (position_sine_first omega k) =
  dot (position omega j) (position omega k).
Proof.
rewrite !dot_mxcol; apply: eq_bigr => i _.
by rewrite /dot !big_ord_recl !big_ord0 !mxE /= !addr0 addrC.
Qed.

(* in the masterclass's notation: PE_(pos + k) . PE_pos is a function of k, not approximately *)
Theorem position_dot_masterclass omega (pos k : R) :
  dot (position_sine_first omega (pos + k)) (position_sine_first omega pos) =
  \sum_i cos (omega i * k).
Proof. by rewrite position_sine_first_dot position_dot addrC addKr. Qed.

(* moving both positions by l changes nothing, *)
Theorem position_dot_translation omega j k l :
  dot (position omega (j + l)) (position omega (k + l)) =
  dot (position omega j) (position omega k).
Proof. by rewrite !position_dot opprD addrACA subrr addr0. Qed.

(* and l steps forward look like l steps backward *)
Theorem position_dot_direction omega k l :
  dot (position omega (k - l)) (position omega k) =
  dot (position omega (k + l)) (position omega k).
Proof.
rewrite !position_dot; apply: eq_bigr => i _.
by rewrite ![k + _]addrC !addrK mulrN cosN.
Qed.

Theorem position_norm2 omega k : dot (position omega k) (position omega k) = m%:R.
Proof.
rewrite position_dot subrr; under eq_bigr do rewrite mulr0 cos0.
by rewrite sumr_const card_ord.
Qed.

Theorem position_distance2 omega j k :
  distance (position omega j) (position omega k) ^+ 2 =
  (2 * m)%:R - 2 * \sum_i cos (omega i * (j - k)).
Proof.
by rewrite distance_sqr !position_norm2 position_dot addrAC -natrD addnn -mul2n mulr_natl.
Qed.

Theorem position_distance_translation omega j k l :
  distance (position omega (j + l)) (position omega (k + l)) =
  distance (position omega j) (position omega k).
Proof. by apply: eq_distance; exact: position_dot_translation. Qed.

Theorem position_sine_first_distance omega j k :
  distance (position_sine_first omega j) (position_sine_first omega k) =
  distance (position omega j) (position omega k).
Proof. by apply: eq_distance; exact: position_sine_first_dot. Qed.

End Positions.
