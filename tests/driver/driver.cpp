// The driver as a process, with chapters made for it (fixtures/): one without a fault, one with a changed digit, one
// that dies of a signal, one that the library refuses to serve, one of several files, one that needs luck.

#include "epreuve/system/temporary_folder.hpp"
#include "support/completions.hpp"
#include "support/contains.hpp"
#include "support/process.hpp"
#include "support/schema.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

using epreuve::TemporaryFolder;
using epreuve::tests::contains;
using epreuve::tests::Finished;
using epreuve::tests::long_options;
using epreuve::tests::offered_by_bash;
using epreuve::tests::read_file;
using epreuve::tests::schema_violations;
using nlohmann::json;

namespace {

const std::filesystem::path folder = EPREUVE_FIXTURES;

Finished driver(const std::vector<std::string>& arguments)
{
  return epreuve::tests::run(folder / "epreuve-driver", arguments, {{"COLUMNS", "100"}});
}

/// The text without the line breaks and margins of its layout.
std::string unwrapped(const std::string& text)
{
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;)
    result += word + ' ';
  return result;
}

/// The number, from 1, of the first line of a file that holds a text.
int line_of(const std::filesystem::path& file, const std::string& text)
{
  std::istringstream lines(read_file(file));
  int number = 1;
  for (std::string line; std::getline(lines, line) && !contains(line, text);)
    ++number;
  return number;
}

/// Every "--option" that a text holds outside its examples.
struct Refusal
{
  std::vector<std::string> arguments;
  std::string said;
};

std::ostream& operator<<(std::ostream& out, const Refusal& refusal)
{
  for (const std::string& argument : refusal.arguments)
    out << argument << ' ';
  return out;
}

const std::vector<Refusal> refusals{
    {{"run", "rihgt"}, "the nearest name is \"right\""},
    {{"run", "right", "--format", "jpeg"}, "svg"},
    {{"run", "right", "--seed", "-1"}, "--seed"},
    {{"run", "right", "--seed", "many"},
     "--seed must be a whole number from 0 to 18446744073709551615, got many"},
    {{"figures", "right", "--seed", "18446744073709551616"}, "got 18446744073709551616"},
    {{"grade", "submissions", "--seed", "-3"},
     "--seed must be a whole number from 0 to 18446744073709551615, got -3"},
    {{"grade", "submissions", "--seed", "1x"}, "got 1x"},
    {{"run", "right", "--seeds", "0"}, "--seeds must be a whole number from 1 to 1000000, got 0"},
    {{"run", "right", "--seeds", "two"}, "got two"},
    {{"run", "right", "--seeds", "2", "--figures", "figures"}, "leave out --figures"},
    {{"run", "right", "--seeds", "2", "--format", "svg"}, "leave out --format"},
    {{"run", "right", "--seeds", "2", "--full"}, "leave out one of them"},
    {{"run", "right", "--seeds", "2", "--json", "/nonexistent/seeds.json"}, "/nonexistent"},
    {{"run", "right", "--frobnicate"}, "--frobnicate"},
    {{"run", "right", "--json"}, "--json"},
    {{"run", "right", "--json", "/nonexistent/record.json"}, "/nonexistent"},
    {{"run", "right", "--figures", "/proc/figures"}, "/proc/figures"},
    {{"rnu"}, "the nearest is \"run\""},
    {{}, "subcommand"},
};

} // namespace

BOOST_AUTO_TEST_CASE(a_chapter_is_found_with_and_without_its_number_and_by_it_alone)
{
  for (const char* name : {"right", "01-right", "01", "1", "01-right/", "chapters/01-right/"}) {
    const Finished run = driver({"run", name});
    BOOST_TEST(run.status == 0);
    BOOST_TEST(contains(run.output, "Right: a chapter whose verdicts are found as declared"));
    BOOST_TEST(contains(run.output, "all as declared"));
    BOOST_TEST(run.error == "");
  }
}

BOOST_AUTO_TEST_CASE(a_changed_digit_fails_the_chapter_and_the_message_says_which_and_by_how_much)
{
  const Finished run = driver({"run", "wrong"});
  BOOST_TEST(run.status == 1);
  BOOST_TEST(contains(run.output, "exo7-2.1-softmax-example"));
  // 0.713055... is printed as 0.715: 1.945 units of the third decimal too much.
  BOOST_TEST(contains(unwrapped(run.output),
                      "entry 3: printed 0.715, computed 0.7131: off by +1.95 units"));
}

BOOST_AUTO_TEST_CASE(a_claim_without_evidence_fails_the_chapter_and_is_named)
{
  const Finished run = driver({"run", "wrong"});
  BOOST_TEST(contains(run.output, "notes-2-zero-infinity"));
  BOOST_TEST(contains(run.output, "NO EVIDENCE"));
  BOOST_TEST(contains(run.output, "2 not as declared"));
}

