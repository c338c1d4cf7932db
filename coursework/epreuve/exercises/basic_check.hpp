#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/exercises/clauses.hpp"
#include "epreuve/exercises/example.hpp"
#include "epreuve/exercises/mistakes.hpp"
#include "epreuve/exercises/result.hpp"
#include "epreuve/exercises/trial.hpp"
#include "epreuve/exercises/values.hpp"
#include "epreuve/exercises/worker.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace epreuve::exercises {

using evidence::Draw;

struct ArgumentPart;
struct Compared;

/// What is needed to judge an exercise.
struct Judging
{
  const Launch& launch; ///< of judged code
  /// The same code, compiled with sanitizers (memory_error.hpp), on which right answers are tried once more, and which
  /// may show why others are wrong. Without it, memory errors pass.
  const std::optional<Launch>& sanitized;
  /// The program of the chapter's mistakes; started only for an answer that is wrong, and not needed
  /// if there is none.
  const std::filesystem::path& mistakes;
  std::uint64_t seed; ///< of every random draw
  Allowance chapter;  ///< what is left of the chapter's time
};

/// The constants with which a mistake would have a given result: an interval with its ends, or none.
struct Constants
{
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();

  static Constants near(double constant, double precision)
  {
    return {constant - precision, constant + precision};
  }
};
constexpr Constants any_constant{};
constexpr Constants no_constant{std::numeric_limits<double>::infinity(),
                                -std::numeric_limits<double>::infinity()};

/// How one exercise is judged, whatever the types of its function: arguments and results are bytes here, as they travel
/// (wire.hpp), and values that know their types (value.hpp). Check, which has the types, says which inputs to try and
/// which results are right.
class BasicCheck
{
public:
  virtual ~BasicCheck() = default;

  const About& about() const { return about_; }
  /// What is missing before this can judge anything; empty if nothing is missing.
  std::string flaw() const;
  Result judge(const Judging& judging) const;
  /// The inputs that are tried by name.
  std::vector<Example> examples() const;
  /// Whether mistakes with any constant in them are described (Check::mistake).
  bool describes_mistakes() const { return !families_.empty(); }
  /// Whether this is the diagnosis of one of them.
  bool is_described(const std::string& diagnosis) const;
  Inputs inputs() const;

protected:
  using Bytes = std::string;
  struct Property
  {
    std::string words;
    std::function<bool(const Bytes& arguments, const Bytes& value)> holds;
    int points = 0; ///< for an answer that is wrong

    /// @param reason  why not, if the value has an unforeseen shape
    bool holds_for(const Bytes& arguments, const Bytes& value, std::string& reason) const;
  };
  struct Family
  {
    std::string diagnosis;
    std::function<Constants(const Bytes& arguments, const Bytes& value)> constants;

    /// Whether one constant explains all these results, and two of them show which.
    bool explains(const std::vector<Trial>& failed) const;
  };
  struct Large
  {
    std::string name, growth;
    std::function<Bytes()> arguments;
  };

  // The arguments' type is a tuple.
  BasicCheck(About about, std::vector<std::string> argument_names, const Type& arguments,
             const Type& result);
  BasicCheck(const BasicCheck&) = default;

  About about_;
  std::function<bool(const Bytes& arguments)> domain_; // any input if there is none
  std::function<Bytes(const Bytes& arguments)> expected_;
  Closeness closeness_;
  std::vector<Property> properties_;
  std::vector<Family> families_;
  int in_parts_ = 0; // the points that all properties together earn
  std::vector<std::pair<std::string, Bytes>> named_;
  std::vector<Large> large_;
  std::function<Bytes(Draw&)> random_;
  std::uint64_t draws_ = 0;
  Limits limits_;

private:
  bool is_inside_domain(const Bytes& arguments) const;
  void consider(Trials& trials, const Trial& failed) const;
  std::string call_text(const Bytes& arguments, int digits) const;
  Trial attempt(Worker& worker, const Bytes& arguments, const std::string& label) const;
  std::optional<Value> value_in(Answer& answer) const;
  void judge_value(Trial& trial, const Bytes& value) const;
  void try_random(Worker& worker, Trials& trials, std::uint64_t seed) const;
  void try_more(Worker& worker, Trials& trials, std::uint64_t seed) const;
  /// Whether a known mistake does what judged code did.
  enum class Likeness
  {
    same,
    no_result, ///< judged code has a result, and the mistake ends without one
    different
  };
  Likeness likeness(Mistakes& mistakes, const Mistakes::Mistake& mistake, const Trial& trial) const;
  std::string diagnosis(const Trials& trials, const std::filesystem::path& program,
                        const Allowance& allowance) const;
  Feedback feedback_on(const Trial& trial, const Worker& worker, int digits) const;
  void try_large(Worker& worker, Result& result) const;
  void try_sanitized(const Launch& launch, const Trials& trials, Result& result,
                     const Allowance& allowance) const;
  bool look_for_memory_error(const Launch& launch, const Trials& trials, Result& result,
                             const Allowance& allowance) const;
  std::string difference_when_alone(const Trial& failed, const Judging& judging,
                                    const Allowance& allowance) const;
  std::string general_diagnosis(const Trials& trials, const Judging& judging,
                                const Allowance& allowance) const;
  std::string as_if(const std::vector<Compared>& wrong, const std::vector<Compared>& right,
                    const std::vector<ArgumentPart>& parts, const std::filesystem::path& program,
                    const Allowance& allowance) const;
  int digits_of_input(const Trial& failed, Worker& worker) const;
  void give_credit(Result& result, const Judging& judging, const Allowance& allowance) const;
  Result conclude(const Trials& trials, Worker& worker, const std::filesystem::path& mistakes,
                  const Allowance& allowance) const;

  std::vector<std::string> argument_names_;
  const Type* arguments_;
  const Type* result_;
};

} // namespace epreuve::exercises
