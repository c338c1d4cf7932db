#pragma once

#include "epreuve/error.hpp"

namespace epreuve {

/// Thrown if the machine lacks something at the moment, such as room on the disk: the same call may succeed later, and
/// no input is to blame.
class Unavailable : public Error
{
public:
  using Error::Error;
};

} // namespace epreuve
