// A template that doubles at every step, a thousand steps deep.
#include "exercises.hpp"

template <int depth, typename... T>
struct Tree
{
  using left = typename Tree<depth - 1, T..., int>::left;
  using right = typename Tree<depth - 1, T..., char>::left;
};
template <typename... T>
struct Tree<0, T...>
{
  using left = int;
};
using Forest = Tree<800>::left;
