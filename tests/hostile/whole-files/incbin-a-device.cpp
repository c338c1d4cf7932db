// Another way to the same.
#include "exercises.hpp"
asm(".incbin \"/dev/zero\"");
