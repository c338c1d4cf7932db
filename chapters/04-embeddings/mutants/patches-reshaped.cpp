// [patches] you reshape the image, which cuts its columns into pieces; a patch is a square
arma::mat exercise::patches(const arma::mat& image, arma::uword P)
{
  return arma::reshape(image, P * P, image.n_elem / (P * P));
}
