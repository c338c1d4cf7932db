#include "alignment_error.hpp"

#include "epreuve/error.hpp"
#include "epreuve/math/softmax.hpp"
#include "epreuve/networks/encoder_decoder.hpp"

namespace epreuve::instruments {

namespace {

/// @param patterns  of each block, target x source x heads
void note_word(LinkErrors& of, const std::vector<arma::cube>& patterns, arma::uword step,
               arma::uword rendered)
{
  const arma::uword heads = patterns.front().n_slices;
  if (of.words++ == 0)
    of.error = of.mass = of.at_end = arma::mat(patterns.size(), heads + 1);
  for (arma::uword b = 0; b < patterns.size(); ++b) {
    const arma::mat by_head = patterns[b].row(step); // source x heads
    const arma::mat all = arma::join_rows(by_head, arma::mean(by_head, 1));
    for (arma::uword h = 0; h <= heads; ++h) {
      of.error(b, h) += all.col(h).index_max() != rendered ? 1 : 0;
      of.mass(b, h) += all(rendered, h);
      of.at_end(b, h) += all(all.n_rows - 1, h);
    }
  }
}

void divide(LinkErrors& of)
{
  for (arma::mat* sum : {&of.error, &of.mass, &of.at_end})
    *sum /= double(of.words);
}

} // namespace

AlignmentErrors alignment_errors(const translator::Translator& translator,
                                 const std::vector<language::Twins>& sentences)
{
  AlignmentErrors of;
  for (const language::Twins& twins : sentences) {
    const std::vector<arma::cube> patterns =
        translator::given(translator, twins.source, twins.target).cross;
    for (arma::uword i = 0; i + 1 < twins.source.size(); ++i) {
      const arma::uword rendered = twins.renders[i];
      note_word(of.asking, patterns, i, rendered);
      note_word(of.given, patterns, i + 1, rendered);
      if (rendered != i) {
        note_word(of.asking_crossed, patterns, i, rendered);
        note_word(of.given_crossed, patterns, i + 1, rendered);
        ++of.diagonal;
      }
      of.uniform += 1 - 1 / double(twins.source.size());
    }
  }
  if (of.asking_crossed.words == 0)
    throw Error("alignment_errors: there is no word in another place than what it renders");
  of.diagonal /= double(of.asking.words);
  of.uniform /= double(of.asking.words);
  for (LinkErrors* some : {&of.asking, &of.given, &of.asking_crossed, &of.given_crossed})
    divide(*some);
  return of;
}

double removal_error(const translator::Translator& translator,
                     const std::vector<language::Twins>& sentences)
{
  double wrong = 0, words = 0;
  for (const language::Twins& twins : sentences) {
    const networks::Pairs<double> whole =
        translator::as_read(translator, twins.source, twins.target);
    arma::mat surprise(twins.source.size(), twins.target.size()); // without which, at which word
    for (arma::uword j = 0; j < surprise.n_rows; ++j) {
      networks::Pairs<double> pairs = whole;
      pairs.cross_seen.col(j).zeros();
      const arma::mat laws = math::log_softmax_columns(networks::logits(translator.network, pairs));
      for (arma::uword i = 0; i < surprise.n_cols; ++i)
        surprise(j, i) = -laws(twins.target[i], i);
    }
    for (arma::uword i = 0; i + 1 < surprise.n_cols; ++i) {
      wrong += surprise.col(i).index_max() != twins.renders[i] ? 1 : 0;
      ++words;
    }
  }
  return wrong / words;
}

} // namespace epreuve::instruments
