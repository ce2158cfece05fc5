/** The hash of a search URL that opens the save dialog, for a visitor who returns from signing in. */
export const SAVE_HASH = '#save';
