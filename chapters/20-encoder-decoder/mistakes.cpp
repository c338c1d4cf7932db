// [decoder_input] the last word of the target must not go in: nothing is left for the decoder to say after it
arma::uvec exercise::decoder_input(const arma::uvec& target, arma::uword start)
{
  arma::uvec input(target.n_elem + 1);
  input(0) = start;
  input.tail(target.n_elem) = target;
  return input;
}

// [decoder_input] the word of place t goes in at place t, so the decoder is told what it is to say
arma::uvec exercise::decoder_input(const arma::uvec& target, arma::uword start)
{
  (void)start;
  return target;
}

// [decoder_input] you shift in the other direction: at place t the decoder is told the word after the one that it is to say
arma::uvec exercise::decoder_input(const arma::uvec& target, arma::uword start)
{
  arma::uvec input = arma::shift(target, -1);
  input(target.n_elem - 1) = start;
  return input;
}

// [decoder_input] the start replaces the first word; it goes before it, and the last word is dropped
arma::uvec exercise::decoder_input(const arma::uvec& target, arma::uword start)
{
  arma::uvec input = target;
  input(0) = start;
  return input;
}

// [decoder_input] the last word comes round to the first place, where the start belongs
arma::uvec exercise::decoder_input(const arma::uvec& target, arma::uword start)
{
  (void)start;
  return arma::shift(target, 1);
}

// [decoder_input] you shift in place from the left, and each word is copied from one that was overwritten before: go from the right, or copy first
arma::uvec exercise::decoder_input(const arma::uvec& target, arma::uword start)
{
  arma::uvec input = target;
  for (arma::uword t = 1; t < input.n_elem; ++t)
    input(t) = input(t - 1);
  input(0) = start;
  return input;
}

// [decoder_input] only the first word is the start; place t is given the target's word of place t - 1
arma::uvec exercise::decoder_input(const arma::uvec& target, arma::uword start)
{
  return arma::uvec(target.n_elem, arma::fill::value(start));
}

// [decoder_input] the last place is given nothing; each of the m places is given a word
// - arma::uvec input(target.n_elem);
// + arma::uvec input(target.n_elem, arma::fill::zeros);
// - for (arma::uword t = 1; t < target.n_elem; ++t)
// + for (arma::uword t = 1; t + 1 < target.n_elem; ++t)

// [decoder_input] where the target has a single word, your subvec ends before it begins: target.head(m - 1) is empty then, and a loop does not run
// - for (arma::uword t = 1; t < target.n_elem; ++t)
// -     input(t) = target(t - 1);
// + input.subvec(1, target.n_elem - 1) = target.subvec(0, target.n_elem - 2);

// [decoder_visibility] a place does not see itself: place t sees the places 0 to t, and t is one of them
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  Visibility seen;
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  seen.self = arma::trimatl(all * arma::umat(target != padding).t());
  seen.self.diag().zeros();
  seen.cross = all * arma::umat(source != padding).t();
  return seen;
}

// [decoder_visibility] your target sees later words, and not the earlier ones: a row belongs to the place that sees
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  return {arma::trimatu(all * arma::umat(target != padding).t()),
          all * arma::umat(source != padding).t()};
}

// [decoder_visibility] your target sees its later words too; it sees all of the source, but of itself only the places 0 to t
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  return {all * arma::umat(target != padding).t(), all * arma::umat(source != padding).t()};
}

// [decoder_visibility] your cross-attention is causal as well; of the source every place of the target sees all words
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  return {arma::trimatl(all * arma::umat(target != padding).t()),
          arma::trimatl(all * arma::umat(source != padding).t())};
}

// [decoder_visibility] the padding of the target is seen: it is hidden in both texts, and the order alone does not hide it where it stands before a word
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  return {arma::trimatl(arma::umat(target.n_elem, target.n_elem, arma::fill::ones)),
          all * arma::umat(source != padding).t()};
}

// [decoder_visibility] the padding of the source is seen, and a decoder would read words that say nothing
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  return {arma::trimatl(all * arma::umat(target != padding).t()),
          arma::umat(target.n_elem, source.n_elem, arma::fill::ones)};
}

// [decoder_visibility] you hide what padding sees, the rows; hide where padding is seen, the columns
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat shown(target != padding);
  return {arma::trimatl(shown * arma::umat(1, target.n_elem, arma::fill::ones)),
          shown * arma::umat(1, source.n_elem, arma::fill::ones)};
}

// [decoder_visibility] your `cross` is transposed: a row belongs to the target's word, which sees, and a column to the source's
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  return {arma::trimatl(all * arma::umat(target != padding).t()),
          arma::umat(source != padding) * all.t()};
}

// [decoder_visibility] nobody sees padding, but padding sees like any other word: hide its columns, and not its rows too
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat shown(target != padding);
  return {arma::trimatl(shown * shown.t()), shown * arma::umat(source != padding).t()};
}

// [decoder_visibility] you write 1 where something is hidden; 1 is for what is seen
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  return {1 - arma::trimatl(all * arma::umat(target != padding).t()),
          1 - all * arma::umat(source != padding).t()};
}

// [decoder_visibility] you take 0 for the padding, whatever `padding` is
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  (void)padding;
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  return {arma::trimatl(all * arma::umat(target != 0).t()), all * arma::umat(source != 0).t()};
}

// [decoder_visibility] you hide padding nowhere; nobody sees it, neither in the target nor in the source
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  (void)padding;
  return {arma::trimatl(arma::umat(target.n_elem, target.n_elem, arma::fill::ones)),
          arma::umat(target.n_elem, source.n_elem, arma::fill::ones)};
}

// [decoder_visibility] in `self` padding sees nobody here: it is not seen, but it sees like any other word
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones), shown(target != padding);
  return {arma::trimatl(shown * shown.t()), all * arma::umat(source != padding).t()};
}

// [decoder_visibility] in `cross` padding sees nobody here: it is not seen, but it sees like any other word
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones), shown(target != padding);
  return {arma::trimatl(all * shown.t()), shown * arma::umat(source != padding).t()};
}

// [decoder_visibility] in `self` you hide what padding sees, a row; hide where padding is seen, a column
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones), shown(target != padding);
  return {arma::trimatl(shown * all.t()), all * arma::umat(source != padding).t()};
}

// [decoder_visibility] in `cross` words of the source after place t are hidden; every place of the target sees all of the source
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  Visibility seen{arma::trimatl(all * arma::umat(target != padding).t()),
                  all * arma::umat(source != padding).t()};
  for (arma::uword t = 0; t < seen.cross.n_rows; ++t)
    for (arma::uword j = t + 1; j < seen.cross.n_cols; ++j)
      seen.cross(t, j) = 0;
  return seen;
}

// [decoder_visibility] padding sees itself here: nobody sees padding, and no place is an exception
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  Visibility seen{arma::trimatl(all * arma::umat(target != padding).t()),
                  all * arma::umat(source != padding).t()};
  seen.self.diag().ones();
  return seen;
}

