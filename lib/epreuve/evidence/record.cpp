#include "epreuve/evidence/record.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/claim.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <type_traits>

namespace epreuve::evidence {

using nlohmann::json;

void to_json(json& value, Verdict verdict)
{
  value = name(verdict);
}

void from_json(const json& value, Verdict& verdict)
{
  verdict = parse_verdict(value.get<std::string>());
}

void to_json(json& value, Evidence::Kind kind)
{
  value = name(kind);
}

void from_json(const json& value, Evidence::Kind& kind)
{
  kind = parse_kind(value.get<std::string>());
}

void to_json(json& value, Digits digits)
{
  value = name(digits);
}

void from_json(const json& value, Digits& digits)
{
  digits = parse_digits(value.get<std::string>());
}

void to_json(json& value, Role role)
{
  value = name(role);
}

void from_json(const json& value, Role& role)
{
  role = parse_role(value.get<std::string>());
}

namespace {

/// Writes a value's members into an object.
class Writer
{
public:
  explicit Writer(json& object) : object_(object) { object_ = json::object(); }

  template <typename T>
  void member(const char* key, const T& value)
  {
    object_[key] = value;
  }
  /// A member that is left out where it says nothing.
  template <typename T>
  void optional(const char* key, const T& value, const T& nothing = {})
  {
    if (value != nothing)
      member(key, value);
  }
  template <typename T>
  void optional(const char* key, const std::optional<T>& value)
  {
    if (value)
      member(key, *value);
  }
  /// What follows from other members.
  template <typename T>
  void derived(const char* key, const T& value)
  {
    member(key, value);
  }
  /// Whether the object has a member, which it has if `present`.
  static bool has(const char*, bool present) { return present; }

private:
  json& object_;
};

/// Reads them from it.
class Reader
{
public:
  explicit Reader(const json& object) : object_(object) {}

  template <typename T>
  void member(const char* key, T& value) const
  {
    object_.at(key).get_to(value);
  }
  template <typename T>
  void optional(const char* key, T& value, const T& nothing = {}) const
  {
    if (has(key))
      member(key, value);
    else
      value = nothing;
  }
  template <typename T>
  void optional(const char* key, std::optional<T>& value) const
  {
    value.reset();
    if (has(key))
      member(key, value.emplace());
  }
  template <typename T>
  static void derived(const char*, const T&)
  {
  }
  bool has(const char* key, bool = false) const
  {
    const auto found = object_.find(key);
    return found != object_.end() && !found->is_null();
  }

private:
  const json& object_;
};

/// T, or const T to write it.
template <typename T, typename Which>
concept Either = std::same_as<std::remove_const_t<T>, Which>;

void members(auto& of, Either<SourceLine> auto& where)
{
  of.member("file", where.file);
  of.member("line", where.line);
}

} // namespace

void members(auto& of, Either<Evidence> auto& e)
{
  of.member("kind", e.kind);
  of.member("what", e.what);
  of.member("passed", e.passed);
  of.optional("conclusive", e.conclusive, true);
  of.member("seen", e.seen);
  of.optional("printed", e.printed);
  of.optional("computed", e.computed);
  of.optional("steady", e.steady);
  of.optional("tolerance", e.tolerance);
  of.optional("digits", e.digits);
  // JSON knows no infinity; what was so far apart is said in "seen".
  if (of.has("absolute", e.absolute && std::isfinite(*e.absolute)))
    of.optional("absolute", e.absolute);
  if (of.has("ulps", e.ulps && std::isfinite(*e.ulps)))
    of.optional("ulps", e.ulps);
  of.optional("share", e.share);
  of.optional("draws", e.draws);
  of.optional("counterexample", e.counterexample);
  of.optional("measured", e.measured);
  members(of, e.where);
}

void members(auto& of, Either<Reading> auto& reading)
{
  of.member("role", reading.role);
  of.member("formula", reading.formula);
  of.derived("passes", reading.passes());
  of.member("evidence", reading.evidence);
}

void members(auto& of, Either<Erratum::Why> auto& why)
{
  of.member("says", why.says);
  of.member("evidence", why.evidence);
}

void members(auto& of, Either<Erratum::Wrong> auto& wrong)
{
  of.member("says", wrong.says);
  of.member("reading", wrong.reading);
  of.member("why", wrong.why);
}

void members(auto& of, Either<Erratum> auto& erratum)
{
  of.member("wrong", erratum.wrong);
  of.member("right", erratum.right);
  of.optional("elsewhere", erratum.elsewhere);
}

void members(auto& of, Either<ClaimRecord> auto& claim)
{
  of.member("id", claim.source.id);
  if (of.has("document", !claim.source.document.empty())) {
    of.member("document", claim.source.document);
    of.member("section", claim.source.section);
    of.member("lines", claim.source.lines);
    of.member("kind", claim.source.kind);
  }
  of.member("statement", claim.source.statement);
  of.member("declared", claim.declared);
  of.member("found", claim.found);
  of.derived("as_declared", claim.as_declared());
  of.optional("complaint", claim.complaint);
  of.optional("erratum", claim.erratum);
  of.member("readings", claim.readings);
  members(of, claim.where);
}

void members(auto& of, Either<Table> auto& table)
{
  of.member("title", table.title);
  of.member("headings", table.headings);
  of.member("rows", table.rows);
  of.optional("measured", table.measured);
  of.optional("rounding", table.rounding);
  members(of, table.where);
}

void members(auto& of, Either<FigureNote> auto& figure)
{
  of.member("name", figure.name);
  of.member("title", figure.title);
  of.member("caption", figure.caption);
  of.member("alt", figure.alt);
  of.member("measured", figure.measured);
  of.member("drawn", figure.file);
  members(of, figure.where);
}

void members(auto& of, Either<UndrawnFigure> auto& figure)
{
  of.member("name", figure.name);
  of.member("reason", figure.reason);
  members(of, figure.where);
}

void members(auto& of, Either<CitedProposition> auto& proposition)
{
  of.member("name", proposition.name);
  for (const char* method : {"exact", "enclosure", "formal"}) {
    const auto known =
        std::ranges::find(proposition.proofs, method, &CitedProposition::Proof::method);
    std::string status = known == proposition.proofs.end() ? "" : known->status;
    of.optional(method, status);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(proposition)>>)
      if (!status.empty())
        proposition.proofs.push_back({method, std::move(status)});
  }
  of.member("theorems", proposition.theorems);
  members(of, proposition.where);
}

