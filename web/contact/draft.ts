import type { ContactForm } from '#contract/contact.ts';
import { keep, readFrom, sessionStore } from '../app/tab-storage.ts';

const DRAFT = 'contactFormData';

/** The form as it begins. */
export const EMPTY_MESSAGE = { name: '', email: '', inquiryType: 'general', subject: '', message: '' };

type Draft = typeof EMPTY_MESSAGE;
const FIELDS = Object.keys(EMPTY_MESSAGE) as (keyof Draft)[];

/** The message that was begun in this tab and not sent; null when there is none. What cannot be so begins anew. */
export function readDraft(storage = sessionStore()): Draft | null {
  const stored = readFrom(storage, DRAFT) as Record<string, unknown> | null;
  if (!stored) return null;
  const texts = FIELDS.filter((field) => typeof stored[field] === 'string').map((field) => [field, stored[field]]);
  return { ...EMPTY_MESSAGE, ...Object.fromEntries(texts) };
}

/** Keeps a message in this tab, through reloads, until it is sent or the tab is closed. */
export function keepDraft(values: ContactForm, storage = sessionStore()): void {
  keep(storage, DRAFT, Object.fromEntries(FIELDS.map((field) => [field, values[field]])));
}

/** The message was sent. */
export function forgetDraft(storage = sessionStore()): void {
  storage?.removeItem(DRAFT);
}
