/** The names of the weekdays in order, as code has them; pages show those of their language. The keys of `Hours` are the same in lower case. */
export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
