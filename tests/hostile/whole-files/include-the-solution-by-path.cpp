// The answers, from where the project might lie.
#include "exercises.hpp"
#include FORBIDDEN
