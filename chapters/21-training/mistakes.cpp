// [surprise] the exponential of a large logit is infinite; subtract the largest logit from all of them first
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  return std::log(arma::accu(arma::exp(x))) - x(t);
}

// [surprise] the sign is wrong: the logarithm of a probability is negative, and the loss is minus it
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  const double m = x.max();
  return x(t) - m - std::log(arma::accu(arma::exp(x - m)));
}

// [surprise] this is 1 less the probability; the loss is minus its logarithm
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  const arma::vec e = arma::exp(x - x.max());
  return 1 - e(t) / arma::accu(e);
}

// [surprise] your logarithm is to the base 2: these are bits, and nats are asked for
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  const double m = x.max();
  return (std::log(arma::accu(arma::exp(x - m))) - (x(t) - m)) / std::log(2.);
}

// [surprise] this is the entropy of what was predicted; the loss looks only at the word that came
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  (void)t;
  const arma::vec e = arma::exp(x - x.max()), q = e / arma::accu(e);
  return std::log(arma::accu(e)) - arma::dot(q, x - x.max());
}

// [surprise] words are numbered from 0; you take the one before, and for word 0 the last
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  const double m = x.max();
  return std::log(arma::accu(arma::exp(x - m))) - (x((t + x.n_elem - 1) % x.n_elem) - m);
}

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
double exercise::surprise(const arma::vec& x, arma::uword t)
{
  const double m = arma::abs(x).max();
  return std::log(arma::accu(arma::exp(x - m))) - (x(t) - m);
}

// [logit_gradient] the sign is wrong: it is what was predicted less what was right, and a step goes against it
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  const arma::vec e = arma::exp(x - x.max());
  return y - e / arma::accu(e);
}

// [logit_gradient] this is the derivative by the probabilities, -y/q; by the logits softmax's derivative comes in too
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  const arma::vec e = arma::exp(x - x.max());
  return -y / (e / arma::accu(e));
}

// [logit_gradient] you multiply by softmax's derivative q (1 - q): that is for a square as loss, and the logarithm cancels it
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  const arma::vec e = arma::exp(x - x.max()), q = e / arma::accu(e);
  return (q - y) % q % (1 - q);
}

// [logit_gradient] y is a law, and its largest entry is not all of it: you take the most probable word as if it were certain
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  const arma::vec e = arma::exp(x - x.max());
  arma::vec g = e / arma::accu(e);
  g(y.index_max()) -= 1;
  return g;
}

// [logit_gradient] you subtract y from the logits; it is subtracted from their softmax
arma::vec exercise::logit_gradient(const arma::vec& x, const arma::vec& y)
{
  return x - y;
}

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

// [law_of_masked] you compare only the words before the place; those after it decide too
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec law(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    bool agrees = true;
    for (arma::uword i = 0; i < place; ++i)
      agrees = agrees && sentences[s](i) == text(i);
    if (agrees)
      law(sentences[s](place)) += p(s);
  }
  return law / arma::accu(law);
}

// [law_of_masked] you compare only the words after the place; those before it decide too
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec law(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    bool agrees = true;
    for (arma::uword i = place + 1; i < text.n_elem; ++i)
      agrees = agrees && sentences[s](i) == text(i);
    if (agrees)
      law(sentences[s](place)) += p(s);
  }
  return law / arma::accu(law);
}

// [law_of_masked] a law sums to 1: divide by the sum over the sentences that agree
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec law(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    bool agrees = true;
    for (arma::uword i = 0; i < text.n_elem; ++i)
      agrees = agrees && (i == place || sentences[s](i) == text(i));
    if (agrees)
      law(sentences[s](place)) += p(s);
  }
  return law;
}

// [law_of_masked] you count sentences; each counts by its probability
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  (void)p;
  arma::vec law(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    bool agrees = true;
    for (arma::uword i = 0; i < text.n_elem; ++i)
      agrees = agrees && (i == place || sentences[s](i) == text(i));
    if (agrees)
      law(sentences[s](place)) += 1;
  }
  return law / arma::accu(law);
}

// [law_of_masked] the last sentence with a word replaces the others: add their probabilities up
arma::vec exercise::law_of_masked(const std::vector<arma::uvec>& sentences, const arma::vec& p,
                                  const arma::uvec& text, arma::uword place, arma::uword N)
{
  arma::vec law(N, arma::fill::zeros);
  for (std::size_t s = 0; s < sentences.size(); ++s) {
    bool agrees = true;
    for (arma::uword i = 0; i < text.n_elem; ++i)
      agrees = agrees && (i == place || sentences[s](i) == text(i));
    if (agrees)
      law(sentences[s](place)) = p(s);
  }
  return law / arma::accu(law);
}

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

