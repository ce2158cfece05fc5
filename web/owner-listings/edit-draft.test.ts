import { expect, it } from 'vitest';
import { EMPTY_LISTING_FORM } from '#contract/listing-form.ts';
import { deleteEditDraft, type EditDraft, readEditDraft, saveEditDraft } from './edit-draft.ts';

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

it('an edit is there again as it was typed, for its own listing only, until it is forgotten', () => {
  const tab = storage();
  saveEditDraft(7, edit, tab);
  expect(readEditDraft(7, tab)).toEqual(edit);
  expect(readEditDraft(8, tab)).toBe(null);
  deleteEditDraft(7, tab);
  expect(readEditDraft(7, tab)).toBe(null);
});

it('one field that cannot be so costs no other', () => {
  const tab = storage();
  tab.setItem('adEdit:7', JSON.stringify({ ...edit, values: { ...edit.values, languages: 'Spanish' } }));
  expect(readEditDraft(7, tab)?.values).toEqual({ ...edit.values, languages: [] });
});

it.each([['nothing of ours'], ['{"version":3}'], ['[]']])('what is no edit is none: %s', (text) => {
  const tab = storage();
  tab.setItem('adEdit:7', text);
  expect(readEditDraft(7, tab)).toBe(null);
});
