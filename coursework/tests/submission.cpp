// Which files are found in a submission: in folders however they are named, in zip files, and the messages about
// everything that is not a file of exercises.

#include "epreuve/exercises/submission.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/contains.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <utility>
#include <vector>

using namespace epreuve;
using namespace epreuve::exercises;
using epreuve::tests::contains;
namespace fs = std::filesystem;

namespace {

About exercise(const std::string& name)
{
  return {.name = name, .title = "", .section = "", .points = 1, .stars = 1, .hints = {}};
}

const Catalogue catalogue{{"01-softmax", {exercise("softmax"), exercise("log_sum_exp")}},
                          {"06-rotations", {exercise("rotate")}}};

const std::string softmax = "arma::vec exercise::softmax(const arma::vec& x)\n{\n  return x;\n}\n",
                  rotate = "arma::mat exercise::rotate()\n{\n  return {};\n}\n";

/// A submission, as a folder.
struct HandedIn
{
  TemporaryFolder folder;
  fs::path path = folder / "ada";

  HandedIn() { fs::create_directory(path); }

  HandedIn& file(const std::string& name, const std::string& text)
  {
    fs::create_directories((path / name).parent_path());
    write_file(path / name, text);
    return *this;
  }
  Submission read() const { return read_submission(path, catalogue); }
};

/// A zip file made by Python: `entries` are statements on the archive z.
Submission zipped(const std::string& entries)
{
  const TemporaryFolder folder;
  const tests::Finished python = tests::run(
      "/usr/bin/python3", {"-I", "-c",
                           "import sys, zipfile\n"
                           "z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)\n" +
                               entries + "\nz.close()\n",
                           (folder / "ada.zip").string()});
  BOOST_REQUIRE_MESSAGE(python.status == 0, python.error);
  return read_submission(folder / "ada.zip", catalogue);
}

std::string in_python(const std::string& text)
{
  std::string quoted = "'''";
  return quoted + text + "'''";
}

} // namespace

BOOST_AUTO_TEST_CASE(a_chapters_folder_is_found_however_it_is_written)
{
  for (const char* name :
       {"01-softmax/exercises.cpp", "softmax/exercises.cpp", "1-softmax/exercises.cpp",
        "01/exercises.cpp", "1/exercises.cpp", "01_Softmax/exercises.cpp", "SOFTMAX/Exercises.CPP",
        "01 softmax/exercises.cpp", "chapters/softmax/exercises.cpp", "softmax.cpp",
        "01-softmax.cpp", "softmax/softmax.cpp", "exercises.cpp", "my work.cpp",
        "a/b/softmax/exercises.cpp", "a/exercises.cpp"}) {
    const Submission submission = HandedIn().file(name, softmax).read();
    BOOST_TEST(submission.problem == "", name);
    BOOST_REQUIRE(submission.sources.contains("01-softmax"));
    BOOST_TEST(submission.sources.at("01-softmax") == softmax, name);
    BOOST_TEST(submission.sources.size() == 1u, name);
  }
}

BOOST_AUTO_TEST_CASE(several_chapters_are_told_apart_by_their_folders)
{
  for (const auto& [first, second] : {std::pair("01", "6"),
                                      {"1", "06"},
                                      {"Softmax", "6-rotations"},
                                      {"01_softmax", "rotations"}}) {
    const Submission submission = HandedIn()
                                      .file(first + std::string("/exercises.cpp"), softmax)
                                      .file(second + std::string("/exercises.cpp"), rotate)
                                      .read();
    BOOST_TEST(submission.problem == "", first);
    BOOST_TEST(submission.sources.size() == 2u, first);
    BOOST_TEST(submission.refused.empty(), first);
  }
}