BOOST_AUTO_TEST_CASE(a_chapter_that_dies_is_reported_and_the_others_still_run)
{
  const TemporaryFolder output;
  const std::string file = (output / "record.json").string();
  const Finished run = driver({"run", "crashing", "right", "--json", file});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(contains(run.error, "chapter 03-crashing crashed (signal 9"));
  BOOST_TEST(contains(run.output, "all of it: ./epreuve run right"));
  BOOST_TEST(contains(run.output, "0 chapters not as declared, 1 without a result"));
  const json record = json::parse(read_file(file));
  BOOST_TEST(record.at("chapters").size() == 1u);
}

BOOST_AUTO_TEST_CASE(chapters_that_run_at_once_read_as_if_they_ran_one_after_the_other)
{
  const auto alone = [](const char* chapter) { return driver({"run", chapter}).output; };
  const std::string all = driver({"run", "wrong", "sections", "right", "--full"}).output;
  BOOST_TEST(all == alone("wrong") + "\n" + alone("sections") + "\n" + alone("right"));
}

BOOST_AUTO_TEST_CASE(
    several_chapters_are_shown_in_a_few_lines_each_and_an_erratum_with_what_is_right)
{
  const Finished run = driver({"run", "sections", "right"});
  BOOST_TEST(run.status == 0);
  BOOST_TEST(run.error == "");
  BOOST_TEST(std::ranges::count(run.output, '\n') < 25);
  const std::string text = unwrapped(run.output);
  // In the order given, though the other one may end first.
  BOOST_TEST(text.find("01 Right: a chapter") > text.find("05 "));
  BOOST_TEST(contains(text, "≈ 1 ✗ 1 1 finding, 2 figures"));
  // No formula is given for the failing claim, so its own words are shown.
  BOOST_TEST(contains(text, "✗ Dot products lie between 0 and infinity. "
                            "right: dot products lie between -∞ and ∞ "
                            "✓ the generator starts from the seed "
                            "all of it: ./epreuve run right"));
  BOOST_TEST(contains(text, "2 chapters with 4 claims"));
  BOOST_TEST(contains(text, "all as declared"));
  BOOST_TEST(contains(text, "./epreuve claims --errata"));
}

BOOST_AUTO_TEST_CASE(of_several_chapters_all_that_is_not_as_declared_is_shown)
{
  const Finished run = driver({"run", "right", "wrong"});
  BOOST_TEST(run.status == 1);
  const std::string text = unwrapped(run.output);
  BOOST_TEST(contains(text, "✗✗ NOT AS DECLARED: exo7-2.1-softmax-example: "));
  BOOST_TEST(contains(text, "✗✗ NO EVIDENCE: notes-2-zero-infinity"));
  BOOST_TEST(contains(text, "1 chapter not as declared, 0 without a result"));
}

BOOST_AUTO_TEST_CASE(chapters_are_run_as_standard_input_names_them_and_end_when_all_are_built)
{
  const auto built = [](const std::string& lines) {
    return epreuve::tests::run("/bin/sh",
                               {"-c", "printf \"$1\" | \"$0\" run --as-built",
                                (folder / "epreuve-driver").string(), lines},
                               {{"COLUMNS", "100"}});
  };
  const Finished all = built("05-sections\\n01-right\\nbuilt all\\n");
  BOOST_TEST(all.status == 0);
  BOOST_TEST(contains(unwrapped(all.output), "2 chapters with 4 claims"));
  const Finished broken_off = built("01-right\\n");
  BOOST_TEST(broken_off.status == 3);
  BOOST_TEST(contains(broken_off.output, "all of it: ./epreuve run right"));
  BOOST_TEST(!contains(broken_off.output, "all as declared"));
}

BOOST_AUTO_TEST_CASE(a_chapter_may_begin_with_its_leading_figure_in_characters)
{
  const Finished run = epreuve::tests::run(folder / "chapter-01-right", {"--leading-figure"});
  BOOST_TEST(run.status == 0);
  BOOST_TEST(run.output.find("The four probabilities.") < run.output.find("Right: a chapter"));
  const Finished without_gnuplot = epreuve::tests::run(
      folder / "chapter-05-sections", {"--leading-figure"}, {{"PATH", "/nonexistent"}});
  BOOST_TEST(without_gnuplot.status == 0);
  BOOST_TEST(contains(without_gnuplot.output, "all as declared"));
}

