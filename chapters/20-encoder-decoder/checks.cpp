#include "epreuve/attention/heads.hpp"
#include "epreuve/attention/visibility.hpp"
#include "epreuve/exercises/course.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/networks/attention.hpp"
#include "epreuve/networks/encoder_decoder.hpp"

#include <exercises.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

using arma::mat, arma::umat, arma::uvec, arma::uword, arma::vec;
using Words = std::vector<uword>;

mat number(double value)
{
  return {1, 1, arma::fill::value(value)};
}

exercise::Head head(double W_Q, double W_K, double W_V, double W_O)
{
  return {number(W_Q), number(W_K), number(W_V), number(W_O)};
}

exercise::Head drawn_head(Draw& draw, uword n)
{
  const uword d = draw.size("d", 1, 2);
  return {draw.whole("W_Q", d, n, 1), draw.whole("W_K", d, n, 1), draw.whole("W_V", d, n),
          draw.whole("W_O", n, d)};
}

std::vector<attention::Head<double>> of_library(const exercise::Head& head)
{
  return {{head.W_Q, head.W_K, head.W_V, head.W_O}};
}

exercise::Norm drawn_norm(Draw& draw, uword n)
{
  return {vec(draw.whole("gain", n, 1)), vec(draw.whole("bias", n, 1))};
}

networks::Norm<double> of_library(const exercise::Norm& norm)
{
  return {norm.gain, norm.bias};
}

/// The same row for each of m words.
umat for_all(uword m, const uvec& row)
{
  return umat(m, 1, arma::fill::ones) * row.t();
}

/// What was added to the variances in the place of 10^-5, if that is all that is wrong.
Constants added_to_the_variance(const mat& x, const mat& said, const exercise::Norm& norm,
                                const mat& result)
{
  if (arma::size(result) != arma::size(x))
    return no_constant;
  mat centred = x + said;
  centred.each_row() -= arma::rowvec(arma::mean(centred, 0));
  const mat scaled = centred.each_col() % norm.gain;
  const uword at = arma::abs(scaled).index_max(), row = at % x.n_rows, column = at / x.n_rows;
  if (scaled(at) == 0)
    return any_constant;
  const double variance = arma::mean(arma::square(centred.col(column)));
  const double root = scaled(at) / (result(at) - norm.bias(row));
  const double added = root * root - variance;
  const mat with_it = math::layer_norm<double>(x + said, norm.gain, norm.bias, added);
  return arma::approx_equal(with_it, result, "absdiff", 1e-9)
             ? Constants::near(added, 1e-12 * (1 + variance))
             : no_constant;
}

uvec drawn_words(Draw& draw, const std::string& name, uword n, uword N)
{
  return arma::conv_to<uvec>::from(draw.integer_matrix(name, n, 1, 0, long(N) - 1));
}

/// 0 and 1, and not only 0.
uvec drawn_seen(Draw& draw, uword n)
{
  uvec seen = drawn_words(draw, "seen", n, 2);
  seen(draw.size("one of them", 0, n - 1)) = 1;
  return seen;
}

bool sees_some(const uvec& seen, const mat& z)
{
  return seen.n_elem == z.n_cols && arma::all(seen <= 1) && arma::any(seen == 1);
}

bool has_small_scores(const exercise::Head& head, const mat& y, const mat& z)
{
  const mat scores = (head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows));
  return arma::abs(scores).max() <= 500;
}

networks::Block<double> of_library(const exercise::Block& block)
{
  return {of_library(block.self),
          of_library(block.after_self),
          of_library(block.cross),
          of_library(block.after_cross),
          {block.W_1, vec(block.W_1.n_rows), block.W_2, vec(block.W_2.n_rows)},
          of_library(block.after_network)};
}

exercise::Block drawn_block(Draw& draw, uword n)
{
  const uword f = draw.size("f", 1, 2);
  exercise::Block block;
  block.self = drawn_head(draw, n);
  block.after_self = drawn_norm(draw, n);
  block.cross = drawn_head(draw, n);
  block.after_cross = drawn_norm(draw, n);
  block.W_1 = draw.whole("W_1", f, n);
  block.W_2 = draw.whole("W_2", n, f);
  block.after_network = drawn_norm(draw, n);
  return block;
}

