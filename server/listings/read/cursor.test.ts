import { describe, expect, it } from 'vitest';
import { Invalid } from '#server/http/errors.ts';
import { encodeCursor, paginate, parseCursor } from './cursor.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it('leads back to the position it was made from, to the millisecond', () => {
    const position = { at: new Date('2025-04-16T07:08:09.123Z'), id: 9007199254 };
    expect(parseCursor(encodeCursor(position))).toEqual(position);
  });

  it('is made of characters that an address holds as they are', () => {
    expect(encodeCursor({ at: new Date(), id: 1 })).toMatch(/^[\w-]+$/);
  });

  it.each([
    ['nothing', ''],
    ['no cursor at all', 'garbage'],
    ['a lone dot', encode('.')],
    ['no id', encode('1700000000000.')],
    ['a sign', encode('-1.5')],
    ['letters', encode('1e9.5')],
    ['leading zeros', encode('0001.5')],
    ['a time beyond all calendars', encode(`${'9'.repeat(15)}.5`)],
    ['an id beyond bigint', encode(`1.${'9'.repeat(16)}`)],
    ['something after it', encode('1.5 or 1=1')],
    ['a line break', encode('1.5\n')],
  ])('is refused with %s', (_case, cursor) => {
    expect(() => parseCursor(cursor)).toThrow(Invalid);
  });
});

describe('cutting a page', () => {
  const rows = [5, 4, 3].map((id) => ({ id, created_at: new Date(id * 1000) }));

  it('leaves the row that tells of a next page to that page', () => {
    const { page, cursor } = paginate(rows, 2);
    expect(page.map(({ id }) => id)).toEqual([5, 4]);
    expect(parseCursor(cursor as string)).toEqual({ at: new Date(4000), id: 4 });
  });

  it('ends where no row more was found', () => {
    expect(paginate(rows, 3)).toEqual({ page: rows, cursor: null });
    expect(paginate([], 3)).toEqual({ page: [], cursor: null });
  });
});
