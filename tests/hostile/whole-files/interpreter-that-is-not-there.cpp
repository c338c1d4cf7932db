// What a program says that it is started by is not there: nothing of that is the sandbox's failure.
extern "C" [[gnu::used]] const char interpreter[] __attribute__((section(".interp"))) = "/nowhere";
#include "exercises.hpp"
