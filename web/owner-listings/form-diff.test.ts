import { describe, expect, it } from 'vitest';
import { EMPTY_LISTING_FORM } from '#contract/listing-form.ts';
import { diffFields, formatField, rebaseForm } from './form-diff.ts';

const base = { ...EMPTY_LISTING_FORM, title: 'Salt & Sons', phone: '(949) 555-0100', categoryId: '7' };

describe('Two forms', () => {
  it('differ in the fields with different values, in the order of the form', () => {
    const other = { ...base, phone: '(949) 555-0199', title: 'Salt', languages: ['Spanish'] };
    expect(diffFields(base, other)).toEqual(['title', 'phone', 'languages']);
  });

  it('are equal where one omits an empty field of the other, or has its keys in another order', () => {
    const hours = { monday: 'closed', tuesday: null } as const;
    const one = { ...base, socialMedia: { facebook: '', x: 'https://x.com/salt' }, hours };
    const other = {
      ...base,
      socialMedia: { x: 'https://x.com/salt' },
      hours: { tuesday: null, monday: 'closed' } as const,
    };
    expect(diffFields(one, { ...other, holidayNote: undefined })).toEqual([]);
  });

  it('are equal in texts of other languages that are empty', () => {
    const empty = { es: { title: '', description: '' }, en: {} };
    expect(diffFields(base, { ...base, translations: empty })).toEqual([]);
    const typed = { ...base, translations: { es: { title: 'Sal e hijos' } }, language: 'es' as const };
    expect(diffFields({ ...base, translations: empty }, typed)).toEqual(['language', 'translations']);
  });

  it('differ in the order of pictures', () => {
    const [first, second] = [
      { id: 1, alt: '' },
      { id: 2, alt: '' },
    ];
    expect(diffFields({ ...base, photos: [first, second] }, { ...base, photos: [second, first] })).toEqual(['photos']);
  });
});

it('rebasing an edit changes only the edited fields of the newer version', () => {
  const mine = { ...base, title: 'Salt and Sons', city: 'Irvine' };
  const newer = { ...base, title: 'Salt & Daughters', phone: '(949) 555-0199' };
  expect(rebaseForm(newer, { base, mine })).toEqual({ ...newer, title: 'Salt and Sons', city: 'Irvine' });
});

describe('A field', () => {
  const lookUpName = (field: string, id: string) => `${field} ${id}`;

  it('is formatted for people', () => {
    const form = {
      ...base,
      hours: { monday: 'closed', friday: [{ opens: '09:00', closes: '17:30' }] } as const,
      specialHours: [
        { on: '2026-12-24', hours: [{ opens: '09:00', closes: '12:00' }] },
        { on: 'thanksgiving', hours: 'closed' },
        { on: '08-01', hours: 'all-day' },
      ],
      socialMedia: { yelp: 'https://yelp.com/salt', facebook: 'https://facebook.com/salt' },
      language: 'es',
      translations: { en: { title: 'Salt & Sons', description: 'Bread at dawn.' }, es: { title: '' } },
      languages: ['English', 'Spanish'],
      photos: [{ id: 4, alt: 'The shop' }, { id: 5 }],
    };
    expect(formatField(form as never, 'language', lookUpName)).toBe('Spanish');
    expect(formatField(form as never, 'translations', lookUpName)).toBe('Salt & Sons\nBread at dawn.');
    expect(formatField(form as never, 'hours', lookUpName)).toBe('Monday: Closed\nFriday: 9:00 AM – 5:30 PM');
    expect(formatField(form as never, 'specialHours', lookUpName)).toBe(
      'Thu, Dec 24, 2026: 9:00 AM – 12:00 PM\nThanksgiving Day, every year: Closed\nAugust 1, every year: Open 24 hours',
    );
    expect(formatField(form as never, 'socialMedia', lookUpName)).toBe(
      'Facebook: https://facebook.com/salt\nYelp: https://yelp.com/salt',
    );
    expect(formatField(form as never, 'languages', lookUpName)).toBe('English, Spanish');
    expect(formatField(form as never, 'photos', lookUpName)).toBe('The shop\nPhoto 5');
    expect(formatField(form as never, 'categoryId', lookUpName)).toBe('categoryId 7');
    expect(formatField(form as never, 'title', lookUpName)).toBe('Salt & Sons');
  });

  it('that is empty is shown as empty', () => {
    expect(formatField(base, 'website', lookUpName)).toBe('(empty)');
    expect(formatField(base, 'languages', lookUpName)).toBe('(empty)');
  });
});
