// [token_updated] you add y to every token; only token t is updated
// - next.col(t) += y;
// + next.each_col() += y;
// +   (void)t;

// [token_updated] you update the token before t; tokens count from 0
// - next.col(t) += y;
// + next.col(t == 0 ? x.n_cols - 1 : t - 1) += y;

// [token_updated] you replace the token by y; a block adds y to what was there
// - next.col(t) += y;
// + next.col(t) = y;

// [token_updated] the other tokens are 0 in your result; they stay as they are
// - arma::mat next = x;
// -   next.col(t) += y;
// + arma::mat next(arma::size(x), arma::fill::zeros);
// +   next.col(t) = x.col(t) + y;

// [token_updated] you subtract y
// - next.col(t) += y;
// + next.col(t) -= y;

// [next_stream] you take the absolute value; ReLU makes 0 of what is negative
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return x + block.W_out * arma::mat(arma::abs(block.W_in * x));
}

// [next_stream] you add to W_in x, what the block has read, not to x
// - return x + block.W_out * arma::mat(arma::clamp(inside, 0, arma::datum::inf));
// + return inside +
// +          block.W_out * arma::mat(arma::clamp(inside, 0, std::numeric_limits<double>::infinity()));

// [next_stream] W_in and W_out are exchanged: W_in comes before ReLU, W_out after it
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return x + block.W_in * arma::mat(arma::clamp(block.W_out * x, 0,
                                                std::numeric_limits<double>::infinity()));
}

// [next_stream] what is written is missing its other term: the stream is x plus it
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return block.W_out *
         arma::mat(arma::clamp(block.W_in * x, 0, std::numeric_limits<double>::infinity()));
}

// [next_stream] you apply ReLU to x; it belongs between W_in and W_out
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return x + block.W_out * block.W_in *
                 arma::mat(arma::clamp(x, 0, std::numeric_limits<double>::infinity()));
}

// [next_stream] you apply ReLU to what is written; it belongs between W_in and W_out
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return x + arma::clamp(block.W_out * block.W_in * x, 0, std::numeric_limits<double>::infinity());
}

// [next_stream] you cut the whole stream at 0; only what the block reads goes through ReLU
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  const arma::mat inside = arma::clamp(block.W_in * x, 0, std::numeric_limits<double>::infinity());
  return arma::clamp(x + block.W_out * inside, 0, std::numeric_limits<double>::infinity());
}

// [next_stream] ReLU is missing: the block is W_out W_in, a matrix
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return x + block.W_out * block.W_in * x;
}

// [next_stream] your ReLU ends at a number: arma::clamp(u, 0, 100) makes 100 of all that is larger; its upper bound is arma::datum::inf
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return x + block.W_out * arma::mat(arma::clamp(block.W_in * x, 0, 100));
}

// [next_stream] your function is tanh; this block's is ReLU, max(0, u)
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return x + block.W_out * arma::tanh(block.W_in * x);
}

// [block_3_receives] this is Z X u_1: what was there before, u_0, is still in the stream
// - return of.Z * (u_0 + of.X * u_1);
// + (void)u_0;
// +   return of.Z * of.X * u_1;

// [block_3_receives] this is X u_1, as the document has it: what block 1 added, without what was there and without Z
// - return of.Z * (u_0 + of.X * u_1);
// + (void)u_0;
// +   return of.X * u_1;

// [block_3_receives] Z reads what was there too: it multiplies the sum
// - return of.Z * (u_0 + of.X * u_1);
// + return u_0 + of.Z * of.X * u_1;

// [block_3_receives] you apply Z first and X last; block 1 writes through X before block 3 reads through Z
// - return of.Z * (u_0 + of.X * u_1);
// + return of.Z * u_0 + of.X * of.Z * u_1;

// [block_3_receives] Z reads what block 1 wrote too: it multiplies the sum
// - return of.Z * (u_0 + of.X * u_1);
// + return of.Z * u_0 + of.X * u_1;

