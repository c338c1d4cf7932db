// The program around a proof by computation: prints each step on a line and what it came to on the
// line below, or with --json all of them as JSON. Exit status: 0 all shown, 1 some step not, 2 the
// proof broke off.
#include "proof.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <exception>
#include <iostream>
#include <string_view>

namespace {

using epreuve::proofs::Proof;
using epreuve::proofs::Step;

void print_text(const Proof& proof)
{
  for (const Step& step : proof.steps())
    std::cout << fmt::format("{} {}\n    {}\n", step.shown ? "✓" : "✗", step.statement, step.seen);
  std::cout << (proof.proven() ? "proven\n" : "not proven\n");
}

void print_json(const Proof& proof)
{
  nlohmann::json steps = nlohmann::json::array();
  for (const Step& step : proof.steps())
    steps.push_back({{"statement", step.statement}, {"shown", step.shown}, {"seen", step.seen}});
  std::cout << nlohmann::json{{"proven", proof.proven()}, {"steps", steps}}.dump() << '\n';
}

} // namespace

int main(int argc, char** argv)
{
  const bool as_json = argc == 2 && std::string_view(argv[1]) == "--json";
  if (argc > 1 && !as_json) {
    std::cerr << fmt::format("epreuve: a proof takes --json or nothing, got {}\n", argv[1]);
    return 2;
  }
  try {
    Proof proof;
    epreuve::proofs::prove(proof);
    as_json ? print_json(proof) : print_text(proof);
    return proof.proven() ? 0 : 1;
  } catch (const std::exception& e) {
    std::cerr << fmt::format("epreuve: the proof broke off: {}\n", e.what());
    return 2;
  }
}
