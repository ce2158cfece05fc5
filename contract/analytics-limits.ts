/** The most days that figures can be asked for at once. */
export const MOST_DAYS = 366;
