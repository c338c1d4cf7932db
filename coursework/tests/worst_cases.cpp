// A stranger's bytes cost their reader time and memory in proportion to their number, however they are arranged: every
// reader that is under no sandbox, on a megabyte of the shapes that readers have suffered from.

#include "epreuve/error.hpp"
#include "epreuve/exercise.hpp"
#include "epreuve/exercise_source.hpp"
#include "epreuve/exercises/course_file.hpp"
#include "epreuve/exercises/gcc_messages.hpp"
#include "epreuve/exercises/grade.hpp"
#include "epreuve/exercises/in_common.hpp"
#include "epreuve/exercises/instant.hpp"
#include "epreuve/exercises/interpreter.hpp"
#include "epreuve/exercises/memory_error.hpp"
#include "epreuve/exercises/reading_apart.hpp"
#include "epreuve/exercises/report_text.hpp"
#include "epreuve/exercises/roster.hpp"
#include "epreuve/exercises/salvage.hpp"
#include "epreuve/exercises/signature.hpp"
#include "epreuve/exercises/submission.hpp"
#include "epreuve/exercises/submission_name.hpp"
#include "epreuve/exercises/suspicious.hpp"
#include "epreuve/exercises/verdict.hpp"
#include "epreuve/exercises/zip.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#include <zlib.h>

using namespace epreuve;
using namespace epreuve::exercises;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t megabyte = 1'000'000;

/// A text of about so many bytes.
using Shape = std::function<std::string(std::size_t)>;
using Shapes = std::map<std::string, Shape>;
using Reader = std::function<void(const std::string&)>;

std::string times(const std::string& unit, std::size_t bytes)
{
  std::string text;
  text.reserve(bytes + unit.size());
  while (text.size() < bytes)
    text += unit;
  return text;
}

Shape repeated(const std::string& before, const std::string& unit, const std::string& after)
{
  return [=](std::size_t bytes) { return before + times(unit, bytes) + after; };
}

/// The same with a number in each, so that none is like another.
Shape numbered(const std::string& before, const std::string& start, const std::string& end,
               const std::string& after)
{
  return [=](std::size_t bytes) {
    std::string text = before;
    for (int i = 0; text.size() < bytes; ++i)
      text += start + std::to_string(i) + end;
    return text + after;
  };
}

/// Nothing but one character, or a few, in every language.
Shapes plain_shapes()
{
  Shapes shapes;
  for (const std::string unit : {"a",
                                 "a\n",
                                 "a ",
                                 "\n",
                                 "\r\n",
                                 "(",
                                 ")",
                                 "{",
                                 "}",
                                 "[",
                                 "]",
                                 "<",
                                 ">",
                                 "\"",
                                 "'",
                                 "/",
                                 "\\",
                                 "#",
                                 "=",
                                 ";",
                                 ":",
                                 ",",
                                 ".",
                                 "0",
                                 "-",
                                 "()",
                                 "{}",
                                 "[]",
                                 "a,",
                                 "a;",
                                 "\"\"",
                                 "\"a\"",
                                 "\\\n",
                                 "\xff",
                                 "\xCC\x81",
                                 "a\xCC\x81",
                                 "\xE2\x80\xAE",
                                 "\xF0\x9F\x98\x80",
                                 "\x1b[31m",
                                 "&<"})
    shapes["much of " + visible(unit)] = repeated("", unit, "");
  shapes["NULs"] = [](std::size_t bytes) { return std::string(bytes, '\0'); };
  for (const auto& [open, close] : {std::pair("(", ")"), std::pair("{", "}"), std::pair("[", "]")})
    shapes[std::string("nested ") + open] = [=](std::size_t bytes) {
      return times(open, bytes / 2) + times(close, bytes / 2);
    };
  return shapes;
}