BOOST_AUTO_TEST_CASE(two_files_for_a_chapter_are_taken_only_if_they_are_the_same)
{
  HandedIn both;
  both.file("softmax.cpp", softmax).file("01-softmax/exercises.cpp", softmax);
  BOOST_TEST(both.read().sources.at("01-softmax") == softmax);
  both.file("softmax.cpp", softmax + "// later");
  BOOST_TEST(both.read().sources.empty());
  BOOST_TEST(contains(both.read().refused.at("01-softmax"), "differ; leave one of them"));
  const Submission loose =
      HandedIn().file("a.cpp", softmax).file("b.cpp", softmax + "//").file("c.cpp", rotate).read();
  BOOST_TEST(contains(loose.refused.at("01-softmax"), "a.cpp and b.cpp are both for 01-softmax"));
  BOOST_TEST(loose.sources.at("06-rotations") == rotate);
}

BOOST_AUTO_TEST_CASE(a_file_of_another_chapter_is_named_as_such)
{
  for (const char* name : {"06-rotations/exercises.cpp", "rotations.cpp"})
    BOOST_TEST(HandedIn().file(name, softmax).read().refused.at("06-rotations") ==
               std::string(name) + " defines functions of 01-softmax, none of 06-rotations");
}

BOOST_AUTO_TEST_CASE(what_is_no_text_is_named_as_what_it_is)
{
  using namespace std::string_literals;
  const std::vector<std::pair<std::string, std::string>> odd{
      {"", "is empty"},
      {" \r\n\n", "is empty"},
      {"PK\3\4word/document.xml"s, "document of Office"},
      {"%PDF-1.7", "is a PDF"},
      {"\xFF\xFEv\0o\0"s, "UTF-16"},
      {"\xFE\xFF\0v\0o"s, "UTF-16"},
      {"int x;\0"s, "NUL byte in line 1"},
      {std::string(longest_source + 1, ' '), "expected at most 1048576"},
  };
  for (const auto& [bytes, why] : odd) {
    const Submission named = HandedIn().file("01-softmax/exercises.cpp", bytes).read();
    BOOST_TEST(contains(named.refused.at("01-softmax"), why), named.refused.at("01-softmax"));
    const Submission loose = HandedIn().file("my.cpp", bytes).read();
    BOOST_TEST(contains(loose.problem, why), loose.problem);
  }
}

BOOST_AUTO_TEST_CASE(no_link_is_followed)
{
  const HandedIn mine;
  write_file(mine.folder / "secret.cpp", softmax);
  fs::create_directory(mine.folder / "secret");
  write_file(mine.folder / "secret" / "exercises.cpp", softmax);
  fs::create_symlink(mine.folder / "secret.cpp", mine.path / "softmax.cpp");
  BOOST_TEST(contains(mine.read().refused.at("01-softmax"), "is a symbolic link"));
  fs::remove(mine.path / "softmax.cpp");
  fs::create_symlink(mine.folder / "secret", mine.path / "softmax");
  BOOST_TEST(contains(mine.read().refused.at("01-softmax"), "is reached through a symbolic link"));
  fs::remove(mine.path / "softmax");
  fs::create_symlink(mine.folder / "secret", mine.path / "anything");
  BOOST_TEST(contains(mine.read().problem, "it has no file of exercises"));
}

BOOST_AUTO_TEST_CASE(a_zip_file_is_read_as_the_folder_it_was)
{
  const std::string text = in_python(softmax);
  for (const char* name : {"softmax/exercises.cpp", "ada/01-softmax/exercises.cpp", "softmax.cpp",
                           "exercises.cpp", "ada\\\\softmax.cpp"}) {
    const Submission submission = zipped("z.writestr('" + std::string(name) + "', " + text +
                                         ")\nz.writestr('__MACOSX/._x.cpp', 'x')");
    BOOST_TEST(submission.name == "ada");
    BOOST_TEST(submission.problem == "", name);
    BOOST_REQUIRE(submission.sources.contains("01-softmax"));
    BOOST_TEST(submission.sources.at("01-softmax") == softmax);
  }
  const Submission stored =
      zipped("z.writestr('a.cpp', " + text + ", compress_type=zipfile.ZIP_STORED)");
  BOOST_TEST(stored.sources.at("01-softmax") == softmax);
}

