import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';
import { findCityAt, placeAt } from './city-outlines.ts';
import type { Gazetteer } from './gazetteer.ts';
import { openGazetteer } from './open-gazetteer.ts';

let api: Awaited<ReturnType<typeof createTestApi>>;
let gazetteer: Gazetteer;
beforeAll(async () => {
  api = await createTestApi();
  gazetteer = await openGazetteer(api.db);
});
afterAll(() => api.close());

const at = (lat: number, lng: number) => findCityAt(gazetteer, { lat, lng })?.name;
const place = (slug: string) => gazetteer.places.bySlug.get(slug) ?? null;

describe('The outlines of cities', () => {
  it('have every incorporated city except for Rolling Hills', () => {
    const without = gazetteer.places.all.filter(
      ({ kind, lat, lng }) => (kind === 'city' || kind === 'town') && at(lat, lng) === undefined,
    );
    // The gazetteer's point of Los Alamitos is outside its limits.
    expect(without.map(({ name }) => name)).toEqual(['Los Alamitos', 'Rolling Hills']);
    expect(at(33.7967, -118.0631)).toBe('Los Alamitos');
  });

  it.each([
    ['Irvine', 33.6846, -117.8265],
    ['Burbank', 34.1808, -118.309],
    ['City of Industry', 34.0197, -117.9587],
    ['Ventura', 34.2805, -119.2945],
    ['San Diego', 32.7157, -117.1611],
    ['Rancho Palos Verdes', 33.7445, -118.387],
    ['Avalon', 33.3428, -118.3281],
    ['Signal Hill', 33.8041, -118.1678],
  ])('know %s', (name, lat, lng) => expect(at(lat, lng)).toBe(name));

  it.each([
    ['in the hole of Long Beach that is Signal Hill', 33.7988, -118.1678, 'Signal Hill'],
    ['in East Los Angeles, which is no city', 34.0239, -118.172, undefined],
    ['in Universal City, which Los Angeles encloses', 34.1381, -118.3534, undefined],
    ['in Las Vegas', 36.17, -115.14, undefined],
    ['nowhere', 0, 0, undefined],
  ])('know a point %s', (_, lat, lng, name) => expect(at(lat, lng)).toBe(name));
});

describe('The place of a listing with a point', () => {
  const irvine = { lat: 33.6846, lng: -117.8265 };
  const vanNuys = { lat: 34.186, lng: -118.449 };

  it('is the city whose limits have the point, whatever it is called', () => {
    expect(placeAt(gazetteer, irvine, place('newport-beach'))?.name).toBe('Irvine');
    expect(placeAt(gazetteer, irvine, place('irvine'))?.name).toBe('Irvine');
    expect(placeAt(gazetteer, irvine, null)?.name).toBe('Irvine');
    expect(placeAt(gazetteer, { lat: 34.0006, lng: -118.1597 }, place('los-angeles'))?.name).toBe('Commerce');
  });

  it('stays a part of that city', () => {
    expect(placeAt(gazetteer, vanNuys, place('van-nuys'))?.name).toBe('Van Nuys');
    expect(placeAt(gazetteer, vanNuys, place('altadena'))?.name).toBe('Los Angeles');
    expect(placeAt(gazetteer, vanNuys, place('burbank'))?.name).toBe('Los Angeles');
  });

  it('is the named one outside of all cities', () => {
    const eastLosAngeles = { lat: 34.0239, lng: -118.172 };
    expect(placeAt(gazetteer, eastLosAngeles, place('los-angeles'))?.name).toBe('Los Angeles');
    expect(placeAt(gazetteer, eastLosAngeles, null)).toBeNull();
  });
});
