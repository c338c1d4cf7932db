// What a student reads of the compiler's output.

#include "epreuve/exercises/compiler.hpp"

#include "epreuve/error.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/salvage.hpp"
#include "epreuve/exercises/sandbox.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/contains.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using epreuve::tests::contains;

namespace fs = std::filesystem;

namespace {

const Compiler& the_compiler()
{
  static const Compiler compiler(std::filesystem::path(EPREUVE_PROGRAMS) / "exercises");
  return compiler;
}

Diagnostics compile(const std::string& text, bool sandboxed = false)
{
  const Compiler& compiler = the_compiler();
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", "#include \"exercises.hpp\"\n" + text);
  return compiler.compile("01-softmax", folder / "exercises.cpp", folder / "worker", sandboxed);
}

const std::string softmax = "// [softmax]\n"
                            "arma::vec exercise::softmax(const arma::vec& x)\n"
                            "{\n"
                            "  return x;\n"
                            "}\n",
                  log_sum_exp = "// [log_sum_exp]\n"
                                "double exercise::log_sum_exp(const arma::vec& x)\n"
                                "{\n"
                                "  return x.max();\n"
                                "}\n",
                  included = "#include \"exercises.hpp\"\n";

Salvage salvage(const std::string& text)
{
  const TemporaryFolder folder;
  write_file(folder / "exercises.cpp", text);
  return compile_what_compiles(the_compiler(), "01-softmax", folder / "exercises.cpp",
                               Programs{folder / "worker", folder / "sanitized"}, false);
}

std::vector<std::string> broken(const Salvage& salvage)
{
  std::vector<std::string> names;
  for (const Broken& each : salvage.broken)
    names.push_back(each.exercise);
  return names;
}

std::string with(std::string text, const std::string& part, const std::string& by)
{
  return text.replace(text.find(part), part.size(), by);
}

constexpr std::array speakers{Speaker::compiler_in_json, Speaker::compiler_in_text,
                              Speaker::linker};

/// More levels than fit on a stack.
std::string nested(const std::string& open, const std::string& close)
{
  std::string begin, end;
  for (int i = 0; i < 100'000; ++i) {
    begin += open;
    end += close;
  }
  return begin + "1" + end;
}

/// The lines of a function's text, from 1, about which there are warnings.
std::vector<int> warned(const std::string& function)
{
  std::vector<int> lines;
  const Diagnostics said = compile(function);
  BOOST_TEST(said.compiled, said.error);
  for (const Message& warning : said.warnings)
    lines.push_back(warning.line - 1);
  return lines;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_first_error_is_reported_with_its_line)
{
  const Diagnostics said = compile("\n\ndouble x = nonsense;\ndouble y = more_nonsense;\n");
  BOOST_TEST(!said.compiled);
  BOOST_TEST(said.line == 4);
  BOOST_TEST(said.error.find("nonsense") != std::string::npos, said.error);
  BOOST_TEST(said.error.find("more_nonsense") == std::string::npos, said.error);
}

BOOST_AUTO_TEST_CASE(an_error_inside_a_template_is_reported_at_the_line_that_uses_it)
{
  const Diagnostics said = compile(
      "struct S {};\nvoid f()\n{\n  std::vector<S> v(2);\n  std::sort(v.begin(), v.end());\n}\n");
  BOOST_TEST(!said.compiled);
  BOOST_TEST(said.line == 6, said.error);
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_reported_at_the_line_that_includes_it)
{
  const Diagnostics said = compile("#include \"solutions.cpp\"\n");
  BOOST_TEST(said.line == 2);
  BOOST_TEST(said.error.find("solutions.cpp: No such file") != std::string::npos, said.error);
}

BOOST_AUTO_TEST_CASE(a_name_that_needs_a_header_is_reported_with_its_include)
{
  for (const auto& [name, header] :
       {std::pair("std::queue<int> x;", "queue"), std::pair("std::multiset<int> x;", "set")}) {
    const std::string said = compile(name + std::string("\n")).error;
    BOOST_TEST(contains(said, fmt::format("; write #include <{}> at the top of the file", header)),
               said);
  }
  const std::string said = compile("std::nonsense<int> x;\n").error;
  BOOST_TEST(!contains(said, "#include"), said);
  for (const char* threads : {"std::future<int> x;\n", "void f() { std::future<int> x; }\n"}) {
    const std::string of_threads = compile(threads).error;
    BOOST_TEST(contains(of_threads, "; a function here computes in one thread"), of_threads);
    BOOST_TEST(!contains(of_threads, "#include"), of_threads);
  }
}

BOOST_AUTO_TEST_CASE(functions_that_are_missing_do_not_keep_the_others_from_linking)
{
  BOOST_TEST(compile("").compiled);
}

BOOST_AUTO_TEST_CASE(a_function_that_is_called_and_nowhere_defined_is_reported)
{
  const Diagnostics said =
      compile("void nowhere();\nvoid f() { nowhere(); }\nvoid (*keep)() = f;\n");
  BOOST_TEST(!said.compiled);
  BOOST_TEST(said.error.find("undefined reference to") != std::string::npos, said.error);
}

BOOST_AUTO_TEST_CASE(the_librarys_headers_are_not_in_reach)
{
  for (const bool sandboxed : {false, true}) {
    const Diagnostics said = compile("#include \"epreuve/math/softmax.hpp\"\n", sandboxed);
    BOOST_TEST(!said.compiled);
    BOOST_TEST(said.error.find("No such file") != std::string::npos, said.error);
  }
}

BOOST_AUTO_TEST_CASE(the_sandbox_compiles_the_same)
{
  BOOST_TEST(compile("", true).compiled);
  BOOST_TEST(compile("double x = nonsense;\n", true).line == 2);
}

BOOST_AUTO_TEST_CASE(a_second_definition_is_told_without_a_file_of_this_run)
{
  const Diagnostics said =
      read_messages(Speaker::linker,
                    "/usr/bin/ld: worker.o: in function `main':\n"
                    "main.cpp:(.text+0x0): multiple definition of `main'; "
                    "/tmp/x/ccg4exc4.o:exercises.cpp:(.text+0x4af): first defined here\n",
                    "/a/exercises.cpp");
  BOOST_TEST(said.error == "multiple definition of 'main'");
}

BOOST_AUTO_TEST_CASE(the_exercise_that_misses_a_function_is_known_from_either_linker)
{
  for (const char* said :
       {"/usr/bin/ld: /tmp/x.o: in function `exercise::softmax(arma::Col<double> const&)':\n"
        "x.cpp:(.text+0x5): undefined reference to `nowhere()'\n",
        "/tmp/x.o:x.cpp:function exercise::softmax(arma::Col<double> const&): error: undefined "
        "reference to 'nowhere()'\n"}) {
    const Diagnostics found = read_messages(Speaker::linker, said, "/a/exercises.cpp");
    BOOST_REQUIRE(found.errors.size() == 1u);
    BOOST_TEST(found.errors.front().function == "softmax");
    BOOST_TEST(found.error == "undefined reference to 'nowhere()'");
  }
}

BOOST_AUTO_TEST_CASE(a_folder_without_a_toolchain_is_named)
{
  BOOST_CHECK_EXCEPTION(Compiler("/nonexistent"), Error,
                        tests::says("/nonexistent/toolchain.json cannot be read"));
}

// --- messages ---------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(of_messages_that_are_cut_off_the_whole_ones_count)
{
  const std::string first = R"({"kind": "error", "message": "a } \" {", "children": [],
    "locations": [{"caret": {"file": "/a/exercises.cpp", "line": 7, "column": 1}}]})";
  std::string line = "[" + first + ", " + first.substr(0, 60);
  std::erase(line, '\n');
  const Diagnostics said = read_messages(Speaker::compiler_in_json, line, "/a/exercises.cpp");
  BOOST_TEST(said.line == 7);
  BOOST_TEST(said.errors.front().column == 1);
  BOOST_TEST(said.error == "a } \" {");
}

