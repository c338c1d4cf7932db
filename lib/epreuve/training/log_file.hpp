#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Logs: what was measured of trainings, as JSON that git keeps (docs/training-log.schema.json), since to train again
/// takes minutes. `./epreuve train` writes them; chapters, commands and tests read them.
namespace epreuve::training {

/// The text of a log. Each object in a list has a line of its own, so that git shows which of them have changed.
std::string text_of_log(const nlohmann::ordered_json& log);

/// Reads a log.
/// @param command  what writes it, for errors: "./epreuve train recall --out DIR"
/// @param take     takes what is wanted from the JSON, and may throw nlohmann's exceptions and Error
/// @throws Error naming the file, what is wrong with it (missing, cut short, without a member) and where to get it
void read_log(const std::filesystem::path& file, std::string_view command,
              const std::function<void(const nlohmann::json&)>& take);

/// @throws Error if there are none
void require_rows(std::size_t rows, std::string_view list);

/// A list in a log, of rows with a from_json.
/// @throws Error if it is empty
template <typename Row>
std::vector<Row> rows_of_log(const nlohmann::json& log, const char* list)
{
  auto rows = log.at(list).get<std::vector<Row>>();
  require_rows(rows.size(), list);
  return rows;
}

/// What a log keeps of a number: the double nearest to x as it is printed with so many digits after the point, or with
/// so many significant ones.
double to_places(double x, int places);
double to_digits(double x, int digits);

} // namespace epreuve::training
