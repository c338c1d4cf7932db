#pragma once

namespace epreuve::exercises {

/// What giving up privileges has achieved.
struct Privileges
{
  bool are_gone = false;        ///< no capabilities are left, and none come back
  bool is_another_user = false; ///< than before
};

/// In a child process: gives up all capabilities and, as root, becomes a user who owns nothing. Root stays root where
/// it may not change its user (in a user namespace with one user) or could not end the processes that it has started.
Privileges drop_privileges();

} // namespace epreuve::exercises
