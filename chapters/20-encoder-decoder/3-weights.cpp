#include "article_sizes.hpp"
#include "epreuve/chapter.hpp"
#include "epreuve/gpt2/config.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "figures.hpp"
#include "some_transformer.hpp"

#include <algorithm>
#include <span>
#include <vector>

/**
# Counting: six, thirty-six, and 65 million

The article has a table of its models, with the number of weights of each in millions. On this page we count them matrix by
matrix, and find that one number in the article cannot be right: not that of the weights, but that of the tokens.
*/
using namespace epreuve::course;
using namespace epreuve::networks;

/**
## Matrix by matrix

Attention has no biases in the article's formulas; the network and the norms have. The source's embedding, the target's
and the unembedding are one matrix, as its section 3.4 says.
*/
SECTION(matrices)
{
  const ArticleSizes& base = article_sizes()[0];
  const double attention = weights_of_attention(base), mlp = weights_of_network(base),
               norm = 2 * 512, blocks = weights_of_blocks(base);
  const auto whole = [](double x) { return fmt::format("{:.0f}", x); };
  chapter.table(
      "The base model of 2017, n words in, m words out",
      {"part", "shape of its output", "weights", "how often", "together"},
      {{"embedding, shared", "512 × n, 512 × m", "512 · 37 000", "1", whole(512 * 37000.0)},
       {"W_Q, W_K, W_V of 8 heads", "64 × n each", "3 · 8 · 64 · 512", "18",
        whole(18 * attention * 3 / 4)},
       {"W_O", "512 × n", "512 · 512", "18", whole(18 * attention / 4)},
       {"W₁, b₁", "2048 × n", "2048 · 513", "12", whole(12 * 2048.0 * 513)},
       {"W₂, b₂", "512 × n", "512 · 2049", "12", whole(12 * 512.0 * 2049)},
       {"gain and bias of a norm", "512 × n", "2 · 512", "30", whole(30 * norm)},
       {"unembedding", "37 000 × m", "the embedding", "", "0"},
       {"all", "", "", "", whole(blocks + 512 * 37000.0)}});

  /**
  The networks have 40 % of the weights, attention 30 %, and so has the embedding: less than in the picture, where attention
  is drawn three times and the network twice. Heads do not count, as chapter 13 has shown, since their dimensions add up to
  512 whatever their number. Nor do words: no shape of a weight has an $n$ or an $m$ in it.

  Is this count that of the formulas? We let the library make networks of random sizes, and count what it has made.
  */
  const auto as_many = [](Draw& draw) {
    EncoderDecoderSizes sizes = small_sizes(draw.size("blocks", 1, 3));
    sizes.heads = draw.one_of("heads", std::vector<arma::uword>{1, 2, 4});
    sizes.hidden = draw.size("f", 1, 9);
    EncoderDecoder<double> network = initial_encoder_decoder<double>(sizes, 1);
    double all = 0;
    for (const std::span<double> stretch : parameters(network))
      all += double(stretch.size());
    const ArticleSizes line{.name = "",
                            .n = 4,
                            .hidden = sizes.hidden,
                            .blocks = sizes.blocks,
                            .heads = sizes.heads,
                            .key = 4 / sizes.heads,
                            .value = 4 / sizes.heads};
    return all == weights_of_blocks(line) + 4.0 * (7 + 7);
  };
  chapter
      .finding("63-million", "with 37 000 shared tokens the base model has 63.0 million weights, "
                             "63.1 with biases in its attentions")
      .property("the count, against networks of the library", as_many, 50)
      .equal("an encoder's block", arma::uword(attention + mlp + 2 * norm), 3'150'336)
      .equal("a decoder's block", arma::uword(2 * attention + mlp + 3 * norm), 4'199'936)
      .equal("twelve blocks", arma::uword(blocks), 44'101'632)
      .equal("with 37 000 tokens", arma::uword(blocks) + 512 * 37000, 63'045'632)
      .equal("and with four biases of 512 in each of 18 attentions",
             arma::uword(blocks) + 512 * 37000 + 18 * 4 * 512, 63'082'496);
}

