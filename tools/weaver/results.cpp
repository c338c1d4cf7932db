#include "weaver/results.hpp"

#include "epreuve/error.hpp"
#include "epreuve/folder_name.hpp"
#include "epreuve/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace epreuve::book {

namespace {

using nlohmann::json;
using Tokens = std::vector<Token>;

/// A pair of braces.
struct Scope
{
  enum class Kind
  {
    space, ///< a namespace, or all of the file
    function,
    other
  };
  Kind kind = Kind::space;
  int parent = -1;
  int first_line = 1;
  int last_line = std::numeric_limits<int>::max();
  bool in_brackets = false; ///< within round or square ones of its parent
  bool has_prose = false;
};

/// Between two tokens: the innermost scope, and whether round or square brackets are open in it.
struct State
{
  int scope = 0;
  int brackets = 0;
};

bool is_mark(const Token& token, char mark)
{
  return token.kind == Token::Kind::punctuation && token.text[0] == mark;
}

bool is_word(const Token& token, std::string_view word)
{
  return token.kind == Token::Kind::identifier && token.text == word;
}

/// Whether what stands before a brace, outside all functions, makes it the body of a function or of a
/// namespace.
Scope::Kind kind_of(const std::vector<const Token*>& before)
{
  const auto has = [&](std::string_view word) {
    return std::ranges::any_of(before, [&](const Token* t) { return is_word(*t, word); });
  };
  if (has("namespace") || (has("extern") && before.back()->kind == Token::Kind::string))
    return Scope::Kind::space;
  const auto bracket =
      std::ranges::find_if(before, [](const Token* t) { return is_mark(*t, '('); });
  if (bracket == before.end())
    return Scope::Kind::other;
  const bool assigned =
      std::any_of(before.begin(), bracket, [](const Token* t) { return is_mark(*t, '='); });
  return assigned && !has("operator") && !has("template") ? Scope::Kind::other
                                                          : Scope::Kind::function;
}

/// The braces of a chapter's program.
class Structure
{
public:
  explicit Structure(const Literate& chapter) : tokens_(tokens_of(chapter.text))
  {
    scopes_.emplace_back();
    for (const Piece& piece : chapter.pieces)
      if (piece.kind == Piece::Kind::prose)
        prose_.push_back(piece.first_line);
    State state;
    std::vector<int> outer; // brackets open around the scopes
    std::vector<const Token*> statement;
    std::vector<std::vector<const Token*>> interrupted; // by braces
    for (const Token& token : tokens_) {
      states_.push_back(state);
      if (token.kind == Token::Kind::comment) {
        const auto is_inside = [&](int line) {
          return token.line <= line && line <= token.last_line;
        };
        if (std::ranges::any_of(prose_, is_inside))
          scopes_[index(state)].has_prose = true;
        continue;
      }
      if (token.kind == Token::Kind::directive)
        continue;
      if (is_mark(token, '(') || is_mark(token, '['))
        ++state.brackets;
      else if (is_mark(token, ')') || is_mark(token, ']'))
        state.brackets = std::max(state.brackets - 1, 0);
      if (is_mark(token, '{')) {
        const bool outside = scopes_[index(state)].kind == Scope::Kind::space;
        Scope scope;
        scope.kind = outside && state.brackets == 0 ? kind_of(statement) : Scope::Kind::other;
        scope.parent = state.scope;
        scope.first_line = statement.empty() || !outside ? token.line : statement.front()->line;
        scope.in_brackets = state.brackets > 0;
        outer.push_back(state.brackets);
        scopes_.push_back(scope);
        state = {static_cast<int>(scopes_.size()) - 1, 0};
        interrupted.push_back(std::move(statement));
        statement.clear();
      } else if (is_mark(token, '}') && state.scope > 0) {
        scopes_[index(state)].last_line = token.line;
        state = {scopes_[index(state)].parent, outer.back()};
        outer.pop_back();
        // An argument in braces does not end its statement.
        statement = std::move(interrupted.back());
        interrupted.pop_back();
        if (state.brackets == 0)
          statement.clear();
      } else if (is_mark(token, ';'))
        statement.clear();
      else
        statement.push_back(&token);
    }
  }

