#include "epreuve/gpt2/checkpoint.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/parameters.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"
#include "support/safetensors.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace epreuve;
using namespace epreuve::gpt2;
using namespace epreuve::tests;

namespace {

/// A folder with a checkpoint and, if given, a config.json, which exists while this lives.
class Folder
{
public:
  explicit Folder(const std::string& content, const std::string& config = "")
  {
    write_file(file(), content);
    if (!config.empty())
      write_file(folder_ / "config.json", config);
  }
  std::filesystem::path file() const { return folder_ / "model.safetensors"; }
  Checkpoint open() const { return Checkpoint(file()); }

private:
  TemporaryFolder folder_;
};

std::vector<float> counting(std::size_t count)
{
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<float>(i) - 7.5F;
  return values;
}

/// One tensor "a" of these values.
StoredTensor sample(const std::string& dtype, const std::vector<std::uint64_t>& shape,
                    const std::string& bytes)
{
  return {"a", dtype, shape, bytes};
}

/// 1, -2, 0.5, 65504 (the largest half), 2^-24 (the smallest), -0.
const StoredTensor halves =
    sample("F16", {2, 3}, bytes_of<std::uint16_t>({0x3C00, 0xC000, 0x3800, 0x7BFF, 1, 0x8000}));
/// The same but 65536 and 2^-126.
const StoredTensor bfloats = sample(
    "BF16", {2, 3}, bytes_of<std::uint16_t>({0x3F80, 0xC000, 0x3F00, 0x4780, 0x0080, 0x8000}));

template <typename Real>
void check_values(const StoredTensor& tensor, const std::vector<double>& expected)
{
  for (const std::size_t misalignment : {0, 1, 2, 3, 4, 5, 6, 7}) {
    const Folder folder(safetensors({tensor}, misalignment));
    const Checkpoint checkpoint = folder.open();
    const arma::Mat<Real> matrix = checkpoint.matrix<Real>("a");
    BOOST_TEST_REQUIRE(matrix.n_rows == 3u);
    BOOST_TEST_REQUIRE(matrix.n_cols == 2u);
    for (arma::uword i = 0; i < 6; ++i)
      BOOST_TEST(static_cast<double>(matrix(i)) == expected[i]);
  }
}

void refused(const std::string& content, const std::string& message)
{
  const Folder folder(content);
  BOOST_CHECK_EXCEPTION(folder.open(), Error, says(folder.file().string()));
  BOOST_CHECK_EXCEPTION(folder.open(), Error, says(message));
  BOOST_CHECK_EXCEPTION(folder.open(), Error, [](const Error& error) {
    return std::string_view(error.what()).find('\n') == std::string_view::npos;
  });
}

/// A header, then 16 bytes.
void refused_header(const std::string& header, const std::string& message)
{
  refused(safetensors(header, std::string(16, '\0')), message);
}

} // namespace

BOOST_AUTO_TEST_CASE(rows_of_the_file_are_columns_of_the_matrix)
{
  const Folder folder(safetensors({stored("a", {2, 3}, {1, 2, 3, 4, 5, 6})}));
  const Checkpoint checkpoint = folder.open();
  const arma::mat expected{{1, 4}, {2, 5}, {3, 6}};
  BOOST_TEST(arma::approx_equal(checkpoint.matrix<double>("a"), expected, "absdiff", 0));
}

