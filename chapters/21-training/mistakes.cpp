// [surprise] the exponential of a large logit is infinite; subtract the largest logit from all of them first
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  return std::log(arma::accu(arma::exp(x))) - x(t);
}

// [surprise] the sign is wrong: the logarithm of a probability is negative, and the loss is minus it
// - return std::log(arma::accu(arma::exp(x - m))) - (x(t) - m);
// + return x(t) - m - std::log(arma::accu(arma::exp(x - m)));

// [surprise] this is 1 less the probability; the loss is minus its logarithm
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  const arma::vec e = arma::exp(x - x.max());
  return 1 - e(t) / arma::accu(e);
}

// [surprise] your logarithm is to the base 2: these are bits, and nats are asked for
// - return std::log(arma::accu(arma::exp(x - m))) - (x(t) - m);
// + return (std::log(arma::accu(arma::exp(x - m))) - (x(t) - m)) / std::log(2.);

// [surprise] this is the entropy of what was predicted; the loss looks only at the word that came
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  (void)t;
  const arma::vec e = arma::exp(x - x.max()), q = e / arma::accu(e);
  return std::log(arma::accu(e)) - arma::dot(q, x - x.max());
}

// [surprise] words are numbered from 0; you take the one before, and for word 0 the last
// - return std::log(arma::accu(arma::exp(x - m))) - (x(t) - m);
// + return std::log(arma::accu(arma::exp(x - m))) - (x((t + x.n_elem - 1) % x.n_elem) - m);

// [surprise] softmax first, and its logarithm then: a probability below 10^-308 is 0, and the loss infinite. Take the logarithm by hand: ln sum_j e^{x_j - m} - (x_t - m)
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  const arma::vec e = arma::exp(x - x.max());
  return -std::log(e(t) / arma::accu(e));
}

// [surprise] you subtract x_t from all logits; where another one is 710 larger, its exponential is infinite. Subtract the largest
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  return std::log(arma::accu(arma::exp(x - x(t))));
}

// [surprise] you subtract the largest magnitude; where all logits are below 0, their exponentials become 0. Subtract the largest logit
// - const double m = x.max();
// + const double m = arma::abs(x).max();

// [surprise] you subtract the logit that is largest in magnitude; where that is below 0, another one may be 710 larger, and its exponential is infinite. Subtract the largest logit
// - const double m = x.max();
// + const double m = x(arma::vec(arma::abs(x)).index_max());

// [surprise] you subtract the largest logit before the exponentials, and do not give it back: ln sum_j e^{x_j} = m + ln sum_j e^{x_j - m}
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  return std::log(arma::accu(arma::exp(x - x.max()))) - x(t);
}

// [surprise] x_t is not subtracted: ln sum_j e^{x_j} is the same whichever word came
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  (void)t;
  return x.max() + std::log(arma::accu(arma::exp(x - x.max())));
}

// [surprise] this is the logarithm of the mean of the exponentials; their sum is asked for
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  return std::log(arma::mean(arma::exp(x - x.max()))) - (x(t) - x.max());
}

// [surprise] this is the probability; the loss is minus its logarithm
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  return std::exp(-::exercise::surprise(x, t));
}

// [surprise] this is minus the probability; the loss is minus its logarithm
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  return -std::exp(-::exercise::surprise(x, t));
}

// [surprise] your logarithm is to the base 10, and nats are asked for, the natural logarithm
// - return std::log(arma::accu(arma::exp(x - m))) - (x(t) - m);
// + return std::log10(arma::accu(arma::exp(x - m))) - (x(t) - m);

// [surprise] you add a small number to the probability: a loss of 30 and more is then too small, and one of 0 is below 0
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  return -std::log(std::exp(-::exercise::surprise(x, t)) + 1e-12);
}

// [surprise] the word that came is missing in your sum; it goes over all words
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  const arma::vec e = arma::exp(x - x.max());
  return std::log(arma::accu(e) - e(t)) - (x(t) - x.max());
}

// [logit_gradient] the sign is wrong: it is what was predicted less what was right, and a step goes against it
// - return e / arma::accu(e) - y;
// + return y - e / arma::accu(e);

// [logit_gradient] this is the derivative by the probabilities, -y/q; by the logits softmax's derivative comes in too
// - return e / arma::accu(e) - y;
// + return -y / (e / arma::accu(e));