  const Tokens& tokens() const { return tokens_; }
  State before(std::size_t token) const { return states_[token]; }

  /// Whether results may part the code there.
  bool is_open(const State& state) const
  {
    if (state.brackets > 0)
      return false;
    for (int i = state.scope; i > 0; i = scopes_[static_cast<std::size_t>(i)].parent) {
      const Scope& scope = scopes_[static_cast<std::size_t>(i)];
      if (scope.in_brackets || (scope.kind == Scope::Kind::other && !scope.has_prose))
        return false;
    }
    return true;
  }

  /// The function that a line belongs to, its head included; -1 for none.
  int function_at(int line) const
  {
    for (std::size_t i = 0; i < scopes_.size(); ++i)
      if (scopes_[i].kind == Scope::Kind::function && scopes_[i].first_line <= line &&
          line <= scopes_[i].last_line)
        return static_cast<int>(i);
    return -1;
  }

private:
  static std::size_t index(const State& state) { return static_cast<std::size_t>(state.scope); }

  Tokens tokens_;
  std::vector<State> states_; ///< before each token
  std::vector<Scope> scopes_;
  std::vector<int> prose_;
};

/// Whether a statement may end before the token `next`, the code before it ending with `last`.
bool between_statements(const Token* last, const Token* next)
{
  if (!last || last->kind == Token::Kind::directive || is_mark(*last, ';') || is_mark(*last, '{') ||
      is_mark(*last, ':'))
    return true;
  if (!is_mark(*last, '}'))
    return false;
  // What a brace ended may go on: an initialiser, if ... else.
  constexpr std::string_view continuing = ".,?:=<>|^%/)]";
  return !next || !(is_word(*next, "else") || is_word(*next, "catch") ||
                    (next->kind == Token::Kind::punctuation &&
                     continuing.find(next->text[0]) != std::string_view::npos));
}

std::vector<Paragraph> paragraphs_of(const Literate& chapter, const Structure& structure)
{
  const Tokens& tokens = structure.tokens();
  std::vector<Paragraph> paragraphs;
  std::size_t at = 0;          // the first token that is not before the line
  const Token* last = nullptr; // of the code before the line
  for (std::size_t p = 0; p < chapter.pieces.size(); ++p) {
    const Piece& piece = chapter.pieces[p];
    if (piece.kind != Piece::Kind::code)
      continue;
    int first = piece.first_line;
    const auto add = [&](int end) {
      if (end >= first)
        paragraphs.push_back({p, first, end, structure.function_at(end)});
    };
    for (int line = piece.first_line; line <= piece.last_line(); ++line) {
      const std::string& text = piece.lines[static_cast<std::size_t>(line - piece.first_line)];
      if (text.find_first_not_of(' ') != std::string::npos)
        continue;
      for (; at < tokens.size() && tokens[at].line < line; ++at)
        if (tokens[at].kind != Token::Kind::comment)
          last = &tokens[at];
      if (at > 0 && tokens[at - 1].last_line >= line) // inside a raw string or a comment
        continue;
      std::size_t next = at;
      while (next < tokens.size() && tokens[next].kind == Token::Kind::comment)
        ++next;
      if (at < tokens.size() && structure.is_open(structure.before(at)) &&
          between_statements(last, next < tokens.size() ? &tokens[next] : nullptr)) {
        add(line - 1);
        first = line + 1;
      }
    }
    add(piece.last_line());
  }
  return paragraphs;
}

/// A call that a result came from: which functions make such results, and the first argument of theirs
/// if it is known.
struct Origin
{
  std::vector<std::string_view> functions;
  std::vector<std::string> argument; ///< any of these; none: not known
};

/// Whether a statement that begins with a line makes such a call. (Of a chain of calls GCC gives
/// each its own line, Clang all of them the first.)
bool is_made_at(const Structure& structure, int line, const Origin& origin)
{
  const Tokens& tokens = structure.tokens();
  auto at = std::ranges::lower_bound(tokens, line, {}, &Token::line);
  int depth = 0;
  for (; at != tokens.end() && depth >= 0; ++at) {
    // Several statements may share the line.
    if (depth == 0 && is_mark(*at, ';') && (at + 1 == tokens.end() || at[1].line > line))
      break;
    const bool opens = is_mark(*at, '(') || is_mark(*at, '[') || is_mark(*at, '{');
    const bool closes = is_mark(*at, ')') || is_mark(*at, ']') || is_mark(*at, '}');
    depth += opens ? 1 : closes ? -1 : 0;
    if (at->kind == Token::Kind::string && !origin.argument.empty() &&
        std::ranges::find(origin.argument, value_of_string(at->text)) != origin.argument.end())
      return true;
    const bool called = at->kind == Token::Kind::identifier && at + 1 != tokens.end() &&
                        is_mark(at[1], '(') &&
                        std::ranges::find(origin.functions, at->text) != origin.functions.end();
    // An id that is no literal cannot be compared.
    const bool literal = called && at + 2 != tokens.end() && at[2].kind == Token::Kind::string;
    if (called && (origin.argument.empty() || !literal))
      return true;
  }
  return false;
}

std::vector<std::string_view> methods_of(const std::string& kind)
{
  static const std::map<std::string, std::vector<std::string_view>> methods{
      {"digits", {"prints"}},
      {"equality", {"equal", "prints_exactly"}},
      {"identity", {"agree"}},
      {"property", {"property"}},
      {"bound", {"at_most", "at_least", "within"}},
      {"statistic", {"estimates"}},
      {"shapes", {"same_shape", "conformable"}},
      {"fact", {"fact"}},
      {"reading", {"by_reading", "contradicted"}},
      {"illustration", {"invented"}},
      {"weights", {"without_weights"}}};
  const auto found = methods.find(kind);
  return found == methods.end() ? std::vector<std::string_view>{} : found->second;
}

class Placing
{
public:
  Placing(const Literate& chapter, const json& record)
      : chapter_(chapter), record_(record), structure_(chapter),
        paragraphs_(paragraphs_of(chapter, structure_)), source_(record.at("source"))
  {
    lines_ = chapter.line_count();
  }

