import { describe, expect, it } from 'vitest';
import { EMPTY_LISTING_FORM } from '#contract/listing-form.ts';
import { diffFields, formatField, rebaseForm } from './form-diff.ts';

const base = { ...EMPTY_LISTING_FORM, title: 'Salt & Sons', phone: '(949) 555-0100', categoryId: '7' };

describe('Two forms', () => {
  it('differ in the fields that say different things, in the form’s order', () => {
    const other = { ...base, phone: '(949) 555-0199', title: 'Salt', languages: ['Spanish'] };
    expect(diffFields(base, other)).toEqual(['title', 'phone', 'languages']);
  });

  it('say the same where one leaves out what is empty in the other, or names it in another order', () => {
    const hours = { monday: 'closed', tuesday: null } as const;
    const one = { ...base, socialMedia: { facebook: '', x: 'https://x.com/salt' }, hours };
    const other = {
      ...base,
      socialMedia: { x: 'https://x.com/salt' },
      hours: { tuesday: null, monday: 'closed' } as const,
    };
    expect(diffFields(one, { ...other, holidayNote: undefined })).toEqual([]);
  });

  it('differ in the order of pictures', () => {
    const [first, second] = [
      { id: 1, alt: '' },
      { id: 2, alt: '' },
    ];
    expect(diffFields({ ...base, photos: [first, second] }, { ...base, photos: [second, first] })).toEqual(['photos']);
  });
});

it('keeping one’s own changes changes nothing else of the newer version', () => {
  const mine = { ...base, title: 'Salt and Sons', city: 'Irvine' };
  const newer = { ...base, title: 'Salt & Daughters', phone: '(949) 555-0199' };
  expect(rebaseForm(newer, { base, mine })).toEqual({ ...newer, title: 'Salt and Sons', city: 'Irvine' });
});

describe('A field', () => {
  const nameOf = (field: string, id: string) => `${field} ${id}`;

  it('is told as people read it', () => {
    const form = {
      ...base,
      hours: { monday: 'closed', friday: [{ opens: '09:00', closes: '17:30' }] } as const,
      socialMedia: { yelp: 'https://yelp.com/salt', facebook: 'https://facebook.com/salt' },
      languages: ['English', 'Spanish'],
      photos: [{ id: 4, alt: 'The shop' }, { id: 5 }],
    };
    expect(formatField(form as never, 'hours', nameOf)).toBe('Monday: Closed\nFriday: 9:00 AM – 5:30 PM');
    expect(formatField(form as never, 'socialMedia', nameOf)).toBe(
      'Facebook: https://facebook.com/salt\nYelp: https://yelp.com/salt',
    );
    expect(formatField(form as never, 'languages', nameOf)).toBe('English, Spanish');
    expect(formatField(form as never, 'photos', nameOf)).toBe('The shop\nPicture 5');
    expect(formatField(form as never, 'categoryId', nameOf)).toBe('categoryId 7');
    expect(formatField(form as never, 'title', nameOf)).toBe('Salt & Sons');
  });

  it('that is empty says so', () => {
    expect(formatField(base, 'website', nameOf)).toBe('(empty)');
    expect(formatField(base, 'languages', nameOf)).toBe('(empty)');
  });
});
