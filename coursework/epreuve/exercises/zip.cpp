#include "epreuve/exercises/zip.hpp"

#include "epreuve/exercises/submission.hpp"
#include "epreuve/system/unavailable.hpp"
#include "epreuve/system/write_file.hpp"
#include "epreuve/text.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <vector>
#include <zlib.h>

namespace epreuve::exercises {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view local_signature("PK\3\4", 4), entry_signature("PK\1\2", 4),
    end_signature("PK\5\6", 4);

/// Little-endian numbers of an archive. @throws Error beyond its end
class Bytes
{
public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  std::string_view at(std::size_t begin, std::size_t count) const
  {
    if (begin > bytes_.size() || count > bytes_.size() - begin)
      throw Error("is a damaged zip file: it ends too early");
    return bytes_.substr(begin, count);
  }
  std::uint32_t number(std::size_t begin, std::size_t count) const
  {
    std::uint32_t value = 0;
    const std::string_view digits = at(begin, count);
    for (std::size_t i = count; i-- > 0;)
      value = value << 8 | static_cast<unsigned char>(digits[i]);
    return value;
  }

private:
  std::string_view bytes_;
};

/// An entry of the central directory.
/// Source: PKWARE, "APPNOTE.TXT", 4.3.12.
struct Entry
{
  std::string name;
  bool is_encrypted = false, is_link = false;
  std::uint32_t method = 0, checksum = 0, packed = 0, unpacked = 0, offset = 0;
  std::time_t changed = 0;

  bool is_source() const { return is_cpp(name) && !name.starts_with("__MACOSX/"); }
};

/// Where the record of the directory's end lies: a comment may follow it.
std::size_t find_end(std::string_view archive)
{
  const std::size_t found = archive.rfind(end_signature);
  if (found == archive.npos)
    throw Error("is a damaged zip file: it has no list of its entries");
  return found;
}

/// When an entry's file was last changed.
/// @param entry  where its record in the central directory begins
/// Source: PKWARE, "APPNOTE.TXT", 4.4.6 and 4.5.1; Info-ZIP, "extrafld.txt", 0x5455 (UT), whose second number is the
/// time in UTC if bit 0 of the first is set.
std::time_t time_of(const Bytes& bytes, std::size_t entry)
{
  constexpr std::uint32_t extended_timestamp = 0x5455;
  std::size_t at = entry + 46 + bytes.number(entry + 28, 2);
  const std::size_t end = at + bytes.number(entry + 30, 2);
  while (at + 9 <= end) {
    if (bytes.number(at, 2) == extended_timestamp && (bytes.number(at + 4, 1) & 1) != 0)
      return static_cast<std::int32_t>(bytes.number(at + 5, 4));
    at += 4 + bytes.number(at + 2, 2);
  }
  const auto time = static_cast<int>(bytes.number(entry + 12, 2)),
             date = static_cast<int>(bytes.number(entry + 14, 2));
  std::tm local{};
  local.tm_sec = 2 * (time & 31);
  local.tm_min = time >> 5 & 63;
  local.tm_hour = time >> 11;
  local.tm_mday = date & 31;
  local.tm_mon = (date >> 5 & 15) - 1;
  local.tm_year = (date >> 9) + 80;
  local.tm_isdst = -1;
  return std::mktime(&local);
}

std::vector<Entry> entries_of(std::string_view archive)
{
  const Bytes bytes(archive);
  const std::size_t end = find_end(archive);
  const std::uint32_t count = bytes.number(end + 10, 2);
  std::size_t at = bytes.number(end + 16, 4);
  std::vector<Entry> entries;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (bytes.at(at, 4) != entry_signature)
      throw Error("is a damaged zip file, or one of more than 4 GB");
    constexpr std::uint32_t unix_system = 3;
    const std::uint32_t name_length = bytes.number(at + 28, 2);
    const bool has_mode = bytes.number(at + 5, 1) == unix_system;
    const auto mode = static_cast<mode_t>(bytes.number(at + 38, 4) >> 16);
    Entry entry{.name = std::string(bytes.at(at + 46, name_length)),
                .is_encrypted = (bytes.number(at + 8, 2) & 1) != 0,
                .is_link = has_mode && S_ISLNK(mode),
                .method = bytes.number(at + 10, 2),
                .checksum = bytes.number(at + 16, 4),
                .packed = bytes.number(at + 20, 4),
                .unpacked = bytes.number(at + 24, 4),
                .offset = bytes.number(at + 42, 4),
                .changed = time_of(bytes, at)};
    std::ranges::replace(entry.name, '\\', '/'); // as some Windows programs write them
    entries.push_back(std::move(entry));
    at += 46 + name_length + bytes.number(at + 30, 2) + bytes.number(at + 32, 2);
  }
  return entries;
}

