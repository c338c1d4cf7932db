#include "desk.hpp"

#include "epreuve/attention/costs.hpp"
#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/patterns.hpp"
#include "epreuve/attention/scores.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/language/language.hpp"
#include "epreuve/language/tables.hpp"
#include "epreuve/math/entropy.hpp"
#include "epreuve/math/gelu.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/math/ngrams.hpp"
#include "epreuve/math/positions/position_difference.hpp"
#include "epreuve/math/positions/positions.hpp"
#include "epreuve/math/positions/rotations.hpp"
#include "epreuve/math/residual_stream.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/networks/through_time.hpp"

#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

// The library's functions for the explorers of the book: desk.hpp says how they are called.

using namespace epreuve;
using namespace epreuve::explore;

namespace {

math::Ordering ordering(double sine_first)
{
  return sine_first == 0 ? math::Ordering::cosine_first : math::Ordering::sine_first;
}

} // namespace

EXPORTED double* explore_desk()
{
  return desk.data();
}

EXPORTED int explore_desk_size()
{
  return static_cast<int>(desk.size());
}

EXPORTED const char* explore_message()
{
  return message.c_str();
}

// ---- softmax, entropy ---------------------------------------------------------------------------

EXPORTED int explore_softmax(const double* x, double n, double temperature, double* sigma)
{
  return answer([&] { put(sigma, math::softmax(vector(x, n), temperature)); });
}

EXPORTED int explore_softmax_rows(const double* M, double rows, double columns, double* P)
{
  return answer([&] { put(P, math::softmax_rows(matrix(M, rows, columns))); });
}

EXPORTED int explore_entropy(const double* p, double n, double* H)
{
  return answer([&] { *H = math::entropy(vector(p, n)); });
}

EXPORTED int explore_entropy_rows(const double* P, double rows, double columns, double* H)
{
  return answer([&] { put(H, math::entropy_rows(matrix(P, rows, columns))); });
}

// ---- positions, rotations -----------------------------------------------------------------------

EXPORTED int explore_frequencies(double n, double base, double* omega)
{
  return answer([&] { put(omega, math::frequencies(count("n", n), base)); });
}

EXPORTED int explore_position_vector(double k, double n, double base, double sine_first, double* w)
{
  return answer([&] {
    put(w, math::position_vector(whole("k", k), count("n", n), base, ordering(sine_first)));
  });
}

EXPORTED int explore_position_matrix(double K, double n, double base, double sine_first, double* W)
{
  return answer([&] {
    const arma::uword columns = count("K", K);
    const arma::uword rows = count("n", n);
    if (columns * rows > desk.size())
      throw Error("K n must be at most {}, got {} positions of {} coordinates", desk.size(),
                  columns, rows);
    put(W, math::position_matrix(columns, rows, base, ordering(sine_first)));
  });
}

EXPORTED int explore_read_difference(const double* from, const double* to, double n, double base,
                                     double* d)
{
  return answer([&] { put(d, math::read_difference(vector(from, n), vector(to, n), base)); });
}

EXPORTED int explore_rotate(const double* x, double n, double l, double base, double sine_first,
                            double* rotated)
{
  return answer(
      [&] { put(rotated, math::rotate(vector(x, n), whole("l", l), base, ordering(sine_first))); });
}

EXPORTED int explore_rotation(double omega, double* M)
{
  return answer([&] { put(M, math::rotation(omega)); });
}

EXPORTED int explore_layer_norm(const double* x, double n, double epsilon, double* y)
{
  return answer([&] {
    const arma::vec token = vector(x, n), ones(token.n_elem, arma::fill::ones);
    put(y, math::layer_norm(token, ones, 0 * ones, epsilon));
  });
}

EXPORTED int explore_rms_norm(const double* x, double n, double epsilon, double* y)
{
  return answer([&] {
    const arma::vec token = vector(x, n);
    put(y, math::rms_norm(token, arma::vec(token.n_elem, arma::fill::ones), epsilon));
  });
}

/// M(omega)^l by l multiplications, for comparison with M(l omega).
EXPORTED int explore_rotation_power(double omega, double l, double* power)
{
  return answer([&] {
    const arma::mat M = math::rotation(omega);
    arma::mat P(2, 2, arma::fill::eye);
    for (arma::uword i = 0; i < count("l", l); ++i)
      P = M * P;
    put(power, P);
  });
}

// ---- recurrent networks -------------------------------------------------------------------------