// [decoder_visibility] you hide all that comes after padding; it may stand anywhere, and words after it are seen
exercise::Visibility exercise::decoder_visibility(const arma::uvec& source,
                                                  const arma::uvec& target, arma::uword padding)
{
  arma::umat in_target(target != padding), in_source(source != padding);
  in_target = arma::cumprod(in_target);
  in_source = arma::cumprod(in_source);
  const arma::umat all(target.n_elem, 1, arma::fill::ones);
  return {arma::trimatl(all * in_target.t()), all * in_source.t()};
}

// [read_source] your keys are made of y: it is the source that answers, and its keys and values are made of z
// - arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
// -   A.each_row() %= arma::conv_to<arma::rowvec>::from(seen);
// + arma::mat A(y.n_cols, z.n_cols, arma::fill::zeros);
// +   const arma::mat S =
// +       arma::exp((head.W_Q * y).t() * (head.W_K * y) / std::sqrt(double(head.W_Q.n_rows)));
// +   for (arma::uword j = 0; j < std::min(y.n_cols, z.n_cols); ++j)
// +     A.col(j) = S.col(j) * double(seen(j));

// [read_source] the source asks here, and the target answers: queries are made of y, keys and values of z
arma::mat exercise::read_source(const Head& head, const arma::mat& y, const arma::mat& z,
                                const arma::uvec& seen)
{
  (void)seen;
  arma::mat A = arma::exp((head.W_Q * z).t() * (head.W_K * y) / std::sqrt(double(head.W_Q.n_rows)));
  A.each_col() /= arma::vec(arma::sum(A, 1));
  return head.W_O * head.W_V * y * A.t();
}

// [read_source] your softmax is by columns: for each word of the target the weights of the source's words sum to 1, a row
arma::mat exercise::read_source(const Head& head, const arma::mat& y, const arma::mat& z,
                                const arma::uvec& seen)
{
  arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
  A.each_row() /= arma::rowvec(arma::sum(A, 0));
  A.each_row() %= arma::conv_to<arma::rowvec>::from(seen);
  return head.W_O * head.W_V * z * A.t();
}

// [read_source] the division by sqrt(d) is missing
// - arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
// + arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z));

// [read_source] you divide by the root of n, the dimension of a word; d is that of the head, the rows of W_Q
// - arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
// + arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(y.n_rows)));

// [read_source] you divide by d, not by its root
// - arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
// + arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / double(head.W_Q.n_rows));

// [read_source] you do not use `seen`: words that nobody sees have a weight here
arma::mat exercise::read_source(const Head& head, const arma::mat& y, const arma::mat& z,
                                const arma::uvec& seen)
{
  (void)seen;
  arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
  A.each_col() /= arma::vec(arma::sum(A, 1));
  return head.W_O * head.W_V * z * A.t();
}

// [read_source] you hide the words that are seen: where `seen` is 1 the weight stays, and where it is 0 it becomes 0
// - A.each_row() %= arma::conv_to<arma::rowvec>::from(seen);
// + A.each_row() %= 1 - arma::conv_to<arma::rowvec>::from(seen);

// [read_source] you mask after softmax: the weights of the words that are seen no longer sum to 1
arma::mat exercise::read_source(const Head& head, const arma::mat& y, const arma::mat& z,
                                const arma::uvec& seen)
{
  arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
  A.each_col() /= arma::vec(arma::sum(A, 1));
  A.each_row() %= arma::conv_to<arma::rowvec>::from(seen);
  return head.W_O * head.W_V * z * A.t();
}

// [read_source] the score of a word that is not seen is 0 in yours, and softmax makes e^0 = 1 of that; the score must become -infinity, or the weight 0
// - arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
// + arma::mat A = (head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows));
// - A.each_row() %= arma::conv_to<arma::rowvec>::from(seen);
// + A.each_row() %= arma::conv_to<arma::rowvec>::from(seen);
// +   A = arma::exp(A);

// [read_source] you mix the words of the source themselves; their values are W_V z
// - return head.W_O * head.W_V * z * A.t();
// + return z * A.t();

// [read_source] these are the mixed values; the head writes W_O times them
// - return head.W_O * head.W_V * z * A.t();
// + return head.W_V * z * A.t();

// [read_source] you subtract the largest score of all; a word whose scores are all 1000 less then has exponentials that are 0. Subtract each row's own largest
// - arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
// + arma::mat A = (head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows));
// +   A = arma::exp(A - A.max());

// [read_source] where nobody sees, your score is a number like -100, and the other scores may be less than that; the weight must be 0, or the score -infinity
// - arma::mat A = arma::exp((head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows)));
// -   A.each_row() %= arma::conv_to<arma::rowvec>::from(seen);
// + arma::mat A = (head.W_Q * y).t() * (head.W_K * z) / std::sqrt(double(head.W_Q.n_rows));
// +   A.cols(arma::find(seen == 0)).fill(-100);
// +   A.each_col() -= arma::vec(arma::max(A, 1));
// +   A = arma::exp(A);

// [read_source] you multiply the values by A; the output of word t mixes them with row t of A, so it is V A^T
// - return head.W_O * head.W_V * z * A.t();
// + return head.W_O * head.W_V * z * A;

// [read_source] W_Q and W_K are exchanged: queries are W_Q y, keys are W_K z
arma::mat exercise::read_source(const Head& head, const arma::mat& y, const arma::mat& z,
                                const arma::uvec& seen)
{
  return ::exercise::read_source({head.W_K, head.W_Q, head.W_V, head.W_O}, y, z, seen);
}

// [read_source] you add y: what the head says is asked for, without a residual connection
arma::mat exercise::read_source(const Head& head, const arma::mat& y, const arma::mat& z,
                                const arma::uvec& seen)
{
  return y + ::exercise::read_source(head, y, z, seen);
}

// [read_source] you mix keys: the values are W_V z
arma::mat exercise::read_source(const Head& head, const arma::mat& y, const arma::mat& z,
                                const arma::uvec& seen)
{
  return ::exercise::read_source({head.W_Q, head.W_K, head.W_K, head.W_O}, y, z, seen);
}

// [read_source] your keys are made by W_Q: keys are W_K z
arma::mat exercise::read_source(const Head& head, const arma::mat& y, const arma::mat& z,
                                const arma::uvec& seen)
{
  return ::exercise::read_source({head.W_Q, head.W_Q, head.W_V, head.W_O}, y, z, seen);
}

// [read_source] your weights do not sum to 1: softmax divides the exponentials of a row by their sum
// - A.each_row() %= arma::conv_to<arma::rowvec>::from(seen);
// -   A.each_col() /= arma::vec(arma::sum(A, 1));
// + A.each_row() %= arma::conv_to<arma::rowvec>::from(seen);