// [logit_gradient] you multiply by softmax's derivative q (1 - q): that is for a square as loss, and the logarithm cancels it
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  const arma::vec e = arma::exp(x - x.max()), q = e / arma::accu(e);
  return (q - y) % q % (1 - q);
}

// [logit_gradient] y is a law, and its largest entry is not all of it: you take the most probable word as if it were certain
// - return e / arma::accu(e) - y;
// + arma::vec g = e / arma::accu(e);
// +   g(y.index_max()) -= 1;
// +   return g;

// [logit_gradient] you subtract y from the logits; it is subtracted from their softmax
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  return x - y;
}

// [logit_gradient] this is what was predicted; what was right, y, is subtracted from it
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  (void)y;
  const arma::vec e = arma::exp(x - x.max());
  return e / arma::accu(e);
}

// [logit_gradient] you divide by the number of words; the loss is that of one place, and nothing is divided
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  return ::exercise::logit_gradient(x, y) / double(x.n_elem);
}

// [logit_gradient] these are the terms in which a word's own logit stands; each logit changes the probabilities of all words, and the sum over them is softmax(x)_i - y_i
// - return e / arma::accu(e) - y;
// + return y % (e / arma::accu(e) - 1);

// [logit_gradient] y is a law already: softmax is of the logits alone
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  const arma::vec e = arma::exp(x - x.max()), f = arma::exp(y);
  return e / arma::accu(e) - f / arma::accu(f);
}

// [logit_gradient] your exponentials are not divided by their sum
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  return arma::exp(x) - y;
}

// [logit_gradient] you multiply by y; it is subtracted
// - return e / arma::accu(e) - y;
// + return e / arma::accu(e) % y;

// [logit_gradient] you multiply by 1 - y; y is subtracted
// - return e / arma::accu(e) - y;
// + return e / arma::accu(e) % (1 - y);

// [logit_gradient] you subtract y from the logarithms of the probabilities; it is subtracted from the probabilities
// - return e / arma::accu(e) - y;
// + return arma::log(e / arma::accu(e)) - y;

// [logit_gradient] a quotient of differences is right to some 9 digits only; the formula is exact
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  arma::vec gradient(x.n_elem);
  const auto loss = [&](const arma::vec& logits) {
    return std::log(arma::accu(arma::exp(logits - logits.max()))) + logits.max() -
           arma::dot(y, logits);
  };
  for (arma::uword i = 0; i < x.n_elem; ++i) {
    arma::vec up = x, down = x;
    up(i) += 1e-4;
    down(i) -= 1e-4;
    gradient(i) = (loss(up) - loss(down)) / 2e-4;
  }
  return gradient;
}

// [logit_gradient] you subtract the smallest logit; the largest may be 1000 larger, and its exponential is infinite. Subtract the largest
// - const arma::vec e = arma::exp(x - x.max());
// + const arma::vec e = arma::exp(x - x.min());

// [mean_gradient] the gradient of the sum: that of the mean is divided by the number of places, K
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = arma::exp(X);
  G.each_row() /= arma::sum(G, 0);
  for (arma::uword k = 0; k < X.n_cols; ++k)
    G(targets(k), k) -= 1;
  return G;
}

// [mean_gradient] you divide by the number of words, N; the mean is over the K places
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = arma::exp(X);
  G.each_row() /= arma::sum(G, 0);
  for (arma::uword k = 0; k < X.n_cols; ++k)
    G(targets(k), k) -= 1;
  return G / double(X.n_rows);
}

// [mean_gradient] softmax is over the words of a place, a column; yours is over the whole matrix
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = arma::exp(X);
  G /= arma::accu(G);
  for (arma::uword k = 0; k < X.n_cols; ++k)
    G(targets(k), k) -= 1;
  return G / double(X.n_cols);
}

// [mean_gradient] softmax is over the words of a place, a column; yours is over each row
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = arma::exp(X);
  G.each_col() /= arma::sum(G, 1);
  for (arma::uword k = 0; k < X.n_cols; ++k)
    G(targets(k), k) -= 1;
  return G / double(X.n_cols);
}

// [mean_gradient] you train the last place only: every place has a word that came, and all of them count
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G(X.n_rows, X.n_cols, arma::fill::zeros);
  const arma::uword k = X.n_cols - 1;
  const arma::vec e = arma::exp(X.col(k));
  G.col(k) = e / arma::accu(e);
  G(targets(k), k) -= 1;
  return G;
}

