/** The most listings that a browser or an account keeps. */
export const MAX_SAVED_LISTINGS = 500;

/** The most searches that an account keeps. */
export const MAX_SAVED_SEARCHES = 25;

/** The longest name of a saved search, in characters. */
export const MAX_SEARCH_NAME_LENGTH = 80;
