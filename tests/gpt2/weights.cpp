#include "epreuve/gpt2/weights.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/parameters.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"
#include "support/safetensors.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <sched.h>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::gpt2;
using namespace epreuve::tests;

namespace {

const Config toy{.layers = 2, .heads = 3, .n = 9, .N = 23, .context = 7, .mlp = 70};

const char* const toy_json = R"({"n_layer": 2, "n_head": 3, "n_embd": 9, "vocab_size": 23,
                                 "n_ctx": 7, "n_inner": 70})";

/// Values of all parameters, as in a file.
std::map<std::string, std::vector<float>> draw_values()
{
  std::mt19937 generator(5);
  std::normal_distribution<float> normal;
  std::map<std::string, std::vector<float>> values;
  for (const Parameter& parameter : parameters(toy)) {
    arma::uword count = 1;
    for (const arma::uword length : parameter.shape)
      count *= length;
    for (arma::uword i = 0; i < count; ++i)
      values[parameter.name].push_back(normal(generator));
  }
  return values;
}

std::vector<StoredTensor> stored_tensors(const std::map<std::string, std::vector<float>>& values)
{
  std::vector<StoredTensor> tensors;
  for (const Parameter& parameter : parameters(toy))
    tensors.push_back(stored("transformer." + parameter.name,
                             {parameter.shape.begin(), parameter.shape.end()},
                             values.at(parameter.name)));
  return tensors;
}

template <typename Real>
Weights<Real> load(const std::vector<StoredTensor>& tensors)
{
  const TemporaryFolder folder;
  write_file(folder / "model.safetensors", safetensors(tensors, 3));
  write_file(folder / "config.json", toy_json);
  return load_weights<Real>(Checkpoint(folder.path()));
}

template <typename Real>
bool same(const arma::Col<Real>& vector, const std::vector<float>& values)
{
  bool same = vector.n_elem == values.size();
  for (std::size_t i = 0; same && i < values.size(); ++i)
    same = vector(i) == static_cast<Real>(values[i]);
  return same;
}

/// Column j of the matrix is row j of the file.
template <typename Real>
bool same(const arma::Mat<Real>& matrix, const std::vector<float>& values)
{
  return same(arma::Col<Real>(arma::vectorise(matrix)), values);
}

/// Row i of the matrix is row i of the file.
template <typename Real>
bool same_rows(const arma::Mat<Real>& matrix, const std::vector<float>& values)
{
  return same(arma::Mat<Real>(matrix.t()), values);
}

bool aligned(const void* memory)
{
  return reinterpret_cast<std::uintptr_t>(memory) % 64 == 0;
}

template <typename Real>
void check_load()
{
  const auto values = draw_values();
  const Weights<Real> loaded = load<Real>(stored_tensors(values));
  const Weights<Real> weights = loaded;
  BOOST_TEST((weights.config == toy));
  BOOST_TEST(same(weights.wte, values.at("wte.weight")));
  BOOST_TEST(same(weights.wpe, values.at("wpe.weight")));
  BOOST_TEST(same(weights.ln_f.gain, values.at("ln_f.weight")));
  BOOST_TEST(same(weights.ln_f.bias, values.at("ln_f.bias")));
  BOOST_REQUIRE(weights.blocks.size() == 2u);
  for (std::size_t layer = 0; layer < 2; ++layer) {
    const Block<Real>& block = weights.blocks[layer];
    const auto value = [&](const std::string& name) {
      return values.at("h." + std::to_string(layer) + "." + name);
    };
    BOOST_TEST(same(block.ln_1.gain, value("ln_1.weight")));
    BOOST_TEST(same(block.ln_1.bias, value("ln_1.bias")));
    BOOST_TEST(same(block.ln_2.gain, value("ln_2.weight")));
    BOOST_TEST(same(block.ln_2.bias, value("ln_2.bias")));
    BOOST_TEST(same_rows(block.qkv.neurons, value("attn.c_attn.weight")));
    BOOST_TEST(same(block.qkv.b, value("attn.c_attn.bias")));
    BOOST_TEST(same_rows(block.heads.neurons, value("attn.c_proj.weight")));
    BOOST_TEST(same(block.heads.b, value("attn.c_proj.bias")));
    BOOST_TEST(same_rows(block.mlp_in.neurons, value("mlp.c_fc.weight")));
    BOOST_TEST(same(block.mlp_in.b, value("mlp.c_fc.bias")));
    BOOST_TEST(same_rows(block.mlp_out.neurons, value("mlp.c_proj.weight")));
    BOOST_TEST(same(block.mlp_out.b, value("mlp.c_proj.bias")));
  }
}

