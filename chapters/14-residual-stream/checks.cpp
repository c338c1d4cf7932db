#include "epreuve/exercises/course.hpp"
#include "epreuve/math/residual_stream.hpp"

#include <exercises.hpp>

#include <cmath>
#include <string>
#include <tuple>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

arma::uword size(Draw& draw, const std::string& name, long smallest = 1, long largest = 3)
{
  return static_cast<arma::uword>(draw.integer(name, smallest, largest));
}

std::vector<arma::mat> matrices(Draw& draw, const std::string& name, arma::uword count,
                                arma::uword n)
{
  std::vector<arma::mat> list;
  for (arma::uword i = 0; i < count; ++i)
    list.push_back(draw.whole(name + std::to_string(i), n, n, 4));
  return list;
}

arma::mat relu(const arma::mat& u)
{
  return (u + arma::abs(u)) / 2;
}

/// The sum over all subsets of k layers, one by one.
arma::mat by_subsets(const std::vector<arma::mat>& W, arma::uword k)
{
  const arma::uword n = W.front().n_rows;
  arma::mat sum(n, n, arma::fill::zeros);
  for (arma::uword subset = 0; subset < arma::uword(1) << W.size(); ++subset) {
    arma::mat path(n, n, arma::fill::eye);
    arma::uword length = 0;
    for (arma::uword l = 0; l < W.size(); ++l)
      if (subset >> l & 1) {
        path = W[l] * path;
        ++length;
      }
    if (length == k)
      sum += path;
  }
  return sum;
}

/// n! / (k! (n - k)!)
double choices(double n, double k)
{
  double value = 1;
  for (double i = 1; i <= k; ++i)
    value = value * (n - k + i) / i;
  return value;
}

arma::mat number(double x)
{
  return arma::mat(1, 1, arma::fill::value(x));
}

} // namespace

