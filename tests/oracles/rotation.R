# Rotated loadings from R: stats::varimax and GPArotation::oblimin (gamma = 0, no normalisation).
# Run:  Rscript rotation.R > rotation.json
# Unrotated loadings are stored beside the answers, so the file can be checked without R.
# Tolerances are far below R's defaults (1e-5): the answers are the optima, not where R stops early.
library(GPArotation)

numbers <- function(m) paste0("[", paste(apply(unname(as.matrix(m)), 1, function(row)
  paste0("[", paste(sprintf("%.15g", row), collapse = ", "), "]")), collapse = ", "), "]")

# The answer does not depend on the unit of the loadings, how near one gets to it does.
quartimin <- function(loadings, normalize) {
  unit <- sum(rowSums(loadings^2)^2)^0.25
  found <- oblimin(loadings / unit, normalize = normalize, eps = 1e-7, maxit = 20000)
  stopifnot(found$convergence)
  list(loadings = found$loadings * unit, Phi = found$Phi)
}

answers <- function(name, loadings) {
  loadings <- unclass(unname(loadings))
  on <- varimax(loadings, normalize = TRUE, eps = 1e-15)
  off <- varimax(loadings, normalize = FALSE, eps = 1e-15)
  oblique <- quartimin(loadings, FALSE)
  kaiser <- quartimin(loadings, TRUE)
  fields <- list(loadings = loadings, varimax_kaiser = on$loadings, varimax_plain = off$loadings,
                 oblimin = oblique$loadings, oblimin_correlations = oblique$Phi,
                 oblimin_kaiser = kaiser$loadings, oblimin_kaiser_correlations = kaiser$Phi)
  paste0("\"", name, "\": {", paste(sprintf("\"%s\": %s", names(fields),
         vapply(fields, numbers, "")), collapse = ",\n  "), "}")
}

unrotated <- function(covmat, factors) {
  factanal(covmat = covmat, factors = factors, rotation = "none")$loadings
}

set.seed(20240501)
# Five groups of items on correlated abilities with stray loadings, as principal axes of their
# common covariance: what an extraction hands to a rotation.
pattern <- matrix(rnorm(60 * 5, sd = 0.08), 60)
pattern[cbind(1:60, rep(1:5, 12))] <- runif(60, 0.3, 0.9)
common <- pattern %*% (0.3 + 0.7 * diag(5)) %*% t(pattern)
axes <- eigen(common, symmetric = TRUE)
groups5 <- axes$vectors[, 1:5] %*% diag(sqrt(axes$values[1:5]))
# Slopes of a general ability and two small ones, very unequal in size.
slopes3 <- cbind(exp(rnorm(40, 0, 0.6)), rnorm(40, 0, 0.5), c(rep(0.8, 8), rep(0, 32)))

cases <- c(answers("harman74_4", unrotated(Harman74.cor, 4)),
           answers("ability_2", unrotated(ability.cov, 2)),
           answers("groups_5", groups5), answers("slopes_3", slopes3))
cat("{\"made_by\": \"", R.version.string, ", GPArotation ",
    as.character(packageVersion("GPArotation")), "\",\n\"cases\": {",
    paste(cases, collapse = ",\n"), "}}\n", sep = "")