// [mean_gradient] the one-hot vectors are divided by K, the softmax is not
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = arma::exp(X);
  G.each_row() /= arma::sum(G, 0);
  for (arma::uword k = 0; k < X.n_cols; ++k)
    G(targets(k), k) -= 1 / double(X.n_cols);
  return G;
}

// [mean_gradient] you subtract the largest logit of all; a place whose logits are all 1000 less then has exponentials that are 0. Subtract each column's own largest
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = arma::exp(X - X.max());
  G.each_row() /= arma::sum(G, 0);
  for (arma::uword k = 0; k < X.n_cols; ++k)
    G(targets(k), k) -= 1;
  return G / double(X.n_cols);
}

// [mean_gradient] you divide by the number of entries, N K; the mean is over the K places
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  return ::exercise::mean_gradient(X, targets) / double(X.n_rows);
}

// [mean_gradient] softmax is divided by K, the one-hot vectors are not
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = ::exercise::mean_gradient(X, targets);
  for (arma::uword k = 0; k < X.n_cols; ++k)
    G(targets(k), k) -= 1 - 1 / double(X.n_cols);
  return G;
}

// [mean_gradient] the words that came are missing: 1 is subtracted at the word of each place
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = ::exercise::mean_gradient(X, targets);
  for (arma::uword k = 0; k < X.n_cols; ++k)
    G(targets(k), k) += 1 / double(X.n_cols);
  return G;
}

// [mean_gradient] you take the same word at every place; each place has its own
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  return ::exercise::mean_gradient(X, arma::uvec(X.n_cols, arma::fill::value(targets(0))));
}

// [mean_gradient] at each place you take the word of the next; `targets` has for each place the word that came there
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = ::exercise::mean_gradient(X, targets) * double(X.n_cols);
  for (arma::uword k = 0; k < X.n_cols; ++k) {
    G(targets(k), k) += 1;
    if (k + 1 < X.n_cols)
      G(targets(k + 1), k) -= 1;
  }
  return G / double(X.n_cols);
}

// [mean_gradient] row and column are exchanged: a word is a row, and a place a column, so it is G(targets(k), k)
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  arma::mat G = ::exercise::mean_gradient(X, targets) * double(X.n_cols);
  for (arma::uword k = 0; k < X.n_cols; ++k) {
    G(targets(k), k) += 1;
    G(k, targets(k)) -= 1;
  }
  return G / double(X.n_cols);
}

// [mean_gradient] you add up the places; each has a column of its own
arma::mat exercise::mean_gradient(const arma::mat& X, const arma::uvec& targets)
{
  return arma::sum(::exercise::mean_gradient(X, targets), 1);
}

// [law_of_masked] you compare only the words before the place; those after it decide too
// - for (arma::uword i = 0; i < text.n_elem; ++i)
// -       agrees = agrees && (i == place || sentences[s](i) == text(i));
// + for (arma::uword i = 0; i < place; ++i)
// +       agrees = agrees && sentences[s](i) == text(i);

// [law_of_masked] you compare only the words after the place; those before it decide too
// - for (arma::uword i = 0; i < text.n_elem; ++i)
// -       agrees = agrees && (i == place || sentences[s](i) == text(i));
// + for (arma::uword i = place + 1; i < text.n_elem; ++i)
// +       agrees = agrees && sentences[s](i) == text(i);

// [law_of_masked] a law sums to 1: divide by the sum over the sentences that agree
// - return law / arma::accu(law);
// + return law;

// [law_of_masked] you count sentences; each counts by its probability
// - const arma::uvec& text, arma::uword place, arma::uword N)
// - {
// + const arma::uvec& text, arma::uword place, arma::uword N)
// + {
// +   (void)p;
// - law(sentences[s](place)) += p(s);
// + law(sentences[s](place)) += 1;

// [law_of_masked] the last sentence with a word replaces the others: add their probabilities up
// - law(sentences[s](place)) += p(s);
// + law(sentences[s](place)) = p(s);

// [law_of_masked] this is how often the word stands at the place in all sentences; only those that agree elsewhere count
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  (void)text;
  arma::vec law(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s)
    law(sentences[s](place)) += p(s);
  return law / arma::accu(law);
}

