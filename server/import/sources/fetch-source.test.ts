import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpClient } from '#server/platform/outbound/http-client.ts';
import { readRows } from '#server/source-files/read-rows.ts';
import { type OverturePlace, toFoursquareParquet, toOvertureParquet } from '#tests/support/place-files.ts';
import { startOpenDataServer } from '#tests/support/servers/open-data-server.ts';
import { fetchSource } from './fetch-source.ts';
import { type OpenDataSource, readSourceList } from './source-list.ts';

const server = await startOpenDataServer();
const http = createHttpClient({ allowsPrivate: true, retryDelayMs: 1 });
const folder = mkdtempSync(join(tmpdir(), 'sources-'));
const sources = new Map((await readSourceList()).map((source) => [source.name, source]));
afterAll(async () => {
  await http.close();
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  server.reset();
  rmSync(folder, { recursive: true, force: true });
});

/** A source of the list, at the local server. */
function getSource(name: string, path = ''): OpenDataSource {
  const source = sources.get(name);
  if (!source) throw new Error(name);
  return { ...source, address: { ...source.address, url: server.url + path } as OpenDataSource['address'] };
}
const context = { http, folder, retryDelayMs: 1 };
const fetch = (source: OpenDataSource, options = {}) => fetchSource(context, source, options);
async function readNames(path: string, name: string) {
  const { mapping, source } = getSource(name);
  const names: string[] = [];
  for await (const { fields, rejection } of readRows(path, {
    ...(mapping && { mapping }),
    source,
    areBusinesses: true,
  }))
    if (!rejection) names.push(fields.name);
  return names;
}

const CAFE: OverturePlace = {
  ...{ id: '08f29', lng: -117.83, lat: 33.68, name: 'Café Ñandú', category: 'coffee_shop', confidence: 0.9 },
  ...{ phones: ['+19495550100'], websites: ['https://nandu.example'] },
  address: { freeform: '100 Main St', locality: 'Irvine', postcode: '92614', region: 'US-CA', country: 'US' },
};
const far = (id: number): OverturePlace => ({ ...CAFE, id: `far-${id}`, lng: 2.35, lat: 48.85, name: `Bistro ${id}` });
const near = (id: number): OverturePlace => ({ ...CAFE, id: `near-${id}`, name: `Cafe ${id}` });
const NEWEST = 'release/2026-11-19.0/theme=places/type=place';
function putReleases() {
  server.put('release/2026-10-15.0/theme=places/type=place/part-0.parquet', toOvertureParquet([near(99)]));
  server.put('release/2026-09-17.0/theme=places/type=place/part-0.parquet', toOvertureParquet([near(98)]));
  // Row groups of two: far, mixed, near.
  const places = [far(1), far(2), near(1), far(3), near(2), near(3)];
  server.put(`${NEWEST}/part-0.parquet`, toOvertureParquet(places, 2));
  server.put(`${NEWEST}/part-1.parquet`, toOvertureParquet([far(4)]));
  server.put(`${NEWEST}/part-2.parquet`, toOvertureParquet([near(4), CAFE]));
}

