// [split] you return r heads of H rows each; H heads of r rows are wanted
// - for (arma::uword h = 0; h < H; ++h)
// -     heads.push_back(Q.rows(h * r, (h + 1) * r - 1));
// + for (arma::uword h = 0; h < r; ++h)
// +     heads.push_back(Q.rows(h * H, (h + 1) * H - 1));

// [split] head 0 has the last rows; it is to have the first
// - heads.push_back(Q.rows(h * r, (h + 1) * r - 1));
// + heads.insert(heads.begin(), Q.rows(h * r, (h + 1) * r - 1));

// [split] you deal the rows out in turn, row 0 to head 0, row 1 to head 1; a head has r rows that are neighbours
// - heads.push_back(Q.rows(h * r, (h + 1) * r - 1));
// + heads.push_back(Q.rows(arma::regspace<arma::uvec>(h, H, h + (r - 1) * H)));

// [split] you cut the memory into H pieces of equal length; it goes down the columns, so that each piece is made of whole tokens
// - heads.push_back(Q.rows(h * r, (h + 1) * r - 1));
// + heads.push_back(arma::mat(Q.memptr() + h * r * Q.n_cols, r, Q.n_cols));

// [split] you share out the tokens, which are columns; every head sees all of them, and has some of the rows
// - const arma::uword r = Q.n_rows / H;
// + const arma::uword K = Q.n_cols / H;
// - heads.push_back(Q.rows(h * r, (h + 1) * r - 1));
// + heads.push_back(Q.cols(h * K, (h + 1) * K - 1));

// [split] your heads are transposed: tokens are to stay columns
// - heads.push_back(Q.rows(h * r, (h + 1) * r - 1));
// + heads.push_back(Q.rows(h * r, (h + 1) * r - 1).t());

// [read_by_head] this is head 0, whatever h is
// - return arma::join_cols(blocks[h], blocks[H + h], blocks[2 * H + h]);
// + return arma::join_cols(blocks[0], blocks[H], blocks[2 * H]);

// [read_by_head] you take 3 r rows that are neighbours, as if W had head after head; it has all queries, then all keys, then all values
// - return arma::join_cols(blocks[h], blocks[H + h], blocks[2 * H + h]);
// + return arma::join_cols(blocks[3 * h], blocks[3 * h + 1], blocks[3 * h + 2]);

// [read_by_head] you take every H-th row; a head has r rows that are neighbours
arma::mat exercise::read_by_head(const arma::mat& W, arma::uword H, arma::uword h)
{
  return W.rows(arma::regspace<arma::uvec>(h, H, W.n_rows - H + h));
}

// [read_by_head] keys are the second third of W and values the last: you have exchanged them
// - return arma::join_cols(blocks[h], blocks[H + h], blocks[2 * H + h]);
// + return arma::join_cols(blocks[h], blocks[2 * H + h], blocks[H + h]);

// [read_by_head] these are the queries alone; keys and values are to be below them
// - return arma::join_cols(blocks[h], blocks[H + h], blocks[2 * H + h]);
// + return blocks[h];

// [read_by_head] you put queries, keys and values side by side; they are to be one below the other
// - return arma::join_cols(blocks[h], blocks[H + h], blocks[2 * H + h]);
// + return arma::join_rows(blocks[h], blocks[H + h], blocks[2 * H + h]);

// [multi_head] W_O is not transposed: it is n x H r, as wanted
// - return layer.W_O * outputs;
// + return layer.W_O.t() * outputs;

// [multi_head] you put the last head at the top; the first columns of W_O are for head 0
// - outputs = arma::join_cols(outputs, V[h] * A.t());
// + outputs = arma::join_cols(V[h] * A.t(), outputs);

// [multi_head] you divide by the root of H r, the rows of all heads together; a score adds up the r entries of one head
// - arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
// + arma::mat A = Q[h].t() * K[h] / std::sqrt(double(layer.W_Q.n_rows));

// [multi_head] you divide by the root of n; queries have r entries, and it is these that a score adds up
// - arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
// + arma::mat A = Q[h].t() * K[h] / std::sqrt(double(x.n_rows));

