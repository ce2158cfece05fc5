/** The longest text that is searched for, in characters. */
export const LONGEST_SEARCH = 200;

/** The longest name of a place that is searched near to, in characters. */
export const LONGEST_NEAR = 80;

/** The most results that are counted one by one: more are 'more than 1,000'. */
export const MOST_COUNTED = 1000;
