// Coq at work on small proofs, sound and broken. Skipped where Coq is not installed.
#include "epreuve/proving/formal.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

using namespace epreuve;
using namespace epreuve::proofs;
using epreuve::tests::says;
namespace fs = std::filesystem;

namespace {

bool skipped()
{
  const std::string missing = Coq::missing();
  if (!missing.empty())
    std::cout << "skipped: " << missing << " is not installed\n";
  return !missing.empty();
}

const fs::path ours = fs::path(EPREUVE_SOURCE_DIR) / "proofs";

const std::string double_v = "Definition double (n : nat) : nat := n + n.\n";
const std::string sound = R"(From Coq Require Import Arith.
From epreuve.library Require Import double.
Lemma step n : double n = n + n.
Proof. reflexivity. Qed.
Theorem double_is_twice n : double n = 2 * n.
Proof. rewrite step; simpl; rewrite Nat.add_0_r; reflexivity. Qed.
)";

/// A folder proofs/ with one proposition, 01-toy-sum.
struct Project
{
  explicit Project(const std::string& formal, const std::string& assumptions = "")
  {
    fs::create_directories(proofs / "library");
    fs::create_directories(proofs / "01-toy-sum");
    for (const char* command : {"assumptions_of_each.mlg", "coq_8_16.ml", "coq_8_20.ml"})
      fs::copy(ours / "library" / command, proofs / "library");
    write_file(proofs / "library" / "double.v", double_v);
    write_file(proofs / "01-toy-sum" / "formal.v", formal);
    if (!assumptions.empty())
      write_file(proofs / "01-toy-sum" / assumptions_file, assumptions);
  }

  Proposition proposition() const
  {
    Proposition toy;
    toy.name = "01-toy-sum";
    toy.folder = proofs / toy.name;
    return toy;
  }

  Coq coq() const { return {proofs, folder / "work"}; }
  Result prove() const { return coq().prove(proposition()); }

  TemporaryFolder folder;
  fs::path proofs = folder / "proofs";
};

void fails(const std::string& formal, const std::string& assumptions, const std::string& words)
{
  const Project project(formal, assumptions);
  const Result result = project.prove();
  BOOST_TEST(name(result.status) == "failed");
  BOOST_TEST(result.why.find(words) != std::string::npos,
             result.why << "\ndoes not say: " << words);
}

std::string edited(const std::string& text, const std::string& from, const std::string& to)
{
  const std::size_t at = text.find(from);
  BOOST_TEST_REQUIRE(at != std::string::npos, "there is no " << from);
  return std::string(text).replace(at, from.size(), to);
}

} // namespace

