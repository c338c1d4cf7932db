#include "epreuve/fetching/fetch.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/temporary_folder.hpp"
#include "epreuve/system/write_file.hpp"
#include "support/errors.hpp"
#include "support/http_server.hpp"
#include "support/process.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <sys/stat.h>
#include <vector>

using namespace epreuve;
using namespace epreuve::tests;
using namespace epreuve::gpt2;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

std::string pattern(std::size_t bytes)
{
  std::string result(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i)
    result[i] = static_cast<char>(i % 251);
  return result;
}

/// A safetensors file of one matrix, one vector and one mask, in that order.
std::string toy_checkpoint(const std::string& matrix, const std::string& vector)
{
  std::string header =
      R"({"wte.weight":{"dtype":"F32","shape":[500,100],"data_offsets":[0,200000]},)"
      R"("ln_f.bias":{"dtype":"F32","shape":[8],"data_offsets":[200000,200032]},)"
      R"("h.0.attn.bias":{"dtype":"F32","shape":[1,1,1,1],"data_offsets":[200032,200036]}})";
  std::string length(8, '\0');
  length[0] = static_cast<char>(header.size() % 256);
  length[1] = static_cast<char>(header.size() / 256);
  return length + header + matrix + vector + std::string(4, '\1');
}

using Files = std::map<std::string, std::string>;

