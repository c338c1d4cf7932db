#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What a statement says of arguments and results, clause by clause, and what decides each: an input that is named in
/// the clause's words, so that no seed changes it, and on which an answer that ignores the clause fails.
namespace epreuve::exercises {

/// A clause of a statement in exercises.hpp, found by its words.
struct Clause
{
  enum class Kind
  {
    promise, ///< what may happen: may, too, possible, need not, however, any size, any finite, as large as
    bound,    ///< how large an argument can be: none larger than 500, from 0.001 to 1000, l <= 10^6
    tie,      ///< which of several right answers
    outcome,  ///< a result that is different: if n = N, empty, finite, exactly
    smallest, ///< n >= 1, at least one word
    range,    ///< of indices: 0 <= i < N, each below N
    demand    ///< which inputs there are at all: not 0, no column, of rank n
  };
  Kind kind;
  std::string sentence; ///< or a part of one, up to a semicolon or a parenthesis
  std::string words;    ///< those by which it is found
  std::size_t at;       ///< where they are in the sentence
};

std::string_view name(Clause::Kind kind);

/// What a check must have for a clause. An answer that ignores a demand is right on all inputs that there are, and most
/// answers are right at the end of a range without care for it; what a promise, a bound, a tie or an outcome
/// says is ignored by answers that are plausible.
struct Needs
{
  bool domain = false, input = false, mistake = false;
};
Needs needs(Clause::Kind kind);

/// The clauses of a comment in exercises.hpp, in the order of its text.
std::vector<Clause> clauses_in(const std::string& statement);

/// Whether an input is named in words of a clause, among them one by which it is found, with more after a colon if need
/// be: "none larger than 500: two tokens". Words of several clauses are separated by semicolons.
bool is_named_after(const std::string& input, const Clause& clause);

/// The inputs of a check, by their names.
struct Inputs
{
  std::vector<std::string> named, large;
  bool has_domain = false; ///< whether the check says which inputs there are (Check::domain)
};
nlohmann::json to_json(const Inputs& inputs);
Inputs inputs_from_json(const nlohmann::json& json);

/// A mistake of mistakes.cpp, and whether it was right on each named input that it was tried on.
struct Tried
{
  std::string mistake;
  std::vector<std::pair<std::string, bool>> on_named;
};

/// A clause and what decides it.
struct Decision
{
  Clause clause;
  std::string by; ///< the input
  std::string
      shows; ///< the mistake that is wrong on it and right on another one, "mistakes.cpp:12"
  std::string lacks; ///< in words for an author; empty if nothing is missing
};

/// Of several mistakes that an input shows, the one that is wrong on the fewest.
std::vector<Decision> decisions(const std::string& statement, const Inputs& inputs,
                                const std::vector<Tried>& mistakes);

} // namespace epreuve::exercises