BOOST_AUTO_TEST_CASE(every_program_says_its_version)
{
  const std::string version = driver({"--version"}).output;
  BOOST_TEST(version.starts_with("epreuve 0."));
  BOOST_TEST(contains(read_file(std::filesystem::path(EPREUVE_SOURCE_DIR) / "CMakeLists.txt"),
                      "project(epreuve VERSION " + version.substr(8, version.size() - 9) + " "));
  for (const char* program : {"epreuve-gpt2", "epreuve-coursework", "epreuve-prove"})
    BOOST_TEST(epreuve::tests::run(folder / program, {"--version"}).output == version);
  BOOST_TEST(epreuve::tests::run(folder / "chapter-01-right", {"--version"}).output ==
             "chapter 01-right of " + version);
}

BOOST_AUTO_TEST_CASE(an_error_of_the_library_ends_the_chapter_with_its_message_and_status_2)
{
  const Finished run = driver({"run", "failing"});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(contains(run.error, "epreuve: chapter 04-failing: "));
  BOOST_TEST(contains(run.error, "n must be even"));
}

BOOST_AUTO_TEST_CASE(a_seed_is_taken_up_to_64_bits_and_no_further)
{
  const TemporaryFolder output;
  const std::string file = (output / "record.json").string();
  const auto chapter = [&](const std::string& seed) {
    return epreuve::tests::run(folder / "chapter-01-right",
                               {"--quiet", "--json", file, "--seed", seed});
  };
  BOOST_TEST(chapter("18446744073709551615").status == 0);
  BOOST_TEST(json::parse(read_file(file)).at("chapters").at(0).at("seed") == UINT64_MAX);
  const Finished refused = chapter("18446744073709551616");
  BOOST_TEST(refused.status == 2);
  BOOST_TEST(contains(refused.error, "--seed must be a whole number from 0 to "
                                     "18446744073709551615, got 18446744073709551616"));
}

BOOST_AUTO_TEST_CASE(
    with_several_seeds_evidence_that_needs_luck_is_named_with_the_seeds_that_overturn_it)
{
  const TemporaryFolder output;
  const std::string file = (output / "seeds.json").string();
  const Finished run = driver({"run", "right", "lucky", "--seeds", "12", "--json", file});
  BOOST_TEST(run.status == 1);
  const json found = json::parse(read_file(file));
  BOOST_TEST(schema_violations(found, "docs/seeds.schema.json") == "");
  const auto seeds = found.at("seeds").get<std::vector<std::uint64_t>>();
  BOOST_TEST(std::set(seeds.begin(), seeds.end()).size() == 12u);
  std::vector<std::uint64_t> odd, even;
  for (const std::uint64_t seed : seeds)
    (seed % 2 == 0 ? even : odd).push_back(seed);
  BOOST_REQUIRE(!odd.empty());
  BOOST_REQUIRE(!even.empty());

  const json& right = found.at("chapters").at(0);
  BOOST_TEST(right.at("runs") == 12);
  BOOST_TEST(right.at("failed").empty());
  BOOST_TEST(right.at("evidence").empty());
  BOOST_TEST(right.at("heavy_tails").empty());
  const json& lucky = found.at("chapters").at(1);
  BOOST_TEST(lucky.at("failed") == json(seeds)); // each overturns one of the two
  const json& evidence = lucky.at("evidence");
  BOOST_REQUIRE(evidence.size() == 2u);
  BOOST_TEST(evidence.at(0).at("id") == "lucky");
  BOOST_TEST(evidence.at(0).at("what") == "the seed is even");
  BOOST_TEST(evidence.at(0).at("outcome") == "failed");
  BOOST_TEST(evidence.at(0).at("seeds") == json(odd));
  BOOST_TEST(evidence.at(1).at("id") == "notes-2-zero-infinity");
  BOOST_TEST(evidence.at(1).at("outcome") == "passed");
  BOOST_TEST(evidence.at(1).at("seeds") == json(even));

  // What passed with all of them, and will not with all there are.
  std::vector<double> shares;
  for (const std::uint64_t seed : seeds)
    shares.push_back(1 / (1 + double(seed % 97)));
  std::ranges::sort(shares);
  BOOST_REQUIRE(lucky.at("heavy_tails").size() == 1u);
  const json& tail = lucky.at("heavy_tails").at(0);
  BOOST_TEST(tail.at("id") == "near");
  BOOST_TEST(tail.at("what") == "a quotient");
  BOOST_TEST(tail.at("worst") == shares.back());
  BOOST_TEST(tail.at("median") == shares[6]);

  const std::string text = unwrapped(run.output);
  BOOST_TEST(contains(text, "01-right as declared with all 12 seeds"), text);
  BOOST_TEST(contains(text, "06-lucky failed with 12 of 12 seeds"), text);
  BOOST_TEST(contains(text, "lucky: the seed is even failed with " + std::to_string(odd.size()) +
                                " of 12 seeds: " + std::to_string(odd.front())),
             text);
  BOOST_TEST(contains(text, "? near: a quotient took 0.33 of its tolerance with the worst seed"),
             text);
}

