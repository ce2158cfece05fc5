import { MAX_HELP_SEARCH_LENGTH } from '#contract/limits.ts';
import { getSessionStorage } from '#web/base/api/browser-storage.ts';
import { createStoredDraft } from '#web/base/api/stored-draft.ts';

/** The initial values of the form. */
export const EMPTY_MESSAGE = { name: '', email: '', inquiryType: 'general', subject: '', message: '' };

/** The fields that are stored: all but the human check. */
type ContactDraft = typeof EMPTY_MESSAGE;
const FIELDS = Object.keys(EMPTY_MESSAGE) as (keyof ContactDraft)[];

/** The message begun in this tab and not sent yet. A field that is not a text is empty. */
export const contactDraft = createStoredDraft('contactFormData', getSessionStorage, pickTexts);

/** The stored fields of the form's values, or of any object. */
export function pickTexts(values: Partial<Record<keyof ContactDraft, unknown>>): ContactDraft {
  const texts = FIELDS.filter((field) => typeof values[field] === 'string').map((field) => [field, values[field]]);
  return { ...EMPTY_MESSAGE, ...Object.fromEntries(texts) };
}

/** The message that the URL begins, as the search of the help does: `?question=gift+cards`. Nothing is sent by itself. */
export const readQuestion = (query: string) =>
  (new URLSearchParams(query).get('question') ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .slice(0, MAX_HELP_SEARCH_LENGTH)
    .trim();
