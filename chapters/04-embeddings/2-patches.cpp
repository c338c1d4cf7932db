#include "epreuve/chapter.hpp"
#include "epreuve/math/embedding.hpp"
#include "epreuve/math/patches.hpp"
#include "figures.hpp"
#include "patch_layers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

/**
# Patches: the same step for images

The notes begin with the step before the table: cut what comes in into chunks (*flattening*), tokens if
it is text, patches if it is an image. Then each chunk gets a vector. For a patch no table can do that.
A patch of $16 \times 16$ pixels with three colours of 256 values each has $256^{768}$ forms, a number
of 1850 digits, where a text has 50 257 tokens. So a patch is multiplied by a matrix, as it is.
*/
using namespace epreuve::course;

/**
## Flattening loses nothing

"Flatten" should mean that one could go back. Cut an image of $H \times W$ pixels and $C$ channels into
squares of side $P$, lay each out as a column, one below the other: a matrix of $CP^2$ rows and
$HW/P^2$ columns, which is what a sentence is. Every pixel goes to one place, and the image comes back.
*/
SECTION(flattening)
{
  const auto comes_back = [](Draw& draw) {
    const arma::uword P = draw.size("P", 1, 4);
    const arma::cube image = draw_image(draw, P);
    const arma::cube back = image_of(patches(image, P), image.n_rows, image.n_cols, P);
    return arma::approx_equal(image, back, "absdiff", 0);
  };
  const auto shapes = [](Draw& draw) {
    const arma::uword P = draw.size("P", 1, 4);
    const arma::cube image = draw_image(draw, P);
    return arma::size(patches(image, P)) ==
           arma::size(image.n_slices * P * P, image.n_rows * image.n_cols / (P * P));
  };
  chapter.claim("notes-1-flattening", holds)
      .property("an image comes back from its patches, pixel by pixel", comes_back)
      .by_reading(
          "a definition: text is cut into tokens and images into patches, one after the other");
  chapter.claim("notes-1-patches", holds)
      .property("an image is a matrix of H W / P² columns, a patch in each", shapes)
      .equal("patches of 16 x 16 in an image of 224 x 224", (224 / 16) * (224 / 16), 196)
      .refuses(
          "patches of side 4 in an image of 6 x 8", [] { patches(arma::cube(6, 8, 1), 4); },
          "P divides both sides");
  chapter.claim("notes-1-syllables", holds)
      .by_reading(
          "\"generally\", and the list is open: what a chunk of text is, its tokenizer says; "
          "the page before has what GPT-2's says, mostly the beginnings of words");
  chapter.figure("patches", draw_patches);
}

/**
## A dense layer on patches is a convolution

Let $W$ be $n \times CP^2$, and write each of its rows as a kernel of $C$ squares of side $P$. Row $r$ of
$W$ times a patch is then the sum of products of kernel and patch, pixel by pixel: what a convolution
computes at one place. Patches lie side by side, so the next place is $P$ further on:

$$ (W X)_{r,\,\text{patch}(i, j)} = \sum_{c, a, b} W_{r, (c, b, a)}\; \text{image}_{iP + a,\; jP + b,\; c}, $$

a convolution (without turning the kernel round, as networks have it) with stride $P$. It is why
programs embed patches by a convolution and papers by a matrix, and neither is wrong.

We compare on integers, where nothing is rounded. The second method is not ours: Armadillo's `conv2`
convolves each channel with the kernel turned round, at *every* place, and we keep each $P$-th.
*/
SECTION(convolution)
{
  const auto against = [](auto by) {
    return [by](Draw& draw) {
      const arma::uword P = draw.size("P", 1, 4), n = draw.size("n", 1, 4);
      const arma::cube image = draw_image(draw, P);
      const arma::mat W = draw.integer_matrix("W", n, P * P * image.n_slices, -9, 9);
      return difference(W * patches(image, P), by(W, image, P));
    };
  };
  arma::uword units = 0, failed = 0; // both sides are linear in W and in the image
  for (arma::uword entry = 0; entry < 8; ++entry)
    for (arma::uword pixel = 0; pixel < 48; ++pixel) {
      arma::mat W(1, 8);
      arma::cube image(4, 6, 2);
      W(entry) = image(pixel) = 1;
      ++units;
      failed += difference(W * patches(image, 2), convolved_with_stride(W, image, 2)).absolute != 0;
    }
  chapter
      .finding("patches-convolved",
               "Flattening patches and a dense layer are a convolution whose stride "
               "is the side of a patch, exactly.")
      .fact("one kernel, 4 x 6 image of 2 channels, P = 2: all unit kernels on all unit images",
            units == 384 && failed == 0, fmt::format("{} pairs, {} fail", units, failed))
      .property("W times the patches against a convolution with stride P",
                against(convolved_with_stride), exactly(), 300)
      .property("W times the patches against every P-th place of Armadillo's conv2",
                against(convolved_everywhere), exactly(), 300);
}

/**
Both sides are linear in the kernel and in the image, so the 384 pairs of unit kernels and unit images
are a proof for that size.

If the stride is *not* $P$, patches overlap or leave gaps, and the equality is with patches cut that
way. If it is $P$, no pixel is read twice, and the two cost the same: $2 n C P^2$ operations per patch.

A coincidence to know: for patches of $16 \times 16$ with three colours $CP^2 = 768$, the $n$ of GPT-2. There
$W$ is square, and where it is invertible the vector still holds every pixel of the patch.

## And text, seen as an image?

A one-hot text is an image too, $N$ pixels high and $K$ wide. Patches of $N \times 1$ are its columns,
and the dense layer on them is $A$. So the embedding of tokens is the convolution of that image with $n$
kernels as high as the vocabulary: table, product and convolution are one.
*/
SECTION(text_as_image)
{
  chapter
      .finding("text-is-an-image",
               "Token embedding is a convolution of the one-hot image of a text.")
      .property(
          "n kernels of N x 1 over the N x K image give A (e_1 | … | e_K)",
          [](Draw& draw) {
            const arma::uword n = draw.size("n", 1, 4), N = draw.size("N", 1, 6);
            const arma::uword K = draw.size("K", 1, 5);
            const arma::mat A = draw.integer_matrix("A", n, N, -9, 9);
            std::vector<arma::uword> tokens;
            for (arma::uword k = 0; k < K; ++k)
              tokens.push_back(draw.size("token", 0, N - 1));
            arma::cube image(N, K, 1);
            image.slice(0) = one_hot(tokens, N);
            arma::mat y(n, K);
            for (arma::uword r = 0; r < n; ++r) {
              arma::cube kernel(N, 1, 1);
              kernel.slice(0) = A.row(r).t();
              y.row(r) = strided_convolution(image, kernel, 1);
            }
            return difference(y, embed(A, tokens));
          },
          exactly(), 300);
}
