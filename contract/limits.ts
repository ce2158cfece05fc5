// No zod here: every page ships this file, and the process that decodes one picture starts with it.

/** The longest text of a search, in characters. */
export const MAX_SEARCH_LENGTH = 200;

/** The longest text of a search of the help, in characters. */
export const MAX_HELP_SEARCH_LENGTH = 100;

/** The longest name of the place to search near, in characters. */
export const MAX_NEAR_LENGTH = 80;

/** The highest number of results that is counted exactly: pages show more as 'more than 1,000'. */
export const MAX_COUNTED_RESULTS = 1000;

/** The most events in one request. */
export const MAX_EVENTS_PER_CALL = 50;

/** The longest time on a page that is recorded, in seconds: a tab that is open for longer is assumed to be idle. */
export const MAX_STAY_SECONDS = 1800;

/** A path as `location.pathname` returns it, without the query, which may hold personal data. */
export const TRACKED_PATH = /^\/[\w%.~!$&'()*+,;=:@/-]{0,199}$/;

/** The most saved listings of a browser or an account. */
export const MAX_SAVED_LISTINGS = 500;

/** The most named lists of an account, and the most listings of one. */
export const MAX_SAVED_LISTS = 20;
export const MAX_LIST_LENGTH = 200;

/** The longest name of a list, in characters. */
export const MAX_LIST_NAME_LENGTH = 60;

/** The longest name of a saved search, in characters. */
export const MAX_SEARCH_NAME_LENGTH = 80;

/** The longest period that one request for analytics may cover, in days. */
export const MAX_ANALYTICS_DAYS = 366;

/** The longest message of the contact form, and the longest reply of the administrator, in characters. */
export const MAX_MESSAGE_LENGTH = 5000;

/** The largest file that may be uploaded as a photo, in bytes. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** Cameras sold as 24 megapixels take pictures of up to 24.5 million pixels. */
export const MAX_PHOTO_PIXELS = 24_500_000;

/** The most listings that a page of the administrator's table looks through. */
export const EXAMINED_LISTINGS = 5000;

/** The most entries of the audit log in the history of a listing. */
export const DESK_AUDIT_ROWS = 200;