// [law_of_masked] you compare only the words beside the place; all others must agree
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec law(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    const arma::uvec& words = sentences[s];
    const bool before = place == 0 || words(place - 1) == text(place - 1);
    const bool after = place + 1 == text.n_elem || words(place + 1) == text(place + 1);
    if (before && after)
      law(words(place)) += p(s);
  }
  return law / arma::accu(law);
}

// [law_of_masked] you multiply the law by the words before and that by the words after; a sentence must agree on both sides, and counts once
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec before(N, arma::fill::zeros), after(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    const auto agrees = [&](arma::uword from, arma::uword to) {
      bool all = true;
      for (arma::uword i = from; i < to; ++i)
        all = all && sentences[s](i) == text(i);
      return all;
    };
    if (agrees(0, place))
      before(sentences[s](place)) += p(s);
    if (agrees(place + 1, text.n_elem))
      after(sentences[s](place)) += p(s);
  }
  const arma::vec law = before % after;
  return law / arma::accu(law);
}

// [law_of_masked] you take a softmax; probabilities are divided by their sum as they are
// - arma::vec law(N, arma::fill::zeros);
// + arma::vec sums(N, arma::fill::zeros);
// - law(sentences[s](place)) += p(s);
// + sums(sentences[s](place)) += p(s);
// - return law / arma::accu(law);
// + return arma::exp(sums) / arma::accu(arma::exp(sums));

// [law_of_masked] you compare the text at the place itself too: what stands there does not count
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec law(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s)
    if (arma::all(sentences[s] == text))
      law(sentences[s](place)) += p(s);
  return law / arma::accu(law);
}

// [law_of_masked] one word that agrees is enough for you; a sentence must agree at all other places
// - bool agrees = true;
// + bool agrees = false;
// - agrees = agrees && (i == place || sentences[s](i) == text(i));
// + agrees = agrees || (i != place && sentences[s](i) == text(i));

// [law_of_masked] you add p_s at the word of the next place; the law is that of the masked one
// - law(sentences[s](place)) += p(s);
// + law(sentences[s](std::min(place + 1, text.n_elem - 1))) += p(s);

// [law_of_masked] you divide by how many sentences agree; divide by the sum of their probabilities
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec sums(N, arma::fill::zeros);
  double count = 0;
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    bool agrees = true;
    for (arma::uword i = 0; i < text.n_elem; ++i)
      agrees = agrees && (i == place || sentences[s](i) == text(i));
    if (agrees) {
      sums(sentences[s](place)) += p(s);
      ++count;
    }
  }
  return sums / count;
}

// [law_of_masked] you give the most probable word all of the probability; the law of all words is asked for
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec law(N, arma::fill::zeros);
  law(::exercise::law_of_masked(sentences, p, text, place, N).index_max()) = 1;
  return law;
}

// [law_of_masked] you compare the text at the place itself too: what stands there does not count
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec law(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s)
    if (arma::all(sentences[s] == text))
      law(sentences[s](place)) += p(s);
  const double sum = arma::accu(law);
  return sum > 0 ? arma::vec(law / sum) : law;
}

// [next_merge] of equally frequent pairs you take the last; the first in the text is asked for
// - if (count > most) {
// + if (count >= most) {

// [next_merge] of equally frequent pairs you take the first in the alphabet; the first in the text is asked for
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::pair<std::string, std::string> best;
  std::size_t most = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::size_t count = 0;
    for (std::size_t j = 0; j + 1 < tokens.size(); ++j)
      if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1])
        ++count;
    const std::pair here{tokens[i], tokens[i + 1]};
    if (count > most || (count == most && here < best)) {
      most = count;
      best = here;
    }
  }
  return best;
}

// [next_merge] you count (a, b) and (b, a) together; they are two pairs
// - if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1])
// + if ((tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1]) ||
// +           (tokens[j] == tokens[i + 1] && tokens[j + 1] == tokens[i]))

// [next_merge] you count how often a pair can be joined; pairs that overlap all count
// - if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1])
// + if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1]) {
// - ++count;
// + ++count;
// +         ++j;
// +       }

// [next_merge] you look for the most frequent token and take what follows it; the pair must be frequent
// - for (std::size_t j = 0; j + 1 < tokens.size(); ++j)
// -       if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1])
// + for (const std::string& token : tokens)
// +       if (token == tokens[i])