  Placement all()
  {
    claims("claims", Result::Kind::claim, "claim");
    claims("findings", Result::Kind::finding, "finding");
    single("tables", Result::Kind::table, [](const json&) { return Origin{{"table"}, {}}; });
    const auto named = [](const json& figure) { return Origin{{"figure"}, {figure.at("name")}}; };
    single("figures", Result::Kind::figure, named);
    single("undrawn", Result::Kind::undrawn,
           [](const json& figure) { return Origin{{"undrawn"}, {figure.at("name")}}; });
    single("propositions", Result::Kind::proposition, [](const json& proposition) {
      const std::string name = proposition.at("name");
      return Origin{{"proposition"}, {name, without_number(name)}};
    });
    Placement placement;
    for (auto& [line, entries] : places_) {
      std::ranges::stable_sort(entries, {}, &Entry::line);
      Place& place = placement.places.emplace_back(line);
      for (Entry& entry : entries)
        place.results.push_back(std::move(entry.result));
    }
    if (!stale_.empty())
      placement.problems.push_back(staleness());
    return placement;
  }

private:
  struct Entry
  {
    int line; ///< of the chapter, to sort by
    Result result;
  };

  int the_end() const { return lines_ + 1; }

  void put(int place, int line, Result result)
  {
    places_[place].push_back({line, std::move(result)});
  }

  /// The line of something made in chapter.cpp; 0 if it was made in another file.
  int line_of(const json& made) const
  {
    return made.at("file") == source_ ? made.at("line").get<int>() : 0;
  }

  const Paragraph* paragraph_at(int line) const
  {
    const auto found = std::ranges::find_if(
        paragraphs_, [&](const Paragraph& paragraph) { return line <= paragraph.last_line; });
    return line <= 0 || line > lines_ || found == paragraphs_.end() ? nullptr : &*found;
  }

  /// The line behind which a result of a line stands.
  int place_of(int line) const
  {
    const Paragraph* paragraph = paragraph_at(line);
    return paragraph ? paragraph->last_line : the_end();
  }

  void compare(int line, const Origin& origin, const std::string& what)
  {
    if (line > 0 && (line > lines_ || !is_made_at(structure_, line, origin)))
      stale_.emplace(line, what);
  }

