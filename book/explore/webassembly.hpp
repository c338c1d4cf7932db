// Definitions that come before the first line of the library's sources when they are compiled for the
// browser. None of them changes a formula; they leave out streams and locales, which a page does not need
// and which made up two thirds of the module.

// Armadillo without a BLAS: products by its own loops.
#define ARMA_DONT_USE_WRAPPER
#define ARMA_DONT_USE_BLAS
#define ARMA_DONT_USE_LAPACK
#define ARMA_DONT_USE_STD_MUTEX
#define ARMA_DONT_PRINT_EXCEPTIONS
#define ARMA_WARN_LEVEL 0
// Armadillo's checks of shapes and bounds write their messages with streams; as in every build but Debug they
// are left out. The library checks its arguments itself.
#define ARMA_NO_DEBUG

// {fmt}, which formats the library's errors, as headers only and without locale.
#define FMT_HEADER_ONLY
#define FMT_STATIC_THOUSANDS_SEPARATOR ','
#define FMT_USE_FLOAT 0 // the explorers compute in double
#define FMT_USE_LONG_DOUBLE 0
#define FMT_REDUCE_INT_INSTANTIATIONS 1
#define FMT_ASSERT(condition, explanation) static_cast<void>(0)

// Boost's 113-bit numbers, from which the frequencies are computed, without the errors that it would format with
// streams: the library lets no argument through that could cause one.
#define BOOST_MATH_DOMAIN_ERROR_POLICY errno_on_error
#define BOOST_MATH_POLE_ERROR_POLICY errno_on_error
#define BOOST_MATH_OVERFLOW_ERROR_POLICY errno_on_error
#define BOOST_MATH_EVALUATION_ERROR_POLICY errno_on_error
#define BOOST_MATH_ROUNDING_ERROR_POLICY errno_on_error
