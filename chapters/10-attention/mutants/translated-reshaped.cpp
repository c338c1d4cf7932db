// [translated] the shapes are right, but reshape reads the entries in columns and writes them in columns; a transpose exchanges rows and columns
exercise::RowHead exercise::translated(const exercise::Head& head)
{
  return {arma::reshape(head.W_Q, head.W_Q.n_cols, head.W_Q.n_rows),
          arma::reshape(head.W_K, head.W_K.n_cols, head.W_K.n_rows),
          arma::reshape(head.W_V, head.W_V.n_cols, head.W_V.n_rows)};
}