template <typename Real>
double moment(const arma::Mat<Real>& matrix, int power)
{
  double sum = 0;
  for (const Real value : matrix)
    sum += std::pow(static_cast<double>(value), power);
  return sum / static_cast<double>(matrix.n_elem);
}

/// Keeps this thread, and the threads that it starts, on one processor while this lives.
class OneProcessor
{
public:
  OneProcessor()
  {
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(::sched_getcpu(), &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() { ::sched_setaffinity(0, sizeof before_, &before_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

private:
  cpu_set_t before_;
};

} // namespace

BOOST_AUTO_TEST_CASE(every_parameter_is_where_the_model_looks_for_it)
{
  check_load<float>();
  check_load<double>();
}

BOOST_AUTO_TEST_CASE(matrices_are_views_of_one_piece_of_memory_and_stay_so_when_moved)
{
  Weights<float> weights = load<float>(stored_tensors(draw_values()));
  const float* const wte = weights.wte.memptr();
  const float* const neurons = weights.blocks[1].mlp_out.neurons.memptr();
  const float* const gain = weights.blocks[0].ln_1.gain.memptr();
  for (const float* const begin : {wte, neurons, gain})
    BOOST_TEST(aligned(begin));
  BOOST_TEST(std::abs(neurons - wte) < 100'000);
  const Weights<float> moved = std::move(weights);
  BOOST_TEST(moved.wte.memptr() == wte);
  BOOST_TEST(moved.blocks[1].mlp_out.neurons.memptr() == neurons);
  BOOST_TEST(moved.blocks[0].ln_1.gain.memptr() == gain);
}

BOOST_AUTO_TEST_CASE(a_missing_tensor_is_named)
{
  auto tensors = stored_tensors(draw_values());
  std::erase_if(tensors, [](const StoredTensor& tensor) {
    return tensor.name == "transformer.h.1.mlp.c_fc.bias";
  });
  BOOST_CHECK_EXCEPTION(load<float>(tensors), Error, says("has no tensor h.1.mlp.c_fc.bias"));
}

BOOST_AUTO_TEST_CASE(a_tensor_that_contradicts_the_sizes_is_named)
{
  auto tensors = stored_tensors(draw_values());
  for (StoredTensor& tensor : tensors)
    if (tensor.name == "transformer.h.0.attn.c_attn.weight")
      tensor.shape = {27, 9};
  BOOST_CHECK_EXCEPTION(load<float>(tensors), Error,
                        says("tensor h.0.attn.c_attn.weight is 27 x 9, expected 9 x 27 by the "
                             "sizes in"));
}

BOOST_AUTO_TEST_CASE(an_unembedding_of_its_own_is_refused_and_a_tied_one_is_not)
{
  auto tensors = stored_tensors(draw_values());
  StoredTensor unembedding = tensors.front();
  BOOST_REQUIRE(unembedding.name == "transformer.wte.weight");
  unembedding.name = "lm_head.weight";
  tensors.push_back(unembedding);
  BOOST_CHECK_NO_THROW(load<float>(tensors));
  tensors.back().bytes[5] ^= 1;
  BOOST_CHECK_EXCEPTION(load<float>(tensors), Error, says("lm_head.weight is not wte.weight"));
}

BOOST_AUTO_TEST_CASE(random_weights_are_the_same_numbers_in_both_precisions)
{
  const auto floats = random_weights<float>(toy, 11);
  const auto doubles = random_weights<double>(toy, 11);
  BOOST_TEST(arma::all(arma::vectorise(arma::conv_to<arma::mat>::from(floats.wte) == doubles.wte)));
  BOOST_TEST(
      arma::all(arma::vectorise(arma::conv_to<arma::mat>::from(floats.blocks[1].mlp_out.neurons) ==
                                doubles.blocks[1].mlp_out.neurons)));
}

BOOST_AUTO_TEST_CASE(random_weights_do_not_depend_on_the_number_of_threads)
{
  const Config large{.layers = 1, .heads = 1, .n = 300, .N = 5000, .context = 2, .mlp = 300};
  const auto many = random_weights<float>(large, 3);
  const OneProcessor one;
  const auto alone = random_weights<float>(large, 3);
  BOOST_TEST(arma::all(arma::vectorise(many.wte == alone.wte)));
  BOOST_TEST(arma::all(
      arma::vectorise(many.blocks[0].mlp_out.neurons == alone.blocks[0].mlp_out.neurons)));
}

BOOST_AUTO_TEST_CASE(random_weights_are_normal_of_the_papers_deviations)
{
  const Config large{.layers = 8, .heads = 1, .n = 100, .N = 4000, .context = 1000, .mlp = 400};
  const auto weights = random_weights<double>(large, 1);
  const auto check = [](const arma::mat& matrix, double deviation) {
    const double draws = static_cast<double>(matrix.n_elem);
    const double variance = moment(matrix, 2);
    BOOST_TEST(std::abs(moment(matrix, 1)) < 4 * deviation / std::sqrt(draws));
    BOOST_TEST(std::abs(variance / (deviation * deviation) - 1) < 4 * std::sqrt(2 / draws));
    // Twelve uniform numbers have kurtosis 3 - 1.2 / 12.
    BOOST_TEST(std::abs(moment(matrix, 4) / (variance * variance) - 2.9) <
               4 * std::sqrt(24 / draws));
  };
  check(weights.wte, 0.02);
  check(weights.wpe, 0.02);
  check(weights.blocks[7].qkv.neurons, 0.02);
  check(weights.blocks[7].mlp_in.neurons, 0.02);
  check(weights.blocks[7].heads.neurons, 0.005);
  check(weights.blocks[7].mlp_out.neurons, 0.005);
}

BOOST_AUTO_TEST_CASE(random_weights_follow_the_normal_distribution)
{
  const Config large{.layers = 1, .heads = 1, .n = 100, .N = 500, .context = 1, .mlp = 1};
  const arma::vec draws = arma::sort(arma::vectorise(random_weights<double>(large, 2).wte)) / 0.02;
  const double count = static_cast<double>(draws.n_elem);
  double farthest = 0;
  for (arma::uword i = 0; i < draws.n_elem; ++i)
    farthest = std::max(farthest, std::abs(0.5 * std::erfc(-draws(i) / std::sqrt(2)) -
                                           (static_cast<double>(i) + 0.5) / count));
  // The Kolmogorov-Smirnov distance that one sample in a thousand exceeds.
  BOOST_TEST(farthest < 1.95 / std::sqrt(count));
}

BOOST_AUTO_TEST_CASE(before_training_norms_and_biases_do_nothing)
{
  const auto weights = random_weights<float>(toy, 4);
  BOOST_TEST(arma::all(weights.ln_f.gain == 1.0F));
  BOOST_TEST(arma::all(weights.blocks[1].ln_2.gain == 1.0F));
  BOOST_TEST(arma::all(weights.blocks[1].ln_2.bias == 0.0F));
  BOOST_TEST(arma::all(weights.blocks[1].qkv.b == 0.0F));
}

BOOST_AUTO_TEST_CASE(another_seed_or_another_matrix_has_other_random_weights)
{
  const auto weights = random_weights<float>(toy, 1);
  const auto others = random_weights<float>(toy, 2);
  BOOST_TEST(arma::accu(weights.wte == others.wte) == 0u);
  BOOST_TEST(arma::accu(weights.blocks[0].qkv.neurons == weights.blocks[1].qkv.neurons) == 0u);
}