BOOST_AUTO_TEST_CASE(a_file_is_known_by_its_path_and_a_line_by_a_number_that_fits)
{
  const auto line_of = [](const std::string& caret) {
    return read_messages(Speaker::compiler_in_json,
                         R"([{"kind": "error", "message": "m", "locations": [{"caret": )" + caret +
                             "}]}]",
                         "/a/exercises.cpp")
        .line;
  };
  BOOST_TEST(line_of(R"({"file": "/a/exercises.cpp", "line": 3})") == 3);
  BOOST_TEST(line_of(R"({"file": "/b/exercises.cpp", "line": 3})") == 0);
  BOOST_TEST(line_of(R"({"file": "/a/exercises.cpp", "line": 99999999999999999999})") == 0);
  BOOST_TEST(line_of(R"({"file": "/a/exercises.cpp", "line": -3})") == 0);
  BOOST_TEST(line_of(R"({"file": ["/a/exercises.cpp"], "line": {}})") == 0);
  BOOST_TEST(line_of("null") == 0);
}

BOOST_AUTO_TEST_CASE(nothing_that_is_printed_is_too_odd_to_be_read)
{
  for (const std::string& output :
       {std::string(), std::string("["), std::string("[[[[{]"), std::string("[{\"kind\": 1}]"),
        std::string("[\"error\"]\n[]"), std::string(1 << 20, '['), std::string("[{\"\\"),
        std::string("/a:99999999999999:1: error: x"), std::string("\0\xff\n", 3), nested("[", "]"),
        "[" + nested("{\"a\":", "}") + "]"})
    for (const Speaker speaker : speakers) {
      const Diagnostics said = read_messages(speaker, output, "/a");
      BOOST_TEST(!said.error.empty());
      BOOST_TEST(said.error.size() < 4000u);
      BOOST_TEST(said.line == 0);
    }
}

