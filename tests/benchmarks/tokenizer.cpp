// How fast GPT-2's tokenizer is on one core, and whether twice the text takes twice the time: on
// English prose and on texts made to be slow. Needs vocab.json and merges.txt.

#include "epreuve/gpt2/tokenizer.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace epreuve;

namespace {

constexpr std::size_t megabyte = 1'000'000;
constexpr std::size_t longest = 2 * megabyte;

/// The licences that Debian installs, one after the other, as often as needed.
std::string prose()
{
  const std::filesystem::path folder = "/usr/share/common-licenses";
  std::vector<std::filesystem::path> files;
  if (exists(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.is_regular_file() && !entry.is_symlink())
        files.push_back(entry.path());
  std::ranges::sort(files);
  std::string licences;
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    licences.append(std::istreambuf_iterator<char>(stream), {});
  }
  if (licences.empty())
    throw Error("there is no English prose in {}, where Debian has its licences", folder.string());
  std::string text;
  while (text.size() < longest)
    text += licences;
  return text;
}

std::string drawn_from(std::string_view characters)
{
  std::mt19937 draw(1);
  std::string text;
  while (text.size() < longest)
    text += characters[draw() % characters.size()];
  return text;
}

/// Processor time, the shortest of five: others may use the machine meanwhile.
double seconds_to_encode(const gpt2::Tokenizer& tokenizer, std::string_view text)
{
  double shortest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 5; ++i) {
    const std::clock_t begin = std::clock();
    tokenizer.encode(text);
    shortest = std::min(shortest, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return shortest;
}

void measure(const gpt2::Tokenizer& tokenizer)
{
  const std::string base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::vector<std::pair<std::string, std::string>> texts{
      {"English prose", prose()},
      {"a line of base64", drawn_from(base64)},
      {"a line of letters", drawn_from(base64.substr(0, 52))},
      {"blanks", std::string(longest, ' ')},
      {"the letter a", std::string(longest, 'a')},
      {"newlines", std::string(longest, '\n')},
      {"bytes 0xFF", std::string(longest, '\xFF')}};
  fmt::print("{:<20}{:>12}{:>12}{:>15}\n", "", "1 MB", "2 MB", "ratio of times");
  for (const auto& [name, text] : texts) {
    const double one = seconds_to_encode(tokenizer, std::string_view(text).substr(0, megabyte));
    const double two = seconds_to_encode(tokenizer, text);
    fmt::print("{:<20}{:>7.1f} MB/s{:>7.1f} MB/s{:>15.2f}\n", name, 1 / one, 2 / two, two / one);
  }
}

} // namespace

int main()
{
  try {
    const auto folder = gpt2::default_folder();
    if (!exists(folder / "vocab.json") || !exists(folder / "merges.txt")) {
      fmt::print(
          "tokenizer: not measured, as there is no vocab.json and merges.txt in {}; `epreuve gpt2 "
          "fetch` downloads them, or EPREUVE_GPT2 names the folder that has them\n",
          folder.string());
      return 0;
    }
    fmt::print("tokenizer: one thread, processor time\n");
    measure(gpt2::Tokenizer(folder));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-tokenizer: {}\n", error.what());
    return 2;
  }
}
