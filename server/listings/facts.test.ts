import { describe, expect, it } from 'vitest';
import { type FactOrigins, getOrigin, markEditedFacts, mergeFacts, type SourcedListing } from './facts.ts';

const listing = (source: string, date: string, columns: object = {}, facts: FactOrigins = {}): SourcedListing => ({
  ...{ source, source_date: date, facts, title: 'Golden Hour', business_name: 'Golden Hour' },
  ...{ address: '100 Main St', zip: '92614', city: 'Irvine', place_id: 1, county_id: 3, location_id: 3 },
  ...{ lat: null, lng: null, point_source: null, phone: null, email: null, website: null, hours: null, ...columns },
});
const point = { lat: 33.68, lng: -117.83, point_source: 'import' };

describe('Merged facts', () => {
  it('of the same source are those of the newer data, also where it says nothing', () => {
    const kept = listing('Permits', '2024-11', { phone: '1', website: 'w' });
    const newer = listing('Permits', '2025-02', { phone: '2' });
    expect(mergeFacts(kept, newer)).toMatchObject({ phone: '2', website: null, source_date: '2025-02', facts: {} });
    expect(mergeFacts(newer, kept)).toEqual(newer);
  });

  it('of another source fill what is missing, with its name and date', () => {
    const kept = listing('Permits', '2025-02', { phone: '1' });
    const other = listing('Overture', '2024-11', { phone: '2', website: 'w', ...point });
    expect(mergeFacts(kept, other)).toEqual({
      ...kept,
      ...{ website: 'w', ...point },
      facts: {
        website: { source: 'Overture', date: '2024-11' },
        point: { source: 'Overture', date: '2024-11' },
      },
    });
  });

  it('of another source overrule older ones, and never remove any', () => {
    const kept = listing('Permits', '2024-11', { phone: '1', website: 'w' });
    const later = listing('Overture', '2025-02', { phone: '2' });
    const merged = mergeFacts(kept, later, ['phone', 'website']);
    expect(merged).toMatchObject({ title: 'Golden Hour', phone: '2', website: 'w', source_date: '2024-11' });
    expect(merged.facts).toEqual({ phone: { source: 'Overture', date: '2025-02' } });
    // And back, when the listing's own source is newer again.
    const again = mergeFacts(merged, listing('Permits', '2025-05', { phone: '3' }));
    expect(again).toMatchObject({ phone: '3', website: null, source_date: '2025-05', facts: {} });
    expect(mergeFacts(merged, listing('Permits', '2025-01', { phone: '3', website: 'w' }))).toMatchObject({
      phone: '2',
      facts: merged.facts,
    });
  });

  it('keep a fuller value of the same', () => {
    const fuller = {
      phone: '(714) 555-0102 x12',
      website: 'https://deli.example/irvine',
      address: '100 Main St Ste 5',
    };
    const poorer = {
      phone: '(714) 555-0102',
      website: 'https://deli.example',
      address: '100 Main St',
      email: 'a@x.example',
    };
    const kept = listing('Permits', '2024-11', { ...fuller, ...point });
    for (const source of ['Permits', 'Overture']) {
      expect(mergeFacts(kept, listing(source, '2025-02', poorer))).toMatchObject({
        ...fuller,
        ...point,
        email: 'a@x.example',
      });
    }
    expect(mergeFacts(listing('Permits', '2024-11', poorer), listing('Permits', '2025-02', fuller))).toMatchObject(
      fuller,
    );
    expect(mergeFacts(kept, listing('Permits', '2025-02', { phone: '(714) 555-0199' }))).toMatchObject({
      phone: '(714) 555-0199',
      website: null,
    });
  });

  it('keep the origin of what another listing had from elsewhere', () => {
    const other = listing('Overture', '2025-02', { phone: '2' }, { phone: { source: 'Chamber', date: '2023-01' } });
    const merged = mergeFacts(listing('Permits', '2024-11'), other, ['phone']);
    expect(getOrigin('phone', merged)).toEqual({ source: 'Chamber', date: '2023-01' });
    expect(getOrigin('website', merged)).toEqual({ source: 'Permits', date: '2024-11' });
  });

  it.each(['owner', 'administrator'] as const)('leave what the %s said', (by) => {
    const kept = listing('Permits', '2024-11', { phone: '1', website: null }, { phone: { by, date: '2024-12' } });
    const merged = mergeFacts(kept, listing('Permits', '2026-01', { phone: '2', website: 'w' }));
    expect(merged).toMatchObject({ phone: '1', website: 'w', facts: kept.facts });
  });

  it('keep the point of an address that stays, and its city, and remove it with the address', () => {
    const geocoded = { lat: 1, lng: 2, point_source: 'geocoder', place_id: 9, county_id: 4 };
    const kept = listing('Permits', '2024-11', geocoded);
    expect(mergeFacts(kept, listing('Permits', '2025-01'))).toMatchObject(geocoded);
    expect(mergeFacts(kept, listing('Permits', '2025-01', point))).toMatchObject({ ...point, place_id: 1 });
    expect(mergeFacts(kept, listing('Permits', '2025-01', { address: '2 Elm St' }))).toMatchObject({
      ...{ address: '2 Elm St', lat: null, lng: null, point_source: null, place_id: 1, county_id: 3 },
    });
  });

  it('leave an address with a pin of the owner', () => {
    const kept = listing('Permits', '2024-11', point, { point: { by: 'owner', date: '2024-12' } });
    expect(mergeFacts(kept, listing('Permits', '2025-01', { address: '2 Elm St' }))).toMatchObject({
      ...{ address: '100 Main St', ...point },
    });
  });

  it('of a listing without a source are its owner’s', () => {
    const kept = { ...listing('', '', { phone: '1' }), source: null };
    expect(mergeFacts(kept, listing('Permits', '2025-01', { phone: '2' }))).toEqual(kept);
  });
});

it('An edit marks the facts that it changes', () => {
  const before = listing(
    'Permits',
    '2024-11',
    { hours: { monday: 'closed' }, phone: '1' },
    {
      website: { source: 'Overture', date: '2025-01' },
    },
  );
  const by = { by: 'owner', date: '2025-03' } as const;
  expect(markEditedFacts(before, { phone: '2', hours: { monday: 'closed' }, title: 'Golden Hour' }, by)).toEqual({
    website: { source: 'Overture', date: '2025-01' },
    phone: by,
  });
  expect(markEditedFacts({ ...before, more_category_ids: [] }, { more_category_ids: [3] }, by)).toMatchObject({
    category: by,
  });
});
