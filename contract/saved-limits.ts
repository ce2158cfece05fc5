/** The most listings that a browser or an account keeps. */
export const MOST_SAVED = 500;

/** The most searches that an account keeps. */
export const MOST_SAVED_SEARCHES = 25;

/** The longest name of a saved search, in characters. */
export const LONGEST_SEARCH_NAME = 80;