// [read_source] your softmax is by columns, and a column that nobody sees becomes 0 / 0: the weights of a row sum to 1
// - A.each_col() /= arma::vec(arma::sum(A, 1));
// + A.each_row() /= arma::rowvec(arma::sum(A, 0));

// [add_and_norm] this is pre-norm: you norm what was said and add it; it is the sum that is normed
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  arma::mat y = said;
  for (arma::uword k = 0; k < y.n_cols; ++k) {
    const arma::vec c = y.col(k) - arma::mean(y.col(k));
    y.col(k) = norm.gain % c / std::sqrt(arma::mean(arma::square(c)) + 1e-5) + norm.bias;
  }
  return x + y;
}

// [add_and_norm] you norm what was said alone; what went into the sublayer is added to it first
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  (void)x;
  arma::mat y = said;
  for (arma::uword k = 0; k < y.n_cols; ++k) {
    const arma::vec c = y.col(k) - arma::mean(y.col(k));
    y.col(k) = norm.gain % c / std::sqrt(arma::mean(arma::square(c)) + 1e-5) + norm.bias;
  }
  return y;
}

// [add_and_norm] after the norm you add x once more; it is added once, before
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  arma::mat y = x + said;
  for (arma::uword k = 0; k < y.n_cols; ++k) {
    const arma::vec c = y.col(k) - arma::mean(y.col(k));
    y.col(k) = norm.gain % c / std::sqrt(arma::mean(arma::square(c)) + 1e-5) + norm.bias;
  }
  return x + y;
}

// [add_and_norm] your mean and variance are those of a row; a word is a column, and it is normed by itself
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  arma::mat y = x + said;
  for (arma::uword i = 0; i < y.n_rows; ++i) {
    const arma::rowvec c = y.row(i) - arma::mean(y.row(i));
    y.row(i) = norm.gain(i) * c / std::sqrt(arma::mean(arma::square(c)) + 1e-5) + norm.bias(i);
  }
  return y;
}

// [add_and_norm] your mean and variance are those of all words together; each word is normed by itself
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  arma::mat y = x + said;
  y -= arma::accu(y) / double(y.n_elem);
  y /= std::sqrt(arma::accu(arma::square(y)) / double(y.n_elem) + 1e-5);
  y.each_col() %= norm.gain;
  y.each_col() += norm.bias;
  return y;
}

// [add_and_norm] your variance is divided by n - 1, as arma::var and arma::stddev do; divide by n: arma::var(y, 1)
// - const arma::vec centred = y.col(k) - arma::mean(y.col(k));
// -     const double variance = arma::mean(arma::square(centred));
// -     y.col(k) = norm.gain % centred / std::sqrt(variance + 1e-5) + norm.bias;
// + const arma::vec c = y.col(k) - arma::mean(y.col(k));
// +     y.col(k) = norm.gain % c / std::sqrt(arma::var(y.col(k)) + 1e-5) + norm.bias;

// [add_and_norm] 10^-5 is added to the variance, under the root; you add it to the root
// - const arma::vec centred = y.col(k) - arma::mean(y.col(k));
// -     const double variance = arma::mean(arma::square(centred));
// -     y.col(k) = norm.gain % centred / std::sqrt(variance + 1e-5) + norm.bias;
// + const arma::vec c = y.col(k) - arma::mean(y.col(k));
// +     y.col(k) = norm.gain % c / (std::sqrt(arma::mean(arma::square(c))) + 1e-5) + norm.bias;

// [add_and_norm] without 10^-5 under the root a word of equal entries is 0 / 0, and other words are a little too large
// - const arma::vec centred = y.col(k) - arma::mean(y.col(k));
// -     const double variance = arma::mean(arma::square(centred));
// -     y.col(k) = norm.gain % centred / std::sqrt(variance + 1e-5) + norm.bias;
// + const arma::vec c = y.col(k) - arma::mean(y.col(k));
// +     y.col(k) = norm.gain % c / std::sqrt(arma::mean(arma::square(c))) + norm.bias;

// [add_and_norm] another number than 10^-5 is added to the variance
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  arma::mat y = x + said;
  for (arma::uword k = 0; k < y.n_cols; ++k) {
    const arma::vec c = y.col(k) - arma::mean(y.col(k));
    y.col(k) = norm.gain % c / std::sqrt(arma::mean(arma::square(c)) + 1e-6) + norm.bias;
  }
  return y;
}

// [add_and_norm] you divide by the variance; divide by its root
// - const arma::vec centred = y.col(k) - arma::mean(y.col(k));
// -     const double variance = arma::mean(arma::square(centred));
// -     y.col(k) = norm.gain % centred / std::sqrt(variance + 1e-5) + norm.bias;
// + const arma::vec c = y.col(k) - arma::mean(y.col(k));
// +     y.col(k) = norm.gain % c / (arma::mean(arma::square(c)) + 1e-5) + norm.bias;

// [add_and_norm] gain and bias are missing
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  (void)norm;
  arma::mat y = x + said;
  for (arma::uword k = 0; k < y.n_cols; ++k) {
    const arma::vec c = y.col(k) - arma::mean(y.col(k));
    y.col(k) = c / std::sqrt(arma::mean(arma::square(c)) + 1e-5);
  }
  return y;
}

// [add_and_norm] you add the bias before you multiply by the gain; it is added to the product
// - const arma::vec centred = y.col(k) - arma::mean(y.col(k));
// -     const double variance = arma::mean(arma::square(centred));
// -     y.col(k) = norm.gain % centred / std::sqrt(variance + 1e-5) + norm.bias;
// + const arma::vec c = y.col(k) - arma::mean(y.col(k));
// +     y.col(k) = norm.gain % (c / std::sqrt(arma::mean(arma::square(c)) + 1e-5) + norm.bias);

// [add_and_norm] you norm x and then add what was said; it is the sum that is normed
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  return ::exercise::add_and_norm(x, arma::mat(arma::size(x)), norm) + said;
}

// [add_and_norm] you do not use `said`: it is added to x, and the sum is normed
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  (void)said;
  return ::exercise::add_and_norm(x, arma::mat(arma::size(x)), norm);
}

// [add_and_norm] you norm both and add; it is the sum that is normed, once
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  const arma::mat zero(arma::size(x));
  return ::exercise::add_and_norm(x, zero, norm) + ::exercise::add_and_norm(said, zero, norm);
}

// [add_and_norm] the gain is missing
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  return ::exercise::add_and_norm(x, said, {arma::ones(x.n_rows), norm.bias});
}

// [add_and_norm] the bias is missing
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  return ::exercise::add_and_norm(x, said, {norm.gain, arma::zeros(x.n_rows)});
}

// [add_and_norm] gain and bias are exchanged: the gain multiplies, and the bias is added
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  return ::exercise::add_and_norm(x, said, {norm.bias, norm.gain});
}

