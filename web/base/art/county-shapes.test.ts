import { describe, expect, it } from 'vitest';
import geojson from '../../../data/socal_counties.geojson?raw';
import { COUNTY_SLUGS } from './counties.ts';
import { createCountyMap } from './county-shapes.ts';
import { project } from './projection.ts';

const map = createCountyMap(JSON.parse(geojson));

const CITIES = [
  { county: 'los-angeles-county', lat: 34.0537, lng: -118.2428 },
  { county: 'orange-county', lat: 33.6846, lng: -117.8265 },
  { county: 'san-diego-county', lat: 32.7157, lng: -117.1611 },
  { county: 'ventura-county', lat: 34.2805, lng: -119.2945 },
  { county: 'riverside-county', lat: 33.8303, lng: -116.5453 },
  { county: 'san-bernardino-county', lat: 34.8958, lng: -117.0173 },
  { county: 'imperial-county', lat: 32.792, lng: -115.5631 },
  { county: 'kern-county', lat: 35.3733, lng: -119.0187 },
];

/** Whether a point is inside a path of straight lines, by the even-odd rule. */
function isInside(path: string, [x, y]: [number, number]): boolean {
  const rings = path.split('M').slice(1);
  let inside = false;
  for (const ring of rings) {
    const corners = ring
      .split(/[LZ]/)
      .filter(Boolean)
      .map((corner) => corner.split(',').map(Number) as [number, number]);
    corners.forEach(([x1, y1], index) => {
      const [x2, y2] = corners[(index + 1) % corners.length] as [number, number];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    });
  }
  return inside;
}

describe('The county map', () => {
  it('has the eight counties, each with an outline and a name', () => {
    expect(map.counties.map(({ slug }) => slug)).toEqual(COUNTY_SLUGS);
    expect(map.counties.map(({ label }) => label)).toContain('San Bernardino');
    for (const { path } of map.counties) expect(path).toMatch(/^M[\d.,LMZ-]+Z$/);
  });

  it('fits its view box', () => {
    for (const { box } of map.counties) {
      const [x, y, width, height] = box;
      expect(Math.min(x, y)).toBeGreaterThan(0);
      expect(x + width).toBeLessThan(map.width);
      expect(y + height).toBeLessThan(map.height);
    }
  });

  it.each(CITIES)('shows a city of $county inside that county, and in no other', ({ county, ...point }) => {
    const around = map.counties.filter(({ path }) => isInside(path, project(point, map)));
    expect(around.map(({ slug }) => slug)).toEqual([county]);
  });

  it('places each label inside its county, except that of Orange County, which is at sea', () => {
    for (const { slug, path, labelAt } of map.counties) {
      expect(isInside(path, labelAt), slug).toBe(slug !== 'orange-county');
    }
  });

  it('fails if a county is missing', () => {
    const counties = JSON.parse(geojson);
    counties.features.pop();
    expect(() => createCountyMap(counties)).toThrow(/lack los-angeles-county/);
  });
});
