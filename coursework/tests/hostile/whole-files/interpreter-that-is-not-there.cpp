// The interpreter that the program names does not exist: that is not a failure of the sandbox.
extern "C" [[gnu::used]] const char interpreter[] __attribute__((section(".interp"))) = "/nowhere";
#include "exercises.hpp"
