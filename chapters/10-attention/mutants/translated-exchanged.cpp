// [translated] W_Q and W_K have changed places
exercise::RowHead exercise::translated(const exercise::Head& head)
{
  return {head.W_K.t(), head.W_Q.t(), head.W_V.t()};
}
