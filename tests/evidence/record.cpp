#include "epreuve/evidence/record.hpp"

#include "epreuve/error.hpp"
#include "epreuve/evidence/claim.hpp"

#include "support/errors.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <source_location>
#include <string>
#include <vector>

using namespace epreuve::evidence;

namespace {

ClaimSource source(const std::string& id)
{
  return {id, "exo7", "2.1. Title", {3, 5}, "formula", "statement of " + id};
}

Claim claim(const std::string& id, Verdict declared)
{
  return {source(id), declared, 1, std::source_location::current()};
}

} // namespace

BOOST_AUTO_TEST_CASE(a_record_is_ok_only_if_every_owed_claim_has_evidence_and_its_declared_verdict)
{
  Record record;
  record.claims.push_back(recorded(claim("a", Verdict::holds).by_reading("yes")));
  BOOST_TEST(record.ok());
  record.missing = {"b"};
  BOOST_TEST(!record.ok());
  record.missing.clear();
  record.findings.push_back(recorded(claim("", Verdict::holds).contradicted("no")));
  BOOST_TEST(!record.ok());
  record.findings.clear();
  record.propositions.push_back({"01-sum", {{"exact", "proven"}, {"formal", "not run"}}, {}, {}});
  BOOST_TEST(record.ok());
  record.propositions.push_back(
      {"02-product", {{"exact", "proven"}, {"formal", "failed"}}, {}, {}});
  BOOST_TEST(!record.ok());
  record.propositions.clear();
  record.claims.push_back(recorded(claim("c", Verdict::holds).contradicted("no")));
  BOOST_TEST(!record.ok());
}

BOOST_AUTO_TEST_CASE(a_record_that_states_nothing_is_not_ok)
{
  BOOST_TEST(!Record().ok());
}

namespace {

/// A record in which nothing is left out.
Record full_record()
{
  Record record;
  record.name = "01-test";
  record.title = "a test";
  record.source_path = "chapters/01-test/chapter.cpp";
  record.documents = "exo7 2.1";
  record.seed = 42;
  record.missing = {"b"};
  Claim a = claim("a", Verdict::refuted);
  a.as_printed("x")
      .prints("0.5 0.7", arma::vec{0.5, 0.6})
      .corrected("y")
      .agree("sides", 1.0, std::nextafter(1.0, 2.0), ulps(1));
  a.property("p", [](Draw& draw) { return draw.integer("k", 0, 9) < 10; }, 7);
  record.claims.push_back(recorded(a));
  Claim f({"f", "", "", {}, "", "s"}, Verdict::holds, 1, std::source_location::current());
  f.property("q", [](Draw& draw) { return draw.integer("k", 0, 9) < 0; }, 7);
  f.estimates("mean", {0.5, 0.2, 10}, 0, 0.01).at_most("time", 2, 3).measured();
  record.findings.push_back(recorded(f));
  record.tables.push_back(
      {"t", {"h", "i"}, {{"1", "2"}}, std::source_location::current(), {"h"}, {"i"}});
  record.figures.push_back({"f", "title", "caption", "alt", true, "", {}});
  record.undrawn.push_back({"g", "no weights", std::source_location::current()});
  record.propositions.push_back({"04-kronecker",
                                 {{"exact", "proven"}, {"formal", "skipped"}},
                                 {"vec_identity", "exact"},
                                 std::source_location::current()});
  return record;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_json_of_a_record_has_everything_that_was_seen)
{
  const nlohmann::json json = nlohmann::json::parse(nlohmann::json(full_record()).dump());

  BOOST_TEST(json["propositions"].size() == 1U);
  BOOST_TEST(json["propositions"][0]["name"] == "04-kronecker");
  BOOST_TEST(json["propositions"][0]["exact"] == "proven");
  BOOST_TEST(json["propositions"][0]["formal"] == "skipped");
  BOOST_TEST(!json["propositions"][0].contains("enclosure"));
  BOOST_TEST(json["propositions"][0]["theorems"] == nlohmann::json({"vec_identity", "exact"}));
  BOOST_TEST(json["name"] == "01-test");
  BOOST_TEST(json["seed"] == 42);
  BOOST_TEST(json["ok"] == false);
  BOOST_TEST(json["missing"] == nlohmann::json({"b"}));
  BOOST_TEST(json["documents"] == "exo7 2.1");
  const auto& c = json["claims"][0];
  BOOST_TEST(c["id"] == "a");
  BOOST_TEST(c["declared"] == "refuted");
  BOOST_TEST(c["found"] == "refuted");
  BOOST_TEST(c["as_declared"] == true);
  BOOST_TEST(!c.contains("complaint"));
  BOOST_TEST(c["erratum"]["right"] == "y");
  BOOST_TEST(c["erratum"]["wrong"].size() == 1u);
  BOOST_TEST(c["erratum"]["wrong"][0]["says"] == "x");
  BOOST_TEST(c["erratum"]["wrong"][0]["reading"] == 0);
  BOOST_TEST(
      c["erratum"]["wrong"][0]["why"] ==
      nlohmann::json::parse(R"([{"evidence": 0, "says": "entry 2: printed 0.7, computed 0.60: )"
                            R"(off by +1.00 units of the last printed place"}])"));
  BOOST_TEST(c["lines"] == nlohmann::json({3, 5}));
  BOOST_TEST(c["line"] > 0);
  const auto& digits = c["readings"][0]["evidence"][0];
  BOOST_TEST(c["readings"][0]["role"] == "printed");
  BOOST_TEST(c["readings"][0]["passes"] == false);
  BOOST_TEST(digits["kind"] == "digits");
  BOOST_TEST(digits["passed"] == false);
  BOOST_TEST(digits["digits"] == "wrong");
  BOOST_TEST(digits["printed"] == "0.5  0.7");
  BOOST_TEST(digits["computed"] == "0.50  0.60");
  const auto& sides = c["readings"][1]["evidence"][0];
  BOOST_TEST(sides["kind"] == "identity");
  BOOST_TEST(sides["ulps"] == 1);
  BOOST_TEST(sides["tolerance"] == "1 ulp");
  BOOST_TEST(sides["share"] == 1);
  BOOST_TEST(c["readings"][1]["evidence"][1]["draws"] == 7);
  BOOST_TEST(json["tables"][0]["rows"] == nlohmann::json::parse(R"([["1", "2"]])"));
  BOOST_TEST(json["figures"][0]["measured"] == true);
  BOOST_TEST(json["undrawn"][0]["name"] == "g");
  BOOST_TEST(json["undrawn"][0]["reason"] == "no weights");
}

