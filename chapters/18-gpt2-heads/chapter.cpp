#include "epreuve/chapter.hpp"
#include "epreuve/attention/causal.hpp"
#include "epreuve/figures/head_view.hpp"
#include "epreuve/gpt2/folder.hpp"
#include "epreuve/gpt2/published.hpp"
#include "epreuve/gpt2/published_model.hpp"
#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/gpt2/trace.hpp"
#include "epreuve/gpt2/words.hpp"
#include "epreuve/math/layer_norm.hpp"
#include "epreuve/math/positions.hpp"
#include "epreuve/math/scores.hpp"
#include "epreuve/math/softmax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

/**
# GPT-2's heads: what attention looks at

GPT-2 Small has twelve layers (*couches*) of twelve heads (*têtes d'attention*). Each of the 144
computes a matrix $h$ of weights: row $i$ says how much the token $i$, as a query (*requête*), takes
from every token $j$, as a key (*clé*). After all the algebra, the document opens the real machine
and looks into four of them. It prints one matrix and describes three more heads in a sentence each.

We follow it with three kinds of evidence, and keep them apart. First the printed numbers
themselves: there are sixteen, and they decide more than one would think. Then come rows of weights
that others have published of the same heads on other sentences; we did not compute them, so they
are quoted as facts, with their source. The weights themselves come last. The whole file has half a
gigabyte, but a quarter of it is enough to hold all attention matrices, all layer norms and all
positions, and that part decides on its own what kind of form a head computes, what it does with
positions alone, and whether learned positions resemble the sines and cosines of chapter 5. Where
the files are missing, the chapter says what it could not check.

One convention first. The document calls its head "layer 4, head 11" and does not say whether it
counts from 0 or from 1. The rows published elsewhere settle it: there layers and heads count from
0, and head 11 of layer 4 does just what the document says its own does. We count from 0, and write
4.11.
*/

using namespace epreuve::course;

namespace {

using Tokens = std::vector<gpt2::Token>;

constexpr arma::uword layers = 12, heads = 12, n = 768, d = 64;
const std::string fetch = "./epreuve gpt2 fetch gets them";

/**
We look once at what the folder holds. A tensor is believed when its hash is that of the published
one: a folder with another model, or with a toy, is no evidence of what GPT-2 does. Of the
tokenizer's files we ask that they cut one sentence as published.
*/

struct Files
{
  std::optional<gpt2::Checkpoint> checkpoint;
  bool attention = false;                   ///< all heads, their layer norms and the positions
  std::optional<gpt2::Model<double>> model; ///< the whole
  std::optional<gpt2::Tokenizer> tokenizer;
};

const Tokens data_tokens{6601, 32704, 795, 30132, 2985, 284};
const Tokens artificial_tokens{8001, 9542, 9345, 318, 25449, 262};

Files find_files()
{
  Files files;
  const std::filesystem::path folder = gpt2::default_folder();
  files.checkpoint = gpt2::find_checkpoint(folder);
  if (files.checkpoint) {
    const std::set<std::string> published = gpt2::published_names(*files.checkpoint);
    files.attention = published.contains("wpe.weight");
    for (arma::uword l = 0; l < layers; ++l)
      for (const char* tensor : {"ln_1.weight", "ln_1.bias", "attn.c_attn.weight",
                                 "attn.c_attn.bias", "attn.c_proj.weight"})
        files.attention = files.attention && published.contains(fmt::format("h.{}.{}", l, tensor));
    if (published.size() == gpt2::published_tensors().size())
      files.model.emplace(*files.checkpoint);
  }
  if (std::filesystem::exists(folder / "vocab.json") &&
      std::filesystem::exists(folder / "merges.txt")) {
    files.tokenizer.emplace(folder);
    if (files.tokenizer->encode("Data visualization empowers users to") != data_tokens)
      files.tokenizer.reset();
  }
  return files;
}

/**
The attention of a layer has the gain and bias of the layer norm before it, then $W_Q$, $W_K$, $W_V$
of all heads one under the other with their biases, and their $W_O$ side by side. Head $h$ owns $d = 64$ rows
of the first three and 64 columns of the last.
*/

struct Layer
{
  arma::vec gain, bias;
  arma::mat W;   ///< 3n x n
  arma::vec b;   ///< 3n
  arma::mat W_O; ///< n x n
};

Layer read_layer(const gpt2::Checkpoint& checkpoint, arma::uword l)
{
  const auto name = [l](const char* tensor) { return fmt::format("h.{}.{}", l, tensor); };
  return {checkpoint.vector<double>(name("ln_1.weight")),
          checkpoint.vector<double>(name("ln_1.bias")),
          checkpoint.matrix<double>(name("attn.c_attn.weight")),
          checkpoint.vector<double>(name("attn.c_attn.bias")),
          checkpoint.matrix<double>(name("attn.c_proj.weight"))};
}

enum class Part : arma::uword
{
  query,
  key,
  value
};

arma::span rows_of(Part part, arma::uword head)
{
  const arma::uword first = static_cast<arma::uword>(part) * n + head * d;
  return arma::span(first, first + d - 1);
}

/**
The scores of a head between the columns of any $x$, its layer norm and biases included:
*/

arma::mat head_scores(const Layer& layer, arma::uword head, const arma::mat& x)
{
  const arma::mat u = layer_norm(x, layer.gain, layer.bias, 1e-5);
  const auto part = [&](Part which) {
    const arma::span rows = rows_of(which, head);
    arma::mat result = layer.W.rows(rows) * u;
    result.each_col() += layer.b.rows(rows);
    return result;
  };
  return scaled_attention_scores(part(Part::query), part(Part::key));
}

/**
A printed table has to become a matrix of doubles. And in what follows a weight is "on the previous
token" when it stands just left of the diagonal.
*/

arma::mat as_matrix(const std::string& printed)
{
  const PrintedTable table = parse_printed_table(printed);
  arma::mat values(table.n_rows, table.n_cols);
  for (arma::uword i = 0; i < values.n_rows; ++i)
    for (arma::uword j = 0; j < values.n_cols; ++j)
      values(i, j) = static_cast<double>(table.entries[i * table.n_cols + j].value);
  return values;
}

arma::vec on_previous(const arma::mat& pattern)
{
  return pattern.diag(-1);
}

struct Seen
{
  const char* text;
  Tokens tokens;
  std::vector<std::string> words;
  std::array<arma::mat, 4> patterns; ///< of heads 0.3, 0.9, 0.5, 4.11
};

struct Name
{
  arma::uword layer, head;
  std::string text() const { return fmt::format("{}.{}", layer, head); }
};

constexpr std::array<Name, 4> four{{{0, 3}, {0, 9}, {0, 5}, {4, 11}}};

} // namespace

