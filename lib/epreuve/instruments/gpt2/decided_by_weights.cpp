#include "epreuve/instruments/gpt2/decided_by_weights.hpp"

#include "epreuve/gpt2/published_files.hpp"

namespace epreuve::instruments {

evidence::Claim& decided_by_weights(Chapter& chapter, std::string_view id, const std::string& seen,
                                    Chapter::Where where)
{
  if (gpt2::PublishedFiles::here().has_all())
    return chapter.claim(id, evidence::Verdict::holds, where);
  return chapter.claim(id, evidence::Verdict::needs_weights, where)
      .without_weights(seen + "; that this is GPT-2's is checked where all its weights are: "
                              "./epreuve gpt2 fetch gets them",
                       where);
}

} // namespace epreuve::instruments
