#pragma once

#include <boost/process.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdlib.h>
#include <string>
#include <vector>

namespace epreuve::tests {

inline std::string read_file(const std::filesystem::path& path)
{
  std::ifstream input(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

/// A folder that is removed, with all that is in it, at the end of the test.
class TemporaryFolder
{
public:
  TemporaryFolder()
  {
    std::string name = (std::filesystem::temp_directory_path() / "epreuve-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder()
  {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

struct Finished
{
  int status = -1;
  std::string output;
  std::string error;
};

/// Runs a program to its end. `environment` is added to this process's own.
inline Finished run(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                    const std::vector<std::pair<std::string, std::string>>& environment = {})
{
  namespace process = boost::process;
  const TemporaryFolder folder;
  process::environment variables = boost::this_process::environment();
  for (const auto& [name, value] : environment)
    variables[name] = value;
  process::child child(program.string(), process::args(arguments), variables,
                       process::std_in<process::null, process::std_out>(folder / "out").string(),
                       process::std_err > (folder / "err").string());
  child.wait();
  return {child.exit_code(), read_file(folder / "out"), read_file(folder / "err")};
}

} // namespace epreuve::tests
