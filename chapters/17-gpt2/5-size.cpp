#include "epreuve/error.hpp"
#include "epreuve/gpt2/published.hpp"
#include "epreuve/gpt2/published_files.hpp"
#include "figures.hpp"
#include "pass.hpp"

#include <algorithm>

/**
# How large is it?

So far everything was true of a model of any size. Now the sizes of GPT-2 itself. There are three
witnesses, and we hear those that are there. The library knows the list of the 148 published
tensors, with the number of values in each; that is always at hand. If the weights have been
fetched, the tensors themselves have shapes (a file with some of them is enough). And where
neither can tell, there is the published configuration.

Which of the published tensors are in the folder is decided by their hashes: a tensor counts when
its values are, bit for bit, those that were published, and the model counts when all 148 tensors
do. Another model in the folder could be run as well, but it is no witness for what the documents
say of this one.
*/

using namespace epreuve::course;
using namespace epreuve::instruments;
using gpt2::PublishedFiles;

arma::uword epreuve::published_values(std::string_view ending)
{
  arma::uword values = 0;
  for (const gpt2::PublishedTensor& tensor : gpt2::published_tensors())
    values += tensor.name.ends_with(ending) ? tensor.count : 0;
  return values;
}

static auto published_tensors_that(const std::function<bool(std::string_view)>& fit)
{
  return std::ranges::count_if(gpt2::published_tensors(), fit, &gpt2::PublishedTensor::name);
}

static auto in_blocks(std::string_view ending)
{
  return published_tensors_that(
      [&](std::string_view name) { return name.starts_with("h.") && name.ends_with(ending); });
}

SECTION(witnesses)
{
  const PublishedFiles& files = PublishedFiles::here();
  const std::string fetch = "./epreuve gpt2 fetch";
  const auto found = published_tensors_that([&](std::string_view name) { return files.has(name); });
  chapter.table(
      "What is there of the published GPT-2 Small", {"files", "found", "decides", "how to get it"},
      {{"list of tensors", fmt::format("{}", gpt2::published_tensors().size()), "sizes, counts",
        ""},
       {"vocabulary", files.tokenizer() ? "yes" : "no", "words", files.tokenizer() ? "" : fetch},
       {"weights", fmt::format("{} of 148", found), "shapes, heads; all: printed numbers",
        files.has_all() ? "" : fetch}});
}

/**
## Blocks, neurons, places

Twelve blocks of each kind, says the document, MLPs of $3072$ neurons with $768$ inputs each and of
$768$ neurons after them, and texts of 1024 tokens at most. A bias has one value per neuron and a
matrix one per input and neuron, so that the list's counts are enough to tell.
*/
SECTION(sizes)
{
  chapter.claim("exo7-3.2-12-blocks", holds)
      .equal("attentions among the published tensors", in_blocks(".attn.c_attn.weight"), 12)
      .equal("MLPs among the published tensors", in_blocks(".mlp.c_fc.weight"), 12)
      .equal("layer norms: two per block and one at the end",
             in_blocks(".ln_1.weight") + in_blocks(".ln_2.weight") + 1, 25);
  const auto of_mlp = [](arma::uword layer, const char* name) {
    return published_values(fmt::format("h.{}.mlp.{}", layer, name));
  };
  arma::uword alike = 0;
  for (arma::uword layer = 0; layer < 12; ++layer)
    alike += of_mlp(layer, "c_fc.bias") == 3072 && of_mlp(layer, "c_fc.weight") == 3072 * 768 &&
             of_mlp(layer, "c_proj.bias") == 768 && of_mlp(layer, "c_proj.weight") == 768 * 3072;
  chapter.claim("exo7-3.2-mlp-sizes", holds)
      .equal("first layer of the first MLP: neurons, with one bias each", of_mlp(0, "c_fc.bias"),
             3072)
      .equal("first layer of the first MLP: inputs, as weights / neurons",
             Rational(of_mlp(0, "c_fc.weight"), 3072), 768)
      .equal("second layer of the first MLP: neurons, with one bias each", of_mlp(0, "c_proj.bias"),
             768)
      .equal("second layer of the first MLP: inputs, as weights / neurons",
             Rational(of_mlp(0, "c_proj.weight"), 768), 3072)
      .equal("MLPs of the same sizes", alike, 12);
  chapter.claim("exo7-1.2-dense-shape", holds)
      .equal("GPT-2: values in the last layer's bias", of_mlp(0, "c_proj.bias"), 768);
}