CHAPTER(chapter)
{
  const Files files = find_files();
  const bool whole = files.model.has_value();
  const std::string not_here = files.checkpoint
                                   ? "the weights in the folder are not all the published ones"
                                   : "the published weights are not here";

  /**
  ## Four tokens

  The sentence is "The dog is black", and the document says that it has the tokens **The**,
  **\_dog**, **\_is**, **\_black**, where the underscore stands for the blank that belongs to the
  word. One can check that almost without the vocabulary. Before it looks at any vocabulary, the
  tokenizer cuts a text into words that no token crosses: that gives four pieces, hence at least
  four tokens. And the printed matrix has four rows, hence there are exactly four, and each
  piece is one. If the vocabulary is there, we ask it as well.
  */
  const std::string sentence = "The dog is black";
  const std::vector<std::string> words{"The", "_dog", "_is", "_black"};
  std::vector<std::string> pieces;
  gpt2::for_each_word(sentence, [&](std::string_view word) {
    pieces.emplace_back(word);
    std::ranges::replace(pieces.back(), ' ', '_');
  });
  const std::string printed = "1.0000e+00 0.0000e+00 0.0000e+00 0.0000e+00;"
                              "9.9992e-01 7.8670e-05 0.0000e+00 0.0000e+00;"
                              "2.3590e-06 9.9987e-01 1.2841e-04 0.0000e+00;"
                              "9.9210e-08 1.6798e-08 1.0000e+00 1.6479e-07";
  const arma::mat h = as_matrix(printed);
  {
    Claim& tokens = chapter.claim("exo7-6.5-tokens", holds);
    tokens
        .equal("pieces of the sentence that no token crosses",
               fmt::format("{}", fmt::join(pieces, " ")), fmt::format("{}", fmt::join(words, " ")))
        .equal("rows of the printed matrix, one per token", h.n_rows, arma::uword{4});
    if (files.tokenizer) {
      std::vector<std::string> cut;
      for (const gpt2::Token token : files.tokenizer->encode(sentence)) {
        cut.push_back(files.tokenizer->bytes(token));
        std::ranges::replace(cut.back(), ' ', '_');
      }
      tokens.equal("the sentence, cut with the published vocabulary",
                   fmt::format("{}", fmt::join(cut, " ")),
                   fmt::format("{}", fmt::join(words, " ")));
    }
  }

  /**
  ## Sixteen printed numbers

  Here is the matrix of head 4.11 on these four tokens, five digits each:

  $$h = \begin{pmatrix} 1.0000 & 0 & 0 & 0 \\ 9.9992\cdot10^{-1} & 7.8670\cdot10^{-5} & 0 & 0 \\
  2.3590\cdot10^{-6} & 9.9987\cdot10^{-1} & 1.2841\cdot10^{-4} & 0 \\
  9.9210\cdot10^{-8} & 1.6798\cdot10^{-8} & 1.0000 & 1.6479\cdot10^{-7} \end{pmatrix}$$

  Some things such a matrix must satisfy, whatever the weights are. Each row is a softmax: its four
  numbers sum to 1, as far as printed digits can. A printed number stands for an interval half a unit of its
  last digit to each side, so a row may miss 1 by at most its half units together. We add up in
  exact fractions.

  Rounding the numbers to integers gives the document's second table; that is quickly confirmed.
  */
  const PrintedTable table = parse_printed_table(printed);
  const auto distance_from_1 = [&](std::size_t i, std::size_t keys) {
    Rational sum = 0, slack = 0;
    for (std::size_t j = 0; j < keys; ++j) {
      sum += table.entries[4 * i + j].value;
      slack += table.entries[4 * i + j].unit / 2;
    }
    return static_cast<double>(Rational(abs(Rational(sum - 1)) / slack));
  };
  double worst_row = 0, worst_lower_row = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    worst_row = std::max(worst_row, distance_from_1(i, 4));
    worst_lower_row = std::max(worst_lower_row, distance_from_1(i, i + 1));
  }
  chapter.claim("exo7-6.5-rounded-table", reproduced)
      .prints("1 0 0 0; 1 0 0 0; 0 1 0 0; 0 0 1 0", h);

  /**
  Above the diagonal stand zeros, and the document's reason is the mask. The printed rows bear the
  zeros out: what stands up to the diagonal sums to 1 by itself, within its digits, and leaves
  nothing for the keys beyond it. And the mask explains them. A masked score is $-\infty$, of which
  softmax makes a 0 to the last bit and not a small number (chapter 1); without the mask no weight
  is 0, for no exponential is. (The $1.6798\cdot10^{-8}$ below the diagonal is small, and printed
  all the same.)
  */
  const auto random_pattern = [](Draw& draw, arma::uword K) {
    const arma::mat Q = draw.matrix("Q", 3, K, -5, 5);
    const arma::mat keys = draw.matrix("K", 3, K, -5, 5);
    return attention::causal_pattern(Q, keys);
  };
  const auto above = [](const arma::mat& pattern) {
    return arma::abs(arma::trimatu(pattern, 1)).max();
  };
  chapter.claim("exo7-6.5-lower-triangular", holds)
      .at_most("printed rows up to the diagonal: distance of their sums from 1, in half units",
               worst_lower_row, 1)
      .property(
          "a masked pattern is 0 above the diagonal, exactly",
          [&](Draw& draw) {
            const auto K = static_cast<arma::uword>(draw.integer("tokens", 2, 8));
            return above(random_pattern(draw, K)) == 0;
          },
          300)
      .property(
          "without the mask every weight is above 0",
          [](Draw& draw) {
            const auto K = static_cast<arma::uword>(draw.integer("tokens", 2, 8));
            const arma::mat Q = draw.matrix("Q", 3, K, -5, 5);
            const arma::mat keys = draw.matrix("K", 3, K, -5, 5);
            return softmax_rows(scaled_attention_scores(Q, keys)).min() > 0;
          },
          300);

  /**
  The next sentence goes one word too far. The attention of a word, it says, is computed only from
  the words that *precede* it. Then the diagonal would be empty, and the first word, which nothing
  precedes, would have to take the softmax of no numbers at all. But the matrix above has a
  diagonal: $7.8670\cdot10^{-5}$, small though it is, is what **\_dog** keeps for itself, and
  **The** keeps everything, for want of a choice. The mask lets $j \le i$ through: the word itself,
  and those before it. Nothing after it, and that is what matters for predicting: change the later
  tokens as you like, and row $i$ stays.
  */
  chapter.claim("exo7-6.5-preceding-words", refuted)
      .as_printed("hᵢⱼ ≠ 0 only for j < i")
      .at_most("largest printed weight of a word on itself", h.diag().max(), 0)
      .corrected("hᵢⱼ ≠ 0 only for j ≤ i: the word itself and those that precede it")
      .at_most("largest printed weight on a later word", above(h), 0)
      .at_least("smallest printed weight of a word on itself", h.diag().min(), 1e-7)
      .property(
          "row i does not see the tokens after i",
          [](Draw& draw) {
            const auto K = static_cast<arma::uword>(draw.integer("tokens", 2, 8));
            const auto i = static_cast<arma::uword>(draw.integer("i", 0, static_cast<long>(K) - 2));
            const arma::mat Q = draw.matrix("Q", 3, K, -5, 5);
            arma::mat keys = draw.matrix("K", 3, K, -5, 5);
            const arma::rowvec before = attention::causal_pattern(Q, keys).row(i);
            keys.tail_cols(K - 1 - i) = draw.matrix("other K", 3, K - 1 - i, -5, 5);
            return difference(arma::mat(attention::causal_pattern(Q, keys).row(i)),
                              arma::mat(before));
          },
          absolute(1e-12), 300);

  /**
  ## The rule of the picture

  Sixteen numbers are soon read; a thousand are not. So the document draws each head: the tokens as
  queries in a column on the left, again as keys on the right, and a segment from $i$ to $j$, the
  more visible the larger $h_{ij}$. Our head view sets the opacity of the segment to the weight
  itself. The rule is a definition, and nothing can prove it; but a drawing can break it, by a row
  and a column exchanged or a segment left out, and a picture that keeps it must give the matrix
  back. So we let the head view draw random patterns and read them off the segments, as closely as
  a screen shows them: it has 255 shades between nothing and full ink.
  */
  chapter.claim("exo7-6.5-segment-rule", holds)
      .by_reading(
          "it defines the drawing; what is tested is that the drawings of this chapter keep "
          "to the definition")
      .property(
          "a random pattern, read back from the segments of its head view",
          [&](Draw& draw) {
            const auto K = static_cast<arma::uword>(draw.integer("tokens", 1, 6));
            const arma::mat pattern = random_pattern(draw, K);
            Figure figure;
            head_view(figure, std::vector<std::string>(K, "token"), pattern);
            arma::mat seen(K, K);
            for (const Mark& mark : figure.model().panels.front().marks)
              if (mark.kind == Mark::Kind::segment)
                seen(static_cast<arma::uword>(-mark.y0), static_cast<arma::uword>(-mark.y1)) +=
                    mark.stroke.opacity;
            return difference(seen, pattern);
          },
          absolute(0.5 / 255), 200); // fainter than that is white on a screen

  chapter.figure("black-dog", [&](Figure& figure) {
    figure.title("Head 4.11 on “The dog is black”").size(720, 240);
    figure.panel("the printed matrix");
    head_view(figure, words, h);
    figure.panel("its weights").x_label("key").y_label("query");
    figure.heat_map(h, {.row_labels = words,
                        .column_labels = words,
                        .range = Range{0, 1},
                        .value_text = true,
                        .digits = 4,
                        .scale_label = "weight",
                        .square_cells = false});
    figure.caption("The document's sixteen numbers, as segments and as a table. Each word from the "
                   "second on looks at the word before it.");
    figure.alt(
        "Left: two columns of the four tokens; the line from each token on the left goes one "
        "token up on the right, except that The goes to itself. Right: the same as a "
        "matrix with ones just below the diagonal.");
  });

  /**
  ## What others have seen

  Is the matrix GPT-2's? To compute it one needs everything up to layer 4: the token embedding and
  the MLPs of four layers, which only the whole file has. But these heads have been looked at
  before. The Transformer Explainer of the Polo Club of Data Science (Georgia Tech) ships the
  weights of some heads on its example sentences, to six decimals, and the four heads of the
  document are among them. We quote two of the sentences, one row per query.
  */
  const std::array<Seen, 2> published{
      {{"Data visualization empowers users to",
        data_tokens,
        {"Data", "_visualization", "_em", "powers", "_users", "_to"},
        {as_matrix("1 0 0 0 0 0; 0.296899 0.703101 0 0 0 0; 0.033471 0.015042 0.951487 0 0 0;"
                   "0.018652 0.002191 0.039112 0.940045 0 0;"
                   "0.058322 0.006748 0.043586 0.010397 0.880948 0;"
                   "0.024118 0.014084 0.14852 0.018113 0.071456 0.72371"),
         as_matrix("1 0 0 0 0 0; 0.871661 0.128339 0 0 0 0; 0.597062 0.35362 0.049318 0 0 0;"
                   "0.446421 0.294904 0.204232 0.054442 0 0;"
                   "0.38525 0.221137 0.161819 0.164017 0.067777 0;"
                   "0.278973 0.121418 0.095798 0.103462 0.137419 0.262931"),
         as_matrix("1 0 0 0 0 0; 0.015782 0.984218 0 0 0 0; 0.008578 0.000162 0.99126 0 0 0;"
                   "0.000501 0.00003 0.000363 0.999107 0 0;"
                   "0.025819 0.000657 0.000232 0.000465 0.972828 0;"
                   "0.041941 0.003831 0.025493 0.020989 0.006719 0.901026"),
         as_matrix("1 0 0 0 0 0; 0.99984 0.00016 0 0 0 0; 0 0.999997 0.000002 0 0 0;"
                   "0 0.000001 0.999999 0 0 0; 0.000003 0 0 0.999469 0.000527 0;"
                   "0 0 0 0.000011 0.99998 0.000008")}},
       {"Artificial Intelligence is transforming the",
        artificial_tokens,
        {"Art", "ificial", "_Intelligence", "_is", "_transforming", "_the"},
        {as_matrix("1 0 0 0 0 0; 0.318166 0.681834 0 0 0 0; 0.162149 0.406414 0.431436 0 0 0;"
                   "0.070861 0.034638 0.075799 0.818703 0 0;"
                   "0.013497 0.003093 0.001013 0.000669 0.981728 0;"
                   "0.047131 0.023078 0.030479 0.103903 0.224487 0.570921"),
         as_matrix("1 0 0 0 0 0; 0.925456 0.074544 0 0 0 0; 0.762532 0.199082 0.038386 0 0 0;"
                   "0.437217 0.112271 0.158642 0.29187 0 0;"
                   "0.382464 0.139189 0.175766 0.224502 0.078078 0;"
                   "0.302911 0.070205 0.105079 0.190902 0.114252 0.21665"),
         as_matrix("1 0 0 0 0 0; 0.006385 0.993615 0 0 0 0; 0.035086 0.000103 0.964811 0 0 0;"
                   "0.05983 0.00031 0.000812 0.939048 0 0;"
                   "0.013788 0.001488 0.000018 0.000005 0.9847 0;"
                   "0.201888 0.013825 0.024679 0.199928 0.015903 0.543778"),
         as_matrix("1 0 0 0 0 0; 1 0 0 0 0 0; 0.000114 0.999809 0.000077 0 0 0;"
                   "0.000001 0 0.999999 0 0 0; 0.000003 0 0 0.999982 0.000015 0;"
                   "0.000001 0 0 0 0.999937 0.000062")}}}};
  chapter.figure("four-heads", [&](Figure& figure) {
    figure.title("Four heads on one sentence").size(720, 560).columns(2);
    for (std::size_t k = 0; k < 4; ++k) {
      figure.panel(fmt::format("head {}", four[k].text()));
      head_view(figure, published[0].words, published[0].patterns[k]);
    }
    figure.caption("Weights published by the Transformer Explainer (Polo Club of Data Science, "
                   "Georgia Tech) for “Data visualization empowers users to”. 0.3 and 0.5 look "
                   "mostly at the token itself, 0.9 at all tokens so far, 4.11 at the one before.");
    figure.alt(
        "Four head views of the same six tokens. Heads 0.3 and 0.5: strong horizontal lines, "
        "in 0.3 with faint ones upwards. Head 0.9: fans of pale lines upwards. Head 4.11: "
        "strong lines, each one token up.");
  });

  /**
  With the whole file we compute the patterns ourselves, those of the document's sentence and those
  of the two others, and hold them against what is printed and published. They cannot agree exactly.
  Published weights are computed in single precision. A score of some tens is then off by
  $10^{-5}$ or more, and a weight by the same share of itself, so that of the five printed digits
  the last one or two are not to be had: we ask for half a per cent of each number, over eight
  orders of magnitude. Without the file, the evidence is what the pages say of each other.
  */
  const auto pattern_of = [&](const Tokens& tokens, const Name& name) {
    const std::string what = fmt::format("blocks.{}.attn.pattern", name.layer);
    gpt2::Trace<double> trace({what});
    files.model->last_logits(tokens, &trace);
    return trace.matrix(what, name.head);
  };
  const auto computed_as_published = [&](Claim& claim, std::size_t k) {
    for (const Seen& seen : published)
      claim.agree(fmt::format("head {} of “{}”, as published", four[k].text(), seen.text),
                  pattern_of(seen.tokens, four[k]), seen.patterns[k], absolute(2e-4));
  };
  const Tokens dog_tokens{464, 3290, 318, 2042};
  {
    Claim& matrix = chapter.claim("exo7-6.5-matrix-4-11", whole ? holds : needs_weights);
    matrix.at_most("printed rows: distance of their sums from 1, in half units", worst_row, 1);
    if (whole) {
      const arma::mat ours = pattern_of(dog_tokens, four[3]);
      const arma::uvec shown = arma::find(h > 0);
      matrix
          .at_most("largest relative distance of a printed number from ours",
                   arma::abs(h(shown) / ours(shown) - 1).max(), 5e-3)
          .agree("computed weights above the diagonal", above(ours), 0, exactly());
    } else {
      matrix.without_weights("the rows sum to 1 within their digits; that the numbers are GPT-2's "
                             "is checked when all its weights are there: " +
                             fetch);
    }
  }
  {
    double least = on_previous(h).min();
    for (const Seen& seen : published)
      least = std::min(least, on_previous(seen.patterns[3]).min());
    Claim& previous = chapter.claim("exo7-6.5-previous-token", whole ? holds : needs_weights);
    previous.at_least("smallest printed weight on the previous word", on_previous(h).min(), 0.9998)
        .at_least("smallest weight on the previous word, two published sentences included", least,
                  0.999)
        .by_reading("the study of how GPT-2 Small completes a sentence with the right one of two "
                    "names found two previous-token heads in it, 2.2 and 4.11 (Wang et al. 2022, "
                    "arXiv:2211.00593), by other means and on other sentences");
    if (whole)
      computed_as_published(previous, 3);
    else
      previous.without_weights("so say the printed matrix and ten published rows; that they are "
                               "GPT-2's is checked when all its weights are there: " +
                               fetch);
  }

  /**
  Others have found the same of this head. Wang et al. (2022) took apart how GPT-2 Small completes
  "When Mary and John went to the store, John gave a drink to"; the circuit that they describe has
  two heads that look at the previous token, 2.2 and 4.11.

  The right half of the document's figure shows the same head on "To be or not to be", without
  numbers, so there is nothing to compare but the shape: from every token the strongest line goes to
  the one before. (`./epreuve gpt2 attention "To be or not to be" --layer 4 --head 11` draws it.)
  */
  const auto strongest = [](const arma::mat& pattern) {
    return fmt::format("{}", fmt::join(arma::uvec(arma::index_max(pattern, 1)), " "));
  };
  {
    Claim& figure = chapter.claim("exo7-6.5-fig-4-11", whole ? holds : needs_weights);
    figure.equal("left half: where the strongest segments of tokens 0, 1, 2, 3 go", strongest(h),
                 std::string("0 0 1 2"));
    if (whole)
      figure.equal("right half: where those of “To be or not to be” go",
                   strongest(pattern_of({2514, 307, 393, 407, 284, 307}, four[3])),
                   std::string("0 0 1 2 3 4"));
    else
      figure.without_weights("the left half is the printed matrix; the right half is computed when "
                             "all weights are there: " +
                             fetch);
  }

  /**
  Now the three heads of layer 0. *0.3 matches the current token with itself*: in each published row
  the largest weight is on the diagonal, between 0.43 and 0.98. *0.9 spreads attention over all
  tokens so far*: no weight vanishes. How even a row is, its entropy tells: as a share of the entropy
  of the even distribution over as many tokens, it is 1 for perfect evenness. The rows of 0.9 have
  78 % on average, those of 0.3 have 52 %, those of 0.5 have 16 %.
  */
  const auto evenness = [](const arma::mat& pattern) {
    const arma::vec H = entropy_rows(arma::mat(arma::normalise(pattern, 1, 1)));
    const arma::vec most = arma::log(arma::regspace(1, static_cast<double>(H.n_elem)));
    return arma::mean(H.tail(H.n_elem - 1) / most.tail(H.n_elem - 1));
  };
  const auto of_both = [&](std::size_t k, const auto& f) {
    return std::array{f(published[0].patterns[k]), f(published[1].patterns[k])};
  };
  {
    Claim& itself = chapter.claim("exo7-6.5-head-0-3", whole ? holds : needs_weights);
    for (const Seen& seen : published)
      itself.equal(fmt::format("the strongest keys of the published rows of “{}”", seen.text),
                   strongest(seen.patterns[0]), std::string("0 1 2 3 4 5"));
    Claim& spread = chapter.claim("exo7-6.5-head-0-9", whole ? holds : needs_weights);
    const auto [even_data, even_artificial] = of_both(1, evenness);
    const auto smallest = [](const arma::mat& pattern) {
      return arma::vec(pattern(arma::trimatl_ind(arma::size(pattern)))).min();
    };
    const auto [least_data, least_artificial] = of_both(1, smallest);
    spread
        .at_least("smallest published weight of head 0.9", std::min(least_data, least_artificial),
                  0.03)
        .at_least("evenness of the rows of head 0.9, mean over both sentences",
                  (even_data + even_artificial) / 2, 0.75)
        .at_most("evenness of the rows of head 0.3, for comparison",
                 (of_both(0, evenness)[0] + of_both(0, evenness)[1]) / 2, 0.6);
    for (const auto& [claim, k] : {std::pair(&itself, 0U), {&spread, 1U}})
      if (whole)
        computed_as_published(*claim, k);
      else
        claim->without_weights("so say the published rows of two sentences; that they are GPT-2's "
                               "is checked when all its weights are there: " +
                               fetch);
  }

  /**
  *0.5 detects repetitions.* On these sentences it looks like a cleaner 0.3: nearly all of the
  weight is the token's own. But nothing in them repeats, so they cannot tell a head that looks at
  *the same place* from one that looks at *the same token*. With the whole file we let the first
  sentence be said twice, and ask which earlier token gets the most (leaving out the first of all,
  on which many heads rest when they have nothing to do). Without it, the attention matrices alone
  will answer further down.
  */
  {
    Claim& repeats = chapter.claim("exo7-6.5-head-0-5", whole ? holds : needs_weights);
    const auto [data, artificial] = of_both(2, evenness);
    repeats.at_most("evenness of the published rows of head 0.5", (data + artificial) / 2, 0.25);
    if (whole) {
      computed_as_published(repeats, 2);
      Tokens twice = data_tokens;
      twice.insert(twice.end(), data_tokens.begin(), data_tokens.end());
      const arma::mat pattern = pattern_of(twice, four[2]);
      double found = 0;
      for (arma::uword i = 7; i < 12; ++i)
        found += pattern.row(i).subvec(1, i - 1).index_max() + 1 == i - 6 ? 1 : 0;
      repeats.at_least(
          "a sentence said twice: of 5 tokens, those that look most at their first copy", found, 4);
    } else {
      repeats.without_weights("nothing is repeated in the published sentences; the head's form, "
                              "below, says how it could; a repeated sentence is tried when all "
                              "weights are there: " +
                              fetch);
    }
  }

  /**
  ## Where the positions are

  A head must know which word comes before. The document reminds us that at the start the token
  vectors contain their rank. So they do: GPT-2 adds to the embedding of the token a vector of its
  position, $x_k = A e_{t_k} + p_k$. But unlike the sines and cosines of chapter 5, the 1024 vectors
  $p_k$ of GPT-2 were *learned*, from random numbers, with nothing to tell the machine that 7 comes
  after 6. Whether the rank can be read off them is to be seen; they are in the part of the file
  that we may have.
  */
  Claim& rank_inside = chapter.claim("exo7-6.5-position-in-embedding", holds);
  rank_inside.by_reading("the forward pass begins with x_k = A e_t + p_k, token plus position "
                         "(chapter 17); p_k is a vector, from which the rank can be told");
  const std::string missing = not_here + ": " + fetch;
  if (!files.attention) {
    for (const char* figure :
         {"helix", "spectrum", "shift", "positions-alone", "singular-values", "sheets"})
      chapter.undrawn(figure, missing);
  } else {
    const gpt2::Checkpoint& checkpoint = *files.checkpoint;
    const arma::mat wpe = checkpoint.matrix<double>("wpe.weight");
    const arma::rowvec lengths = arma::sqrt(arma::sum(arma::square(wpe), 0));

    /**
    First their lengths: most are near 3.4. The first is three times as long: position 0 is special,
    it is where heads rest. And the last one is 0.12. The likely reason: a text of 1024 tokens gives
    1023 pairs of a token and its next, so that position 1023 was never trained, and what we see is
    what is left of the random numbers it began with. We leave both ends out, and keep $k = 1,
    \dots, 1022$.
    */
    const arma::mat P = wpe.cols(1, 1022);
    const double usual = arma::median(arma::vec(lengths.t()));
    chapter
        .finding("ends-of-the-context", "The first learned position is three times as long as the "
                                        "others, the last a thirtieth")
        .within("length of position 0, in median lengths", lengths.front() / usual, 2.5, 3.5)
        .at_most("length of position 1023, in median lengths", lengths.back() / usual, 0.04)
        .within("shortest of positions 1 to 1022, in median lengths",
                arma::min(lengths.subvec(1, 1022)) / usual, 0.8, 1)
        .within("longest of positions 1 to 1022, in median lengths",
                arma::max(lengths.subvec(1, 1022)) / usual, 1, 1.6);
    /**
    Now their shape. We keep every fourth position aside, for later, and ask the others which
    directions of $\mathbb R^{768}$ they use: eigenvectors of $PP^T$, largest eigenvalue first.
    Three of them hold 88 % of everything. For the documents' sinusoids three hold 48 %, and to hold
    99 % they need 187 directions where the learned vectors need 10. In frequencies: of the learned
    vectors, 85 % is in waves of one or two periods over the whole context; of the sinusoids 28 %.
    Training did find waves, but only slow ones.
    */
    struct Directions
    {
      arma::uvec kept; ///< 1 where the position was used
      arma::mat coordinates;
      arma::vec shares;
    };
    const auto directions = [](const arma::mat& X, arma::uword block) {
      Directions found;
      found.kept.ones(X.n_cols);
      for (arma::uword k = 0; k < X.n_cols; ++k)
        if (k / block % 4 == 2)
          found.kept(k) = 0;
      const arma::mat used = X.cols(arma::find(found.kept));
      arma::vec values;
      arma::mat vectors;
      arma::eig_sym(values, vectors, arma::mat(used * used.t()));
      found.shares = arma::reverse(values) / arma::accu(values);
      found.coordinates = arma::fliplr(vectors).t() * X;
      return found;
    };
    const auto slow = [](const arma::mat& X) {
      const arma::mat centred = X.each_col() - arma::vec(arma::mean(X, 1));
      const arma::vec k = arma::regspace(0, static_cast<double>(X.n_cols) - 1);
      double energy = 0;
      for (const double periods : {1.0, 2.0}) {
        const arma::vec angle = 2 * arma::datum::pi * periods / static_cast<double>(X.n_cols) * k;
        energy += std::pow(arma::norm(centred * arma::cos(angle)), 2) +
                  std::pow(arma::norm(centred * arma::sin(angle)), 2);
      }
      return energy * 2 / static_cast<double>(X.n_cols) / arma::accu(arma::square(centred));
    };
    const auto directions_for = [](const arma::vec& shares, double part) {
      return static_cast<double>(
                 arma::as_scalar(arma::find(arma::cumsum(shares) >= part, 1, "first"))) +
             1;
    };
    const arma::mat sinusoids = position_matrix(1023, n).tail_cols(1022);
    const Directions learned = directions(P, 1);
    const arma::vec wave_shares =
        arma::reverse(arma::eig_sym(arma::mat(sinusoids * sinusoids.t()))) /
        arma::accu(arma::square(sinusoids));
    chapter
        .finding("few-slow-waves", "Learned positions are waves like the documents', but few and "
                                   "slow: three directions hold most of them")
        .at_least("learned positions: share of the first three directions",
                  arma::accu(learned.shares.head(3)), 0.85)
        .at_most("sinusoids: share of their first three directions",
                 arma::accu(wave_shares.head(3)), 0.5)
        .at_most("learned positions: directions for 99 %", directions_for(learned.shares, 0.99), 12)
        .at_least("sinusoids: directions for 99 %", directions_for(wave_shares, 0.99), 150)
        .at_least("learned positions: share of waves of 1 or 2 periods in 1022", slow(P), 0.8)
        .at_most("sinusoids: share of waves of 1 or 2 periods in 1022", slow(sinusoids), 0.3);

    /**
    So a position is, in good approximation, a point in space, and the 1022 points draw a curve. If
    position vectors are to be shifted by one matrix, as in chapter 6, three coordinates leave it
    little choice: a rotation has an axis. We take the rotation $R$ that comes closest to $R\,p_k =
    p_{k+1}$ (Procrustes: $R = UV^T$ from the singular vectors of $\sum p_{k+1}p_k^T$), look along
    its axis, and see a circle; look from the side, and see the points climb. It is a helix, of
    uneven radius and some two and a half turns, as others have found before us (Yedidia 2023,
    *GPT-2's positional embedding matrix is a helix*). Nobody told GPT-2 to count by turning.

    How good a helix is it? A step is short, so that every matrix near $I$ has a small error; what
    counts is the share of the step. The best of all matrices, $M$, moves by $\|M - I\| = 0.0183$,
    and a tenth of that is not the rotation's. That is little: were all nine entries of $M - I$ of
    the same size, with signs at random, it would be $\sqrt{2/3}$ of them, for six of nine
    dimensions are symmetric. But rotating is not all that happens between $p_k$ and $p_{k+1}$. Where
    standing still is wrong by 1.3 %, the rotation is wrong by 0.7 %, and $M$ hardly less: the radius
    is uneven, and no matrix of three coordinates knows how.
    */
    const arma::mat space = learned.coordinates.head_rows(3);
    const arma::mat from = space.head_cols(1021), to = space.tail_cols(1021);
    arma::mat U, V;
    arma::vec stretch;
    arma::svd(U, stretch, V, arma::mat(to * from.t()));
    const arma::mat R = U * V.t();
    const double angle = std::acos((arma::trace(R) - 1) / 2);
    const arma::vec axis =
        arma::normalise(arma::vec{R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)});
    const arma::vec across =
        arma::normalise(arma::vec(space.col(499) - axis * arma::dot(axis, space.col(499))));
    const arma::rowvec x = across.t() * space, y = arma::cross(axis, across).t() * space;
    arma::rowvec height = axis.t() * space;
    if (height.back() < height.front())
      height = -height;
    arma::rowvec turned(1022);
    for (arma::uword k = 1; k < 1022; ++k)
      turned(k) = turned(k - 1) +
                  std::atan2(x(k - 1) * y(k) - y(k - 1) * x(k), x(k - 1) * x(k) + y(k - 1) * y(k));
    const arma::rowvec steps = arma::diff(turned);
    const double onwards =
        static_cast<double>(arma::accu(steps > 0)) / static_cast<double>(steps.n_elem);
    const arma::mat M3 = arma::solve(from.t(), to.t()).t();
    const auto relative = [](const arma::mat& error, const arma::mat& of) {
      return arma::norm(error, "fro") / arma::norm(of, "fro");
    };
    chapter
        .finding("helix",
                 "In their three main directions the learned positions lie on a helix of uneven "
                 "radius, and the matrix that best shifts them by one is, but for a tenth of what "
                 "it moves, a rotation")
        .agree("det R: the best orthogonal matrix is a rotation", arma::det(R), 1, absolute(1e-12))
        .within("turns of the rotation R in 1022 steps", 1022 * angle / (2 * arma::datum::pi), 1.9,
                2.3)
        .within("turns of the curve of positions itself", turned.back() / (2 * arma::datum::pi),
                2.4, 2.9)
        .at_least("share of steps of the curve that turn onwards", onwards, 0.99)
        .at_most("|M - R| / |M - I|, M the best matrix of all",
                 relative(M3 - R, M3 - arma::eye(3, 3)), 0.12)
        .at_most("shift by one in three directions: error of R over that of standing still",
                 relative(R * from - to, from - to), 0.6)
        .at_least("shift by one in three directions: error of M over that of R",
                  relative(M3 * from - to, R * from - to), 0.98);
    chapter.figure("helix", [&](Figure& figure) {
      const arma::vec k = arma::regspace(1, 1022);
      figure.title("GPT-2's learned positions 1 to 1022, in their three main directions");
      figure.panel("along the axis").x_label("across").y_label("across");
      figure.equal_axes().x_ticks({-2, 0, 2}).y_ticks({-2, 0, 2});
      figure.line(x.t(), y.t());
      for (const auto& [at, right, up] : {std::tuple(0U, 0.0, 0.25),
                                          {255U, -0.6, 0.0},
                                          {511U, 0.4, 0.0},
                                          {767U, -0.6, 0.1},
                                          {1021U, 0.5, 0.25}})
        figure.text(x(at) + right, y(at) + up, fmt::format("{}", at + 1));
      figure.panel("from the side").x_label("position").y_label("turns, height");
      figure.y_ticks({-2, -1, 0, 1, 2, 3}).x_ticks({1, 256, 512, 768, 1022});
      figure.line(k, turned.t() / (2 * arma::datum::pi), "turns");
      figure.line(k, height.t(), "height on the axis");
      figure.caption("The positions as points in space: seen along the axis of the rotation that "
                     "best shifts them by one, they circle; along the axis they climb.");
      figure.alt(
          "Left: two and a half loops around the origin, of radius 0.6 at first, then up to 3. "
          "Right: against the position, turns rise from 0 to 2.6, the height from −2.4 to 3.2.");
    });
    chapter.figure("spectrum", [&](Figure& figure) {
      const arma::vec index = arma::regspace(1, 300);
      figure.title("How many directions positions use");
      figure.x_label("direction").y_label("share").log_y().log_x().y_range(1e-8, 1).x_range(1, 300);
      figure.line(index, learned.shares.head(300), "learned by GPT-2");
      figure.line(index, wave_shares.head(300), "sinusoids, n = 768, base 10 000");
      figure.caption(
          "Share of each direction (eigenvector of PPᵀ) in the squared lengths of all "
          "positions. The learned ones have a few strong directions and a floor of noise; the "
          "sinusoids many, and from the 200th on none at all.");
      figure.alt("Two falling curves on logarithmic scales. Learned: three values near 0.3, then a "
                 "steep fall to 1e-5 at 30, and slowly on below 1e-6. Sinusoids: slowly falling "
                 "to 0.001 and a sheer drop at 200.");
    });

    /**
    ## One matrix for all shifts?

    Chapter 6 proved that one matrix $R_\ell$ takes every sinusoidal position $\ell$ places further.
    Perhaps the learned positions have such matrices too, but here it is easy to fool oneself. $M$
    has $768^2$ entries; there are 1021 pairs $(p_k, p_{k+1})$ to fit it on. Least squares with 768
    coordinates reproduces what it was fitted on nearly perfectly and means nothing. And
    $p_{k+1}$ is so close to $p_k$ that to move nothing at all is only 5 % wrong.

    So: a quarter of the positions, set aside above, was seen by no fit, neither as a start nor as
    an end nor in the choice of directions. We fit $M$ on the first $r$ coordinates of the rest, let
    it predict the positions it never saw, in all 768 coordinates, and compare with standing still.
    We vary $r$, and the shift. For $r$ larger than the number of pairs there are many solutions; we
    take the one of least norm (chapter 2), which fits its pairs without error.
    */
    struct Fit
    {
      double fitted, unseen, still;
    };
    const auto shift = [&](const Directions& of, arma::uword l, arma::uword r) {
      const arma::uword last = of.kept.n_elem - l;
      const arma::uvec pairs = arma::find(of.kept.head(last) % of.kept.tail(last));
      const arma::uvec tests = arma::find(of.kept.tail(last) == 0);
      const arma::mat& C = of.coordinates;
      const arma::mat start = C.head_rows(r);
      const arma::mat goal = C.cols(pairs + l), unseen = C.cols(tests + l);
      const arma::mat M = arma::solve(start.cols(pairs).t(), goal.t(), arma::solve_opts::fast).t();
      return Fit{relative(M * start.cols(pairs) - goal, goal),
                 relative(M * start.cols(tests) - unseen, unseen),
                 relative(C.cols(tests) - unseen, unseen)};
    };
    /**
    There is a limit to how good any matrix could be. A part of each $p_k$ is chance, and no rule
    knows it. The mean of the two neighbours misses $p_k$ by 4.0 %. If each vector is a smooth curve plus noise of its
    own, that error is $\sqrt{1 + 1/2}$ noises, so the noise is 3.3 %. A perfect prediction can do
    no better.
    */
    const arma::mat inner = P.cols(1, 1020);
    const double noise =
        relative(inner - (P.cols(0, 1019) + P.cols(2, 1021)) / 2, inner) / std::sqrt(1.5);
    const arma::uvec ranks{1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 400, 500, 600, 768};
    const arma::uvec shifts{1, 2, 5, 10, 20, 50, 100, 200, 400};
    arma::mat by_rank(ranks.n_elem, 2), by_shift(shifts.n_elem, 4);
    for (arma::uword i = 0; i < ranks.n_elem; ++i) {
      const Fit fit = shift(learned, 1, ranks(i));
      by_rank.row(i) = arma::rowvec{fit.fitted, fit.unseen};
    }
    const Directions blocks = directions(P, 16);
    for (arma::uword i = 0; i < shifts.n_elem; ++i) {
      const Fit fit = shift(learned, shifts(i), 30), of_blocks = shift(blocks, shifts(i), 30);
      by_shift.row(i) = arma::rowvec{fit.unseen, of_blocks.unseen, fit.still, of_blocks.still};
    }
    const auto at = [&](arma::uword l) { return arma::as_scalar(arma::find(shifts == l)); };
    const auto gain = [&](arma::uword l) { return by_shift(at(l), 3) / by_shift(at(l), 1); };
    /**
    With 30 coordinates one matrix moves unseen positions by one with an error of 3.5 %: the noise,
    and little else. By ten places 4.6 %, where standing still costs 17 %; by a hundred 4.6 %, where
    standing still is worse than nothing, 103 %. With all coordinates the fit is perfect and the
    prediction *worse than not moving*. So the answer is yes: up to their noise, learned positions
    are shifted by one matrix for each distance, as the sinusoids are, though it is not an exact law
    but a habit.

    One more doubt: the neighbours of a position set aside were seen. So we also set aside whole
    blocks of 16. By one and by ten places the errors stay, 3.5 % and 4.8 %; further on they are
    less steady, 16 % by a hundred and 6 % by two hundred. On the same positions, standing still
    costs 1.3 times as much by one place, 3.1 times by ten, 6.3 times by a hundred and 25 times by
    two hundred.
    */
    chapter
        .finding("learned-shift",
                 "One matrix for each distance shifts the learned positions, up to "
                 "their noise; fitted on all coordinates it only memorises")
        .within("noise of a learned position, relative", noise, 0.03, 0.036)
        .at_most("shift by 1, r = 30: error on unseen positions", by_shift(at(1), 0), 1.1 * noise)
        .at_least("shift by 1: error of standing still", by_shift(at(1), 2), 0.045)
        .at_most("shift by 10, r = 30: error on unseen positions", by_shift(at(10), 0), 0.05)
        .at_least("shift by 10: error of standing still", by_shift(at(10), 2), 0.15)
        .at_most("shift by 100, r = 30: error on unseen positions", by_shift(at(100), 0), 0.05)
        .at_least("shift by 100: error of standing still", by_shift(at(100), 2), 1)
        .at_most("shift by 10, r = 30: error on unseen blocks of 16", by_shift(at(10), 1), 0.05)
        .within("shift by 100, r = 30: error on unseen blocks of 16", by_shift(at(100), 1), 0.1,
                0.2)
        .within("unseen blocks, by 1: error of standing still over that of the matrix", gain(1),
                1.25, 1.4)
        .within("unseen blocks, by 10: error of standing still over that of the matrix", gain(10),
                3, 3.2)
        .within("unseen blocks, by 100: error of standing still over that of the matrix", gain(100),
                6.2, 6.5)
        .at_least("unseen blocks, by 200: error of standing still over that of the matrix",
                  gain(200), 20)
        .at_most("shift by 1, all coordinates: error on what was fitted", by_rank(13, 0), 1e-9)
        .at_least("shift by 1, all coordinates: error on unseen positions", by_rank(13, 1), 0.05);
    chapter.figure("shift", [&](Figure& figure) {
      figure.title("How well one matrix shifts the learned positions");
      figure.panel("by 1").x_label("coordinates r").y_label("relative error");
      figure.log_x().log_y().y_range(0.01, 1).x_range(1, 768);
      const arma::vec r = arma::conv_to<arma::vec>::from(ranks);
      arma::vec fitted = by_rank.col(0);
      fitted(arma::find(fitted < 1e-9)).fill(arma::datum::nan);
      figure.line_points(r, fitted, "on what it was fitted on");
      figure.line_points(r, by_rank.col(1), "on unseen positions");
      figure.horizontal_line(by_shift(0, 2)).horizontal_line(noise);
      figure.panel("with r = 30").x_label("shift").y_label("relative error");
      figure.log_x().log_y().y_range(0.02, 2).x_range(1, 400);
      const arma::vec l = arma::conv_to<arma::vec>::from(shifts);
      figure.line_points(l, by_shift.col(0), "unseen positions");
      figure.line_points(l, by_shift.col(1), "unseen blocks of 16");
      figure.line_points(l, by_shift.col(2), "standing still");
      figure.caption("Left: the more coordinates, the better the fit; on positions that were not "
                     "fitted the error falls to the noise (dotted), rises above that of standing "
                     "still (dashed), and peaks where r comes to the number of pairs, 511. "
                     "Right: larger shifts.");
      figure.alt(
          "Left: two falling curves that part at 30 coordinates; one goes on to zero, the "
          "other turns up to a peak near 500. Right: the error of one matrix stays near 0.05 "
          "while that of standing still climbs from 0.05 to above 1.");
    });

    /**
    The rank itself can be read off as well. A linear function of the 30 coordinates, fitted on the
    positions that were kept, tells that of the others to within one or two places. "Contained the
    rank" is a fair summary.
    */
    {
      const arma::vec k = arma::regspace(1, 1022);
      const arma::mat with_one =
          arma::join_cols(learned.coordinates.head_rows(30), arma::ones(1, 1022));
      const arma::uvec kept = arma::find(learned.kept), aside = arma::find(learned.kept == 0);
      const arma::vec reader =
          arma::solve(with_one.cols(kept).t(), k(kept), arma::solve_opts::fast);
      const arma::vec error = with_one.cols(aside).t() * reader - k(aside);
      rank_inside.at_most("the rank, read off unseen learned positions: root mean square error",
                          std::sqrt(arma::mean(arma::square(error))), 2);
    }

    /**
    ## Heads that see nothing but positions

    Let us see what the document's heads do with positions alone. We feed them $x_k = p_k$, without
    any words, with the layer norm, the biases and the mask of the real machine. For layer 0 that is
    half of the truth, since there the input is really token plus position. For head 4.11 it is more
    a question than an experiment: by layer 4 the stream has been rewritten four times.
    */
    const Layer layer0 = read_layer(checkpoint, 0), layer4 = read_layer(checkpoint, 4);
    std::array<arma::mat, 4> S, alone;
    for (std::size_t k = 0; k < 4; ++k) {
      S[k] = head_scores(four[k].layer == 0 ? layer0 : layer4, four[k].head, wpe.head_cols(1023));
      alone[k] = softmax_rows(attention::causal_mask(S[k]));
    }
    const auto mean_on = [](const arma::mat& pattern, arma::uword back) {
      return arma::mean(arma::vec(pattern.diag(-static_cast<long>(back))).tail(1000));
    };
    const auto reach = [](const arma::mat& pattern) {
      return std::exp(entropy(arma::vec(pattern.row(500).t())));
    };
    std::vector<std::vector<std::string>> rows;
    for (std::size_t k = 0; k < 4; ++k)
      rows.push_back(
          {four[k].text(), fmt::format("{:.4f}", mean_on(alone[k], 0)),
           fmt::format("{:.4f}", mean_on(alone[k], 1)), fmt::format("{:.4f}", mean_on(alone[k], 2)),
           fmt::format("{:.4f}", mean_on(alone[k], 3)), fmt::format("{:.1f}", reach(alone[k]))});
    chapter.table("Positions alone: mean weights, and over how many of 501 positions "
                  "the weights of position 500 are spread (e^entropy)",
                  {"head", "itself", "1 back", "2 back", "3 back", "spread"}, rows);

    /**
    Head 0.3 answers with a ladder: a half for the position itself, a quarter for the one before, an
    eighth, a sixteenth. Its score falls by 0.76 per step, steadily, and $e^{-0.76}$ is nearly a half.
    But a score that *falls* steadily as we go back must *rise* as we go ahead. Take the mask away,
    and the best match of a position is some 120 places further on! It is the mask that cuts the
    slope off at the diagonal and leaves "the current token" as its summit.
    */
    arma::vec ahead(600);
    for (arma::uword i = 0; i < 600; ++i)
      ahead(i) = static_cast<double>(S[0].row(100 + i).index_max()) - static_cast<double>(100 + i);
    const auto drop = [&](std::size_t k, arma::uword back) {
      const arma::vec own = S[k].diag(), earlier = S[k].diag(-static_cast<long>(back));
      const arma::vec fall = own.tail(1000) - earlier.tail(1000);
      return arma::median(fall) / static_cast<double>(back);
    };
    chapter
        .finding("ladder",
                 "With positions alone, head 0.3 gives each position about half the weight "
                 "of the next; only the mask makes the current one the best")
        .within("0.3: mean weight on the position itself", mean_on(alone[0], 0), 0.45, 0.6)
        .within("0.3: weight 1 back over that on the position itself",
                mean_on(alone[0], 1) / mean_on(alone[0], 0), 0.4, 0.55)
        .within("0.3: weight 2 back over that 1 back", mean_on(alone[0], 2) / mean_on(alone[0], 1),
                0.4, 0.55)
        .within("0.3: fall of the score per step, over 1 step", drop(0, 1), 0.7, 0.8)
        .within("0.3: fall of the score per step, over 10 steps", drop(0, 10), 0.7, 0.8)
        .within("0.3 without the mask: how far ahead the best match is", arma::median(ahead), 50,
                250);

    /**
    Head 0.5 has no opinion: to it all positions but the first are alike. Whatever it does, it does
    with the words. Head 0.9 has a mild preference for the recent, 5 % per step, and spreads over some
    seventy positions. Head 4.11 does *not* look one back. Its mean weight there is 2 %, and as much
    on the position before that. This does not contradict the document. It says that the head does not
    read the learned positions as they were at the start: what it reads must have been prepared in
    between.
    */
    double previous_best = 0;
    for (arma::uword i = 1; i < 1023; ++i)
      previous_best += alone[3].row(i).index_max() == i - 1 ? 1.0 / 1022 : 0;
    chapter
        .finding("positions-alone",
                 "With positions alone, head 0.9 spreads over the recent past, 0.5 "
                 "over everything, and 4.11 does not look at the previous token")
        .within("0.9: positions it spreads over, at position 500", reach(alone[1]), 30, 120)
        .within("0.9: fall of the score per step, over 10 steps", drop(1, 10), 0.03, 0.07)
        .at_least("0.5: positions it spreads over, at position 500", reach(alone[2]), 200)
        .at_most("0.5: fall of the score per step, over 10 steps", std::abs(drop(2, 10)), 0.01)
        .at_most("4.11: mean weight 1 back", mean_on(alone[3], 1), 0.05)
        .at_most("4.11: share of positions that look back one most", previous_best, 0.1);
    chapter.figure("positions-alone", [&](Figure& figure) {
      figure.title("Four heads that see nothing but positions").size(720, 640).columns(2);
      for (std::size_t k = 0; k < 4; ++k) {
        arma::mat shown = alone[k].submat(100, 100, 123, 123);
        shown(arma::trimatu_ind(arma::size(shown), 1)).fill(arma::datum::nan);
        figure.panel(fmt::format("head {}", four[k].text())).x_label("key").y_label("query");
        figure.x_ticks({1, 6, 11, 16, 21}, {"100", "105", "110", "115", "120"});
        figure.y_ticks({1, 6, 11, 16, 21}, {"100", "105", "110", "115", "120"});
        figure.heat_map(
            shown, {.range = k == 0 ? Range{0, 0.6} : Range{0, 0.06}, .scale_label = "weight"});
      }
      figure.caption("Weights between positions 100 to 123, of rows that go back to 0, without any "
                     "words. The scale of head 0.3 is ten times that of the others.");
      figure.alt(
          "Four lower triangles. 0.3: dark diagonal, fading by halves. 0.9: fading slowly. "
          "0.5: nearly empty. 4.11: pale and irregular, without a line beside the diagonal.");
    });

    /**
    ## What the words' part of a head looks for

    We have no words; the embedding is in the part of the file that we may not have. But the form is
    here. For normed tokens $u$, $v$ a head computes, besides what biases add, $u^T W_Q^T W_K\,v$.
    Let $A = W_Q^TW_K$, with the gain of the layer norm inside and the mean taken out. For random
    directions $u$ and $v$ the form has mean 0 and standard deviation $\|A\|_F$; for a token with
    *itself*, $v = u$, the mean is $\operatorname{tr} A$. So

    $$m = \frac{\operatorname{tr} A}{\|A\|_F}$$

    says by how many standard deviations a token's own score stands above another's. It cannot
    exceed $\sqrt{64} = 8$. For let $P$ be the orthogonal projection onto the range of $A$, which
    has 64 dimensions: $\operatorname{tr}A = \operatorname{tr}PA = \langle P, A\rangle \le \|P\|_F
    \|A\|_F = 8\,\|A\|_F$ (Cauchy-Schwarz), with equality for the positive multiples of $P$ and for
    nothing else: then the head compares, and does nothing besides. So $m/8$ is a cosine, that of
    the angle between $A$ and pure comparing.

    The same number of $W_OW_V$ says whether a head hands on what it reads ($+$) or its negative
    ($-$). We compute both for all 144, and with them the ranks.
    */
    struct Spectrum
    {
      arma::vec sigma;
      double rounding = 0; ///< most that rounding the factors to single precision moves a sigma
    };
    struct Numbers
    {
      Spectrum ov, qk;
      double match = 0, copy = 0;
    };
    std::vector<Numbers> numbers(layers * heads);
    const auto spectrum = [](const arma::mat& left, const arma::mat& right) {
      arma::mat Q, R_left, R_right;
      arma::qr_econ(Q, R_left, left);
      arma::qr_econ(Q, R_right, right);
      const double F_left = arma::norm(left, "fro"), F_right = arma::norm(right, "fro");
      const double u = 0x1p-24;
      return Spectrum{arma::svd(arma::mat(R_left * R_right.t())),
                      u * (F_left * arma::norm(R_right, 2) + arma::norm(R_left, 2) * F_right +
                           u * F_left * F_right)};
    };
    const auto trace_over_norm = [](const arma::mat& left, const arma::mat& right) {
      return arma::accu(left % right) /
             std::sqrt(arma::accu((left.t() * left) % (right.t() * right)));
    };
    for (arma::uword l = 0; l < layers; ++l) {
      const Layer layer = read_layer(checkpoint, l);
      for (arma::uword head = 0; head < heads; ++head) {
        const auto part = [&](Part which) {
          return arma::mat(layer.W.rows(rows_of(which, head)).t());
        };
        const auto of_normed = [&](Part which) {
          arma::mat W = part(which);
          W.each_col() %= layer.gain;
          W.each_row() -= arma::mean(W, 0);
          return W;
        };
        const arma::mat W_O = layer.W_O.cols(head * d, head * d + d - 1);
        numbers[l * heads + head] = {spectrum(W_O, part(Part::value)),
                                     spectrum(part(Part::query), part(Part::key)),
                                     trace_over_norm(of_normed(Part::query), of_normed(Part::key)),
                                     trace_over_norm(W_O, of_normed(Part::value))};
      }
    }
    const auto sheet = [&](const auto& f) {
      arma::mat values(layers, heads);
      for (arma::uword l = 0; l < layers; ++l)
        for (arma::uword head = 0; head < heads; ++head)
          values(l, head) = f(numbers[l * heads + head]);
      return values;
    };
    const auto name_at = [](arma::uword k) { return Name{k % layers, k / layers}.text(); };
    const arma::mat match = sheet([](const Numbers& of) { return of.match; });
    const arma::mat copy = sheet([](const Numbers& of) { return of.copy; });

    /**
    Head 0.5 has $m = 7.1$ of at most 8, the highest of all: it is made to find the same token
    again, wherever it stands. Where a token stands once in a sentence, that is the token itself;
    where it stands twice, it is a repetition. The document's sentence about it is right, and so are
    the published rows. Two more heads come near it, 0.10 and 0.1, and both are among the three
    duplicate-token heads that Wang et al. (2022) found in the circuit of the two names. The third
    of these, 3.0, has $m = 1.6$, less than twenty other heads, and 1.11, which is none of them, has
    4.9. So a high $m$ in layer 0 tells how a head gets its work done; that of a later layer, which
    reads what earlier ones wrote, tells less, and a low one excludes nothing.

    Head 0.9 has $m = -5.8$, the lowest: what the words contribute speaks *against* the token itself.
    It does not follow that the head never looks there. The number is a mean over random directions,
    words are not random directions, and positions, which in this head favour the recent, have their
    say too. In seven of the ten published rows (leaving out the first of each sentence) the token
    gives itself less than an even share; in three, those of **\_to**, **\_is** and **\_the**, more:
    0.26, 0.29 and 0.22. Nor does a negative $m$ say that what the token does not keep is spread
    evenly. That it is, the rows have to show, and they do.
    */
    double below_even_share = 0;
    for (const Seen& seen : published)
      for (arma::uword i = 1; i < 6; ++i)
        below_even_share += seen.patterns[1](i, i) < 1 / static_cast<double>(i + 1) ? 1 : 0;
    chapter
        .finding(
            "same-token",
            "Of all 144 heads, 0.5 compares a token with itself the most, and in 0.9 the words "
            "speak most against it; m finds two of three known duplicate-token heads")
        .equal("the highest m is that of head", name_at(match.index_max()), Name{0, 5}.text())
        .within("m of 0.5", match(0, 5), 7, 8)
        .equal("the lowest m is that of head", name_at(match.index_min()), Name{0, 9}.text())
        .at_most("m of 0.9", match(0, 9), -5)
        .agree("0.9: published rows, of ten, with less than an even share on the token itself",
               below_even_share, 7, exactly())
        .at_least("m of 0.1 and 0.10, the smaller", std::min(match(0, 1), match(0, 10)), 6)
        .at_most("m of 3.0, a duplicate-token head all the same", match(3, 0), 2)
        .at_least("m of 1.11, which is none", match(1, 11), 4.5)
        .at_least("heads with a higher m than 3.0", arma::accu(match > match(3, 0)), 21)
        .within("m of 0.3", match(0, 3), 3, 4)
        .at_most("|m| of 4.11", std::abs(match(4, 11)), 1);

    /**
    ## The rank of a head

    $W_OW_V$ and $W_Q^TW_K$ are $768 \times 768$, but they pass through 64 dimensions, so their rank
    is at most 64. Is it 64? We do not form the large products: a thin QR of each factor, and the
    singular values of a $64 \times 64$ matrix. All 288 have full rank: the smallest ratio
    $\sigma_{64}/\sigma_1$ is a thousandth. Could rounding pretend that? The weights are published in
    single precision. Suppose that each of them is wrong by half a unit of its last digit,
    $u = 2^{-24}$ of itself, and all in the worst direction. Then a product $LR$ is wrong by at most
    $u\,(\|L\|_F\|R\|_2 + \|L\|_2\|R\|_F)$ to first order, and no singular value moves by more (Weyl).
    In every one of the 288, $\sigma_{64}$ is more than three thousand times that.

    But rank counts a weak direction like a strong one. Counting by weight, $e^H$ with $H$ the
    entropy of the shares $\sigma_i^2/\sum\sigma^2$, most heads use 50 to 60 of their 64 dimensions
    to write. One does not: in head 11.8 a single direction has 95 % of the weight.
    */
    const auto effective = [](const arma::vec& sigma) {
      const arma::vec shares = arma::square(sigma) / arma::accu(arma::square(sigma));
      return std::exp(entropy(shares));
    };
    const auto over_rounding = [](const Spectrum& of) { return of.sigma.back() / of.rounding; };
    const arma::mat effective_ov = sheet([&](const Numbers& of) { return effective(of.ov.sigma); });
    const arma::vec& of_11_8 = numbers[11 * heads + 8].ov.sigma;
    chapter
        .finding("ranks",
                 "W_O W_V and W_QᵀW_K have rank exactly 64 in all 144 heads; but head 11.8 "
                 "writes almost along one direction")
        .at_least("W_O W_V: the least σ₆₄ over what single precision can move it",
                  sheet([&](const Numbers& of) { return over_rounding(of.ov); }).min(), 3000)
        .at_least("W_QᵀW_K: the least σ₆₄ over what single precision can move it",
                  sheet([&](const Numbers& of) { return over_rounding(of.qk); }).min(), 3000)
        .within("W_O W_V: median of the effective ranks",
                arma::median(arma::vectorise(effective_ov)), 50, 60)
        .equal("W_O W_V: the smallest effective rank is that of head",
               name_at(effective_ov.index_min()), Name{11, 8}.text())
        .at_most("effective rank of W_O W_V in head 11.8", effective_ov.min(), 2)
        .at_least("share of the first direction of W_O W_V in head 11.8",
                  std::pow(of_11_8(0) / arma::norm(of_11_8), 2), 0.95);
    chapter.figure("singular-values", [&](Figure& figure) {
      const arma::vec index = arma::regspace(1, 64);
      figure.title("Singular values of all 144 heads");
      for (const bool ov : {true, false}) {
        arma::mat all(64, numbers.size());
        for (arma::uword i = 0; i < numbers.size(); ++i) {
          const arma::vec& sigma = (ov ? numbers[i].ov : numbers[i].qk).sigma;
          all.col(i) = sigma / sigma.front();
        }
        const arma::mat sorted = arma::sort(all, "ascend", 1);
        figure.panel(ov ? "what a head writes: W_O W_V" : "what it compares: W_QᵀW_K");
        figure.x_label("i").y_label("σᵢ / σ₁").log_y().y_range(1e-3, 1).x_range(1, 64);
        figure.band(index, sorted.col(0), sorted.col(sorted.n_cols - 1), "all heads");
        figure.line(index, arma::median(all, 1), "median");
        figure.line(index, all.col(4 * heads + 11), "head 4.11");
        figure.line(index, all.col(11 * heads + 8), "head 11.8");
      }
      figure.caption("No singular value of the 64 is anywhere near 0: every head has full rank. "
                     "Head 11.8 drops at once in what it writes.");
      figure.alt("Two panels of falling curves on a logarithmic scale, from 1 to between 0.5 and "
                 "0.001. In the left one, head 11.8 falls to 0.13 at the second value and to 0.02 "
                 "at the twentieth.");
    });
    chapter.figure("sheets", [&](Figure& figure) {
      figure.title("All heads at a glance").size(720, 390);
      const std::vector<double> ticks{1, 4, 7, 10};
      for (const auto& [title, values] :
           {std::pair("m: own score over spread", &match), {"the same of W_O W_V", &copy}}) {
        figure.panel(title).x_label("head").y_label("layer");
        figure.x_ticks(ticks, {"0", "3", "6", "9"}).y_ticks(ticks, {"0", "3", "6", "9"});
        figure.heat_map(*values, {.range = Range{-8, 8}, .palette = Palette::diverging});
      }
      figure.caption(
          "Left: heads that look for the token itself (red) or avoid it (blue): 0.1, 0.5 "
          "and 0.10 are the deepest red. Right: heads that hand on what they read (red) "
          "or its negative (blue).");
      figure.alt("Two 12 by 12 sheets, layers downwards. Left: mostly pale, strong red at 0.1, "
                 "0.5, 0.10, strong blue at 0.9. Right: strong reds and blues in many places, reds "
                 "prevail in the lower half.");
    });

    /**
    The second sheet bears on the document's last remark. Some heads, it says, copy and paste,
    others do the contrary. Both kinds are plain to see: the cosine between $W_OW_V$ and a pure
    handing on (an orthogonal projection) is 0.82 for 11.3 and $-0.86$ for 4.7. Neither is pure: 0.82 is an
    angle of 35 degrees. (A negative in the residual stream is not yet a word
    forbidden; what the MLPs and the unembedding make of it takes the whole file.)
    */
    chapter.finding("copy-or-cancel", "Some heads hand on what they read, others its negative")
        .equal("of all heads, the one that hands on the most", name_at(copy.index_max()),
               Name{11, 3}.text())
        .within("11.3: cosine of W_O W_V with a projection", copy.max() / 8, 0.8, 0.84)
        .equal("of all heads, the one that most hands on the negative", name_at(copy.index_min()),
               Name{4, 7}.text())
        .within("4.7: cosine of W_O W_V with a projection", copy.min() / 8, -0.88, -0.84);
  }

  /**
  Two things that we used need no weights, for they are so of every head there will ever be. The
  rank is at most 64; and a matrix $A$ of rank $r$ has $\operatorname{tr}A \le \sqrt r\,\|A\|_F$,
  which is reached by a positive multiple of an orthogonal projection, and not by every projection:
  $\begin{pmatrix} 1 & 1 \\ 0 & 0 \end{pmatrix}$ projects obliquely, and has trace 1 and norm
  $\sqrt 2$.
  */
  chapter.proposition("rank");
  const auto of_at_most = [](const arma::mat& A, arma::uword r) {
    return arma::trace(A) / (std::sqrt(static_cast<double>(r)) * arma::norm(A, "fro"));
  };
  const auto two_factors = [](Draw& draw) {
    const auto size = static_cast<arma::uword>(draw.integer("n", 2, 8));
    const auto r = static_cast<arma::uword>(draw.integer("r", 1, static_cast<long>(size) - 1));
    const arma::mat L = draw.matrix("L", size, r, -1, 1);
    return std::pair(L, draw.matrix("R", size, r, -1, 1));
  };
  chapter
      .finding("most-of-a-match",
               "The trace of a matrix of rank r is at most √r times its norm; an orthogonal "
               "projection has that, an oblique one less")
      .property(
          "L Rᵀ with r columns each: |tr| / (√r ‖·‖) is at most 1",
          [&](Draw& draw) {
            const auto [L, R] = two_factors(draw);
            return std::abs(of_at_most(L * R.t(), L.n_cols)) <= 1 + 1e-12;
          },
          500)
      .property(
          "orthogonal projection onto r dimensions: tr / (√r ‖·‖) is 1",
          [&](Draw& draw) {
            const arma::mat Q = arma::orth(two_factors(draw).first);
            return difference(arma::mat{of_at_most(Q * Q.t(), Q.n_cols)}, arma::mat{1.0});
          },
          absolute(1e-12), 500)
      .agree("the oblique projection (1, 1; 0, 0): tr / ‖·‖",
             of_at_most(arma::mat{{1, 1}, {0, 0}}, 1), std::sqrt(0.5), ulps(4));

  /**
  ## What stays open

  *Higher layers correspond to more abstract concepts*: verbs of action, orientation in space and
  time, the step from $n$ to $n+1$. The document adds that such readings are hard, and gives no
  example that could be run. That a head stands for a concept is seen on many sentences, by removing
  it and watching what is lost, with all the weights at hand. (For the step from $n$ to $n+1$ others
  have done so, and found such heads in GPT-2 and its kin: Gould et al. 2023.) We leave it where the
  document does, among the things that only the weights decide.
  */
  chapter.claim("exo7-6.5-abstract-layers", needs_weights)
      .without_weights("no example is given to check; it takes the whole model and many sentences, "
                       "with heads removed one by one, and this chapter does not do that");

  /**
  And the story of Paris: a badly tuned network might continue "Il visite la France et Paris. Il
  commence par ..." with **Paris** again, and some heads prevent it. It is a "could": an invented
  example, of a network nobody has run, in a language that GPT-2 hardly knows. That such heads exist
  is known: in GPT-2 Small head 10.7 suppresses words that were already there (McDougall et al.
  2023). Our number above, 0.4 for that head, is blind to it; the suppression shows only behind the
  unembedding.
  */
  chapter.claim("exo7-6.5-paris", illustrative)
      .invented("what a badly tuned network might say is told, not measured");
}
