#include "epreuve/fetching/fetch.hpp"

#include "epreuve/error.hpp"
#include "epreuve/gpt2/mapped_file.hpp"
#include "epreuve/gpt2/safetensors.hpp"
#include "epreuve/system/descriptor.hpp"
#include "epreuve/system/sha256.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <span>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace epreuve::gpt2 {

namespace {

namespace fs = std::filesystem;

constexpr const char *config_name = "config.json", *vocab_name = "vocab.json",
                     *merges_name = "merges.txt", *model_name = "model.safetensors";

/// In the order in which they are fetched and moved into place.
constexpr std::array file_names{config_name, vocab_name, merges_name, model_name};

// --- whether a file is the expected one; each function says what is wrong, or nothing ------------------

std::string hash(std::span<const std::byte> bytes)
{
  Sha256 digest;
  digest.add(bytes);
  return std::move(digest).hex();
}

std::string flaw_of_bytes(const fs::path& file, const std::string& expected)
{
  return hash(MappedFile(file).bytes()) == expected ? "" : "it is not the published file";
}

std::string flaw_of_config(const fs::path& file, const Config& expected)
{
  const Config config = read_config(file);
  return config == expected
             ? ""
             : fmt::format("it is of another model ({} layers, {} heads, n = {}, N = {})",
                           config.layers, config.heads, config.n, config.N);
}

std::string flaw_of_tensors(const fs::path& path, std::span<const PublishedTensor> expected)
{
  const MappedFile file(path);
  const std::vector<TensorInfo> tensors = parse_safetensors(file.bytes(), path.string());
  std::vector<std::string> wrong;
  for (const auto& [name, count, published] : expected) {
    const auto tensor = std::ranges::find(tensors, name, &TensorInfo::name);
    if (tensor == tensors.end())
      wrong.push_back(fmt::format("{} (missing)", name));
    else if (hash(file.bytes().subspan(tensor->offset, tensor->bytes)) != published)
      wrong.emplace_back(name);
  }
  if (wrong.empty())
    return "";
  constexpr std::size_t shown = 3;
  return fmt::format("{} of {} tensors are not the published ones: {}{}", wrong.size(),
                     expected.size(),
                     fmt::join(std::span(wrong).first(std::min(shown, wrong.size())), ", "),
                     wrong.size() > shown ? ", ..." : "");
}

std::string flaw(const std::string& name, const fs::path& file, const Expected& expected)
{
  try {
    if (name == config_name)
      return flaw_of_config(file, expected.config);
    if (name == model_name)
      return flaw_of_tensors(file, expected.tensors);
    return flaw_of_bytes(file, name == vocab_name ? expected.vocab_sha256 : expected.merges_sha256);
  } catch (const Error& error) {
    return error.what();
  }
}

// --- the folder to fetch into -------------------------------------------------------------------

/// Keeps a second fetch away from a folder while the first is at work.
class FolderLock
{
public:
  explicit FolderLock(const fs::path& folder)
      : path_(folder / ".fetch.lock"),
        file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666))
  {
    if (!file_.is_open())
      throw Error("cannot write to {}: {}; name another folder with --to DIR", folder.string(),
                  std::strerror(errno));
    const bool locked = ::flock(file_.get(), LOCK_EX | LOCK_NB) == 0;
    if (!locked && errno != EWOULDBLOCK)
      throw Error("cannot lock {}: {}; name a folder on another disk with --to DIR", path_.string(),
                  std::strerror(errno));
    if (!locked || !is_still_there())
      throw Error("another fetch to {} is under way; wait for it", folder.string());
  }
  ~FolderLock() { ::unlink(path_.c_str()); }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

private:
  /// False if its owner removed the file after we opened it and before we locked it.
  bool is_still_there() const
  {
    struct stat ours{}, there{};
    return ::fstat(file_.get(), &ours) == 0 && ::stat(path_.c_str(), &there) == 0 &&
           ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
  }

  fs::path path_;
  Descriptor file_;
};

fs::path part_of(const fs::path& file)
{
  return file.string() + ".part";
}

void make_folder(const fs::path& folder)
{
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder))
    throw Error("cannot create the folder {}: {}; name another with --to DIR", folder.string(),
                error ? error.message() : "it is a file");
}

void move_into_place(const fs::path& file)
{
  const Descriptor part(::open(part_of(file).c_str(), O_RDONLY | O_CLOEXEC));
  if (::fsync(part.get()) != 0)
    throw Error("cannot write {}: {}; name another folder with --to DIR", part_of(file).string(),
                std::strerror(errno));
  std::error_code error;
  fs::rename(part_of(file), file, error);
  if (error)
    throw Error("cannot move {} into place: {}; remove what is in its way", file.string(),
                error.message());
}

// --- where the files come from ------------------------------------------------------------------

bool is_address(const std::string& from)
{
  return from.starts_with("http://") || from.starts_with("https://");
}

std::string place(const std::string& from, const std::string& name)
{
  return from + (from.ends_with('/') ? "" : "/") + name;
}

