import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_LISTING_FORM, idempotencyKeySchema } from '#contract/listing-form.ts';
import { createMemoryStorage } from '#tests/support/memory-storage.ts';
import { type DraftState, listingDraft, newDraftState, pendingListing, readPendingFields } from './draft.ts';

const KEY = 'adFormData';
const EMPTY_DRAFT = { ...EMPTY_LISTING_FORM, ...newDraftState() };
let storage: Storage;
beforeEach(() => {
  storage = createMemoryStorage(new Map());
});

describe('The draft of a listing', () => {
  it('is restored as it was typed, with its key, its pictures and what was open', () => {
    const values = {
      ...EMPTY_LISTING_FORM,
      title: ' Kayaks',
      premium: true,
      socialMedia: { yelp: 'yelp.com/biz/kayaks' },
      // Not valid yet in the form.
      hours: { monday: [{ opens: '09:00', closes: '' }] },
      specialHours: [{ on: '', hours: [{ opens: '', closes: '17:00' }] }],
      zipCode: '926',
      logo: { id: 7, alt: '' },
    };
    const uploaded = [{ id: 7, src: '/photos/a.webp', srcSet: '', width: 640, height: 400, alt: '' }];
    const state: DraftState = { ...newDraftState(), openSections: ['hours', 'social'], uploaded };
    listingDraft.save({ ...values, ...state }, storage);
    expect(listingDraft.read(storage)).toEqual({ ...values, ...state });
  });

  it('has the texts of both languages as they were typed, and the language in which it is written', () => {
    const texts = { language: 'es', translations: { en: { title: 'Gold', description: '' } } } as const;
    listingDraft.save({ ...EMPTY_DRAFT, ...texts }, storage);
    expect(listingDraft.read(storage)).toMatchObject(texts);
    storage.setItem(KEY, JSON.stringify({ ...EMPTY_DRAFT, language: 'fr', translations: { es: { title: 7 } } }));
    expect(listingDraft.read(storage)).toMatchObject({ language: 'en', translations: {} });
  });

  it.each([3, 'hours', ['hours', 'horoscope']])('begins with closed sections where %j is stored', (openSections) => {
    storage.setItem(KEY, JSON.stringify({ ...EMPTY_DRAFT, openSections }));
    expect(listingDraft.read(storage)?.openSections).toEqual([]);
  });

  it('holds the fields at the top level of its JSON, where other pages read them', () => {
    listingDraft.save({ ...EMPTY_DRAFT, businessName: 'Salt & Sons', premium: true }, storage);
    expect(JSON.parse(storage.getItem(KEY) ?? '')).toMatchObject({ businessName: 'Salt & Sons', premium: true });
  });

  it('survives the tab for 30 days, with its pictures for a day', () => {
    vi.useFakeTimers();
    const [lasting, otherTab] = [createMemoryStorage(new Map()), createMemoryStorage(new Map())];
    const uploaded = [{ id: 7, src: '/photos/a.webp', srcSet: '', width: 640, height: 400, alt: '' }];
    listingDraft.save({ ...EMPTY_DRAFT, title: 'Kayaks', logo: { id: 7, alt: '' }, uploaded }, storage, lasting);
    const read = () => listingDraft.read(otherTab, lasting);
    expect(read()).toMatchObject({ title: 'Kayaks', logo: { id: 7 }, uploaded });
    vi.advanceTimersByTime(86_400_000);
    expect(read()).toMatchObject({ title: 'Kayaks', logo: null, uploaded: [] });
    vi.advanceTimersByTime(28.9 * 86_400_000);
    expect(read()?.title).toBe('Kayaks');
    vi.advanceTimersByTime(0.2 * 86_400_000);
    expect(read()).toBeNull();
    vi.useRealTimers();
    expect(listingDraft.read(storage, lasting)?.title).toBe('Kayaks');
    listingDraft.remove(storage, lasting);
    expect(read()).toBeNull();
  });

  it('is null where nothing was stored or it was removed', () => {
    expect(listingDraft.read(storage)).toBeNull();
    listingDraft.save(EMPTY_DRAFT, storage);
    listingDraft.remove(storage);
    expect(listingDraft.read(storage)).toBeNull();
  });

  it.each(['', '{', 'null', '[]', '"text"', '7', `{"title":"${'x'.repeat(200_000)}"}`])(
    'is null where something else is stored: %.20s',
    (text) => {
      storage.setItem(KEY, text);
      expect(listingDraft.read(storage)).toBeNull();
    },
  );

  it('drops fields that are not valid, and restores the others', () => {
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
        role: 'administrator',
        __proto__: { polluted: true },
      }),
    );
    const draft = listingDraft.read(storage);
    expect(draft).toEqual({ ...EMPTY_DRAFT, title: 'Kayaks', idempotencyKey: expect.any(String) });
    expect(draft?.idempotencyKey).not.toBe('short');
  });

  it('is not stored, and nothing is thrown, where the storage is full or refused', () => {
    const full = createMemoryStorage(new Map(), () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => listingDraft.save(EMPTY_DRAFT, full)).not.toThrow();
    expect(() => listingDraft.save(EMPTY_DRAFT, null)).not.toThrow();
    expect(listingDraft.read(null)).toBeNull();
  });
});

it('every form has its own key, a UUID', () => {
  const keys = Array.from({ length: 50 }, () => newDraftState().idempotencyKey);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) {
    expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(idempotencyKeySchema.safeParse(key).success).toBe(true);
  }
});

it('a pending listing is stored under its documented key, and read for its own payment only', () => {
  pendingListing.save({ title: 'Kayaks' }, storage);
  expect(JSON.parse(storage.getItem('pendingAdData') ?? '')).toEqual({ title: 'Kayaks' });
  expect(readPendingFields(undefined, storage)).toEqual({ title: 'Kayaks' });
  pendingListing.save({ title: 'Kayaks', listingId: 7 }, storage);
  expect(readPendingFields(7, storage)).toEqual({ title: 'Kayaks' });
  expect(readPendingFields(8, storage)).toBeNull();
  pendingListing.remove(storage);
  expect(readPendingFields(7, storage)).toBeNull();
});
