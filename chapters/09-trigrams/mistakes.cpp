// [bigram_counts] you let the first word follow the last; nothing follows it
// - C(text(i), text(i + 1)) += 1;
// + C(text(i), text(i + 1)) += 1;
// +   C(text(text.n_elem - 1), text(0)) += 1;

// [bigram_counts] you divide each row by its sum; counts are asked for
// - C(text(i), text(i + 1)) += 1;
// + C(text(i), text(i + 1)) += 1;
// +   for (arma::uword x = 0; x < N; ++x)
// +     if (arma::accu(C.row(x)) > 0)
// +       C.row(x) /= arma::accu(C.row(x));

// [bigram_counts] you leave out the last pair of the text
// - for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
// + for (arma::uword i = 0; i + 2 < text.n_elem; ++i)

// [bigram_counts] you note that a pair occurs, not how often
// - C(text(i), text(i + 1)) += 1;
// + C(text(i), text(i + 1)) = 1;

// [bigram_counts] you count x after u; the row is the first word of the pair
// - C(text(i), text(i + 1)) += 1;
// + C(text(i + 1), text(i)) += 1;

// [bigram_counts] a text of one word has no pair: count while i + 1 < n_elem. (n_elem - 2 would be a huge number there, since an arma::uword has no sign)
// - for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
// + for (arma::uword i = 0; i <= text.n_elem - 2; ++i)

// [trigram_probability] you forget the context a: this is the probability after x alone
// - if (text(i) == a && text(i + 1) == x) {
// + if (text(i + 1) == x) {

// [trigram_probability] you exchange a and x: a comes first
// - if (text(i) == a && text(i + 1) == x) {
// + if (text(i) == x && text(i + 1) == a) {

// [trigram_probability] you divide by the number of all triples; it is that of those that begin with a, x
// - if (text(i) == a && text(i + 1) == x) {
// -       n += 1;
// + if (text(i) == a && text(i + 1) == x) {
// - c += 1;
// -     }
// + c += 1;
// +     }
// +   n = text.n_elem > 2 ? static_cast<double>(text.n_elem - 2) : 0;

// [trigram_probability] you add lambda once below the line; it was added to N counts, so N times
// - return (c + lambda) / (n + lambda * static_cast<double>(N));
// + return (c + lambda) / (n + lambda);

// [trigram_probability] you do not add lambda to the count of u
// - return (c + lambda) / (n + lambda * static_cast<double>(N));
// + return c / (n + lambda * static_cast<double>(N));

// [trigram_probability] you count the pair a, x at the end of the text, which no word follows
// - for (arma::uword i = 0; i + 2 < text.n_elem; ++i)
// + for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
// - if (text(i + 2) == u)
// + if (i + 2 < text.n_elem && text(i + 2) == u)

// [trigram_probability] your n counts every a; it counts the places with a, x and a word after them
// - if (text(i) == a && text(i + 1) == x) {
// + if (text(i) == a) {
// - if (text(i + 2) == u)
// + if (text(i + 1) == x && text(i + 2) == u)
// - return (c + lambda) / (n + lambda * static_cast<double>(N));
// + return (c + lambda) / (n + lambda * double(N));

// [gapped_counts] you count without a gap: a may stand anywhere before x, not only next to it
arma::mat exercise::gapped_counts(const arma::uvec& text, arma::uword N, arma::uword a,
                                  arma::uword end)
{
  arma::mat G(N, N, arma::fill::zeros);
  for (arma::uword i = 0; i + 2 < text.n_elem; ++i)
    if (text(i) == a && text(i + 1) != end)
      G(text(i + 1), text(i + 2)) += 1;
  return G;
}

// [gapped_counts] you count a place once for each a before it; it counts once
arma::mat exercise::gapped_counts(const arma::uvec& text, arma::uword N, arma::uword a,
                                  arma::uword end)
{
  arma::mat G(N, N, arma::fill::zeros);
  double before = 0;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i) {
    if (text(i) == end) {
      before = 0;
      continue;
    }
    G(text(i), text(i + 1)) += before;
    if (text(i) == a)
      before += 1;
  }
  return G;
}

// [gapped_counts] you leave out the word that ends the sentence; it is a next word like others
// - if (before)
// + if (before && text(i + 1) != end)

// [gapped_counts] you give the end of a sentence a row: nothing of the sentence stands before what comes next
// - for (arma::uword i = 0; i + 1 < text.n_elem; ++i) {
// -     if (text(i) == end) {
// -       before = false;
// -       continue;
// -     }
// + for (arma::uword i = 0; i + 1 < text.n_elem; ++i) {
// - before = true;
// + before = true;
// +     if (text(i) == end)
// +       before = false;

