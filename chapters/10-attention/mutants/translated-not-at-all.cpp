// [translated] the shapes are still those of columns, r x n: on X they do not fit
exercise::RowHead exercise::translated(const exercise::Head& head)
{
  return {head.W_Q, head.W_K, head.W_V};
}
