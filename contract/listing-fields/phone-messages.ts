import { defineMessage } from '#contract/i18n/t.ts';
import type { PhoneFault } from '#contract/values/phone.ts';

const REQUIRED = defineMessage('Phone number is required');

/** Why a form refuses a telephone number. */
export const PHONE_MESSAGES: Record<PhoneFault, string> = {
  none: REQUIRED,
  incomplete: REQUIRED,
  unassigned: defineMessage('This isn’t a phone number. Check its digits.'),
  scientific: defineMessage('A spreadsheet dropped digits of this number. Enter all ten.'),
};