Shapes shapes_of_cpp()
{
  Shapes shapes = plain_shapes();
  for (const std::string unit : {"a()",
                                 "a::",
                                 "::a",
                                 "f(){}",
                                 "namespace a{",
                                 "namespace a{f(){}",
                                 "template<",
                                 "operator=",
                                 "operator()",
                                 "extern \"C\"{",
                                 "R\"",
                                 "R\"a",
                                 "R\"a\"",
                                 "R\"(",
                                 "R\"(\"",
                                 "u8R\"aaaaaaaaaaaaaaaa(",
                                 "/*",
                                 "/**/",
                                 "//\\\n",
                                 "#if 0\n",
                                 "#else\n",
                                 "#define a {\n",
                                 "#define a (\\\n",
                                 "1/2\n",
                                 "1/2;",
                                 "1/n.a",
                                 "int n,",
                                 "x^2 ",
                                 "0x",
                                 "1e+",
                                 "1'",
                                 "// [softmax]\n",
                                 "// [softmax]\n{\n",
                                 "// [softmax]\nNotStarted\n",
                                 "throw NotStarted();"})
    shapes["much of " + visible(unit)] = repeated("", unit, "");
  shapes["names before brackets"] = repeated("", "a()", "{}");
  shapes["the same of the exercise"] = repeated("", "softmax()", "{}");
  shapes["a path"] = repeated("", "a::", "f(){}");
  shapes["a name"] = repeated("arma::vec exercise::", "a", "(){}");
  shapes["functions"] = numbered("", "int f", "(){}\n", "");
  shapes["exercises"] = numbered("", "int exercise::f", "(){}\n", "");
  shapes["aliases"] = numbered("", "namespace a", "=exercise;", "");
  shapes["namespaces with a function each"] = numbered("", "namespace a", "{f(){}", "");
  shapes["sections"] = numbered("", "// [f", "]\n{\n", "");
  shapes["parameters"] = repeated("arma::vec exercise::softmax(", "int a,", "int a){}");
  shapes["a parameter"] = repeated("arma::vec exercise::softmax(", "a<", "x){}");
  shapes["an exercise among others"] =
      repeated("#if 0\n", "a()",
               "{}\n#endif\narma::vec exercise::softmax(const arma::vec& x) { return x; }\n");
  return shapes;
}

Shapes shapes_of_json()
{
  Shapes shapes = plain_shapes();
  for (const std::string unit :
       {"[", "{\"a\":", "[{\"a\":", "[],", "{},", "\\u0000", "null", "1e9", "//", "/*"})
    shapes["much of " + visible(unit)] = repeated("", unit, "");
  for (const std::string unit : {"0,", "[],", "{},", "[[]],", "\"\",", "1e-9,", "null,"})
    shapes["a list of " + visible(unit)] = repeated("[", unit, "0]");
  shapes["members"] = numbered("{", "\"a", "\":0,", "\"\":0}");
  shapes["the same members"] = repeated("{", "\"a\":0,", "\"\":0}");
  shapes["a text"] = repeated("\"", "a", "\"");
  shapes["a text of marks"] = repeated("\"", "\\u0301", "\"");
  shapes["a number"] = repeated("[", "9", "]");
  shapes["a fraction"] = repeated("[0.", "9", "]");
  shapes["an exponent"] = repeated("[1e", "0", "]");
  for (const std::string member : {"title", "deadline", "roster", "feedback", "submission", "name"})
    shapes["a long " + member] = repeated("{\"" + member + "\":\"", "a", "\"}");
  shapes["a long member"] = repeated("{\"", "a", "\":0}");
  shapes["a long chapter"] = repeated("{\"chapters\":{\"", "a", "\":{}}}");
  shapes["a long exercise"] = repeated("{\"chapters\":{\"01-softmax\":{\"", "a", "\":1}}}");
  shapes["chapters"] = numbered("{\"version\":1,\"chapters\":{", "\"a", "\":{},", "\"\":{}}}");
  shapes["exercises"] =
      numbered("{\"version\":1,\"chapters\":{\"01-softmax\":{", "\"a", "\":0,", "\"\":0}}}");
  shapes["results"] = repeated(
      R"({"submission":"a","problem":"","chapters":[{"chapter":"a","problem":"","file":"","key":"","results":[)",
      "{},", "{}]}]}");
  return shapes;
}

Shapes shapes_of_tables()
{
  Shapes shapes = plain_shapes();
  shapes["people"] = numbered("name\n", "a", "\n", "");
  shapes["people with numbers"] = numbered("idnumber,name\n", "", ",a\n", "");
  shapes["people with submissions"] = numbered("submission;email\n", "a", ";\n", "");
  shapes["one person"] = repeated("name\n", "a\n", "");
  shapes["a name"] = repeated("name\n", "a", "\n");
  shapes["titles"] = repeated("name", ",name", "\na\n");
  shapes["cells"] = repeated("name\na", ",a", "\n");
  shapes["a moment"] = repeated("name,submitted\na,", "0", "\n");
  shapes["a mark that is open"] = repeated("name\n\"", "a\n", "");
  shapes["doubled marks"] = repeated("name\n\"", "\"\"", "\"\n");
  shapes["digits"] = repeated("identifier\nParticipant ", "1", "\n");
  shapes["Moodle's numbers"] = repeated("name\n", "_1", "_assignsubmission_file_\n");
  return shapes;
}

