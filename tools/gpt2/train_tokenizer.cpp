#include "common/output.hpp"
#include "common/progress.hpp"
#include "gpt2/commands.hpp"

#include "epreuve/command.hpp"
#include "epreuve/error.hpp"
#include "epreuve/gpt2/bpe_training.hpp"
#include "epreuve/gpt2/config.hpp"
#include "epreuve/options.hpp"
#include "epreuve/system/read_text.hpp"
#include "epreuve/system/write_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace epreuve::tools {

namespace {

constexpr std::array<const char*, 2> tokenizers_files{"vocab.json", "merges.txt"};
constexpr std::size_t bytes_and_end_of_text = 257;

struct TrainTokenizerOptions
{
  std::vector<std::string> texts;
  bool words = false;
  std::optional<std::size_t> vocabulary;
  std::string out;
  bool json = false;
};

/// @throws Error if the folder holds anything else than an earlier tokenizer
void require_no_other_files(const std::filesystem::path& folder)
{
  if (!std::filesystem::is_directory(folder))
    return;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (std::ranges::find(tokenizers_files, entry.path().filename()) == tokenizers_files.end())
      throw Error("{} has other files, such as {}; name a new folder with --out", folder.string(),
                  entry.path().filename().string());
}

gpt2::WordCounts read_words(const TrainTokenizerOptions& options, Progress& progress)
{
  gpt2::WordCounts words;
  for (const std::string& file : options.texts) {
    progress.begin("reading " + file);
    if (std::filesystem::is_directory(file))
      throw Error("{} is a folder; name files with texts", file);
    const std::string text = read_text_or_pipe(file, longest_file);
    if (options.words)
      for (const auto& [word, count] : gpt2::words_of_list(text))
        words[word] = count;
    else
      gpt2::count_words(text, words);
  }
  if (words.empty())
    throw Error("there is no text in {}; name a file that has one with --text",
                fmt::join(options.texts, ", "));
  return words;
}

gpt2::Vocabulary train(const TrainTokenizerOptions& options, const gpt2::WordCounts& words,
                       Progress& progress)
{
  const std::size_t most = options.vocabulary ? *options.vocabulary - bytes_and_end_of_text
                                              : gpt2::until_words_are_whole;
  return gpt2::train_vocabulary(
      words, most, [&](double done) { progress.show(done, "joining the most frequent pairs"); });
}

/// What our own tokenizer, which reads the files, makes of the words.
struct Encoded
{
  std::size_t words = 0, whole = 0; ///< different ones; those that are one token
  std::uint64_t occurrences = 0, tokens = 0;
};

Encoded encode_words(const gpt2::VocabularyFiles& files, const gpt2::WordCounts& words)
{
  const auto tokenizer = gpt2::Tokenizer::from_texts(files.vocab_json, files.merges_txt);
  Encoded encoded;
  for (const auto& [word, count] : words) {
    const std::size_t tokens = tokenizer.encode(word).size();
    ++encoded.words;
    encoded.whole += tokens == 1;
    encoded.occurrences += count;
    encoded.tokens += count * tokens;
  }
  return encoded;
}

void train_tokenizer(const TrainTokenizerOptions& options)
{
  require_no_other_files(options.out);
  Progress progress(options.texts.size() + 1);
  const gpt2::WordCounts words = read_words(options, progress);
  const std::filesystem::path folder = make_folder(options.out, "--out");
  for (const char* file : tokenizers_files)
    require_writable(folder / file);
  progress.begin("joining the most frequent pairs");
  const gpt2::Vocabulary vocabulary = train(options, words, progress);
  const gpt2::VocabularyFiles files = gpt2::write_vocabulary(vocabulary);
  if (files.vocab_json.size() > gpt2::longest_vocabulary_file)
    throw Error("vocab.json would have {} bytes, and no more than {} are read; give a smaller "
                "--vocabulary than {}",
                files.vocab_json.size(), gpt2::longest_vocabulary_file, vocabulary.tokens.size());
  const Encoded encoded = encode_words(files, words);
  if (options.words && encoded.whole < encoded.words)
    throw Error("with --vocabulary {} only {} of the {} words are one token; leave it out, and "
                "there will be as many tokens as all of them need",
                *options.vocabulary, encoded.whole, encoded.words);
  write_file(folder / "vocab.json", files.vocab_json);
  write_file(folder / "merges.txt", files.merges_txt);
  progress.clear();
  const double per_word =
      static_cast<double>(encoded.tokens) / static_cast<double>(encoded.occurrences);
  if (options.json) {
    print({{"folder", folder.string()},
           {"vocabulary", vocabulary.tokens.size()},
           {"merges", vocabulary.merges.size()},
           {"words", encoded.words},
           {"whole_words", encoded.whole},
           {"word_occurrences", encoded.occurrences},
           {"tokens_per_word", per_word}});
    return;
  }
  std::cout << fmt::format("vocabulary         {}: 256 bytes, {} merges, <|endoftext|>\n"
                           "different words    {}, of which {} are one token\n"
                           "tokens per word    {:.4f}\n"
                           "written            {}, {}\n",
                           vocabulary.tokens.size(), vocabulary.merges.size(), encoded.words,
                           encoded.whole, per_word, (folder / "vocab.json").string(),
                           (folder / "merges.txt").string());
}

} // namespace

void add_train_tokenizer(Command& gpt2)
{
  Command command = gpt2.add_subcommand(
      "train-tokenizer", "A tokenizer of one's own: byte-pair encoding, trained on texts");
  const auto options = std::make_shared<TrainTokenizerOptions>();
  command.add_option("--text", options->texts, "Files with texts, in any bytes")
      .type_name("FILE")
      .required();
  command.add_flag("--words", options->words,
                   "The files are lists of words, with white space between them: each becomes one "
                   "token with the blank before it, however rare it is");
  add_whole_number(command, "--vocabulary", options->vocabulary,
                   {bytes_and_end_of_text, gpt2::largest_size},
                   "At most this many tokens, the 256 bytes and <|endoftext|> among them; else as "
                   "many as it takes until every word is one token");
  command.add_option("--out", options->out, "A new folder, for vocab.json and merges.txt")
      .type_name("DIR")
      .required();
  command.add_flag("--json", options->json, "As JSON");
  command.footer(
      "A word is what GPT-2's pattern leaves whole, most with the blank before them: of "
      "\"the-mouse\" "
      "these are\n\"the\", \"-\" and \"mouse\". The most frequent pair of neighbours becomes one "
      "token, again and again; of equally\nfrequent pairs, the one whose tokens are older. The "
      "same "
      "texts give the same files everywhere.\n"
      "Example: ./epreuve gpt2 train-tokenizer --text book.txt --vocabulary 2000 --out "
      "my-tokenizer");
  command.callback([options] { train_tokenizer(*options); });
}

} // namespace epreuve::tools
