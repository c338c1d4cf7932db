#include "epreuve/exercises/course.hpp"
#include "epreuve/math/residual_stream.hpp"

#include "exercises.hpp"

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

  course.exercise<decltype(exercise::token_updated)>("token_updated", {"x", "t", "y"})
      .title("One token is updated")
      .section("exo7 3.2")
      .points(2)
      .stars(1)
      .hint("Which part of x is token t?")
      .hint("Tokens are columns. All other columns of the result are those of x.")
      .hint("A block adds: what was in the column stays in it as a term.")
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

  course.exercise<decltype(exercise::next_stream)>("next_stream", {"x", "block"})
      .title("Read, process, write")
      .section("exo7 3.2")
      .points(3)
      .stars(2)
      .hint("Three steps: the block reads, computes, writes.")
      .hint("ReLU comes between the two products, entry by entry: 0 for what is negative.")
      .hint("The written matrix is added to x; it does not take its place.")
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

  course.exercise<decltype(exercise::block_3_receives)>("block_3_receives", {"u_0", "u_1", "of"})
      .title("What block 3 receives")
      .section("exo7 3.3")
      .points(2)
      .stars(2)
      .hint("What does the stream have in these rows after block 1? It had u_0, and something was "
            "added.")
      .hint("Block 1 adds X u_1, and block 2 nothing.")
      .hint("Block 3 does not see the stream but Z times it.")
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
  course.exercise<decltype(exercise::virtual_sizes)>("virtual_sizes", {"blocks"})
      .title("Who can be heard by whom")
      .section("exo7 3.3")
      .points(3)
      .stars(2)
      .hint("Of block i, W_out matters; of block j, W_in. Which of the two is applied first?")
      .hint(
          "Matrices are applied from right to left: W_in of the reader times W_out of the writer.")
      .hint("Row j, column i, for i < j only: no block hears itself, or one that comes later.")
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

  course.exercise<decltype(exercise::paths_of_length)>("paths_of_length", {"W", "k"})
      .title("All paths of one length")
      .section("exo7 3.1")
      .points(5)
      .stars(4)
      .hint("Take two layers, and multiply (I + B)(I + A) out. What are the paths of length 0, 1 "
            "and 2?")
      .hint("With a further layer on top, a path of length k either passes it by, and then it was "
            "a path of length "
            "k before; or goes through it, and then it was one of length k - 1.")
      .hint("Keep one matrix for each length from 0 to k, and let one layer after the other update "
            "all of "
            "them. In which order, so that no layer is taken twice?")
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

  course.exercise<decltype(exercise::gradient_before)>("gradient_before", {"x", "block", "g"})
      .title("The gradient comes back through a block")
      .section("exo7 3.1")
      .points(5)
      .stars(3)
      .hint("x_next depends on x in two ways: directly, and through the block. Their gradients are "
            "added.")
      .hint("Directly, x_next = x + ..., so that g itself is one of the two.")
      .hint("Back through y = W u a gradient is multiplied by the transpose of W; back through "
            "ReLU, entry by "
            "entry, by 1 or 0.")
      .hint("The 1 or 0 is decided by W_in x, where ReLU was applied.")
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
