#include "share.hpp"

#include <boost/math/distributions/binomial.hpp>

namespace epreuve::instruments {

double Share::least(double confidence) const
{
  return boost::math::binomial::find_lower_bound_on_p(double(all), double(right),
                                                      (1 - confidence) / 2);
}

double Share::most(double confidence) const
{
  return boost::math::binomial::find_upper_bound_on_p(double(all), double(right),
                                                      (1 - confidence) / 2);
}

} // namespace epreuve::instruments
