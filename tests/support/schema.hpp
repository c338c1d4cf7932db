#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace epreuve::tests {

/// Every way in which a document breaks a JSON schema, one per line; empty if there is none.
/// @param schema  its file, from the project's root
std::string schema_violations(const nlohmann::json& document,
                              const std::filesystem::path& schema = "docs/record.schema.json");

} // namespace epreuve::tests