// [multi_head] your heads take every H-th row; head h has the rows h r to (h + 1) r - 1
// - const std::vector<arma::mat> Q = split(layer.W_Q * x, H), K = split(layer.W_K * x, H),
// -                                V = split(layer.W_V * x, H);
// + const auto deal = [H](const arma::mat& M) {
// +     std::vector<arma::mat> heads;
// +     for (arma::uword h = 0; h < H; ++h)
// +       heads.push_back(M.rows(arma::regspace<arma::uvec>(h, H, M.n_rows - H + h)));
// +     return heads;
// +   };
// +   const std::vector<arma::mat> Q = deal(layer.W_Q * x), K = deal(layer.W_K * x),
// +                                V = deal(layer.W_V * x);

// [multi_head] you mask the future whether or not the layer is causal
// - for (arma::uword j = 0; causal && j < A.n_cols; ++j)
// + for (arma::uword j = 0; j < A.n_cols; ++j)

// [multi_head] you let tokens hear later ones although the layer is causal
// - arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
// -     for (arma::uword j = 0; causal && j < A.n_cols; ++j)
// -       for (arma::uword i = 0; i < j; ++i)
// -         A(i, j) = -arma::datum::inf;
// + arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));

// [multi_head] you take away the future after the softmax, and the rest of a row no longer sums to 1: mask the scores
// - arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
// -     for (arma::uword j = 0; causal && j < A.n_cols; ++j)
// -       for (arma::uword i = 0; i < j; ++i)
// -         A(i, j) = -arma::datum::inf;
// + arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
// - A.each_col() /= arma::sum(A, 1);
// + A.each_col() /= arma::sum(A, 1);
// +     if (causal)
// +       A = arma::trimatl(A);

// [multi_head] you set the scores of the future to 0, and e^0 = 1 is not nothing: set them to -inf
// - A(i, j) = -arma::datum::inf;
// + A(i, j) = 0;

// [multi_head] you take the mean of the heads; what they say is added up
// - return layer.W_O * outputs;
// + return layer.W_O * outputs / double(H);

// [multi_head] you do not divide the scores by sqrt(r)
// - arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
// + arma::mat A = Q[h].t() * K[h];

// [multi_head] all your heads share one pattern, made of all rows: that is one wide head
// - arma::mat A = Q[h].t() * K[h] / std::sqrt(double(Q[h].n_rows));
// + arma::mat A = (layer.W_Q * x).t() * (layer.W_K * x) / std::sqrt(double(Q[h].n_rows));

// [multi_head] the exponential of a score of thousands is infinite; subtract the largest score of each row first
// - A(i, j) = -arma::datum::inf;
// -     A.each_col() -= arma::max(A, 1);
// + A(i, j) = -arma::datum::inf;

// [multi_head] you subtract the largest score of all rows: in a row that is far below it all exponentials are 0, and 0 / 0 is left. Subtract from each row its own
// - A.each_col() -= arma::max(A, 1);
// -     A = arma::exp(A);
// + A = arma::exp(A - A.max());

// [multi_head] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
// - A.each_col() -= arma::max(A, 1);
// -     A = arma::exp(A);
// + for (arma::uword i = 0; i < A.n_rows; ++i)
// +       A.row(i) = arma::exp(A.row(i) - std::max(0., A.row(i).max()));

// [multi_head] you mask the past: token i is to hear the tokens j <= i
// - A(i, j) = -arma::datum::inf;
// + A(j, i) = -arma::datum::inf;

// [multi_head] V A mixes by the columns of the pattern; output i is mixed by row i, so V A^T
// - outputs = arma::join_cols(outputs, V[h] * A.t());
// + outputs = arma::join_cols(outputs, V[h] * A);

// [multi_head] your softmax is over queries, by columns; each query shares out its attention over the keys
// - A.each_col() -= arma::max(A, 1);
// + A.each_row() -= arma::max(A, 0);
// - A.each_col() /= arma::sum(A, 1);
// + A.each_row() /= arma::sum(A, 0);

// [multi_head] you return the outputs of the heads one below the other; W_O has still to be applied to them
// - return layer.W_O * outputs;
// + return outputs;

