// Another program starts in its place: glibc, which prints its version and ends.
extern "C" [[gnu::used]] const char interpreter[] __attribute__((section(".interp"))) =
#ifdef __aarch64__
    "/lib/aarch64-linux-gnu/libc.so.6";
#else
    "/lib/x86_64-linux-gnu/libc.so.6";
#endif
#include "exercises.hpp"
