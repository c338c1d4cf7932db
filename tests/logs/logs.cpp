// The logs that come with the suite: their bytes, their form, and what a reader of a damaged one is told.

#include "epreuve/logs/ablations.hpp"
#include "epreuve/logs/bottleneck.hpp"
#include "epreuve/logs/folder.hpp"
#include "epreuve/logs/masked.hpp"
#include "epreuve/logs/reading.hpp"
#include "epreuve/logs/recall.hpp"
#include "epreuve/logs/twins.hpp"
#include "epreuve/petit/making.hpp"
#include "epreuve/system/read_json.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/sha256.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"

#include "support/errors.hpp"
#include "support/schema.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <utility>

using namespace epreuve;
using tests::says;
namespace fs = std::filesystem;

namespace {

/// Of each log, by the name of its training: the text that would be written of what is read.
const std::map<std::string, std::function<std::string(const fs::path&)>> again{
    {"recall", [](const fs::path& file) { return text_of(logs::read_recall(file)); }},
    {"reading", [](const fs::path& file) { return text_of(logs::read_reading(file)); }},
    {"bottleneck", [](const fs::path& file) { return text_of(logs::read_bottleneck(file)); }},
    {"ablations", [](const fs::path& file) { return text_of(logs::read_ablations(file)); }},
    {"twins", [](const fs::path& file) { return text_of(logs::read_twins(file)); }},
    {"masked", [](const fs::path& file) { return text_of(logs::read_masked(file)); }},
};

fs::path file_of(const std::string& name)
{
  return logs::folder() / (name + ".json");
}

const char* const schema = "docs/training-log.schema.json";

} // namespace

BOOST_AUTO_TEST_CASE(the_logs_are_as_the_trainings_wrote_them)
{
  std::istringstream lines(read_text(logs::folder() / "SHA256SUMS"));
  std::size_t files = 0;
  for (std::string expected, name; lines >> expected >> name; ++files) {
    const std::string text = read_text(logs::folder() / name);
    Sha256 hash;
    hash.add(std::as_bytes(std::span(text)));
    BOOST_TEST(std::move(hash).hex() == expected,
               name << " was changed; if by a training, change its hash in SHA256SUMS too");
  }
  BOOST_TEST(files == again.size());
}

BOOST_AUTO_TEST_CASE(what_is_read_of_a_log_is_all_of_it)
{
  for (const auto& [name, text] : again)
    BOOST_TEST((text(file_of(name)) == read_text(file_of(name))), name);
}

BOOST_AUTO_TEST_CASE(logs_follow_the_documented_schema)
{
  for (const auto& [name, text] : again)
    BOOST_TEST(tests::schema_violations(read_json(file_of(name)), schema) == "", name);
  for (const char* name : {"log.json", "copying.json"})
    BOOST_TEST(tests::schema_violations(read_json(petit::folder() / name), schema) == "", name);
}

BOOST_AUTO_TEST_CASE(the_schema_refuses_a_log_that_breaks_it)
{
  for (const auto& [name, text] : again) {
    const nlohmann::json right = read_json(file_of(name));
    const char* rows = right.contains("runs") ? "runs" : "marks";
    nlohmann::json other = right, without = right, empty = right, more = right;
    other["training"] = "another";
    without[rows].back().erase(without[rows].back().begin());
    empty[rows] = nlohmann::json::array();
    more[rows].front()["further"] = 1;
    for (const nlohmann::json& wrong : {other, without, empty, more})
      BOOST_TEST(tests::schema_violations(wrong, schema) != "", name);
  }
}

BOOST_AUTO_TEST_CASE(a_log_that_is_missing_cut_short_or_not_one_is_named_with_what_to_do)
{
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "log.json";
  for (const auto& [name, text] : again) {
    const std::string whole = read_text(file_of(name)), command = "./epreuve train " + name;
    fs::remove(file);
    BOOST_CHECK_EXCEPTION(text(file), Error, says("there is no log " + file.string()));
    BOOST_CHECK_EXCEPTION(text(file), Error, says(command));
    nlohmann::json json = nlohmann::json::parse(whole);
    auto& rows = json.at(json.contains("runs") ? "runs" : "marks");
    const auto refuses = [&](const std::string& content, const std::string& reason) {
      write_file(file, content);
      for (const std::string& words : {file.string(), command, reason, std::string("restore")})
        BOOST_CHECK_EXCEPTION(text(file), Error, says(words));
    };
    refuses(whole.substr(0, whole.size() / 2), "no JSON from line");
    refuses("", "no JSON from line 1");
    refuses("[]", "cannot use at()");
    const auto first = rows.front();
    rows.front().erase(rows.front().begin());
    refuses(json.dump(), "not found");
    rows.front() = first;
    rows.front().begin().value() = nullptr;
    refuses(json.dump(), "type must be");
    rows = nlohmann::json::array();
    refuses(json.dump(), "is empty");
  }
}

BOOST_AUTO_TEST_CASE(a_log_whose_rows_do_not_go_together_is_refused)
{
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "log.json";
  const auto refuses = [&](const std::string& name,
                           const std::function<void(nlohmann::json&)>& change,
                           const std::string& reason) {
    nlohmann::json json = read_json(file_of(name));
    change(json);
    write_file(file, json.dump());
    BOOST_CHECK_EXCEPTION(again.at(name)(file), Error, says(reason));
  };
  refuses(
      "recall", [](auto& log) { log["runs"][0]["network"] = "gru"; },
      "there is no network \"gru\"; there are rnn, lstm");
  refuses(
      "recall", [](auto& log) { std::swap(log["connections"][0], log["connections"][1]); },
      "connections 0 are not those of rnn");
  refuses(
      "recall", [](auto& log) { log["connections"].erase(3); }, "array index 3 is out of range");
  refuses(
      "reading", [](auto& log) { log["runs"][7]["replaced"].erase(3); },
      "replaced has 15 numbers, expected 16");
  refuses("bottleneck", [](auto& log) { log["runs"][0]["counted"].erase(0); }, "7 counts");
  BOOST_CHECK_EXCEPTION(logs::ablations().with("two heads"), Error, says("\"two heads\""));
  BOOST_CHECK_EXCEPTION(logs::twins().at("pretraining", 3), Error,
                        says("step 3 of \"pretraining\""));
}

BOOST_AUTO_TEST_CASE(each_training_of_the_twins_goes_forward_and_has_distances)
{
  const logs::TwinsMark* last = nullptr;
  for (const logs::TwinsMark& mark : logs::twins().marks) {
    if (last && last->training == mark.training)
      BOOST_TEST(mark.step > last->step);
    else
      BOOST_TEST(mark.step == 0u);
    for (const double distance :
         {mark.english_first, mark.english_later, mark.french_first, mark.french_later})
      BOOST_TEST(
          (distance > 0 && distance < 20)); // KL; of guessing among all words it is below 5.1
    last = &mark;
  }
}

BOOST_AUTO_TEST_CASE(the_masked_model_comes_nearer_to_the_exact_laws_from_mark_to_mark)
{
  const logs::MaskedMark* last = nullptr;
  for (const logs::MaskedMark& mark : logs::masked().marks) {
    BOOST_TEST((mark.missing > 0 && mark.impossible > 0 && mark.impossible < 1));
    // Words that cannot be there are not in the exact law: -ln(1 - impossible) is a part of the divergence.
    BOOST_TEST(mark.missing >= -std::log(1 - mark.impossible));
    if (last)
      BOOST_TEST((mark.step > last->step && mark.missing < last->missing));
    last = &mark;
  }
}