void members(auto& of, Either<Record> auto& record)
{
  of.member("name", record.name);
  of.member("title", record.title);
  of.member("source", record.source_path);
  of.member("documents", record.documents);
  of.member("seed", record.seed);
  of.derived("ok", record.ok());
  of.member("missing", record.missing);
  of.member("claims", record.claims);
  of.member("findings", record.findings);
  of.member("tables", record.tables);
  of.member("figures", record.figures);
  of.member("undrawn", record.undrawn);
  of.member("propositions", record.propositions);
}

/// The parts of a record, which nlohmann writes and reads by these two.
template <typename T>
concept Part = requires(const T& part, Writer& of) { members(of, part); };

template <Part T>
void to_json(json& object, const T& part)
{
  Writer writer(object);
  members(writer, part);
}

template <Part T>
void from_json(const json& object, T& part)
{
  const Reader reader(object);
  members(reader, part);
}

void to_json(json& object, const Record& record)
{
  Writer writer(object);
  members(writer, record);
}

void from_json(const json& object, Record& record)
{
  const Reader reader(object);
  members(reader, record);
}

void to_json(json& object, const ClaimRecord& claim)
{
  Writer writer(object);
  members(writer, claim);
}

void from_json(const json& object, ClaimRecord& claim)
{
  const Reader reader(object);
  members(reader, claim);
}

ClaimRecord recorded(const Claim& claim)
{
  return {.source = claim.source(),
          .declared = claim.declared(),
          .found = claim.found(),
          .complaint = claim.complaint(),
          .erratum = erratum_of(claim),
          .readings = claim.readings(),
          .where = claim.where()};
}

bool CitedProposition::failed() const
{
  return std::ranges::find(proofs, "failed", &Proof::status) != proofs.end();
}

bool Record::ok() const
{
  return claims.size() + findings.size() > 0 && missing.empty() &&
         std::ranges::all_of(claims, &ClaimRecord::as_declared) &&
         std::ranges::all_of(findings, &ClaimRecord::as_declared) &&
         std::ranges::none_of(propositions, &CitedProposition::failed);
}

json record_document(const std::vector<Record>& chapters)
{
  return {{"format", "epreuve-record"}, {"version", 2}, {"chapters", chapters}};
}

std::vector<Record> chapters_of(const json& document)
{
  try {
    return document.at("chapters").get<std::vector<Record>>();
  } catch (const json::exception& e) {
    throw Error("the record of a chapter is not of the form that docs/record.schema.json "
                "describes: {}",
                e.what());
  }
}

} // namespace epreuve::evidence