/**
That more than `context` tokens are refused, every model can be asked.
*/
SECTION(context)
{
  chapter.claim("exo7-4.2-K-1024", holds)
      .equal("columns of the table of positions: values / 768",
             Rational(published_values("wpe.weight"), 768), 1024)
      .property(
          "a model takes 1 to `context` tokens, and refuses one more",
          [](Draw& draw) {
            const ModelRun run = draw_run(draw, {});
            try {
              run.model.logits(Tokens(run.config().context + 1));
              return false;
            } catch (const Error&) {
              return run.logits.n_cols == run.text.size();
            }
          },
          50);

  /**
  And the shapes, as far as the tensors are there:
  */
  const auto check = [&](const char* id, const std::string& tensor, const std::string& shape) {
    const PublishedFiles& files = PublishedFiles::here();
    if (files.has(tensor))
      chapter.claim(id, holds).equal(
          "the real tensor " + tensor,
          fmt::format("{}", fmt::join(files.checkpoint().info(tensor).shape, " x ")), shape);
  };
  check("exo7-3.2-12-blocks", "h.11.attn.c_attn.weight", "768 x 2304");
  check("exo7-3.2-mlp-sizes", "h.11.mlp.c_fc.bias", "3072");
  check("exo7-3.2-mlp-sizes", "h.11.mlp.c_proj.bias", "768");
  check("exo7-4.2-K-1024", "wpe.weight", "1024 x 768");
}

/**
## Twelve heads

The number of heads is another matter. $W_Q$ is $768 \times 768$ whether 12 heads share its rows
or 24; no shape can tell. The configuration published with them says 12, section 6.5 of the
document speaks of head 11, counted from 0, and one may leave it at that. But the numbers
themselves should know: rows of one head were trained together, rows of two heads were
not. Take the logarithms of the norms of the rows of $W_Q$, $W_K$ and $W_V$ and of the columns of
$W_O$, and let $J(c)$ be the squared difference between the mean of the 16 rows before place $c$
and the 16 after it, averaged over all four matrices and all blocks. Where a head ends and another
begins, the norms should jump.
*/
SECTION(heads_by_reading)
{
  chapter.reading("exo7-3.2-12-heads", holds,
                  "the shapes of the tensors are the same for any number of heads; it is the "
                  "configuration published with them that says 12");
}

/// J(c) at c = 16, 32, ..., 752.
static arma::vec jumps()
{
  arma::mat logs; // of norms: 768 places x 4 matrices of 12 blocks
  for (arma::uword layer = 0; layer < 12; ++layer) {
    const auto squares = [&](const char* name) -> arma::mat {
      return arma::square(PublishedFiles::here().checkpoint().matrix<double>(
          fmt::format("h.{}.attn.{}.weight", layer, name)));
    };
    const arma::vec qkv = arma::sum(squares("c_attn"), 1),
                    W_O = arma::sum(squares("c_proj"), 0).t();
    logs = arma::join_rows(logs, arma::log(arma::reshape(qkv, 768, 3)) / 2, arma::log(W_O) / 2);
  }
  arma::vec jump(47);
  for (arma::uword i = 0; i < jump.n_elem; ++i) {
    const arma::uword c = 16 * (i + 1);
    const arma::rowvec step =
        arma::mean(logs.rows(c - 16, c - 1)) - arma::mean(logs.rows(c, c + 15));
    jump(i) = arma::mean(arma::square(step));
  }
  return jump;
}

SECTION(heads_by_their_norms, gpt2::attention_weights)
{
  const arma::vec jump = jumps();
  const auto least_between_over_most_within = [&](arma::uword heads) {
    const arma::uvec place = arma::regspace<arma::uvec>(16, 16, 752);
    const arma::uvec into_head = place - place / (768 / heads) * (768 / heads);
    return jump(arma::find(into_head == 0)).eval().min() /
           jump(arma::find(into_head > 0)).eval().max();
  };
  Claim& heads = chapter.claim("exo7-3.2-12-heads", holds);
  heads.at_least("real weights: the least J(c) between 12 heads over the largest within",
                 least_between_over_most_within(12), 10);
  for (const arma::uword other : {6, 8, 16, 24})
    heads.at_most(fmt::format("the same quotient if there were {} heads", other),
                  least_between_over_most_within(other), 1);
}

/**
In the real weights they do, at the eleven multiples of 64 and nowhere else: the smallest jump
there is more than ten times the largest elsewhere, and if there were 6, 8, 16 or 24 heads, some place
inside a head would jump more than some place between two. There are twelve heads of 64, and we
have it from the weights themselves.
*/