/// @throws Error if an entry does not belong in an archive of exercises
void require_harmless(const Entry& entry)
{
  const fs::path path = entry.name;
  const std::string name = in_quotes(entry.name);
  if (entry.name.empty() || entry.name.find('\0') != std::string::npos || path.is_absolute() ||
      std::ranges::find(path, "..") != path.end() || in_lower_case(entry.name).find(":/") == 1)
    throw Error("is a zip file that holds {}, a path that leads out of it", name);
  if (entry.is_link)
    throw Error("is a zip file that holds {}, a symbolic link", name);
  const auto is_too_long = [](const fs::path& part) { return part.native().size() > NAME_MAX; };
  if (std::ranges::any_of(path, is_too_long))
    throw Error("is a zip file that holds {}, a name of more than {} bytes", name, NAME_MAX);
}

bool is_too_deep(const Entry& entry)
{
  return static_cast<std::size_t>(std::ranges::distance(fs::path(entry.name))) > deepest_path;
}

std::string unpacked(std::string_view archive, const Entry& entry)
{
  const Bytes bytes(archive);
  const std::string name = in_quotes(entry.name);
  if (entry.is_encrypted)
    throw Error("is a zip file whose {} needs a password", name);
  if (entry.unpacked > longest_source)
    throw Error("is a zip file whose {} has {} bytes, expected at most {}", name, entry.unpacked,
                longest_source);
  if (bytes.at(entry.offset, 4) != local_signature)
    throw Error("is a damaged zip file: {} is not where its list says", name);
  const std::size_t begin = std::size_t{entry.offset} + 30 + bytes.number(entry.offset + 26, 2) +
                            bytes.number(entry.offset + 28, 2);
  const std::string_view packed = bytes.at(begin, entry.packed);
  constexpr std::uint32_t stored = 0, deflated = 8;
  std::string text;
  if (entry.method == stored) {
    text = packed.substr(0, std::size_t{entry.unpacked} +
                                1); // one more byte, to notice a false length
  } else if (entry.method == deflated) {
    text.resize(std::size_t{entry.unpacked} + 1);
    z_stream stream{};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK)
      throw Unavailable("cannot be unpacked: there is no memory");
    ::inflate(&stream, Z_FINISH);
    text.resize(stream.total_out);
    ::inflateEnd(&stream);
  } else {
    throw Error("is a zip file whose {} is packed in an unusual way; pack it as .zip with deflate",
                name);
  }
  if (text.size() > entry.unpacked)
    throw Error("is a zip bomb: {} is longer than its entry says", name);
  const auto checksum =
      ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
  if (text.size() != entry.unpacked || checksum != entry.checksum)
    throw Error("is a damaged zip file: {} cannot be unpacked completely", name);
  return text;
}

/// @throws Error if two sources have one name, or one would lie in another
void require_different(const std::vector<Entry>& sources)
{
  std::set<fs::path> files;
  for (const Entry& source : sources)
    if (!files.insert(fs::path(source.name).lexically_normal()).second)
      throw Error("is a zip file that holds {} twice", in_quotes(source.name));
  for (const fs::path& file : files)
    for (fs::path above = file.parent_path(); !above.empty(); above = above.parent_path())
      if (files.contains(above))
        throw Error("is a zip file that holds {} as a file and as a folder",
                    in_quotes(above.string()));
}

void write_source(const fs::path& file, const std::string& text, std::time_t changed)
{
  try {
    fs::create_directories(file.parent_path());
    write_file(file, text);
    const std::array<timespec, 2> times{{{0, UTIME_OMIT}, {changed, 0}}};
    ::utimensat(AT_FDCWD, file.c_str(), times.data(), 0);
  } catch (const std::runtime_error& error) {
    throw Unavailable("cannot be unpacked: {}", error.what());
  }
}

} // namespace

bool is_zip(std::string_view bytes)
{
  return bytes.starts_with(local_signature) || bytes.starts_with(end_signature);
}

void unzip_sources(std::string_view archive, const fs::path& folder)
{
  std::vector<Entry> sources = entries_of(archive);
  const bool holds_another = std::ranges::any_of(
      sources, [](const Entry& entry) { return in_lower_case(entry.name).ends_with(".zip"); });
  std::erase_if(sources, [](const Entry& entry) { return !entry.is_source(); });
  if (sources.empty())
    throw Error("is a zip file {}",
                holds_another ? "that holds another one; unpack it once" : "without a .cpp file");
  std::ranges::for_each(sources, require_harmless);
  const std::string deep = in_quotes(sources.front().name);
  std::erase_if(sources, is_too_deep);
  if (sources.empty())
    throw Error("is a zip file that holds {}, in more than {} folders", deep, deepest_path);
  if (sources.size() > most_sources)
    throw Error("is a zip file of {} sources, expected at most {}", sources.size(), most_sources);
  std::uint64_t sum = 0, packed = 0;
  for (const Entry& source : sources) {
    sum += source.unpacked;
    packed += Bytes(archive).at(source.offset, source.packed).size();
  }
  if (packed > archive.size())
    throw Error("is a zip bomb: its entries share their bytes");
  if (sum > longest_unpacked)
    throw Error("is a zip bomb: its {} bytes become {}, expected at most {}", archive.size(), sum,
                longest_unpacked);
  require_different(sources);
  for (const Entry& source : sources)
    write_source(folder / source.name, unpacked(archive, source), source.changed);
}

} // namespace epreuve::exercises
