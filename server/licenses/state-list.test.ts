import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { writeImportFile } from '#tests/support/import/import-file.ts';
import { NotTheStatesList, readStateList, type StateLicense } from './read-list.ts';
import { addToStateList, compareExpired } from './state-list.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);
beforeEach(async () => {
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('state_licenses').execute();
});

const license = (columns: Partial<StateLicense> = {}): StateLicense => ({
  ...{ number: '1042318', business_name: "SID'S PLUMBING & DRAINS, INC.", classes: ['C-36'], is_clear: true },
  expires_on: '2999-12-31',
  ...columns,
});
const plumber = (columns: object = {}) =>
  makeListing(db, {
    ...{ category: 'plumbers', title: 'Sid’s Plumbing and Drains', business_name: 'Sid’s Plumbing and Drains' },
    ...{ license_number: 'CSLB 1042318', ...columns },
  });
const readPage = async (id: number, language = 'en') => (await api.get(`/api/ads/${id}?lang=${language}`)).body;
const readChecks = async () =>
  (await db.selectFrom('listings').select('license_check').orderBy('id').execute()).map((row) => row.license_check);
const list = (...licenses: StateLicense[]) => addToStateList(db, licenses, '2025-10-31');

describe('A license number', () => {
  it('that the list has as active is shown with class, day and the state’s page, in rows, searches and structured data', async () => {
    await list(license({ classes: ['B', 'C-36'] }));
    const { id } = await plumber();
    await api.invalidateAll();
    expect(await readPage(id)).toMatchObject({
      licensed: true,
      licenseNumber: 'CSLB 1042318',
      license: {
        ...{ number: '1042318', check: 'confirmed', classes: ['C-36 plumbing'], listedOn: '2025-10-31' },
        url: 'https://www.cslb.ca.gov/OnlineServices/CheckLicenseII/LicenseDetail.aspx?LicNum=1042318',
      },
    });
    expect((await readPage(id, 'es')).license.classes).toEqual(['C-36 plomería']);
    const { id: other } = await makeListing(db, { category: 'plumbers', title: 'Other Plumbing' });
    await api.invalidateAll();
    const search = async (query: string) =>
      (await api.get(`/api/search?category=plumbers${query}`)).body.map((row: { id: number; licensed: boolean }) => [
        row.id,
        row.licensed,
      ]);
    expect((await search('')).toSorted()).toEqual([
      [id, true],
      [other, false],
    ]);
    expect(await search('&licensed=true')).toEqual([[id, true]]);
  });

  it.each<[string, Partial<StateLicense>, object, string]>([
    ['of another name', { business_name: 'OAK PLUMBING' }, {}, 'name'],
    ['of another trade', { classes: ['C-10'] }, {}, 'class'],
    ['that is suspended', { is_clear: false }, {}, 'suspended'],
    ['that has expired', { expires_on: '2025-12-31' }, {}, 'expired'],
    ['of its other name', {}, { business_name: 'Drain Holdings' }, 'confirmed'],
    ['with class and sign', {}, { license_number: 'Lic. #1042318 (C-36)' }, 'confirmed'],
  ])('%s is compared', async (_which, columns, listing, check) => {
    await list(license(columns));
    const { id } = await plumber(listing);
    await api.invalidateAll();
    expect(await readChecks()).toEqual([check]);
    const page = await readPage(id);
    const isConfirmed = check === 'confirmed';
    expect([page.license.check, page.licensed]).toEqual([isConfirmed ? 'confirmed' : 'unconfirmed', isConfirmed]);
    // Why is for its owner and the staff.
    expect(JSON.stringify(page)).not.toMatch(/suspended|expired|OAK/);
  });

  it('that the list lacks is shown, and nothing is said of it', async () => {
    await list(license({ number: '999999' }));
    const { id } = await plumber();
    await api.invalidateAll();
    const page = await readPage(id);
    expect(page.license).toMatchObject({ number: '1042318', check: null, classes: [], listedOn: null });
    expect(page.licensed).toBe(false);
  });

  it('of a trade that needs none, or the statement of having none, is shown as typed', async () => {
    await list(license());
    const baker = await plumber({ category: 'bakeries' });
    const unlicensed = await plumber({ license_number: 'Not licensed; jobs under $1,000' });
    await api.invalidateAll();
    expect((await readPage(baker.id)).license).toBeNull();
    expect(await readPage(unlicensed.id)).toMatchObject({
      license: null,
      licenseNumber: 'Not licensed; jobs under $1,000',
    });
    expect(await readChecks()).toEqual([null, null]);
  });

  it('is compared again when the listing, the list or the date changes', async () => {
    const { id } = await plumber();
    expect(await readChecks()).toEqual([null]);
    await list(license());
    expect(await readChecks()).toEqual(['confirmed']);
    await list(license({ is_clear: false }));
    expect(await readChecks()).toEqual(['suspended']);
    await list(license());
    const update = (columns: object) => db.updateTable('listings').set(columns).where('id', '=', id).execute();
    await update({ title: 'Oak Plumbing', business_name: 'Oak Plumbing' });
    expect(await readChecks()).toEqual(['name']);
    await update({ license_number: null });
    expect(await readChecks()).toEqual(['missing']);
    await update({ license_number: '1042318', title: 'Sid’s Plumbing & Drains' });
    expect(await readChecks()).toEqual(['confirmed']);
    await sql`alter table listings disable trigger listings_license`.execute(db);
    await sql`update state_licenses set expires_on = current_date - 2`.execute(db);
    await sql`alter table listings enable trigger listings_license`.execute(db);
    await compareExpired(db);
    expect(await readChecks()).toEqual(['expired']);
  });
});

describe('The state’s list', () => {
  const read = async (text: string) => {
    const licenses: StateLicense[] = [];
    for await (const license of readStateList(writeImportFile(text))) licenses.push(license);
    return licenses;
  };

  it('is read as the state and as data/ write it', async () => {
    const expected = [
      {
        ...{ number: '549974', business_name: 'L T ELECTRIC, INC', classes: ['B', 'C-10', 'D-6'], is_clear: true },
        expires_on: '2027-05-31',
      },
    ];
    expect(
      await read(
        'license_no,business_name,city,state,zip,county,phone,classifications,status,expires\n549974,"L T ELECTRIC, INC",VAN NUYS,CA,91411,Los Angeles,,B| C10| D06,CLEAR,05/31/2027\n',
      ),
    ).toEqual(expected);
    expect(
      await read(
        'LicenseNo,LastUpdate,BusinessName,PrimaryStatus,Classifications(s),ExpirationDate\n00549974,,"L T ELECTRIC, INC",CLEAR,"B, C-10, D06",5/31/2027\n',
      ),
    ).toEqual(expected);
  });

  it('may have rows that say nothing, and is refused where columns are missing', async () => {
    const rows =
      'license_no,business_name,classifications,status,expires\nx,NO NUMBER,C10,CLEAR,\n12345,,C10,CLEAR,\n12345,A,,,soon\n';
    expect(await read(rows)).toEqual([
      { number: '12345', business_name: 'A', classes: [], is_clear: false, expires_on: null },
    ]);
    await expect(read('name,phone\nA,1\n')).rejects.toThrow(NotTheStatesList);
  });

  it('is stored by its numbers, the last row of one', async () => {
    expect(await list(license(), license({ business_name: 'LATER' }))).toBe(2);
    expect(await db.selectFrom('state_licenses').select(['number', 'business_name']).execute()).toEqual([
      { number: '1042318', business_name: 'LATER' },
    ]);
  });
});
