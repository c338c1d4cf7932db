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

// Emscripten's standard library has none of C++20's algorithms on ranges: these are the ones that the
// library's sources use.
#include <algorithm>
#include <iterator>
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000
namespace std::ranges {
template <typename Range, typename Value>
auto find(Range&& range, const Value& value)
{
  return std::find(std::begin(range), std::end(range), value);
}
template <typename Range, typename Predicate>
bool any_of(Range&& range, Predicate predicate)
{
  return std::any_of(std::begin(range), std::end(range), predicate);
}
template <typename Range, typename Value>
void replace(Range&& range, const Value& from, const Value& to)
{
  std::replace(std::begin(range), std::end(range), from, to);
}
template <typename Range>
void reverse(Range&& range)
{
  std::reverse(std::begin(range), std::end(range));
}
template <typename Range, typename Order>
void sort(Range&& range, Order order)
{
  std::sort(std::begin(range), std::end(range), order);
}
template <typename Range, typename Value>
auto upper_bound(Range&& range, const Value& value)
{
  return std::upper_bound(std::begin(range), std::end(range), value);
}
template <typename One, typename Other, typename Order>
bool lexicographical_compare(const One& one, const Other& other, Order order)
{
  return std::lexicographical_compare(std::begin(one), std::end(one), std::begin(other),
                                      std::end(other), order);
}
} // namespace std::ranges
#endif