BOOST_AUTO_TEST_CASE(theorems_are_the_lines_that_begin_so)
{
  const std::vector<std::string> names =
      theorems("Lemma a : x.\nTheorem first n : y.\n  Theorem it's_2: z.\n(* a Theorem b *)\n");
  const std::vector<std::string> expected{"first", "it's_2"};
  BOOST_TEST(names == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_sound_proof_is_proven_and_its_theorems_are_named_with_their_axioms)
{
  if (skipped())
    return;
  const Project project(sound, "double_is_twice: none\n");
  const Coq coq = project.coq();
  const Result result = coq.prove(project.proposition());
  BOOST_TEST(result.why == "");
  BOOST_TEST(name(result.status) == "proven");
  BOOST_TEST_REQUIRE(result.parts.size() == 1U);
  BOOST_TEST(result.parts[0].statement == "double_is_twice");
  BOOST_TEST(result.parts[0].seen == "none");
  BOOST_TEST(result.axioms.empty());
  BOOST_TEST(coq.check_again({project.proposition()}) == "");
  BOOST_TEST(!fs::exists(project.proofs / "01-toy-sum" / "formal.vo"));
}

BOOST_AUTO_TEST_CASE(a_false_statement_fails_at_its_line_of_the_source)
{
  if (skipped())
    return;
  const Project project(edited(sound, "2 * n", "3 * n"), "double_is_twice: none\n");
  const Result result = project.prove();
  BOOST_TEST(name(result.status) == "failed");
  const std::string place = (project.proofs / "01-toy-sum" / "formal.v").string() + "\", line 6";
  BOOST_TEST(result.why.find(place) != std::string::npos, result.why);
}

BOOST_AUTO_TEST_CASE(a_proof_that_is_given_up_is_none)
{
  if (skipped())
    return;
  fails(edited(sound, "Proof. rewrite step; simpl; rewrite Nat.add_0_r; reflexivity. Qed.",
               "Admitted."),
        "double_is_twice: toy_sum.double_is_twice\n", "no library of Coq declares");
  // The same in a step that the theorem uses.
  fails(edited(sound, "Proof. reflexivity. Qed.", "Admitted."), "double_is_twice: toy_sum.step\n",
        "no library of Coq declares");
}

BOOST_AUTO_TEST_CASE(an_axiom_of_our_own_is_refused_even_if_it_is_recorded)
{
  if (skipped())
    return;
  fails("Axiom easy : forall n, n = n + n.\nTheorem t : 1 = 2.\nProof. exact (easy 1). Qed.\n",
        "t: toy_sum.easy\n", "assumes toy_sum.easy");
}

BOOST_AUTO_TEST_CASE(an_axiom_of_a_library_is_accepted_if_it_is_recorded)
{
  if (skipped())
    return;
  const std::string text = "From Coq Require Import FunctionalExtensionality.\n"
                           "Theorem t (f g : nat -> nat) : (forall n, f n = g n) -> f = g.\n"
                           "Proof. apply functional_extensionality. Qed.\n";
  const std::string recorded = "t: FunctionalExtensionality.functional_extensionality_dep\n";
  const Result result = Project(text, recorded).prove();
  BOOST_TEST(result.why == "");
  BOOST_TEST(result.axioms.size() == 1U);
  fails(text, "t: none\n", recorded);
}

BOOST_AUTO_TEST_CASE(each_theorem_has_the_axioms_of_its_own_proof)
{
  if (skipped())
    return;
  const std::string text = "From Coq Require Import Classical FunctionalExtensionality.\n"
                           "Lemma step (f g : nat -> nat) : (forall n, f n = g n) -> f = g.\n"
                           "Proof. apply functional_extensionality. Qed.\n"
                           "Theorem a (f g : nat -> nat) : (forall n, f n = g n) -> f = g.\n"
                           "Proof. apply step. Qed.\n"
                           "Theorem b (P : Prop) : ~ ~ P -> P.\n"
                           "Proof. apply NNPP. Qed.\n"
                           "Theorem c (f g : nat -> nat) :\n"
                           "  (forall n, f n = g n) -> f = g /\\ (f = g \\/ f <> g).\n"
                           "Proof. intro same; split; [apply a, same | apply classic]. Qed.\n"
                           "Theorem d : 1 = 1.\nProof. reflexivity. Qed.\n";
  const Result result =
      Project(text,
              "a: FunctionalExtensionality.functional_extensionality_dep\n"
              "b: Classical_Prop.classic\n"
              "c: Classical_Prop.classic, FunctionalExtensionality.functional_extensionality_dep\n"
              "d: none\n")
          .prove();
  BOOST_TEST(result.why == "");
}

BOOST_AUTO_TEST_CASE(assumptions_that_are_not_recorded_are_told_as_they_should_be)
{
  if (skipped())
    return;
  fails(sound, "", "differs from what Coq finds:\ndouble_is_twice: none\n");
  fails(sound, "another: none\n", "double_is_twice: none");
  fails(sound, "double_is_twice: none\nanother: none\n", "differs from what Coq finds");
}

BOOST_AUTO_TEST_CASE(a_file_without_a_theorem_proves_nothing)
{
  if (skipped())
    return;
  fails("Lemma a : 1 = 1.\nProof. reflexivity. Qed.\n", "", "announces no theorem");
}

BOOST_AUTO_TEST_CASE(a_checker_that_was_told_to_look_away_is_noticed)
{
  if (skipped())
    return;
  const Project project("Unset Guard Checking.\n"
                        "Fixpoint f (n : nat) : False := f n.\n"
                        "Set Guard Checking.\n"
                        "Theorem t : 1 = 2.\nProof. destruct (f 0). Qed.\n",
                        "t: none\n");
  const Coq coq = project.coq();
  const Result result = coq.prove(project.proposition());
  BOOST_TEST(name(result.status) == "failed");
  BOOST_TEST(coq.check_again({project.proposition()}).find("unsafe (co)fixpoints") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_checker_that_is_killed_gives_no_verdict)
{
  if (skipped())
    return;
  const Project project(sound, "double_is_twice: none\n");
  const Coq coq = project.coq();
  const fs::path checker = project.folder / "coqchk";
  write_file(checker, "#!/bin/sh\nkill -9 $$\n");
  fs::permissions(checker, fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (project.folder.path().string() + ":" + path).c_str(), 1);
  BOOST_CHECK_EXCEPTION(coq.check_again({project.proposition()}), Error,
                        says("coqchk was killed by signal 9"));
  ::setenv("PATH", path.c_str(), 1);
}

BOOST_AUTO_TEST_CASE(what_coq_remembers_of_arithmetic_stays_in_the_work_folder)
{
  if (skipped())
    return;
  const Project project("From Coq Require Import Lia.\n"
                        "Theorem t (n m : nat) : n * m <= n * n + m * m.\nProof. nia. Qed.\n",
                        "t: none\n");
  const TemporaryFolder elsewhere;
  const fs::path here = fs::current_path();
  fs::current_path(elsewhere.path());
  const Result result = project.prove();
  fs::current_path(here);
  BOOST_TEST(result.why == "");
  BOOST_TEST(fs::is_empty(elsewhere.path()));
  BOOST_TEST(fs::exists(project.folder / "work" / ".nia.cache"));
}

BOOST_AUTO_TEST_CASE(a_library_that_does_not_compile_is_shown_with_its_line)
{
  if (skipped())
    return;
  const Project project(sound);
  write_file(project.proofs / "library" / "double.v", "Definition double := nonsense.\n");
  BOOST_CHECK_EXCEPTION(project.coq(), Error, says("library/double.v\", line 1"));
}

// The project's own proofs, broken on purpose.

namespace {

/// Copies a proposition of the project, edits its formal.v, and has it checked. The library, which stays as it
/// is, is compiled once.
Result with_edit(const std::string& proposition, const std::string& from, const std::string& to)
{
  static const TemporaryFolder library;
  static const Coq coq(ours, library / "work");
  const TemporaryFolder folder;
  fs::copy(ours / proposition, folder / proposition);
  const Proposition copy = read_proposition(folder / proposition);
  const fs::path file = copy.folder / "formal.v";
  write_file(file, edited(read_text(file), from, to));
  return coq.prove(copy);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_wrong_index_in_a_proof_of_ours_fails)
{
  if (skipped())
    return;
  // In what `dagger` states: the printed index in place of the right one.
  const Result result = with_edit("04-kronecker", "\\sum_i A j i *: (B *m col i M)",
                                  "\\sum_i A i j *: (B *m col i M)");
  BOOST_TEST(name(result.status) == "failed");
  BOOST_TEST(result.why.find("formal.v\", line") != std::string::npos, result.why);
}

BOOST_AUTO_TEST_CASE(a_bound_of_ours_that_is_too_small_fails)
{
  if (skipped())
    return;
  // Half of the largest value of v^T J v.
  const Result result =
      with_edit("05-softmax", "<= 2^-1 * \\sum_i v 0 i ^+ 2", "<= 4^-1 * \\sum_i v 0 i ^+ 2");
  BOOST_TEST(name(result.status) == "failed");
  BOOST_TEST(result.why.find("formal.v\", line") != std::string::npos, result.why);
}

BOOST_AUTO_TEST_CASE(a_network_with_a_head_that_lost_its_mask_is_not_causal)
{
  if (skipped())
    return;
  const Result result =
      with_edit("08-causality", "run (@causal_self_attention R) id", "run (@self_attention R) id");
  BOOST_TEST(name(result.status) == "failed");
  BOOST_TEST(result.why.find("formal.v\", line") != std::string::npos, result.why);
}

BOOST_AUTO_TEST_CASE(a_hypothesis_that_is_weakened_too_far_fails)
{
  if (skipped())
    return;
  const Result result = with_edit("09-rank", "(r < n)%N ->", "(r <= n)%N ->");
  BOOST_TEST(name(result.status) == "failed");
  // Moments of order 1 do not give a variance.
  const Result moments = with_edit("06-attention-scaling", "(forall s, (e s <= 2)%N) ->\n  mean",
                                   "(forall s, (e s <= 1)%N) ->\n  mean");
  BOOST_TEST(name(moments.status) == "failed");
}

BOOST_AUTO_TEST_CASE(a_backward_pass_in_the_order_of_the_forward_one_is_no_adjoint)
{
  if (skipped())
    return;
  const Result result =
      with_edit("30-backward-pass", "foldr (fun e y => add y (back e (y (to e)))) w s",
                "foldl (fun y e => add y (back e (y (to e)))) w s");
  BOOST_TEST(name(result.status) == "failed");
  BOOST_TEST(result.why.find("formal.v\", line") != std::string::npos, result.why);
}
