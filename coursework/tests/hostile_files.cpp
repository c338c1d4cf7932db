// Files that attack the surroundings of their functions: the compiler and the reader of its messages, the reports, the
// time and the memory of the judge, the draws. Each `grade` is one command, as a teacher
// runs it.

#include "epreuve/exercise_source.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include "support/driver.hpp"
#include "support/peak_memory.hpp"
#include "support/submissions.hpp"
#include "support/variants.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace epreuve;
using epreuve::tests::driver, epreuve::tests::Finished, epreuve::tests::read_file,
    epreuve::tests::run;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path root = EPREUVE_SOURCE_DIR, bank = root / "coursework" / "tests" / "hostile";
const std::string softmax = "01-softmax", kronecker = "08-kronecker", secret = "TOPSECRET";

/// Submissions and their grading.
struct Class
{
  TemporaryFolder folder;
  fs::path submissions = folder / "submissions", grades = folder / "grades";

  Class() { fs::create_directory(submissions); }

  void hand_in(const std::string& name, const std::string& text) const
  {
    write_file(submissions / (name + ".cpp"), text);
  }
  std::vector<std::string> command(const std::string& chapter) const
  {
    return {"grade",         submissions.string(), "--out",
            grades.string(), "--chapter",          chapter.substr(3)};
  }
  Finished grade(const std::string& chapter) const { return run(driver(), command(chapter)); }
  std::string written(const std::string& name) const
  {
    return read_file(grades / "results" / (name + ".json"));
  }
  json result(const std::string& name) const { return json::parse(written(name), nullptr, false); }
  int points(const std::string& name) const { return result(name).value("points", -1); }
  int most_points(const std::string& name) const { return result(name).value("most_points", -1); }
};

/// Characters in a text, if any, that move, reverse or hide what a reader sees: "U+202E", "U+001B".
std::string mark_in(std::string_view text)
{
  for (const char32_t code : code_points(text)) {
    const bool controls = (code < 0x20 && code != '\n' && code != '\r' && code != '\t') ||
                          (0x7F <= code && code < 0xA0);
    const bool turns = code == 0x200E || code == 0x200F || (0x202A <= code && code <= 0x202E) ||
                       (0x2066 <= code && code <= 0x2069) || code == 0x061C;
    const bool hides = (0x200B <= code && code <= 0x200D) || code == 0xFEFF || code >> 8 == 0xE00;
    if (controls || turns || hides)
      return fmt::format("U+{:04X}", static_cast<unsigned>(code));
  }
  return "";
}

/// Checks that a teacher's reports hold no such characters, and are bounded.
void check_what_is_seen(const Class& group, const Finished& said)
{
  BOOST_TEST(mark_in(said.output) == "");
  BOOST_TEST(mark_in(said.error) == "");
  BOOST_TEST(said.output.size() + said.error.size() < 100'000u);
  for (const auto& entry : fs::recursive_directory_iterator(group.grades)) {
    if (!entry.is_regular_file())
      continue;
    BOOST_TEST(entry.file_size() < 1'000'000u, entry.path() << ": " << entry.file_size());
    const std::string kind = entry.path().extension();
    std::string text = read_file(entry.path());
    if (constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        text.starts_with(byte_order_mark))
      text.erase(0, byte_order_mark.size()); // for spreadsheets
    if (kind == ".csv" || kind == ".html" || kind == ".xml")
      BOOST_TEST(mark_in(text) == "", entry.path());
  }
}

/// Checks that a submission in which nothing was judged is a row, with a reason on one line that is no longer than
/// necessary.
void check_problem(const Class& group, const std::string& name, const std::string& part)
{
  const json grade = group.result(name);
  BOOST_REQUIRE_MESSAGE(grade.is_object(), name << " has no row");
  std::string problem = grade.at("problem");
  for (const json& chapter : grade.at("chapters"))
    problem += chapter.at("problem").get<std::string>();
  BOOST_TEST(grade.at("points") == 0, name);
  BOOST_TEST(problem.find(part) != std::string::npos, name << ": " << problem);
  BOOST_TEST(problem.size() < 3000u, name);
  BOOST_TEST(problem.find(secret) == std::string::npos, name << ": " << problem);
}

} // namespace

BOOST_AUTO_TEST_SUITE(hostile_files)

