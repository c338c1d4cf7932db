#include "epreuve/blas.hpp"

#include <armadillo>

extern "C" {
void openblas_set_num_threads(int);
int openblas_get_num_threads();
char* openblas_get_corename();
}

namespace epreuve {

std::string blas_kernel()
{
  return openblas_get_corename();
}

std::string armadillo_version()
{
  return arma::arma_version::as_string();
}

int blas_threads()
{
  return openblas_get_num_threads();
}

OneBlasThread::OneBlasThread() : before_(openblas_get_num_threads())
{
  openblas_set_num_threads(1);
}

OneBlasThread::~OneBlasThread()
{
  openblas_set_num_threads(before_);
}

} // namespace epreuve
