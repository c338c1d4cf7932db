#include "weaver/indices.hpp"

#include <boost/test/unit_test.hpp>

using epreuve::book::with_indices;

BOOST_AUTO_TEST_CASE(indices_and_powers_are_set_as_such)
{
  BOOST_TEST(with_indices("x_i, W_OV and d_model") ==
             "x<sub>i</sub>, W<sub>OV</sub> and d<sub>model</sub>");
  BOOST_TEST(with_indices("σ_N, (KᵀQ)_ji, W_Qᵀ") ==
             "σ<sub>N</sub>, (KᵀQ)<sub>ji</sub>, W<sub>Q</sub>ᵀ");
  BOOST_TEST(with_indices("R_{k+1}, PE_pos, dB_jk, 2x_i") ==
             "R<sub>k+1</sub>, PE<sub>pos</sub>, dB<sub>jk</sub>, 2x<sub>i</sub>");
  BOOST_TEST(with_indices("A^T, n^2, 10^-8, 10^11.06.") ==
             "A<sup>T</sup>, n<sup>2</sup>, 10<sup>-8</sup>, 10<sup>11.06</sup>.");
  BOOST_TEST(with_indices("2^(n/2), e^xⱼ, (AB)^T") ==
             "2<sup>n/2</sup>, e<sup>xⱼ</sup>, (AB)<sup>T</sup>");
}

BOOST_AUTO_TEST_CASE(they_may_be_within_each_other_and_one_after_another)
{
  BOOST_TEST(with_indices("e^{x_i - m}") == "e<sup>x<sub>i</sub> - m</sup>");
  BOOST_TEST(with_indices("W^O_h, Q_h^T") ==
             "W<sup>O</sup><sub>h</sub>, Q<sub>h</sub><sup>T</sup>");
  BOOST_TEST(with_indices("e^{−r√(N/(N−1))}") == "e<sup>−r√(N/(N−1))</sup>");
}

BOOST_AUTO_TEST_CASE(names_of_programs_stay)
{
  for (const char* name :
       {"log_probs", "minimum_norm_svd", "layer_norm.hpp", "h.0.attn.c_attn.weight", "ln_f",
        "f_of(x)", "a_b_c_", "_x", "x_", "x^", "^2", "e^|z|", "x_{", "x^{}"})
    BOOST_TEST(with_indices(name) == name);
}

BOOST_AUTO_TEST_CASE(it_is_a_text_in_html)
{
  BOOST_TEST(with_indices("a < b_1 & c^{<i>}") ==
             "a &lt; b<sub>1</sub> &amp; c<sup>&lt;i&gt;</sup>");
}