describe('Overture Maps', () => {
  it('comes from the newest release: only the places of the region, as they are', async () => {
    putReleases();
    const { path, release, month } = await fetch(getSource('overture'));
    expect([release, month]).toEqual(['2026-11-19.0', '2026-11']);
    expect(await readNames(path, 'overture')).toEqual(['Cafe 1', 'Cafe 2', 'Cafe 3', 'Cafe 4', 'Café Ñandú']);
    for await (const { fields } of readRows(path)) {
      expect(fields).toMatchObject({
        ...{ id: 'near-1', category: 'coffee-tea', address: '100 Main St', city: 'Irvine', zip: '92614', state: 'CA' },
        ...{ phone: '+19495550100', website: 'https://nandu.example', lat: '33.68', lng: '-117.83', date: '2026-08' },
      });
      break;
    }
  });

  it('of a file that has none in the region, only the end is read', async () => {
    const places = Array.from({ length: 3000 }, (_, index) => far(index));
    server.put(`${NEWEST}/part-0.parquet`, toOvertureParquet(places));
    server.put(`${NEWEST}/part-1.parquet`, toOvertureParquet([near(1)]));
    await fetch(getSource('overture'));
    expect(server.requested.filter((line) => line.includes('part-0'))).toHaveLength(1);
  });

  it('a connection that is cut again and again brings the same file', async () => {
    putReleases();
    const { path } = await fetch(getSource('overture'));
    const whole = readFileSync(path);
    rmSync(path);
    server.cutAfter(700);
    server.failNext(503, 429);
    expect(readFileSync((await fetch(getSource('overture'))).path)).toEqual(whole);
  });

  it('what was cut off for good continues with the next row group', async () => {
    putReleases();
    const stop = new AbortController();
    let groups = 0;
    const onProgress = (done: number, total: number | null) => {
      if (total && done > total / 2 && ++groups === 1) stop.abort();
    };
    const source = getSource('overture');
    await expect(fetchSource({ ...context, signal: stop.signal, onProgress }, source)).rejects.toThrow();
    server.requested.length = 0;
    const { path } = await fetch(source);
    expect(await readNames(path, 'overture')).toHaveLength(5);
    const resumed = server.requested.length;
    rmSync(path);
    await fetch(source);
    expect(server.requested.length - resumed).toBeGreaterThan(resumed);
    expect(existsSync(`${path}.json`)).toBe(false);
  });

  it('a schema that has changed is named, and leaves nothing', async () => {
    server.put(`${NEWEST}/part-0.parquet`, toFoursquareParquet([{ fsq_place_id: '1', name: 'A' }]));
    await expect(fetch(getSource('overture'))).rejects.toThrow(
      /part-0\.parquet: the columns have changed\. Missing: id, geometry, names\.primary, .* It has: fsq_place_id, name, .* Nothing was imported\./,
    );
    expect(existsSync(join(folder, 'source-overture'))).toBe(false);
  });

  it.each([
    [
      'the releases moved',
      { 'releases-2/2026-11-19.0/a.parquet': '' },
      /no releases below release\/\. It has: releases-2\//,
    ],
    [
      'the folder moved',
      { 'release/2026-11-19.0/places/a.parquet': 'x' },
      /no files in release\/2026-11-19\.0\/theme=places.* It has: release\/2026-11-19\.0\/places\//,
    ],
    ['nothing is there', {}, /no releases below release\/\. It has: –/],
  ])('%s: the bucket is listed', async (_, files, message) => {
    for (const [key, content] of Object.entries(files)) server.put(key, content);
    await expect(fetch(getSource('overture'))).rejects.toThrow(message);
  });

  it('a listing that is none, or declares entities, is refused', async () => {
    for (const answer of ['<html>', '<!DOCTYPE x [<!ENTITY a "b">]><ListBucketResult/>', '{}']) {
      server.handle('/', (_, response) => response.end(answer));
      await expect(fetch(getSource('overture'))).rejects.toThrow('answers with no list of files');
    }
  });

  it('a mirror without ranges is refused with what to do', async () => {
    putReleases();
    server.setKnowsRanges(false);
    await expect(fetch(getSource('overture'))).rejects.toThrow(/can’t send parts of a file\. Download it/);
  });

  it('comes from one file at an address, or on the disk', async () => {
    const bytes = toOvertureParquet([far(1), near(1)]);
    server.put('mirror.parquet', bytes);
    const remote = await fetch(getSource('overture'), { from: `${server.url}mirror.parquet` });
    expect(await readNames(remote.path, 'overture')).toEqual(['Cafe 1']);
    expect(remote.month).toBe('2026-11');
    const local = join(tmpdir(), `overture-${process.pid}.parquet`);
    writeFileSync(local, bytes);
    const { path, month } = await fetch(getSource('overture'), { from: local });
    expect([await readNames(path, 'overture'), month]).toEqual([['Cafe 1'], null]);
    rmSync(local);
    await expect(fetch(getSource('overture'), { from: local })).rejects.toThrow(/can’t be read: ENOENT/);
  });
});

it('Foursquare comes from its newest release', async () => {
  const place = { name: 'Taqueria', latitude: 33.68, longitude: -117.83, address: '1 Main St', locality: 'Irvine' };
  const places = [
    {
      ...place,
      fsq_place_id: '1',
      region: 'CA',
      postcode: '92614',
      fsq_category_labels: ['Dining and Drinking > Restaurant'],
    },
    { ...place, fsq_place_id: '2', name: 'Elsewhere', latitude: 48.85 },
    { ...place, fsq_place_id: '3', name: 'Nowhere', latitude: null, longitude: null },
  ];
  server.put('release/dt=2025-09-09/places/parquet/places-0.zstd.parquet', toFoursquareParquet(places));
  server.put('release/dt=2025-08-07/places/parquet/places-0.zstd.parquet', toFoursquareParquet([]));
  const { path, release, month } = await fetch(getSource('foursquare'));
  expect([release, month]).toEqual(['2025-09-09', '2025-09']);
  expect(await readNames(path, 'foursquare')).toEqual(['Taqueria']);
});

