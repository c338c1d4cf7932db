#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace epreuve::tests {

/// Every way in which a document breaks docs/record.schema.json, one a line; empty if in none.
std::string schema_violations(const nlohmann::json& document);

} // namespace epreuve::tests
