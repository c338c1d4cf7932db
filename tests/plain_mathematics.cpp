// How statements with LaTeX are read at a terminal.

#include "epreuve/plain_mathematics.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

using epreuve::plain_mathematics;

BOOST_AUTO_TEST_CASE(letters_have_raised_and_lowered_forms_and_others_their_mark)
{
  BOOST_TEST(plain_mathematics("If $x_i=-\\infty$ then") == "If xᵢ = −∞ then");
  BOOST_TEST(plain_mathematics("$AA^T\\in M_{n,n}$, $(AA^T)^{-1}$") == "AAᵀ ∈ M_(n,n), (AAᵀ)⁻¹");
  BOOST_TEST(plain_mathematics("$\\mathbb R^{d_{model}}$, $W_{out}^j$, $W_Q x$, $v_{zoo}$") ==
             "ℝ^(d_model), W_outʲ, W_Q x, v_zoo");
  BOOST_TEST(plain_mathematics("$\\tilde c_t=f_t\\odot c_{t-1}$") == "c\u0303ₜ = fₜ⊙cₜ₋₁");
}

BOOST_AUTO_TEST_CASE(a_quotient_keeps_together_what_is_above_and_below)
{
  BOOST_TEST(plain_mathematics("$\\frac{a+b}{c}$") == "(a+b)/c");
  BOOST_TEST(plain_mathematics("$\\frac x2\\left(1+\\mathrm{erf}(x/\\sqrt2)\\right)$") ==
             "x/2 (1+erf(x/√2))");
  BOOST_TEST(plain_mathematics("$\\frac1{\\sqrt{2\\pi}}e^{-x^2/2}$") == "1/√(2π) e^(−x²/2)");
  BOOST_TEST(plain_mathematics("$\\frac{(a)(b)}c$") == "((a)(b))/c");
}

BOOST_AUTO_TEST_CASE(a_matrix_is_read_row_by_row_and_functions_apart_from_letters)
{
  BOOST_TEST(plain_mathematics("$\\frac13\\begin{pmatrix}1&-1\\\\-1&2\\end{pmatrix}$") ==
             "1/3 (1 −1; −1 2)");
  BOOST_TEST(plain_mathematics("$O(n\\log n)$, $\\sin\\omega_0k$, $\\{0,\\dots\\}$") ==
             "O(n log n), sin ω₀k, {0,…}");
}

BOOST_AUTO_TEST_CASE(a_sentence_without_formulas_stays_as_it_is)
{
  BOOST_TEST(plain_mathematics("a -> b, 5 % = x_y") == "a -> b, 5 % = x_y");
  BOOST_TEST(plain_mathematics("").empty());
}

BOOST_AUTO_TEST_CASE(what_is_cut_off_ends_where_the_text_does)
{
  for (const char* text : {"$\\frac", "$x_", "$\\begin{pmatrix}1&", "$\\", "$\\sqrt{", "$a}b$"})
    BOOST_CHECK_NO_THROW(plain_mathematics(text));
}

BOOST_AUTO_TEST_CASE(no_statement_of_a_claim_keeps_a_command_of_latex)
{
  static const std::regex formula(R"(\$[^$]*\$)"),
      of_symbols(R"(\\((?!sin|cos|tanh|exp|log|ker|min|max)[a-zA-Z]{3,}))");
  std::size_t number = 0;
  const std::filesystem::path chapters = std::filesystem::path(EPREUVE_SOURCE_DIR) / "chapters";
  for (const auto& chapter : std::filesystem::directory_iterator(chapters)) {
    std::ifstream claims(chapter.path() / "claims.jsonl");
    for (std::string line; std::getline(claims, line);) {
      if (line.empty())
        continue;
      const std::string statement = nlohmann::json::parse(line).at("statement");
      const std::string text = plain_mathematics(statement);
      BOOST_TEST(text.find_first_of("\\$") == std::string::npos, text);
      const std::string words = std::regex_replace(statement, formula, "");
      for (std::sregex_iterator command(statement.begin(), statement.end(), of_symbols), end;
           command != end; ++command) {
        const std::string name = (*command)[1];
        BOOST_TEST((text.find(name) == std::string::npos || words.find(name) != std::string::npos),
                   name << " in " << text);
      }
      ++number;
    }
  }
  BOOST_TEST(number > 500);
}