// [multi_head] you have added x; wanted is what the layer adds to it
// - return layer.W_O * outputs;
// + return x + layer.W_O * outputs;

// [multi_head] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
// - A.each_col() -= arma::max(A, 1);
// -     A = arma::exp(A);
// + A = arma::exp(A.each_col() - arma::vec(A.col(0)));

// [multi_head] in place of the future's scores you put a number like -10^9, and the scores that are heard may be less than that; -arma::datum::inf is less than any
// - A(i, j) = -arma::datum::inf;
// + A(i, j) = -1e9;

// [said_by_each] you begin at the last columns of W_O; head 0 has the first
// - arma::uword first = 0;
// + arma::uword end = W_O.n_cols;
// - said.push_back(W_O.cols(first, first + z_h.n_rows - 1) * z_h);
// -     first += z_h.n_rows;
// + said.push_back(W_O.cols(end - z_h.n_rows, end - 1) * z_h);
// +     end -= z_h.n_rows;

// [said_by_each] you give each head the same part of the sum; what a head says is made of its own output
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  arma::mat together;
  for (const arma::mat& z_h : z)
    together = arma::join_cols(together, z_h);
  return std::vector<arma::mat>(z.size(), W_O * together / double(z.size()));
}

// [said_by_each] you cut W_O as if all heads had as many rows as head 0; head h has m_h
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  std::vector<arma::mat> said;
  for (arma::uword h = 0; h < z.size(); ++h)
    said.push_back(W_O.cols(h * z[0].n_rows, (h + 1) * z[0].n_rows - 1) * z[h]);
  return said;
}

// [said_by_each] all your heads write through the first columns of W_O; each has columns of its own
// - said.push_back(W_O.cols(first, first + z_h.n_rows - 1) * z_h);
// -     first += z_h.n_rows;
// + said.push_back(W_O.cols(first, first + z_h.n_rows - 1) * z_h);

// [said_by_each] you give head h the columns h, h + H, h + 2 H, ...; its columns are neighbours
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  std::vector<arma::mat> said;
  for (arma::uword h = 0; h < z.size(); ++h) {
    arma::mat y(W_O.n_rows, z[h].n_cols, arma::fill::zeros);
    for (arma::uword i = 0; i < z[h].n_rows; ++i)
      y += W_O.col((h + i * z.size()) % W_O.n_cols) * z[h].row(i);
    said.push_back(y);
  }
  return said;
}

// [said_by_each] you cut W_O into rows; z_h is multiplied by some of its columns, and by all of its rows
// - said.push_back(W_O.cols(first, first + z_h.n_rows - 1) * z_h);
// + said.push_back(W_O.rows(first, first + z_h.n_rows - 1) * z_h);

// [said_by_each] you return what has been said so far, heads 0 to h together
// - said.push_back(W_O.cols(first, first + z_h.n_rows - 1) * z_h);
// + const arma::mat alone = W_O.cols(first, first + z_h.n_rows - 1) * z_h;
// +     said.push_back(said.empty() ? alone : arma::mat(said.back() + alone));

// [said_by_each] you cut W_O into parts of equal width; head h has m_h columns
std::vector<arma::mat> exercise::said_by_each(const arma::mat& W_O, const std::vector<arma::mat>& z)
{
  std::vector<arma::mat> said;
  const arma::uword r = W_O.n_cols / z.size();
  for (arma::uword h = 0; h < z.size(); ++h)
    said.push_back(W_O.cols(h * r, (h + 1) * r - 1) * z[h]);
  return said;
}

// [layer_parameters] the n biases of W_O are forgotten
// - return biases ? weights + queries + keys + values + n : weights;
// + return biases ? weights + queries + keys + values : weights;

// [layer_parameters] you give W_O H r biases; it returns n numbers, and has a bias for each of these
// - return biases ? weights + queries + keys + values + n : weights;
// + return biases ? weights + queries + keys + values + queries : weights;

// [layer_parameters] you count biases where there are none
// - return biases ? weights + queries + keys + values + n : weights;
// + return weights + queries + keys + values + n;

