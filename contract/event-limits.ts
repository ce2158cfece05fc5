// No zod here: every page ships this file.

/** The most events that one call takes. */
export const MAX_EVENTS_PER_CALL = 50;

/** The longest stay on a page that counts, in seconds: who is away longer is elsewhere. */
export const MAX_STAY_SECONDS = 1800;

/** A path as `location.pathname` says it: nothing of the query, which may hold what is nobody's business. */
export const TRACKED_PATH = /^\/[\w%.~!$&'()*+,;=:@/-]{0,199}$/;