/// A cell of m units, which for an LSTM has 4 gates, and a text of T words of n numbers.
EXPORTED int explore_gradients_back(double gates, const double* W, const double* U, const double* b,
                                    double m, const double* x, double n, double T, const double* g,
                                    double* norms)
{
  return answer([&] {
    const double rows = gates * m;
    const networks::Cell<double> cell{matrix(W, rows, n), matrix(U, rows, m), vector(b, rows)};
    const arma::mat text = matrix(x, n, T);
    const arma::vec from = vector(g, m);
    put(norms, gates == 4 ? networks::lstm_gradients_back(cell, text, from)
                          : networks::rnn_gradients_back(cell, text, from));
  });
}

// ---- attention ----------------------------------------------------------------------------------

EXPORTED int explore_attention_scores(const double* Q, const double* K, double r, double queries,
                                      double keys, double* S)
{
  return answer(
      [&] { put(S, attention::attention_scores(matrix(Q, r, queries), matrix(K, r, keys))); });
}

EXPORTED int explore_scaled_attention_scores(const double* Q, const double* K, double r,
                                             double queries, double keys, double* S)
{
  return answer([&] {
    put(S, attention::scaled_attention_scores(matrix(Q, r, queries), matrix(K, r, keys)));
  });
}

EXPORTED int explore_attention_pattern(const double* Q, const double* K, double r, double queries,
                                       double keys, double causal, double* A)
{
  return answer([&] {
    const arma::mat q = matrix(Q, r, queries), k = matrix(K, r, keys);
    put(A, causal == 0 ? attention::attention_pattern(q, k) : attention::causal_pattern(q, k));
  });
}

EXPORTED int explore_head_output(const double* V, const double* A, double m, double queries,
                                 double keys, double* Z)
{
  return answer(
      [&] { put(Z, attention::head_output(matrix(V, m, keys), matrix(A, queries, keys))); });
}

/// The masks of the explorer: window, stride, blocks, prefix, causal; `size` is that of the first four.
EXPORTED int explore_visibility(double kind, double tokens, double size, double* seen)
{
  return answer([&] {
    const arma::uword K = count("the number of tokens", tokens), of = count("the size", size);
    const auto mask = [&]() -> arma::umat {
      switch (whole("the kind of a mask", kind)) {
      case 0:
        return attention::window_visibility(K, of);
      case 1:
        return attention::strided_visibility(K, of);
      case 2:
        return attention::causal_visibility(K) % attention::block_visibility(K, of);
      case 3:
        return attention::prefix_visibility(K, of);
      case 4:
        return attention::causal_visibility(K);
      default:
        throw Error("the kind of a mask must be from 0 to 4, got {}", kind);
      }
    };
    put(seen, arma::conv_to<arma::mat>::from(mask()));
  });
}

/// `masks` are those of the layers, K x K each, one after another.
EXPORTED int explore_seen_through(const double* masks, double layers, double tokens, double* seen)
{
  return answer([&] {
    const arma::uword K = count("the number of tokens", tokens);
    std::vector<arma::umat> each;
    for (arma::uword l = 0; l < count("the number of layers", layers); ++l)
      each.push_back(arma::conv_to<arma::umat>::from(arma::mat(masks + l * K * K, K, K)));
    put(seen, arma::conv_to<arma::mat>::from(attention::seen_through(each)));
  });
}

// ---- what attention costs -----------------------------------------------------------------------

namespace {

/// In the order of attention::Variant, from exact.
attention::Variant variant(double kind)
{
  return static_cast<attention::Variant>(count("the variant", kind));
}

} // namespace

/// A layer's operations of heads and of projections, numbers kept, depth.
EXPORTED int explore_attention_cost(double kind, double b, double n, double d, double h,
                                    double size, double* cost)
{
  return answer([&] {
    const attention::LayerCost of =
        attention::cost_of_layer(variant(kind), count("b", b), count("n", n), count("d", d),
                                 count("h", h), count("the size", size));
    put(cost, arma::vec{of.heads, of.projections, of.kept, of.depth});
  });
}

/// 0 if there is no such length.
EXPORTED int explore_cheaper_from(double kind, double d, double size, double* n)
{
  return answer([&] {
    *n = static_cast<double>(
        attention::cheaper_from(variant(kind), count("d", d), count("the size", size)).value_or(0));
  });
}