// [layer_parameters] you do not count the biases
// - return biases ? weights + queries + keys + values + n : weights;
// + return weights;

// [layer_parameters] you share the keys alone; values are shared too
// - const arma::uword queries = H * r, keys = G * r, values = G * r;
// + const arma::uword queries = H * r, keys = G * r, values = H * r;

// [layer_parameters] you count keys and values for each head; there are as many as groups
// - const arma::uword queries = H * r, keys = G * r, values = G * r;
// + const arma::uword queries = H * r, keys = H * r, values = H * r;

// [layer_parameters] an unsigned int ends at 2^32 and begins again at 0; arma::uword has 64 bits
// - return biases ? weights + queries + keys + values + n : weights;
// + return std::uint32_t(biases ? weights + queries + keys + values + n : weights);

// [layer_parameters] you count one head; there are H with queries and G with keys and values
// - const arma::uword queries = H * r, keys = G * r, values = G * r;
// + const arma::uword queries = r, keys = r, values = r;

// [layer_parameters] you let the heads of a group share their queries too; each has its own
// - const arma::uword queries = H * r, keys = G * r, values = G * r;
// + const arma::uword queries = G * r, keys = G * r, values = G * r;

// [layer_parameters] you count four matrices of n x n; W_Q has H r rows, and H r need not be n
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  const arma::uword keys = n * G / H;
  const arma::uword weights = 2 * n * n + 2 * n * keys;
  return biases ? weights + 2 * n + 2 * keys : weights;
}

// [layer_parameters] W_O is forgotten: what the heads return is taken back to n numbers
// - const arma::uword weights = (queries + keys + values) * n + n * queries;
// + const arma::uword weights = (queries + keys + values) * n;

// [layer_parameters] each head has a bias for its keys and values here; the heads of a group share these
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  return 2 * n * r * (H + G) + (biases ? 3 * H * r + n : 0);
}

// [layer_parameters] you take H / G for the number of groups; that is how many heads a group has, and there are G groups
arma::uword exercise::layer_parameters(arma::uword n, arma::uword r, arma::uword H, arma::uword G,
                                       bool biases)
{
  return 2 * n * r * (H + H / G) + (biases ? H * r + 2 * (H / G) * r + n : 0);
}

// [direct_sum] your heads are in the wrong order: head 0 reads and writes the first rows
// - arma::uword first = 0;
// + arma::uword end = n;
// - in_place.submat(first, first, arma::size(W[h])) = W[h];
// + in_place.submat(end - W[h].n_rows, end - W[h].n_rows, arma::size(W[h])) = W[h];
// - first += W[h].n_rows;
// + end -= W[h].n_rows;

// [direct_sum] the blocks A_h ⊗ W_h along the diagonal would be right if vec took block after block; it takes token after token
arma::mat exercise::direct_sum(const std::vector<arma::mat>& W, const std::vector<arma::mat>& A)
{
  arma::mat M;
  for (arma::uword h = 0; h < W.size(); ++h) {
    const arma::mat block = arma::kron(A[h], W[h]), before = M;
    M = arma::mat(before.n_rows + block.n_rows, before.n_cols + block.n_cols, arma::fill::zeros);
    if (h > 0)
      M.submat(0, 0, arma::size(before)) = before;
    M.submat(before.n_rows, before.n_cols, arma::size(block)) = block;
  }
  return M;
}

// [direct_sum] W ⊗ A acts on the rows of x one after the other; vec puts its columns one below the other
// - const arma::mat of_head = arma::kron(A[h], in_place);
// + const arma::mat of_head = arma::kron(in_place, A[h]);

// [direct_sum] all your heads have the first pattern; head h has A_h
// - const arma::mat of_head = arma::kron(A[h], in_place);
// + const arma::mat of_head = arma::kron(A[0], in_place);