// [block_3_receives] this is what the stream has; block 3 reads it through Z
// - return of.Z * (u_0 + of.X * u_1);
// + return u_0 + of.X * u_1;

// [block_3_receives] X multiplies what block 1 returned, not what was there
// - return of.Z * (u_0 + of.X * u_1);
// + return of.Z * of.X * (u_0 + u_1);

// [virtual_sizes] later blocks are not heard by earlier ones: only i < j counts
// - for (arma::uword i = 0; i < j; ++i)
// -       sizes(j, i) = arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");
// + for (arma::uword i = 0; i < blocks.size(); ++i)
// +       sizes(j, i) = i == j ? 0 : arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");

// [virtual_sizes] a block does not hear itself: the diagonal is 0
// - for (arma::uword i = 0; i < j; ++i)
// + for (arma::uword i = 0; i <= j; ++i)

// [virtual_sizes] you have only the next block; every later one reads too
arma::mat exercise::virtual_sizes(const std::vector<Block>& blocks)
{
  arma::mat sizes(blocks.size(), blocks.size(), arma::fill::zeros);
  for (arma::uword i = 0; i + 1 < blocks.size(); ++i)
    sizes(i + 1, i) = arma::norm(blocks[i + 1].W_in * blocks[i].W_out, "fro");
  return sizes;
}

// [virtual_sizes] the product is the other way round: W_out writes first, so it is on the right
// - sizes(j, i) = arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");
// + sizes(j, i) = arma::norm(blocks[i].W_out * blocks[j].W_in, "fro");

// [virtual_sizes] of the writer it is W_out that counts, of the reader W_in; you have W_in of the writer and W_out of the reader
// - sizes(j, i) = arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");
// + sizes(j, i) = arma::norm(blocks[j].W_out * blocks[i].W_in, "fro");

// [virtual_sizes] this is the largest singular value; the root of the sum of all squares was asked for
// - sizes(j, i) = arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");
// + sizes(j, i) = arma::norm(blocks[j].W_in * blocks[i].W_out, 2);

// [virtual_sizes] the root is missing
// - sizes(j, i) = arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");
// + sizes(j, i) = arma::accu(arma::square(blocks[j].W_in * blocks[i].W_out));

// [virtual_sizes] rows are readers and columns writers; you have them exchanged
// - sizes(j, i) = arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");
// + sizes(i, j) = arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");

// [paths_of_length] this is one path, that of the first k layers; all choices of k layers are added
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  arma::mat path(arma::size(W[0]), arma::fill::eye);
  for (arma::uword l = 0; l < k; ++l)
    path = W[l] * path;
  return path;
}

// [paths_of_length] you choose only layers that follow each other; a path may pass some by in between
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  arma::mat sum(arma::size(W[0]), arma::fill::zeros);
  for (arma::uword first = 0; first + k <= W.size(); ++first) {
    arma::mat path(arma::size(W[0]), arma::fill::eye);
    for (arma::uword l = first; l < first + k; ++l)
      path = W[l] * path;
    if (k > 0 || first == 0)
      sum += path;
  }
  return sum;
}

// [paths_of_length] you go through all choices of layers, and there are too many
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  arma::mat sum(arma::size(W[0]), arma::fill::zeros);
  for (arma::uword subset = 0; subset < arma::uword(1) << W.size(); ++subset) {
    arma::mat path(arma::size(W[0]), arma::fill::eye);
    arma::uword length = 0;
    for (arma::uword l = 0; l < W.size(); ++l)
      if (subset >> l & 1) {
        path = W[l] * path;
        ++length;
      }
    if (length == k)
      sum += path;
  }
  return sum;
}

// [paths_of_length] this is the k-th power of the sum of the layers, which takes them in every order and several times
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  arma::mat sum(arma::size(W[0]), arma::fill::zeros), power(arma::size(W[0]), arma::fill::eye);
  for (const arma::mat& layer : W)
    sum += layer;
  for (arma::uword m = 0; m < k; ++m)
    power = sum * power;
  return power;
}

