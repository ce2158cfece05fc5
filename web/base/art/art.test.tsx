import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Icon } from '#web/base/ui/icon.tsx';
import categories from '../../../data/categories.csv?raw';
import shapes from '../../../data/socal_counties.geojson?raw';
import { COUNTY_SLUGS } from './counties.ts';
import { CountyMap } from './county-map.tsx';
import { COUNTY_MAP_PATH } from './county-map-path.ts';
import { countyMapSheet } from './county-map-sheet.ts';
import { CountyPin } from './county-pin.tsx';
import { createCountyMap } from './county-shapes.ts';
import { ICONS_PATH, iconSheet } from './icon-sheet.ts';
import { LostSurfer } from './lost-surfer.tsx';
import { Postcard } from './postcard.tsx';
import { Scene } from './scene.tsx';
import { drawings } from './scene-drawings.ts';
import { postcardFiles } from './scenes.ts';

const files = new Set([...postcardFiles(drawings)].map(([path]) => path));
const sourceOf = (markup: string) => markup.match(/src="([^"]*)"/)?.[1];

describe('A postcard', () => {
  it('is an existing file for every county and for any other place', () => {
    for (const county of [...COUNTY_SLUGS, 'cook-county', '']) {
      for (let seed = 0; seed < 7; seed++) {
        expect(files).toContain(sourceOf(renderToStaticMarkup(<Postcard county={county} seed={seed} />)));
      }
      expect(files).toContain(sourceOf(renderToStaticMarkup(<Scene county={county} />)));
    }
    expect(files).toContain(sourceOf(renderToStaticMarkup(<LostSurfer />)));
  });

  it('is the same for the same listing, unless a variant is given', () => {
    const drawn = (props: { seed: number; variant?: number }) =>
      sourceOf(renderToStaticMarkup(<Postcard county="kern-county" {...props} />));
    expect(drawn({ seed: 41 })).toBe(drawn({ seed: 41 }));
    expect(drawn({ seed: 41, variant: 2 })).toBe('/postcards/kern-county-2.svg');
  });

  it('reserves its space before it is loaded, and has an empty alternative text', () => {
    const markup = renderToStaticMarkup(<Postcard county="orange-county" seed={1} />);
    expect(markup).toMatch(/width="640" height="400"/);
    expect(markup).toMatch(/alt=""/);
  });
});

describe('The county map', () => {
  it('links to every county, with the number of its listings if given', () => {
    const markup = renderToStaticMarkup(<CountyMap counts={{ 'orange-county': 1204, 'kern-county': 1 }} />);
    for (const county of COUNTY_SLUGS) expect(markup).toContain(`href="/county/${county}"`);
    expect(markup).toContain('aria-label="Orange 1,204 listings"');
    expect(markup).toContain('aria-label="Kern 1 listing"');
    expect(markup).toContain('aria-label="Ventura County"');
  });

  it('references only shapes that its sheet contains, as the pin does', () => {
    const sheet = countyMapSheet(createCountyMap(JSON.parse(shapes)));
    const maps = [<CountyMap key="map" />, <CountyPin key="pin" county="orange-county" label="Orange County" />];
    const used = [
      ...maps
        .map((map) => renderToStaticMarkup(map))
        .join('')
        .matchAll(/<use href="([^"]*)#([^"]*)"/g),
    ];
    expect(used).toHaveLength(12 + 10);
    for (const [, file, part] of used) {
      expect(file).toBe(COUNTY_MAP_PATH);
      expect(sheet).toMatch(new RegExp(`<(g|path) id="${part}"`));
    }
  });
});

describe('A county with a pin', () => {
  const irvine = { lat: 33.68, lng: -117.83 };

  it('has a label', () => {
    const markup = renderToStaticMarkup(<CountyPin county="orange-county" point={irvine} label="Irvine" />);
    expect(markup).toMatch(/role="img" aria-label="Irvine"/);
    expect(markup).toContain('<ellipse');
  });

  it('has no pin without a point', () => {
    expect(renderToStaticMarkup(<CountyPin county="orange-county" label="Orange County" />)).not.toContain('<ellipse');
  });

  it('includes an island in its frame', () => {
    const avalon = { lat: 33.3428, lng: -118.3278 };
    const markup = renderToStaticMarkup(<CountyPin county="los-angeles-county" point={avalon} label="Avalon" />);
    const [left = 0, top = 0, width = 0, height = 0] = (markup.match(/viewBox="([^"]*)"/)?.[1] ?? '')
      .split(' ')
      .map(Number);
    const [, x, y] = markup.match(/translate\(([\d.]+) ([\d.]+)\)/)?.map(Number) ?? [];
    expect(x).toBeGreaterThan(left);
    expect(x).toBeLessThan(left + width);
    expect(y).toBeGreaterThan(top);
    expect(y).toBeLessThan(top + height);
  });
});

describe('The icon sheet', () => {
  it('has an icon for every category, and the default icon', async () => {
    const sheet = await iconSheet(categories);
    expect(sheet.match(/<symbol id="utensils" viewBox="0 0 24 24"[^>]*><path d="[^"]+"\/>/)).not.toBeNull();
    expect(sheet).toContain('<symbol id="folder"');
    expect(renderToStaticMarkup(<Icon name="utensils" />)).toContain(`href="${ICONS_PATH}#utensils"`);
  });

  it('has every icon that pages use', async () => {
    const sheet = await iconSheet(categories);
    const sources = import.meta.glob<string>(['/web/**/*.tsx', '!/web/**/*.test.tsx'], {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const named = Object.values(sources).flatMap((text) =>
      [...text.matchAll(/(?:<Icon[^>]*? name=|icon: )["']([a-z][\w-]*)["']/g)].map(([, name]) => name),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !sheet.includes(`<symbol id="${name}"`))).toEqual([]);
  });

  it('fails if a category has an unknown icon', async () => {
    await expect(iconSheet('slug,icon\nsurf,hasOwnProperty')).rejects.toThrow(/'hasOwnProperty'/);
  });
});