BOOST_AUTO_TEST_CASE(a_message_beside_one_that_is_nested_without_end_is_read)
{
  const std::string first = R"({"kind": "error", "message": "first"})";
  const Diagnostics said =
      read_messages(Speaker::compiler_in_json,
                    "[" + first + ", " + nested("[", "]") + "]\n[" + nested("{\"a\":", "}") +
                        "]\n[" + R"({"kind": "error", "message": "last"})" + "]\n",
                    "/a");
  BOOST_REQUIRE(said.errors.size() == 2u);
  BOOST_TEST(said.errors[0].words == "first");
  BOOST_TEST(said.errors[1].words == "last");
}

// The judge has ten seconds to read what a compiler said, and sanitizers make it some twenty times slower.
BOOST_AUTO_TEST_CASE(millions_of_lines_are_read_in_a_moment)
{
#ifdef EPREUVE_SANITIZE
  const double limit = 20;
#else
  const double limit = 2;
#endif
  for (const char* line : {"[\n", "[{}\n", "/a:1: error: x\n", "\n"})
    for (const Speaker speaker : speakers) {
      std::string output;
      while (output.size() < 16 << 20)
        output += line;
      const std::clock_t begin = std::clock();
      BOOST_TEST(read_messages(speaker, output, "/a").errors.size() == 1u);
      const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      BOOST_TEST(seconds < limit, line << seconds << " s");
    }
}

BOOST_AUTO_TEST_CASE(what_is_read_in_another_process_is_the_same)
{
  const Diagnostics said = read_messages(
      Speaker::compiler_in_json,
      R"([{"kind": "error", "message": "m", "locations": [{"caret": {"file": "/a", "line": 3}}]},
          {"kind": "warning", "message": "w", "locations": [{"caret": {"file": "/a", "line": 4}}]}])",
      "/a");
  const Diagnostics again = diagnostics_from_json(to_json(said));
  BOOST_TEST(to_json(again) == to_json(said));
  BOOST_TEST(again.line == said.line);
  BOOST_TEST(again.error == said.error);
}

