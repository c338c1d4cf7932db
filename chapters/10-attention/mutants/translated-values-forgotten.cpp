// [translated] W_V has to be transposed as well
exercise::RowHead exercise::translated(const exercise::Head& head)
{
  return {head.W_Q.t(), head.W_K.t(), head.W_V};
}
