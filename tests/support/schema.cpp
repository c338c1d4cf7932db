#include "support/schema.hpp"

#include "support/process.hpp"

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace epreuve::tests {

std::string schema_violations(const nlohmann::json& document,
                              const std::filesystem::path& schema_file)
{
  using Adapter = valijson::adapters::NlohmannJsonAdapter;
  const auto description =
      nlohmann::json::parse(read_file(std::filesystem::path(EPREUVE_SOURCE_DIR) / schema_file));
  valijson::Schema schema;
  valijson::SchemaParser parser;
  parser.populateSchema(Adapter(description), schema);

  valijson::Validator validator;
  valijson::ValidationResults results;
  validator.validate(schema, Adapter(document), &results);
  std::string text;
  for (const auto& error : results) {
    for (const std::string& part : error.context)
      text += part;
    text += ": " + error.description + "\n";
  }
  return text;
}

} // namespace epreuve::tests