BOOST_AUTO_TEST_CASE(a_reader_that_crashes_hangs_or_talks_nonsense_is_a_file_that_does_not_compile)
{
  for (const char* reader : {"kill -SEGV $$", "exit 0", "echo nonsense >&3", "exec sleep 60"}) {
    const TemporaryFolder folder;
    fs::create_symlink(fs::path(EPREUVE_PROGRAMS) / "exercises", folder / "exercises");
    write_file(folder / "checks-01-softmax", "#!/bin/sh\n" + std::string(reader) + "\n");
    fs::permissions(folder / "checks-01-softmax", fs::perms::owner_all);
    const auto compiled = [&](const std::string& text) {
      write_file(folder / "exercises.cpp", included + text);
      return Compiler(folder / "exercises")
          .compile("01-softmax", folder / "exercises.cpp", folder / "worker", false);
    };
    const Diagnostics wrong = compiled("int x = nonsense;\n");
    BOOST_TEST(!wrong.compiled);
    BOOST_TEST(wrong.error == "the compiler's messages about it cannot be read", reader);
    if (reader != std::string("exec sleep 60"))
      BOOST_TEST(compiled("int f() {}\n").compiled, reader); // a warning is lost, no point
  }
}

BOOST_AUTO_TEST_CASE(what_the_assembler_is_made_to_print_is_nobodys_message)
{
  const std::string message =
      R"([{\"kind\": \"warning\", \"message\": \"forged\", \"locations\": [{\"caret\": {\"file\": \")";
  for (const bool sandboxed : {false, true}) {
    const TemporaryFolder folder;
    const std::string file = (folder / "exercises.cpp").string();
    write_file(file, included + "asm(R\"x(.print \"" + message + file + R"(\", \"line\": 1}}]}]")" +
                         "\n)x\");\n" + softmax);
    const Diagnostics said =
        the_compiler().compile("01-softmax", file, folder / "worker", sandboxed);
    BOOST_TEST(said.compiled, said.error);
    BOOST_TEST(said.warnings.empty());
    BOOST_TEST(std::distance(fs::directory_iterator(folder.path()), {}) == 2); // no assembly
  }
}

BOOST_AUTO_TEST_CASE(a_compiler_that_runs_out_of_memory_is_said_to)
{
  std::string text = "#define A0 1, 1, 1, 1\n";
  for (int i = 1; i < 28; ++i)
    text += fmt::format("#define A{0} A{1}, A{1}\n", i, i - 1);
  const Diagnostics said = compile(text + "#define SAME(x) x\nint x[] = {SAME(A27)};\n");
  BOOST_TEST(!said.compiled);
  BOOST_TEST(said.error == "the compiler ran out of memory (2 GB) on it");
}

BOOST_AUTO_TEST_CASE(a_long_error_is_cut_and_its_line_known)
{
  const Diagnostics said = compile("\n#error " + std::string(100000, 'e') + "\n");
  BOOST_TEST(said.line == 3);
  BOOST_TEST(said.error.starts_with("#error eee"));
  BOOST_TEST(said.error.size() < 1000u);
}

BOOST_AUTO_TEST_CASE(a_type_error_in_a_long_sum_is_reported_at_its_line)
{
  std::string sum = "x";
  for (int i = 0; i < 160; ++i)
    sum += " + x";
  const Diagnostics said =
      compile("arma::vec f(arma::vec x)\n{\n  return " + sum + " + \"1\";\n}\n");
  BOOST_TEST(said.line == 4);
  BOOST_TEST(contains(said.error, "operator+"), said.error);
  BOOST_TEST(said.error.size() < 1000u);
}

BOOST_AUTO_TEST_CASE(a_line_that_says_it_is_another_is_none)
{
  for (const char* line : {"99999999999999999999", "2147483647", "7 \"/etc/passwd\""}) {
    const Salvage said = salvage(included + "#line " + std::string(line) + "\nint x = nonsense;\n");
    BOOST_TEST(!said.has_program);
    BOOST_TEST(said.diagnostics.line == 0);
    BOOST_TEST(contains(said.diagnostics.error, "nonsense"));
  }
}

