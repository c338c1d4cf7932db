#include "epreuve/gpt2/published.hpp"

#include "epreuve/fetching/inventory.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"
#include "support/safetensors.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::gpt2;
using namespace epreuve::tests;

namespace {

std::string sha256_of(const std::string& text)
{
  Sha256 hash;
  hash.add(std::as_bytes(std::span(text)));
  return std::move(hash).hex();
}

/// A checkpoint, together with its folder.
struct Written
{
  TemporaryFolder folder;
  Checkpoint checkpoint;

  explicit Written(const std::vector<StoredTensor>& tensors)
      : checkpoint([&] {
          write_file(folder / "model.safetensors", safetensors(tensors, 3));
          return folder.path();
        }())
  {
  }
};

} // namespace

BOOST_AUTO_TEST_CASE(sha256_gives_the_standards_examples)
{
  BOOST_TEST(sha256_of("abc") ==
             "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  BOOST_TEST(sha256_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  BOOST_TEST(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
             "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  BOOST_TEST(sha256_of(std::string(1'000'000, 'a')) ==
             "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

BOOST_AUTO_TEST_CASE(sha256_of_pieces_is_that_of_the_whole)
{
  Sha256 hash;
  for (const char letter : std::string("abc"))
    hash.add(std::as_bytes(std::span(&letter, 1)));
  BOOST_TEST(std::move(hash).hex() == sha256_of("abc"));
}

BOOST_AUTO_TEST_CASE(the_published_tensors_are_the_whole_of_gpt2_small)
{
  const auto published = published_tensors();
  BOOST_TEST(published.size() == 148u);
  BOOST_TEST(std::accumulate(published.begin(), published.end(), arma::uword{0},
                             [](arma::uword sum, const PublishedTensor& tensor) {
                               return sum + tensor.count;
                             }) == parameter_count(Config{}));
}

BOOST_AUTO_TEST_CASE(a_tensor_is_hashed_as_float32_whatever_it_is_stored_as)
{
  std::vector<float> values(70'001);
  std::iota(values.begin(), values.end(), -35'000.0F);
  const Written written({stored("long", {7, 10'000, 1}, {values.begin(), values.end() - 1}),
                         {"half", "F16", {2}, bytes_of<std::uint16_t>({0x3C00, 0xC000})},
                         {"bool", "BOOL", {1}, "\1"}});
  const auto hash = [&](const char* name) {
    return sha256(written.checkpoint, written.checkpoint.info(name));
  };
  values.pop_back();
  BOOST_TEST(hash("long") == sha256_of(bytes_of(values)));
  BOOST_TEST(hash("half") == sha256_of(bytes_of<float>({1, -2})));
  BOOST_CHECK_EXCEPTION(hash("bool"), Error, says("tensor bool holds BOOL"));
}

BOOST_AUTO_TEST_CASE(other_values_under_a_published_name_are_not_published)
{
  const std::vector<float> zeros(768);
  const Written written({stored("ln_f.bias", {768}, zeros), stored("ln_f.other", {768}, zeros)});
  for (const TensorInfo& tensor : written.checkpoint.tensors())
    BOOST_TEST(!is_published(written.checkpoint, tensor), tensor.name);
  BOOST_TEST(!all_published(written.checkpoint));
}

BOOST_AUTO_TEST_CASE(the_inventory_counts_what_is_held_of_each_part)
{
  const std::vector<float> values(64 * 192);
  const auto first = [&](std::size_t count) {
    return std::vector<float>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
  };
  const Written written(
      {stored("wte.weight", {5, 64}, first(320)), stored("wpe.weight", {3, 64}, first(192)),
       stored("transformer.h.1.attn.c_attn.weight", {64, 192}, values),
       stored("h.0.mlp.c_fc.bias", {7}, first(7)), stored("h.0.attn.bias", {1, 1, 3, 3}, first(9)),
       stored("lm_head.weight", {5, 64}, first(320)), stored("h.1.ln_2.bias", {64}, first(64))});
  const Inventory found = inventory(written.checkpoint);
  // 2 blocks, n = 64, mlp = 7
  BOOST_TEST((found.parts.at(Part::wte) == Holding{320, 320}));
  BOOST_TEST((found.parts.at(Part::wpe) == Holding{192, 192}));
  BOOST_TEST(
      (found.parts.at(Part::attention) == Holding{64 * 192, 2 * (64 * 192 + 192 + 64 * 64 + 64)}));
  BOOST_TEST((found.parts.at(Part::mlp) == Holding{7, 2 * (2 * 64 * 7 + 7 + 64)}));
  BOOST_TEST((found.parts.at(Part::layer_norm) == Holding{64, 2 * 256 + 128}));
  BOOST_TEST(found.parameters.held == 320u + 192 + 64 * 192 + 7 + 64);
  BOOST_TEST(found.parameters.of == parameter_count(written.checkpoint.config()));
  BOOST_TEST(found.missing.size() == 28u - 5);
  BOOST_TEST(found.tensors.size() == 7u);
  for (const InventoryEntry& entry : found.tensors)
    BOOST_TEST(!entry.published);
}
