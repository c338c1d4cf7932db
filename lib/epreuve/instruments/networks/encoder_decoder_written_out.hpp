#pragma once

#include "epreuve/networks/encoder_decoder.hpp"

#include <span>
#include <vector>

namespace epreuve::instruments {

/// A token, or a column of logits.
template <typename Number>
using Entries = std::vector<Number>;

/// The Transformer once more, token by token and number by number, for any numbers: doubles whose sums come in one order
/// whatever the number of tokens, complex numbers for derivatives, fractions.
///
/// What is not a product or a sum comes from the arithmetic:
///
///     weight(s)      a key's weight before division by the sum of all: exp(s) in softmax
///     deviation(v)   what a token of variance v is divided by: sqrt(v + epsilon)
///     relu(x)
///     root(k)        sqrt(k) of a whole number
///
/// With other weights and deviations, rational ones, it is another network with the same dependencies.
template <typename Number, typename Arithmetic>
class WrittenOut
{
public:
  using Tokens = std::vector<Entries<Number>>;

  /// @param shapes   a network; its weights are not read
  /// @param weights  in the order of networks::parameters, column by column
  WrittenOut(const networks::EncoderDecoder<double>& shapes, const Entries<Number>& weights,
             const Arithmetic& arithmetic)
      : weights_(weights), arithmetic_(arithmetic)
  {
    source_ = take(shapes.source);
    target_ = take(shapes.target);
    for (const auto& block : shapes.encoder)
      encoder_.push_back(take(block));
    for (const auto& block : shapes.decoder)
      decoder_.push_back(take(block));
  }

  /// The logits of what follows each target token, a column for each; networks::logits.
  Tokens logits(const networks::Pairs<double>& pairs) const
  {
    return decoded(pairs, encoded(pairs));
  }

  /// The output of the encoder's last block.
  Tokens encoded(const networks::Pairs<double>& pairs) const
  {
    Tokens x = embedded(source_, pairs.source, pairs.source_positions);
    for (const Block& block : encoder_)
      x = through(block, x, {}, pairs.source_seen, {});
    return x;
  }

  /// What the decoder makes of z.
  Tokens decoded(const networks::Pairs<double>& pairs, const Tokens& z) const
  {
    Tokens y = embedded(target_, pairs.target, pairs.target_positions);
    for (const Block& block : decoder_)
      y = through(block, y, z, pairs.target_seen, pairs.cross_seen);
    Tokens logits;
    for (const Entries<Number>& token : y) {
      logits.emplace_back();
      for (std::size_t t = 0; t < target_.columns; ++t) {
        Number sum{};
        for (std::size_t i = 0; i < target_.rows; ++i)
          sum += entry(target_, i, t) * token[i];
        logits.back().push_back(sum);
      }
    }
    return logits;
  }

private:
  struct Matrix
  {
    std::size_t first = 0, rows = 0, columns = 0; ///< a stretch of the weights
  };
  struct Head
  {
    Matrix W_Q, W_K, W_V, W_O;
  };
  struct Norm
  {
    Matrix gain, bias;
  };
  struct Block
  {
    std::vector<Head> self;
    Norm after_self;
    std::vector<Head> cross;
    Norm after_cross;
    Matrix W_1, b_1, W_2, b_2;
    Norm after_mlp;
  };

  Matrix take(const arma::mat& shape)
  {
    const Matrix taken{next_, shape.n_rows, shape.n_cols};
    next_ += shape.n_elem;
    return taken;
  }
  std::vector<Head> take(const std::vector<attention::Head<double>>& heads)
  {
    std::vector<Head> taken(heads.size());
    for (std::size_t h = 0; h < heads.size(); ++h) {
      taken[h].W_Q = take(heads[h].W_Q);
      taken[h].W_K = take(heads[h].W_K);
      taken[h].W_V = take(heads[h].W_V);
      taken[h].W_O = take(heads[h].W_O);
    }
    return taken;
  }
  Norm take(const networks::Norm<double>& norm)
  {
    Norm taken;
    taken.gain = take(norm.gain);
    taken.bias = take(norm.bias);
    return taken;
  }
  Block take(const networks::Block<double>& block)
  {
    Block taken;
    taken.self = take(block.self);
    taken.after_self = take(block.after_self);
    taken.cross = take(block.cross);
    taken.after_cross = take(block.after_cross);
    taken.W_1 = take(block.mlp.W_1);
    taken.b_1 = take(block.mlp.b_1);
    taken.W_2 = take(block.mlp.W_2);
    taken.b_2 = take(block.mlp.b_2);
    taken.after_mlp = take(block.after_mlp);
    return taken;
  }