// [direct_sum] the patterns are added up before anybody reads: each block has only its own
arma::mat exercise::direct_sum(const std::vector<arma::mat>& W, const std::vector<arma::mat>& A)
{
  arma::mat sum = A[0];
  arma::mat blocks = W[0];
  for (arma::uword h = 1; h < W.size(); ++h) {
    sum += A[h];
    const arma::mat before = blocks;
    blocks.zeros(before.n_rows + W[h].n_rows, before.n_rows + W[h].n_rows);
    blocks.submat(0, 0, arma::size(before)) = before;
    blocks.submat(before.n_rows, before.n_rows, arma::size(W[h])) = W[h];
  }
  return arma::kron(sum, blocks);
}

// [direct_sum] with A_h^T in it this is W_h x_h A_h; in A ⊗ W the transpose is made already
// - const arma::mat of_head = arma::kron(A[h], in_place);
// + const arma::mat of_head = arma::kron(arma::mat(A[h].t()), in_place);

// [direct_sum] the W_h are not transposed: they are on the left of x_h
// - in_place.submat(first, first, arma::size(W[h])) = W[h];
// + in_place.submat(first, first, arma::size(W[h])) = W[h].t();

// [direct_sum] you let block h begin at row h r_h, as if all heads before had as many rows; it begins at r_0 + ... + r_{h-1}
arma::mat exercise::direct_sum(const std::vector<arma::mat>& W, const std::vector<arma::mat>& A)
{
  arma::uword n = 0;
  for (const arma::mat& W_h : W)
    n += W_h.n_rows;
  arma::mat M(n * A[0].n_rows, n * A[0].n_rows, arma::fill::zeros);
  for (arma::uword h = 0; h < W.size(); ++h) {
    arma::mat in_place(n, n, arma::fill::zeros);
    in_place.submat(h * W[h].n_rows, h * W[h].n_rows, arma::size(W[h])) = W[h];
    M += arma::kron(A[h], in_place);
  }
  return M;
}

// [grouped_heads] the first heads share the first keys and values; you give them the last
// - const arma::uword group = h / (H / G);
// + const arma::uword group = G - 1 - h / (H / G);

// [grouped_heads] you divide h by G; a group has H / G heads
// - const arma::uword group = h / (H / G);
// + const arma::uword group = std::min(h / G, G - 1);

// [grouped_heads] all your heads share the first keys and values; each group has its own
// - const arma::uword group = h / (H / G);
// -     repeated.W_K = arma::join_cols(repeated.W_K, W_K[group]);
// -     repeated.W_V = arma::join_cols(repeated.W_V, W_V[group]);
// + repeated.W_K = arma::join_cols(repeated.W_K, W_K[0]);
// +     repeated.W_V = arma::join_cols(repeated.W_V, W_V[0]);

// [grouped_heads] you deal the groups out in turn, h modulo G; a group is made of heads that are neighbours
// - const arma::uword group = h / (H / G);
// + const arma::uword group = h % G;

// [grouped_heads] you let tokens hear later ones although the layer is causal
// - return multi_head(repeated, H, x, causal);
// + return multi_head(repeated, H, x, false);

// [grouped_heads] you add up the queries of a group and let it look once; each head looks with a query of its own
arma::mat exercise::grouped_heads(const Layer& layer, arma::uword H, arma::uword G,
                                  const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> W_Q = split(layer.W_Q, H), W_K = split(layer.W_K, G),
                               W_V = split(layer.W_V, G);
  const arma::uword in_group = H / G, r = W_Q[0].n_rows;
  Layer repeated;
  repeated.W_O = layer.W_O;
  for (arma::uword h = 0; h < H; ++h) {
    const arma::uword group = h / in_group;
    arma::mat sum(r, x.n_rows, arma::fill::zeros);
    for (arma::uword i = group * in_group; i < (group + 1) * in_group; ++i)
      sum += W_Q[i];
    repeated.W_Q = arma::join_cols(repeated.W_Q, sum);
    repeated.W_K = arma::join_cols(repeated.W_K, W_K[group]);
    repeated.W_V = arma::join_cols(repeated.W_V, W_V[group]);
  }
  return multi_head(repeated, H, x, causal);
}

// [grouped_heads] your keys are those of the group, but your values are dealt out in turn
// - repeated.W_V = arma::join_cols(repeated.W_V, W_V[group]);
// + repeated.W_V = arma::join_cols(repeated.W_V, W_V[h % G]);