CHECKS(course)
{
  using exercise::Block, exercise::Corners;
  const arma::mat A{{1, 2}, {3, 4}}, B{{2, -1}, {1, 0}}, M{{1, 2}, {0, 1}},
      I(2, 2, arma::fill::eye);

  course.EXERCISE(token_updated)
      .expects([](const arma::mat& x, arma::uword t, const arma::vec& y) {
        arma::mat one_hot(1, x.n_cols, arma::fill::zeros);
        one_hot(t) = 1;
        return arma::mat(x + y * one_hot);
      })
      .on("one token of one number", number(2), 0, arma::vec{10})
      .on("the first of two, of one number", arma::mat{{2, 3}}, 0, arma::vec{10})
      .on("one token", arma::mat(arma::vec{1, 2}), 0, arma::vec{10, 20})
      .on("0 <= t < K: the second of two", A, 1, arma::vec{10, 20})
      .on("the first of three", arma::mat{{1, 2, 3}}, 0, arma::vec{10})
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n"), K = size(draw, "K");
        const arma::uword t = size(draw, "t", 0, static_cast<long>(K) - 1);
        const arma::mat x = draw.whole("x", n, K, 4);
        return std::tuple(x, t, arma::vec(draw.whole("y", n, 1, 4)));
      });

  course.EXERCISE(next_stream)
      .expects([](const arma::mat& x, const Block& block) {
        return math::residual_stream({{block.W_in, relu, block.W_out}}, x).back();
      })
      .on("numbers", number(2), Block{number(3), number(5)})
      .on("ReLU cuts", number(2), Block{number(-3), number(5)})
      .on("one token", arma::mat(arma::vec{1, 1}), Block{B, A})
      .on("two tokens", M, Block{A, B})
      .on("may be as large as 10^6", number(1000), Block{number(1000), number(1)})
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n"), K = size(draw, "K");
        const arma::mat x = draw.whole("x", n, K, 4), in = draw.whole("W_in", n, n, 4);
        return std::tuple(x, Block{in, draw.whole("W_out", n, n, 4)});
      });

  course.EXERCISE(block_3_receives)
      .expects([](const arma::mat& u_0, const arma::mat& u_1, const Corners& of) {
        return arma::mat(of.Z * u_0 + (of.Z * of.X) * u_1);
      })
      .on("numbers", number(2), number(3), Corners{number(5), number(7)})
      .on("nothing was there", number(0), number(3), Corners{number(5), number(7)})
      .on("two rows", arma::mat(arma::vec{1, 2}), arma::mat(arma::vec{3, 4}), Corners{A, B})
      .on_random([](Draw& draw) {
        const arma::uword p = size(draw, "p"), K = size(draw, "K");
        const arma::mat u_0 = draw.whole("u_0", p, K, 4), u_1 = draw.whole("u_1", p, K, 4);
        const arma::mat X = draw.whole("X", p, p, 4);
        return std::tuple(u_0, u_1, Corners{X, draw.whole("Z", p, p, 4)});
      });

  const auto sizes = [](const std::vector<Block>& blocks) {
    arma::mat result(blocks.size(), blocks.size(), arma::fill::zeros);
    for (arma::uword j = 1; j < blocks.size(); ++j)
      for (arma::uword i = 0; i < j; ++i) {
        const arma::mat product = blocks[j].W_in * blocks[i].W_out;
        result(j, i) = std::sqrt(arma::accu(product % product));
      }
    return result;
  };
  using List = std::vector<arma::mat>;
  using Blocks = std::vector<Block>;
  course.EXERCISE(virtual_sizes)
      .expects(sizes)
      .on("two blocks of numbers", Blocks{{number(2), number(5)}, {number(3), number(7)}})
      .on("three blocks of numbers",
          Blocks{{number(2), number(5)}, {number(3), number(7)}, {number(1), number(2)}})
      .on("two blocks", Blocks{{M, B}, {A, M}})
      .on("three blocks", Blocks{{A, B}, {B, M}, {M, A}})
      .on("one block", Blocks{{A, B}})
      .on_random([](Draw& draw) {
        const arma::uword L = size(draw, "L", 1, 4), n = size(draw, "n");
        Blocks blocks;
        for (arma::uword i = 0; i < L; ++i) {
          const arma::mat in = draw.whole("W_in" + std::to_string(i), n, n, 4);
          blocks.push_back({in, draw.whole("W_out" + std::to_string(i), n, n, 4)});
        }
        return std::tuple(blocks);
      });

  course.EXERCISE(paths_of_length)
      .expects([](const List& W, arma::uword k) {
        if (W.size() <= 12)
          return by_subsets(W, k);
        // The layers are all alike in the two inputs that are so long.
        arma::mat power(arma::size(W.front()), arma::fill::eye);
        for (arma::uword l = 0; l < k; ++l)
          power = W.front() * power;
        return arma::mat(choices(double(W.size()), double(k)) * power);
      })
      .on("a number, gone through", List{number(2)}, 1)
      .on("two numbers, either", List{number(2), number(3)}, 1)
      .on("two numbers, both", List{number(2), number(3)}, 2)
      .on("three numbers, two of them", List{number(2), number(3), number(5)}, 2)
      .on("L >= 1; 0 <= k <= L: one layer, passed by", List{A}, 0)
      .on("one layer, gone through", List{A}, 1)
      .on("two layers, both", List{A, B}, 2)
      .on("two layers, either", List{A, B}, 1)
      .on("three layers, two of them", List{A, B, M}, 2)
      .on("four layers, two of them", List{A, B, M, A}, 2)
      .on("40 layers, 20 of them", List(40, arma::mat{{0, 1}, {-1, 0}}), 20)
      .on_random([](Draw& draw) {
        const arma::uword L = size(draw, "L", 1, 5), n = size(draw, "n", 1, 2);
        const arma::uword k = size(draw, "k", 0, static_cast<long>(L));
        return std::tuple(matrices(draw, "W", L, n), k);
      })
      .on_large("There may be 60 layers", "there are 10^17 choices of 30 layers among 60",
                [] { return std::tuple(List(60, arma::mat{{0, 1}, {-1, 0}}), arma::uword{30}); });

  course.EXERCISE(gradient_before)
      .expects([](const arma::mat& x, const Block& block, const arma::mat& g) {
        const arma::mat u = block.W_in * x;
        arma::mat result = g;
        for (arma::uword k = 0; k < x.n_cols; ++k) { // the Jacobian of each token's update
          const arma::vec open = arma::conv_to<arma::vec>::from(u.col(k) > 0);
          const arma::mat J = block.W_out * arma::diagmat(open) * block.W_in;
          result.col(k) += J.t() * g.col(k);
        }
        return result;
      })
      .on("ReLU lets through", number(2), Block{number(3), number(5)}, number(7))
      .on("ReLU does not", number(2), Block{number(-3), number(5)}, number(7))
      .on("one token", arma::mat(arma::vec{1, 1}), Block{B, A}, arma::mat(arma::vec{1, 2}))
      .on("two tokens", M, Block{A, B}, A)
      .on("at the bend", number(0), Block{number(1), number(1)}, number(1))
      .on_random([](Draw& draw) {
        const arma::uword n = size(draw, "n"), K = size(draw, "K");
        const arma::mat x = draw.whole("x", n, K, 4), in = draw.whole("W_in", n, n, 4);
        const arma::mat out = draw.whole("W_out", n, n, 4);
        return std::tuple(x, Block{in, out}, draw.whole("g", n, K, 4));
      });
}
