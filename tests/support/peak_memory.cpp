#include "support/peak_memory.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace epreuve::tests {

namespace {

namespace fs = std::filesystem;

/// The words of /proc/PID/stat from the state on: state, parent, ...
std::vector<std::string> stat_of(int process)
{
  // A process that ends while this is read has none.
  std::ifstream file(fs::path("/proc") / std::to_string(process) / "stat");
  std::string text;
  std::getline(file, text, '\0');
  const auto end = text.rfind(')'); // of the program's name, which may hold anything
  std::vector<std::string> words;
  if (end != std::string::npos) {
    std::istringstream rest(text.substr(end + 1));
    for (std::string word; rest >> word;)
      words.push_back(word);
  }
  return words;
}

/// The value of a line of /proc/PID/status: "VmHWM:".
std::string status_of(int process, const std::string& field)
{
  std::ifstream status(fs::path("/proc") / std::to_string(process) / "status");
  for (std::string name, rest; status >> name && std::getline(status, rest);)
    if (name == field)
      return rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
  return "";
}

void look(int process, std::map<std::string, std::uint64_t>& peak)
{
  const std::string pages = status_of(process, "VmHWM:"), tables = status_of(process, "VmPTE:");
  if (pages.empty() || tables.empty())
    return;
  std::uint64_t& most = peak[status_of(process, "Name:")];
  most = std::max<std::uint64_t>(most, (std::stoull(pages) + std::stoull(tables)) << 10);
}

} // namespace

std::vector<int> descendants(int process)
{
  std::map<int, int> parent;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos)
      continue;
    const int pid = std::stoi(name);
    if (const auto words = stat_of(pid); words.size() > 1)
      parent[pid] = std::stoi(words[1]);
  }
  std::vector<int> found{process};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const auto& [child, above] : parent)
      if (above == found[i])
        found.push_back(child);
  found.erase(found.begin());
  return found;
}

std::uint64_t started(int process)
{
  const auto words = stat_of(process);
  constexpr std::size_t start = 19;
  return words.size() > start && words[0] != "Z" && words[0] != "X" ? std::stoull(words[start]) : 0;
}

Measured run_measured(const fs::path& program, const std::vector<std::string>& arguments)
{
  Measured measured;
  std::atomic<bool> is_over = false;
  std::thread watch([&] {
    while (!is_over) {
      for (const int process : descendants(::getpid()))
        look(process, measured.peak);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  measured.finished = run(program, arguments);
  is_over = true;
  watch.join();
  return measured;
}

} // namespace epreuve::tests
