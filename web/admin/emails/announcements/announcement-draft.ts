import { getSessionStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { type AnnouncementInput, EMPTY } from './announcement-form.ts';

const STORAGE_KEY = 'announcement';

/** The email to owners that was left without being sent, in the storage of the tab; null if there is none. */
export function readAnnouncementDraft(storage = getSessionStorage()): AnnouncementInput | null {
  const stored = readStoredObject(storage, STORAGE_KEY) as Partial<Record<string, unknown>> | null;
  if (!stored) return null;
  const isComplete = Object.keys(EMPTY).every((name) => typeof stored[name] === 'string');
  return isComplete ? (stored as AnnouncementInput) : null;
}

/** Keeps what is typed; forgets it where nothing is. */
export function storeAnnouncementDraft(input: AnnouncementInput, storage = getSessionStorage()): void {
  const { subject, body, spanishSubject, spanishBody } = input;
  if ([subject, body, spanishSubject, spanishBody].every((text) => text.trim() === ''))
    storage?.removeItem(STORAGE_KEY);
  else storeObject(storage, STORAGE_KEY, input);
}

/** Forgets what was typed. */
export const removeAnnouncementDraft = (storage = getSessionStorage()): void => storage?.removeItem(STORAGE_KEY);

/** The email that a link from elsewhere in the administration fills in, in the language of these pages; null for none. */
export function readFilledAnnouncement(search: URLSearchParams, language = LANGUAGE): AnnouncementInput | null {
  const [subject, body] = [search.get('subject') ?? '', search.get('body') ?? ''];
  if (!subject && !body) return null;
  return { ...EMPTY, ...(language === 'es' ? { spanishSubject: subject, spanishBody: body } : { subject, body }) };
}
