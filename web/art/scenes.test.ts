import { describe, expect, it } from 'vitest';
import { COUNTY_SLUGS } from './counties.ts';
import { postcardFiles, type ScenePlace, scene } from './scenes.ts';
import { variantOf, variantsOf } from './variants.ts';

const MOST_CARD_BYTES = 4096;
const MOST_HEADER_BYTES = 5000;
const VARIANTS = [0, 1, 2, 3, 4, 5];
const PLACES: ScenePlace[] = [...COUNTY_SLUGS, 'southern-california', 'lost'];

const files = new Map(postcardFiles());

/** Whether every tag is closed in its order and every attribute quoted, with one root and no text outside of a style. */
function isWellFormed(svg: string): boolean {
  const token = /<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<&]*")*)(\/?)>([^<&]*)/y;
  const open: string[] = [];
  while (token.lastIndex < svg.length) {
    const atStart = token.lastIndex === 0;
    const match = token.exec(svg);
    if (!match || (!atStart && open.length === 0)) return false;
    const [, closing, name = '', attributes = '', empty, text] = match;
    const names = [...attributes.matchAll(/\s([\w:-]+)=/g)].map(([, attribute]) => attribute);
    if (new Set(names).size !== names.length) return false;
    if (closing ? open.pop() !== name : !empty && !open.push(name)) return false;
    if (text && open.at(-1) !== 'style') return false;
  }
  return open.length === 0;
}

describe('A scene', () => {
  it('would be noticed when it is not well-formed', () => {
    expect(isWellFormed('<svg><g><path d="M0 0"/></g></svg>')).toBe(true);
    for (const broken of [
      '<svg><g></svg>',
      '<svg></svg><g/>',
      '<svg a=1/>',
      '<svg a="1" a="2"/>',
      '<svg>x</svg>',
      '<svg>',
    ]) {
      expect(isWellFormed(broken), broken).toBe(false);
    }
  });

  it.each(PLACES)('of %s is well-formed at every hour, on cards and headers', (place) => {
    for (const variant of VARIANTS) {
      for (const wide of [false, true]) expect(isWellFormed(scene(place, variant, { wide }))).toBe(true);
    }
  });

  it.each(PLACES)('of %s has numbers for coordinates and colours for colours', (place) => {
    for (const variant of VARIANTS) {
      const svg = scene(place, variant);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      for (const [, colour] of svg.matchAll(/(?:fill|stroke|stop-color)="(?!none|url)([^"]*)"/g)) {
        expect(colour).toMatch(/^#[\da-f]{6}$/i);
      }
    }
  });

  it.each(PLACES)('of %s uses only what it defines', (place) => {
    for (const variant of VARIANTS) {
      const svg = scene(place, variant, { wide: true });
      const ids = [...svg.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, used] of svg.matchAll(/(?:href="#|url\(#)(\w+)/g)) expect(ids).toContain(used);
    }
  });

  it.each(PLACES)('of %s differs from hour to hour', (place) => {
    expect(new Set(VARIANTS.map((variant) => scene(place, variant))).size).toBe(VARIANTS.length);
  });

  it('is 16:10 on a card and 10:3 in a header', () => {
    expect(scene('kern-county', 0)).toContain('width="640" height="400" viewBox="0 0 640 400"');
    expect(scene('kern-county', 0, { wide: true })).toContain('width="1600" height="480"');
  });
});

describe('The pictures that the site serves', () => {
  it('are six and a header for each county and for the region, and the lost surfer', () => {
    expect(files.size).toBe(9 * 7 + 1);
    expect([...files.keys()]).toContain('/postcards/orange-county-5.svg');
    expect([...files.keys()]).toContain('/postcards/southern-california-wide.svg');
    expect([...files.keys()]).toContain('/postcards/lost.svg');
  });

  it('are small', () => {
    const tooLarge = [...files].filter(
      ([path, svg]) => Buffer.byteLength(svg) > (path.includes('-wide') ? MOST_HEADER_BYTES : MOST_CARD_BYTES),
    );
    expect(tooLarge.map(([path]) => path)).toEqual([]);
  });
});

describe('The variants of a list', () => {
  it('are each one of those that exist', () => {
    for (const id of [0, 1, 7, 123_456, -3]) expect(VARIANTS).toContain(variantOf(id));
  });

  it('differ from all neighbours in grids of up to four columns, however the ids fall', () => {
    for (const ids of [
      [6, 12, 18, 24, 30, 36, 42, 48],
      [1, 1, 1, 1, 1, 1],
      [5, 11, 4, 10, 3, 9, 2, 8],
    ]) {
      const variants = variantsOf(ids);
      variants.forEach((variant, index) => {
        expect(variants.slice(Math.max(0, index - 4), index)).not.toContain(variant);
      });
    }
  });

  it('stay as they are when more is loaded', () => {
    const ids = [12, 6, 18, 7, 13];
    expect(variantsOf([...ids, 1, 19, 25]).slice(0, ids.length)).toEqual(variantsOf(ids));
  });
});
