#include "epreuve/exercises/course.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/networks/layers.hpp"

#include <exercises.hpp>

#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

using Sentences = std::vector<arma::uvec>;
using Strings = std::vector<std::string>;

/// Whether the sentence and the text have the same words at all other places.
bool agree(const arma::uvec& sentence, const arma::uvec& text, arma::uword place)
{
  arma::uvec filled = text;
  filled(place) = sentence(place);
  return arma::all(filled == sentence);
}

double table_loss(const arma::mat& W, const arma::mat& P)
{
  return -arma::accu(P % math::log_softmax_columns(W));
}

arma::mat after_a_step(const arma::mat& W, const arma::mat& P, double rate)
{
  arma::mat G = math::softmax_columns(W);
  G.each_row() %= arma::sum(P, 0);
  return W - rate * (G - P);
}

double least_loss(const arma::mat& P)
{
  return table_loss(arma::log(P), P);
}

/// Pairs with these counts.
arma::mat shares(const arma::mat& counts)
{
  return counts / arma::accu(counts);
}

} // namespace

CHECKS(course)
{
  using arma::mat, arma::vec, arma::uvec, arma::uword;

  course.EXERCISE(surprise)
      .domain([](const vec& x, uword t) { return t < x.n_elem; })
      .expects([](const vec& x, uword t) { return -math::log_softmax(x)(t); })
      .on("from 0 to N - 1: two equal logits", vec{0, 0}, uword{1})
      .on("ln 1, ln 2, ln 5", vec{0, std::log(2), std::log(5)}, uword{1})
      .on("the certain word did not come", vec{3, 40}, uword{0})
      .on("as large as 10^5 in magnitude", vec{1e5, 1e5 - 1, -1e5}, uword{1})
      .on("as large as 10^5 in magnitude: the least probable word came", vec{1e5, 1e5 - 1, -1e5},
          uword{2})
      .on("as large as 10^5 in magnitude: a word that is 720 less than another", vec{0, 720},
          uword{0})
      .on("as large as 10^5 in magnitude: all below 0", vec{-1e5, -1e5 + 1}, uword{0})
      .on("as large as 10^5 in magnitude: the largest in magnitude is below 0", vec{-1e5, 1e5 - 1},
          uword{1})
      .on_random([](Draw& draw) {
        const uword N = draw.size("N", 1, 4);
        const vec x = draw.integer_matrix("x", N, 1, -4, 4);
        return std::tuple(x, draw.size("t", 0, N - 1));
      })
      .within({.absolute = 1e-12});

  course.EXERCISE(logit_gradient)
      .domain([](const vec& x, const vec& y) {
        return x.n_elem == y.n_elem && arma::all(y >= 0) && std::abs(arma::accu(y) - 1) < 1e-9 &&
               arma::abs(x).max() <= 500;
      })
      .expects([](const vec& x, const vec& y) { return vec(math::softmax(x) - y); })
      .on("two equal logits, one word came", vec{0, 0}, vec{1, 0})
      .on("ln 1, ln 3", vec{0, std::log(3)}, vec{0.5, 0.5})
      .on("the best logits already", vec{0, std::log(3)}, vec{0.25, 0.75})
      .on("three words", vec{0, std::log(2), std::log(5)}, vec{0.25, 0, 0.75})
      .on("none larger than 500 in magnitude: of both signs", vec{500, 499, -500},
          vec{0.25, 0.5, 0.25})
      .on_random([](Draw& draw) {
        const uword N = draw.size("N", 1, 4);
        const vec x = draw.integer_matrix("x", N, 1, -3, 3),
                  counts = draw.integer_matrix("counts", N, 1, 1, 4);
        return std::tuple(x, vec(counts / arma::accu(counts)));
      })
      .within({.absolute = 1e-12});

  course.EXERCISE(mean_gradient)
      .domain([](const mat& X, const uvec& targets) {
        return X.n_cols == targets.n_elem && arma::all(targets < X.n_rows) &&
               arma::abs(X).max() <= 500;
      })
      .expects([](const mat& X, const uvec& targets) {
        return networks::cross_entropy_backward(
            X, arma::conv_to<std::vector<arma::uword>>::from(targets));
      })
      .on("one place", mat(vec{0, std::log(3)}), uvec{0})
      .on("each from 0 to N - 1: two places, the same word twice", mat{{0, 1}, {0, 3}}, uvec{1, 1})
      .on("three places, two words", mat{{0, 1, 2}, {2, 0, 0}}, uvec{0, 1, 0})
      .on("none larger than 500 in magnitude: 500 in one place, -500 in another, both in a third",
          mat{{500, -500, 500}, {499, -499, -500}}, uvec{1, 1, 0})
      .on_random([](Draw& draw) {
        const uword N = draw.size("N", 1, 4), K = draw.size("K", 1, 3);
        const mat X = draw.integer_matrix("X", N, K, -3, 3);
        const mat targets = draw.integer_matrix("targets", K, 1, 0, long(N) - 1);
        return std::tuple(X, arma::conv_to<uvec>::from(targets));
      })
      .within({.absolute = 1e-12});

  course.EXERCISE(law_of_masked)
      .domain([](const Sentences& sentences, const vec& p, const uvec& text, uword place, uword N) {
        bool some = false, fit = sentences.size() == p.n_elem && place < text.n_elem &&
                                 arma::all(text < N) && arma::all(p > 0);
        for (std::size_t s = 0; fit && s < sentences.size(); ++s) {
          fit = sentences[s].n_elem == text.n_elem && arma::all(sentences[s] < N);
          some = some || (fit && agree(sentences[s], text, place));
        }
        return fit && some;
      })
      .expects(
          [](const Sentences& sentences, const vec& p, const uvec& text, uword place, uword N) {
            vec law(N);
            for (std::size_t s = 0; s < sentences.size(); ++s)
              if (agree(sentences[s], text, place))
                law(sentences[s](place)) += p(s);
            return vec(law / arma::accu(law));
          })
      .on("one sentence of one word, twice", Sentences{{1}, {1}}, vec{0.5, 0.5}, uvec{1}, uword{0},
          uword{2})
      .on("three sentences of one word", Sentences{{2}, {1}, {1}}, vec{0.5, 0.25, 0.25}, uvec{1},
          uword{0}, uword{3})
      .on("below N: two words to choose from", Sentences{{0, 1, 2}, {0, 2, 2}}, vec{0.75, 0.25},
          uvec{0, 0, 2}, uword{1}, uword{3})
      .on("at least one sentence agrees: a single one", Sentences{{0, 1}, {1, 0}}, vec{0.75, 0.25},
          uvec{0, 0}, uword{0}, uword{3})
      .on("what follows decides", Sentences{{0, 1}, {1, 0}, {2, 0}}, vec{0.5, 0.25, 0.25},
          uvec{0, 0}, uword{0}, uword{3})
      .on("what came before decides", Sentences{{0, 1}, {1, 0}, {1, 2}}, vec{0.5, 0.375, 0.125},
          uvec{1, 1}, uword{1}, uword{3})
      .on("one sentence twice", Sentences{{0, 1}, {0, 1}, {1, 1}}, vec{0.25, 0.25, 0.5}, uvec{1, 1},
          uword{0}, uword{2})
      .on_random([](Draw& draw) {
        const uword N = draw.size("N", 2, 3), n = draw.size("n", 1, 3), S = draw.size("S", 1, 5);
        Sentences sentences;
        for (uword s = 0; s < S; ++s)
          sentences.push_back(
              arma::conv_to<uvec>::from(draw.integer_matrix("sentence", n, 1, 0, long(N) - 1)));
        const vec counts = draw.integer_matrix("counts", S, 1, 1, 4);
        const uword like = draw.size("like", 0, S - 1), place = draw.size("place", 0, n - 1);
        uvec text = sentences[like];
        text(place) = draw.size("there", 0, N - 1);
        return std::tuple(sentences, vec(counts / arma::accu(counts)), text, place, N);
      })
      .within({.absolute = 1e-12});

  course.EXERCISE(next_merge)
      .domain([](const Strings& tokens) { return tokens.size() >= 2; })
      .expects([](const Strings& tokens) {
        std::map<std::pair<std::string, std::string>, int> counts;
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
          ++counts[{tokens[i], tokens[i + 1]}];
        std::pair best{tokens[0], tokens[1]};
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
          if (const std::pair here{tokens[i], tokens[i + 1]}; counts[here] > counts[best])
            best = here;
        return best;
      })
      .on("two or more: two tokens", Strings{"a", "b"})
      .on("the second pair twice", Strings{"c", "a", "b", "a", "b"})
      .on("Of several equally frequent ones it is the one that comes first in the text",
          Strings{"b", "c", "a", "b"})
      .on("tokens that were merged", Strings{"x", "th", "e", "m", "th", "e"})
      .on("overlap: a a a", Strings{"b", "c", "a", "a", "a", "b", "c", "a", "a"})
      .on("overlap, and no join more",
          Strings{"a", "b", "a", "c", "c", "c", "d", "b", "c", "c", "a", "b"})
      .on("another pair is frequent sooner", Strings{"a", "b", "b", "c", "b", "c", "a", "b"})
      .on("two pairs that are one when joined", Strings{"a", "bc", "ab", "c", "x", "y", "x", "y"})
      .on("tokens may have blanks in them", Strings{"a", "b c", "a b", "c", "x", "y", "x", "y"})
      .on("one order, then the other", Strings{"a", "c", "c", "a", "b", "b", "b"})
      .on_random([](Draw& draw) {
        const uword n = draw.size("n", 2, 9);
        Strings tokens;
        for (uword i = 0; i < n; ++i)
          tokens.push_back(draw.one_of<std::string>("token", {"a", "b", "c"}));
        return std::tuple(tokens);
      });

  course.EXERCISE(train)
      .domain([](const mat& W, const mat& P, double rate, double loss) {
        return arma::size(W) == arma::size(P) && arma::all(arma::vectorise(P) > 0.01) &&
               std::abs(arma::accu(P) - 1) < 1e-9 && rate >= 0.001 && rate <= 2 &&
               loss >= least_loss(P) + 0.004 && arma::abs(W).max() <= 4;
      })
      .expects([](const mat& W, const mat& P, double rate, double loss) {
        mat now = W;
        while (table_loss(now, P) > loss)
          now = after_a_step(now, P, rate);
        return now;
      })
      .mistake("your loop ends after a number of steps, whatever the loss is then; a small rate "
               "takes thousands",
               [](const mat& W, const mat& P, double rate, double loss, const mat& result) {
                 mat now = W;
                 for (int step = 0; table_loss(now, P) > loss; ++step) {
                   if (step > 1 && arma::approx_equal(now, result, "absdiff", 1e-9))
                     return Constants::near(step, 0.5);
                   now = after_a_step(now, P, rate);
                 }
                 return no_constant;
               })
      .on("The first W may be good enough", mat{{1, 0}, {0, 1}},
          mat{{0.375, 0.125}, {0.125, 0.375}}, 1., 0.65)
      .on("one step", mat(2, 2, arma::fill::zeros), mat{{0.375, 0.125}, {0.125, 0.375}}, 1., 0.65)
      .on("many steps", mat(2, 2, arma::fill::zeros), mat{{0.375, 0.125}, {0.125, 0.375}}, 0.5, 0.6)
      .on("may take thousands of steps; from 0.001 to 2: the smallest rate",
          mat(2, 2, arma::fill::zeros), mat{{0.375, 0.125}, {0.125, 0.375}}, 0.001, 0.57)
      .on("no entry is larger than 4 in magnitude: 4, and -4", mat{{4, -4}, {-4, 4}},
          mat{{0.375, 0.125}, {0.125, 0.375}}, 1., 0.6)
      .on("not quite as many", mat(2, 2, arma::fill::zeros), mat{{0.375, 0.125}, {0.125, 0.375}},
          0.001, 0.58)
      .on("one word is more frequent", mat(2, 2, arma::fill::zeros),
          mat{{0.5, 0.125}, {0.25, 0.125}}, 1., 0.66)
      .on("three words", mat(3, 3, arma::fill::eye),
          mat{{0.25, 0.125, 0.0625}, {0.125, 0.0625, 0.125}, {0.0625, 0.125, 0.0625}}, 1., 1.02)
      .on_random(
          [](Draw& draw) {
            const uword N = draw.size("N", 2, 3);
            const mat W = draw.integer_matrix("W", N, N, -1, 1);
            const mat P = shares(draw.integer_matrix("counts", N, N, 1, 4));
            const double rate = draw.one_of("rate", {0.5, 1., 2.});
            return std::tuple(W, P, rate, least_loss(P) + draw.one_of("above", {0.01, 0.05, 0.5}));
          },
          50)
      .within({.absolute = 1e-9});
}