/// @throws Error if it is a folder without one of the names, or no folder and no address
void require_source(const FetchOptions& options, const std::vector<std::string>& names)
{
  const std::string& from = options.from;
  if (is_address(from))
    return;
  if (!fs::is_directory(from))
    throw Error("--from {}: no folder of that name, and no http or https address", from);
  std::error_code one_is_missing;
  if (fs::equivalent(from, options.to, one_is_missing))
    throw Error("--from {} is the folder to fetch to; name another, or an address", from);
  std::vector<std::string> missing, others;
  for (const std::string& name : names)
    if (!fs::exists(place(from, name)))
      missing.push_back(name);
  for (const auto& entry : fs::directory_iterator(from))
    if (entry.path().extension() == ".safetensors" && entry.path().filename() != model_name)
      others.push_back(entry.path().filename().string());
  if (!missing.empty())
    throw Error("--from {}: it has no {}{}; name a folder with the whole model, or an address",
                from, fmt::join(missing, ", "),
                missing.back() == model_name && !others.empty()
                    ? fmt::format(", and {} cannot take its place", fmt::join(others, ", "))
                    : "");
}

// --- fetching -----------------------------------------------------------------------------------

std::string megabytes(std::uint64_t bytes)
{
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

std::uint64_t size_of(const fs::path& file)
{
  std::error_code missing;
  const std::uintmax_t size = fs::file_size(file, missing);
  return missing ? 0 : size;
}

std::uint64_t expected_size(const std::string& name, const Expected& expected)
{
  return expected.bytes.at(
      static_cast<std::size_t>(std::ranges::find(file_names, name) - file_names.begin()));
}

void require_room(const fs::path& folder, const std::vector<std::string>& names,
                  const Expected& expected)
{
  std::uint64_t needed = 0;
  for (const std::string& name : names) {
    const std::uint64_t size = expected_size(name, expected);
    needed += size - std::min(size, size_of(part_of(folder / name)));
  }
  std::error_code unknown;
  const auto room = fs::space(folder, unknown).available;
  if (!unknown && needed > room)
    throw Error("{} more are needed, and the disk of {} has {} left; make room or name another "
                "folder with --to DIR",
                megabytes(needed), folder.string(), megabytes(room));
}

/// An absolute path as a URL.
std::string file_url(const fs::path& file)
{
  std::string url = "file://";
  for (const char c : file.string())
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '/' || c == '.')
      url += c;
    else
      url += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return url;
}

void fetch_part(const std::string& name, const FetchOptions& options, const Expected& expected)
{
  const std::string source = place(options.from, name);
  const bool from_server = is_address(options.from);
  const fs::path part = part_of(options.to / name);
  DownloadOptions download_options = options.download;
  download_options.progress = [&, size = expected_size(name, expected)](std::uint64_t done) {
    if (options.progress)
      options.progress(name, done, done > size ? 0 : size); // 0: it is not known
  };
  if (!from_server) {
    if (!fs::is_regular_file(source))
      throw Error("cannot read {}: it is not a file", source);
    if (::access(source.c_str(), R_OK) != 0)
      throw Error("cannot read {}: {}; look at its permissions", source, std::strerror(errno));
    fs::remove(part);
  }
  const std::string url = from_server ? source : file_url(fs::absolute(source));
  bool in_one_piece = download(url, part, download_options);
  std::string wrong = flaw(name, part, expected);
  if (!wrong.empty() && !in_one_piece) {
    if (options.download.note)
      options.download.note(
          fmt::format("{}, put together from pieces: {}; fetching it whole", source, wrong));
    fs::remove(part);
    download(url, part, download_options);
    wrong = flaw(name, part, expected);
  }
  if (wrong.empty())
    return;
  fs::remove(part);
  throw Error("{}: {}; it was not kept: {}name another source with --from", source, wrong,
              from_server ? "run this again, or " : "");
}

} // namespace

Expected published_files()
{
  return {
      .config = {},
      .vocab_sha256 = "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
      .merges_sha256 = "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
      .tensors = published_tensors(),
      .bytes = {665, 1'042'301, 456'318, 548'105'171},
  };
}

std::vector<FetchedFile> fetch(const FetchOptions& options, const Expected& expected)
{
  std::vector<std::string> needed;
  for (const std::string name : file_names) {
    const fs::path file = options.to / name;
    const bool there = fs::exists(file);
    const std::string wrong = there ? flaw(name, file, expected) : "";
    if (!there || !wrong.empty())
      needed.push_back(name);
    if (!wrong.empty() && options.download.note)
      options.download.note(fmt::format("{}: {}; fetching it again", file.string(), wrong));
  }
  if (!needed.empty()) {
    require_source(options, needed);
    make_folder(options.to);
    const FolderLock lock(options.to);
    require_room(options.to, needed, expected);
    for (const std::string& name : needed)
      fetch_part(name, options, expected);
    for (const std::string& name : needed)
      move_into_place(options.to / name);
  }
  std::vector<FetchedFile> files;
  for (const std::string name : file_names)
    files.push_back(
        {name, fs::file_size(options.to / name), std::ranges::find(needed, name) != needed.end()});
  return files;
}

} // namespace epreuve::gpt2
