#pragma once

/// Before a function: one version of it for each width of vectors, chosen when the program starts.
#if defined(__x86_64__)
#define EPREUVE_VECTORISED __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define EPREUVE_VECTORISED
#endif
