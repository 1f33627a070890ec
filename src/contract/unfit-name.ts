/** What would break lines of lists, logs and CSV files, or is no text at all. Ours, as the bound of a name's length. */
export const UNFIT_IN_NAME = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