BOOST_AUTO_TEST_CASE(the_seeds_are_the_same_each_time_and_others_from_another_start)
{
  const auto with = [](const std::vector<std::string>& arguments) {
    std::vector<std::string> words{"run", "right", "--seeds"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Finished run = driver(words);
    BOOST_TEST(run.status == 0);
    return run.output.substr(0, run.output.find("\n\n"));
  };
  const std::string three = with({"3"});
  BOOST_TEST(three == with({"3", "--seed", "20170612"}));
  BOOST_TEST(with({"4"}).starts_with(three));
  BOOST_TEST(three.substr(three.find(':')) !=
             with({"3", "--seed", "7"}).substr(with({"3", "--seed", "7"}).find(':')));
}

BOOST_AUTO_TEST_CASE(a_seed_with_which_a_chapter_dies_is_named_and_the_others_still_run)
{
  const Finished run = driver({"run", "crashing", "right", "--seeds", "2"});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(contains(unwrapped(run.output), "no result with 2 of 2 seeds: "));
  BOOST_TEST(contains(unwrapped(run.output), "01-right as declared with all 2 seeds"));
}

BOOST_AUTO_TEST_CASE(chapters_run_with_several_seeds_when_standard_input_has_named_them_all)
{
  const auto named = [](const std::string& lines) {
    return epreuve::tests::run("/bin/sh", {"-c", "printf \"$1\" | \"$0\" run --seeds 2 --as-built",
                                           (folder / "epreuve-driver").string(), lines});
  };
  const Finished all = named("01-right\n05-sections\nbuilt all\n");
  BOOST_TEST(all.status == 0);
  BOOST_TEST(contains(all.output, "05-sections"));
  BOOST_TEST(named("01-right\n").status == 3);
}

BOOST_AUTO_TEST_CASE(figures_cannot_go_into_a_file)
{
  const TemporaryFolder output;
  const std::string file = (output / "a file").string();
  std::ofstream(file) << "no folder";
  const Finished run = driver({"run", "right", "--figures", file});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(contains(run.error, file + " is a file; name a folder with --figures"), run.error);
}

BOOST_AUTO_TEST_CASE(a_chapter_may_check_a_document_of_its_author)
{
  const TemporaryFolder output;
  const std::string file = (output / "record.json").string();
  BOOST_TEST(driver({"run", "right", "--json", file}).status == 0);
  json record = json::parse(read_file(file));
  json& document = record.at("chapters").at(0).at("claims").at(0).at("document");
  document = "lecture";
  BOOST_TEST(schema_violations(record) == "");
  document = "";
  BOOST_TEST(schema_violations(record) != "");
}

BOOST_AUTO_TEST_CASE(records_follow_the_documented_schema)
{
  const TemporaryFolder output;
  const std::string file = (output / "record.json").string();
  const std::string figures = (output / "figures").string();
  BOOST_TEST(driver({"run", "right", "wrong", "--json", file, "--figures", figures}).status == 1);
  const json record = json::parse(read_file(file));
  BOOST_TEST(schema_violations(record) == "");
  BOOST_TEST(record.at("chapters").size() == 2u);

  const json& right = record.at("chapters").at(0);
  BOOST_TEST(right.at("ok") == true);
  const json& refuted = right.at("claims").at(1);
  BOOST_TEST(refuted.at("found") == "refuted");
  BOOST_TEST(refuted.at("erratum").at("wrong").at(0).at("says") ==
             "Dot products lie between 0 and infinity.");
  BOOST_TEST(refuted.at("erratum").at("right") == "dot products lie between -∞ and ∞");
  const std::string source = "tests/driver/fixtures/01-right/chapter.cpp";
  BOOST_TEST(refuted.at("file") == source);
  BOOST_TEST(refuted.at("line") ==
             line_of(std::filesystem::path(EPREUVE_SOURCE_DIR) / source, "notes-2-zero-infinity"));
  for (const json& figure : right.at("figures"))
    BOOST_TEST(std::filesystem::exists(figure.at("drawn").get<std::string>()));

  const json& wrong = record.at("chapters").at(1);
  BOOST_TEST(wrong.at("ok") == false);
  BOOST_TEST(wrong.at("missing") == json({"notes-2-zero-infinity"}));
  BOOST_TEST(wrong.at("claims").at(0).at("found") == "undecided");
}

BOOST_AUTO_TEST_CASE(sections_run_in_reading_order_over_files)
{
  const TemporaryFolder output;
  const std::string file = (output / "record.json").string();
  BOOST_TEST(driver({"run", "sections", "--json", file}).status == 0);
  const json findings = json::parse(read_file(file)).at("chapters").at(0).at("findings");
  std::vector<std::string> order;
  for (const json& finding : findings)
    order.push_back(finding.at("id"));
  BOOST_TEST(order == std::vector<std::string>({"first", "second", "third"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_section_without_what_it_requires_tells_what_it_would_have_shown)
{
  const TemporaryFolder output;
  const std::string file = (output / "record.json").string();
  const auto chapter_when =
      [&](const std::vector<std::pair<std::string, std::string>>& environment) {
        epreuve::tests::run(folder / "chapter-05-sections", {"--json", file, "--quiet"},
                            environment);
        const json record = json::parse(read_file(file));
        BOOST_TEST(schema_violations(record) == "");
        return record.at("chapters").at(0);
      };
  const json without = chapter_when({});
  BOOST_TEST(without.at("claims").size() == 2u);
  for (const json& claim : without.at("claims"))
    BOOST_TEST(claim.at("found") == "needs-weights");
  BOOST_TEST(without.at("undrawn").at(0).at("name") == "ready");
  BOOST_TEST(without.at("undrawn").at(0).at("reason") == "this fixture is not ready");
  const json with = chapter_when({{"EPREUVE_FIXTURE_READY", "1"}});
  BOOST_TEST(with.at("claims").size() == 2u);
  for (const json& claim : with.at("claims"))
    BOOST_TEST(claim.at("found") == "holds");
  BOOST_TEST(with.at("undrawn").empty());
  BOOST_TEST(with.at("figures").size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_figure_stands_where_the_chapter_opens_with_it)
{
  const TemporaryFolder output;
  const std::string file = (output / "record.json").string();
  driver({"run", "sections", "--json", file});
  const json figure = json::parse(read_file(file)).at("chapters").at(0).at("figures").at(0);
  const std::string source = "tests/driver/fixtures/05-sections/chapter.cpp";
  BOOST_TEST(figure.at("file") == source);
  BOOST_TEST(figure.at("line") ==
             line_of(std::filesystem::path(EPREUVE_SOURCE_DIR) / source, "shows("));
}

BOOST_AUTO_TEST_CASE(the_schema_refuses_a_record_that_breaks_it)
{
  const TemporaryFolder output;
  const std::string file = (output / "record.json").string();
  BOOST_TEST(driver({"run", "right", "--json", file}).status == 0);
  const json record = json::parse(read_file(file));
  const auto broken = [&](const char* pointer, const json& value) {
    json copy = record;
    copy[json::json_pointer(pointer)] = value;
    return schema_violations(copy) != "";
  };
  BOOST_TEST(broken("/version", 1));
  BOOST_TEST(broken("/chapters/0/claims/0/found", "perhaps"));
  BOOST_TEST(broken("/chapters/0/claims/0/line", 0));
  BOOST_TEST(broken("/chapters/0/claims/1/erratum/wrong", json::array()));
  BOOST_TEST(broken("/chapters/0/figures/0/alt", ""));
  BOOST_TEST(broken("/chapters/0/surprise", 1));
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_bytes_and_another_seed_others)
{
  const TemporaryFolder output;
  const auto record_of = [&](const char* seed) {
    const std::string file = (output / "record.json").string();
    BOOST_TEST(driver({"run", "right", "--seed", seed, "--json", file, "--figures",
                       (output / "figures").string()})
                   .status == 0);
    return read_file(file) + read_file(output / "figures" / "01-right" / "drawn-at-random.svg");
  };
  const std::string first = record_of("7");
  BOOST_TEST((first == record_of("7")));
  BOOST_TEST((first != record_of("8")));
}

BOOST_AUTO_TEST_CASE(figures_of_measurements_go_elsewhere)
{
  const TemporaryFolder output;
  const Finished run = driver({"figures", "right", "--figures", (output / "figures").string()});
  BOOST_TEST(run.status == 0);
  BOOST_TEST(std::filesystem::exists(output / "figures" / "01-right" / "bars.svg"));
  BOOST_TEST(!std::filesystem::exists(output / "figures" / "01-right" / "drawn-at-random.svg"));
}

BOOST_AUTO_TEST_CASE(a_figure_that_no_chapter_draws_is_pointed_at_and_kept)
{
  const TemporaryFolder output;
  const auto old = output / "figures" / "01-right" / "old.svg";
  std::filesystem::create_directories(old.parent_path());
  std::ofstream(old) << "old";
  const Finished run = driver({"figures", "right", "--figures", (output / "figures").string()});
  BOOST_TEST(contains(run.error, "old.svg is drawn by no chapter"));
  BOOST_TEST(read_file(old) == "old");
}

BOOST_AUTO_TEST_CASE(a_figure_declared_undrawn_is_said_to_be_and_is_no_orphan)
{
  const TemporaryFolder output;
  const auto kept = output / "figures" / "01-right" / "heads.svg";
  std::filesystem::create_directories(kept.parent_path());
  std::ofstream(kept) << "drawn elsewhere";
  const Finished run = driver({"figures", "right", "--figures", (output / "figures").string()});
  BOOST_TEST(run.error == "");
  BOOST_TEST(contains(run.output, "01-right/heads not drawn: it shows weights that are not here"));
  BOOST_TEST(read_file(kept) == "drawn elsewhere");
  const Finished report = driver({"run", "right"});
  BOOST_TEST(contains(report.output, "not drawn: it shows weights that are not here"));
  BOOST_TEST(contains(report.output, "2 figures (1 more not drawn)"));
}

BOOST_AUTO_TEST_CASE(a_figure_that_is_drawn_is_no_orphan_in_whatever_format)
{
  const TemporaryFolder output;
  const std::string figures = (output / "figures").string();
  BOOST_TEST(driver({"figures", "right", "--figures", figures}).error == "");
  BOOST_TEST(driver({"figures", "right", "--figures", figures, "--format", "png"}).error == "");
  const Finished text = driver({"figures", "right", "--figures", figures, "--format", "terminal"});
  BOOST_TEST(text.error == "");
  BOOST_TEST(contains(text.output, "The four probabilities."));
}

BOOST_AUTO_TEST_CASE(figures_are_drawn_as_text_where_there_is_no_screen)
{
  const Finished run = driver({"run", "right", "--format", "terminal"});
  BOOST_TEST(run.status == 0);
  BOOST_TEST(contains(run.output, "The four probabilities."));
}

BOOST_AUTO_TEST_CASE(errata_list_what_is_wrong_with_what_is_right)
{
  const Finished run = driver({"claims", "right", "--errata"});
  BOOST_TEST(run.status == 0);
  BOOST_TEST(contains(run.output, "notes-2-zero-infinity"));
  BOOST_TEST(contains(run.output, "dot products lie between -∞ and ∞"));

  const json entries = json::parse(driver({"claims", "right", "--errata", "--json"}).output);
  BOOST_TEST(entries.size() == 2u);
  for (const char* member : {"id", "document", "section", "chapter", "verdict"})
    BOOST_TEST(entries.at(0).contains(member));
  BOOST_TEST(entries.at(0).at("erratum").at("right") == "0.2374  0.0088  0.7131  0.0408");
  BOOST_TEST(entries.at(1).at("erratum").at("right") == "dot products lie between -∞ and ∞");
}

namespace {

/// A build folder of its own, with the driver and some of the chapters, in which records are kept.
class Build
{
public:
  Build()
  {
    std::filesystem::create_directory(folder_ / "bin");
    for (const char* program : {"epreuve-driver", "chapter-01-right", "chapter-05-sections"})
      std::filesystem::copy(folder / program, folder_ / "bin");
  }
  std::filesystem::path chapter() const { return folder_ / "bin" / "chapter-01-right"; }
  std::filesystem::path record() const { return folder_ / "records" / "01-right.json"; }
  Finished operator()(const std::vector<std::string>& arguments,
                      const std::string& gpt2 = "/nonexistent") const
  {
    return epreuve::tests::run(folder_ / "bin" / "epreuve-driver", arguments,
                               {{"COLUMNS", "100"}, {"EPREUVE_GPT2", gpt2}});
  }

private:
  TemporaryFolder folder_;
};

constexpr const char* from_the_last_run = "from the chapter's last run, less than a minute ago";

} // namespace

BOOST_AUTO_TEST_CASE(claims_are_those_of_the_last_run_which_is_not_repeated)
{
  const Build build;
  const Finished ran = build({"claims", "right", "--errata"});
  BOOST_TEST(ran.error == "");
  // A program of the same size and date that can do nothing.
  const auto date = last_write_time(build.chapter());
  const std::string nothing(file_size(build.chapter()), '\0');
  std::ofstream(build.chapter()) << nothing;
  last_write_time(build.chapter(), date);
  const Finished read = build({"claims", "right", "--errata"});
  BOOST_TEST(read.status == ran.status);
  BOOST_TEST(read.output == ran.output);
  BOOST_TEST(contains(read.error, from_the_last_run), read.error);
}

BOOST_AUTO_TEST_CASE(a_chapter_that_may_find_something_else_now_runs_again)
{
  const Build build;
  BOOST_TEST(build({"run"}).status == 0);
  BOOST_TEST(contains(build({"claims"}).error,
                      "from each chapter's last run, the oldest less than a minute ago"));
  last_write_time(build.chapter(), std::filesystem::file_time_type::clock::now());
  const Finished rebuilt = build({"claims"});
  BOOST_TEST(contains(rebuilt.error, "1 of 2 chapters has no record of a run since it was built"),
             rebuilt.error);
  BOOST_TEST(contains(rebuilt.error, "from each chapter's last run"));
  BOOST_TEST(rebuilt.output == build({"claims"}).output);

  const TemporaryFolder weights;
  // Another folder, which a record names where something is missing.
  BOOST_TEST(build({"claims", "right"}, weights.path().string()).error == "");
  BOOST_TEST(contains(build({"claims", "right"}, weights.path().string()).error, "last run"));
  std::ofstream(weights / "model.safetensors") << "fetched meanwhile";
  BOOST_TEST(build({"claims", "right"}, weights.path().string()).error == "");
}

BOOST_AUTO_TEST_CASE(records_for_git_are_written_again_where_more_than_the_last_place_has_changed)
{
  const Build build;
  const TemporaryFolder output;
  const auto file = output / "new" / "01-right.txt";
  const auto write = [&] {
    return build({"records", "right", "--out", (output / "new").string()});
  };
  const Finished first = write();
  BOOST_TEST(first.status == 0, first.error);
  BOOST_TEST(first.output == file.string() + ", new\n");
  const std::string text = read_file(file);
  BOOST_TEST(contains(text, "claim exo7-2.1-softmax-example\n  reproduced-truncated\n"), text);
  BOOST_TEST(contains(text, "computed 0.2374 0.0088 0.7131 0.0408\n"), text);
  BOOST_TEST(write().output == file.string() + "\n");
  const auto with = [&](const std::string& digits) {
    std::string other = text;
    std::ofstream(file) << other.replace(other.find("0.7131"), 6, digits);
    return other;
  };
  const std::string near = with("0.7132");
  BOOST_TEST(write().output == file.string() + "\n");
  BOOST_TEST(read_file(file) == near);
  with("0.7139");
  BOOST_TEST(write().output == file.string() + ", changed\n");
  BOOST_TEST(read_file(file) == text);
}

BOOST_AUTO_TEST_CASE(a_record_depends_on_the_models_that_the_suite_trained)
{
  // They are the sources' own, so none is touched here; test-book-book trains one again.
  const Build build;
  BOOST_TEST(build({"run", "right"}).status == 0);
  const std::string circumstances = json::parse(read_file(build.record())).at("circumstances");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(EPREUVE_SOURCE_DIR) / "models"))
    if (entry.is_regular_file()) {
      ++files;
      const std::string line =
          entry.path().string() + " " + std::to_string(entry.file_size()) + " ";
      BOOST_TEST(contains(circumstances, line), entry.path());
    }
  BOOST_TEST(files >= 10u);
}

BOOST_AUTO_TEST_CASE(a_run_with_a_seed_of_the_users_is_not_the_last_run_of_claims)
{
  const Build build;
  BOOST_TEST(build({"run", "right", "--seed", "7"}).status == 0);
  BOOST_TEST(build({"claims", "right"}).error == "");
  BOOST_TEST(contains(build({"claims", "right"}).error, from_the_last_run));
}

BOOST_AUTO_TEST_CASE(what_is_named_twice_runs_once_and_all_are_all)
{
  const json chapters =
      json::parse(driver({"claims", "right", "RIGHT", "01-right", "--json"}).output);
  BOOST_TEST(chapters == json::parse(driver({"claims", "right", "--json"}).output));
  const Build build;
  BOOST_TEST(build({"claims", "all"}).output == build({"claims"}).output);
}

BOOST_AUTO_TEST_CASE(a_command_that_needs_more_shows_its_help_if_it_is_alone)
{
  for (const char* command : {"gpt2", "grade", "handout", "solution"}) {
    const Finished run = driver({command});
    BOOST_TEST(run.status == 2);
    BOOST_TEST(run.output == "");
    BOOST_TEST(contains(run.error, " required\n\n"), run.error);
    BOOST_TEST(contains(run.error, std::string("Usage: epreuve ") + command), run.error);
    BOOST_TEST(contains(run.error, "Example: "), run.error);
  }
  BOOST_TEST(contains(driver({"gpt2", "logits"}).error, "Usage: epreuve gpt2 logits"));
  BOOST_TEST(!contains(driver({"gpt2", "logits", "--tokens", "1"}).error, "Usage: "));
}

BOOST_AUTO_TEST_CASE(list_names_the_chapters_in_reading_order)
{
  const json chapters = json::parse(driver({"list", "--json"}).output);
  BOOST_TEST(chapters.size() == 6u);
  BOOST_TEST(chapters.at(0).at("name") == "01-right");
  BOOST_TEST(chapters.at(4).at("name") == "05-sections");
  BOOST_TEST(chapters.at(0).at("claims") == 2);
  BOOST_TEST(chapters.at(0).at("documents") == "exo7 2.1 · notes");
}

BOOST_AUTO_TEST_CASE(the_completions_offer_the_options_that_the_commands_have)
{
  const auto completions = std::filesystem::path(EPREUVE_SOURCE_DIR) / "completions";
  const std::string zsh = read_file(completions / "_epreuve");
  for (const std::string command :
       {"list", "run", "claims", "figures", "records", "prove", "handout", "grade"}) {
    BOOST_TEST_CONTEXT(command)
    {
      const std::set<std::string> options = long_options(driver({command, "--help"}).output);
      BOOST_TEST(offered_by_bash({command}) == options, boost::test_tools::per_element());

      const std::size_t begin = zsh.find(" " + command + ") _arguments");
      BOOST_REQUIRE(begin != std::string::npos);
      const std::string arguments = zsh.substr(begin, zsh.find(";;", begin) - begin);
      BOOST_TEST(long_options(arguments) == options, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(help_has_an_example_for_every_command)
{
  for (const char* command :
       {"list", "run", "claims", "figures", "records", "prove", "handout", "grade"}) {
    const Finished help = driver({command, "--help"});
    BOOST_TEST(help.status == 0);
    BOOST_TEST(contains(help.output, std::string("Example: ./epreuve ") + command));
  }
}

BOOST_AUTO_TEST_CASE(bad_arguments_are_refused_with_status_2_in_the_words_of_the_user)
{
  for (const Refusal& refusal : refusals) {
    BOOST_TEST_CONTEXT(refusal)
    {
      const Finished run = driver(refusal.arguments);
      BOOST_TEST(run.status == 2);
      BOOST_TEST(run.error.starts_with("epreuve: "));
      BOOST_TEST(contains(run.error, refusal.said), run.error);
    }
  }
}

BOOST_AUTO_TEST_CASE(without_gnuplot_drawing_says_which_package_to_install_and_leaves_nothing)
{
  const TemporaryFolder output;
  const std::string figures = (output / "figures").string();
  const Finished run =
      epreuve::tests::run(folder / "chapter-01-right", {"--figures", figures, "--format", "png"},
                          {{"PATH", output.path().string()}});
  BOOST_TEST(run.status == 2);
  BOOST_TEST(contains(run.error, "gnuplot-nox"));
  const auto files = std::filesystem::recursive_directory_iterator(figures);
  BOOST_TEST(std::none_of(begin(files), end(files),
                          [](const auto& entry) { return entry.is_regular_file(); }));
}

BOOST_AUTO_TEST_CASE(a_figure_that_cannot_be_written_leaves_those_before_it_and_says_how_many)
{
  const TemporaryFolder output;
  const auto drawn = output / "01-right";
  const auto figures = [&] {
    return epreuve::tests::run(folder / "chapter-01-right", {"--figures", output.path().string()});
  };
  BOOST_REQUIRE(figures().status == 0);
  std::filesystem::remove_all(drawn);
  std::filesystem::create_directories(drawn / "drawn-at-random.svg" / "in its way");
  const Finished run = figures();
  BOOST_TEST(run.status == 2);
  BOOST_TEST(contains(run.error, "drawn-at-random.svg"), run.error);
  BOOST_TEST(contains(run.error, "written before: 1 of 2 figures in " + drawn.string()), run.error);
  BOOST_TEST(std::filesystem::is_regular_file(drawn / "bars.svg"));
}

BOOST_AUTO_TEST_CASE(on_a_narrow_terminal_no_line_is_longer_than_it_is_wide)
{
  for (const int columns : {60, 80, 100}) {
    Finished run;
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {"run", "right", "wrong", "--full"}, {"run", "right", "sections", "wrong"}})
      run.output += epreuve::tests::run(folder / "epreuve-driver", arguments,
                                        {{"COLUMNS", std::to_string(columns)}})
                        .output;
    std::istringstream lines(run.output);
    for (std::string line; std::getline(lines, line);) {
      const auto width = std::count_if(line.begin(), line.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
      });
      BOOST_TEST(width <= columns, line);
    }
    BOOST_TEST(!contains(run.output, "\x1b"));
  }
}
