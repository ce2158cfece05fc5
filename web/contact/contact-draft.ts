import type { ContactForm } from '#contract/contact.ts';
import { getSessionStorage, readStoredObject, storeObject } from '../app/browser-storage.ts';

const STORAGE_KEY = 'contactFormData';

/** The form as it begins. */
export const EMPTY_MESSAGE = { name: '', email: '', inquiryType: 'general', subject: '', message: '' };

type Draft = typeof EMPTY_MESSAGE;
const FIELDS = Object.keys(EMPTY_MESSAGE) as (keyof Draft)[];

/** The message that was begun in this tab and not sent; null when there is none. What cannot be so begins anew. */
export function readDraft(storage = getSessionStorage()): Draft | null {
  const stored = readStoredObject(storage, STORAGE_KEY) as Record<string, unknown> | null;
  if (!stored) return null;
  const texts = FIELDS.filter((field) => typeof stored[field] === 'string').map((field) => [field, stored[field]]);
  return { ...EMPTY_MESSAGE, ...Object.fromEntries(texts) };
}

/** Keeps a message in this tab, through reloads, until it is sent or the tab is closed. */
export function saveDraft(values: ContactForm, storage = getSessionStorage()): void {
  storeObject(storage, STORAGE_KEY, Object.fromEntries(FIELDS.map((field) => [field, values[field]])));
}

/** The message was sent. */
export function clearDraft(storage = getSessionStorage()): void {
  storage?.removeItem(STORAGE_KEY);
}
