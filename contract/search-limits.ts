/** The longest text that is searched for, in characters. */
export const MAX_SEARCH_LENGTH = 200;

/** The longest name of a place that is searched near to, in characters. */
export const MAX_NEAR_LENGTH = 80;

/** The most results that are counted one by one: more are 'more than 1,000'. */
export const MAX_COUNTED_RESULTS = 1000;