std::string little(std::uint64_t value, std::size_t bytes)
{
  std::string text;
  for (std::size_t i = 0; i < bytes; ++i)
    text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

/// A zip file with one entry's bytes, of which its list speaks as often as there is room, under other names.
/// @param packed   the bytes, deflated
/// @param unpacked their length, and what they become
std::string archive_of_one(const std::string& packed, const std::string& unpacked,
                           std::size_t count, const std::function<std::string(std::size_t)>& name)
{
  std::string archive = std::string("PK\3\4", 4) + little(0, 22) + little(0, 4) + packed;
  const std::size_t begin = archive.size();
  const auto checksum = ::crc32(0, reinterpret_cast<const Bytef*>(unpacked.data()),
                                static_cast<uInt>(unpacked.size()));
  for (std::size_t i = 0; i < count; ++i) {
    const std::string called = name(i);
    archive += std::string("PK\1\2", 4) + little(0, 6) + little(8, 2) + little(0, 4) +
               little(checksum, 4) + little(packed.size(), 4) + little(unpacked.size(), 4) +
               little(called.size(), 2) + little(0, 16) + called;
  }
  const std::size_t end = archive.size();
  return archive + std::string("PK\5\6", 4) + little(0, 4) + little(count, 2) + little(count, 2) +
         little(end - begin, 4) + little(begin, 4) + little(0, 2);
}

/// Deflated: nothing, in as many blocks as there is room for. Source: RFC 1951, 3.2.4.
std::string empty_blocks(std::size_t bytes)
{
  return times(std::string("\0\0\0\xff\xff", 5), bytes) + std::string("\1\0\0\xff\xff", 5);
}

Shapes shapes_of_archives()
{
  Shapes shapes;
  for (const auto& [name, shape] : plain_shapes())
    shapes[name] = [shape](std::size_t bytes) { return "PK\3\4" + shape(bytes); };
  for (const char* signature : {"PK\1\2", "PK\3\4", "PK\5\6"})
    shapes["much of " + visible(signature)] = repeated("", signature, "");
  const auto numbered_source = [](std::size_t i) { return std::to_string(i) + ".cpp"; };
  shapes["entries upon each other, of empty blocks"] = [=](std::size_t bytes) {
    return archive_of_one(empty_blocks(bytes), "", 1900, numbered_source);
  };
  shapes["empty blocks"] = [=](std::size_t bytes) {
    return archive_of_one(empty_blocks(bytes), "", 1, numbered_source);
  };
  shapes["entries"] = [=](std::size_t bytes) {
    return archive_of_one(empty_blocks(0), "", bytes / 56, numbered_source);
  };
  shapes["entries of one name"] = [](std::size_t bytes) {
    return archive_of_one(empty_blocks(0), "", bytes / 51, [](std::size_t) { return "a.cpp"; });
  };
  for (const std::string unit : {"a", "a/", "../", "a\xCC\x81", "\xff"})
    shapes["long names of " + visible(unit)] = [=](std::size_t bytes) {
      return archive_of_one(empty_blocks(0), "", bytes / 60100,
                            [&](std::size_t) { return times(unit, 60000) + ".cpp"; });
    };
  return shapes;
}

/// What a process needed for all shapes of one reader.
struct Need
{
  std::string shape; ///< the last one
  std::string flaw;  ///< what was too much; else empty
};

double seconds_for(const Reader& read, const std::string& text)
{
  const std::clock_t begin = std::clock(); // of this process, however busy the machine is
  try {
    read(text);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    // It is refused.
  }
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

std::size_t addresses_in_use()
{
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Reads all shapes in a process that has 200 MB more than this one, and 20 s of the processor.
/// One that takes long for a megabyte must not need more than thrice the time of half of it, each time that it is tried:
/// what else runs on the machine slows a process down now and then.
Need need_of(const Shapes& shapes, const Reader& read)
{
  constexpr double slow = 0.5; // seconds
  constexpr std::size_t longest = 200;
  void* const shared =
      ::mmap(nullptr, longest, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  BOOST_REQUIRE(shared != MAP_FAILED);
  char* const noted = static_cast<char*>(shared);
  const pid_t child = ::fork();
  if (child == 0) {
    const auto limited = [](__rlimit_resource resource, rlim_t value) {
      const rlimit both{value, value};
      return ::setrlimit(resource, &both) == 0;
    };
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL})
      ::signal(signal, SIG_DFL); // Boost.Test's would go on with the tests
    if (!limited(RLIMIT_AS, addresses_in_use() + 200 * megabyte) || !limited(RLIMIT_CPU, 20) ||
        !limited(RLIMIT_CORE, 0))
      ::_exit(3);
    for (const auto& [name, shape] : shapes) {
      name.substr(0, longest - 1).copy(noted, longest - 1);
      noted[std::min(name.size(), longest - 1)] = 0;
      try {
        const auto grows_too_fast = [&] {
          const double whole = seconds_for(read, shape(megabyte));
          return whole > slow && whole > 3 * seconds_for(read, shape(megabyte / 2));
        };
        if (grows_too_fast() && grows_too_fast() && grows_too_fast())
          ::_exit(2);
      } catch (const std::bad_alloc&) {
        ::_exit(1);
      }
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  Need need{.shape = noted, .flaw = ""};
  ::munmap(shared, longest);
  if (WIFSIGNALED(status))
    need.flaw = fmt::format("it was ended by a signal ({})", ::strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) != 0)
    need.flaw = std::array{"", "it takes more than 200 MB", "twice as much takes thrice the time",
                           "there are no limits"}
                    .at(static_cast<std::size_t>(WEXITSTATUS(status)));
  return need;
}

void check_readers(const Shapes& shapes, const std::map<std::string, Reader>& readers)
{
  for (const auto& [name, read] : readers) {
    const Need need = need_of(shapes, read);
    BOOST_TEST(need.flaw == "", name << ", " << need.shape << ": " << need.flaw);
  }
}

About about(const std::string& name)
{
  return {.name = name, .title = "", .section = "", .points = 1, .stars = 1, .hints = {}};
}

const Catalogue catalogue{{"01-softmax", {about("softmax"), about("log_sum_exp")}},
                          {"06-rotations", {about("rotate")}}};
Exercise declared(const char* name, const char* signature)
{
  Exercise exercise;
  exercise.name = name;
  exercise.signature = signature;
  return exercise;
}

const Exercise softmax = declared("softmax", "arma::vec softmax(const arma::vec& x)");

/// A file that holds a text while it is read.
Reader of_file(const std::string& name, const std::function<void(const fs::path&)>& read)
{
  return [=](const std::string& text) {
    const TemporaryFolder folder;
    write_file(folder / name, text);
    read(folder / name);
  };
}

} // namespace

BOOST_AUTO_TEST_CASE(what_reads_a_file_of_exercises_needs_no_more_than_its_length_explains)
{
  const Shapes shapes = shapes_of_cpp();
  check_readers(shapes, {{"missing function",
                          [](const std::string& text) {
                            why_missing(declared("none", "double none(double x)"), {softmax}, text);
                          }},
                         {"balance", [](const std::string& text) { imbalance(text); }},
                         {"suspicions", [](const std::string& text) {
                            const Source source(text);
                            for (const Message& message : suspicious(source))
                              source.at_line(message.line);
                            for (const char* shown :
                                 {agreement_to_few_digits, all_zero, as_by_log10, as_by_log2})
                              cause_of(shown, source, "softmax");
                          }}});
  const auto of_the_exercise = [](const std::string& text) {
    why_missing(softmax, {softmax}, text);
  };
  for (const char* name :
       {"the same of the exercise", "parameters", "a parameter", "an exercise among others"})
    check_readers({{name, shapes.at(name)}}, {{"other parameters", of_the_exercise}});
  check_readers(plain_shapes(), {{"submission", of_file("a.cpp", [](const fs::path& file) {
                                    read_submission(file, catalogue);
                                  })}});
}

BOOST_AUTO_TEST_CASE(what_shows_a_strangers_text_needs_no_more_than_its_length_explains)
{
  check_readers(plain_shapes(),
                {{"visible", [](const std::string& text) { visible(text); }},
                 {"excerpt", [](const std::string& text) { excerpt_line(text); }},
                 {"name",
                  [](const std::string& text) {
                    shown_name(text.substr(0, text.size() / 50)); // of 255 bytes, mostly
                  }},
                 {"file name", [](const std::string& text) { file_name(text); }}});
}

BOOST_AUTO_TEST_CASE(what_reads_other_programs_words_needs_no_more_than_their_length_explains)
{
  Shapes shapes = plain_shapes();
  for (const std::string unit :
       {"/a.cpp:1: error: x\n", "[{\"kind\":\"error\",\"message\":\"x\"}]\n",
        ": in function `exercise::f(", "undefined reference to `a'; ",
        "ERROR: AddressSanitizer: SEGV", "runtime error: ", "is located "})
    shapes["much of " + visible(unit)] = repeated("", unit, "");
  shapes["messages"] = repeated("[", R"({"kind":"error","message":"x"},)", "{}]");
  shapes["notes"] = repeated("[", R"({"kind":"error","children":[)", "");
  std::map<std::string, Reader> readers;
  for (const Speaker speaker :
       {Speaker::compiler_in_json, Speaker::compiler_in_text, Speaker::linker})
    readers[fmt::format("compiler {}", static_cast<int>(speaker))] = [=](const std::string& text) {
      read_messages(speaker, text, "/a.cpp");
    };
  readers["sanitizer"] = [](const std::string& text) {
    memory_error(Answer{.outcome = Outcome::exited, .payload = "86", .printed = text});
  };
  readers["interpreter"] = of_file("program", [](const fs::path& file) { why_not_started(file); });
  check_readers(shapes, readers);
}

BOOST_AUTO_TEST_CASE(what_reads_json_needs_no_more_than_its_length_explains)
{
  const std::map<std::string, std::vector<std::string>> known{{"01-softmax", {"softmax"}},
                                                              {"06-rotations", {"rotate"}}};
  check_readers(
      shapes_of_json(),
      {{"grade", [](const std::string& text) { grade_from_json(parse_json(text, "it")); }},
       {"verdict", [](const std::string& text) { read_verdict(text, about("softmax")); }},
       {"course", of_file("course.json", [&](const fs::path& file) { CourseFile(file, known); })}});
}

BOOST_AUTO_TEST_CASE(what_reads_a_roster_needs_no_more_than_its_length_explains)
{
  check_readers(shapes_of_tables(),
                {{"roster", of_file("roster.csv",
                                    [](const fs::path& file) {
                                      const Roster roster(file);
                                      for (const Person& person : roster.people())
                                        roster.whose(person.key().substr(0, 1000));
                                    })},
                 {"moment", [](const std::string& text) { parse_instant(text); }}});
}

BOOST_AUTO_TEST_CASE(what_reads_an_archive_needs_no_more_than_its_length_explains)
{
  check_readers(
      shapes_of_archives(),
      {{"zip", of_file("a.zip", [](const fs::path& file) { read_submission(file, catalogue); })}});
}

BOOST_AUTO_TEST_CASE(an_archive_whose_entries_share_their_bytes_is_refused)
{
  const auto problem = [](std::size_t count) {
    const TemporaryFolder folder;
    write_file(folder / "a.zip", archive_of_one(empty_blocks(1000), "", count, [](std::size_t i) {
                 return std::to_string(i) + ".cpp";
               }));
    return read_submission(folder / "a.zip", catalogue).problem;
  };
  BOOST_TEST(problem(2) == "a.zip is a zip bomb: its entries share their bytes");
  BOOST_TEST(problem(1).find("is empty") != std::string::npos, problem(1)); // it was unpacked
}

BOOST_AUTO_TEST_CASE(a_reader_that_is_quadratic_or_keeps_much_is_noticed)
{
  const auto flaw = [](const Reader& read) {
    return need_of({{"much of a", repeated("", "a", "")}}, read).flaw;
  };
  const auto keep = [](std::size_t copies) {
    return [=](const std::string& text) {
      std::vector<std::string> kept(copies, text);
      BOOST_TEST(kept.back().size() == text.size());
    };
  };
  BOOST_TEST(flaw(keep(50)) == "");
  BOOST_TEST(flaw(keep(300)) == "it takes more than 200 MB");
  const Reader quadratic = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); i += 500)
      count += static_cast<std::size_t>(std::ranges::count(text, static_cast<char>('a' + i % 3)));
    BOOST_TEST(count > 0u);
  };
  BOOST_TEST(flaw(quadratic) == "twice as much takes thrice the time");
  const std::function<std::size_t(const std::string&, std::size_t)> deep =
      [&](const std::string& text, std::size_t at) -> std::size_t {
    return at == text.size() ? 0 : 1 + deep(text, at + 1);
  };
  BOOST_TEST(flaw([&](const std::string& text) { deep(text, 0); }).find("Segmentation fault") !=
             std::string::npos);
}

