#pragma once

#include <string_view>

namespace epreuve::gpt2 {

/// Refuses what is often found in the place of one of a model's files, whose name it has: a pointer of Git LFS, a web
/// page, an archive of PyTorch, a model for llama.cpp, a text in UTF-16. None of them begins as a safetensors file, JSON
/// in UTF-8 or merges.txt may.
/// @param name     the file's
/// @param content  all of it, or its beginning
/// @throws Error with what it is, and what to do
void refuse_other_file(std::string_view name, std::string_view content);

} // namespace epreuve::gpt2