// [grouped_heads] the exponential of a score of thousands is infinite; subtract the largest score of each row first
arma::mat exercise::grouped_heads(const Layer& layer, arma::uword H, arma::uword G,
                                  const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> Q = split(layer.W_Q * x, H), K = split(layer.W_K * x, G),
                               V = split(layer.W_V * x, G);
  arma::mat outputs;
  for (arma::uword h = 0; h < H; ++h) {
    const arma::uword group = h / (H / G);
    arma::mat A = Q[h].t() * K[group] / std::sqrt(double(Q[h].n_rows));
    for (arma::uword j = 0; causal && j < A.n_cols; ++j)
      for (arma::uword i = 0; i < j; ++i)
        A(i, j) = -arma::datum::inf;
    A = arma::exp(A);
    A.each_col() /= arma::sum(A, 1);
    outputs = arma::join_cols(outputs, V[group] * A.t());
  }
  return layer.W_O * outputs;
}

// [grouped_heads] you subtract the largest score of all rows: in a row that is far below it all exponentials are 0, and 0 / 0 is left. Subtract from each row its own
arma::mat exercise::grouped_heads(const Layer& layer, arma::uword H, arma::uword G,
                                  const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> Q = split(layer.W_Q * x, H), K = split(layer.W_K * x, G),
                               V = split(layer.W_V * x, G);
  arma::mat outputs;
  for (arma::uword h = 0; h < H; ++h) {
    const arma::uword group = h / (H / G);
    arma::mat A = Q[h].t() * K[group] / std::sqrt(double(Q[h].n_rows));
    for (arma::uword j = 0; causal && j < A.n_cols; ++j)
      for (arma::uword i = 0; i < j; ++i)
        A(i, j) = -arma::datum::inf;
    A = arma::exp(A - A.max());
    A.each_col() /= arma::sum(A, 1);
    outputs = arma::join_cols(outputs, V[group] * A.t());
  }
  return layer.W_O * outputs;
}

// [grouped_heads] you subtract the first score of each row; another may be so far above it that its exponential is infinite. Subtract the largest
arma::mat exercise::grouped_heads(const Layer& layer, arma::uword H, arma::uword G,
                                  const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> Q = split(layer.W_Q * x, H), K = split(layer.W_K * x, G),
                               V = split(layer.W_V * x, G);
  arma::mat outputs;
  for (arma::uword h = 0; h < H; ++h) {
    const arma::uword group = h / (H / G);
    arma::mat A = Q[h].t() * K[group] / std::sqrt(double(Q[h].n_rows));
    for (arma::uword j = 0; causal && j < A.n_cols; ++j)
      for (arma::uword i = 0; i < j; ++i)
        A(i, j) = -arma::datum::inf;
    A = arma::exp(A.each_col() - arma::vec(A.col(0)));
    A.each_col() /= arma::sum(A, 1);
    outputs = arma::join_cols(outputs, V[group] * A.t());
  }
  return layer.W_O * outputs;
}

// [grouped_heads] your search for the largest score begins at 0: where all scores are far below 0 all exponentials are 0, and 0 / 0 is left. Begin at the first score
arma::mat exercise::grouped_heads(const Layer& layer, arma::uword H, arma::uword G,
                                  const arma::mat& x, bool causal)
{
  const std::vector<arma::mat> Q = split(layer.W_Q * x, H), K = split(layer.W_K * x, G),
                               V = split(layer.W_V * x, G);
  arma::mat outputs;
  for (arma::uword h = 0; h < H; ++h) {
    const arma::uword group = h / (H / G);
    arma::mat A = Q[h].t() * K[group] / std::sqrt(double(Q[h].n_rows));
    for (arma::uword j = 0; causal && j < A.n_cols; ++j)
      for (arma::uword i = 0; i < j; ++i)
        A(i, j) = -arma::datum::inf;
    A = arma::exp(A.each_col() - arma::vec(arma::clamp(arma::max(A, 1), 0, arma::datum::inf)));
    A.each_col() /= arma::sum(A, 1);
    outputs = arma::join_cols(outputs, V[group] * A.t());
  }
  return layer.W_O * outputs;
}