BOOST_AUTO_TEST_CASE(no_line_is_a_command_to_a_service_that_runs_builds)
{
  const Class group;
  for (const char* name :
       {"::error::x", " ::add-mask::x", ":::x", "##vso[task.complete]", "###[group]x"})
    group.hand_in(name, "");
  group.hand_in("error",
                "#error ##vso[task.setvariable variable=PATH]x\n" + tests::solutions(softmax));
  write_file(group.submissions / "##[error]x.pdf", "");
  const Finished said = group.grade(softmax);
  BOOST_TEST(said.output.find("# #vso[task.setvariable") != std::string::npos, said.output);
  BOOST_TEST(said.output.find("##") == std::string::npos, said.output);
  for (const std::string& line : split_lines(said.output))
    BOOST_TEST(!line.substr(std::min(line.find_first_not_of(' '), line.size())).starts_with("::"),
               line);
}

BOOST_AUTO_TEST_CASE(a_megabyte_that_no_compiler_reads_costs_its_submission_nothing_and_no_other)
{
  const auto left_out = [](const std::string& unit, std::size_t count) {
    std::string text = "#if 0\n";
    for (std::size_t i = 0; i < count; ++i)
      text += unit;
    return text + "{}\n#endif\n";
  };
  const Class group;
  const std::string answer = tests::solutions(softmax);
  const std::map<std::string, std::string> attacks{
      {"names-before-brackets", left_out("a()", 340'000)},
      {"a-path", left_out("a::", 340'000)},
      {"quotients", left_out("1/2\n", 250'000)}};
  for (const auto& [name, attack] : attacks)
    group.hand_in(name, attack + answer);
  // A function that is written throws NotStarted, and there are thousands that it might have called.
  std::string sections = "#if 0\n";
  for (int i = 0; i < 30'000; ++i)
    sections += fmt::format("// [f{}]\nNotStarted\n", i);
  group.hand_in("not-written", "#define STOP NotStarted\n" +
                                   tests::with_body(softmax, "softmax",
                                                    left_out("g() ", 80'000) + "throw STOP();") +
                                   sections + "#endif\n");
  group.hand_in("zoe", answer);
  const auto begin = std::chrono::steady_clock::now();
  const Finished said = group.grade(softmax);
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - begin;
  BOOST_TEST(said.status == 0, said.output << said.error);
  BOOST_TEST(used.count() < 120);
  for (const auto& [name, attack] : attacks)
    BOOST_TEST(group.points(name) == group.most_points(name), name << group.written(name));
  BOOST_TEST(group.points("zoe") == group.most_points("zoe"));
  BOOST_TEST(group.points("not-written") > 0);
  BOOST_TEST(group.points("not-written") < group.most_points("not-written"));
  check_what_is_seen(group, said);
}

BOOST_AUTO_TEST_CASE(what_the_compiler_says_is_bounded_and_is_its_own_rows)
{
  const Class group;
  const std::string answer = tests::solutions(softmax),
                    victim = (group.folder / "secret.txt").string();
  write_file(victim, secret + "\n");
  group.hand_in("honest", answer);
  group.hand_in("long-error", "#error " + std::string(100'000, 'x') + "\n" + answer);
  group.hand_in("odd-error", "#error \x1b[2J\xe2\x80\xae turned \xff\xfe\n" + answer);
  group.hand_in(
      "many-warnings", "int x = nonsense;\n" + [] {
        std::string all;
        for (int i = 0; i < 5'000; ++i)
          all += "#warning \x1b[31m again\n";
        return all;
      }() + answer);
  group.hand_in("far-line", "#line 99999999999999\nint x = nonsense;\n" + answer);
  group.hand_in("other-file", "#line 3 \"" + victim + "\"\nint x = nonsense;\n" + answer);
  group.hand_in("included", "#include \"" + victim + "\"\n" + answer);
  group.hand_in("assembled",
                "asm(\".section .rodata\\n.incbin \\\"" + victim + "\\\"\\n.text\");\n" + answer);
  group.hand_in("standard-input",
                "#include \"/dev/stdin\"\n#include \"/proc/self/fd/0\"\nx\n" + answer);
  group.hand_in("large-object", "char large[100 << 20] = {1};\n" + answer);
  const std::string name = tests::independent_exercises(softmax).front();
  group.hand_in("long-name",
                tests::with_body(softmax, name,
                                 "  extern int " + std::string(50'000, 'f') + "(int);\n  return " +
                                     std::string(50'000, 'f') + "(\"\");"));
  const Finished said = group.grade(softmax);
  BOOST_TEST(said.status == 1, said.output + said.error);
  for (const auto& [who, part] :
       std::vector<std::pair<std::string, std::string>>{{"long-error", "xxx"},
                                                        {"odd-error", "turned"},
                                                        {"many-warnings", "nonsense"},
                                                        {"far-line", "nonsense"},
                                                        {"other-file", "nonsense"},
                                                        {"included", "No such file"},
                                                        {"assembled", "does not compile"},
                                                        {"standard-input", "does not compile"},
                                                        {"large-object", "does not compile"}})
    check_problem(group, who, part);
  BOOST_TEST(group.points("honest") == group.most_points("honest"));
  BOOST_TEST(group.points("long-name") < group.most_points("long-name"));
  BOOST_TEST(group.points("long-name") > 0);
  check_what_is_seen(group, said);
}

namespace {

/// An answer with a text for the assembler after it.
std::string assembled(const std::string& text)
{
  return tests::solutions(softmax) + "asm(R\"x(" + text + ")x\");\n";
}

std::string repeated(const std::string& part, std::size_t times)
{
  std::string text;
  for (std::size_t i = 0; i < times; ++i)
    text += part;
  return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(what_is_nested_without_end_or_too_long_to_be_read_is_a_row_and_stops_nobody)
{
  constexpr std::size_t levels = 100'000;
  const Class group;
  const std::string answer = tests::solutions(softmax);
  group.hand_in("a-honest", answer);
  group.hand_in("z-honest", answer);
  const std::string brackets = repeated("[", levels) + "1" + repeated("]", levels),
                    objects =
                        "[" + repeated("{\\\"a\\\":", levels) + "1" + repeated("}", levels) + "]";
  // Printed output harms nobody, so these are judged; with an error after it they are wrong.
  group.hand_in("brackets", assembled(".print \"" + brackets + "\"\n"));
  group.hand_in("objects", assembled(".print \"" + objects + "\"\n"));
  group.hand_in("lines", assembled(".rept 5000000\n.print \"[\"\n.endr\n"));
  group.hand_in("wrong-brackets", assembled(".print \"" + brackets + "\"\n.error \"no\"\n"));
  group.hand_in("wrong-objects", assembled(".print \"" + objects + "\"\n.error \"no\"\n"));
  group.hand_in("wrong-lines", assembled(".error \"no\"\n.rept 300000\n.error \"\\n[\"\n.endr\n"));
  group.hand_in("wrong-name", "#line 1 \"" + brackets + "\"\nint x = nonsense;\n" + answer);
  std::string doubled = "#define A0 1, 1, 1, 1\n";
  for (int i = 1; i < 28; ++i)
    doubled += fmt::format("#define A{0} A{1}, A{1}\n", i, i - 1);
  group.hand_in("memory", doubled + "#define SAME(x) x\nint x[] = {SAME(A27)};\n" + answer);

  for (const bool again : {false, true}) {
    const Finished said = group.grade(softmax);
    BOOST_TEST(said.status == 1, said.output + said.error);
    BOOST_TEST(said.error.find("sanitizers") == std::string::npos, said.error);
    for (const char* name : {"a-honest", "brackets", "lines", "objects", "z-honest"})
      BOOST_TEST(group.points(name) == group.most_points(name), name);
    for (const char* name : {"wrong-brackets", "wrong-objects", "wrong-lines"})
      check_problem(group, name, "does not compile: no");
    check_problem(group, "wrong-name", "nonsense");
    check_problem(group, "memory",
                  "does not compile: the compiler "); // ran out of memory, or of time
    check_what_is_seen(group, said);
    if (again)
      BOOST_TEST(said.output.find("10 of them before") != std::string::npos, said.output);
  }
}

BOOST_AUTO_TEST_CASE(texts_of_fifteen_megabytes_cost_neither_memory_nor_pages)
{
  const Class group;
  const std::string text = read_file(bank / "calls" / "texts.inc");
  for (const char* name : {"one", "two"})
    group.hand_in(name, tests::with_bodies(kronecker, std::vector<std::string>(8, text), ""));
  std::vector<std::string> words = group.command(kronecker);
  const auto [said, peak] = tests::run_measured(driver(), words);
  BOOST_TEST(said.status == 0, said.output + said.error);
  for (const char* name : {"one", "two"}) {
    BOOST_TEST(group.points(name) == 0);
    BOOST_TEST(group.written(name).size() < 700'000u);
  }
  check_what_is_seen(group, said);
  BOOST_TEST(peak.at("epreuve-coursew") < 300u << 20);
  BOOST_TEST(peak.at("checks-08-krone") < 400u << 20);
}

BOOST_AUTO_TEST_CASE(results_of_ten_megabytes_cost_the_judge_no_gigabyte)
{
  const Class group;
  std::vector<std::string> bodies(8, "  ::_exit(7);");
  bodies.at(0) = "  return arma::vec(10'000'000 / 8, arma::fill::value(1e-5));";
  bodies.at(1) = "  return arma::mat(1000, 1250, arma::fill::value(-1.0 / 3));";
  bodies.at(2) = "  return arma::uvec(std::size_t{1} << 40);"; // more than there is
  group.hand_in("one", tests::with_bodies(kronecker, bodies, ""));
  const auto [said, peak] = tests::run_measured(driver(), group.command(kronecker));
  BOOST_TEST(said.status == 0, said.output + said.error);
  BOOST_TEST(group.points("one") == 0);
  BOOST_TEST(peak.at("checks-08-krone") < 400u << 20);
  check_what_is_seen(group, said);
}

BOOST_AUTO_TEST_CASE(memory_is_bounded_under_the_sanitizers_too)
{
  // An answer that crashes is tried with the sanitizers once more.
  std::vector<std::string> bodies;
  for (const fs::path& file : tests::files(bank / "under-sanitizers"))
    bodies.push_back("#ifndef __SANITIZE_ADDRESS__\n  ::raise(SIGSEGV);\n#endif\n" +
                     read_file(file));
  const Class group;
  group.hand_in("one", tests::with_bodies(kronecker, bodies, ""));
  auto [said, peak] = tests::run_measured(driver(), group.command(kronecker));
  BOOST_TEST(said.status == 0, said.output + said.error);
  BOOST_TEST(group.points("one") == 0);
  // The names that kernels give to a program that is started by a descriptor.
  const std::uint64_t most = std::max({peak["worker"], peak["sanitized"], peak["100"]});
  BOOST_TEST(most > 1000u << 20); // or nothing was tried
  BOOST_TEST(most < 1300u << 20, (most >> 20) << " MB");
}

BOOST_AUTO_TEST_CASE(what_a_bound_ends_under_the_sanitizers_counts_as_right_and_is_said_each_time)
{
  const std::string right = "  return x.max() + std::log(arma::accu(arma::exp(x - x.max())));\n";
  const std::vector<std::pair<std::string, std::string>> ends{
      {"tables", read_file(bank / "under-sanitizers" / "sparse-pages.inc")},
      {"allocator", "  delete[] new char[std::size_t{1} << 39];\n"}};
  const Class group;
  for (const auto& [name, end] : ends)
    group.hand_in(name,
                  "#include <sys/mman.h>\n" +
                      tests::with_body("01-softmax", "log_sum_exp",
                                       "#ifdef __SANITIZE_ADDRESS__\n" + end + "#endif\n" + right));
  for (const std::string seed : {"1", "2"}) {
    std::vector<std::string> words = group.command("01-softmax");
    words.insert(words.end(), {"--seed", seed});
    const Finished said = tests::run(driver(), words);
    BOOST_TEST(said.status == 0, said.output + said.error);
    for (const auto& [name, end] : ends) {
      for (const json& exercise : group.result(name).at("chapters").at(0).at("results"))
        if (exercise.at("name") == "log_sum_exp") {
          BOOST_TEST(exercise.at("status") == "done", name << exercise);
          BOOST_TEST(exercise.value("remark", "").starts_with("right; errors of memory could not"),
                     name << exercise);
        }
      BOOST_TEST(read_file(group.grades / "feedback" / (name + ".html"))
                         .find("errors of memory could not be looked for") != std::string::npos,
                 name);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_linker_plugin_does_not_run_on_sections_of_a_submission)
{
  // The sections by which the plugin knows an object that it is to compile.
  const Class group;
  group.hand_in(
      "one", tests::solutions(kronecker) +
                 "asm(\".section .gnu.lto_.lto.1,\\\"e\\\",@progbits\\n.byte 1,2,3,4,5,6,7,8\\n"
                 ".section .gnu.lto_.symtab.1,\\\"e\\\",@progbits\\n.byte 1,2,3,4\\n.text\");\n");
  const Finished said = group.grade(kronecker);
  const json grade = group.result("one");
  BOOST_REQUIRE(grade.is_object());
  BOOST_TEST(grade.dump().find("lto") == std::string::npos, grade.dump(1));
  BOOST_TEST(group.points("one") == group.most_points("one"), said.output);
}

namespace {

/// A function that records its questions and answers, and prints them all at its last call: the numbers of rows and
/// entries, then the entries of both.
std::string recorder(int last_call)
{
  return fmt::format(R"(  static std::string table;
  static int calls = 0;
  arma::vec v(M.n_elem);
  for (arma::uword i = 0; i < M.n_elem; ++i)
    v(i) = M(i);
  table += std::to_string(M.n_rows) + "," + std::to_string(M.n_elem) + ",";
  for (const double x : M)
    table += std::to_string(static_cast<int>(x)) + ",";
  for (const double x : v)
    table += std::to_string(static_cast<int>(x)) + ",";
  table += "\n";
  if (++calls == {}) {{
    std::cout << table << std::flush;
    throw std::runtime_error("recorded");
  }}
  return v;
)",
                     last_call);
}

/// A function that computes nothing: it finds its answers in a table.
std::string table_of(const std::string& recorded)
{
  return "  static const int table[] = {\n" + recorded + R"(  };
  for (const int* at = table; at != std::end(table); at += 2 + 2 * at[1]) {
    const int* const question = at + 2;
    const int* const answer = question + at[1];
    if (at[0] == static_cast<int>(M.n_rows) && at[1] == static_cast<int>(M.n_elem) &&
        std::equal(M.begin(), M.end(), question)) {
      arma::vec v(M.n_elem);
      std::copy(answer, answer + at[1], v.begin());
      return v;
    }
  }
)";
}

/// check, in a folder of one chapter with this file.
json checked(const std::string& text)
{
  const TemporaryFolder folder;
  fs::create_directory(folder / kronecker);
  fs::copy_file(root / "chapters" / kronecker / "exercises.hpp",
                folder / kronecker / "exercises.hpp");
  write_file(folder / kronecker / "exercises.cpp", text);
  const Finished said = run(driver(), {"check", "kronecker/vectorized", "--json"},
                            {{"EPREUVE_CHAPTERS", folder.path().string()},
                             {"EPREUVE_PROGRESS", (folder / "progress.json").string()}});
  return json::parse(said.output).at("chapters").at(0).at("exercises").at(0);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_table_of_answers_recorded_at_home_earns_nothing)
{
  // Which call is the last one can be counted in checks.cpp; here it is tried.
  constexpr int most_calls = 107, least_calls = 96;
  std::vector<tests::Bodies> recorders;
  for (int calls = most_calls; calls >= least_calls; --calls)
    recorders.push_back({{"vectorized", recorder(calls)}});
  const tests::Variants variants(EPREUVE_PROGRAMS, kronecker, recorders);
  std::string recorded;
  for (std::size_t i = 0; recorded.empty() && i < recorders.size(); ++i)
    if (const exercises::Result result = variants.judge(i, "vectorized");
        result.status == exercises::Status::wrong)
      recorded = result.feedback.printed;
  BOOST_REQUIRE(recorded.find(",\n") != std::string::npos);
  recorded.resize(recorded.rfind(",\n") + 2);
  const std::string table = tests::with_body(kronecker, "vectorized", table_of(recorded));
  BOOST_TEST(checked(table).at("status") == "done"); // or the table would prove nothing

  const Class group;
  group.hand_in("table", table);
  group.hand_in("honest", tests::solutions(kronecker));
  const Finished said = group.grade(kronecker);
  BOOST_TEST(group.points("honest") == group.most_points("honest"));
  const json result = group.result("table").at("chapters").at(0).at("results").at(0);
  BOOST_TEST(result.at("name") == "vectorized");
  BOOST_TEST(result.at("status") == "wrong", said.output);
}

BOOST_AUTO_TEST_SUITE_END()

/// Takes minutes, so it does not run by default: `./epreuve test -C large -L large`.
BOOST_AUTO_TEST_SUITE(hostile_patience, *boost::unit_test::disabled())

BOOST_AUTO_TEST_CASE(a_function_that_sleeps_in_each_call_ends_with_the_time_of_its_chapter)
{
  const Class group;
  std::string text = tests::solutions(softmax);
  tests::replace_all(text, "\n{\n", "\n{\n  ::usleep(280'000);\n");
  tests::replace_all(text, "#include \"exercises.hpp\"",
                     "#include \"exercises.hpp\"\n#include <unistd.h>");
  group.hand_in("sleeper", text);
  group.hand_in("honest", tests::solutions(softmax));
  const auto begin = std::chrono::steady_clock::now();
  const Finished said = group.grade(softmax);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::cout << fmt::format("asleep in each call: {:.0f} s\n", seconds);
  BOOST_TEST(seconds < 120);
  BOOST_TEST(group.points("sleeper") < group.most_points("sleeper"), said.output);
  BOOST_TEST(group.points("honest") == group.most_points("honest"));
}

BOOST_AUTO_TEST_SUITE_END()
