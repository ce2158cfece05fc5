import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import categories from '../data/categories.csv?raw';

const styles = readFileSync(join(import.meta.dirname, '../web/listings/listings.css'), 'utf8');

const tops = categories.split('\n').flatMap((line) => {
  const [slug, , parent] = line.replace(/"[^"]*"/g, '').split(',');
  return slug && slug !== 'slug' && parent === '' ? [slug] : [];
});
const hues = new Map(
  [...styles.matchAll(/&\.of-([a-z-]+) \{\s+--hue: (\d+);/g)].map(([, top, hue]) => [top, Number(hue)]),
);

it('every top category has a hue of its own', () => {
  expect(tops).toHaveLength(22);
  expect([...hues.keys()].toSorted()).toEqual(tops.toSorted());
  expect(new Set(hues.values()).size).toBe(22);
});

it.each(['light', 'dark'])('the initials have a contrast of at least 4.5 in every hue, %s', (scheme) => {
  const [background, text] = [readColor('background', scheme), readColor('color', scheme)];
  for (const [top, hue] of hues) {
    const [dark, light] = [luminance(hue, ...background), luminance(hue, ...text)].toSorted((a, b) => a - b) as [
      number,
      number,
    ];
    expect((light + 0.05) / (dark + 0.05), `${top} in ${scheme}`).toBeGreaterThanOrEqual(4.5);
  }
});

/** The saturation and lightness of a color of the tile, from 0 to 1. */
function readColor(property: string, scheme: string): [saturation: number, lightness: number] {
  const colors =
    new RegExp(`\\s${property}: light-dark\\((hsl\\(var.*?%\\)), (hsl\\(var.*?%\\))\\);`).exec(styles) ?? [];
  const [, saturation, lightness] = /(\d+)% (\d+)%/.exec(colors[scheme === 'light' ? 1 : 2] ?? '') ?? [];
  return [Number(saturation) / 100, Number(lightness) / 100];
}

/** The relative luminance (WCAG 2.2) of a color in HSL, its hue in degrees. */
function luminance(hue: number, saturation: number, lightness: number): number {
  const toLinear = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const channel =
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * toLinear(0) + 0.7152 * toLinear(8) + 0.0722 * toLinear(4);
}
