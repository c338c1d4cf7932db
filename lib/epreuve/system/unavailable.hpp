#pragma once

#include "epreuve/error.hpp"

namespace epreuve {

/// What is thrown where the machine lacks something at the moment, such as room on the disk: the same
/// may succeed later, and nobody's input is to blame.
class Unavailable : public Error
{
public:
  using Error::Error;
};

} // namespace epreuve