BOOST_AUTO_TEST_CASE(what_is_read_is_what_was_written)
{
  const nlohmann::json written = record_document({full_record(), full_record()});
  const std::vector<Record> read = chapters_of(nlohmann::json::parse(written.dump()));
  BOOST_TEST(read.size() == 2u);
  BOOST_TEST(nlohmann::json::diff(record_document(read), written).dump() == "[]");
}

BOOST_AUTO_TEST_CASE(a_record_of_another_form_is_refused)
{
  using epreuve::Error;
  using epreuve::tests::says;
  const auto with = [](const char* pointer, const nlohmann::json& value) {
    nlohmann::json document = record_document({full_record()});
    document[nlohmann::json::json_pointer(pointer)] = value;
    return document;
  };
  for (const nlohmann::json& other :
       {nlohmann::json("text"), with("/chapters", 1), with("/chapters/0/seed", "x"),
        with("/chapters/0/claims/0/readings/0/evidence", nlohmann::json::object({{"a", 1}})),
        with("/chapters/0/tables/0/rows", {1, 2})})
    BOOST_CHECK_EXCEPTION(chapters_of(other), Error, says("docs/record.schema.json"));
  BOOST_CHECK_EXCEPTION(chapters_of(with("/chapters/0/claims/0/found", "perhaps")), Error,
                        says("\"perhaps\""));
  BOOST_CHECK_EXCEPTION(chapters_of(with("/chapters/0/claims/0/readings/0/role", "wrong")), Error,
                        says("role of a reading \"wrong\""));
}

BOOST_AUTO_TEST_CASE(what_is_infinitely_far_apart_leaves_no_null_in_the_json)
{
  Record record;
  record.claims.push_back(recorded(
      claim("a", Verdict::holds).agree("shapes", arma::mat(2, 3), arma::mat(3, 2), ulps(1))));
  const std::string text = nlohmann::json(record).dump();
  BOOST_TEST(text.find("null") == std::string::npos);
  BOOST_TEST(text.find("2 x 3 against 3 x 2") != std::string::npos);
  BOOST_TEST(text.find("\"complaint\"") != std::string::npos);
}