// [next_merge] of equally frequent pairs you take the one that is the first to reach that count; the one that comes first in the text is asked for
// - for (std::size_t j = 0; j + 1 < tokens.size(); ++j)
// + for (std::size_t j = 0; j <= i; ++j)

// [next_merge] you count pairs by their joined text, and a + bc is no other text than ab + c; a pair has two parts
// - if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1])
// + if (tokens[j] + tokens[j + 1] == tokens[i] + tokens[i + 1])

// [next_merge] you count pairs by their text with a blank between; a token may have a blank in it, and then two pairs have one text
// - if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1])
// + if (tokens[j] + " " + tokens[j + 1] == tokens[i] + " " + tokens[i + 1])

// [next_merge] you take the least frequent pair; the most frequent one is asked for
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::map<std::pair<std::string, std::string>, int> counts;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    ++counts[{tokens[i], tokens[i + 1]}];
  std::pair best{tokens[0], tokens[1]};
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (const std::pair here{tokens[i], tokens[i + 1]}; counts[here] < counts[best])
      best = here;
  return best;
}

// [next_merge] you take the pair whose two tokens are the most frequent; it is the pair that is counted
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::map<std::string, int> counts;
  for (const std::string& token : tokens)
    ++counts[token];
  std::size_t best = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (counts[tokens[i]] + counts[tokens[i + 1]] > counts[tokens[best]] + counts[tokens[best + 1]])
      best = i;
  return {tokens[best], tokens[best + 1]};
}

// [next_merge] you go on by two tokens; a pair begins at every token but the last
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::map<std::pair<std::string, std::string>, int> counts;
  for (std::size_t i = 0; i + 1 < tokens.size(); i += 2)
    ++counts[{tokens[i], tokens[i + 1]}];
  std::pair best{tokens[0], tokens[1]};
  for (std::size_t i = 0; i + 1 < tokens.size(); i += 2)
    if (const std::pair here{tokens[i], tokens[i + 1]}; counts[here] > counts[best])
      best = here;
  return best;
}

// [next_merge] the last pair is missing: n tokens have n - 1 pairs of neighbours
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::pair<std::string, std::string> best;
  if (tokens.size() > 2)
    best = ::exercise::next_merge({tokens.begin(), tokens.end() - 1});
  return best;
}

// [next_merge] left and right are exchanged
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  const auto [left, right] = ::exercise::next_merge(tokens);
  return {right, left};
}

// [next_merge] you leave out pairs of two equal tokens; they count like all others
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::map<std::pair<std::string, std::string>, int> counts;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i] != tokens[i + 1])
      ++counts[{tokens[i], tokens[i + 1]}];
  std::pair best{tokens[0], tokens[1]};
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (const std::pair here{tokens[i], tokens[i + 1]}; counts[here] > counts[best])
      best = here;
  return best;
}

// [next_merge] where no pair comes twice you find none; once is the most frequent then, and the first pair is taken
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::map<std::pair<std::string, std::string>, int> counts;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    ++counts[{tokens[i], tokens[i + 1]}];
  const auto [left, right] = ::exercise::next_merge(tokens);
  if (counts[{left, right}] < 2)
    return {};
  return {left, right};
}

// [next_merge] you count two tokens that stand anywhere in the text, one after the other; only neighbours are a pair
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::map<std::pair<std::string, std::string>, int> counts;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    for (std::size_t j = i + 1; j < tokens.size(); ++j)
      ++counts[{tokens[i], tokens[j]}];
  std::pair best{tokens[0], tokens[1]};
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (const std::pair here{tokens[i], tokens[i + 1]}; counts[here] > counts[best])
      best = here;
  return best;
}

// [train] the loss is compared after the step: a table that is good enough must not be changed
// - if (-arma::accu(P % arma::log(Q)) <= loss)
// -       return now;
// + const double before = -arma::accu(P % arma::log(Q));
// - now -= rate * (Q - P);
// + now -= rate * (Q - P);
// +     if (before <= loss)
// +       return now;

// [train] this is a single step; steps are taken while the loss is above the bound
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat Q = arma::exp(W);
  Q.each_row() /= arma::sum(Q, 0);
  if (-arma::accu(P % arma::log(Q)) <= loss)
    return W;
  Q.each_row() %= arma::sum(P, 0);
  return W - rate * (Q - P);
}