  const Number& entry(const Matrix& M, std::size_t i, std::size_t j) const
  {
    return weights_[M.first + i + j * M.rows];
  }

  Entries<Number> times(const Matrix& W, const Entries<Number>& x) const
  {
    Entries<Number> y(W.rows);
    for (std::size_t i = 0; i < W.rows; ++i)
      for (std::size_t j = 0; j < W.columns; ++j)
        y[i] += entry(W, i, j) * x[j];
    return y;
  }

  Entries<Number> plus(const Entries<Number>& x, const Matrix& b) const
  {
    Entries<Number> y = x;
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += entry(b, i, 0);
    return y;
  }

  Tokens embedded(const Matrix& A, const std::vector<arma::uword>& tokens,
                  const arma::mat& positions) const
  {
    Tokens x;
    for (std::size_t k = 0; k < tokens.size(); ++k) {
      x.emplace_back();
      for (std::size_t i = 0; i < A.rows; ++i)
        x[k].push_back(arithmetic_.root(A.rows) * entry(A, i, tokens[k]) + Number(positions(i, k)));
    }
    return x;
  }

  /// norm(x + written)
  Entries<Number> normed_sum(const Norm& norm, const Entries<Number>& x,
                             const Entries<Number>& written) const
  {
    const Number n(double(x.size()));
    Entries<Number> sum(x.size());
    Number mean{}, variance{};
    for (std::size_t i = 0; i < x.size(); ++i)
      mean += sum[i] = x[i] + written[i];
    mean = mean / n;
    for (Number& entry : sum) {
      entry = entry - mean;
      variance += entry * entry;
    }
    const Number deviation = arithmetic_.deviation(variance / n);
    for (std::size_t i = 0; i < x.size(); ++i)
      sum[i] = entry(norm.gain, i, 0) * (sum[i] / deviation) + entry(norm.bias, i, 0);
    return sum;
  }

  /// What a layer of heads writes to each token of x.
  Tokens heads(const std::vector<Head>& heads, const Tokens& x, const Tokens& y,
               const arma::umat& seen) const
  {
    Tokens written(x.size(), Entries<Number>(x[0].size()));
    for (const Head& head : heads) {
      Tokens keys, values;
      for (const Entries<Number>& token : y) {
        keys.push_back(times(head.W_K, token));
        values.push_back(times(head.W_V, token));
      }
      for (std::size_t q = 0; q < x.size(); ++q) {
        const Entries<Number> query = times(head.W_Q, x[q]);
        Entries<Number> mixed(head.W_V.rows);
        Number all{};
        for (std::size_t k = 0; k < y.size(); ++k) {
          if (seen(q, k) == 0)
            continue;
          Number score{};
          for (std::size_t i = 0; i < query.size(); ++i)
            score += query[i] * keys[k][i];
          const Number weight = arithmetic_.weight(score / arithmetic_.root(query.size()));
          all += weight;
          for (std::size_t i = 0; i < mixed.size(); ++i)
            mixed[i] += weight * values[k][i];
        }
        for (Number& entry : mixed)
          entry = entry / all;
        const Entries<Number> of_head = times(head.W_O, mixed);
        for (std::size_t i = 0; i < of_head.size(); ++i)
          written[q][i] += of_head[i];
      }
    }
    return written;
  }

  Tokens through(const Block& block, Tokens x, const Tokens& z, const arma::umat& seen,
                 const arma::umat& cross_seen) const
  {
    const auto add = [&](const Norm& norm, const Tokens& written) {
      for (std::size_t k = 0; k < x.size(); ++k)
        x[k] = normed_sum(norm, x[k], written[k]);
    };
    add(block.after_self, heads(block.self, x, x, seen));
    if (!block.cross.empty())
      add(block.after_cross, heads(block.cross, x, z, cross_seen));
    Tokens written;
    for (const Entries<Number>& token : x) {
      Entries<Number> hidden = plus(times(block.W_1, token), block.b_1);
      for (Number& entry : hidden)
        entry = arithmetic_.relu(entry);
      written.push_back(plus(times(block.W_2, hidden), block.b_2));
    }
    add(block.after_mlp, written);
    return x;
  }

  Entries<Number> weights_;
  Arithmetic arithmetic_;
  std::size_t next_ = 0;
  Matrix source_, target_;
  std::vector<Block> encoder_, decoder_;
};

/// The weights of a network, one after the other, as numbers of another kind.
template <typename Number>
Entries<Number> weights_of(networks::EncoderDecoder<double> network)
{
  Entries<Number> all;
  for (const std::span<double> stretch : networks::parameters(network))
    for (const double weight : stretch)
      all.push_back(Number(weight));
  return all;
}

} // namespace epreuve::instruments
