import { defineMessage } from '#contract/i18n/t.ts';
/** The displayed names of the weekdays in order. The keys of `Hours` are the same in lower case. */
export const WEEKDAY_NAMES = [
  defineMessage('Monday'),
  defineMessage('Tuesday'),
  defineMessage('Wednesday'),
  defineMessage('Thursday'),
  defineMessage('Friday'),
  defineMessage('Saturday'),
  defineMessage('Sunday'),
] as const;
