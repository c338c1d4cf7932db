#include "epreuve/figures/indices.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

using namespace epreuve::figures;

namespace {

/// As TeX would have it: "W_{out}^{2} x".
std::string marked(std::string_view line)
{
  std::string text;
  for (const Run& run : runs(line))
    text += run.level == Run::Level::line     ? run.text
            : run.level == Run::Level::raised ? "^{" + run.text + "}"
                                              : "_{" + run.text + "}";
  return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(superscripts_and_subscripts_of_unicode_are_what_they_stand_for)
{
  BOOST_TEST(marked("10⁻³") == "10^{−3}");
  BOOST_TEST(marked("x₁₂, xᵢⱼ and Aᵀ") == "x_{12}, x_{ij} and A^{T}");
  BOOST_TEST(marked("W⁽¹²⁾ₖ₊₁") == "W^{(12)}_{k+1}");
  BOOST_TEST(marked("ℝⁿ → ℝᵏ, ωᴼ") == "ℝ^{n} → ℝ^{k}, ω^{O}");
  BOOST_TEST(marked("²") == "^{2}");
  BOOST_TEST(marked("") == "");
}

BOOST_AUTO_TEST_CASE(a_letter_with_an_index_is_set_as_one)
{
  BOOST_TEST(marked("W_QᵀW_K") == "W_{Q}^{T}W_{K}");
  BOOST_TEST(marked("|x_min|² = 10/3") == "|x_{min}|^{2} = 10/3");
  BOOST_TEST(marked("W_out⁽¹²⁾") == "W_{out}^{(12)}");
  BOOST_TEST(marked("where e^t overflows, W^K") == "where e^{t} overflows, W^{K}");
  BOOST_TEST(marked("2·ω_4") == "2·ω_{4}");
  BOOST_TEST(marked("v₁ … v_K") == "v_{1} … v_{K}");
}

BOOST_AUTO_TEST_CASE(what_is_a_part_of_a_longer_word_stays_as_it_is)
{
  for (const char* text : {"a_b^c", "a_{b}", "my_name", "x_", "_dog", "_", "^", "x__y", "x_y_z",
                           "2_3", "a ^ b", "é", "␣the", "10^5", "αβ_1", "snake_case_x_1", "x^−1"})
    BOOST_TEST(marked(text) == text);
}