// [paths_of_length] you take a layer several times: update the longest paths first, or each length sees the layer just taken
// - {
// -   // of[m]: all paths of length m through the layers so far; a further layer is passed by or gone through.
// + {
// - for (arma::uword m = k; m > 0; --m)
// + for (arma::uword m = 1; m <= k; ++m)

// [paths_of_length] the products are in the wrong order: the last layer is on the left
// - {
// -   // of[m]: all paths of length m through the layers so far; a further layer is passed by or gone through.
// + {
// - of[m] += layer * of[m - 1];
// + of[m] += of[m - 1] * layer;

// [paths_of_length] you have all paths of up to k layers; those of exactly k were asked for
// - {
// -   // of[m]: all paths of length m through the layers so far; a further layer is passed by or gone through.
// + {
// - return of[k];
// + arma::mat sum = of[0];
// +   for (arma::uword m = 1; m <= k; ++m)
// +     sum += of[m];
// +   return sum;

// [paths_of_length] the k-th power of the sum divided by k! is right only for layers that can change places, and it takes layers twice; go through the layers one by one
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  arma::mat sum(arma::size(W[0]), arma::fill::zeros), power(arma::size(W[0]), arma::fill::eye);
  for (const arma::mat& layer : W)
    sum += layer;
  for (arma::uword j = 1; j <= k; ++j)
    power = sum * power / double(j);
  return power;
}

// [gradient_before] at 0 the derivative is 0 here: only entries > 0 let the gradient through
// - const arma::mat slope = arma::conv_to<arma::mat>::from(block.W_in * x > 0);
// + const arma::mat slope = arma::conv_to<arma::mat>::from(block.W_in * x >= 0);

// [gradient_before] this is the direct way alone; the block depends on x too
arma::mat exercise::gradient_before(const arma::mat& x, const Block& block, const arma::mat& g)
{
  (void)x;
  (void)block;
  return g;
}

// [gradient_before] this goes forward: on the way back W_out comes first, and both are transposed
// - return g + block.W_in.t() * (slope % (block.W_out.t() * g));
// + return g + block.W_out * (slope % (block.W_in * g));

// [gradient_before] the direct way is missing: x_next contains x itself, so that g is a term
// - return g + block.W_in.t() * (slope % (block.W_out.t() * g));
// + return block.W_in.t() * (slope % (block.W_out.t() * g));

// [gradient_before] back through a matrix the gradient is multiplied by the transpose
// - return g + block.W_in.t() * (slope % (block.W_out.t() * g));
// + return g + block.W_in * (slope % (block.W_out * g));

// [gradient_before] ReLU is not applied to the gradient: the 1 or 0 comes from W_in x
// - const arma::mat slope = arma::conv_to<arma::mat>::from(block.W_in * x > 0);
// + const arma::mat slope = arma::conv_to<arma::mat>::from(block.W_out.t() * g > 0);

// [gradient_before] ReLU was applied to W_in x, and its derivative is taken there, not at x
// - const arma::mat slope = arma::conv_to<arma::mat>::from(block.W_in * x > 0);
// + const arma::mat slope = arma::conv_to<arma::mat>::from(x > 0);

// [gradient_before] ReLU is missing: where W_in x is not positive, nothing comes back through the block
arma::mat exercise::gradient_before(const arma::mat& x, const Block& block, const arma::mat& g)
{
  (void)x;
  return g + block.W_in.t() * block.W_out.t() * g;
}

// [gradient_before] the 1 or 0 of ReLU multiplies g itself; it comes after W_out^T and before W_in^T
arma::mat exercise::gradient_before(const arma::mat& x, const Block& block, const arma::mat& g)
{
  const arma::mat through = arma::conv_to<arma::mat>::from(block.W_in * x > 0);
  return g + block.W_in.t() * block.W_out.t() * (through % g);
}
