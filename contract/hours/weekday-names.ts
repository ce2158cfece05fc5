/** The displayed names of the weekdays in order. The keys of `Hours` are the same in lower case. */
export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
