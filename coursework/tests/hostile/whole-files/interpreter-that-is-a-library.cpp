// Another program starts in its place: glibc, which prints its version and ends.
extern "C" [[gnu::used]] const char interpreter[] __attribute__((section(".interp"))) =
    "/lib/x86_64-linux-gnu/libc.so.6";
#include "exercises.hpp"