// [add_and_norm] you divide by the deviation, and do not subtract the mean first: the numerator is u_i - mean
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  const arma::mat u = x + said;
  arma::mat y = u;
  for (arma::uword k = 0; k < y.n_cols; ++k)
    y.col(k) =
        norm.gain % u.col(k) / std::sqrt(arma::var(arma::vec(u.col(k)), 1) + 1e-5) + norm.bias;
  return y;
}

// [add_and_norm] this is the RMS norm: the mean is subtracted first, and the variance is the mean square of what is left
arma::mat exercise::add_and_norm(const arma::mat& x, const arma::mat& said, const Norm& norm)
{
  arma::mat y = x + said;
  for (arma::uword k = 0; k < y.n_cols; ++k)
    y.col(k) =
        norm.gain % y.col(k) / std::sqrt(arma::mean(arma::square(y.col(k))) + 1e-5) + norm.bias;
  return y;
}

// [add_and_norm] your variance is divided by n - 1, which is 0 for a word of one number; divide by n
// - const double variance = arma::mean(arma::square(centred));
// + const double variance = arma::accu(arma::square(centred)) / (double(y.n_rows) - 1);

// [decoder_block] your self-attention is not causal: word t must see words 0 to t alone
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::uvec all(y.n_cols, arma::fill::ones);
  const arma::mat u = add_and_norm(y, read_source(block.self, y, y, all), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] your cross-attention is asked by y, not by what self-attention has made of it
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, y, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] the first residual connection skips two sublayers: cross-attention's output is added to u, not to y
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(y, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] there is no cross-attention: this is a block of GPT-2's kind, which has no source
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  (void)z;
  (void)seen;
  const arma::mat v = add_and_norm(y, read_itself(block.self, y), block.after_self);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] cross-attention comes before self-attention here; it is the second sublayer
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_source(block.cross, y, z, seen), block.after_cross);
  const arma::mat v = add_and_norm(u, read_itself(block.self, u), block.after_self);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] max(0, ...) is missing between the two layers of the network
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, block.W_2 * block.W_1 * v, block.after_network);
}

// [decoder_block] the network's output is normed without v: a residual connection is missing
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(arma::mat(arma::size(v)), network(block, v), block.after_network);
}

// [decoder_block] all three norms have the gain and bias of the first; each sublayer has its own
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_self);
  return add_and_norm(v, network(block, v), block.after_self);
}

// [decoder_block] cross-attention sees words that nobody sees: `seen` belongs there
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  (void)seen;
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(
      u, read_source(block.cross, u, z, arma::uvec(z.n_cols, arma::fill::ones)), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] this is pre-norm: you norm what a sublayer is given, and not the sum after it
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat zero(arma::size(y));
  const arma::mat u = y + read_itself(block.self, add_and_norm(y, zero, block.after_self));
  const arma::mat v =
      u + read_source(block.cross, add_and_norm(u, zero, block.after_cross), z, seen);
  return v + network(block, add_and_norm(v, zero, block.after_network));
}

// [decoder_block] you norm what each sublayer says, and add it then: it is the sum that is normed
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat zero(arma::size(y));
  const arma::mat u = y + add_and_norm(zero, read_itself(block.self, y), block.after_self);
  const arma::mat v =
      u + add_and_norm(zero, read_source(block.cross, u, z, seen), block.after_cross);
  return v + add_and_norm(zero, network(block, v), block.after_network);
}

// [decoder_block] no sum is normed: each sublayer is followed by add_and_norm
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = y + read_itself(block.self, y);
  const arma::mat v = u + read_source(block.cross, u, z, seen);
  return v + network(block, v);
}

// [decoder_block] the first norm is missing: u = norm(y + self(y))
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = y + read_itself(block.self, y);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] the second norm is missing: v = norm(u + cross(u, z))
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = u + read_source(block.cross, u, z, seen);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] the last norm is missing: it follows the network too
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return v + network(block, v);
}

// [decoder_block] the norms after self-attention and after cross-attention are exchanged
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_cross);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_self);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] the norms after cross-attention and after the network are exchanged
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_network);
  return add_and_norm(v, network(block, v), block.after_cross);
}

// [decoder_block] the network reads u; it reads v, what cross-attention has made of it
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, u), block.after_network);
}

// [decoder_block] the network's output is added to u; it is added to v, which the network was given
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(u, network(block, v), block.after_network);
}

// [decoder_block] the network's output is added to y; it is added to v, which the network was given
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(y, network(block, v), block.after_network);
}

// [decoder_block] what self-attention says is normed without y: a residual connection is missing
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat zero(arma::size(y));
  const arma::mat u = add_and_norm(zero, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] what cross-attention says is normed without u: a residual connection is missing
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat zero(arma::size(y));
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(zero, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] all residual connections are missing: what a sublayer was given is added to what it says, before the norm
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat zero(arma::size(y));
  const arma::mat u = add_and_norm(zero, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(zero, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(zero, network(block, v), block.after_network);
}

// [decoder_block] max(0, ...) belongs between the two layers of the network, and not after them
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  const arma::mat out = arma::clamp(block.W_2 * block.W_1 * v, 0, arma::datum::inf);
  return add_and_norm(v, out, block.after_network);
}

// [decoder_block] there is no network: v is normed as it is
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, arma::mat(arma::size(v)), block.after_network);
}

// [decoder_block] the heads are exchanged: block.self reads the target, block.cross the source
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.cross, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.self, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] both attentions use the head block.self; the source is read by block.cross
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const arma::mat u = add_and_norm(y, read_itself(block.self, y), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.self, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] word t sees itself and the later words; it must see the words 0 to t
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  arma::mat said(arma::size(y));
  for (arma::uword t = 0; t < y.n_cols; ++t) {
    const arma::uvec all(y.n_cols - t, arma::fill::ones);
    said.col(t) = read_source(block.self, y.col(t), y.tail_cols(y.n_cols - t), all);
  }
  const arma::mat u = add_and_norm(y, said, block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [decoder_block] for later words your score is a number like -100, and those of the words that are seen may be less; the score must be -infinity, or the weight 0
arma::mat exercise::decoder_block(const Block& block, const arma::mat& y, const arma::mat& z,
                                  const arma::uvec& seen)
{
  const Head& head = block.self;
  arma::mat A = (head.W_Q * y).t() * (head.W_K * y) / std::sqrt(double(head.W_Q.n_rows));
  for (arma::uword t = 0; t < y.n_cols; ++t)
    A.row(t).tail(y.n_cols - t - 1).fill(-100);
  A = arma::exp(A);
  A.each_col() /= arma::vec(arma::sum(A, 1));
  const arma::mat u = add_and_norm(y, head.W_O * head.W_V * y * A.t(), block.after_self);
  const arma::mat v = add_and_norm(u, read_source(block.cross, u, z, seen), block.after_cross);
  return add_and_norm(v, network(block, v), block.after_network);
}

// [transformer_weights] a decoder's block has two attentions and three norms; you count it like an encoder's
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return 2 * blocks * (4 * n * n + 2 * n * f + f + 5 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] 2 n weights are missing for each pair of blocks: either the third norm of the decoder's block, or the n biases of each network's second layer
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 4 * n * f + 2 * f + 10 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] W_O is missing: an attention has four matrices of n x n
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (9 * n * n + 4 * n * f + 2 * f + 12 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] your attentions have biases, four of n entries each; here they have none
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * (n + 1) * n + 4 * n * f + 2 * f + 12 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] the biases of the networks are missing, f + n in each
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 4 * n * f + 10 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] the second layer of a network has n biases; you count f for both
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 4 * n * f + 4 * f + 10 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] the norms are missing: each has a gain and a bias of n entries, five norms in a pair of blocks
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 4 * n * f + 2 * f + 2 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] a norm has a gain and a bias, 2 n weights; you count n
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 4 * n * f + 2 * f + 7 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] a matrix that is shared is counted once, and not once for each use
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  (void)shared;
  return blocks * (12 * n * n + 4 * n * f + 2 * f + 12 * n) + 3 * n * N;
}

