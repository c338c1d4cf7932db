// Arguments and results on their way between processes.

#include "epreuve/exercises/wire.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

using namespace epreuve::exercises;

namespace {

struct Layer
{
  arma::mat weights;
  arma::vec bias;
  std::string name;

  static constexpr auto fields = std::tuple(&Layer::weights, &Layer::bias, &Layer::name);
};

template <typename T>
std::string written(const T& value)
{
  WireWriter writer;
  writer.put(value);
  return writer.take();
}

template <typename T>
T read(const std::string& bytes)
{
  T value{};
  WireReader reader(bytes);
  reader.get(value);
  reader.end();
  return value;
}

template <typename T>
void comes_back(const T& value)
{
  BOOST_TEST((read<T>(written(value)) == value));
}

} // namespace

BOOST_AUTO_TEST_CASE(values_come_back_bit_by_bit)
{
  for (const double x : {0.0, -0.0, 1e-310, -2.5, std::numeric_limits<double>::infinity()}) {
    comes_back(x);
    BOOST_TEST(std::signbit(read<double>(written(x))) == std::signbit(x));
  }
  BOOST_TEST(std::isnan(read<double>(written(std::numeric_limits<double>::quiet_NaN()))));
  comes_back(true);
  comes_back(-7);
  comes_back(std::uint64_t{1} << 63);
  comes_back(std::string("a\0b\xff", 4));
  comes_back(std::vector<std::string>{"", "x"});
  comes_back(std::pair(2.5, std::string("y")));
  comes_back(std::vector<std::vector<int>>{{}, {1, -2}});
}

BOOST_AUTO_TEST_CASE(matrices_keep_their_shape_also_without_elements)
{
  const auto same = [](const auto& matrix) {
    const auto back = read<std::decay_t<decltype(matrix)>>(written(matrix));
    BOOST_TEST(back.n_rows == matrix.n_rows);
    BOOST_TEST(back.n_cols == matrix.n_cols);
    BOOST_TEST(arma::all(arma::vectorise(back == matrix)));
  };
  same(arma::mat{{1, 2, 3}, {4, 5, 6}});
  same(arma::vec{1, 2});
  same(arma::rowvec{1, 2, 3});
  same(arma::uvec{0, 7});
  same(arma::mat(0, 5));
  same(arma::mat(5, 0));
  same(arma::vec());
}

BOOST_AUTO_TEST_CASE(a_struct_travels_as_its_fields)
{
  const Layer layer{arma::mat{{1, 2}, {3, 4}}, arma::vec{5, 6}, "mlp"};
  const Layer back = read<Layer>(written(layer));
  BOOST_TEST(arma::approx_equal(back.weights, layer.weights, "absdiff", 0));
  BOOST_TEST(arma::approx_equal(back.bias, layer.bias, "absdiff", 0));
  BOOST_TEST(back.name == "mlp");
}

BOOST_AUTO_TEST_CASE(what_is_cut_short_or_goes_on_is_refused)
{
  const std::string bytes = written(std::vector<arma::mat>{arma::mat{{1, 2}, {3, 4}}, arma::mat()});
  for (std::size_t length = 0; length < bytes.size(); ++length)
    BOOST_CHECK_THROW(read<std::vector<arma::mat>>(bytes.substr(0, length)), WireError);
  BOOST_CHECK_THROW(read<std::vector<arma::mat>>(bytes + "x"), WireError);
}

BOOST_AUTO_TEST_CASE(a_value_of_another_kind_is_refused)
{
  BOOST_CHECK_THROW(read<double>(written(1)), WireError);
  BOOST_CHECK_THROW(read<int>(written(1.0)), WireError);
  BOOST_CHECK_THROW(read<std::string>(written(arma::vec{1})), WireError);
  BOOST_CHECK_THROW(read<arma::vec>(written(arma::mat{{1, 2}})), WireError);
  BOOST_CHECK_THROW(read<arma::rowvec>(written(arma::mat(2, 1))), WireError);
}

BOOST_AUTO_TEST_CASE(sizes_that_lie_are_refused_before_memory_is_taken)
{
  const auto matrix = [](std::uint64_t rows, std::uint64_t columns) {
    WireWriter writer;
    writer.raw("m", 1);
    writer.size(rows);
    writer.size(columns);
    return writer.take();
  };
  constexpr std::uint64_t huge = std::uint64_t{1} << 40, wraps = std::uint64_t{1} << 32;
  BOOST_CHECK_THROW(read<arma::mat>(matrix(huge, 1)), WireError);
  BOOST_CHECK_THROW(read<arma::mat>(matrix(1, huge)), WireError);
  BOOST_CHECK_THROW(read<arma::mat>(matrix(wraps, wraps)), WireError);
  BOOST_CHECK_THROW(read<arma::mat>(matrix(huge, 0)), WireError);
  for (const char* kind : {"l", "s"}) {
    WireWriter writer;
    writer.raw(kind, 1);
    writer.size(huge);
    BOOST_CHECK_THROW(read<std::vector<arma::mat>>(writer.bytes()), WireError);
    BOOST_CHECK_THROW(read<std::string>(writer.bytes()), WireError);
  }
}

BOOST_AUTO_TEST_CASE(any_bytes_are_read_or_refused)
{
  const auto refused_or_read = [](const std::string& bytes) {
    using Everything =
        std::tuple<double, std::vector<arma::mat>, std::pair<std::string, arma::uvec>, Layer>;
    try {
      read<Everything>(bytes);
    } catch (const WireError&) {
    }
    try {
      read_header(bytes);
    } catch (const WireError&) {
    }
  };
  BOOST_TEST(rc::check("any bytes", [&](const std::string& bytes) { refused_or_read(bytes); }));
  // Correct messages with one byte changed get further into the reader.
  const std::string right =
      written(std::tuple(1.5, std::vector<arma::mat>{arma::mat{{1, 2}}},
                         std::pair(std::string("x"), arma::uvec{3}), Layer{}));
  for (std::size_t i = 0; i < right.size(); ++i)
    for (const int change : {1, 2, 127, 128, 255}) {
      std::string wrong = right;
      wrong[i] = static_cast<char>(wrong[i] + change);
      refused_or_read(wrong);
    }
}

BOOST_AUTO_TEST_CASE(a_header_tells_version_kind_question_and_length)
{
  const std::string bytes = message(Kind::threw, 42, "why");
  const Header header = read_header(bytes);
  BOOST_CHECK(header.kind == Kind::threw);
  BOOST_TEST(header.id == 42u);
  BOOST_TEST(header.length == 3u);
  BOOST_TEST(bytes.size() == header_size + 3);
}
