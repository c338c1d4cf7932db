#include "epreuve/evidence/record.hpp"

#include "epreuve/evidence/erratum.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace epreuve::evidence {

namespace {

using nlohmann::json;

void place(json& object, const std::source_location& where)
{
  object["file"] = where.file_name();
  object["line"] = where.line();
}

template <typename T>
void put_if(json& object, const char* key, const T& value, bool present)
{
  if (present)
    object[key] = value;
}

json to_json(const Evidence& e)
{
  json object{{"kind", name(e.kind)}, {"what", e.what}, {"passed", e.passed}, {"seen", e.seen}};
  put_if(object, "conclusive", false, !e.conclusive);
  put_if(object, "printed", e.printed, !e.printed.empty());
  put_if(object, "computed", e.computed, !e.computed.empty());
  put_if(object, "tolerance", e.tolerance, !e.tolerance.empty());
  if (e.digits)
    object["digits"] = name(*e.digits);
  // JSON knows no infinity; what was so far apart is said in "seen".
  put_if(object, "absolute", e.absolute.value_or(0), e.absolute && std::isfinite(*e.absolute));
  put_if(object, "ulps", e.ulps.value_or(0), e.ulps && std::isfinite(*e.ulps));
  put_if(object, "draws", e.draws, e.draws > 0);
  put_if(object, "measured", true, e.measured);
  put_if(object, "counterexample", e.counterexample, !e.counterexample.empty());
  place(object, e.where);
  return object;
}

json to_json(const Reading& reading)
{
  json object{{"role", name(reading.role)},
              {"formula", reading.formula},
              {"passes", reading.passes()},
              {"evidence", json::array()}};
  for (const Evidence& e : reading.evidence)
    object["evidence"].push_back(to_json(e));
  return object;
}

json to_json(const Erratum& erratum, const std::vector<Reading>& readings)
{
  json object{{"wrong", json::array()}, {"right", erratum.right}};
  put_if(object, "elsewhere", erratum.elsewhere, !erratum.elsewhere.empty());
  for (const Erratum::Wrong& one : erratum.wrong) {
    json wrong{{"says", one.says}, {"reading", one.reading}, {"why", json::array()}};
    for (const std::size_t e : one.why)
      wrong["why"].push_back(
          {{"says", summary(readings[one.reading].evidence[e])}, {"evidence", e}});
    object["wrong"].push_back(std::move(wrong));
  }
  return object;
}

json to_json(const Claim& claim)
{
  const ClaimSource& source = claim.source();
  json object{{"id", source.id},
              {"statement", source.statement},
              {"declared", name(claim.declared())},
              {"found", name(claim.found())},
              {"as_declared", claim.as_declared()},
              {"readings", json::array()}};
  if (!source.document.empty()) {
    object["document"] = source.document;
    object["section"] = source.section;
    object["lines"] = {source.first_line, source.last_line};
    object["kind"] = source.kind;
  }
  put_if(object, "complaint", claim.complaint(), !claim.as_declared());
  if (const auto erratum = erratum_of(claim))
    object["erratum"] = to_json(*erratum, claim.readings());
  for (const Reading& reading : claim.readings())
    object["readings"].push_back(to_json(reading));
  place(object, claim.where());
  return object;
}

json to_json(const FigureNote& figure)
{
  json object{{"name", figure.name}, {"title", figure.title},       {"caption", figure.caption},
              {"alt", figure.alt},   {"measured", figure.measured}, {"drawn", figure.file}};
  place(object, figure.where);
  return object;
}

json to_json(const UndrawnFigure& figure)
{
  json object{{"name", figure.name}, {"reason", figure.reason}};
  place(object, figure.where);
  return object;
}

json to_json(const CitedProposition& proposition)
{
  json object{{"name", proposition.name}};
  for (const CitedProposition::Proof& proof : proposition.proofs)
    object[proof.method] = proof.status;
  object["theorems"] = proposition.theorems;
  place(object, proposition.where);
  return object;
}

json to_json(const Table& table)
{
  json object{{"title", table.title}, {"headings", table.headings}, {"rows", table.rows}};
  put_if(object, "measured", table.measured, !table.measured.empty());
  place(object, table.where);
  return object;
}

template <typename Range>
json list(const Range& range)
{
  json array = json::array();
  for (const auto& item : range)
    array.push_back(to_json(item));
  return array;
}

} // namespace

bool CitedProposition::failed() const
{
  return std::ranges::find(proofs, "failed", &Proof::status) != proofs.end();
}

std::vector<std::string> Record::missing() const
{
  std::vector<std::string> ids;
  for (const ClaimSource& source : sources) {
    const bool shown = std::any_of(claims.begin(), claims.end(), [&](const Claim& claim) {
      return claim.source().id == source.id && claim.has_evidence();
    });
    if (!shown)
      ids.push_back(source.id);
  }
  return ids;
}

bool Record::ok() const
{
  const auto as_declared = [](const Claim& claim) { return claim.as_declared(); };
  const bool empty = claims.empty() && findings.empty();
  return !empty && missing().empty() && std::all_of(claims.begin(), claims.end(), as_declared) &&
         std::all_of(findings.begin(), findings.end(), as_declared) &&
         std::ranges::none_of(propositions, &CitedProposition::failed);
}

json to_json(const Record& record)
{
  return {{"name", record.name},
          {"title", record.title},
          {"source", record.source_path},
          {"documents", sources_of(record.sources)},
          {"seed", record.seed},
          {"ok", record.ok()},
          {"missing", record.missing()},
          {"claims", list(record.claims)},
          {"findings", list(record.findings)},
          {"tables", list(record.tables)},
          {"figures", list(record.figures)},
          {"undrawn", list(record.undrawn)},
          {"propositions", list(record.propositions)}};
}

json record_document(const std::vector<json>& chapters)
{
  return {{"format", "epreuve-record"}, {"version", 2}, {"chapters", chapters}};
}

} // namespace epreuve::evidence