/// On two numbers per word: heads that exchange the numbers, norms that change little, and a network.
const exercise::Block& some_block()
{
  static const mat exchange{{0, 1}, {1, 0}}, twice{{2, 0}, {0, 2}}, one = arma::eye(2, 2);
  static const exercise::Block block{{one, exchange, twice, one},
                                     {vec{1, 2}, vec{0, 1}},
                                     {exchange, one, one, exchange},
                                     {vec{2, 1}, vec{1, 0}},
                                     {{1, -1}},
                                     mat(vec{1, 2}),
                                     {vec{1, 3}, vec{-1, 0}}};
  return block;
}

/// The same with hidden numbers of hundreds, by twos in the ratio 2 : 1, on which the sign of what is said depends: of
/// the two entries of v one is positive.
exercise::Block with_large_network(exercise::Block block)
{
  block.W_1 = {{300, 0}, {150, 0}, {0, 300}, {0, 150}};
  block.W_2 = {{1, 0, 1, 0}, {0, 1.5, 0, 1.5}};
  return block;
}

/// Blocks as small as a block can be, so that an answer that is wrong on one of them is shown it: on two numbers per
/// word, with heads of dimension 1, a single hidden number, and something to do for each part.
namespace small {

const mat ones{{1, 1}};

/// Its hidden number is above 0.
const exercise::Block block{{ones, ones, {{2, 1}}, mat(vec{1, -1})},
                            {vec{1, 2}, vec{1, 1}},
                            {ones, ones, {{-1, 1}}, mat(vec{-1, 0})},
                            {vec{2, 1}, vec{1, -1}},
                            {{2, 1}},
                            mat(vec{-1, 1}),
                            {vec{1, 2}, vec{1, 0}}};

/// Its hidden number is below 0 on the word (2, 0).
const exercise::Block silent{{ones, ones, {{-1, 2}}, mat(vec{1, -1})},
                             {vec{1, 1}, vec{1, -1}},
                             {ones, ones, {{1, 2}}, mat(vec{1, 1})},
                             {vec{1, 1}, vec{-1, -1}},
                             {{2, -1}},
                             mat(vec{-3, -1}),
                             {vec{2, 1}, vec{1, 0}}};

/// For two words of the target.
const exercise::Block of_two_words{{{{1, 0}}, {{0, 1}}, {{0, 2}}, mat(vec{1, 2})},
                                   {vec{1, 1}, vec{1, -1}},
                                   {ones, ones, {{1, 2}}, mat(vec{1, 2})},
                                   {vec{2, 2}, vec{-1, -1}},
                                   {{1, 0}},
                                   mat(vec{-1, 3}),
                                   {vec{1, 2}, vec{1, 0}}};

/// For two words of the source, of which one is not seen.
const exercise::Block of_one_seen{{ones, ones, {{-1, 2}}, mat(vec{0, 1})},
                                  {vec{1, 1}, vec{-1, 0}},
                                  {ones, ones, {{1, -1}}, mat(vec{2, -1})},
                                  {vec{1, 1}, vec{1, 0}},
                                  {{1, 1}},
                                  mat(vec{-3, -2}),
                                  {vec{2, 1}, vec{0, -1}}};

/// For two words of the source, both seen: which is heard depends on who asks.
const exercise::Block asking{{ones, ones, {{1, 2}}, mat(vec{-1, 0})},
                             {vec{1, 1}, vec{0, -1}},
                             {ones, {{1, 0}}, {{1, 2}}, mat(vec{0, 1})},
                             {vec{1, 1}, vec{1, 0}},
                             {{1, 1}},
                             mat(vec{-1, -2}),
                             {vec{2, 2}, vec{1, -1}}};

/// For two words of the target, (5, 0) and (5, 1), between which all four scores are -500.
const exercise::Block of_scores_500{{{{4, 0}}, {{-5, 0}}, {{0, 1}}, mat(vec{-10, 0})},
                                    {vec{1, 1}, vec{1, -1}},
                                    {ones, ones, {{1, 2}}, mat(vec{1, 2})},
                                    {vec{2, 2}, vec{-1, -1}},
                                    {{1, 0}},
                                    mat(vec{-1, 3}),
                                    {vec{1, 2}, vec{1, 0}}};

} // namespace small