// [grouped_heads] you divide h by G; a group has H / G heads
// - const std::vector<arma::mat> W_K = split(layer.W_K, G), W_V = split(layer.W_V, G);
// + const arma::uword r = layer.W_Q.n_rows / H;
// - const arma::uword group = h / (H / G);
// -     repeated.W_K = arma::join_cols(repeated.W_K, W_K[group]);
// -     repeated.W_V = arma::join_cols(repeated.W_V, W_V[group]);
// + const arma::uword group = h / G;
// +     repeated.W_K = arma::join_cols(repeated.W_K, layer.W_K.rows(group * r, (group + 1) * r - 1));
// +     repeated.W_V = arma::join_cols(repeated.W_V, layer.W_V.rows(group * r, (group + 1) * r - 1));

// [pooled_keys] all your groups have the mean of all heads; each has that of its own
arma::mat exercise::pooled_keys(const arma::mat& W_K, arma::uword H, arma::uword G)
{
  const std::vector<arma::mat> heads = split(W_K, H);
  arma::mat mean(heads[0].n_rows, W_K.n_cols, arma::fill::zeros);
  for (const arma::mat& head : heads)
    mean += head / double(H);
  return arma::repmat(mean, G, 1);
}

// [pooled_keys] you divide by the number of groups; a group has H / G heads
// - pooled.rows(h / in_group * r, (h / in_group + 1) * r - 1) += heads[h] / double(in_group);
// + pooled.rows(h / in_group * r, (h / in_group + 1) * r - 1) += heads[h] / double(G);

// [pooled_keys] you keep the first head of each group; the others count as much
// - pooled.rows(h / in_group * r, (h / in_group + 1) * r - 1) += heads[h] / double(in_group);
// + pooled.rows(h / in_group * r, (h / in_group + 1) * r - 1) = heads[h / in_group * in_group];

// [pooled_keys] you return H / G groups of G heads; G groups of H / G heads are wanted
// - const arma::uword in_group = H / G, r = W_K.n_rows / H;
// -   arma::mat pooled(G * r, W_K.n_cols, arma::fill::zeros);
// + const arma::uword in_group = G, r = W_K.n_rows / H;
// +   arma::mat pooled(H / G * r, W_K.n_cols, arma::fill::zeros);

// [pooled_keys] you deal the heads out in turn, h modulo G; a group is made of neighbours
// - pooled.rows(h / in_group * r, (h / in_group + 1) * r - 1) += heads[h] / double(in_group);
// + pooled.rows(h % G * r, (h % G + 1) * r - 1) += heads[h] / double(in_group);

// [pooled_keys] you take the mean of rows that are neighbours, within a head; row i of a group is the mean of row i of each of its heads
arma::mat exercise::pooled_keys(const arma::mat& W_K, arma::uword H, arma::uword G)
{
  const arma::uword in_group = H / G;
  arma::mat pooled(W_K.n_rows / in_group, W_K.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < W_K.n_rows; ++i)
    pooled.row(i / in_group) += W_K.row(i) / double(in_group);
  return pooled;
}

// [pooled_keys] you add the heads up; the mean divides by how many there are in a group
// - pooled.rows(h / in_group * r, (h / in_group + 1) * r - 1) += heads[h] / double(in_group);
// + pooled.rows(h / in_group * r, (h / in_group + 1) * r - 1) += heads[h];

// [overlap] you take the columns as if they were of length 1 and orthogonal; make an orthonormal basis of each subspace first
double exercise::overlap(const arma::mat& A, const arma::mat& B)
{
  return arma::accu(arma::square(A.t() * B)) / double(std::min(A.n_cols, B.n_cols));
}

// [overlap] this is the mean of the cosines; square them first
// - return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));
// + return arma::accu(arma::svd(arma::mat(Q_A.t() * Q_B))) / double(std::min(A.n_cols, B.n_cols));

// [overlap] you divide by a b, the number of entries; there are min(a, b) angles
// - return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));
// + return arma::accu(arma::square(Q_A.t() * Q_B)) / double(A.n_cols * B.n_cols);

