// Includes the answers from where the project might be.
#include "exercises.hpp"
#include FORBIDDEN