// --- warnings ---------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(natural_mistakes_are_warned_of_at_their_lines)
{
  const std::vector<std::pair<std::string, std::vector<int>>> mistakes{
      {"double f(double x)\n{\n  if (x > 0)\n    return 1;\n}\n", {5}},
      {"double f(int m)\n{\n  if (m = 0)\n    return 1;\n  return 2;\n}\n", {3}},
      {"double f(const arma::vec& x)\n{\n  double s = 0;\n  for (double y : x);\n  {\n"
       "    s += x(0);\n  }\n  return s;\n}\n",
       {4}},
      {"arma::vec f(const arma::vec& x)\n{\n  double s;\n  for (double y : x)\n    s += y;\n"
       "  return x / s;\n}\n",
       {3, 5}}, // GCC 12 names where it is declared, GCC 14 where it is used
      {"arma::vec f(const arma::vec& x)\n{\n  arma::exp(x);\n  return x;\n}\n", {3}},
      {"double f(arma::uword n)\n{\n  double s = 0;\n  for (arma::uword i = n; i >= 0; --i)\n"
       "    s += 1;\n  return s;\n}\n",
       {4}},
      {"double f(const arma::vec& x)\n{\n  int m = x.max();\n  return m;\n}\n", {3}}};
  for (const auto& [function, right] : mistakes) {
    const std::vector<int> lines = warned(function);
    BOOST_TEST((std::ranges::find_first_of(lines, right) != lines.end()), function);
  }
}

BOOST_AUTO_TEST_CASE(what_is_right_is_not_warned_of)
{
  for (const std::string function :
       {"double f(const arma::vec& x)\n{\n  double s = 0;\n  for (int i = 0; i < x.n_elem; ++i)\n"
        "    s += x(i);\n  return s;\n}\n",
        "double f(const arma::vec& x, double unused)\n{\n  throw exercise::NotStarted();\n}\n",
        "static double helper(double x)\n{\n  return x;\n}\n"})
    BOOST_TEST(warned(function) == std::vector<int>(), boost::test_tools::per_element());
}

// --- sections ---------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(an_error_costs_its_section_and_no_other)
{
  const Salvage said =
      salvage(included + with(softmax, "return x", "return nonsense") + log_sum_exp);
  BOOST_TEST(said.has_program);
  BOOST_TEST(!said.diagnostics.compiled);
  BOOST_TEST(broken(said) == std::vector<std::string>{"softmax"}, boost::test_tools::per_element());
  BOOST_TEST(said.broken.at(0).reason.starts_with("does not compile: line 5: "));
  BOOST_TEST(contains(said.broken.at(0).reason, "\n5 |   return nonsense;"));
}

BOOST_AUTO_TEST_CASE(every_section_has_its_own_error)
{
  const Salvage said = salvage(included + with(softmax, "return x", "return nonsense") +
                               with(log_sum_exp, "x.max()", "x.maximum()"));
  BOOST_REQUIRE(said.broken.size() == 2u);
  BOOST_TEST(contains(said.broken[0].reason, "line 5: "));
  BOOST_TEST(contains(said.broken[1].reason, "line 10: "));
  BOOST_TEST(contains(said.broken[1].reason, "maximum"));
}

BOOST_AUTO_TEST_CASE(what_is_not_closed_or_closed_twice_is_its_own_sections)
{
  const std::vector<std::pair<std::string, int>> flaws{
      {with(softmax, "}\n", ""), 4},
      {with(softmax, "}\n", "}\n}\n"), 7},
      {with(softmax, "{\n", "{ /*\n"), 4},
      {with(softmax, "{\n", "{\n#if 1\n"), 5},
      {with(softmax, "{\n", "{\n  if (x(0) > 0) {\n"), 4}};
  for (const auto& [section, line] : flaws) {
    const Salvage said = salvage(included + section + log_sum_exp);
    BOOST_TEST(said.has_program, section << said.diagnostics.error);
    BOOST_TEST(broken(said) == std::vector<std::string>{"softmax"},
               boost::test_tools::per_element());
    BOOST_TEST(said.diagnostics.line == line, section);
  }
}