BOOST_AUTO_TEST_CASE(values_of_every_type_are_read_from_any_offset)
{
  const std::vector<double> half{1, -2, 0.5, 65'504, 0x1p-24, 0};
  check_values<float>(halves, half);
  check_values<double>(halves, half);
  const std::vector<double> bfloat{1, -2, 0.5, 65'536, 0x1p-126, 0};
  check_values<float>(bfloats, bfloat);
  check_values<double>(bfloats, bfloat);
  const std::vector<double> single{1, -2, 0.5, 1e9, 0x1p-149, 0};
  const auto floats = stored("a", {2, 3}, {1, -2, 0.5F, 1e9F, 0x1p-149F, 0});
  check_values<float>(floats, single);
  check_values<double>(floats, single);
}

BOOST_AUTO_TEST_CASE(aligned_floats_are_a_view_of_the_file_and_others_a_copy)
{
  const auto is_view = [](std::size_t misalignment) {
    const Folder folder(safetensors({stored("a", {5}, counting(5))}, misalignment));
    const Checkpoint checkpoint = folder.open();
    const void* const mapped = checkpoint.bytes(checkpoint.info("a")).data();
    return checkpoint.vector<float>("a").memptr() == mapped;
  };
  BOOST_TEST(is_view(0));
  BOOST_TEST(is_view(4));
  BOOST_TEST(!is_view(1));
  BOOST_TEST(!is_view(6));
}

BOOST_AUTO_TEST_CASE(names_are_found_with_and_without_prefix_on_either_side)
{
  const Folder folder(safetensors({stored("transformer.a", {1}, {1}), stored("b", {1}, {2})}));
  const Checkpoint checkpoint = folder.open();
  for (const char* name : {"a", "transformer.a"})
    BOOST_TEST(checkpoint.vector<float>(name)(0) == 1.0F);
  for (const char* name : {"b", "transformer.b"})
    BOOST_TEST(checkpoint.vector<float>(name)(0) == 2.0F);
  BOOST_TEST(checkpoint.info("transformer.a").name == "a");
  BOOST_TEST(checkpoint.has("transformer.b"));
  BOOST_TEST(!checkpoint.has("transformer.c"));
}

BOOST_AUTO_TEST_CASE(a_missing_tensor_is_named_with_the_nearest_name_that_is_there)
{
  const Folder folder(
      safetensors({stored("h.0.ln_1.weight", {1}, {1}), stored("wpe.weight", {1, 1}, {1})}));
  const Checkpoint checkpoint = folder.open();
  BOOST_CHECK_EXCEPTION(checkpoint.info("wte.weight"), Error,
                        says(folder.file().string() +
                             " has no tensor wte.weight; the nearest name of its 2 is wpe.weight, "
                             "and ./epreuve gpt2 fetch gets the whole model"));
  BOOST_CHECK_EXCEPTION(checkpoint.matrix<float>("transformer.h.0.ln_2.weigth"), Error,
                        says("the nearest name of its 2 is h.0.ln_1.weight"));
  const Folder empty(safetensors(std::vector<StoredTensor>{}));
  BOOST_CHECK_EXCEPTION(empty.open().info("a"), Error, says("has no tensor a, nor any other"));
}

BOOST_AUTO_TEST_CASE(masks_and_the_tied_unembedding_are_listed_but_are_not_parameters)
{
  const Folder folder(safetensors({{"h.0.attn.bias", "BOOL", {1, 1, 2, 2}, "\1\1\1\1"},
                                   {"h.0.attn.masked_bias", "I64", {1}, "12345678"},
                                   stored("h.0.attn.c_attn.bias", {1}, {1}),
                                   stored("lm_head.weight", {1, 1}, {1})}));
  const Checkpoint checkpoint = folder.open();
  std::map<std::string, bool> parameters;
  for (const TensorInfo& tensor : checkpoint.tensors())
    parameters[tensor.name] = find_parameter(Config{}, tensor.name).has_value();
  const std::map<std::string, bool> expected{{"h.0.attn.bias", false},
                                             {"h.0.attn.masked_bias", false},
                                             {"h.0.attn.c_attn.bias", true},
                                             {"lm_head.weight", false}};
  BOOST_TEST((parameters == expected));
  BOOST_TEST(checkpoint.info("h.0.attn.bias").count() == 4u);
  BOOST_TEST(checkpoint.bytes(checkpoint.info("h.0.attn.masked_bias")).size() == 8u);
  BOOST_CHECK_EXCEPTION(checkpoint.vector<float>("h.0.attn.masked_bias"), Error,
                        says("tensor h.0.attn.masked_bias holds I64, expected F32, F16 or BF16"));
}

BOOST_AUTO_TEST_CASE(only_a_matrix_is_a_matrix_and_only_a_vector_a_vector)
{
  const Folder folder(safetensors({stored("a", {2}, {1, 2}), stored("b", {1, 2}, {1, 2}),
                                   stored("c", {}, {1}), stored("d", {1, 1, 1, 2}, {1, 2})}));
  const Checkpoint checkpoint = folder.open();
  BOOST_CHECK_EXCEPTION(checkpoint.matrix<float>("a"), Error,
                        says("tensor a is no matrix, its shape is 2"));
  BOOST_CHECK_EXCEPTION(checkpoint.vector<float>("b"), Error,
                        says("tensor b is no vector, its shape is 1 x 2"));
  BOOST_CHECK_EXCEPTION(checkpoint.vector<float>("c"), Error, says("its shape is scalar"));
  BOOST_CHECK_EXCEPTION(checkpoint.matrix<float>("d"), Error, says("its shape is 1 x 1 x 1 x 2"));
}

BOOST_AUTO_TEST_CASE(many_tensors_are_read_at_once_and_transposed_where_asked)
{
  // More rows and columns than one step of the transposition takes.
  const arma::uword rows = 130, columns = 8'199;
  const auto values = counting(rows * columns);
  std::vector<std::uint16_t> bits(values.size());
  for (std::size_t i = 0; i < bits.size(); ++i)
    bits[i] = static_cast<std::uint16_t>(i % 0x7C00);
  const Folder folder(safetensors({stored("a", {rows, columns}, values),
                                   {"b", "F16", {rows, columns}, bytes_of(bits)},
                                   stored("c", {3}, {1, 2, 3}),
                                   stored("d", {values.size() / 3, 3}, values)},
                                  3));
  const Checkpoint checkpoint = folder.open();

  arma::fmat a(rows, columns), b(rows, columns);
  arma::fvec c(3);
  checkpoint.read<float>({{"a", {rows, columns}, a.memptr(), true},
                          {"transformer.b", {rows, columns}, b.memptr(), true},
                          {"c", {3}, c.memptr()}});
  BOOST_TEST(arma::all(arma::vectorise(a.t() == arma::fmat(values.data(), columns, rows))));
  BOOST_TEST(arma::all(arma::vectorise(b.t() == checkpoint.matrix<float>("b"))));
  BOOST_TEST(c(2) == 3.0F);

  arma::fmat narrow(values.size() / 3, 3);
  checkpoint.read<float>({{"d", {narrow.n_rows, 3}, narrow.memptr(), true}});
  BOOST_TEST(arma::all(arma::vectorise(narrow.t() == checkpoint.matrix<float>("d"))));

  arma::mat wide(rows, columns);
  checkpoint.read<double>({{"a", {rows, columns}, wide.memptr(), true}});
  BOOST_TEST(arma::all(arma::vectorise(wide == arma::conv_to<arma::mat>::from(a))));
}

BOOST_AUTO_TEST_CASE(a_transpose_is_the_same_wherever_its_columns_begin_on_a_cache_line)
{
  for (const arma::uword rows : {16u, 48u, 2'064u})
    for (const arma::uword columns : {1u, 4u, 7u, 190u}) {
      const auto values = counting(rows * columns);
      const Folder folder(safetensors({stored("a", {rows, columns}, values)}, 3));
      const Checkpoint checkpoint = folder.open();
      const arma::fmat expected = arma::fmat(values.data(), columns, rows).t();
      for (const std::size_t begin : {0u, 1u}) {
        BOOST_TEST_CONTEXT(rows << " x " << columns << ", begun " << begin << " floats on")
        {
          std::vector<float> memory(rows * columns + 34, -1);
          void* line = memory.data();
          std::size_t space = memory.size() * sizeof(float);
          std::align(64, 1, line, space);
          float* const destination = static_cast<float*>(line) + begin;
          checkpoint.read<float>({{"a", {rows, columns}, destination, true}});
          const arma::fmat found(destination, rows, columns);
          BOOST_TEST(arma::approx_equal(found, expected, "absdiff", 0));
          BOOST_TEST(destination[rows * columns] == -1);
        }
      }
    }
}

BOOST_AUTO_TEST_CASE(a_tensor_of_another_shape_than_asked_for_is_refused)
{
  const Folder folder(safetensors({stored("a", {2, 3}, counting(6)), stored("b", {1}, {1})}));
  const Checkpoint checkpoint = folder.open();
  std::vector<float> space(6);
  BOOST_CHECK_EXCEPTION(checkpoint.read<float>({{"a", {3, 2}, space.data()}}), Error,
                        says("tensor a is 2 x 3, expected 3 x 2"));
  BOOST_CHECK_EXCEPTION(checkpoint.read<float>({{"b", {1}, space.data(), true}}), Error,
                        says("tensor b is asked for as 1, but only a matrix has a transpose"));
}

BOOST_AUTO_TEST_CASE(values_come_in_pieces_that_are_the_whole)
{
  const auto values = counting(150'001);
  const Folder folder(safetensors({stored("a", {150'001}, values)}, 1));
  const Checkpoint checkpoint = folder.open();
  std::vector<float> visited;
  checkpoint.visit(checkpoint.info("a"), [&](std::span<const float> piece) {
    visited.insert(visited.end(), piece.begin(), piece.end());
  });
  BOOST_TEST((visited == values));
}

BOOST_AUTO_TEST_CASE(tensors_without_elements_are_empty)
{
  const Folder folder(safetensors({{"a", "F32", {0, 1'000'000'000'000}, ""},
                                   {"b", "F32", {1'000'000'000'000, 0}, ""},
                                   {"c", "F32", {0}, ""}}));
  const Checkpoint checkpoint = folder.open();
  BOOST_TEST(checkpoint.matrix<float>("a").is_empty());
  BOOST_TEST(checkpoint.matrix<double>("b").is_empty());
  BOOST_TEST(checkpoint.vector<float>("c").is_empty());
  float nothing = 1;
  checkpoint.read<float>({{"b", {1'000'000'000'000, 0}, &nothing, true}});
  BOOST_TEST(nothing == 1.0F);
}

BOOST_AUTO_TEST_CASE(a_folder_stands_for_its_checkpoint)
{
  const TemporaryFolder folder;
  BOOST_CHECK_EXCEPTION(
      Checkpoint(folder.path()), Error,
      says(folder.path().string() + " holds no safetensors file; ./epreuve gpt2 fetch"));
  const std::string content = safetensors({stored("a", {1}, {1})});
  write_file(folder / "one.safetensors", content);
  write_file(folder / "vocab.json", "{}");
  BOOST_TEST(Checkpoint(folder.path()).file() == folder / "one.safetensors");
  write_file(folder / "two.safetensors", content);
  BOOST_CHECK_EXCEPTION(Checkpoint(folder.path()), Error,
                        says("holds 2 safetensors files and none is model.safetensors"));
  write_file(folder / "model.safetensors", content);
  BOOST_TEST(Checkpoint(folder.path()).file() == folder / "model.safetensors");
  BOOST_CHECK_EXCEPTION(Checkpoint(folder / "three.safetensors"), Error,
                        says("three.safetensors is not there; ./epreuve gpt2 fetch"));
  BOOST_CHECK_EXCEPTION(Checkpoint("/dev/null"), Error, says("/dev/null cannot be read"));
}

BOOST_AUTO_TEST_CASE(a_model_in_several_files_is_named_as_such)
{
  const TemporaryFolder folder;
  const std::string content = safetensors({stored("a", {1}, {1})});
  for (const char* file : {"model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"})
    write_file(folder / file, content);
  const auto index = folder / "model.safetensors.index.json";
  write_file(index, R"({"weight_map": {}})");
  for (const auto& path : {folder.path(), index})
    BOOST_CHECK_EXCEPTION(Checkpoint{path}, Error,
                          says(folder.path().string() + " holds a model in several files, which "
                                                        "model.safetensors.index.json lists"));
}

BOOST_AUTO_TEST_CASE(what_is_no_checkpoint_is_named_as_what_it_is)
{
  const std::string pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:248d\nsize 548105171\n";
  const std::map<std::string, std::string> named{
      {pointer, "model.safetensors is a pointer of Git LFS"},
      {"<!DOCTYPE html><html></html>", "model.safetensors is a web page"},
      {"<html>", "model.safetensors is a web page"},
      {"PK\x03\x04 archive/data.pkl", "model.safetensors is an archive, as PyTorch writes"},
      {"GGUF\x03 and more", "model.safetensors is a model for llama.cpp"}};
  for (const auto& [content, said] : named)
    BOOST_CHECK_EXCEPTION(Folder(content).open(), Error, says(said));
  BOOST_CHECK_EXCEPTION(Folder(safetensors({stored("a", {1}, {1})}), pointer).open(), Error,
                        says("config.json is a pointer of Git LFS"));
}

BOOST_AUTO_TEST_CASE(config_json_decides_the_sizes)
{
  const std::string config = R"({"n_layer": 1, "n_head": 2, "n_embd": 6, "vocab_size": 10,
                                 "n_ctx": 4, "layer_norm_epsilon": 0.5})";
  const Folder folder(safetensors({stored("wpe.weight", {4, 6}, counting(24)),
                                   stored("h.0.ln_1.bias", {7}, counting(7)),
                                   stored("h.0.attn.c_attn.weight", {18, 6}, counting(108)),
                                   stored("other", {2}, counting(2))}),
                      config);
  const Checkpoint checkpoint = folder.open();
  const Config expected{
      .layers = 1, .heads = 2, .n = 6, .N = 10, .context = 4, .mlp = 24, .layer_norm_epsilon = 0.5};
  BOOST_TEST((checkpoint.config() == expected));
  BOOST_TEST(checkpoint.matrix<float>("wpe.weight").n_cols == 4u);
  BOOST_TEST(checkpoint.vector<float>("other").n_elem == 2u);
  BOOST_CHECK_EXCEPTION(checkpoint.vector<float>("h.0.ln_1.bias"), Error,
                        says("tensor h.0.ln_1.bias is 7, expected 6 by the sizes in"));
  BOOST_CHECK_EXCEPTION(checkpoint.matrix<float>("h.0.attn.c_attn.weight"), Error,
                        says("is 18 x 6, expected 6 x 18 by the sizes in"));
}

BOOST_AUTO_TEST_CASE(a_broken_config_json_is_an_error_at_once)
{
  const Folder folder(safetensors({stored("a", {1}, {1})}), "{");
  BOOST_CHECK_EXCEPTION(folder.open(), Error, says("config.json is no JSON"));
}

BOOST_AUTO_TEST_CASE(without_config_json_the_shapes_tell_the_sizes)
{
  const auto bytes = [](std::size_t count) { return std::string(2 * count, '\0'); };
  const Folder folder(safetensors({{"wte.weight", "F16", {11, 128}, bytes(11 * 128)},
                                   {"wpe.weight", "F16", {5, 128}, bytes(5 * 128)},
                                   {"h.2.mlp.c_fc.bias", "F16", {9}, bytes(9)},
                                   {"h.1.attn.bias", "F16", {1, 1, 5, 5}, bytes(25)}}));
  const Config expected{.layers = 3, .heads = 2, .n = 128, .N = 11, .context = 5, .mlp = 9};
  BOOST_TEST((folder.open().config() == expected));
}

BOOST_AUTO_TEST_CASE(sizes_that_no_tensor_tells_are_those_of_gpt2_small)
{
  const Folder folder(safetensors({stored("ln_f.bias", {1280}, counting(1280))}));
  const Config expected{
      .layers = 12, .heads = 20, .n = 1280, .N = 50'257, .context = 1024, .mlp = 5120};
  BOOST_TEST((folder.open().config() == expected));
}

BOOST_AUTO_TEST_CASE(a_file_that_does_not_tell_the_sizes_still_serves_its_tensors)
{
  const Folder folder(safetensors({stored("ln_f.bias", {48}, counting(48))}));
  const Checkpoint checkpoint = folder.open();
  BOOST_TEST(checkpoint.vector<float>("ln_f.bias")(1) == -6.5F);
  BOOST_CHECK_EXCEPTION(checkpoint.config(), Error, says("put its config.json beside it"));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_cut_short_is_refused)
{
  const std::string whole = safetensors({stored("a", {4}, counting(4))});
  refused("", "model.safetensors is empty; fetch or copy it again");
  refused(whole.substr(0, 7), "it has 7 bytes, which is no safetensors file");
  refused(whole.substr(0, 8), "but the file has only 8");
  refused(whole.substr(0, 40), "but the file has only 40");
  refused(whole.substr(0, whole.size() - 1),
          R"(tensor "a" ends at byte 16 of the data, but the file has only 15)");
}

BOOST_AUTO_TEST_CASE(a_header_of_impossible_length_is_refused)
{
  const auto length = [](std::uint64_t value) { return bytes_of<std::uint64_t>({value}); };
  refused(length(18'446'744'073'709'551'615U) + "{}", "18446744073709551615 bytes");
  refused(length(3) + "{}", "its header is to have 3 bytes, but the file has only 10");
  refused(safetensors("{}" + std::string(1 << 20, ' '), ""), "expected at most 1048576");
}

BOOST_AUTO_TEST_CASE(a_header_that_does_not_describe_tensors_is_refused)
{
  refused_header("", "its header is no JSON, wrong at byte 9");
  refused_header("{\"a\"", "its header is no JSON");
  refused_header("{}}", "its header is no JSON");
  refused_header("{\"\xFF\": {}}", "its header is no JSON");
  refused_header("[]", "its header must be a JSON object, but is an array");
  refused_header("7", "its header must be a JSON object, but is 7");
  refused_header("\"two\\nlines\"", R"(its header must be a JSON object, but is "two lines")");
  refused_header(R"({"a": []})", R"(tensor "a" must be described by an object, but is an array)");
  refused_header(R"({"a": null})", "but is null");
  refused_header(R"({"a": {}})", R"(tensor "a" must have a dtype, a shape and two data_offsets)");
  refused_header(R"({"a": {"dtype": "F32", "shape": [4]}})", "two data_offsets");
  refused_header(R"({"a": {"dtype": "F32", "shape": [4], "data_offsets": [0]}})",
                 "two data_offsets");
  refused_header(R"({"a": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16], "x": 1}})",
                 R"(is described by dtype, shape and data_offsets, got "x")");
  refused_header(R"({"a": {"dtype": "F32", "dtype": "F16"}})", R"(tensor "a" has dtype twice)");
  refused_header(R"({"a": {"dtype": 32}})", R"(tensor "a": dtype must be a string, got 32)");
  refused_header(R"({"__metadata__": {"format": 1}})",
                 "__metadata__ must hold strings, but holds 1");
  refused_header(R"({"a\nb": {}})",
                 R"(tensor "a b" has a name that is too long or not of one line)");
  // A letter of two bytes, of which a char that has a sign makes negative numbers, may be in a name.
  refused_header(R"({"é": []})", R"(tensor "é" must be described by an object, but is an array)");
  refused_header("{\"" + std::string(300, 'x') + "\": {}}", "has a name that is too long");
}

BOOST_AUTO_TEST_CASE(a_tensor_that_cannot_be_in_the_file_is_refused)
{
  const auto tensor = [](const std::string& dtype, const std::string& shape,
                         const std::string& offsets) {
    return R"({"a": {"dtype": ")" + dtype + R"(", "shape": )" + shape + R"(, "data_offsets": )" +
           offsets + "}}";
  };
  refused_header(tensor("F31", "[4]", "[0, 16]"), R"(tensor "a" has the unknown dtype "F31")");
  refused_header(tensor("F32", "[4]", "[-16, 0]"),
                 "data_offsets must be two whole numbers, got -16");
  refused_header(tensor("F32", "[4]", "[0.0, 16]"),
                 "data_offsets must be two whole numbers, got 0.0");
  refused_header(tensor("F32", "[4]", "[0, 1e999]"), "its header is no JSON");
  refused_header(tensor("F32", "[4]", "[0, 16, 16]"),
                 "data_offsets must be two whole numbers, got 16");
  refused_header(tensor("F32", "[4]", "[16, 0]"), "ends at 0, before it begins at 16");
  refused_header(tensor("F32", "[4]", "[4, 20]"),
                 "ends at byte 20 of the data, but the file has only 16");
  refused_header(tensor("F32", "[4]", "[0, 18446744073709551615]"), "but the file has only 16");
  refused_header(tensor("F32", "[3]", "[0, 16]"),
                 "of shape 3 and dtype F32 takes 12 bytes, but has 16");
  refused_header(tensor("F16", "[2, 2]", "[0, 16]"),
                 "of shape 2 x 2 and dtype F16 takes 8 bytes, but has 16");
  refused_header(tensor("F32", "[-4]", "[0, 16]"), "shape must be at most 4 whole numbers, got -4");
  refused_header(tensor("F32", "[[4]]", "[0, 16]"),
                 "shape must be at most 4 whole numbers, got an array");
  refused_header(tensor("F32", "[1,1,1,1,4]", "[0, 16]"),
                 "shape must be at most 4 whole numbers, got 4");
  // 2^62 floats take 2^64 bytes, which are 0 in 64 bits.
  refused_header(tensor("F32", "[4611686018427387904]", "[0, 0]"), "is larger than any file");
  refused_header(tensor("F32", "[4294967296, 4294967296]", "[0, 0]"), "is larger than any file");
}

BOOST_AUTO_TEST_CASE(tensors_that_share_bytes_or_a_name_are_refused)
{
  refused_header(R"({"a": {"dtype": "U8", "shape": [8], "data_offsets": [0, 8]},
                     "b": {"dtype": "U8", "shape": [8], "data_offsets": [7, 15]}})",
                 R"(tensors "a" and "b" overlap)");
  refused_header(R"({"a": {"dtype": "U8", "shape": [2], "data_offsets": [2, 4]},
                     "b": {"dtype": "U8", "shape": [16], "data_offsets": [0, 16]}})",
                 R"(tensors "b" and "a" overlap)");
  const std::string description = R"({"dtype": "U8", "shape": [0], "data_offsets": [0, 0]})";
  refused_header(R"({"a": )" + description + R"(, "a": )" + description + "}",
                 R"(tensor "a" is there twice)");
  refused_header(R"({"a": )" + description + R"(, "transformer.a": )" + description + "}",
                 R"(tensor "a" is there twice)");
}

BOOST_AUTO_TEST_CASE(tensors_are_listed_in_the_order_of_the_file)
{
  const std::string header = R"({"b": {"dtype": "U8", "shape": [8], "data_offsets": [8, 16]},
                                 "a": {"dtype": "I16", "shape": [4], "data_offsets": [0, 8]}})";
  const Folder folder(safetensors(header, std::string(16, '\0')));
  const Checkpoint checkpoint = folder.open();
  BOOST_TEST(checkpoint.tensors()[0].name == "a");
  BOOST_TEST((checkpoint.tensors()[0].dtype == Dtype::i16));
  BOOST_TEST(checkpoint.tensors()[1].name == "b");
  BOOST_TEST(checkpoint.tensors()[1].offset == 8 + header.size() + 8);
}

BOOST_AUTO_TEST_CASE(a_file_that_shrinks_while_it_is_read_is_an_error)
{
  const Folder folder(safetensors({stored("a", {1000}, counting(1000))}, 1));
  const Checkpoint checkpoint = folder.open();
  std::filesystem::resize_file(folder.file(), 1000);
  BOOST_CHECK_EXCEPTION(checkpoint.vector<float>("a"), Error,
                        says("has become shorter while it was read"));
}