// [transformer_weights] where nothing is shared there are three matrices: the unembedding is one too
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 4 * n * f + 2 * f + 12 * n) + (shared ? 1 : 2) * n * N;
}

// [transformer_weights] the embeddings come once, and not in each block
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 4 * n * f + 2 * f + 12 * n + (shared ? 1 : 3) * n * N);
}

// [transformer_weights] the count is more than 32 bits hold, and what does not fit is lost: compute with arma::uword
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  const auto all = blocks * (12 * n * n + 4 * n * f + 2 * f + 12 * n) + (shared ? 1 : 3) * n * N;
  return static_cast<std::uint32_t>(all);
}

// [transformer_weights] one matrix where they are shared, three where they are not; you have it the other way round
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 4 * n * f + 2 * f + 12 * n) + (shared ? 3 : 1) * n * N;
}

// [transformer_weights] a decoder's block has two attentions; you count one
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (8 * n * n + 4 * n * f + 2 * f + 12 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] you count the encoder's blocks alone; there are as many of the decoder
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (4 * n * n + 2 * n * f + f + 5 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] there are `blocks` blocks of each kind; you count one of each
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  (void)blocks;
  return 12 * n * n + 4 * n * f + 2 * f + 12 * n + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] there is no norm after the last block: the norms are those of the blocks, two and three
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 4 * n * f + 2 * f + 12 * n) + (shared ? 1 : 3) * n * N + 2 * n;
}

// [transformer_weights] a network has two matrices, f x n and n x f; you count one
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 2 * n * f + 2 * f + 12 * n) + (shared ? 1 : 3) * n * N;
}

// [transformer_weights] the unembedding has no bias: it is an n x N matrix
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  return blocks * (12 * n * n + 4 * n * f + 2 * f + 12 * n) + (shared ? 1 : 3) * n * N + N;
}

// [transformer_weights] the embeddings are missing
arma::uword exercise::transformer_weights(arma::uword n, arma::uword f, arma::uword blocks,
                                          arma::uword N, bool shared)
{
  (void)N;
  (void)shared;
  return blocks * (12 * n * n + 4 * n * f + 2 * f + 12 * n);
}

// [log_probability] the product of a thousand probabilities is 0 as a double: add their logarithms
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double product = 1;
  for (arma::uword t = 0; t < text.n_elem; ++t)
    product *= P(text(t), t == 0 ? end : text(t - 1));
  return std::log(product);
}

// [log_probability] this is the probability; its logarithm is asked for
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double product = 1;
  for (arma::uword t = 0; t < text.n_elem; ++t)
    product *= P(text(t), t == 0 ? end : text(t - 1));
  return product;
}

// [log_probability] row and column are exchanged: P(word, before) is the probability of `word` after `before`
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double sum = 0;
  for (arma::uword t = 0; t < text.n_elem; ++t)
    sum += std::log(P(t == 0 ? end : text(t - 1), text(t)));
  return sum;
}

// [log_probability] the first word has a probability too: that of coming after `end`
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  (void)end;
  double sum = 0;
  for (arma::uword t = 1; t < text.n_elem; ++t)
    sum += std::log(P(text(t), text(t - 1)));
  return sum;
}

// [log_probability] you count that the text ends after its last word; a text may go on, and `end` counts only if it is one of its words
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double sum = std::log(P(end, text(text.n_elem - 1)));
  for (arma::uword t = 0; t < text.n_elem; ++t)
    sum += std::log(P(text(t), t == 0 ? end : text(t - 1)));
  return sum;
}

// [log_probability] this is the mean over the words; the sum is asked for
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double sum = 0;
  for (arma::uword t = 0; t < text.n_elem; ++t)
    sum += std::log(P(text(t), t == 0 ? end : text(t - 1)));
  return sum / double(text.n_elem);
}

// [log_probability] the sign is wrong: a logarithm of a probability is not positive, and minus it is the loss
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double sum = 0;
  for (arma::uword t = 0; t < text.n_elem; ++t)
    sum -= std::log(P(text(t), t == 0 ? end : text(t - 1)));
  return sum;
}

// [log_probability] you leave out words of probability 0; a text with one of them is impossible, and its logarithm -infinity
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double sum = 0;
  for (arma::uword t = 0; t < text.n_elem; ++t)
    if (const double p = P(text(t), t == 0 ? end : text(t - 1)); p > 0)
      sum += std::log(p);
  return sum;
}

// [log_probability] this is the logarithm of a sum; the probabilities are multiplied, so it is their logarithms that are added
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double sum = 0;
  for (arma::uword t = 0; t < text.n_elem; ++t)
    sum += P(text(t), t == 0 ? end : text(t - 1));
  return std::log(sum);
}

// [log_probability] before the first word stands `end`, and not word 0
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  (void)end;
  return ::exercise::log_probability(P, text, 0);
}

// [log_probability] every word is taken from the law of what follows `end`: the word before changes with each step
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double sum = 0;
  for (const arma::uword word : text)
    sum += std::log(P(word, end));
  return sum;
}

// [log_probability] before the first word stands `end`; you take the first word itself for it
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  (void)end;
  return ::exercise::log_probability(P, text, text(0));
}

// [log_probability] you add a small number to the probabilities: a text with a word of probability 0 is impossible, and the logarithms of the others are not quite right
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double sum = 0;
  for (arma::uword t = 0; t < text.n_elem; ++t)
    sum += std::log(P(text(t), t == 0 ? end : text(t - 1)) + 1e-12);
  return sum;
}