  Problem staleness() const
  {
    const auto& [line, what] = *stale_.begin();
    const std::string others =
        stale_.size() == 1 ? "" : fmt::format(" (and {} more of its lines)", stale_.size() - 1);
    const std::string there =
        line > lines_
            ? fmt::format("the file has only {} lines", lines_)
            : fmt::format(
                  "there stands {}",
                  in_quotes(split_lines(chapter_.text)[static_cast<std::size_t>(line) - 1]));
    return {line,
            fmt::format("the record of {} has {} here, but {}{}: chapter.cpp has changed since it "
                        "ran; build it and run it again",
                        record_.at("name").get<std::string>(), what, there, others)};
  }

  template <typename OriginOf>
  void single(const char* list, Result::Kind kind, const OriginOf& origin_of)
  {
    const json& all = record_.at(list);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const int line = line_of(all[i]);
      const Origin origin = origin_of(all[i]);
      const std::string what =
          origin.argument.empty()
              ? fmt::format("a {}", origin.functions[0])
              : fmt::format("the {} {}",
                            origin.functions[0] == "undrawn" ? "undrawn figure"
                                                             : origin.functions[0],
                            in_quotes(origin.argument[0]));
      compare(line, origin, what);
      put(place_of(line), line > 0 ? line : the_end(), {.kind = kind, .index = i});
    }
  }

  void claims(const char* list, Result::Kind kind, const char* function)
  {
    const json& all = record_.at(list);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const json& claim = all[i];
      const std::string id = claim.at("id");
      const int line = line_of(claim);
      const std::string what = fmt::format("the {} {}", function, in_quotes(id));
      compare(line, {{function}, {id}}, what);
      const int home = place_of(line);
      // Later evidence, by the places where it stands, and the first of its lines there.
      std::map<int, Entry> parts;
      parts.insert({home, {line > 0 ? line : the_end(), {.kind = kind, .index = i}}});
      const json& readings = claim.at("readings");
      for (std::size_t r = 0; r < readings.size(); ++r) {
        const json& evidence = readings[r].at("evidence");
        for (std::size_t e = 0; e < evidence.size(); ++e) {
          const int from = line_of(evidence[e]);
          compare(from, {methods_of(evidence[e].at("kind")), {}}, "evidence on " + in_quotes(id));
          const int place = place_of_evidence(from, line, id);
          Entry& part = parts.insert({place, {from, {.kind = kind, .index = i}}}).first->second;
          part.result.continued = place != home;
          part.result.evidence.push_back({r, e});
        }
      }
      for (auto& [place, part] : parts) {
        part.result.goes_on = place == home && parts.size() > 1;
        put(place, part.line, std::move(part.result));
      }
    }
  }

  int place_of_evidence(int line, int line_of_claim, const std::string& id) const
  {
    const int home = place_of(line_of_claim);
    const Paragraph* from = paragraph_at(line);
    if (!from)
      return home;
    const Paragraph* made = paragraph_at(line_of_claim);
    const bool later = made && from->first_line >= made->first_line &&
                       structure_.function_at(line) == structure_.function_at(line_of_claim) &&
                       structure_.function_at(line) >= 0;
    return later || says(*from, id) ? from->last_line : home;
  }

  /// Whether a paragraph holds a literal of this value.
  bool says(const Paragraph& paragraph, const std::string& id) const
  {
    return std::ranges::any_of(structure_.tokens(), [&](const Token& token) {
      return token.kind == Token::Kind::string && token.line >= paragraph.first_line &&
             token.line <= paragraph.last_line && value_of_string(token.text) == id;
    });
  }

  const Literate& chapter_;
  const json& record_;
  Structure structure_;
  std::vector<Paragraph> paragraphs_;
  std::string source_;
  int lines_;
  std::map<int, std::vector<Entry>> places_;
  std::map<int, std::string> stale_; ///< what should stand in a line
};

} // namespace

std::vector<Paragraph> paragraphs_of(const Literate& chapter)
{
  return paragraphs_of(chapter, Structure(chapter));
}

Placement place_results(const Literate& chapter, const json& record)
{
  try {
    return Placing(chapter, record).all();
  } catch (const json::exception& e) {
    throw Error("the record of a chapter is not of the form that docs/record.schema.json "
                "describes: {}",
                e.what());
  }
}

} // namespace epreuve::book
