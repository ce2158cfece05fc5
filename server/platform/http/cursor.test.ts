import { describe, expect, it } from 'vitest';
import { z } from '#contract/zod.ts';
import { byId, encodeCursor, idPosition, paginate, parseCursor, textColumn, timePosition } from './cursor.ts';
import { Invalid } from './errors.ts';

const encode = (text: string) => Buffer.from(text).toString('base64url');

describe('A cursor', () => {
  it('is parsed to the position it was made from, to the millisecond', () => {
    const position = { at: new Date('2025-04-16T07:08:09.123Z'), id: 9007199254 };
    expect(parseCursor(encodeCursor(position), timePosition)).toEqual(position);
  });

  it('can be made from text outside ASCII', () => {
    const schema = z.strictObject({ name: textColumn });
    expect(parseCursor(encodeCursor({ name: 'Ñandú 🎉' }), schema)).toEqual({ name: 'Ñandú 🎉' });
  });

  it('can carry a start position', () => {
    const schema = timePosition.extend({ start: timePosition });
    const position = { at: new Date(2000), id: 2, start: { at: new Date(3000), id: 3 } };
    expect(parseCursor(encodeCursor(position), schema)).toEqual(position);
  });

  it('needs no escaping in a URL', () => {
    expect(encodeCursor({ at: new Date(), id: 1, text: '???>>>~~~' })).toMatch(/^[\w-]+$/);
  });

  it.each([
    ['no text', ''],
    ['text that is not base64url', 'garbage!'],
    ['bytes that are not JSON', 'garbage'],
    ['no object', encode('5')],
    ['null', encode('null')],
    ['an array', encode('[5]')],
    ['no id', encode('{"at":"2025-04-16T07:08:09.123Z"}')],
    ['no time', encode('{"id":5}')],
    ['a negative id', encode('{"at":"2025-04-16T07:08:09.123Z","id":-5}')],
    ['a fraction as id', encode('{"at":"2025-04-16T07:08:09.123Z","id":1.5}')],
    ['an exponent', encode('{"at":"2025-04-16T07:08:09.123Z","id":1e3}')],
    ['an id above the safe integers', encode('{"at":"2025-04-16T07:08:09.123Z","id":9007199254740993}')],
    ['a text as id', encode('{"at":"2025-04-16T07:08:09.123Z","id":"5 or 1=1"}')],
    ['an impossible date', encode('{"at":"2025-02-30T07:08:09.123Z","id":5}')],
    ['a year above 9999', encode('{"at":"+275760-09-13T00:00:00.000Z","id":5}')],
    ['a negative year', encode('{"at":"-000001-01-01T00:00:00.000Z","id":5}')],
    ['a time without a zone', encode('{"at":"2025-04-16T07:08:09.123","id":5}')],
    ['an unknown key', encode('{"at":"2025-04-16T07:08:09.123Z","id":5,"x":1}')],
    ['a duplicate key', encode('{"at":"2025-04-16T07:08:09.123Z","id":4,"id":5}')],
    ['__proto__', encode('{"__proto__":{"id":5},"at":"2025-04-16T07:08:09.123Z"}')],
    ['whitespace', encode('{"at":"2025-04-16T07:08:09.123Z","id":5}\n')],
    ['trailing text', encode('{"at":"2025-04-16T07:08:09.123Z","id":5} or 1=1')],
    ['a trailing character', `${encode('{"at":"2025-04-16T07:08:09.123Z","id":5}')}-`],
  ])('is refused with %s', (_case, cursor) => {
    expect(() => parseCursor(cursor, timePosition)).toThrow(Invalid);
  });

  it('is refused with a zero byte in a text, which PostgreSQL cannot store', () => {
    const schema = z.strictObject({ name: textColumn });
    expect(() => parseCursor(encodeCursor({ name: 'a\0b' }), schema)).toThrow('Invalid cursor');
  });

  it('is refused by a list with another order', () => {
    expect(() => parseCursor(encodeCursor({ at: new Date(), id: 5 }), idPosition)).toThrow('Invalid cursor');
  });
});

describe('A page', () => {
  const rows = [5, 4, 3].map((id) => ({ id, title: `Title ${id}` }));

  it('leaves the additional row to the next page', () => {
    const { page, cursor } = paginate(rows, 2, byId);
    expect(page.map(({ id }) => id)).toEqual([5, 4]);
    expect(parseCursor(cursor as string, idPosition)).toEqual({ id: 4 });
  });

  it('has no cursor without an additional row', () => {
    expect(paginate(rows, 3, byId)).toEqual({ page: rows, cursor: null });
    expect(paginate([], 3, byId)).toEqual({ page: [], cursor: null });
  });
});
