#include "epreuve/system/temporary_folder.hpp"

#include "epreuve/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace epreuve {

TemporaryFolder::TemporaryFolder()
{
  const char* wished = std::getenv("TMPDIR");
  const std::filesystem::path parent = wished && *wished ? wished : P_tmpdir;
  std::string name = (parent / "epreuve-XXXXXX").string();
  if (!::mkdtemp(name.data()))
    throw Error("cannot make a folder in {}: {}; set TMPDIR to a writable folder", parent.string(),
                std::strerror(errno));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder()
{
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

} // namespace epreuve