// [log_probability] the last word is missing: its probability is a factor like the others
double exercise::log_probability(const arma::mat& P, const arma::uvec& text, arma::uword end)
{
  double sum = 0;
  for (arma::uword t = 0; t + 1 < text.n_elem; ++t)
    sum += std::log(P(text(t), t == 0 ? end : text(t - 1)));
  return sum;
}

// [log_probability] your logarithm is to the base 2; the formula has ln
// - sum += std::log(P(word, before));
// + sum += std::log2(P(word, before));

// [greedy_text] you look into a row of P: the law of what follows a word is its column
// - last = P.col(last).index_max();
// + last = P.row(last).index_max();

// [greedy_text] `end` belongs to the text that it ends; you leave it out
arma::uvec exercise::greedy_text(const arma::mat& P, arma::uword end, arma::uword most)
{
  std::vector<arma::uword> text;
  for (arma::uword last = P.col(end).index_max(); last != end && text.size() < most;
       last = P.col(last).index_max())
    text.push_back(last);
  return arma::uvec(text);
}

// [greedy_text] the `end` before the first word does not belong to the text
arma::uvec exercise::greedy_text(const arma::mat& P, arma::uword end, arma::uword most)
{
  std::vector<arma::uword> text{end};
  do
    text.push_back(P.col(text.back()).index_max());
  while (text.back() != end && text.size() <= most);
  return arma::uvec(text);
}

// [greedy_text] nothing is written: you ask whether the last word is `end` before the first word, when it is
// - do {
// + while (last != end && text.size() < most) {
// - } while (last != end && text.size() < most);
// + }

// [greedy_text] of several that are equally probable you take the last; the first is asked for
// - last = P.col(last).index_max();
// + const arma::vec law = P.col(last);
// +     for (arma::uword word = 0, best = last = 0; word < law.n_elem; ++word)
// +       if (law(word) >= law(best))
// +         last = best = word;

// [greedy_text] you go on after `end`: it ends the text
arma::uvec exercise::greedy_text(const arma::mat& P, arma::uword end, arma::uword most)
{
  arma::uvec text(most);
  for (arma::uword t = 0; t < most; ++t)
    text(t) = P.col(t == 0 ? end : text(t - 1)).index_max();
  return text;
}

// [greedy_text] you return `most` words, and after `end` there are words that nobody wrote: the text ends with it
arma::uvec exercise::greedy_text(const arma::mat& P, arma::uword end, arma::uword most)
{
  arma::uvec text(most);
  for (arma::uword t = 0; t < most; ++t) {
    text(t) = P.col(t == 0 ? end : text(t - 1)).index_max();
    if (text(t) == end)
      break;
  }
  return text;
}

// [greedy_text] your text has a word more than `most`
// - } while (last != end && text.size() < most);
// + } while (last != end && text.size() <= most);

// [greedy_text] if the text has not ended after `most` words, it stays as it is; you write `end` all the same
// - } while (last != end && text.size() < most);
// + } while (last != end && text.size() < most);
// +   if (last != end)
// +     text.push_back(end);

// [greedy_text] every word is taken from the law of the first: the word before changes with each step
arma::uvec exercise::greedy_text(const arma::mat& P, arma::uword end, arma::uword most)
{
  std::vector<arma::uword> text;
  do
    text.push_back(P.col(end).index_max());
  while (text.back() != end && text.size() < most);
  return arma::uvec(text);
}

// [greedy_text] before the first word stands `end`, and not word 0
arma::uvec exercise::greedy_text(const arma::mat& P, arma::uword end, arma::uword most)
{
  std::vector<arma::uword> text;
  arma::uword word = 0;
  while (text.size() < most) {
    word = P.col(word).index_max();
    text.push_back(word);
    if (word == end)
      break;
  }
  return text;
}

// [greedy_text] you write `end` in the place of the last word; a text that has not ended after `most` words stays as it is
arma::uvec exercise::greedy_text(const arma::mat& P, arma::uword end, arma::uword most)
{
  arma::uvec text = ::exercise::greedy_text(P, end, most);
  text.back() = end;
  return text;
}

// [greedy_text] you take the least probable word; the most probable one is asked for
arma::uvec exercise::greedy_text(const arma::mat& P, arma::uword end, arma::uword most)
{
  return ::exercise::greedy_text(-P, end, most);
}

// [greedy_text] you take word 0 for the end, whatever `end` is
arma::uvec exercise::greedy_text(const arma::mat& P, arma::uword end, arma::uword most)
{
  std::vector<arma::uword> text;
  arma::uword word = end;
  while (text.size() < most) {
    word = P.col(word).index_max();
    text.push_back(word);
    if (word == 0)
      break;
  }
  return text;
}

// [beam_text] texts that have ended are lost: they stay among those kept, and compete with the others
// - if (!text.empty() && text.back() == end)
// -         all.emplace_back(logarithm, text);
// -       else
// + if (text.empty() || text.back() != end)
// - kept = all;
// + if (!all.empty())
// +       kept = all;

// [beam_text] you go on after `end`: a text that has ended stays as it is
// - if (!text.empty() && text.back() == end)
// -         all.emplace_back(logarithm, text);
// -       else
// -         for (arma::uword word = 0; word < P.n_rows; ++word) {
// -           all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
// -           all.back().second.push_back(word);
// -         }
// + for (arma::uword word = 0; word < P.n_rows; ++word) {
// +         all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
// +         all.back().second.push_back(word);
// +       }

// [beam_text] you go on after `end`, and ask only whether the best text has ended; every text that has ended stays as it is
arma::uvec exercise::beam_text(const arma::mat& P, arma::uword end, arma::uword width,
                               arma::uword most)
{
  std::vector<std::pair<double, std::vector<arma::uword>>> kept{{0., {}}};
  for (arma::uword round = 0; round < most; ++round) {
    auto all = kept;
    all.clear();
    for (const auto& [logarithm, text] : kept)
      for (arma::uword word = 0; word < P.n_rows; ++word) {
        all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
        all.back().second.push_back(word);
      }
    std::sort(all.rbegin(), all.rend());
    all.resize(std::min<std::size_t>(width, all.size()));
    kept = all;
    if (kept.front().second.back() == end)
      break;
  }
  return kept.front().second;
}

// [beam_text] you stop as soon as one of the texts kept has ended; only when all have ended, or the best of them, can none overtake it
// - kept = all;
// + kept = all;
// +     for (const auto& [logarithm, text] : kept)
// +       if (text.back() == end)
// +         return text;

// [beam_text] this is greedy search: only one text is kept, whatever the width
// - arma::uword most)
// - {
// + arma::uword most)
// + {
// +   (void)width;
// - all.resize(std::min<std::size_t>(width, all.size()));
// + all.resize(1);

// [beam_text] nothing is dropped: in each round only the `width` most probable are kept, of all continuations together
// - arma::uword most)
// - {
// + arma::uword most)
// + {
// +   (void)width;
// - std::sort(all.rbegin(), all.rend());
// -     all.resize(std::min<std::size_t>(width, all.size()));
// + std::sort(all.rbegin(), all.rend());