/// One number for each matrix or vector, and then their sum.
uword weights_of_shapes(uword n, uword f, uword blocks, uword N, bool shared)
{
  const Words norm{n, n}, attention{n * n, n * n, n * n, n * n}, network{n * f, f, f * n, n};
  const std::vector<Words> parts{attention, norm, network,   norm,                 // an encoder's
                                 attention, norm, attention, norm, network, norm}; // a decoder's
  uword all = n * N;
  if (!shared)
    all += 2 * n * N;
  for (const Words& part : parts)
    for (const uword weights : part)
      all += blocks * weights;
  return all;
}

/// Columns that are laws.
mat laws(const mat& counts)
{
  return arma::normalise(counts, 1);
}

bool are_laws(const mat& P)
{
  return P.is_square() && arma::all(arma::vectorise(P) >= 0) &&
         arma::all(arma::abs(arma::sum(P, 0) - 1) < 1e-9);
}

double probability(const mat& P, const Words& text, uword end)
{
  double product = 1;
  for (std::size_t t = 0; t < text.size(); ++t)
    product *= P(text[t], t == 0 ? end : text[t - 1]);
  return product;
}

/// The texts that are kept in the end, the most probable first.
struct Beam
{
  std::vector<Words> kept{{}};
  bool has_ties =
      false; ///< whether two texts that were compared are equally probable, up to rounding
};

Beam beam(const mat& P, uword end, uword width, uword most)
{
  Beam found;
  const auto before = [&](const Words& a, const Words& b) {
    return probability(P, a, end) > probability(P, b, end);
  };
  for (uword round = 0; round < most; ++round) {
    std::vector<Words> all;
    for (const Words& text : found.kept)
      if (!text.empty() && text.back() == end)
        all.push_back(text);
      else
        for (uword word = 0; word < P.n_rows; ++word) {
          all.push_back(text);
          all.back().push_back(word);
        }
    std::sort(all.begin(), all.end(), before);
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
      found.has_ties = found.has_ties ||
                       probability(P, all[i + 1], end) > (1 - 1e-6) * probability(P, all[i], end);
    all.resize(std::min<std::size_t>(width, all.size()));
    found.kept = all;
  }
  return found;
}

/// Word 1 is the most probable first word, and what follows it is uncertain; what follows word 2 is not. Word 0 ends.
const mat& greedy_loses()
{
  static const mat P{{0.125, 0.375, 0.75}, {0.5, 0.34375, 0.15625}, {0.375, 0.28125, 0.09375}};
  return P;
}

/// The best text is the one without words but the end, word 0, which is third among the first words.
const mat& third_first_word()
{
  static const mat P = laws(mat{{2, 7, 9, 9}, {1, 4, 2, 4}, {3, 6, 4, 6}, {4, 5, 6, 7}});
  return P;
}

} // namespace

