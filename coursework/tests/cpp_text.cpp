// Values as C++: a compiled program in which they are written has the same values.

#include "epreuve/exercises/cpp_text.hpp"

#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/process.hpp"

#include "../../chapters/17-gpt2/exercises.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;

namespace {

const std::filesystem::path root = EPREUVE_SOURCE_DIR;

/// Compiles a program and runs it.
tests::Finished runs(const std::string& text)
{
  const TemporaryFolder folder;
  write_file(folder / "program.cpp", text);
  const std::string program = (folder / "program").string();
  const tests::Finished compiled =
      tests::run("/usr/bin/env", {"g++", "-std=c++20", "-DARMA_DONT_USE_WRAPPER", "-I",
                                  (root / "coursework").string(), (folder / "program.cpp").string(),
                                  "-o", program});
  BOOST_REQUIRE_MESSAGE(compiled.status == 0, compiled.error << text);
  return tests::run(program, {});
}

/// The bytes, as the judge would send them, of the value that a program prints in which this value is written.
template <typename T>
std::string bytes_in_a_program(const T& value)
{
  return runs(fmt::format("#include \"{}\"\n#include \"{}\"\n#include <iostream>\n"
                          "int main()\n{{\n  epreuve::exercises::WireWriter bytes;\n"
                          "  const {} value = {};\n  bytes.put(value);\n"
                          "  std::cout << bytes.bytes();\n}}\n",
                          (root / "coursework/epreuve/exercises/wire.hpp").string(),
                          (root / "chapters/17-gpt2/exercises.hpp").string(), type_of<T>().name,
                          cpp(value_of(value))))
      .output;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_value_written_in_a_program_is_the_same_to_the_last_bit)
{
  constexpr double infinity = std::numeric_limits<double>::infinity(),
                   not_a_number = std::numeric_limits<double>::quiet_NaN(),
                   smallest = std::numeric_limits<double>::denorm_min(),
                   largest = std::numeric_limits<double>::max();
  const exercise::Dense dense{.W = arma::mat{{0.1 + 0.2, 1}, {-2, 1e-300}}, .b = arma::vec{}};
  const auto value =
      std::tuple(std::tuple(1.0, -0.0, 1e9 + 1, 1.0 / 3, smallest, largest, infinity, not_a_number),
                 arma::vec{3}, arma::vec{1.0 / 3, -infinity}, arma::vec(), arma::rowvec{1, 2},
                 std::tuple(arma::mat(0, 3), arma::mat(3, 0), arma::mat(1, 1, arma::fill::value(5)),
                            arma::mat{{1, 2}}, arma::mat(arma::vec{1, 2}),
                            arma::mat{{1, 2, 3}, {4, 5, not_a_number}}),
                 arma::uvec{0, 7, std::numeric_limits<arma::uword>::max()}, arma::imat{{-1, 2}},
                 std::string("two\nlines \"and\" \\ é"),
                 std::string("\0 1\xff\x01"
                             "9",
                             6),
                 std::string(), std::vector<int>{1, -2}, std::vector<int>{}, std::vector<double>{5},
                 std::vector<std::string>{"a", ""}, std::vector<arma::vec>{{1}, {}},
                 std::pair(std::numeric_limits<long>::min(), true), dense,
                 std::vector<exercise::Dense>{dense}, arma::vec(arma::linspace(-1, 1, 1000)));
  BOOST_TEST((bytes_in_a_program(value) == bytes_of(value)));
  BOOST_TEST(type_of<arma::uword>().name == "arma::uword");
  BOOST_TEST(type_of<std::vector<exercise::Dense>>().name == "std::vector<exercise::Dense>");
}

BOOST_AUTO_TEST_CASE(a_call_with_records_and_lists_is_made_and_its_result_printed)
{
  using exercise::Attention;
  using exercise::Dense;
  using Result = std::pair<Attention, std::vector<std::tuple<std::string, arma::uvec>>>;
  const Attention attn{.heads = 3, .c_attn = {{{1, 2}}, {3}}, .c_proj = {arma::mat(0, 2), {}}};
  const std::string call =
      cpp_call(type_of<Result>(), "exercise::look", {"attn", "result", "names"},
               value_of(std::tuple(attn, arma::mat{{7, 8}, {9, 10}},
                                   std::vector<std::string>{"one", "two"})));
  const std::string text = fmt::format(
      R"(#include "{}"
namespace exercise {{
std::pair<Attention, std::vector<std::tuple<std::string, arma::uvec>>>
look(const Attention& attn, arma::mat result, const std::vector<std::string>& names)
{{
  Attention other = attn;
  other.c_attn.W(0, 1) = result(1, 0);
  return {{other, {{{{names[1], arma::uvec{{4, 5}}}}}}}};
}}
}} // namespace exercise
#include <algorithm>
#include <iostream>
#include <utility>
int main()
{{
{}}}
)",
      (root / "chapters/17-gpt2/exercises.hpp").string(), call);
  const tests::Finished run = runs(text);
  BOOST_TEST(run.status == 0);
  // The entry (0, 1) is the matrix's (1, 0); the name is the second.
  for (const char* part : {"result_.first.heads = 3\n", "result_.first.c_attn.W =\n1 9\n",
                           "c_proj.W =\n[matrix size: 0x2]", "(element) = two", "=\n4\n5\n"})
    BOOST_TEST(run.output.find(part) != std::string::npos, part << " in " << run.output);
}

BOOST_AUTO_TEST_CASE(what_is_too_large_for_a_program_is_said_to_be_cut)
{
  const std::string text = cpp(value_of(arma::mat(101, 100, arma::fill::ones)));
  BOOST_TEST(text.starts_with("arma::mat(101, 100, arma::fill::zeros)"));
  BOOST_TEST(text.find("cut: zeros, instead of 10100 numbers") != std::string::npos, text);
  BOOST_TEST(cpp(value_of(arma::mat(100, 100, arma::fill::ones))).find("cut") == std::string::npos);
  BOOST_TEST(cpp(value_of(std::vector<int>(10001, 1))).ends_with("/* cut: the first of 10001 */"));
}

BOOST_AUTO_TEST_CASE(lines_of_a_program_are_short_enough_to_read)
{
  std::size_t longest = 0, begin = 0;
  const std::string text = cpp(value_of(arma::mat(30, 30, arma::fill::randu)));
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    longest = std::max(longest, end - begin);
  BOOST_TEST(longest > 0u);
  BOOST_TEST(longest <= 130u);
}
