#pragma once

#include "epreuve/exercises/instant.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::exercises {

/// Somebody in the class. What the roster does not say is empty.
struct Person
{
  std::string submission{};  ///< the name of what is handed in, where it differs from the others
  std::string idnumber{};    ///< as in Moodle
  std::string email{};       ///< as in Moodle
  std::string name{};        ///< "Ada Lovelace"
  std::string participant{}; ///< the number by which Moodle names a submission's folder
  std::optional<Instant> submitted{}; ///< if the roster knows it better than the files

  /// By which a missing submission is listed.
  std::string key() const;
};

/// Who is in the class: a table (CSV, with commas, semicolons or tabs) whose first line says which of
/// submission, idnumber, email, name and submitted each column is. Columns with other titles are passed over, and those
/// of Moodle's grading worksheet are understood: ID number, Email address, Full name, Identifier.
class Roster
{
public:
  /// @throws Error naming the line, if it is not such a table, or if two persons have the same idnumber, say
  explicit Roster(const std::filesystem::path& file);

  const std::vector<Person>& people() const { return people_; }

  /// Whose a submission may be: those who have its name as submission, idnumber or email; else those whose name it is.
  /// Of a name that Moodle has made, "Ada Lovelace_4711_assignsubmission_file_", the number counts, else the name.
  /// Capitals make no difference, nor does the extension that `names_of` has left to a file beside a folder of its name.
  std::vector<const Person*> whose(const std::string& submission) const;

private:
  using Index = std::map<std::string, std::vector<std::size_t>>; ///< places in `people_`, by a text
  void add(Person person);

  std::vector<Person> people_;
  Index by_key_, by_participant_, by_name_;
};

} // namespace epreuve::exercises
