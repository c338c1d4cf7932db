#include "figures.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

using namespace epreuve::figures;
using epreuve::instruments::ErrorAgainstCost;

void epreuve::draw_variants(Figure& figure, const arma::vec& n, const arma::mat& operations,
                            const std::vector<std::string>& names)
{
  figure.title("Operations of one head, d = 64")
      .axes("length n", "operations")
      .log_x()
      .log_y()
      .x_range(n.front(), n.back())
      .x_ticks({128, 512, 2048, 8192}, {"128", "512", "2048", "8192"});
  for (arma::uword j = 0; j < operations.n_cols; ++j)
    figure.line(n, operations.col(j), names.at(j));
  figure
      .caption("Exact attention grows with the square of the length. The variants grow in "
               "proportion to it, and are cheaper from a length on that their own size decides: "
               "a window of 256 on each side, 256 mixtures, 256 features, blocks of 64 of which "
               "3 are drawn, 4 rounds of chunks of 64.")
      .alt("Six lines on logarithmic axes. Exact attention is the steepest, of slope 2; the five "
           "variants have slope 1 and lie below it from lengths between 257 and about 600 on.");
}

void epreuve::draw_share(Figure& figure, const arma::vec& n, const arma::mat& share,
                         const std::vector<std::string>& names)
{
  figure.title("The part of a block that grows with n²")
      .axes("length n", "share of its operations")
      .log_x()
      .x_range(n.front(), n.back())
      .y_range(0, 1)
      .x_ticks({128, 512, 2048, 8192, 32768, 131072},
               {"128", "512", "2048", "8192", "32768", "131072"});
  for (arma::uword j = 0; j < share.n_cols; ++j)
    figure.line(n, share.col(j), names.at(j));
  figure.vertical_line(2048, "2048")
      .horizontal_line(0.5)
      .caption("Scores, softmax and mixing, as a share of all operations of a block. At 2048, "
               "where the document puts the limit, nothing happens; half is reached at nearly 6d, "
               "which is another length for each model.")
      .alt("Three rising S-shaped curves, one each for d = 512, 768 and 12288. At the vertical "
           "line at 2048 they are at 0.40, 0.31 and 0.03; they cross one half at about 3000, 4500 "
           "and 73000.");
}

void epreuve::draw_training_cost(Figure& figure, const std::vector<TrainingCost>& costs)
{
  figure.title("What a token costs in training: GPT-2 Small, one size changed");
  for (const TrainingCost& cost : costs)
    figure.panel(cost.size)
        .axes(cost.size, "operations per token")
        .log_x()
        .log_y()
        .x_range(cost.at.front(), cost.at.back())
        .x_ticks(cost.ticks, cost.labels)
        .y_range(1e7, 3e10)
        .line(cost.at, cost.step, "a step")
        .line(cost.at, cost.six_weights, "6 per weight")
        .line(cost.at, cost.forward, "forward pass")
        .vertical_line(cost.own);
  figure
      .caption(
          "The vertical lines are at GPT-2 Small's own sizes: 768 dimensions, 12 layers, 1024 "
          "tokens. A step costs three times its forward pass, and six operations for each weight "
          "as long as the text is short against six times the width; then attention decides, "
          "which has no weights.")
      .alt(
          "Three panels with logarithmic axes. With the width the step's cost grows, in the end "
          "with its square; with the layers it grows from what the unembedding costs, in the end "
          "in proportion to them. With the context it is level up to about 1000 tokens and then "
          "rises, while six for each weight stays nearly level. The forward pass is a third of the "
          "step everywhere.");
}