// [gapped_counts] you let a context reach over the end of its sentence
// - if (text(i) == end) {
// -       before = false;
// + if (text(i) == end) {

// [gapped_counts] you let a word be its own context; a stands before x
// - continue;
// -     }
// + continue;
// +     }
// +     if (text(i) == a)
// +       before = true;
// - G(text(i), text(i + 1)) += 1;
// -     if (text(i) == a)
// -       before = true;
// + G(text(i), text(i + 1)) += 1;

// [cross_entropy] you use the logarithm to base 2; nats have ln
// - sum -= std::log(P(text(i), text(i + 1)));
// + sum -= std::log2(P(text(i), text(i + 1)));

// [cross_entropy] your loss has the wrong sign: ln of a probability is negative, and the loss is not
// - sum -= std::log(P(text(i), text(i + 1)));
// + sum += std::log(P(text(i), text(i + 1)));

// [cross_entropy] you return the sum; the mean is asked for
// - return sum / static_cast<double>(text.n_elem - 1);
// + return sum;

// [cross_entropy] you exchange the words: the row is the first of the two
// - sum -= std::log(P(text(i), text(i + 1)));
// + sum -= std::log(P(text(i + 1), text(i)));

// [cross_entropy] you divide by the number of words; there is one pair less
// - return sum / static_cast<double>(text.n_elem - 1);
// + return sum / static_cast<double>(text.n_elem);

// [cross_entropy] the product of thousands of probabilities is too small for a double and becomes 0, whose logarithm is infinite; add up the logarithms
double exercise::cross_entropy(const arma::mat& P, const arma::uvec& text)
{
  double product = 1;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    product *= P(text(i), text(i + 1));
  return -std::log(product) / double(text.n_elem - 1);
}

// [cross_entropy] a small number that keeps the logarithm finite changes the loss: with 1e-12, no loss exceeds 27.6. The entries are above 0 and need none
double exercise::cross_entropy(const arma::mat& P, const arma::uvec& text)
{
  double sum = 0;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    sum -= std::log(P(text(i), text(i + 1)) + 1e-12);
  return sum / double(text.n_elem - 1);
}

// [head_logits] you take the first word of the prefix for the last
// - const arma::uword x = prefix(prefix.n_elem - 1);
// + const arma::uword x = prefix(0);

// [head_logits] you do not divide by the sum of the weights
// - return sum / total;
// + return sum;

// [head_logits] you take alpha from the wrong side: the row is the word that looks
// - sum(u) += alpha(x, s) * m(s, u);
// -     total += alpha(x, s);
// + sum(u) += alpha(s, x) * m(s, u);
// +     total += alpha(s, x);

// [head_logits] you weigh all words alike and forget alpha
// - sum(u) += alpha(x, s) * m(s, u);
// -     total += alpha(x, s);
// + sum(u) += m(s, u);
// +     total += 1;

// [head_logits] you leave out the last word; it looks at itself too
// - for (arma::uword j = 0; j < prefix.n_elem; ++j) {
// + for (arma::uword j = 0; j + 1 < prefix.n_elem; ++j) {
// - return sum / total;
// + return total > 0 ? arma::vec(sum / total) : sum;

// [head_logits] you leave out the last word; it looks at itself too, and where it is alone 0 / 0 is left
arma::vec exercise::head_logits(const arma::mat& alpha, const arma::mat& m,
                                const arma::uvec& prefix)
{
  const arma::uword x = prefix(prefix.n_elem - 1);
  arma::vec sum(m.n_cols, arma::fill::zeros);
  double weights = 0;
  for (arma::uword j = 0; j + 1 < prefix.n_elem; ++j) {
    sum += alpha(x, prefix(j)) * m.row(prefix(j)).t();
    weights += alpha(x, prefix(j));
  }
  return sum / weights;
}

// [head_logits] you count a word once, however often it stands in the prefix; j goes through the places
arma::vec exercise::head_logits(const arma::mat& alpha, const arma::mat& m,
                                const arma::uvec& prefix)
{
  const arma::uword x = prefix(prefix.n_elem - 1);
  arma::vec sum(m.n_cols, arma::fill::zeros);
  double weights = 0;
  for (const arma::uword word : arma::uvec(arma::unique(prefix))) {
    sum += alpha(x, word) * m.row(word).t();
    weights += alpha(x, word);
  }
  return sum / weights;
}
