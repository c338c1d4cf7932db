#include "epreuve/chapter.hpp"

#include "epreuve/gpt2/published_files.hpp"
#include "epreuve/instruments/gpt2/model_runs.hpp"
#include "epreuve/instruments/gpt2/published_sizes.hpp"
#include "epreuve/math/embedding.hpp"
#include "figures.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>

/**
# How large the table is, and what stands in it

$N$ tokens of $n$ numbers: the sizes of the table are hyperparameters, and the documents give two
pairs, that of GPT-2 and that of the first transformer. Then the entries themselves: which words have
a column of their own?
*/
using namespace epreuve::course;

/**
## Sizes

The library has the list of GPT-2's 148 published tensors with the number of values in each. Among them
is `wte`, the table. The last layer norm has a weight for each coordinate, which gives $n$; the
quotient is $N$. And $N$ can be explained: a byte-level vocabulary has the 256 bytes, a token for each of
50 000 merges, and one that ends a text.
*/
SECTION(sizes)
{
  const double table = published_sizes("wte.weight")(0), n = published_sizes("ln_f.weight")(0);

  chapter.claim("exo7-2.1-n", holds)
      .equal("weights of the last layer norm, one per coordinate", n, 768)
      .equal("values of a column of the table: its values / 50 257", table / 50257, 768);
  chapter.claim("exo7-2.1-N", holds)
      .equal("columns of the table: its values / 768", table / n, 50257)
      .equal("256 bytes, 50 000 merges, the end of a text", 256 + 50000 + 1, 50257);
  chapter.claim("notes-1-parameter-count", holds)
      .equal("GPT-2: values of the table", table, 38'597'376)
      .equal("columns times numbers in each, by the library's list of tensors", table,
             768. * 50257);
  chapter.figure("where-the-weights-are", draw_where_the_weights_are);
}

/**
Thirty-one of a hundred weights of GPT-2 are in this table (figure), before any layer has computed
anything. And it is used twice: its transpose makes the logits (chapter 17). A model of the same family
with half the coordinates would save half of the table, but three quarters of everything else, whose
matrices are $n \times n$: the smaller the model, the larger the share of its vocabulary.

## 512 numbers, four boxes

Iaetnous gives each word a vector of 512 and draws four boxes "for 512 parameters". Each box is then 128
numbers. They are parameters, as training sets them, but of the word and not of the model: the model
whose output layer that document draws knows 10 000 words, which makes $512 \cdot 10\,000$, or five
million. Counting those of one vector is counting one column.
*/
SECTION(boxes)
{
  const arma::mat A(512, 10000, arma::fill::zeros);
  chapter.claim("iaetnous-emb-512", holds)
      .equal("numbers in the embedding of one word, 512 x 10 000", embed(A, {9999}).n_elem, 512)
      .equal("parameters of that table", A.n_elem, 5'120'000)
      .equal("numbers that one of four boxes stands for", 512 / 4, 128)
      .by_reading(
          "the size is a choice: that of the first transformer, whose vectors have 512 numbers");
  chapter.claim("iaetnous-emb-fig", holds)
      .same_shape("three words, four boxes each", arma::size(4, 3), "embed(E, three words)",
                  arma::size(embed(arma::mat(4, 9), {1, 2, 3})))
      .by_reading("three words, each with a column of four boxes: the shapes of a lookup");
  chapter.figure("boxes", draw_boxes);
}

/**
## How many at once

The context size (*taille du contexte*) is how many tokens the transformer can take. The table has no
part in that: it embeds as many as one likes. What ends a text is the table of *positions*, which in
GPT-2 has 1024 columns, and a model refuses what goes beyond.
*/
SECTION(context)
{
  const ModelRun run = small_run(chapter.seed());
  const arma::uword context = run.config().context;
  const auto tokens = [](arma::uword count) { return Tokens(count); };
  chapter.claim("notes-1-context-size", holds)
      .equal("GPT-2: columns of the table of positions", published_sizes("wpe.weight")(0) / 768,
             1024)
      .equal("logits of a text that fills the context: a column per token",
             run.model.logits(tokens(context)).n_cols, context)
      .refuses(
          "one token more", [&] { run.model.logits(tokens(context + 1)); },
          "more than the context of the model");
}

/**
## Which words have a column

Exo7 prints six token numbers with their words: 4314 _floor, 3996 _bed, and so on. The
underscore is a blank. No computation gives these numbers but GPT-2's own list of merges. Where its
vocabulary is there, each is compared.

While we are at it: which entry is that of "niece"? The notes write $E(\text{niece})$ without a blank.
A vocabulary is learned by counting, and words that seldom begin a text get no token without their
blank.
*/
SECTION(token_ids, gpt2::tokenizer_files)
{
  const gpt2::Tokenizer& tokenizer = gpt2::PublishedFiles::here().tokenizer().value();
  arma::vec ids;
  std::string words;
  for (const char* word : {" floor", " bed", " couch", " ground", " edge", " sofa"}) {
    const auto tokens = tokenizer.encode(word);
    ids = arma::join_cols(ids, arma::conv_to<arma::vec>::from(
                                   arma::uvec(tokens.size(), arma::fill::value(tokens[0]))));
    words += tokenizer.decode({tokens[0]});
  }
  chapter.claim("exo7-2.1-token-ids", reproduced)
      .prints_exactly("4314 3996 18507 2323 5743 34902", ids)
      .equal("words of 4314, 3996, 18507, 2323, 5743, 34902",
             tokenizer.decode({4314, 3996, 18507, 2323, 5743, 34902}), words);

  const auto pieces = [&](const char* word) { return tokenizer.encode(word).size(); };
  chapter
      .finding("niece-with-a-blank",
               "GPT-2 has columns for \" niece\" and \" nephew\", and none for "
               "\"niece\" and \"nephew\".")
      .equal("tokens of \" niece\", \" nephew\", \" woman\", \" man\"",
             pieces(" niece") + pieces(" nephew") + pieces(" woman") + pieces(" man"), 4)
      .at_least("tokens of \"niece\"", double(pieces("niece")), 2)
      .at_least("tokens of \"nephew\"", double(pieces("nephew")), 2)
      .equal("tokens of \"woman\" and \"man\"", pieces("woman") + pieces("man"), 2);

  std::size_t with_blank = 0;
  for (gpt2::Token token = 0; token < tokenizer.vocabulary_size(); ++token)
    with_blank += tokenizer.bytes(token).starts_with(' ');
  chapter
      .finding("words-rather-than-syllables", "Most of GPT-2's tokens begin a word, blank and all.")
      .at_least("share of the vocabulary that begins with a blank", double(with_blank) / 50257,
                0.6);
}

/**
So the sentence of the notes cannot be asked of GPT-2 as it stands, but with blanks it can.
*/