// [train] each column's softmax must be multiplied by how often its word comes; you divide P's columns by that instead, and rare words learn as fast as frequent ones
// - arma::mat Q = arma::exp(now);
// + arma::mat Q = arma::exp(now), law = P;
// - Q.each_row() /= arma::sum(Q, 0);
// + Q.each_row() /= arma::sum(Q, 0);
// +     law.each_row() /= arma::sum(P, 0);
// - Q.each_row() %= arma::sum(P, 0);
// -     now -= rate * (Q - P);
// + now -= rate * (Q - law);

// [train] P has the sum 1, so the loss is a mean already; you divide the gradient by N once more
// - now -= rate * (Q - P);
// + now -= rate * (Q - P) / double(P.n_cols);

// [train] the rate is forgotten: a step is the rate times the gradient
// - arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
// - {
// + arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
// + {
// +   (void)rate;
// - now -= rate * (Q - P);
// + now -= Q - P;

// [train] your loop ends after a number of steps, whatever the loss is then; a small rate takes thousands
// - while (true) {
// + for (int step = 0; step < 1000; ++step) {
// - now -= rate * (Q - P);
// -   }
// + now -= rate * (Q - P);
// +   }
// +   return now;

// [train] the gradient is softmax times how often the column's word comes, less P; you subtract P from the softmax alone
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat now = W;
  for (int step = 0; step < 5000; ++step) {
    arma::mat Q = arma::exp(now);
    Q.each_row() /= arma::sum(Q, 0);
    if (-arma::accu(P % arma::log(Q)) <= loss)
      break;
    now -= rate * (Q - P);
  }
  return now;
}

// [train] P has the sum 1, so the loss is a mean already; you divide it by N once more, and stop too soon
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  return ::exercise::train(W, P, rate, double(W.n_cols) * loss);
}

// [train] you return the table before the last step; the first whose loss is no more than the bound is asked for
// - arma::mat now = W;
// + arma::mat now = W, before = W;
// - return now;
// + return before;
// +     before = now;

// [train] row and column are exchanged: column j is about the word that follows word j, so softmax is of columns
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  return ::exercise::train(W.t(), P.t(), rate, loss).t();
}

// [train] you multiply by the sums of P's rows; each column's softmax is multiplied by the sum of P's column
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat now = W;
  for (int step = 0; step < 5000; ++step) {
    arma::mat Q = arma::exp(now);
    Q.each_row() /= arma::sum(Q, 0);
    if (-arma::accu(P % arma::log(Q)) <= loss)
      break;
    Q.each_col() %= arma::vec(arma::sum(P, 1));
    now -= rate * (Q - P);
  }
  return now;
}

// [train] your softmax is over the whole table; each column is a law of its own
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat now = W;
  for (int step = 0; step < 5000; ++step) {
    arma::mat Q = arma::exp(now);
    Q /= arma::accu(Q);
    if (-arma::accu(P % arma::log(Q)) <= loss)
      break;
    now -= rate * (Q - P);
  }
  return now;
}

// [train] you take all steps along the first gradient; it is computed again for each table
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat now = W, gradient;
  for (int step = 0; step < 5000; ++step) {
    arma::mat Q = arma::exp(now);
    Q.each_row() /= arma::sum(Q, 0);
    if (-arma::accu(P % arma::log(Q)) <= loss)
      break;
    Q.each_row() %= arma::sum(P, 0);
    if (step == 0)
      gradient = Q - P;
    now -= rate * gradient;
  }
  return now;
}

// [train] you begin with a table of zeros, and not with W
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  return ::exercise::train(arma::mat(arma::size(W)), P, rate, loss);
}

// [train] nothing is trained: this is the first table
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  (void)P;
  (void)rate;
  (void)loss;
  return W;
}

// [train] you take a step before you compare: the first table may be good enough
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat now = W;
  double reached = loss;
  do {
    arma::mat Q = arma::exp(now);
    Q.each_row() /= arma::sum(Q, 0);
    Q.each_row() %= arma::sum(P, 0);
    now -= rate * (Q - P);
    Q = arma::exp(now);
    Q.each_row() /= arma::sum(Q, 0);
    reached = -arma::accu(P % arma::log(Q));
  } while (reached > loss);
  return now;
}
