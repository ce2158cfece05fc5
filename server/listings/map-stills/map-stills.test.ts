import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { drawMapStill, listStillTiles, STILL_COLORS, STILL_TILE_ZOOMS, toTilePosition } from './draw-map-still.ts';

const api = await createTestApi();
const { db } = api;
afterAll(() => api.close());

const IRVINE = { lat: 33.6846, lng: -117.8265 };

describe('The map in the head of a listing', () => {
  it('shows the streets around its exact point', async () => {
    const { id } = await makeListing(db, { ...IRVINE, point_source: 'owner' });
    const { status, headers, body } = await api.get(`/map-stills/${id}.svg`);
    const svg = String(body);
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(headers['cache-control']).toContain('immutable');
    expect(svg).toMatch(/^<svg [^>]*><style>/);
    expect(svg).toMatch(/<path id="major" d="M-?\d+ -?\d+L/);
    expect(svg).toContain('class="minor edge"');
    expect(svg.length).toBeLessThan(60_000);
  });

  it('shows the larger streets in the area of a paid one without a point', async () => {
    const { id } = await makeListing(db, { level: 'premium', zip: '92614', lat: null, lng: null });
    const { status, body } = await api.get(`/map-stills/${id}.svg`);
    const svg = String(body);
    expect(status).toBe(200);
    expect(svg).toContain('class="area"');
    expect(svg).not.toContain('class="mark"');
    expect(svg).toMatch(/<path id="major" d="M-?\d+ -?\d+L/);
    expect(svg.length).toBeLessThan(60_000);
  });

  it.each([
    ['without a point', async () => (await makeListing(db, { lat: null, lng: null })).id],
    ['that is not public', async () => (await makeListing(db, { ...IRVINE, status: 'paused' })).id],
    ['that never was', () => 999_999],
    ['with another name', () => '1.png'],
  ])('is not there for a listing %s', async (_, getId) => {
    expect((await api.get(`/map-stills/${await getId()}.svg`)).status).toBe(404);
  });
});

it('A picture at the corner of four tiles needs all of them, and one in the middle of a tile that one', () => {
  expect(listStillTiles({ x: 1414.5, y: 3281.5 })).toEqual([{ x: 1414, y: 3281 }]);
  expect(listStillTiles({ x: 1414.99, y: 3281.01 })).toHaveLength(4);
  expect(drawMapStill('point', toTilePosition(IRVINE, STILL_TILE_ZOOMS.point), [])).toContain('class="mark"');
});

it('Its colors are those of our maps', () => {
  const css = readFileSync(join(import.meta.dirname, '../../../web/base/map/open-map.css'), 'utf8');
  for (const [name, colors] of Object.entries(STILL_COLORS))
    expect(css).toContain(`--gl-${name}: light-dark(${colors.join(', ')});`);
});