// [beam_text] you keep `width` continuations of each text; the `width` are chosen from all continuations together
arma::uvec exercise::beam_text(const arma::mat& P, arma::uword end, arma::uword width,
                               arma::uword most)
{
  std::vector<std::pair<double, std::vector<arma::uword>>> kept{{0., {}}};
  for (arma::uword round = 0; round < most; ++round) {
    auto all = kept;
    all.clear();
    for (const auto& [logarithm, text] : kept)
      if (!text.empty() && text.back() == end)
        all.emplace_back(logarithm, text);
      else {
        auto own = kept;
        own.clear();
        for (arma::uword word = 0; word < P.n_rows; ++word) {
          own.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
          own.back().second.push_back(word);
        }
        std::sort(own.rbegin(), own.rend());
        own.resize(std::min<std::size_t>(width, own.size()));
        all.insert(all.end(), own.begin(), own.end());
      }
    std::sort(all.rbegin(), all.rend());
    kept = all;
  }
  return kept.front().second;
}

// [beam_text] you add up probabilities; they are multiplied, or their logarithms added
// - all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
// + all.emplace_back(logarithm + P(word, text.empty() ? end : text.back()), text);

// [beam_text] your texts are compared by the mean of their logarithms, over their words; it is the sum that counts
// - std::sort(all.rbegin(), all.rend());
// + std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
// +       return a.first / double(a.second.size()) > b.first / double(b.second.size());
// +     });

// [beam_text] you keep the least probable texts: the order of your list is reversed
// - std::sort(all.rbegin(), all.rend());
// + std::sort(all.begin(), all.end());

// [beam_text] you compare texts by their last word alone; all factors count, from the first on
// - all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
// + all.emplace_back(std::log(P(word, text.empty() ? end : text.back())), text);

// [beam_text] row and column are exchanged: P(word, before) is the probability of `word` after `before`
// - all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
// + all.emplace_back(logarithm + std::log(P(text.empty() ? end : text.back(), word)), text);

// [beam_text] ended texts take no room here: you keep them apart, and `width` others go on; ended or not, only `width` texts are kept
arma::uvec exercise::beam_text(const arma::mat& P, arma::uword end, arma::uword width,
                               arma::uword most)
{
  std::vector<std::pair<double, std::vector<arma::uword>>> kept{{0., {}}}, ended;
  for (arma::uword round = 0; round < most; ++round) {
    auto all = kept;
    all.clear();
    for (const auto& [logarithm, text] : kept)
      for (arma::uword word = 0; word < P.n_rows; ++word) {
        all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
        all.back().second.push_back(word);
      }
    std::sort(all.rbegin(), all.rend());
    kept.clear();
    for (const auto& candidate : all)
      if (candidate.second.back() == end)
        ended.push_back(candidate);
      else if (kept.size() < width)
        kept.push_back(candidate);
  }
  ended.insert(ended.end(), kept.begin(), kept.end());
  return std::max_element(ended.begin(), ended.end())->second;
}

// [beam_text] you prefer a text that has ended; the most probable of those kept is asked for, whether it has ended or not
// - kept = all;
// -   }
// + kept = all;
// +   }
// +   for (const auto& [logarithm, text] : kept)
// +     if (text.back() == end)
// +       return text;

// [beam_text] after the first round you continue each text by its most probable word alone; all N continuations compete, in every round
// - for (arma::uword word = 0; word < P.n_rows; ++word) {
// + for (arma::uword word = 0; word < P.n_rows; ++word) {
// +           if (!text.empty() && word != P.col(text.back()).index_max())
// +             continue;

// [beam_text] before the first word stands `end`, and not word 0
// - all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
// + all.emplace_back(logarithm + std::log(P(word, text.empty() ? 0 : text.back())), text);

// [beam_text] your beam gets narrower with each text that ends; one that is overtaken later makes room again
arma::uvec exercise::beam_text(const arma::mat& P, arma::uword end, arma::uword width,
                               arma::uword most)
{
  std::vector<std::pair<double, std::vector<arma::uword>>> kept{{0., {}}}, ended;
  for (arma::uword round = 0; round < most; ++round) {
    auto all = kept;
    all.clear();
    for (const auto& [logarithm, text] : kept)
      for (arma::uword word = 0; word < P.n_rows; ++word) {
        all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
        all.back().second.push_back(word);
      }
    std::sort(all.rbegin(), all.rend());
    all.resize(std::min<std::size_t>(width - ended.size(), all.size()));
    kept.clear();
    for (const auto& candidate : all)
      (candidate.second.back() == end ? ended : kept).push_back(candidate);
  }
  ended.insert(ended.end(), kept.begin(), kept.end());
  return std::max_element(ended.begin(), ended.end())->second;
}

// [beam_text] texts are compared by the probability of their last word, and an ended one by that of its end; all factors count, from the first on
arma::uvec exercise::beam_text(const arma::mat& P, arma::uword end, arma::uword width,
                               arma::uword most)
{
  std::vector<std::pair<double, std::vector<arma::uword>>> kept{{0., {}}};
  for (arma::uword round = 0; round < most; ++round) {
    auto all = kept;
    all.clear();
    for (const auto& [last, text] : kept)
      if (!text.empty() && text.back() == end)
        all.emplace_back(last, text);
      else
        for (arma::uword word = 0; word < P.n_rows; ++word) {
          all.emplace_back(P(word, text.empty() ? end : text.back()), text);
          all.back().second.push_back(word);
        }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    all.resize(std::min<std::size_t>(width, all.size()));
    kept = all;
  }
  return kept.front().second;
}

// [beam_text] you go on after `end`: a text that has ended stays as it is
arma::uvec exercise::beam_text(const arma::mat& P, arma::uword end, arma::uword width,
                               arma::uword most)
{
  std::vector<std::pair<double, std::vector<arma::uword>>> kept{{0., {}}};
  for (arma::uword round = 0; round < most; ++round) {
    auto all = kept;
    all.clear();
    for (const auto& [logarithm, text] : kept)
      for (arma::uword word = 0; word < P.n_rows; ++word) {
        all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
        all.back().second.push_back(word);
      }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    all.resize(std::min<std::size_t>(width, all.size()));
    kept = all;
  }
  return kept.front().second;
}

// [beam_text] you never drop a text that has ended; like any other it is dropped when `width` texts are more probable, even if none of them is in the end
arma::uvec exercise::beam_text(const arma::mat& P, arma::uword end, arma::uword width,
                               arma::uword most)
{
  std::vector<std::pair<double, std::vector<arma::uword>>> kept{{0., {}}}, ended;
  for (arma::uword round = 0; round < most; ++round) {
    auto all = kept;
    all.clear();
    for (const auto& [logarithm, text] : kept)
      for (arma::uword word = 0; word < P.n_rows; ++word) {
        all.emplace_back(logarithm + std::log(P(word, text.empty() ? end : text.back())), text);
        all.back().second.push_back(word);
      }
    std::sort(all.rbegin(), all.rend());
    all.resize(std::min<std::size_t>(width, all.size()));
    kept.clear();
    for (const auto& candidate : all)
      (candidate.second.back() == end ? ended : kept).push_back(candidate);
  }
  ended.insert(ended.end(), kept.begin(), kept.end());
  return std::max_element(ended.begin(), ended.end())->second;
}