CHECKS(course)
{
  course.EXERCISE(decoder_input)
      .domain([](const uvec& target, uword) { return target.n_elem > 0; })
      .expects([](const uvec& target, uword start) {
        const Words words(target.begin(), target.end());
        return uvec(networks::side_by_side({{{0}, words}}, start, 2).target);
      })
      .on("a target of a single word is possible", uvec{4}, uword{9})
      .on("three words", uvec{4, 7, 5}, uword{9})
      .on("the start is one of the words", uvec{0, 3, 0}, uword{0})
      .on_random([](Draw& draw) {
        const uvec target = drawn_words(draw, "target", draw.size("m", 1, 5), 6);
        return std::tuple(target, draw.size("start", 0, 9));
      });

  course.EXERCISE(decoder_visibility)
      .domain([](const uvec& source, const uvec& target, uword) {
        return source.n_elem > 0 && target.n_elem > 0;
      })
      .expects([](const uvec& source, const uvec& target, uword padding) {
        const auto words = [&](const uvec& text) {
          return for_all(target.n_elem, text != padding);
        };
        return exercise::Visibility{attention::causal_visibility(target.n_elem) % words(target),
                                    words(source)};
      })
      .on("no padding", uvec{5, 6}, uvec{3, 4, 5}, uword{0})
      .on("it may stand anywhere: behind the source", uvec{5, 6, 0}, uvec{3, 4}, uword{0})
      .on("it may stand anywhere: a target of nothing else", uvec{5}, uvec{0}, uword{0})
      .on("it may stand anywhere: before the target", uvec{5}, uvec{0, 3, 4}, uword{0})
      .on("another word is the padding", uvec{0, 7, 1}, uvec{7, 0, 7, 2}, uword{7})
      .on_random([](Draw& draw) {
        const uvec source = drawn_words(draw, "source", draw.size("n_z", 1, 4), 3);
        const uvec target = drawn_words(draw, "target", draw.size("m", 1, 4), 3);
        return std::tuple(source, target, draw.size("padding", 0, 2));
      });

  course.EXERCISE(read_source)
      .domain([](const exercise::Head& head, const mat& y, const mat& z, const uvec& seen) {
        return sees_some(seen, z) && has_small_scores(head, y, z);
      })
      .expects([](const exercise::Head& head, const mat& y, const mat& z, const uvec& seen) {
        return networks::multi_head(of_library(head), y, z, for_all(y.n_cols, seen));
      })
      .on("one asks one", head(1, -1, 3, 5), number(2), number(4), uvec{1})
      .on("one of two is not seen", head(1, -1, 3, 5), number(2), mat{{4, 7}}, uvec{1, 0})
      .on("one asks two", head(1, 1, 1, 1), number(1), mat{{0, 1}}, uvec{1, 1})
      .on("two ask one", head(1, 2, 3, 5), mat{{1, 2}}, number(4), uvec{1})
      .on("one of three is not seen", head(1, 1, 2, 1), mat{{1, -1}}, mat{{1, 2, 3}}, uvec{1, 0, 1})
      .on("keys and values are different", head(1, -1, 2, 3), mat{{1, 2}}, mat{{1, 0, 2}},
          uvec{1, 1, 1})
      .on("a head of dimension 2",
          exercise::Head{{{1, 0}, {0, 1}}, {{0, 1}, {1, 0}}, {{1, 2}, {0, 1}}, {{1, 0}, {1, 1}}},
          mat{{1, 0}, {2, 1}}, mat{{1, 0, 2}, {0, 1, 1}}, uvec{1, 1, 0})
      .on("no score is larger than 500 in magnitude: 500, and -500 for another word",
          head(1, 1, 1, 1), mat{{10, -10}}, mat{{50, 49}}, uvec{1, 1})
      .on("no score is larger than 500 in magnitude: -500 beside one that is not seen",
          head(1, 1, 1, 1), number(-10), mat{{50, 49.9, 1}}, uvec{1, 1, 0})
      .on_random([](Draw& draw) {
        const uword n = draw.size("n", 1, 3), m = draw.size("m", 1, 3),
                    n_z = draw.size("n_z", 1, 3);
        const exercise::Head drawn = drawn_head(draw, n);
        const mat y = draw.whole("y", n, m), z = draw.whole("z", n, n_z);
        return std::tuple(drawn, y, z, drawn_seen(draw, n_z));
      })
      .within({.absolute = 1e-10});

  course.EXERCISE(add_and_norm)
      .expects([](const mat& x, const mat& said, const exercise::Norm& norm) {
        return math::layer_norm<double>(x + said, norm.gain, norm.bias, networks::norm_epsilon);
      })
      .mistake("another number than 10^-5 is added to the variance", added_to_the_variance)
      .on("numbers: a norm of one number is its bias", number(1), number(2),
          exercise::Norm{{3}, {4}})
      .on("numbers, two words", mat{{1, 2}}, mat{{3, 5}}, exercise::Norm{{3}, {4}})
      .on("two numbers, gain and bias", mat(vec{1, 3}), mat(vec{2, 4}),
          exercise::Norm{{2, 3}, {1, -1}})
      .on("nothing is said", mat(vec{1, 3}), mat(vec{0, 0}), exercise::Norm{{1, 1}, {0, 0}})
      .on("something is said", mat(vec{1, 3}), mat(vec{2, -6}), exercise::Norm{{1, 1}, {0, 0}})
      .on("two words, gain and bias", mat{{1, 0}, {3, 2}, {0, 5}}, mat{{0, 1}, {1, 1}, {2, -3}},
          exercise::Norm{{1, 2, 3}, {0, 1, -1}})
      .on("all entries equal", mat(vec{1, 1}), mat(vec{2, 2}), exercise::Norm{{1, 2}, {3, 4}})
      .on_random([](Draw& draw) {
        const uword n = draw.size("n", 1, 4), K = draw.size("K", 1, 3);
        const mat x = draw.whole("x", n, K, 4), said = draw.whole("said", n, K, 4);
        return std::tuple(x, said, drawn_norm(draw, n));
      })
      .within({.absolute = 1e-10});

  course.EXERCISE(decoder_block)
      .domain([](const exercise::Block& block, const mat& y, const mat& z, const uvec& seen) {
        if (!sees_some(seen, z) || !has_small_scores(block.self, y, y))
          return false;
        const mat u = math::layer_norm<double>(
            y + networks::multi_head(of_library(block.self), y, y,
                                     attention::causal_visibility(y.n_cols)),
            block.after_self.gain, block.after_self.bias, networks::norm_epsilon);
        return has_small_scores(block.cross, u, z);
      })
      .expects([](const exercise::Block& block, const mat& y, const mat& z, const uvec& seen) {
        return networks::block(of_library(block), y, z, attention::causal_visibility(y.n_cols),
                               for_all(y.n_cols, seen));
      })
      .on("one word each, the smallest block", small::block, mat(vec{3, 1}), mat(vec{-1, 2}),
          uvec{1})
      .on("a hidden number below 0", small::silent, mat(vec{2, 0}), mat(vec{-1, 2}), uvec{1})
      .on("two words of the target", small::of_two_words, mat{{1, 2}, {0, 1}}, mat(vec{1, 1}),
          uvec{1})
      .on("two words of the source, one not seen", small::of_one_seen, mat(vec{1, 3}),
          mat{{0, 1}, {-1, 1}}, uvec{1, 0})
      .on("two words of the source", small::asking, mat(vec{2, 0}), mat{{1, 0}, {-1, 2}},
          uvec{1, 1})
      .on("one word, one word", some_block(), mat(vec{1, 3}), mat(vec{2, -1}), uvec{1})
      .on("two words ask two", some_block(), mat{{1, 0}, {3, 1}}, mat{{2, 0}, {-1, 1}}, uvec{1, 1})
      .on("three words ask three, of which one is not seen", some_block(),
          mat{{1, 0, 2}, {3, 1, 0}}, mat{{2, 0, 1}, {-1, 1, 1}}, uvec{1, 0, 1})
      .on("no score is larger than 500 in magnitude: -500 beside a later word",
          small::of_scores_500, mat{{5, 5}, {0, 1}}, mat(vec{1, 1}), uvec{1})
      .on("hundreds in the hidden layer", with_large_network(some_block()), mat(vec{1, 3}),
          mat(vec{2, -1}), uvec{1})
      .on_random([](Draw& draw) {
        const uword n = draw.size("n", 2, 3), m = draw.size("m", 1, 3),
                    n_z = draw.size("n_z", 1, 3);
        const exercise::Block block = drawn_block(draw, n);
        const mat y = draw.whole("y", n, m), z = draw.whole("z", n, n_z);
        return std::tuple(block, y, z, drawn_seen(draw, n_z));
      })
      .within({.absolute = 1e-8});

  course.EXERCISE(transformer_weights)
      .expects(weights_of_shapes)
      .on("the smallest", 1, 1, 1, 1, true)
      .on("three embeddings", 2, 3, 1, 5, false)
      .on("two blocks", 4, 6, 2, 7, true)
      .on("the base model of 2017", 512, 2048, 6, 37'000, true)
      .on("may be more than 32 bits hold", 12'288, 49'152, 48, 50'000, true)
      .on_random([](Draw& draw) {
        const uword n = draw.size("n", 1, 9), f = draw.size("f", 1, 9);
        const uword blocks = draw.size("blocks", 1, 6), N = draw.size("N", 1, 20);
        return std::tuple(n, f, blocks, N, draw.one_of("shared", {true, false}));
      });

  course.EXERCISE(log_probability)
      .domain([](const mat& P, const uvec& text, uword end) {
        return are_laws(P) && text.n_elem > 0 && arma::all(text < P.n_rows) && end < P.n_rows;
      })
      .expects([](const mat& P, const uvec& text, uword end) {
        const uvec before = arma::join_cols(uvec{end}, text.head(text.n_elem - 1));
        double sum = 0;
        for (uword t = 0; t < text.n_elem; ++t)
          sum += std::log(P(text(t), before(t)));
        return sum;
      })
      .on("one word", mat{{0.25, 0.5}, {0.75, 0.5}}, uvec{1}, uword{0})
      .on("two words", mat{{0.25, 0.5}, {0.75, 0.5}}, uvec{1, 0}, uword{0})
      .on("from 0 to N - 1: the end is the last word", laws(mat{{1, 2, 3}, {4, 1, 1}, {2, 5, 4}}),
          uvec{0, 1, 2}, uword{2})
      .on("entries may be 0", mat{{1, 0.5}, {0, 0.5}}, uvec{1, 0}, uword{0})
      .on("entries may be 0: one that is not needed", mat{{0, 0.5}, {1, 0.5}}, uvec{1, 1}, uword{0})
      .on("thousands of words", mat(8, 8, arma::fill::value(0.125)),
          uvec(2000, arma::fill::value(3)), uword{0})
      .on_random([](Draw& draw) {
        const uword N = draw.size("N", 1, 4);
        const mat P = laws(draw.integer_matrix("counts", N, N, 1, 5));
        const uvec text = drawn_words(draw, "text", draw.size("m", 1, 5), N);
        return std::tuple(P, text, draw.size("end", 0, N - 1));
      });

  course.EXERCISE(greedy_text)
      .domain([](const mat& P, uword end, uword most) {
        return are_laws(P) && end < P.n_rows && most > 0;
      })
      .expects([](const mat& P, uword end, uword most) {
        Words text;
        while (text.size() < most && (text.empty() || text.back() != end)) {
          const vec law = P.col(text.empty() ? end : text.back());
          text.push_back(arma::find(law == law.max()).eval().min());
        }
        return uvec(text);
      })
      .on("a text of one word", mat{{0.75, 0.5}, {0.25, 0.5}}, uword{0}, uword{5})
      .on("at least 1: a single word is allowed", mat{{0, 0.25}, {1, 0.75}}, uword{0}, uword{1})
      .on("two words and the end", mat{{0.25, 0.25, 0.75}, {0.5, 0.25, 0.25}, {0.25, 0.5, 0}},
          uword{0}, uword{9})
      .on("it never ends", mat{{0, 0.25}, {1, 0.75}}, uword{0}, uword{4})
      .on("it ends with the last word allowed", mat{{0.25, 0.75}, {0.75, 0.25}}, uword{0}, uword{2})
      .on("of several that are equally probable: two words", mat{{0.5, 0.5}, {0.5, 0.5}}, uword{0},
          uword{3})
      .on("of several that are equally probable: the second and the third",
          mat{{0.25, 0.25, 0.5}, {0.375, 0.375, 0.25}, {0.375, 0.375, 0.25}}, uword{0}, uword{3})
      .on("from 0 to N - 1: another word is the end",
          mat{{0.25, 0.125, 0.75}, {0.25, 0.25, 0.125}, {0.5, 0.625, 0.125}}, uword{1}, uword{4})
      .on_random([](Draw& draw) {
        const uword N = draw.size("N", 1, 4);
        const mat P = laws(draw.integer_matrix("counts", N, N, 1, 5));
        const uword end = draw.size("end", 0, N - 1);
        return std::tuple(P, end, draw.size("most", 1, 5));
      });

  course.EXERCISE(beam_text)
      .domain([](const mat& P, uword end, uword width, uword most) {
        return are_laws(P) && P.min() > 0 && end < P.n_rows && width > 0 && most > 0 &&
               !beam(P, end, width, most).has_ties;
      })
      .expects([](const mat& P, uword end, uword width, uword most) {
        return uvec(beam(P, end, width, most).kept.front());
      })
      .on("width at least 1: greedy search", greedy_loses(), uword{0}, uword{1}, uword{4})
      .on("a beam of two finds what greedy search misses", greedy_loses(), uword{0}, uword{2},
          uword{4})
      .on("most at least 1: one round", greedy_loses(), uword{0}, uword{2}, uword{1})
      .on("a beam of two misses what three find", third_first_word(), uword{0}, uword{2}, uword{3})
      .on("a beam of three", third_first_word(), uword{0}, uword{3}, uword{3})
      .on("both texts that are kept continue the same one",
          laws(mat{{1, 7, 7, 7}, {4, 9, 5, 2}, {6, 9, 6, 9}, {8, 10, 2, 8}}), uword{0}, uword{2},
          uword{4})
      .on("a text that has ended is overtaken by one that goes on",
          laws(mat{{4, 7, 3, 8}, {1, 5, 1, 4}, {3, 9, 6, 3}, {9, 4, 8, 2}}), uword{0}, uword{2},
          uword{3})
      .on("from 0 to N - 1: the last word is the end", laws(mat{{8, 1, 3}, {7, 18, 2}, {5, 2, 9}}),
          uword{2}, uword{2}, uword{3})
      .on("the end is the most probable first word", laws(mat{{8, 1, 3}, {7, 18, 2}, {5, 2, 9}}),
          uword{0}, uword{2}, uword{3})
      .on("a text that has ended is the best", laws(mat{{4, 7, 2}, {5, 3, 9}, {3, 2, 6}}), uword{0},
          uword{2}, uword{4})
      .on("a text that has ended is dropped, overtaken by two",
          laws(mat{{2, 1, 5}, {6, 8, 6}, {1, 6, 1}}), uword{0}, uword{2}, uword{3})
      .on("a text that is overtaken makes room again", laws(mat{{1, 2}, {3, 3}}), uword{0},
          uword{2}, uword{3})
      .on_random(
          [](Draw& draw) {
            const uword N = draw.size("N", 2, 4);
            const mat P = laws(draw.integer_matrix("counts", N, N, 1, 19));
            const uword end = draw.size("end", 0, N - 1), width = draw.size("width", 1, 4);
            return std::tuple(P, end, width, draw.size("most", 1, 5));
          },
          200);

  course.EXERCISE(alignment_error)
      .domain([](const mat& pattern, const umat& links, uword later) {
        return links.n_rows > 0 && pattern.n_rows == links.n_rows + 1 &&
               pattern.n_cols == links.n_cols && later <= 1 &&
               arma::all(arma::vectorise(links) <= 1);
      })
      .expects([](const mat& pattern, const umat& links, uword later) {
        umat A(arma::size(links));
        for (uword t = 0; t < links.n_rows; ++t) {
          const arma::rowvec weights = pattern.row(t + later);
          A(t, arma::find(weights == weights.max()).eval().min()) = 1;
        }
        const double both = double(arma::accu(A % links)), sum = double(arma::accu(A + links));
        return 1 - 2 * both / sum;
      })
      .on("right, word t in row t", mat{{0.75, 0.25}, {0.25, 0.75}, {0.75, 0.25}},
          umat{{1, 0}, {0, 1}}, uword{0})
      .on("wrong, word t in row t + 1", mat{{0.75, 0.25}, {0.25, 0.75}, {0.75, 0.25}},
          umat{{1, 0}, {0, 1}}, uword{1})
      .on("adjective and noun cross",
          mat{{0.5, 0.25, 0.25}, {0.25, 0.125, 0.625}, {0.125, 0.75, 0.125}, {0.25, 0.5, 0.25}},
          umat{{1, 0, 0}, {0, 0, 1}, {0, 1, 0}}, uword{0})
      .on("of several it is the first", mat{{0.25, 0.375, 0.375}, {0.5, 0.5, 0}},
          umat(umat{{0, 1, 0}}), uword{0})
      .on("a word may have several links, or none: the second has none", mat(vec{1, 1, 1}),
          umat(uvec{1, 0}), uword{0})
      .on("a word may have several links: one word has two", mat{{0.75, 0.25}, {0.5, 0.5}},
          umat(umat{{1, 1}}), uword{0})
      .on("a word may have several links", mat{{0.25, 0.75}, {0.75, 0.25}, {0.5, 0.5}},
          umat{{1, 1}, {1, 0}}, uword{0})
      .on("a word may have several links, or none", mat{{0.25, 0.75}, {0.75, 0.25}, {0.5, 0.5}},
          umat{{0, 1}, {0, 0}}, uword{0})
      .on_random([](Draw& draw) {
        const uword m = draw.size("m", 1, 4), n_z = draw.size("n_z", 1, 4);
        mat pattern = draw.integer_matrix("counts", m + 1, n_z, 1, 5);
        pattern.each_col() /= vec(arma::sum(pattern, 1));
        const umat links = arma::conv_to<umat>::from(draw.integer_matrix("links", m, n_z, 0, 1));
        return std::tuple(pattern, links, draw.size("later", 0, 1));
      });
}
