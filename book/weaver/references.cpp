#include "weaver/references.hpp"

#include "epreuve/error.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/text.hpp"

#include "weaver/html.hpp"
#include "weaver/pandoc.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace epreuve::book {

namespace {

using nlohmann::json;

/// A member of CSL's JSON as text; empty if there is none.
std::string field(const json& entry, const std::string& name)
{
  if (!entry.contains(name))
    return "";
  const json& value = entry.at(name);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The names of those who sign; "others", as BibTeX has it, is one of them.
struct Signed
{
  std::vector<std::string> full, family;
};

Signed names_of(const json& entry)
{
  Signed names;
  if (!entry.contains("author"))
    return names;
  for (const json& author : entry.at("author")) {
    const std::string literal = field(author, "literal");
    std::string family = literal.empty() ? field(author, "family") : literal;
    std::string full = literal.empty() ? field(author, "given") : "";
    for (const char* particle : {"dropping-particle", "non-dropping-particle"})
      if (const std::string text = field(author, particle); !text.empty())
        full += " " + text;
    full += (full.empty() ? "" : " ") + family;
    names.full.push_back(std::move(full));
    names.family.push_back(std::move(family));
  }
  return names;
}

/// "A", "A and B", "A, B and C"; "A and others".
std::string joined(const std::vector<std::string>& names)
{
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + names[i];
  return text;
}

std::string label_of(const Signed& names, const std::string& title)
{
  if (names.family.empty())
    return title;
  const bool all = names.family.size() <= 2 && names.family.back() != "others";
  return all ? joined(names.family) : names.family.front() + " et al.";
}

/// "Neural Computation 9(8), 1735–1780"
std::string published_in(const json& entry)
{
  std::string text = field(entry, "container-title");
  if (const std::string volume = field(entry, "volume"); !volume.empty()) {
    const std::string issue = field(entry, "issue");
    text += " " + volume + (issue.empty() ? "" : "(" + issue + ")");
  }
  if (std::string pages = field(entry, "page"); !pages.empty()) {
    if (const std::size_t hyphen = pages.find('-'); hyphen != std::string::npos)
      pages.replace(hyphen, 1, "–");
    text += ", " + pages;
  }
  if (const std::string publisher = field(entry, "publisher"); !publisher.empty())
    text += (text.empty() ? "" : ", ") + publisher;
  return text;
}

std::string year_of(const json& entry)
{
  const json::json_pointer year("/issued/date-parts/0/0");
  return entry.contains(year) ? entry.at(year).dump() : "";
}

Reference reference_of(const json& entry)
{
  const Signed names = names_of(entry);
  Reference reference;
  reference.key = entry.at("id");
  reference.authors = joined(names.full);
  reference.title = field(entry, "title");
  reference.label = label_of(names, reference.title);
  reference.year = year_of(entry);
  reference.published = published_in(entry);
  reference.kind = field(entry, "genre");
  const std::string language = field(entry, "language");
  reference.language = language.substr(0, language.find('-'));
  reference.doi = field(entry, "DOI");
  reference.url = field(entry, "URL");
  reference.is_document = field(entry, "keyword") == "document";
  return reference;
}

json as_typed(const std::string& text)
{
  return {{"t", "Str"}, {"c", text}};
}

json link_saying(const std::string& text, const Reference& reference)
{
  const json attributes = json::array({"", json::array(), json::array()});
  return {{"t", "Link"},
          {"c", json::array({attributes, json::array({as_typed(text)}),
                             json::array({address_of_reference(reference.key), ""})})}};
}

bool is_citation(const json& element)
{
  return element.is_object() && element.value("t", "") == "Cite";
}

/// What a writer adds to a key: ", section 3" of "[@key, section 3]", "section 3" of "@key [section 3]".
void add_suffix(json& inlines, const json& suffix)
{
  if (suffix.empty())
    return;
  const json& first = suffix.front();
  const bool has_comma =
      first.value("t", "") == "Str" && first.at("c").get<std::string>().starts_with(",");
  if (!has_comma)
    inlines.push_back(as_typed(", "));
  for (const json& element : suffix)
    inlines.push_back(element);
}

/// The citations of a Cite as a list of inlines.
json linked(const json& citations, const References& references)
{
  const auto mode_of = [](const json& citation) {
    return citation.at("citationMode").at("t").get<std::string>();
  };
  json inlines = json::array();
  for (const json& citation : citations) {
    const Reference& cited = *references.find(citation.at("citationId").get<std::string>());
    const std::string year = cited.year.empty() ? "no date" : cited.year;
    const bool is_first = inlines.empty();
    const json& prefix = citation.at("citationPrefix");
    if (is_first && mode_of(citation) == "AuthorInText") {
      inlines.push_back(link_saying(cited.label, cited));
      inlines.push_back(as_typed(" (" + year));
    } else {
      inlines.push_back(as_typed(is_first ? "(" : "; "));
      for (const json& element : prefix)
        inlines.push_back(element);
      if (!prefix.empty())
        inlines.push_back(as_typed(" "));
      inlines.push_back(link_saying(
          mode_of(citation) == "SuppressAuthor" ? year : cited.label + " " + year, cited));
    }
    add_suffix(inlines, citation.at("citationSuffix"));
  }
  inlines.push_back(as_typed(")"));
  return inlines;
}

void link_citations(json& value, const References& references, std::vector<std::string>& unknown)
{
  if (value.is_object()) {
    for (json& part : value)
      if (part.is_structured())
        link_citations(part, references, unknown);
    return;
  }
  json result = json::array();
  for (json& element : value) {
    if (is_citation(element)) {
      const json& citations = element.at("c").at(0);
      const std::size_t before = unknown.size();
      for (const json& citation : citations)
        if (std::string key = citation.at("citationId"); references.find(key) == nullptr)
          unknown.push_back(std::move(key));
      if (unknown.size() == before) {
        const json links = linked(citations, references);
        result.insert(result.end(), links.begin(), links.end());
        continue;
      }
    } else if (element.is_structured())
      link_citations(element, references, unknown);
    result.push_back(std::move(element));
  }
  value = std::move(result);
}

/// "arXiv:1706.03762", or the address's host: "transformer-circuits.pub".
std::string name_of(std::string_view url)
{
  constexpr std::string_view arxiv = "https://arxiv.org/abs/";
  if (url.starts_with(arxiv))
    return "arXiv:" + std::string(url.substr(arxiv.size()));
  const std::size_t scheme = url.find("://");
  const std::string_view host = scheme == std::string_view::npos ? url : url.substr(scheme + 3);
  return std::string(host.substr(0, host.find('/')));
}

} // namespace

const Reference* References::find(std::string_view key) const
{
  const auto found = std::ranges::find(all, key, &Reference::key);
  return found == all.end() ? nullptr : &*found;
}

std::string References::language_of(std::string_view document) const
{
  const Reference* reference = find(document);
  return reference == nullptr ? "" : reference->language;
}

References read_references(const std::vector<std::filesystem::path>& files)
{
  References references;
  std::vector<std::filesystem::path> existing;
  for (const std::filesystem::path& file : files)
    if (exists(file)) {
      existing.push_back(file);
      references.text += read_text(file) + "\n";
    }
  std::set<std::string> keys;
  for (const json& entry : read_bibliography(existing)) {
    references.all.push_back(reference_of(entry));
    const std::string& key = references.all.back().key;
    if (!keys.insert(key).second)
      throw Error(
          "the references have two entries with the key {}: one has to go, or get another key",
          in_quotes(key));
  }
  return references;
}

std::vector<std::string> link_citations(json& blocks, const References& references)
{
  std::vector<std::string> unknown;
  link_citations(blocks, references, unknown);
  return unknown;
}

std::string address_of_reference(std::string_view key)
{
  return "references.html#" + id_of("reference", key);
}

std::string reference_html(const Reference& reference)
{
  std::string html;
  const auto add = [&](const std::string& part) { html += (html.empty() ? "" : ". ") + part; };
  if (!reference.authors.empty())
    add(escape(reference.authors));
  add(fmt::format(
      "<cite{}>{}</cite>",
      reference.language.empty() ? "" : fmt::format(" lang=\"{}\"", escape(reference.language)),
      escape(reference.title)));
  std::string where = escape(reference.published);
  if (!reference.year.empty())
    where += (where.empty() ? "" : ", ") + reference.year;
  if (!where.empty())
    add(where);
  html += ".";
  if (!reference.doi.empty())
    html += fmt::format(" <a href=\"https://doi.org/{0}\">doi:{0}</a>", escape(reference.doi));
  if (!reference.url.empty())
    html += fmt::format(" <a href=\"{}\">{}</a>", escape(reference.url),
                        escape(name_of(reference.url)));
  return html;
}

} // namespace epreuve::book
