/** The most days that figures can be asked for at once. */
export const MAX_ANALYTICS_DAYS = 366;