/// n independent normal numbers of mean 0 and variance 1, by Marsaglia's polar method from the
/// bits of std::mt19937_64. The standard fixes those, but leaves open how std::normal_distribution uses
/// them, so another compiler would draw other numbers.
EXPORTED int explore_normal_numbers(double seed, double n, double* z)
{
  return answer([&] {
    std::mt19937_64 bits(static_cast<std::uint64_t>(whole("seed", seed)));
    const auto uniform = [&] { return std::ldexp(static_cast<double>(bits() >> 11U), -52) - 1; };
    const std::span<double> numbers(z, count("n", n));
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
      double a = 0, b = 0, s = 0;
      do {
        a = uniform();
        b = uniform();
        s = a * a + b * b;
      } while (s >= 1 || s == 0);
      const double r = std::sqrt(-2 * std::log(s) / s);
      numbers[i] = a * r;
      if (i + 1 < numbers.size())
        numbers[i + 1] = b * r;
    }
  });
}

// ---- the residual stream ------------------------------------------------------------------------

/// What W reads of a stream of n rows and one token after two blocks that return what they read: its
/// share of x, then of what each block wrote; n x 3. The first block reads the stream as it is.
EXPORTED int explore_read_by_source(const double* W, const double* W_out_1, const double* W_in_2,
                                    const double* W_out_2, const double* x, double n, double* terms)
{
  return answer([&] {
    const arma::mat I(count("n", n), count("n", n), arma::fill::eye);
    const auto same = [](const arma::mat& u) { return u; };
    const std::vector<math::StreamBlock> blocks{
        {I, same, matrix(W_out_1, n, n)}, {matrix(W_in_2, n, n), same, matrix(W_out_2, n, n)}};
    const auto read = math::read_by_source(matrix(W, n, n), blocks, vector(x, n));
    put(terms, arma::join_rows(read[0], read[1], read[2]));
  });
}

// ---- GELU ---------------------------------------------------------------------------------------

EXPORTED int explore_gelu(const double* x, double n, double* y)
{
  return answer([&] { put(y, math::gelu(vector(x, n))); });
}

EXPORTED int explore_gelu_tanh(const double* x, double n, double* y)
{
  return answer([&] { put(y, math::gelu_tanh(vector(x, n))); });
}

EXPORTED int explore_gelu_tanh_as_printed(const double* x, double n, double* y)
{
  return answer([&] { put(y, math::gelu_tanh_as_printed(vector(x, n))); });
}

EXPORTED int explore_gelu_sigmoid(const double* x, double n, double* y)
{
  return answer([&] { put(y, math::gelu_sigmoid(vector(x, n))); });
}

// ---- a language and its n-grams ----------------------------------------------------------------

namespace {

/// English, or its French twin, with the exact tables of pairs and of triples.
struct CountedLanguage
{
  const language::Language& language;
  language::NGramTable pairs, triples;

  explicit CountedLanguage(const language::Language& of)
      : language(of), pairs(language::ngram_probabilities(of, 2)),
        triples(language::ngram_probabilities(of, 3))
  {
  }

  arma::rowvec row(const language::NGramTable& table, std::vector<language::Word> context) const
  {
    arma::rowvec joint(language.words().size());
    context.push_back(0);
    for (language::Word u = 0; u < joint.n_elem; ++u) {
      context.back() = u;
      const auto found = table.find(context);
      joint(u) = found == table.end() ? 0 : static_cast<double>(found->second);
    }
    return math::add_lambda(joint, 0);
  }
};

const CountedLanguage& counted(double french)
{
  static const CountedLanguage of_english(language::english()), of_french(language::french());
  return french == 0 ? of_english : of_french;
}

} // namespace

/// The number of words in the language; `explore_message` then has the words, separated by blanks.
EXPORTED int explore_language_words(double french, double* n)
{
  return answer([&] {
    const language::Language& of = counted(french).language;
    message.clear();
    for (const std::string& word : of.words())
      message += (message.empty() ? "" : " ") + word;
    *n = static_cast<double>(of.words().size());
  });
}

/// The next word after a prefix, given in UTF-8: three columns over the words, exact, by trigram, by
/// bigram. The beginning of the text counts as coming after a full stop.
EXPORTED int explore_next_words(const double* text, double length, double french, double* P)
{
  return answer([&] {
    const CountedLanguage& of = counted(french);
    std::vector<language::Word> prefix = of.language.encode(bytes(text, length));
    arma::mat columns(of.language.words().size(), 3);
    arma::uword u = 0;
    for (const auto& probability : of.language.next(prefix))
      columns(u++, 0) = static_cast<double>(probability);
    prefix.insert(prefix.begin(), 0);
    const language::Word last = prefix.back();
    columns.col(2) = of.row(of.pairs, {last}).t();
    columns.col(1) = prefix.size() < 2
                         ? arma::vec(columns.col(2))
                         : arma::vec(of.row(of.triples, {prefix.end()[-2], last}).t());
    put(P, columns);
  });
}
