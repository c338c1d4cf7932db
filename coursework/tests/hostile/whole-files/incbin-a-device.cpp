// Another way to a source that never ends.
#include "exercises.hpp"
asm(".incbin \"/dev/zero\"");
