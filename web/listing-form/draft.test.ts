import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_LISTING_FORM, idempotencyKeySchema } from '#contract/listing-form.ts';
import { deleteDraft, newDraftState, readDraft, saveDraft, savePendingListing } from './draft.ts';

const KEY = 'adFormData';
let storage: Storage;
beforeEach(() => {
  storage = storageOf(new Map());
});

describe('The draft of a listing', () => {
  it('comes back as it was typed, with its key, its pictures and what was open', () => {
    const values = {
      ...EMPTY_LISTING_FORM,
      title: ' Kayaks',
      premium: true,
      socialMedia: { yelp: 'yelp.com/biz/kayaks' },
      // Not yet what the form would take.
      hours: { monday: [{ opens: '09:00', closes: '' }] },
      zipCode: '926',
      logo: { id: 7, alt: '' },
    };
    const uploaded = [{ id: 7, src: '/photos/a.webp', srcSet: '', width: 640, height: 400, alt: '' }];
    const state = { ...newDraftState(), moreOpen: true, uploaded };
    saveDraft(values, state, storage);
    expect(readDraft(storage)).toEqual({ values, state });
  });

  it('holds the business fields by their names, as other pages read them', () => {
    saveDraft({ ...EMPTY_LISTING_FORM, businessName: 'Salt & Sons', premium: true }, newDraftState(), storage);
    expect(JSON.parse(storage.getItem(KEY) ?? '')).toMatchObject({ businessName: 'Salt & Sons', premium: true });
  });

  it('is none where nothing was kept, or it was forgotten', () => {
    expect(readDraft(storage)).toBeNull();
    saveDraft(EMPTY_LISTING_FORM, newDraftState(), storage);
    deleteDraft(storage);
    expect(readDraft(storage)).toBeNull();
  });

  it.each(['', '{', 'null', '[]', '"text"', '7', `{"title":"${'x'.repeat(200_000)}"}`])(
    'is none where something else stands there: %.20s',
    (text) => {
      storage.setItem(KEY, text);
      expect(readDraft(storage)).toBeNull();
    },
  );

  it('leaves out what cannot be so, and keeps the rest', () => {
    storage.setItem(
      KEY,
      JSON.stringify({
        title: 'Kayaks',
        description: 7,
        premium: 'yes',
        hours: { monday: 'sometimes' },
        languages: [{}],
        photos: [{ id: 'one' }],
        idempotencyKey: 'short',
        uploaded: [{ id: 1 }],
        isAdmin: true,
        __proto__: { polluted: true },
      }),
    );
    const draft = readDraft(storage);
    expect(draft?.values).toEqual({ ...EMPTY_LISTING_FORM, title: 'Kayaks' });
    expect(draft?.state).toEqual({ idempotencyKey: expect.any(String), moreOpen: false, uploaded: [] });
    expect(draft?.state.idempotencyKey).not.toBe('short');
  });

  it('is not kept, without a complaint, where the storage is full or refused', () => {
    const full = storageOf(new Map(), () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => saveDraft(EMPTY_LISTING_FORM, newDraftState(), full)).not.toThrow();
    expect(() => saveDraft(EMPTY_LISTING_FORM, newDraftState(), null)).not.toThrow();
    expect(readDraft(null)).toBeNull();
  });
});

it('every form has a key of its own, which is a UUID', () => {
  const keys = Array.from({ length: 50 }, () => newDraftState().idempotencyKey);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) {
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(idempotencyKeySchema.safeParse(key).success).toBe(true);
  }
});

it('what is to be paid for is kept by the name that the payment knows', () => {
  savePendingListing({ title: 'Kayaks' } as Parameters<typeof savePendingListing>[0], storage);
  expect(JSON.parse(storage.getItem('pendingAdData') ?? '')).toEqual({ title: 'Kayaks' });
});

function storageOf(items: Map<string, string>, setItem = (name: string, value: string) => void items.set(name, value)) {
  const getItem = (name: string) => items.get(name) ?? null;
  return { getItem, setItem, removeItem: (name: string) => items.delete(name) } as unknown as Storage;
}
