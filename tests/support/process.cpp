#include "support/process.hpp"

#include "epreuve/system/command.hpp"
#include "epreuve/system/temporary_folder.hpp"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace epreuve::tests {

std::string read_file(const std::filesystem::path& path)
{
  std::ifstream input(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

Finished run(const std::filesystem::path& program, const std::vector<std::string>& arguments,
             const std::vector<std::pair<std::string, std::string>>& environment)
{
  const TemporaryFolder folder;
  const std::string output = folder / "out", error = folder / "err";
  // Not Boost.Process: an empty argument is undefined behaviour there.
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  for (const auto& [stream, file] : {std::pair(STDOUT_FILENO, &output), {STDERR_FILENO, &error}})
    ::posix_spawn_file_actions_addopen(&files, stream, file->c_str(), O_WRONLY | O_CREAT, 0600);

  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment)
    variables.push_back(name + "=" + value);
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    const std::string inherited = *variable;
    if (std::ranges::none_of(environment, [&](const auto& given) {
          return inherited.starts_with(given.first + "=");
        }))
      variables.push_back(inherited);
  }

  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, program.c_str(), &files, nullptr,
                                     as_arguments(words).data(), as_arguments(variables).data());
  ::posix_spawn_file_actions_destroy(&files);
  if (failure != 0)
    throw std::runtime_error(program.string() + ": " + std::strerror(failure));
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(output),
          read_file(error)};
}

} // namespace epreuve::tests
