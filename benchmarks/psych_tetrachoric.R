# Rscript psych_tetrachoric.R FILE REPEATS: least CPU seconds of psych::tetrachoric, and the mean.
# FILE is a CSV of zeros and ones, items in rows, models in columns, without a header.
suppressMessages(library(psych))
options(mc.cores = 1)
arguments <- commandArgs(trailingOnly = TRUE)
answers <- as.matrix(read.csv(arguments[1], header = FALSE))
seconds <- Inf
for (round in seq_len(as.integer(arguments[2]))) {
  spent <- system.time(found <- tetrachoric(answers, correct = 0.5, smooth = FALSE))
  seconds <- min(seconds, spent[["user.self"]] + spent[["sys.self"]])
}
rho <- found$rho[upper.tri(found$rho)]
cat(sprintf("%.6f %.6f %s %s\n", seconds, mean(rho), packageVersion("psych"), getRversion()))
