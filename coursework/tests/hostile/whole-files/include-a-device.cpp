// A source that never ends.
#include "/dev/zero"
#include "exercises.hpp"
