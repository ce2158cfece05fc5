import { expect, it } from 'vitest';
import { EMPTY_LISTING_FORM } from '#contract/listing-form.ts';
import { type EditDraft, editDraft } from './edit-draft.ts';

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  } as Storage;
}

const edit: EditDraft = {
  version: 3,
  base: { ...EMPTY_LISTING_FORM, title: 'Salt & Sons' },
  values: {
    ...EMPTY_LISTING_FORM,
    title: 'Salt & Daughters',
    hours: { monday: [{ opens: '9', closes: '' }] } as never,
  },
  uploaded: [{ id: 4, src: '/photos/a.webp', srcSet: '', width: 320, height: 200, alt: '' }],
  at: '2026-12-13T20:12:00.000Z',
};

it('an edit is restored as it was typed, for its own listing only, until it is removed', () => {
  const tab = storage();
  editDraft(7).save(edit, tab);
  expect(editDraft(7).read(tab)).toEqual(edit);
  expect(editDraft(8).read(tab)).toBe(null);
  editDraft(7).remove(tab);
  expect(editDraft(7).read(tab)).toBe(null);
});

it('a field that is not valid is dropped alone', () => {
  const tab = storage();
  tab.setItem('adEdit:7', JSON.stringify({ ...edit, values: { ...edit.values, languages: 'Spanish' } }));
  expect(editDraft(7).read(tab)?.values).toEqual({ ...edit.values, languages: [] });
});

it.each([['nothing of ours'], ['{"version":3}'], ['[]']])('an object that is not an edit is dropped: %s', (text) => {
  const tab = storage();
  tab.setItem('adEdit:7', text);
  expect(editDraft(7).read(tab)).toBe(null);
});