// [next_merge] of equally frequent pairs you take the last; the first in the text is asked for
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::size_t count = 0;
    for (std::size_t j = 0; j + 1 < tokens.size(); ++j)
      if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1])
        ++count;
    if (count >= most) {
      most = count;
      best = i;
    }
  }
  return {tokens[best], tokens[best + 1]};
}

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
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::size_t count = 0;
    for (std::size_t j = 0; j + 1 < tokens.size(); ++j)
      if ((tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1]) ||
          (tokens[j] == tokens[i + 1] && tokens[j + 1] == tokens[i]))
        ++count;
    if (count > most) {
      most = count;
      best = i;
    }
  }
  return {tokens[best], tokens[best + 1]};
}

// [next_merge] you count how often a pair can be joined; pairs that overlap all count
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::size_t count = 0;
    for (std::size_t j = 0; j + 1 < tokens.size(); ++j)
      if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1]) {
        ++count;
        ++j;
      }
    if (count > most) {
      most = count;
      best = i;
    }
  }
  return {tokens[best], tokens[best + 1]};
}

// [next_merge] you look for the most frequent token and take what follows it; the pair must be frequent
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::size_t count = 0;
    for (const std::string& token : tokens)
      if (token == tokens[i])
        ++count;
    if (count > most) {
      most = count;
      best = i;
    }
  }
  return {tokens[best], tokens[best + 1]};
}

// [next_merge] of equally frequent pairs you take the one that is the first to reach that count; the one that comes first in the text is asked for
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::size_t count = 0;
    for (std::size_t j = 0; j <= i; ++j)
      if (tokens[j] == tokens[i] && tokens[j + 1] == tokens[i + 1])
        ++count;
    if (count > most) {
      most = count;
      best = i;
    }
  }
  return {tokens[best], tokens[best + 1]};
}

// [next_merge] you count pairs by their joined text, and a + bc is no other text than ab + c; a pair has two parts
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::size_t count = 0;
    for (std::size_t j = 0; j + 1 < tokens.size(); ++j)
      if (tokens[j] + tokens[j + 1] == tokens[i] + tokens[i + 1])
        ++count;
    if (count > most) {
      most = count;
      best = i;
    }
  }
  return {tokens[best], tokens[best + 1]};
}

// [next_merge] you count pairs by their text with a blank between; a token may have a blank in it, and then two pairs have one text
std::pair<std::string, std::string> exercise::next_merge(const std::vector<std::string>& tokens)
{
  std::size_t best = 0, most = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    std::size_t count = 0;
    for (std::size_t j = 0; j + 1 < tokens.size(); ++j)
      if (tokens[j] + " " + tokens[j + 1] == tokens[i] + " " + tokens[i + 1])
        ++count;
    if (count > most) {
      most = count;
      best = i;
    }
  }
  return {tokens[best], tokens[best + 1]};
}

// [train] the loss is compared after the step: a table that is good enough must not be changed
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat now = W;
  while (true) {
    arma::mat Q = arma::exp(now);
    Q.each_row() /= arma::sum(Q, 0);
    const double before = -arma::accu(P % arma::log(Q));
    Q.each_row() %= arma::sum(P, 0);
    now -= rate * (Q - P);
    if (before <= loss)
      return now;
  }
}

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
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat now = W;
  while (true) {
    arma::mat Q = arma::exp(now), law = P;
    Q.each_row() /= arma::sum(Q, 0);
    law.each_row() /= arma::sum(P, 0);
    if (-arma::accu(P % arma::log(Q)) <= loss)
      return now;
    now -= rate * (Q - law);
  }
}

// [train] P has the sum 1, so the loss is a mean already; you divide the gradient by N once more
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat now = W;
  while (true) {
    arma::mat Q = arma::exp(now);
    Q.each_row() /= arma::sum(Q, 0);
    if (-arma::accu(P % arma::log(Q)) <= loss)
      return now;
    Q.each_row() %= arma::sum(P, 0);
    now -= rate * (Q - P) / double(P.n_cols);
  }
}

// [train] the rate is forgotten: a step is the rate times the gradient
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  (void)rate;
  arma::mat now = W;
  while (true) {
    arma::mat Q = arma::exp(now);
    Q.each_row() /= arma::sum(Q, 0);
    if (-arma::accu(P % arma::log(Q)) <= loss)
      return now;
    Q.each_row() %= arma::sum(P, 0);
    now -= Q - P;
  }
}

// [train] your loop ends after a number of steps, whatever the loss is then; a small rate takes thousands
arma::mat exercise::train(const arma::mat& W, const arma::mat& P, double rate, double loss)
{
  arma::mat now = W;
  for (int step = 0; step < 1000; ++step) {
    arma::mat Q = arma::exp(now);
    Q.each_row() /= arma::sum(Q, 0);
    if (-arma::accu(P % arma::log(Q)) <= loss)
      return now;
    Q.each_row() %= arma::sum(P, 0);
    now -= rate * (Q - P);
  }
  return now;
}
