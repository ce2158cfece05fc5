import { describe, expect, it } from 'vitest';
import { createPalette, DAYLIGHTS } from './daylight.ts';
import { drawings } from './scene-drawings.ts';
import { postcardFiles, renderScene, SCENE_PLACES } from './scenes.ts';
import { getVariant, getVariants } from './variants.ts';

const MAX_CARD_BYTES = 4096;
const MAX_HEADER_BYTES = 5000;
const VARIANTS = [0, 1, 2, 3, 4, 5];

const files = new Map(postcardFiles(drawings));

/** Whether the SVG is well-formed, with quoted attributes, one root, and no text except in styles. */
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
  it('is checked for well-formedness', () => {
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

  it.each(SCENE_PLACES)('of %s is well-formed at every hour, on cards and headers', (place) => {
    for (const variant of VARIANTS) {
      for (const wide of [false, true])
        expect(isWellFormed(renderScene(drawings[place], variant, { wide }))).toBe(true);
    }
  });

  it.each(SCENE_PLACES)('of %s has colours for colours, and nothing of the drawing’s own marks', (place) => {
    for (const variant of VARIANTS) {
      const svg = renderScene(drawings[place], variant);
      expect(svg).not.toMatch(/NaN|undefined|data-|display=|var\(|<!--|<title/);
      for (const [, colour] of svg.matchAll(/(?:fill|stroke|stop-color)="(?!none|url)([^"]*)"/g)) {
        expect(colour).toMatch(/^#[\da-f]{6}$/i);
      }
    }
  });

  it.each(SCENE_PLACES)('of %s uses only what it defines', (place) => {
    for (const variant of VARIANTS) {
      const svg = renderScene(drawings[place], variant, { wide: true });
      const ids = [...svg.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [, used] of svg.matchAll(/(?:href="#|url\(#)(\w+)/g)) expect(ids).toContain(used);
    }
  });

  it.each(SCENE_PLACES)('of %s differs from hour to hour', (place) => {
    expect(new Set(VARIANTS.map((variant) => renderScene(drawings[place], variant))).size).toBe(VARIANTS.length);
  });

  it('places the sun and its glitter by the time of day', () => {
    const drawing =
      '<svg><g data-sun="30 232" transform="translate(0)"/><path data-sun="-9" transform="translate(0)"/></svg>';
    expect(renderScene(drawing, 2)).toContain('<g transform="translate(220 98)"/><path transform="translate(181)"/>');
    expect(renderScene(drawing, 5)).toContain('<g transform="translate(245 205)"/><path transform="translate(206)"/>');
  });

  it('tints colours by the time of day, fades distant ones into haze, and lights lamps after sunset', () => {
    const drawing =
      '<svg><path fill="#804020"/><path fill="color-mix(in srgb, #804020, var(--haze) 50%)"/><path fill="var(--lamp, #804020)"/></svg>';
    expect(renderScene(drawing, 2)).toContain('<path fill="#804020"/><path fill="#9e9081"/><path fill="#804020"/>');
    expect(renderScene(drawing, 4)).toContain('<path fill="#7c3c1d"/><path fill="#b66c3d"/><path fill="#ffe3a6"/>');
    expect(() => renderScene('<svg><path fill="var(--moon)"/></svg>', 0)).toThrow(
      'No light has the colour var(--moon).',
    );
  });

  it('shows groups only at their times of day and in their formats', () => {
    const drawing = '<svg><g data-only="noon dusk"><path d="M1 1"/></g><g data-only="wide"><path d="M2 2"/></g></svg>';
    const shown = (variant: number, wide: boolean) =>
      ['M1 1', 'M2 2'].map((path) => renderScene(drawing, variant, { wide }).includes(path));
    expect([shown(2, false), shown(3, false), shown(5, true)]).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ]);
  });

  it('is 16:10 on a card and 10:3 in a header', () => {
    expect(renderScene(drawings['kern-county'], 0)).toContain('width="640" height="400" viewBox="0 0 640 400"');
    expect(renderScene(drawings['kern-county'], 0, { wide: true })).toContain('width="1600" height="480"');
  });
});

describe('A drawing', () => {
  const noon = createPalette(DAYLIGHTS[2] as (typeof DAYLIGHTS)[number]);

  it.each(SCENE_PLACES)('of %s shows noon where it is opened by itself', (place) => {
    const [, style = ''] = drawings[place].match(/style="([^"]*)"/) ?? [];
    const declared = Object.fromEntries(style.split('; ').map((declaration) => declaration.slice(2).split(': ')));
    expect(noon).toMatchObject(declared);
    const used = [...drawings[place].matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(declared)));
    for (const [, only = '', hidden] of drawings[place].matchAll(/data-only="([^"]*)"( display="none")?/g)) {
      expect(hidden === undefined, only).toBe(/noon|wide/.test(only));
    }
  });

  it.each(SCENE_PLACES)('of %s names only hours and formats that exist', (place) => {
    const names = [...drawings[place].matchAll(/data-only="([^"]*)"/g)].flatMap(([, only = '']) => only.split(' '));
    const known = [...DAYLIGHTS.map(({ hour }) => hour), 'wide'];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('The files', () => {
  it('are six and a header for each county and for the region, and the lost surfer', () => {
    expect(files.size).toBe(9 * 7 + 1);
    expect([...files.keys()]).toContain('/postcards/orange-county-5.svg');
    expect([...files.keys()]).toContain('/postcards/southern-california-wide.svg');
    expect([...files.keys()]).toContain('/postcards/lost.svg');
  });

  it('are small', () => {
    const tooLarge = [...files].filter(
      ([path, svg]) => Buffer.byteLength(svg) > (path.includes('-wide') ? MAX_HEADER_BYTES : MAX_CARD_BYTES),
    );
    expect(tooLarge.map(([path]) => path)).toEqual([]);
  });
});

describe('The variants of a list', () => {
  it('exist', () => {
    for (const id of [0, 1, 7, 123_456, -3]) expect(VARIANTS).toContain(getVariant(id));
  });

  it('differ from all neighbours in grids of up to four columns, for any ids', () => {
    for (const ids of [
      [6, 12, 18, 24, 30, 36, 42, 48],
      [1, 1, 1, 1, 1, 1],
      [5, 11, 4, 10, 3, 9, 2, 8],
    ]) {
      const variants = getVariants(ids);
      variants.forEach((variant, index) => {
        expect(variants.slice(Math.max(0, index - 4), index)).not.toContain(variant);
      });
    }
  });

  it('do not change when more is loaded', () => {
    const ids = [12, 6, 18, 7, 13];
    expect(getVariants([...ids, 1, 19, 25]).slice(0, ids.length)).toEqual(getVariants(ids));
  });
});
