import { defineMessage } from '#contract/i18n/t.ts';

/**
 * The first line of emails that can be answered by email, as `translateDefined` writes it in the language of the email: whatever stands
 * below it in an answer is quoted.
 */
export const REPLY_LINE = defineMessage('Write your answer above this line.');