it('OpenStreetMap comes box by box from Overpass, and continues', async () => {
  let count = 0;
  const queries: string[] = [];
  const answer = (id: number) => ({
    version: 0.6,
    elements: [
      {
        type: 'node',
        id,
        lat: 33.68,
        lon: -117.83,
        tags: { name: `Shop ${id}`, shop: 'bakery' },
        timestamp: '2026-11-01T00:00:00Z',
      },
    ],
  });
  server.handle('/api', (url, response) => {
    queries.push(url.searchParams.get('data') ?? '');
    count++;
    if (count === 2) return void response.writeHead(429).end();
    if (count === 4)
      return void response.end(JSON.stringify({ elements: [], remark: 'runtime error: Query timed out' }));
    response.end(JSON.stringify(answer(count), null, 2));
  });
  await expect(fetch(getSource('openstreetmap', 'api'))).rejects.toThrow(/gave up: runtime error: Query timed out/);
  const { path } = await fetch(getSource('openstreetmap', 'api'));
  const names = await readNames(path, 'openstreetmap');
  expect(names.slice(0, 3)).toEqual(['Shop 1', 'Shop 3', 'Shop 5']);
  expect(new Set(queries).size).toBe(names.length);
  expect(queries[0]).toMatch(
    /^\[out:json\].*nwr\["name"\]\["shop"\]\(3\d\.\d+,-1\d\d\.\d+,3\d\.\d+,-1\d\d\.\d+\);.*out meta center;$/,
  );
});

const csv = (...rows: string[]) => `${rows.join('\n')}\n`;
const TABLES: [name: string, content: string, names: string[]][] = [
  [
    'san-diego',
    csv(
      'account_key,business_owner_name,dba_name,naics_code,address_no,address_pd,address_road,address_sfx,address_city,address_state,address_zip,lat,lng',
      '2015031359.0,SMITH ANNA,GARNET TAQUERIA,722.0,962,,GARNET,AVE,SAN DIEGO,CA,92109-2728,32.79,-117.25',
      '2015031360.0,SMITH ANNA,Smith Anna,722.0,1,,HOME,ST,SAN DIEGO,CA,92109-2728,32.79,-117.25',
    ),
    ['GARNET TAQUERIA'],
  ],
  [
    'los-angeles',
    csv(
      'LOCATION ACCOUNT #,BUSINESS NAME,DBA NAME,STREET ADDRESS,CITY,ZIP CODE,NAICS',
      '0000000108-0001-3,JOHN DOE,,1 HOME ST,LOS ANGELES,90001-1234,722511',
      '0000000115-0001-1,DOE JANE,"SUNSET ""BOOKS""",8560 W SUNSET BLVD,LOS ANGELES,90069,451211',
    ),
    ['SUNSET "BOOKS"'],
  ],
  [
    'cslb',
    csv(
      'LicenseNo,BusinessName,MailingAddress,City,State,County,ZIPCode,BusinessPhone,PrimaryStatus,Classifications(s),ExpirationDate',
      '1103922,PRIME PLUMBING INC,123 MAIN ST,IRVINE,CA,Orange,92614,9495550123,CLEAR,C36| C10,01/31/2027',
      '1103923,OLD PLUMBING INC,123 MAIN ST,IRVINE,CA,Orange,92614,9495550124,SUSP,C36,01/31/2020',
      '1103924,NORTH PLUMBING INC,123 MAIN ST,EUREKA,CA,Humboldt,95501,7075550124,CLEAR,C36,01/31/2027',
    ),
    ['PRIME PLUMBING INC'],
  ],
  [
    'cms-hospitals',
    csv(
      'Facility ID,Facility Name,Address,City/Town,State,ZIP Code,County/Parish,Telephone Number,Hospital Type',
      '050022,RIVERSIDE HOSPITAL,4445 MAGNOLIA AVENUE,RIVERSIDE,CA,92501,RIVERSIDE,(951) 788-3000,Acute Care Hospitals',
      '010001,DOTHAN HOSPITAL,1108 ROSS CLARK CIRCLE,DOTHAN,AL,36301,HOUSTON,(334) 793-8701,Acute Care Hospitals',
    ),
    ['RIVERSIDE HOSPITAL'],
  ],
];