// [alignment_error] `later` is not used: with 1, word t is read in row t + 1
// - {
// + {
// +   (void)later;
// - right += links(t, pattern.row(t + later).index_max());
// + right += links(t, pattern.row(t).index_max());

// [alignment_error] you always read word t in row t + 1; with later = 0 it is row t
// - {
// + {
// +   (void)later;
// - right += links(t, pattern.row(t + later).index_max());
// + right += links(t, pattern.row(t + 1).index_max());

// [alignment_error] this is 1 for the right alignment; the error is 1 less that
// - return 1 - 2. * double(right) / double(links.n_rows + arma::accu(links));
// + return 2. * double(right) / double(links.n_rows + arma::accu(links));

// [alignment_error] this is the share of words whose link is wrong; right links that the pattern misses count too, in |S|
// - return 1 - 2. * double(right) / double(links.n_rows + arma::accu(links));
// + return 1 - double(right) / double(links.n_rows);

// [alignment_error] you divide by the number of links in A or S, each once; the sum |A| + |S| counts twice what is in both
// - return 1 - 2. * double(right) / double(links.n_rows + arma::accu(links));
// + return 1 - double(right) / double(links.n_rows + arma::accu(links) - right);

// [alignment_error] the factor 2 is missing: what A and S share is counted in |A| and in |S|
// - return 1 - 2. * double(right) / double(links.n_rows + arma::accu(links));
// + return 1 - double(right) / double(links.n_rows + arma::accu(links));

// [alignment_error] of several largest weights you take the last; the first is asked for
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  arma::uword right = 0;
  for (arma::uword t = 0; t < links.n_rows; ++t) {
    arma::uword link = 0;
    for (arma::uword j = 0; j < links.n_cols; ++j)
      if (pattern(t + later, j) >= pattern(t + later, link))
        link = j;
    right += links(t, link);
  }
  return 1 - 2. * double(right) / double(links.n_rows + arma::accu(links));
}

// [alignment_error] you add up the weights on the right links; a word's link is to its largest weight, and counts 1
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  double right = 0;
  for (arma::uword t = 0; t < links.n_rows; ++t)
    right += arma::dot(pattern.row(t + later), arma::conv_to<arma::rowvec>::from(links.row(t)));
  return 1 - 2. * right / double(links.n_rows + arma::accu(links));
}

// [alignment_error] a link needs no weight above one half: it goes to the largest, whatever that is
// - right += links(t, pattern.row(t + later).index_max());
// + if (pattern.row(t + later).max() > 0.5)
// +       right += links(t, pattern.row(t + later).index_max());

// [alignment_error] you look for the largest weight in each column; the target's words have a link each, and they are the rows
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  const arma::mat read = pattern.rows(later, later + links.n_rows - 1);
  arma::uword right = 0;
  for (arma::uword j = 0; j < links.n_cols; ++j)
    right += links(read.col(j).index_max(), j);
  return 1 - 2. * double(right) / double(links.n_cols + arma::accu(links));
}

// [alignment_error] |S| is the number of right links; you count all entries of `links`, 0 or 1
// - return 1 - 2. * double(right) / double(links.n_rows + arma::accu(links));
// + return 1 - 2. * double(right) / double(links.n_rows + links.n_elem);

// [alignment_error] `later` is taken the other way round: with 0 word t is read in row t, with 1 in row t + 1
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  return ::exercise::alignment_error(pattern, links, 1 - later);
}

// [alignment_error] you look for the largest weight of each column, among the rows that are read; the target's words have a link each, and they are the rows
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  const arma::mat read = pattern.rows(later, later + links.n_rows - 1);
  double both = 0;
  for (arma::uword j = 0; j < links.n_cols; ++j)
    both += double(links(read.col(j).index_max(), j));
  return 1 - 2 * both / double(links.n_rows + arma::accu(links));
}

// [alignment_error] |A| is m, a link for each word of the target; the pattern has a row more
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  double both = 0;
  for (arma::uword t = 0; t < links.n_rows; ++t)
    both += double(links(t, pattern.row(t + later).index_max()));
  return 1 - 2 * both / double(pattern.n_rows + arma::accu(links));
}

// [alignment_error] you divide whole numbers, and what comes after the point is lost: make one of them a double first
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  arma::uword both = 0;
  for (arma::uword t = 0; t < links.n_rows; ++t)
    both += links(t, pattern.row(t + later).index_max());
  return 1 - double(2 * both / (links.n_rows + arma::accu(links)));
}

// [alignment_error] each weight of one half or more is a link here; a word has one link, to its largest weight, and of several to the first
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  double both = 0, all = 0;
  for (arma::uword t = 0; t < links.n_rows; ++t)
    for (arma::uword j = 0; j < links.n_cols; ++j)
      if (pattern(t + later, j) >= 0.5) {
        ++all;
        both += double(links(t, j));
      }
  return 1 - 2 * both / (all + double(arma::accu(links)));
}

// [alignment_error] you compare the pattern's link with the first right one; a word may have several links, or none, which index_max() does not show
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  double both = 0;
  for (arma::uword t = 0; t < links.n_rows; ++t)
    both += links.row(t).index_max() == pattern.row(t + later).index_max() ? 1 : 0;
  return 1 - 2 * both / double(links.n_rows + arma::accu(links));
}

// [alignment_error] |A| is m, a link for each word of the target; you count the entries of a matrix
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  double both = 0;
  for (arma::uword t = 0; t < links.n_rows; ++t)
    both += double(links(t, pattern.row(t + later).index_max()));
  return 1 - 2 * both / double(links.n_elem + arma::accu(links));
}

// [alignment_error] you divide by the number of right links alone, which may be 0; |A| counts too
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  double both = 0;
  for (arma::uword t = 0; t < links.n_rows; ++t)
    both += double(links(t, pattern.row(t + later).index_max()));
  return 1 - both / double(arma::accu(links));
}

// [alignment_error] you divide whole numbers, and what comes after the point is lost: make one of them a double first
double exercise::alignment_error(const arma::mat& pattern, const arma::umat& links,
                                 arma::uword later)
{
  arma::uword common = 0;
  for (arma::uword t = 0; t < links.n_rows; ++t)
    common += links(t, pattern.row(t + later).index_max());
  return 1 - 2 * static_cast<double>(common / (links.n_rows + arma::accu(links)));
}