BOOST_AUTO_TEST_CASE(a_zip_file_that_is_more_than_exercises_is_named_as_such)
{
  const std::vector<std::pair<std::string, std::string>> odd{
      {"z.writestr('../a.cpp', 'x')", "a path that leads out of it"},
      {"z.writestr('/tmp/a.cpp', 'x')", "a path that leads out of it"},
      {"z.writestr('a/../../b.cpp', 'x')", "a path that leads out of it"},
      {"z.writestr('C:\\\\a.cpp', 'x')", "a path that leads out of it"},
      {"i = zipfile.ZipInfo('a.cpp'); i.create_system = 3; i.external_attr = 0o120777 << 16\n"
       "z.writestr(i, '/etc/passwd')",
       "a symbolic link"},
      {"z.writestr('a/' * 9 + 'a.cpp', 'x')", "in more than 8 folders"},
      {"for i in range(2001): z.writestr(f'{i}.cpp', '')",
       "of 2001 sources, expected at most 2000"},
      {"z.writestr('a.cpp', '0' * (1 << 21))", "has 2097152 bytes, expected at most 1048576"},
      {"for i in range(70): z.writestr(f'{i}.cpp', '0' * 1000000)", "is a zip bomb"},
      {"z.writestr('a.zip', 'x')", "holds another one; unpack it once"},
      {"z.writestr('a.txt', 'x')", "without a .cpp file"},
      {"z.writestr('a.cpp', 'x', compress_type=zipfile.ZIP_BZIP2)", "packed in an unusual way"},
      {"", "without a .cpp file"},
      {"z.close(); open(sys.argv[1], 'wb').write(b'no zip')\nz = open('/dev/null')",
       "is not a zip file"},
  };
  for (const auto& [entries, why] : odd) {
    const Submission submission = zipped(entries);
    BOOST_TEST(contains(submission.problem, why), entries << ": " << submission.problem);
    BOOST_TEST(submission.sources.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_zip_file_that_lies_about_its_lengths_or_is_cut_is_refused)
{
  const std::string change = "z.writestr('a.cpp', 'int x;' * 1000)\nz.close()\n"
                             "b = bytearray(open(sys.argv[1], 'rb').read())\n"
                             "d = b.index(b'PK\\x01\\x02')\n";
  const std::string write = "\nopen(sys.argv[1], 'wb').write(b)\nz = open('/dev/null')";
  BOOST_TEST(contains(zipped(change + "b[d+24:d+28] = (5).to_bytes(4, 'little')" + write).problem,
                      "is a zip bomb"));
  for (const char* damage :
       {"b[d+16] ^= 1", "b[d+42:d+46] = b'\\xff\\xff\\xff\\x7f'", "b[d+20:d+24] = b'\\xff' * 4",
        "b = b[:d] + b[d+8:]", "b = b[:-22]", "b = b[:10] + b[-22:]"}) {
    const std::string problem = zipped(change + damage + write).problem;
    BOOST_TEST(contains(problem, "is a damaged zip file"), damage << ": " << problem);
  }
}

BOOST_AUTO_TEST_CASE(of_a_zip_file_only_the_sources_are_counted_weighed_and_unpacked)
{
  const std::string text = in_python(softmax);
  for (const std::string around :
       {"for i in range(3000): z.writestr(f'course/bin/{i}', '')",
        "z.writestr('course/bin/header.gch', '0' * 70000000)",
        "z.writestr('course/bin/x', os.urandom(90000000), compress_type=zipfile.ZIP_STORED)",
        "i = zipfile.ZipInfo('course/lib/x.so'); i.create_system = 3; i.external_attr = 0o120777 "
        "<< 16\n"
        "z.writestr(i, '/etc/passwd')",
        "z.writestr('course/build' + '/x' * 9 + '.cpp', 'int x;')"}) {
    const Submission submission =
        zipped("import os\nz.writestr('course/softmax/exercises.cpp', " + text + ")\n" + around);
    BOOST_TEST(submission.problem == "", around);
    BOOST_TEST(submission.sources.contains("01-softmax"), around);
  }
}

BOOST_AUTO_TEST_CASE(the_handout_itself_can_be_handed_in)
{
  const std::string files =
      "z.writestr('course/epreuve', '#!/bin/sh')\n"
      "z.writestr('course/chapters/01-softmax/exercises.cpp', " +
      in_python(softmax) +
      ")\n"
      "z.writestr('course/chapters/01-softmax/checks.cpp', 'CHECKS(course) {}')\n"
      "z.writestr('course/lib/epreuve/softmax.cpp', 'double softmax() { return 1; }')\n"
      "z.writestr('course/coursework/worker/main.cpp', 'int main() {}')\n";
  const Submission handout = zipped(files);
  BOOST_TEST(handout.sources.at("01-softmax") == softmax);
  BOOST_TEST(handout.refused.empty());
  BOOST_TEST(handout.not_taken.empty(), "its own files are not listed");
  // What lies next to it is somebody's own.
  const Submission more =
      zipped(files + "z.writestr('course/mine.cpp', " + in_python(rotate) +
             ")\nz.writestr('course/chapters/01-softmax/solutions.cpp', " +
             in_python(softmax + "// right") + ")\nz.writestr('try.cpp', 'int main() {}')");
  BOOST_TEST(more.sources.at("06-rotations") == rotate);
  BOOST_TEST(more.not_taken ==
                 std::vector<std::string>{"try.cpp defines no function of any exercise"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_file_with_an_unknown_name_is_for_the_chapter_whose_functions_it_defines)
{
  const std::string within =
      "namespace exercise {\narma::vec softmax(const arma::vec& x)\n{\n  return x;\n}\n}\n";
  for (const char* name :
       {"softmax (1).cpp", "softmax - Copie.cpp", "softmax_final.cpp",
        "01-softmax (1)/exercises.cpp", "01-softmax/exercises (1).cpp", "softmax/solution.cpp",
        "chapitre 1/softmax.cpp", "semaine1/01-softmax/exercises.cpp",
        "semaine1/devoirs/exercises (2).cpp"})
    for (const std::string& text : {softmax, within}) {
      const Submission submission =
          HandedIn().file("rotations.cpp", rotate).file(name, text).read();
      BOOST_REQUIRE_MESSAGE(submission.sources.contains("01-softmax"), name);
      BOOST_TEST(submission.sources.at("01-softmax") == text, name);
      BOOST_TEST(submission.sources.at("06-rotations") == rotate, name);
      BOOST_TEST(submission.not_taken.empty(), name);
    }
  const Submission apart = HandedIn()
                               .file("chapitre 1/softmax.cpp", softmax)
                               .file("chapitre 6/rotations.cpp", rotate)
                               .read();
  BOOST_TEST(apart.sources.size() == 2u);
}

BOOST_AUTO_TEST_CASE(no_second_file_for_a_chapter_is_ignored_in_silence)
{
  const std::string other = softmax + "// later\n";
  for (const char* name :
       {"softmax (1).cpp", "01-softmax (1)/exercises.cpp", "old/exercises.cpp"}) {
    const Submission both = HandedIn().file("softmax.cpp", softmax).file(name, other).read();
    BOOST_TEST(both.sources.empty(), name);
    BOOST_TEST(contains(both.refused.at("01-softmax"), name), both.refused.at("01-softmax"));
    BOOST_TEST(contains(both.refused.at("01-softmax"), "differ; leave one of them"));
    BOOST_TEST(HandedIn().file("softmax.cpp", softmax).file(name, softmax).read().sources.size() ==
               1u);
  }
}

BOOST_AUTO_TEST_CASE(what_is_as_it_was_handed_out_gives_way_to_an_answer)
{
  const std::string stub =
      "arma::vec exercise::softmax(const arma::vec& x)\n{\n  throw NotStarted();\n}\n";
  const Submission both =
      HandedIn().file("01-softmax/exercises.cpp", stub).file("mine.cpp", softmax).read();
  BOOST_TEST(both.sources.at("01-softmax") == softmax);
  BOOST_TEST(HandedIn().file("01-softmax/exercises.cpp", stub).read().sources.at("01-softmax") ==
             stub);
}

BOOST_AUTO_TEST_CASE(every_source_that_is_not_taken_is_named_with_the_reason)
{
  HandedIn mine;
  mine.file("softmax.cpp", softmax)
      .file("main.cpp", "int main() {}")
      .file("a/empty.cpp", "")
      .file("b/mine.cpp", "arma::mat rotate()\n{\n  return {};\n}\n");
  mine.file("c/d/e/f/g/h/i/j/k/deep.cpp", softmax).file("work.zip", "no zip");
  fs::create_symlink("main.cpp", mine.path / "link.cpp");
  const Submission submission = mine.read();
  BOOST_TEST(submission.sources.size() == 1u);
  const std::vector<std::string> named{"c/d/e/f/g/h/i/j/k lies in more than 7 folders",
                                       "work.zip is not a zip file",
                                       "a/empty.cpp is empty",
                                       "b/mine.cpp defines rotate, but not as exercise::rotate",
                                       "link.cpp is a symbolic link",
                                       "main.cpp defines no function of any exercise"};
  BOOST_TEST(submission.not_taken == named, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_zip_file_in_a_students_folder_may_hold_a_folder)
{
  const TemporaryFolder folder;
  const fs::path student = folder / "Ada Lovelace_12345_assignsubmission_file_";
  fs::create_directory(student);
  const tests::Finished python =
      tests::run("/usr/bin/python3",
                 {"-I", "-c",
                  "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w')\n"
                  "z.writestr('homework/01-softmax/exercises.cpp', " +
                      in_python(softmax) + ")\nz.writestr('homework/second part/rotations.cpp', " +
                      in_python(rotate) + ")\nz.close()\n",
                  (student / "homework.zip").string()});
  BOOST_REQUIRE_MESSAGE(python.status == 0, python.error);
  const Submission submission = read_submission(student, catalogue);
  BOOST_TEST(submission.problem == "");
  BOOST_TEST(submission.sources.at("01-softmax") == softmax);
  BOOST_TEST(submission.sources.at("06-rotations") == rotate);
}

BOOST_AUTO_TEST_CASE(what_lies_beside_submissions_is_listed_apart)
{
  const TemporaryFolder folder;
  for (const char* name : {".DS_Store", "Thumbs.db", "grades.csv", "README.md", "sheet.pdf",
                           "ada.cpp", "Bob.CPP", "carol.zip", ".hidden.cpp", "._ada.cpp"})
    write_file(folder / name, "x");
  fs::create_directory(folder / "dave");
  for (const char* name : {"__MACOSX", ".git", ".alice"})
    fs::create_directory(folder / name);
  fs::create_symlink("/etc/passwd", folder / "eve");
  const Collected found = list_submissions(folder.path());
  const auto names = [](const std::vector<fs::path>& paths) {
    std::string all;
    for (const fs::path& path : paths)
      all += path.filename().string() + " ";
    return all;
  };
  BOOST_TEST(names(found.submissions) == ".alice .hidden.cpp Bob.CPP ada.cpp carol.zip dave eve ");
  BOOST_TEST(names(found.strays) ==
             ".DS_Store ._ada.cpp .git README.md Thumbs.db __MACOSX grades.csv sheet.pdf ");
}

BOOST_AUTO_TEST_CASE(whatever_lies_in_a_folder_of_submissions_has_a_name_and_a_reason)
{
  const TemporaryFolder folder;
  const std::string longest(255, 'x'), longest_cpp = std::string(251, 'y') + ".cpp";
  fs::create_directory(folder / longest);
  for (const std::string& name :
       {longest_cpp, std::string("a\xE9.cpp"), std::string("a\xE8.cpp"), std::string("\u00e9.cpp"),
        std::string("e\u0301.cpp"), std::string("Bob.cpp"), std::string("bob.cpp"),
        std::string("-rf.cpp"), std::string("=cmd().cpp"), std::string("two\nlines.cpp")})
    std::ofstream(folder / name) << softmax; // no temporary neighbour has room
  fs::create_directory(folder / "bob");
  fs::create_symlink("bob", folder / "bob.txt");
  fs::create_symlink("itself", folder / "itself");
  fs::create_symlink(std::string(300, 'z'), folder / "nowhere");
  BOOST_REQUIRE(::mkfifo((folder / "pipe.cpp").c_str(), 0600) == 0);
  const Collected found = list_submissions(folder.path());
  BOOST_REQUIRE(found.submissions.size() == 16u);
  BOOST_TEST((std::set<std::string>(found.names.begin(), found.names.end()).size() == 16u));
  int good = 0;
  for (const fs::path& path : found.submissions) {
    const Submission submission = read_submission(path, catalogue);
    good += submission.sources.size() == 1u ? 1 : 0;
    BOOST_TEST((submission.problem.empty() == !submission.sources.empty()), path);
  }
  BOOST_TEST(good == 10);
  BOOST_TEST(read_submission(folder / "itself", catalogue).problem == "it is a symbolic link");
  BOOST_TEST(
      contains(read_submission(folder / "pipe.cpp", catalogue).problem, "is not an ordinary file"));
}

BOOST_AUTO_TEST_CASE(what_is_swapped_for_a_link_while_it_is_read_gives_nothing_of_another)
{
  const TemporaryFolder folder;
  const std::string others = softmax + "// of somebody else\n";
  for (const char* name : {"alice/softmax", "bob"})
    fs::create_directories(folder / name);
  write_file(folder / "alice" / "softmax" / "exercises.cpp", softmax);
  write_file(folder / "bob" / "exercises.cpp", others);
  fs::create_directory_symlink(folder / "bob", folder / "alice" / ".spare");
  std::atomic<bool> ended = false;
  std::thread swapping([&] {
    while (!ended)
      ::renameat2(AT_FDCWD, (folder / "alice" / "softmax").c_str(), AT_FDCWD,
                  (folder / "alice" / ".spare").c_str(), RENAME_EXCHANGE);
  });
  int taken = 0, stolen = 0;
  for (int i = 0; i < 5000; ++i)
    for (const auto& [chapter, text] : read_submission(folder / "alice", catalogue).sources)
      ++(text == softmax ? taken : stolen);
  ended = true;
  swapping.join();
  BOOST_TEST(taken > 0);
  BOOST_TEST(stolen == 0);
}

BOOST_AUTO_TEST_CASE(a_chapters_folder_that_cannot_be_read_is_that_chapters_problem)
{
  HandedIn mine;
  mine.file("softmax/exercises.cpp", softmax).file("rotations/exercises.cpp", rotate);
  // A user who may read everything gets the same message about a folder with too much in it.
  for (int i = 0; i <= 10000; ++i)
    std::ofstream(mine.path / "softmax" / std::to_string(i));
  const Submission submission = mine.read();
  BOOST_TEST(contains(submission.refused.at("01-softmax"), "softmax holds more than 10000 files"));
  BOOST_TEST(submission.sources.at("06-rotations") == rotate);
}

BOOST_AUTO_TEST_CASE(a_zip_file_whose_names_are_in_each_others_way_is_refused)
{
  const std::vector<std::pair<std::string, std::string>> odd{
      {"z.writestr('a.cpp', 'x'); z.writestr('./a.cpp', 'y')", "twice"},
      {"z.writestr('a.cpp', 'x'); z.writestr('a.cpp/b.cpp', 'y')", "as a file and as a folder"},
      {"z.writestr('x' * 300 + '.cpp', 'x')", "a name of more than 255 bytes"}};
  for (const auto& [entries, why] : odd)
    BOOST_TEST(contains(zipped(entries).problem, why), zipped(entries).problem);
}
