#include "support/process.hpp"

#include "epreuve/temporary_folder.hpp"

#include <boost/process.hpp>

#include <fstream>
#include <iterator>

namespace epreuve::tests {

std::string read_file(const std::filesystem::path& path)
{
  std::ifstream input(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

Finished run(const std::filesystem::path& program, const std::vector<std::string>& arguments,
             const std::vector<std::pair<std::string, std::string>>& environment)
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