describe('A table', () => {
  it.each(TABLES)('of %s has the rows that the list keeps', async (name, content, names) => {
    server.put('file.csv', content);
    const { path, month } = await fetch(getSource(name), { from: `${server.url}file.csv` });
    expect([await readNames(path, name), month]).toEqual([names, '2026-11']);
  });

  it.each(TABLES)('of %s without one of its columns is refused with its name', async (name, content) => {
    const [column = ''] = content.split(',');
    server.put('file.csv', content.replace(column, 'something_else'));
    await expect(fetch(getSource(name), { from: `${server.url}file.csv` })).rejects.toThrow(
      new RegExp(
        `the columns have changed\\. Missing: ${column}\\. The file has: something_else, .*Nothing was imported\\.`,
      ),
    );
    expect(existsSync(join(folder, `source-${name}`))).toBe(false);
  });

  it('may be compressed, and has a class of several, the first', async () => {
    server.put('file.csv.gz', gzipSync(TABLES[2]?.[1] ?? ''));
    const { path } = await fetch(getSource('cslb'), { from: `${server.url}file.csv.gz` });
    expect(readFileSync(path, 'utf8')).toContain('"CLEAR","C36",');
    server.put('file.csv.gz', gzipSync(TABLES[2]?.[1] ?? '').subarray(0, 100));
    await expect(fetch(getSource('cslb'), { from: `${server.url}file.csv.gz` })).rejects.toThrow(/file is damaged/);
  });

  it('comes by the catalog of its publisher, whose addresses change', async () => {
    const dataset = (file: string) =>
      JSON.stringify({
        result: {
          resources: [
            { url: `${server.url}old/notes.pdf` },
            { url: `${server.url}x7/${file}`, last_modified: '2026-10-02T01:02:03' },
          ],
        },
      });
    server.handle('/api/3/action/package_show', (_, response) =>
      response.end(dataset('health_facility_locations.csv')),
    );
    server.put(
      'x7/health_facility_locations.csv',
      csv(
        'FACID,FACNAME,FAC_FDR,ADDRESS,CITY,ZIP,COUNTY_NAME,CONTACT_PHONE_NUMBER,LATITUDE,LONGITUDE,FAC_STATUS_TYPE_CODE',
        '1,HARBOR CLINIC,PRIMARY CARE CLINIC,1 MAIN ST,LONG BEACH,90802,LOS ANGELES,5625550100,33.77,-118.19,OPEN',
        '2,CLOSED CLINIC,PRIMARY CARE CLINIC,2 MAIN ST,LONG BEACH,90802,LOS ANGELES,5625550100,33.77,-118.19,CLOSED',
        '3,A HOME,CONGREGATE LIVING HEALTH FACILITY,3 MAIN ST,LONG BEACH,90802,LOS ANGELES,5625550100,33.77,-118.19,OPEN',
      ),
    );
    const { path, month } = await fetch(getSource('health-facilities'));
    expect([await readNames(path, 'health-facilities'), month]).toEqual([['HARBOR CLINIC'], '2026-10']);
    server.handle('/api/3/action/package_show', (_, response) => response.end(dataset('facilities-2027.csv')));
    await expect(fetch(getSource('health-facilities'))).rejects.toThrow(
      /no file health_facility_locations\.csv any more\. It has: notes\.pdf, facilities-2027\.csv/,
    );
  });

  it('comes page by page from a layer of ArcGIS', async () => {
    const names = [
      'ObjectId',
      'Record_ID',
      'Store_Name',
      'Store_Type',
      'Store_Street_Address',
      'City',
      'State',
      'Zip_Code',
      'Latitude',
      'Longitude',
    ];
    const fields = names.map((name) => ({
      name,
      type: name === 'ObjectId' ? 'esriFieldTypeOID' : 'esriFieldTypeString',
    }));
    const toStore = (id: number) => ({
      attributes: {
        ObjectId: id,
        Record_ID: id,
        Store_Name: `Market ${id}`,
        Store_Type: 'Supermarket',
        Store_Street_Address: `${id} Main St`,
        City: 'Irvine',
        State: 'CA',
        Zip_Code: '92614',
        Latitude: 33.68,
        Longitude: -117.83,
      },
    });
    let sends = 1500;
    server.handle('/layer/query', ({ searchParams: query }, response) => {
      if (query.get('returnCountOnly')) return void response.end(JSON.stringify({ count: 1500 }));
      const offset = Number(query.get('resultOffset'));
      const length = Math.max(0, Math.min(1000, sends - offset));
      response.end(JSON.stringify({ features: Array.from({ length }, (_, index) => toStore(offset + index)) }));
    });
    server.handle('/layer', (_, response) =>
      response.end(JSON.stringify({ fields, editingInfo: { dataLastEditDate: Date.UTC(2026, 8, 3) } })),
    );
    const { path, month } = await fetch(getSource('snap', 'layer'));
    const stores = await readNames(path, 'snap');
    expect([stores.length, stores.at(-1), month]).toEqual([1500, 'Market 1499', '2026-09']);
    sends = 1200;
    await expect(fetch(getSource('snap', 'layer'))).rejects.toThrow(/has 1,500 rows, and sent 1,200/);
    server.handle('/layer', (_, response) => response.end('{"error":{"code":400,"message":"Invalid URL"}}'));
    await expect(fetch(getSource('snap', 'layer'))).rejects.toThrow(/answers with no rows: Invalid URL/);
  });

  it('that the product ships needs no network', async () => {
    const source = sources.get('openstreetmap-2021');
    if (!source) throw new Error('it is gone');
    const { path } = await fetch(source);
    expect(await readNames(path, source.name)).toHaveLength(29_345);
  });

  it('that a program may not fetch says what to do', async () => {
    await expect(fetch(getSource('cslb'))).rejects.toThrow(
      /can’t be downloaded by a program\. Choose .* then upload the file under Imports/,
    );
  });
});