// --- in a process of its own ------------------------------------------------------------------------------------------

namespace {

const fs::path reader = fs::path(EPREUVE_PROGRAMS) / "epreuve-coursework";

/// What is thrown; empty if nothing is.
std::string refusal(const std::function<void()>& read)
{
  try {
    read();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

} // namespace

BOOST_AUTO_TEST_CASE(a_submission_is_the_same_whichever_process_reads_it)
{
  const TemporaryFolder folder;
  const fs::path ada = folder / "ada";
  fs::create_directories(ada / "06-rotations");
  fs::create_directories(ada / "01-softmax");
  write_file(ada / "06-rotations" / "exercises.cpp", "void exercise::rotate() { /* \xff\n */ }\n");
  write_file(ada / "01-softmax" / "exercises.cpp", "");
  write_file(ada / "notes.cpp", "int main() {}\n");
  for (const fs::path& path : {ada, folder / "nobody"}) {
    const Submission here = read_submission(path, catalogue),
                     apart = read_submission_apart(reader, path, catalogue);
    BOOST_TEST(apart.name == here.name);
    BOOST_TEST((apart.sources == here.sources));
    BOOST_TEST((apart.changed == here.changed));
    BOOST_TEST((apart.refused == here.refused));
    BOOST_TEST(apart.problem == here.problem);
    BOOST_TEST(apart.not_taken == here.not_taken);
  }
  const Submission whole = read_submission_apart(reader, ada, catalogue);
  BOOST_TEST(whole.sources.size() == 1u);
  BOOST_TEST(whole.changed.size() == 1u);
  BOOST_TEST(whole.refused.size() == 1u);
  BOOST_TEST(whole.not_taken.size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_a_submission_does_to_its_reader_is_its_own_problem)
{
  const TemporaryFolder folder;
  const fs::path file = folder / "ada.cpp";
  write_file(file, times("a()", megabyte) + "{}\n");
  // Without an allocation that succeeds there is no answer at all, which is nobody's fault.
  const std::uint64_t enough_to_begin = addresses_in_use() + 30 * megabyte;
  BOOST_TEST(read_submission_apart(reader, file, catalogue, {.memory = enough_to_begin}).problem ==
             fmt::format("it cannot be read: that takes more than {} MB of memory",
                         enough_to_begin >> 20));
  BOOST_TEST(refusal([&] {
               read_submission_apart(reader, file, catalogue, {.seconds = 0.01});
             }).starts_with("it was not read within"));
  BOOST_TEST(refusal([&] {
               read_submission_apart("/bin/true", file, catalogue);
             }).starts_with("the process that read it gave no answer"));
  BOOST_TEST(refusal([&] { read_submission_apart("/bin/false", file, catalogue); }) ==
             "the process that read it ended with status 1");
  const fs::path crashing = folder / "crashing";
  write_file(crashing, "#!/bin/sh\nkill -SEGV $$\n");
  fs::permissions(crashing, fs::perms::owner_all);
  BOOST_TEST(read_submission_apart(crashing, file, catalogue)
                 .problem.starts_with("it cannot be read: it crashes its reader"));
}

BOOST_AUTO_TEST_CASE(a_file_of_progress_needs_no_more_than_its_length_explains)
{
  const TemporaryFolder folder;
  const Shapes shapes = shapes_of_json();
  for (const std::string name : {"much of [", "a list of [],", "members", "the same members",
                                 "a text", "a number", "chapters", "exercises", "NULs"}) {
    write_file(folder / "progress.json", shapes.at(name)(megabyte));
    const tests::Finished said =
        tests::run("/usr/bin/prlimit", {"--as=1500000000", "--cpu=3", reader.string(), "progress"},
                   {{"EPREUVE_PROGRESS", (folder / "progress.json").string()}});
    BOOST_TEST((said.status == 0 || said.status == 2), name << ": " << said.status << said.error);
    BOOST_TEST(said.error.size() < 2000u, name);
  }
}