// [overlap] you divide by the larger dimension; there are min(a, b) angles, and a subspace overlaps wholly with one that contains it
// - return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));
// + return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::max(A.n_cols, B.n_cols));

// [overlap] this is the squared cosine of the least angle alone; wanted is the mean over all of them
// - return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));
// + return std::pow(arma::norm(Q_A.t() * Q_B, 2), 2);

// [overlap] you have made the columns of length 1, but they are not orthogonal; the overlap must not depend on the basis
double exercise::overlap(const arma::mat& A, const arma::mat& B)
{
  const arma::mat Q_A = arma::normalise(A), Q_B = arma::normalise(B);
  return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));
}

// [overlap] the square root is too much: wanted is the mean of the squares itself
// - return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));
// + return std::sqrt(arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols)));

// [overlap] these are the sines: orthogonal subspaces are to have 0
// - return arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));
// + return 1 - arma::accu(arma::square(Q_A.t() * Q_B)) / double(std::min(A.n_cols, B.n_cols));

// [fewest_heads] this is the number of heads that there are; fewer may do the same
arma::uword exercise::fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W)
{
  return A.size();
}

// [fewest_heads] you count the patterns that differ; three may differ and one of them be the sum of the others
arma::uword exercise::fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W)
{
  arma::uword different = 0;
  for (arma::uword h = 0; h < A.size(); ++h) {
    bool is_new = arma::any(arma::vectorise(W[h]) != 0);
    for (arma::uword i = 0; i < h; ++i)
      is_new = is_new && !arma::approx_equal(A[h], A[i], "absdiff", 1e-9);
    different += is_new ? 1 : 0;
  }
  return different;
}

// [fewest_heads] you count independent patterns; weights may depend on one another, and terms may cancel
// - return arma::rank(R_U * R_V.t(), 1e-9 * arma::norm(R_U, "fro") * arma::norm(R_V, "fro"));
// + return arma::rank(R_U, 1e-9 * arma::norm(R_U, "fro"));

// [fewest_heads] this is the rank of the sum as a matrix; one head alone may have any rank. Put its entries into another order first
arma::uword exercise::fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W)
{
  arma::mat M = arma::kron(A[0], W[0]);
  for (arma::uword h = 1; h < A.size(); ++h)
    M += arma::kron(A[h], W[h]);
  return arma::rank(M, 1e-9);
}

// [fewest_heads] the smaller of the two ranks is a bound: with patterns A, B, A and weights C, 0, -C nothing remains
// - return arma::rank(R_U * R_V.t(), 1e-9 * arma::norm(R_U, "fro") * arma::norm(R_V, "fro"));
// + return std::min(arma::rank(R_U, 1e-9 * arma::norm(R_U, "fro")),
// +                   arma::rank(R_V, 1e-9 * arma::norm(R_V, "fro")));

// [fewest_heads] you count independent weights; patterns may depend on one another, and terms may cancel
// - return arma::rank(R_U * R_V.t(), 1e-9 * arma::norm(R_U, "fro") * arma::norm(R_V, "fro"));
// + return arma::rank(R_V, 1e-9 * arma::norm(R_V, "fro"));

// [fewest_heads] your tolerance is a number: what rounding leaves where terms cancel grows with the terms; take 1e-9 |A| |W|
// - {
// -   // In another order, the entries of the sum are those of U V^T, whose columns are vec(A_h) and vec(W_h).
// + {
// - // Where a sum cancels, its rounding error is small compared with the terms, not with the sum.
// -   return arma::rank(R_U * R_V.t(), 1e-9 * arma::norm(R_U, "fro") * arma::norm(R_V, "fro"));
// + return arma::rank(R_U * R_V.t(), 1e-9);

// [fewest_heads] you count the terms that are not 0; these may depend on one another, or cancel
arma::uword exercise::fewest_heads(const std::vector<arma::mat>& A, const std::vector<arma::mat>& W)
{
  arma::uword count = 0;
  for (arma::uword h = 0; h < A.size(); ++h)
    if (!A[h].is_zero() && !W[h].is_zero())
      ++count;
  return count;
}
