import { expect, it } from 'vitest';
import { readAnnouncementDraft, removeAnnouncementDraft, storeAnnouncementDraft } from './announcement-draft.ts';
import { EMPTY } from './announcement-form.ts';

const createStorage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
};

it('An email to owners is kept until it is sent or discarded', () => {
  const storage = createStorage();
  expect(readAnnouncementDraft(storage)).toBeNull();
  const typed = { ...EMPTY, county: 'orange-county', subject: 'Hours for holidays' };
  storeAnnouncementDraft(typed, storage);
  expect(readAnnouncementDraft(storage)).toEqual(typed);
  storeAnnouncementDraft({ ...typed, subject: ' ' }, storage);
  expect(readAnnouncementDraft(storage)).toBeNull();
  storeAnnouncementDraft(typed, storage);
  removeAnnouncementDraft(storage);
  expect(readAnnouncementDraft(storage)).toBeNull();
});

it('An email to owners that another version of the page stored is none', () => {
  const storage = createStorage();
  storage.setItem('announcement', JSON.stringify({ subject: 'Hours' }));
  expect(readAnnouncementDraft(storage)).toBeNull();
});
