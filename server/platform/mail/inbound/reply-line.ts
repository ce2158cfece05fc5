import { LANGUAGES } from '#contract/i18n/languages.ts';
import { defineMessage, translateDefined } from '#contract/i18n/t.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';

/**
 * The first line of emails that can be answered by email, as `translateDefined` writes it in the language of the email: whatever stands
 * below it in an answer is quoted.
 */
export const REPLY_LINE = defineMessage('Write your answer above this line.');

/** `REPLY_LINE` in each language. */
export const getReplyLines = (): string[] =>
  LANGUAGES.map((language) => inLanguage(language, () => translateDefined(REPLY_LINE)));