/**
18.9 million for 37 000 tokens, 44.1 for the blocks. With biases in attention, as many programs have them, it would be 63.1.

## Why 65?

The article prints 65 million for this model. Two million weights are missing. Where are they? Not in the blocks: if
something in them were larger, the other lines of its table 3, with other numbers of blocks, heads' dimensions and
widths, would all be off in proportion. What is left is the embedding. Each printed number, rounded to a million, leaves
room for an interval of tokens. Here are all eleven.
*/
SECTION(sixty_five)
{
  std::vector<PrintedSize> sizes;
  double least = 0, most = 1e9;
  for (const ArticleSizes& line : article_sizes()) {
    const auto [least_here, most_here] = rows_of_embedding(line);
    sizes.push_back({line.name, least_here, most_here});
    if (line.printed != 213) {
      least = std::max(least, sizes.back().least);
      most = std::min(most, sizes.back().most);
    }
  }
  chapter.figure("rows-of-embedding",
                 [&](Figure& figure) { draw_rows_of_embedding(figure, sizes); });
  Claim& finding = chapter.finding(
      "41-thousand", "ten of the table's eleven numbers of weights fit one embedding, of 41 003 to "
                     "41 208 rows, and none of the eleven fits 37 000");
  finding.at_least("the least number of rows that all but the large model allow", least, 41'003)
      .at_most("the largest", most, 41'209);
  double nearest = 1e9;
  for (const PrintedSize& size : sizes)
    nearest = std::min(nearest, std::max(size.least - 37'000, 37'000 - size.most));
  finding.at_least("how far 37 000 is from the nearest interval", nearest, 600)
      .at_most("the most that the large model's 213 million allow", sizes.back().most, 36'345);
}

/**
So the ten smaller models were counted with an embedding of some 41 100 rows, and the large one with one of 36 000 at most.
*About 37 000 tokens*, the article says of its shared vocabulary; it does not say what was added to it, nor why the
large model has fewer. The count is right, then, and 65 too: they are not of the same vocabulary.

The lines also confirm six blocks. Each further pair of an encoder's and a decoder's block adds 7.35 million, and the
printed numbers for 2, 4, 6 and 8 pairs rise by 14, 15 and 15.
*/
SECTION(six)
{
  const double pair = weights_of_blocks(article_sizes()[0]) / 6;
  chapter.claim("masterclass-global-N6", holds)
      .by_reading("section 3.1 of the article: a stack of N = 6 identical layers, twice")
      .within("millions for two pairs of blocks: 14, 15, 15 are printed", 2 * pair / 1e6, 14, 15);
  chapter.claim("iaetnous-tr-stack-6", holds)
      .by_reading("section 3.1 of the article, for the encoder and for the decoder")
      .within("millions for two pairs of blocks: 14, 15, 15 are printed", 2 * pair / 1e6, 14, 15);
}

/**
## Which GPT-2 has 36, and of what

*A stack of encoders (6 in the article, 36 in GPT2)*. GPT-2 comes in four sizes, of 12, 24, 36 and 48 blocks; the one
of this course has 12, and the largest, which its article means by the name, 48. So 36 is *Large*. But they are no encoders. In an
encoder everyone reads everyone; in GPT-2 a mask hides the later words, as in a decoder. Its block is a decoder's
without cross-attention, for there is no source.
*/
SECTION(thirty_six)
{
  const auto of_last_word = [](const auto& statement) {
    return model_runs([statement](const ModelRun& run, Draw& draw) {
      const Tokens text = draw_text(draw, run.config(), 2);
      Tokens other = text;
      other.back() = gpt2::Token((text.back() + 1) % gpt2::Token(run.config().N));
      return statement(run.model.logits(text), run.model.logits(other));
    });
  };
  const auto counts = [](const arma::mat& logits, const arma::mat& changed) {
    return arma::abs(logits.col(0) - changed.col(0)).max() > 0;
  };
  const auto counts_not = [](const arma::mat& logits, const arma::mat& changed) {
    const arma::uword before = logits.n_cols - 1;
    return difference(logits.head_cols(before), changed.head_cols(before));
  };
  const auto millions = [](arma::uword blocks, arma::uword n) {
    return double(gpt2::parameter_count({.layers = blocks, .n = n, .mlp = 4 * n})) / 1e6;
  };
  chapter.claim("iaetnous-tr-36-gpt2", refuted)
      .as_printed("GPT-2 is a stack of encoders: the first word reads the last")
      .property("its first logits change with the last of several words", of_last_word(counts), 100)
      .corrected("of decoders without cross-attention: 12, 24, 36 or 48, by the model's size")
      .property("logits before the last word, whatever that is", of_last_word(counts_not),
                exactly(), 100)
      .within("12 blocks, 768 wide, millions of weights: Small, 124", millions(12, 768), 124, 125)
      .within("24 blocks, 1024 wide: Medium, 355", millions(24, 1024), 354, 355)
      .within("36 blocks, 1280 wide: Large, 774", millions(36, 1280), 774, 775)
      .within("48 blocks, 1600 wide: XL, 1558", millions(48, 1600), 1557, 1558);
}
