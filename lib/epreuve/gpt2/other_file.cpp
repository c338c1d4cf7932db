#include "epreuve/gpt2/other_file.hpp"

#include "epreuve/error.hpp"

namespace epreuve::gpt2 {

namespace {

using namespace std::string_view_literals;

struct Other
{
  std::string_view beginning, words;
};

constexpr Other others[] = {
    {"version https://git-lfs.github.com/"sv, "a pointer of Git LFS, which stands in a clone for "
                                              "the file; get the file itself: git lfs pull"},
    {"<!DOCTYPE html"sv, "a web page; download the file itself, not the page that shows it"},
    {"<!doctype html"sv, "a web page; download the file itself, not the page that shows it"},
    {"<html"sv, "a web page; download the file itself, not the page that shows it"},
    {"PK\x03\x04"sv, "an archive, as PyTorch writes models; get the model.safetensors that is "
                     "published next to it"},
    {"GGUF"sv, "a model for llama.cpp; get the model.safetensors that it was made from"},
    {"\xFF\xFE{\0"sv, "text in UTF-16; save it as UTF-8"},
    {"\xFF\xFE#\0"sv, "text in UTF-16; save it as UTF-8"},
    {"\xFE\xFF\0"sv, "text in UTF-16; save it as UTF-8"},
};

} // namespace

void refuse_other_file(std::string_view name, std::string_view content)
{
  for (const Other& other : others)
    if (content.starts_with(other.beginning))
      throw Error("{} is {}", name, other.words);
}

} // namespace epreuve::gpt2