describe('A download', () => {
  const [name, content] = ['cms-hospitals', TABLES[3]?.[1] ?? ''];
  const large = content + `"x","y","z","w","AL","1","","",""\n`.repeat(20_000);

  it('that is cut again and again continues where it was', async () => {
    server.put('file.csv', large);
    server.cutAfter(100_000);
    server.failNext(503);
    await fetch(getSource(name, 'file.csv'));
    const ranges = server.requested.map((line) => Number(/bytes=(\d+)-/.exec(line)?.[1] ?? 0));
    expect(ranges.length).toBeGreaterThan(5);
    expect(ranges).toEqual([...ranges].sort((a, b) => a - b));
  });

  it('begins anew when the file has changed meanwhile', async () => {
    server.put('file.csv', large);
    server.cutAfter(100_000);
    const stop = new AbortController();
    const onProgress = (done: number) => done > 150_000 && stop.abort();
    await expect(
      fetchSource({ ...context, signal: stop.signal, onProgress }, getSource(name, 'file.csv')),
    ).rejects.toThrow();
    server.cutAfter(undefined);
    server.put('file.csv', content);
    const { path } = await fetch(getSource(name, 'file.csv'));
    expect(await readNames(path, name)).toEqual(['RIVERSIDE HOSPITAL']);
  });

  it.each([
    ['of another size than it says', { 'content-length': '900' }, {}, /connection failed|bytes instead of/],
    [
      'of another checksum than its publisher says',
      { 'repr-digest': 'sha-256=:AAAA:' },
      {},
      /another checksum \(SHA-256\)/,
    ],
    ['of another checksum than the operator says', {}, { sha256: '0'.repeat(64) }, /another checksum \(SHA-256\)/],
  ])('%s is refused', async (_, headers, options, message) => {
    server.put('file.csv', content, headers);
    await expect(fetch(getSource(name), { from: `${server.url}file.csv`, ...options })).rejects.toThrow(message);
    expect(existsSync(join(folder, `source-${name}`))).toBe(false);
  });

  it('that is gone, or refused for long, says what to do', async () => {
    await expect(fetch(getSource(name, 'gone.csv'))).rejects.toThrow(
      /is no longer at http.*gone\.csv\. Look for it at https:\/\/data\.cms\.gov.*upload it under Imports/,
    );
    server.failNext(503, 503, 503, 503, 503);
    await expect(fetch(getSource(name, 'file.csv'))).rejects.toThrow(/answered with status 503\. Try again later/);
  });
});

describe('Addresses that are not public', () => {
  const open = createHttpClient({ retryDelayMs: 1 });
  afterAll(() => open.close());

  it.each([
    ['https://127.0.0.1/a', /127\.0\.0\.1 is not on the public internet/],
    ['https://10.1.2.3/a', /not on the public internet/],
    ['https://169.254.169.254/latest/meta-data', /not on the public internet/],
    ['https://[::1]/a', /not on the public internet/],
    ['https://[::ffff:10.0.0.1]/a', /not on the public internet/],
    ['https://0x7f000001/a', /not on the public internet/],
    ['https://localhost/a', /not on the public internet/],
    ['https://db.localhost/a', /refused|connection failed/],
    ['http://data.example/a', /is no https address/],
    ['https://me:secret@data.example/a', /with a password/],
    ['file:///etc/passwd', /is no https address/],
  ])('%s is refused', async (url, message) => {
    const source = { ...getSource('cms-hospitals'), address: { kind: 'file' as const, url } };
    await expect(fetchSource({ ...context, http: open }, source)).rejects.toThrow(message);
    expect(server.requested).toEqual([]);
  });
});