BOOST_AUTO_TEST_CASE(braces_that_open_nothing_do_not_count)
{
  for (const char* text :
       {"'{' + 1'000'000 + \"}\\\"{\"", "// {\n", "/* { */", "R\"x({)\" })x\"", "'\\'' + '}'",
        "\n#if 1\n}\n#endif\n{", "LR\"({)\"", "// joined \\\n{", "\n#define BEGIN {\n}"})
    BOOST_TEST(imbalance("{" + std::string(text) + "\n}").line == 0, text);
  BOOST_TEST(imbalance("{\n  '{'\n").line == 1);
  BOOST_TEST(imbalance("\n" + std::string(1 << 20, '#') + "\n}").line == 3);
}

BOOST_AUTO_TEST_CASE(what_is_left_open_is_found_on_the_line_where_it_begins)
{
  const auto flaw = [](const char* text) {
    const Message message = imbalance(text);
    return std::to_string(message.line) + ": " + message.words;
  };
  const std::string open = " is not closed before the next exercise begins";
  BOOST_TEST(flaw("\n{}}") == "2: this } closes nothing that its exercise has opened");
  BOOST_TEST(flaw("{\n{\n}") == "1: this {" + open);
  BOOST_TEST(flaw("\n/* {\n") == "2: this comment" + open);
  BOOST_TEST(flaw("\nR\"x({)\"\n") == "2: this literal" + open);
  BOOST_TEST(flaw("\n#define X /*\n") == "2: this comment" + open);
  BOOST_TEST(flaw("\n#ifdef X\n") == "2: this #if has no #endif before the next exercise begins");
  BOOST_TEST(flaw("\n # endif\n") == "2: this #endif has no #if in its exercise");
  BOOST_TEST(flaw("\"{\n") == "0: ");
}

BOOST_AUTO_TEST_CASE(a_helper_goes_with_its_section_and_whoever_calls_it_is_told)
{
  const Salvage said = salvage(included + with(softmax, "return x", "return nonsense") +
                               "double helper(double x)\n{\n  return x;\n}\n" +
                               with(log_sum_exp, "x.max()", "helper(x.max())"));
  BOOST_REQUIRE(said.broken.size() == 2u);
  BOOST_TEST(contains(said.broken[1].reason, "helper"));
  BOOST_TEST(contains(said.broken[1].reason, "(without softmax, which does not compile)"));
}

BOOST_AUTO_TEST_CASE(an_error_above_the_sections_is_said_to_be_there)
{
  const Salvage said = salvage(included + "int x = nonsense;\n" + softmax);
  BOOST_TEST(!said.has_program);
  BOOST_TEST(said.diagnostics.line == 2);
  BOOST_TEST(contains(said.diagnostics.error, "outside the exercises"));
}

BOOST_AUTO_TEST_CASE(what_the_linker_misses_is_missed_in_one_exercise)
{
  const Salvage said = salvage(included + "double nowhere();\n" + softmax +
                               with(log_sum_exp, "x.max()", "nowhere()"));
  BOOST_TEST(said.has_program);
  BOOST_TEST(broken(said) == std::vector<std::string>{"log_sum_exp"},
             boost::test_tools::per_element());
  BOOST_TEST(contains(said.broken.at(0).reason, "undefined reference to 'nowhere()'"));
}

BOOST_AUTO_TEST_CASE(what_is_no_source_is_named)
{
  BOOST_TEST(why_no_source("") == "is empty");
  BOOST_TEST(why_no_source(" \r\n\n") == "is empty");
  BOOST_TEST(contains(why_no_source("\xff\xfe/"), "UTF-16"));
  BOOST_TEST(contains(why_no_source("\xfe\xff"), "UTF-16"));
  BOOST_TEST(contains(why_no_source(std::string("int x;\n\0", 8)), "NUL byte in line 2"));
  BOOST_TEST(why_no_source("\xef\xbb\xbfint x;\n") == "");
}

BOOST_AUTO_TEST_CASE(a_line_of_any_length_may_mark_a_section)
{
  const Source source("// [softmax] " + std::string(300000, 's') + "\nint x;\n");
  BOOST_REQUIRE(source.sections.size() == 1u);
  BOOST_TEST(source.sections[0].name == "softmax");
  BOOST_TEST(source.at_line(2) == &source.sections[0]);
  BOOST_TEST(Source("int x;\n// [softmax]\n").at_line(1) == nullptr);
}