/// A toy model's files.
const Files files{{"config.json", R"({"n_layer": 1, "n_head": 2, "n_embd": 100,)"
                                  R"( "vocab_size": 500, "n_positions": 16})"},
                  {"vocab.json", "{\"a\": 0, \"b\": 1}\n"},
                  {"merges.txt", "#version: 0.2\na b\n"},
                  {"model.safetensors", toy_checkpoint(pattern(200'000), pattern(32))}};

/// Their hashes according to Python's hashlib.
const std::array<PublishedTensor, 2> tensors{{
    {"wte.weight", 50'000, "e24bc62381f1224fbbb74688663f8f9743b9680b193edd666835e97b06e730eb"},
    {"ln_f.bias", 8, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"},
}};
const Expected expected{
    .config = {.layers = 1, .heads = 2, .n = 100, .N = 500, .context = 16, .mlp = 400},
    .vocab_sha256 = "3e44c2fb7be4c94ec889b9e1d8278b7e685cdcb14e5474210e31f7a860ba88a3",
    .merges_sha256 = "45943e2370ccbc1bbf4f34860ef8f9b82740bdcf32115a28f48828c1b71d40b7",
    .tensors = tensors,
    .bytes = {files.at("config.json").size(), files.at("vocab.json").size(),
              files.at("merges.txt").size(), files.at("model.safetensors").size()}};

Files with(const std::string& name, const std::string& content)
{
  Files changed = files;
  changed[name] = content;
  return changed;
}

std::set<std::string> names_in(const fs::path& folder)
{
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

const std::set<std::string> whole{"config.json", "vocab.json", "merges.txt", "model.safetensors"};

void write_all(const fs::path& folder, const Files& content)
{
  fs::create_directories(folder);
  for (const auto& [name, bytes] : content)
    write_file(folder / name, bytes);
}

/// A server of these files.
class Serving
{
public:
  explicit Serving(const Files& served, const json& script = json::object())
      : folder_(std::make_unique<TemporaryFolder>())
  {
    write_all(folder_->path(), served);
    server_ = std::make_unique<HttpServer>(folder_->path(), script);
  }
  HttpServer* operator->() const { return server_.get(); }

private:
  std::unique_ptr<TemporaryFolder> folder_;
  std::unique_ptr<HttpServer> server_;
};

/// Only the beginning of the checkpoint arrives.
const json checkpoint_is_cut{
    {"model.safetensors", {{{"cut", 70'000}, {"whole", true}, {"forever", true}}}}};

/// A folder to fetch to, with a client that waits as long as a server on a busy machine may take.
struct Fixture
{
  TemporaryFolder folder;
  std::vector<std::string> notes;
  FetchOptions options{
      .from = {},
      .to = folder / "deep/gpt2",
      .download = {.retries = 0,
                   .pause = std::chrono::milliseconds(1),
                   .longest_pause = std::chrono::seconds(1),
                   .connecting = std::chrono::seconds(600),
                   .stalled = std::chrono::seconds(600),
                   .progress = {},
                   .note = [this](const std::string& note) { notes.push_back(note); }},
      .progress = {}};

  std::vector<FetchedFile> get(const std::string& from)
  {
    options.from = from;
    return fetch(options, expected);
  }
  std::vector<FetchedFile> get(const Serving& server) { return get(server->url()); }

  void check_complete() const
  {
    BOOST_TEST(names_in(options.to) == whole, boost::test_tools::per_element());
    for (const auto& [name, content] : files)
      BOOST_TEST((read_file(options.to / name) == content), name);
  }

  /// There is no file that a reader could take for the model's.
  void check_nothing_in_place() const
  {
    for (const std::string& name : whole)
      BOOST_TEST(!fs::exists(options.to / name), name);
  }
};

auto says_one_line(const std::string& words)
{
  return [=](const Error& error) {
    BOOST_TEST_INFO(error.what());
    return says(words)(error) && std::string(error.what()).find('\n') == std::string::npos;
  };
}

std::size_t count_fetched(const std::vector<FetchedFile>& result)
{
  return static_cast<std::size_t>(std::ranges::count(result, true, &FetchedFile::fetched));
}

} // namespace

BOOST_FIXTURE_TEST_SUITE(fetching, Fixture)

BOOST_AUTO_TEST_CASE(four_files_come_from_an_address_and_nothing_else_is_left)
{
  const Serving server(files);
  const auto result = get(server->url() + "/"); // with or without the trailing slash
  check_complete();
  BOOST_TEST(count_fetched(result) == 4);
  BOOST_TEST(result.back().name == "model.safetensors");
  BOOST_TEST(result.back().bytes == files.at("model.safetensors").size());
}

BOOST_AUTO_TEST_CASE(progress_is_told_file_by_file)
{
  const Serving server(files);
  std::map<std::string, std::uint64_t> done;
  options.progress = [&](const std::string& file, std::uint64_t bytes, std::uint64_t total) {
    BOOST_TEST(total == files.at(file).size());
    done[file] = bytes;
  };
  get(server);
  for (const auto& [name, content] : files)
    BOOST_TEST(done[name] == content.size());
}

BOOST_AUTO_TEST_CASE(a_whole_folder_is_left_alone)
{
  write_all(options.to, files);
  const auto before = fs::last_write_time(options.to / "model.safetensors");
  const Serving server(files);
  BOOST_TEST(count_fetched(get(server)) == 0);
  BOOST_TEST(server->requests().empty());
  BOOST_TEST(notes.empty());
  BOOST_TEST((fs::last_write_time(options.to / "model.safetensors") == before));
  check_complete();
}

BOOST_AUTO_TEST_CASE(a_cut_fetch_leaves_nothing_in_place_and_the_next_run_goes_on)
{
  {
    const Serving server(files, checkpoint_is_cut);
    BOOST_CHECK_EXCEPTION(get(server), Error,
                          says_one_line(server->url() + "/model.safetensors: "));
  }
  check_nothing_in_place();
  BOOST_TEST(fs::file_size(options.to / "model.safetensors.part") == 70'000);
  const Serving server(files);
  get(server);
  check_complete();
  BOOST_TEST(server->requests().back().at("from") == 70'000);
}

BOOST_AUTO_TEST_CASE(a_checkpoint_that_changed_between_two_requests_is_fetched_whole)
{
  std::string old = files.at("model.safetensors");
  old[1000] ^= 1;
  const Serving server(with("old", old),
                       {{"model.safetensors", {{{"of", "old"}, {"cut", 70'000}}}}});
  options.download.retries = 1;
  get(server);
  check_complete();
  BOOST_TEST(notes.back().find("put together from pieces: 1 of 2 tensors are not") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_earlier_part_of_another_file_costs_no_second_run)
{
  write_all(options.to, {{"vocab.json.part", "no"}, {"merges.txt.part", std::string(1000, 'x')}});
  const Serving server(files);
  options.download.retries = 1;
  get(server);
  check_complete();
}

BOOST_AUTO_TEST_CASE(wrong_bytes_are_named_by_their_tensor_and_not_kept)
{
  std::string flipped = files.at("model.safetensors");
  flipped[flipped.size() - 10] ^= 1; // in ln_f.bias
  {
    const Serving server(with("model.safetensors", flipped));
    BOOST_CHECK_EXCEPTION(get(server), Error,
                          says_one_line("/model.safetensors: 1 of 2 tensors are not the published "
                                        "ones: ln_f.bias; it was not kept"));
  }
  check_nothing_in_place();
  BOOST_TEST(!fs::exists(options.to / "model.safetensors.part"));
  const Serving server(files);
  get(server);
  check_complete();
  BOOST_TEST(server->requests().back().at("from").is_null());
}

BOOST_AUTO_TEST_CASE(a_checkpoint_that_lacks_a_tensor_is_refused)
{
  std::string renamed = files.at("model.safetensors");
  renamed.replace(renamed.find("ln_f"), 4, "ln_g");
  const Serving server(with("model.safetensors", renamed));
  BOOST_CHECK_EXCEPTION(get(server), Error, says_one_line("ones: ln_f.bias (missing); it was"));
  check_nothing_in_place();
}

BOOST_AUTO_TEST_CASE(a_mask_may_differ_because_nobody_reads_it)
{
  std::string content = files.at("model.safetensors");
  content.back() = '\2';
  const Serving server(with("model.safetensors", content));
  get(server);
  BOOST_TEST(names_in(options.to) == whole, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_page_instead_of_a_file_is_seen_file_by_file)
{
  for (const std::string& name : whole) {
    const Serving server(with(name, "<html>Please log in</html>"));
    BOOST_CHECK_EXCEPTION(get(server), Error, says_one_line(server->url() + "/" + name + ": "));
    check_nothing_in_place();
    BOOST_TEST(!fs::exists(options.to / (name + ".part")));
  }
}

BOOST_AUTO_TEST_CASE(a_checkpoint_that_ends_early_is_not_kept)
{
  const Serving server(with("model.safetensors", files.at("model.safetensors").substr(0, 150'000)));
  BOOST_CHECK_EXCEPTION(get(server), Error, says_one_line("it was not kept"));
  check_nothing_in_place();
}

BOOST_AUTO_TEST_CASE(another_models_config_is_refused)
{
  std::string other = files.at("config.json");
  other.replace(other.find("\"n_layer\": 1"), 12, "\"n_layer\": 2");
  const Serving server(with("config.json", other));
  BOOST_CHECK_EXCEPTION(get(server), Error,
                        says_one_line("/config.json: it is of another model (2 layers, 2 heads"));
  check_nothing_in_place();
}

BOOST_AUTO_TEST_CASE(a_damaged_file_is_named_and_only_it_is_fetched_again)
{
  std::string damaged = files.at("model.safetensors");
  damaged[1000] ^= 1;
  write_all(options.to, with("model.safetensors", damaged));
  {
    const Serving server(Files{});
    BOOST_CHECK_EXCEPTION(get(server), Error, says_one_line("the server answers 404"));
  }
  BOOST_TEST((read_file(options.to / "model.safetensors") == damaged)); // still there
  const Serving server(files);
  BOOST_TEST(count_fetched(get(server)) == 1);
  check_complete();
  BOOST_TEST(server->requests().size() == 1);
  BOOST_TEST(notes.back() == (options.to / "model.safetensors").string() +
                                 ": 1 of 2 tensors are not the published ones: wte.weight; "
                                 "fetching it again");
}

BOOST_AUTO_TEST_CASE(a_damaged_config_does_not_condemn_the_checkpoint_beside_it)
{
  write_all(options.to, with("config.json", "{"));
  const Serving server(files);
  BOOST_TEST(count_fetched(get(server)) == 1);
  check_complete();
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_named_by_its_address)
{
  Files lacking = files;
  lacking.erase("merges.txt");
  const Serving server(lacking);
  BOOST_CHECK_EXCEPTION(get(server), Error,
                        says_one_line(server->url() + "/merges.txt: the server answers 404"));
  check_nothing_in_place();
}

BOOST_AUTO_TEST_CASE(a_folder_is_copied)
{
  write_all(folder / "source", files);
  std::uint64_t done = 0;
  options.progress = [&](const std::string&, std::uint64_t bytes, std::uint64_t) { done = bytes; };
  BOOST_TEST(count_fetched(get(folder / "source")) == 4);
  check_complete();
  BOOST_TEST(done == files.at("model.safetensors").size());
  BOOST_TEST(names_in(folder / "source") == whole, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_copy_takes_nothing_from_a_download_that_was_cut)
{
  {
    const Serving server(files, checkpoint_is_cut);
    BOOST_CHECK_THROW(get(server), Error);
  }
  write_all(folder / "source", files);
  get(folder / "source");
  check_complete();
}

BOOST_AUTO_TEST_CASE(a_folder_with_wrong_bytes_is_refused)
{
  write_all(folder / "source", with("vocab.json", "{}"));
  BOOST_CHECK_EXCEPTION(get(folder / "source"), Error,
                        says_one_line("/source/vocab.json: it is not the published file"));
  check_nothing_in_place();
}

BOOST_AUTO_TEST_CASE(a_partial_checkpoint_does_not_stand_for_the_whole)
{
  Files partial = with("partial.safetensors", files.at("model.safetensors"));
  partial.erase("model.safetensors");
  partial.erase("config.json");
  write_all(folder / "source", partial);
  BOOST_CHECK_EXCEPTION(get(folder / "source"), Error,
                        says_one_line("it has no config.json, model.safetensors, and "
                                      "partial.safetensors cannot take its place"));
  BOOST_TEST(!fs::exists(options.to));
}

BOOST_AUTO_TEST_CASE(impossible_sources_are_refused)
{
  write_file(folder / "file", "");
  fs::create_directories(options.to);
  BOOST_CHECK_EXCEPTION(get(folder / "nothing"), Error, says_one_line("no folder of that name"));
  BOOST_CHECK_EXCEPTION(get(folder / "file"), Error, says_one_line("no folder of that name"));
  BOOST_CHECK_EXCEPTION(get("ftp://127.0.0.1/"), Error, says_one_line("--from ftp://127.0.0.1/"));
  BOOST_CHECK_EXCEPTION(get(options.to), Error, says_one_line("is the folder to fetch to"));
}

BOOST_AUTO_TEST_CASE(a_pipe_among_the_files_is_not_waited_for, *boost::unit_test::timeout(20))
{
  write_all(folder / "source", files);
  fs::remove(folder / "source" / "merges.txt");
  BOOST_REQUIRE(::mkfifo((folder / "source" / "merges.txt").c_str(), 0600) == 0);
  BOOST_CHECK_EXCEPTION(get(folder / "source"), Error,
                        says_one_line("merges.txt: it is not a file"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_made_is_named)
{
  write_file(folder / "deep", "");
  const Serving server(files);
  BOOST_CHECK_EXCEPTION(get(server), Error,
                        says_one_line("cannot create the folder " + options.to.string()));
  BOOST_TEST(server->requests().empty());
}

BOOST_AUTO_TEST_CASE(a_disk_without_room_is_refused_before_anything_comes)
{
  const Serving server(files);
  options.from = server->url();
  Expected large = expected;
  large.bytes.back() = 1'000'000'000'000'000'000;
  BOOST_CHECK_EXCEPTION(fetch(options, large), Error,
                        says_one_line("1000000000000.0 MB more are needed, and the disk of " +
                                      options.to.string() + " has "));
  BOOST_TEST(server->requests().empty());
}

BOOST_AUTO_TEST_CASE(a_folder_of_any_name_is_copied)
{
  const fs::path odd = folder / "a b%20#1 [x]{y,z} \u00e9?&'\"";
  write_all(odd, files);
  get(odd);
  check_complete();
}

BOOST_AUTO_TEST_CASE(a_second_fetch_to_the_same_folder_is_refused)
{
  std::string message;
  const Serving server(files);
  options.progress = [&](const std::string&, std::uint64_t, std::uint64_t) {
    try {
      fetch(options, expected);
    } catch (const Error& error) {
      message = error.what();
    }
  };
  get(server);
  BOOST_TEST(message == "another fetch to " + options.to.string() + " is under way; wait for it");
  check_complete();
}

BOOST_AUTO_TEST_CASE(a_lock_left_by_a_killed_fetch_does_not_lock)
{
  fs::create_directories(options.to);
  write_file(options.to / ".fetch.lock", "");
  const Serving server(files);
  get(server);
  check_complete();
}

BOOST_AUTO_TEST_SUITE_END()
