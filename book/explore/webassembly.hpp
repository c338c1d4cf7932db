// What the library's sources are told, ahead of their first line, when they are compiled for the
// browser. None of it changes a formula; it leaves out what a page has no use for and what made up
// two thirds of the module: streams and locales.

// Armadillo without a BLAS: products by its own loops.
#define ARMA_DONT_USE_WRAPPER
#define ARMA_DONT_USE_BLAS
#define ARMA_DONT_USE_LAPACK
#define ARMA_DONT_USE_STD_MUTEX
#define ARMA_DONT_PRINT_EXCEPTIONS
#define ARMA_WARN_LEVEL 0
// Armadillo's checks of shapes and bounds are worded with streams; as in every build but Debug they
// are left out. The library checks what it is given itself.
#define ARMA_NO_DEBUG

// {fmt}, which words the library's errors, in headers alone and without locale.
#define FMT_HEADER_ONLY
#define FMT_STATIC_THOUSANDS_SEPARATOR ','
#define FMT_USE_FLOAT 0 // the explorers compute in double
#define FMT_USE_LONG_DOUBLE 0
#define FMT_REDUCE_INT_INSTANTIATIONS 1
#define FMT_ASSERT(condition, explanation) static_cast<void>(0)

// Boost's 113 bits, of which the frequencies are made, without the errors that it would word with
// streams: the library lets no argument through that could meet one.
#define BOOST_MATH_DOMAIN_ERROR_POLICY errno_on_error
#define BOOST_MATH_POLE_ERROR_POLICY errno_on_error
#define BOOST_MATH_OVERFLOW_ERROR_POLICY errno_on_error
#define BOOST_MATH_EVALUATION_ERROR_POLICY errno_on_error
#define BOOST_MATH_ROUNDING_ERROR_POLICY errno_on_error