void epreuve::draw_error_against_cost(Figure& figure,
                                      const std::vector<ErrorAgainstCost>& at_random,
                                      const std::vector<ErrorAgainstCost>& with_structure,
                                      const std::vector<ErrorAgainstCost>& of_petit)
{
  figure.title("Error against cost").columns(1);
  const auto panel = [&](const std::string& title, const std::vector<ErrorAgainstCost>& curves) {
    figure.panel(title)
        .axes("operations, exact attention = 1", "relative error of the output")
        .log_x()
        .log_y()
        .x_range(0.05, 1.05)
        .y_range(0.1, 50)
        .x_ticks({0.0625, 0.125, 0.25, 0.5, 1}, {"1/16", "1/8", "1/4", "1/2", "1"})
        .y_ticks({0.1, 0.3, 1, 3, 10, 30}, {"0.1", "0.3", "1", "3", "10", "30"})
        .horizontal_line(1);
    for (const ErrorAgainstCost& curve : curves)
      figure.line_points(curve.cost, curve.error, curve.name);
  };
  panel("At random: n = 256, d = 64", at_random);
  panel("Each query looks at one key far away: n = 256, d = 64", with_structure);
  panel("petit's twelve heads: n = 64, d = 16, causal", of_petit);
  figure
      .caption(
          "At the line at 1 the error is as large as the output: nothing at all would be as good. "
          "Sizes grow from left to right: features and mixtures from 16 to 112, windows of 8 "
          "to 120 on each side, blocks of 2 to 16 tokens, chunks of 2 to 16. In the middle, "
          "Reformer has another text, vectors in pairs of one direction. In petit's heads, 8 to "
          "32 features, windows of 1 to 31 and blocks of 1 to 4; mean over twelve heads.")
      .alt("Three panels with logarithmic axes. At random, windows and blocks fall from 4 to below "
           "1 at half the cost, Performer stays near 3, Reformer falls from 8 to 5, "
           "Linformer from 32 to 4. Where each query looks at one key far away, windows, blocks "
           "and Performer stay near 1, Linformer falls from 4 to 1.3, and Reformer from 0.7 to "
           "0.15. In petit's heads windows fall from 2 to 0.17, blocks from 1.4 to 0.5, and "
           "Performer stays near 0.8.");
}

void epreuve::draw_missed(Figure& figure)
{
  const arma::vec degrees = arma::regspace(0, 1, 180);
  figure.title("How often Reformer misses a pair")
      .axes("angle between the two vectors, degrees", "probability")
      .x_range(0, 180)
      .y_range(0, 1)
      .x_ticks({0, 45, 90, 135, 180});
  for (const int rounds : {1, 2, 4, 8}) {
    arma::vec missed(arma::size(degrees));
    for (arma::uword i = 0; i < degrees.n_elem; ++i)
      missed(i) = std::pow(1 - std::pow(1 - degrees(i) / 180, 2), rounds);
    figure.line(degrees, missed, rounds == 1 ? "1 round" : fmt::format("{} rounds", rounds));
  }
  figure.vertical_line(90)
      .caption("Four buckets, 1 to 8 rounds. A pair at a small angle is missed seldom, and more "
               "rounds find it. But so they do with pairs at a right angle, which is where nearly "
               "all pairs of random vectors are: with 8 rounds nine in ten of these are seen too.")
      .alt("Four rising curves from 0 at angle 0 to 1 at 180 degrees, lower for more rounds. At "
           "the vertical line at 90 degrees they are at 0.75, 0.56, 0.32 and 0.10.");
}

void epreuve::draw_heard(Figure& figure, const std::vector<HeardBlocks>& heard)
{
  figure.title("What is heard after L layers, 64 blocks")
      .axes("layers", "share of pairs")
      .log_x()
      .x_range(1, 64)
      .y_range(0, 1)
      .x_ticks({1, 2, 4, 8, 16, 32, 64}, {"1", "2", "4", "8", "16", "32", "64"});
  for (const HeardBlocks& one : heard) {
    arma::vec to_the_end(64, arma::fill::ones);
    to_the_end.head(one.shares.n_elem) = one.shares;
    figure.line(arma::regspace(1, 64), to_the_end, one.name);
  }
  figure
      .caption("A window of one block on each side carries by one block per layer. Random blocks "
               "from anywhere shorten that to a few layers; those of the published code, all among "
               "the first 16, leave the later parts to the window. With the first and the last "
               "block for all, two layers do, whatever is drawn.")
      .alt("Four rising curves over a logarithmic axis of layers. All of BigBird is at 1 from 2 "
           "layers on, random blocks as published from about 5; random blocks as coded rise more "
           "slowly, and the window alone the most slowly, to 1 at 63 layers.");
}

void epreuve::draw_who_sees_whom(Figure& figure, const arma::umat& window,
                                 const arma::umat& published, const arma::umat& coded)
{
  figure.title("Who sees whom, in blocks").size(900, 360);
  const auto panel = [&](const std::string& title, const arma::umat& seen) {
    figure.panel(title).bare().heat_map(arma::conv_to<arma::mat>::from(seen),
                                        {.range = Range{0, 1}});
  };
  panel("window", window);
  panel("BigBird, as published", published);
  panel("BigBird, as coded", coded);
  figure
      .caption("A row for each block that sees, a column for each block seen, 24 of them. A window "
               "of one block on each side; with it the first and the last block and two "
               "random ones, from anywhere as the article has it, or from the first quarter, as in "
               "the published code for long texts.")
      .alt("Three square patterns of 24 by 24 cells. The first has a band along the diagonal. The "
           "two others have full first and last rows and columns besides, and single cells: in the "
           "second all over the square, in the third in its left quarter only.");
}
