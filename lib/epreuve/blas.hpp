#pragma once

#include <string>

namespace epreuve {

/// The kernel that OpenBLAS runs, named after the processor it detected: "Zen".
std::string blas_kernel();

/// The version of Armadillo, "11.4.2 (Ship of Theseus)".
std::string armadillo_version();

/// How many threads BLAS may use.
int blas_threads();

/// BLAS and LAPACK on one thread, for as long as this lives.
///
/// The sums of a product then come in one order, whatever the number of cores: the same bits
/// on all of them. And for small or medium matrices it is faster: LAPACK's threads meet after
/// every column, and wait there for the machine's other work.
class OneBlasThread
{
public:
  OneBlasThread();
  ~OneBlasThread();
  OneBlasThread(const OneBlasThread&) = delete;
  OneBlasThread& operator=(const OneBlasThread&) = delete;

private:
  int before_;
};

} // namespace epreuve
