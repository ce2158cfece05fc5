import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type AddedBranch, type BranchPreview, SAMPLE_BRANCH_FILE } from '#contract/ownership/branch-files.ts';
import { suspend } from '#server/admin/suspension.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeOrganization } from '#tests/fixtures/organization-factories.ts';
import { makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { createBranchReader, withFile } from './branch-reader.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);
await makeAccount(db, { id: 1, email: null });

let ownerId: number;
let owner: Visitor;
let organization: number;
let made = 0;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  await db.deleteFrom('listings').execute();
  // Each test has a company of its own.
  const email = `office@bright-smiles-${++made}.example`;
  ({ id: ownerId } = await makeAccount(db, { email, email_confirmed_at: new Date() }));
  owner = await api.signedInVisitor(ownerId);
  organization = (await makeOrganization(db, { ownerId })).id;
});

const HEADER = 'Business Name,Street,City,ZIP,Phone,Website,Category,Hours';
const STREETS = ['Main St', 'Jamboree Rd', 'Barranca Pkwy', 'Culver Dr', 'Alton Pkwy', 'Sand Canyon Ave', 'Yale Ave'];
const toRow = (n: number) =>
  `Bright Smiles Dental,${100 + n * 7} ${STREETS[n % STREETS.length]},Irvine,92614,(949) 555-01${10 + n},https://bright-smiles-${made}.example/${n},dentist,Mon-Fri 9-5`;
const toFile = (rows: string[], header = HEADER) => [header, ...rows].join('\n');
const branches = (count: number) => Array.from({ length: count }, (_, n) => toRow(n));

const readFile = (content: string | Buffer, body: object = {}, who = owner, id = organization) =>
  who.post(`/api/user/organizations/${id}/branch-file`, { content: Buffer.from(content).toString('base64'), ...body });
async function preview(content: string | Buffer, body: object = {}): Promise<BranchPreview> {
  const response = await readFile(content, body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}
const send = (rows: object[], who = owner, id = organization) =>
  who.post(`/api/user/organizations/${id}/branches`, { branches: rows });
async function add(rows: object[]): Promise<AddedBranch[]> {
  const results: AddedBranch[] = [];
  for (let from = 0; from < rows.length; from += 10) {
    const { status, body } = await send(rows.slice(from, from + 10));
    expect(status, JSON.stringify(body)).toBe(200);
    results.push(...body.results);
  }
  return results;
}
const toRows = ({ rows }: BranchPreview) => rows.map(({ line, form }) => ({ line, form }));
const listBranches = async () => (await owner.get(`/api/user/organizations/${organization}`)).body.branches;
const countListings = async () => (await db.selectFrom('listings').select('id').execute()).length;

describe('A file of branches', () => {
  it('is shown row by row and then published, once however often it is sent', async () => {
    const file = toFile(branches(14));
    const read = await preview(file);
    expect(read).toMatchObject({ error: null, missing: [], refused: [] });
    expect(read.rows.map(({ match, issues }) => [match, issues])).toEqual(Array(14).fill(['new', []]));
    expect(read.rows[0]?.form).toMatchObject({
      ...{ businessName: 'Bright Smiles Dental', address: '100 Main St', city: 'Irvine', zipCode: '92614' },
      ...{ phone: '(949) 555-0110', email: `office@bright-smiles-${made}.example` },
      hours: { monday: [{ opens: '09:00', closes: '17:00' }], sunday: 'closed' },
    });
    expect(await countListings()).toBe(0);

    const results = await add(toRows(read));
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(14).fill('added'));
    expect(await listBranches()).toHaveLength(14);
    expect(await listBranches()).toMatchObject(Array(14).fill({ published: true, level: 'free' }));

    const again = await add(toRows(read));
    expect(again.map(({ outcome, listingId }) => [outcome, listingId])).toEqual(
      results.map(({ listingId }) => ['joined', listingId]),
    );
    expect((await preview(file)).rows.map(({ match }) => match)).toEqual(Array(14).fill('yours'));
    expect(await countListings()).toBe(14);
  });

  it('says nothing of pictures and paid levels, whatever is sent as its rows', async () => {
    const [row] = toRows(await preview(toFile(branches(1))));
    const picture = { id: 1, name: 'b'.repeat(20), widths: [640], width: 640, height: 480, alt: 'A tooth' };
    const form = { ...row?.form, premium: true, photos: [picture], imageUrl: 'https://evil.example/a.png' };
    const [added] = await add([{ ...row, form }]);
    expect(added).toMatchObject({ outcome: 'added', issues: [] });
    const stored = (await owner.get(`/api/user/ads/${added?.listingId}`)).body;
    expect(stored.form).toMatchObject({ photos: [], logo: null, imageUrl: '' });
    expect(await listBranches()).toMatchObject([{ level: 'free', status: 'active', published: true }]);
  });

  it('is the sheet of Google Business Profile as well', async () => {
    const header =
      'Store code,Business name,Address line 1,Locality,Administrative area,Postal code,Primary phone,Website,Primary category,Sunday hours,Monday hours,Tuesday hours,Wednesday hours,Thursday hours,Friday hours,Saturday hours';
    const { rows, error } = await preview(
      toFile(
        ['A1,Bright Smiles Dental,100 Main St,Irvine,CA,92614,(949) 555-0110,,Dentist,,9:00 AM-5:00 PM,,,,,'],
        header,
      ),
    );
    expect(error).toBeNull();
    expect(rows).toMatchObject([
      {
        match: 'new',
        issues: [],
        form: {
          businessName: 'Bright Smiles Dental',
          hours: { sunday: 'closed', monday: [{ opens: '09:00', closes: '17:00' }] },
        },
      },
    ]);
  });

  it('names further categories, which the published listings have', async () => {
    const row = (n: number, text: string) => toRow(n).replace(',dentist,', `,${text},`);
    const read = await preview(toFile([row(0, 'dentist; pharmacy'), row(1, 'dentist; unicorns'), row(2, 'dentist')]));
    const ids = await db.selectFrom('categories').select('id').where('slug', '=', 'pharmacies').execute();
    expect(read.rows.map(({ form, notes, issues }) => [form.moreCategoryIds, notes, issues])).toEqual([
      [ids.map(({ id }) => id), [], []],
      [[], ["the further kind 'unicorns' is unknown: left out, please check"], []],
      [[], [], []],
    ]);
    const [added] = await add(toRows(read));
    const { form } = (await owner.get(`/api/user/ads/${added?.listingId}`)).body;
    expect(form.moreCategoryIds).toEqual(read.rows[0]?.form.moreCategoryIds);
  });

  it('is the sample that owners download as well', async () => {
    expect(await preview(SAMPLE_BRANCH_FILE)).toMatchObject({ error: null, rows: [{ match: 'new', issues: [] }] });
  });

  it('says of each row what is missing or wrong by the field, and the others are published', async () => {
    const wrong = [
      'Bright Smiles Dental,9 Yale Ave,Irvine,92614,,,dentist,',
      'Bright Smiles Dental,11 Yale Ave,Irvine,92614,(949) 555-01,,dentist,',
      ',13 Yale Ave,Irvine,92614,(949) 555-0177,,dentist,',
      'Bright Smiles Dental,15 Yale Ave,Reno,89501,(949) 555-0178,,dentist,',
    ];
    const read = await preview(toFile([toRow(0), ...wrong]));
    expect(read.rows.map(({ line, issues }) => [line, issues.map(({ path }) => path)])).toEqual([
      [2, []],
      [3, ['phone']],
      [4, ['phone']],
    ]);
    expect(read.refused.map(({ line }) => line)).toEqual([5, 6]);
    const results = await add(toRows(read));
    expect(results.map(({ outcome, issues }) => [outcome, issues.map(({ path }) => path)])).toEqual([
      ['added', []],
      ['refused', ['phone']],
      ['refused', ['phone']],
    ]);
    expect(await countListings()).toBe(1);
    // The row is mended in the preview.
    const [, second] = toRows(read);
    const mended = await add([{ ...second, form: { ...second?.form, phone: '949 555 0123' } }]);
    expect(mended).toMatchObject([{ line: 3, outcome: 'added' }]);
  });

  it.each([
    ['the same', 'Bright Smiles Dental,100 Main St,Irvine,92614,(949) 555-0110,,dentist,', 'twice'],
    [
      'the name and address in other words',
      'BRIGHT SMILES DENTAL,100 Main Street,Irvine,92614-1234,,,dentist,',
      'twice',
    ],
    ['the number and address', 'Bright Smiles,100 Main St.,Irvine,92614,949.555.0110,,dentist,', 'twice'],
    ['another suite', 'Bright Smiles Dental,100 Main St Ste 2,Irvine,92614,(949) 555-0110,,dentist,', 'new'],
    ['another business there', 'Golden Yoga,100 Main St,Irvine,92614,(949) 555-0199,,yoga,', 'new'],
    ['the number elsewhere', 'Bright Smiles Dental,9 Yale Ave,Irvine,92614,(949) 555-0110,,dentist,', 'new'],
  ])('tells a row with %s from one before it', async (_what, row, match) => {
    const { rows } = await preview(toFile([toRow(0), row]));
    expect(rows.map((read) => read.match)).toEqual(['new', match]);
  });

  it.each(['9269', '926', 'Irvine'])('says plainly that %s is no ZIP code', async (zip) => {
    const { refused } = await preview(
      toFile([`Bright Smiles Dental,1 Yale Ave,Irvine,${zip},(949) 555-0110,,dentist,`]),
    );
    expect(refused).toMatchObject([{ reason: `ZIP code “${zip}” isn’t a ZIP code: use five digits` }]);
  });

  it.each([
    ['Office', 'Office hours'],
    ['Practice', 'Open'],
    ['Branch', 'Opening times'],
    ['Consultorio', 'Horario'],
    ['Sucursal', 'Horario'],
    ['Location name', 'Hours'],
  ])('is known by the columns %s and %s', async (name, hours) => {
    const { rows } = await preview(toFile([toRow(0)], `${name},Street,City,ZIP,Phone,Website,Category,${hours}`));
    expect(rows).toMatchObject([
      { form: { businessName: 'Bright Smiles Dental', hours: { monday: [{ opens: '09:00', closes: '17:00' }] } } },
    ]);
  });

  it('asks which column holds what, and for a category, where the names of columns do not say it', async () => {
    const file = toFile(['Bright Smiles Dental,100 Main St,Irvine,92614,(949) 555-0110'], 'A,B,C,D,E');
    const unknown = await preview(file);
    expect(unknown.missing).toEqual(['name', 'place', 'category']);
    expect(unknown.columns[0]).toEqual({ name: 'A', samples: ['Bright Smiles Dental'] });
    const mapping = { name: 'A', address: 'B', city: 'C', zip: 'D', phone: 'E' };
    expect((await preview(file, { mapping })).missing).toEqual(['category']);
    const { rows, missing } = await preview(file, { mapping, categoryId: '2' });
    expect(missing).toEqual([]);
    expect(rows).toMatchObject([{ issues: [], form: { categoryId: '2', address: '100 Main St' } }]);
  });
});

describe('What is listed already', () => {
  const list = (n: number, columns: object) =>
    makeListing(db, {
      ...{ title: 'Bright Smiles Dental', business_name: 'Bright Smiles Dental', zip: '92614', city: 'Irvine' },
      ...{ address: `${100 + n * 7} ${STREETS[n]}`, phone: `(949) 555-01${10 + n}` },
      ...{ origin: 'open-data', owner_id: null, website: `https://www.bright-smiles-${made}.example` },
      ...columns,
    });

  it('is claimed by the email at its website, joins, or is left to its owner', async () => {
    const other = await makeAccount(db);
    const claimed = await list(0, {});
    const foreign = await list(1, { website: 'https://elsewhere.example' });
    const own = await list(2, { origin: 'account', owner_id: ownerId });
    const taken = await list(3, { origin: 'account', owner_id: other.id });
    const read = await preview(toFile([...branches(5), toRow(4)]));
    expect(read.rows.map(({ match, listing }) => [match, listing?.id])).toEqual([
      ['claim', claimed.id],
      ['unclaimed', foreign.id],
      ['yours', own.id],
      ['taken', taken.id],
      ['new', undefined],
      ['twice', undefined],
    ]);
    const results = await add(toRows(read));
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'claimed',
      'refused',
      'joined',
      'refused',
      'added',
      'joined',
    ]);
    const owners = await db.selectFrom('listings').select(['id', 'owner_id']).orderBy('id').execute();
    expect(owners.slice(0, 4).map(({ owner_id }) => owner_id)).toEqual([ownerId, null, ownerId, other.id]);
    expect(owners).toHaveLength(5);
    expect(await listBranches()).toHaveLength(3);
    // Another business at the place is added when the owner says so, but never one that has an owner.
    const [, second, , fourth] = toRows(read).map((row) => ({ ...row, isAnother: true }));
    expect((await add([second, fourth] as object[])).map(({ outcome }) => outcome)).toEqual(['added', 'refused']);
  });

  it('is not claimed by an email that is not confirmed, of a mail provider, or at another domain', async () => {
    for (const email of [`a@bright-smiles-${made}.example`, 'bright.smiles@gmail.com', 'office@elsewhere.example']) {
      const isConfirmed = !email.startsWith('a@');
      await db
        .updateTable('accounts')
        .set({ email, email_confirmed_at: isConfirmed ? new Date() : null })
        .where('id', '=', ownerId)
        .execute();
      const website = email.endsWith('gmail.com') ? 'https://gmail.com' : `https://bright-smiles-${made}.example`;
      const { id } = await list(0, { website });
      const read = await preview(toFile([toRow(0)]));
      expect([email, read.rows[0]?.match]).toEqual([email, 'unclaimed']);
      expect(await add(toRows(read))).toMatchObject([{ outcome: 'refused' }]);
      await db.deleteFrom('listings').where('id', '=', id).execute();
    }
  });

  it('shares a number with branches elsewhere, and is then another one', async () => {
    await list(0, { address: '1 Nowhere Ln', phone: '(949) 555-0110' });
    expect((await preview(toFile([toRow(0)]))).rows[0]?.match).toBe('new');
  });

  it('is not told of when visitors do not see it', async () => {
    const other = await makeAccount(db);
    await list(0, { origin: 'account', owner_id: other.id, status: 'hidden' });
    expect((await preview(toFile([toRow(0)]))).rows[0]?.match).toBe('new');
  });
});

describe('A hostile file', () => {
  it.each([
    ['a workbook, which could be a zip bomb', Buffer.from('PK\x03\x04[Content_Types].xml'), /Excel workbook/],
    ['an archive', gzipSync('x'), /compressed/],
    ['Parquet', Buffer.from('PAR1PAR1'), /as CSV/],
    ['JSON', '[{"name":"x"}]', /as CSV/],
    ['a web page', '<!doctype html><script>alert(1)</script>', /web page/],
    ['10,000 columns', Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(','), /more than 200 columns/],
    ['201 rows', toFile(Array(201).fill('A dentist,1 Main St,Irvine,92614,,,dentist,')), /more than 200 rows/],
    ['people', 'First Name,Last Name,Customer ID,Birthday\nA,B,1,2000\n', /list people/],
    ['zero bytes', Buffer.alloc(1000), /./],
  ])('of %s is refused with a reason', async (_what, content, reason) => {
    const read = await preview(content);
    expect(read.rows).toEqual([]);
    expect(read.error ?? read.missing.join()).toMatch(reason);
    // Where it was on the disk is nobody's business.
    expect(read.error ?? '').not.toMatch(/branches\.csv/);
  });

  it('of 10 MB, and one that is none, is refused before it is read', async () => {
    expect((await readFile(Buffer.alloc(10_000_000))).status).toBe(413);
    expect((await readFile('x', { content: 'not base64!' })).status).toBe(400);
    expect((await readFile('')).status).toBe(400);
  });

  it('with formulas becomes the text that it is', async () => {
    const { rows } = await preview(
      toFile(['"=HYPERLINK(""https://evil.example"",""Dental"")",100 Main St,Irvine,92614,(949) 555-0110,,dentist,']),
    );
    for (const { form } of rows) expect(form.businessName).not.toMatch(/^[=+@]/);
  });

  it('is read by a process of its own', async () => {
    const read = createBranchReader({ DATA_DIR: '/nowhere', DATABASE_URL: api.database.env.DATABASE_URL });
    const { rows } = await withFile(Buffer.from(toFile([toRow(0)])), (path) => read({ path, categoryId: null }));
    expect(rows).toMatchObject([{ line: 2, form: { address: '100 Main St' } }]);
  });
});

describe('Adding branches', () => {
  it('is for the owner alone', async () => {
    const manager = await makeAccount(db);
    await makeListingMember(db, { owner_id: ownerId, account_id: manager.id, role: 'manager' });
    const stranger = await makeAccount(db);
    const row = { line: 2, form: {} };
    for (const { id } of [manager, stranger]) {
      const visitor = await api.signedInVisitor(id);
      expect((await readFile(toFile([toRow(0)]), {}, visitor)).status).toBe(404);
      expect((await send([row], visitor)).status).toBe(404);
    }
    expect((await readFile(toFile([toRow(0)]), {}, api.visitor())).status).toBe(401);
    await suspend(db, { id: ownerId, by: 1, reason: 'A reason' });
    expect((await send([row])).status).toBe(401);
  });

  it('keeps to the limit of new listings in an hour, and says so by row', async () => {
    const rows = toRows(await preview(toFile(branches(2))));
    await db
      .insertInto('limits')
      .values({ key: `post:${ownerId}`, hits: 59, ends_at: new Date(Date.now() + 3_600_000) })
      .execute();
    const results = await add(rows);
    expect(results.map(({ outcome }) => outcome)).toEqual(['added', 'refused']);
    expect(results[1]?.message).toMatch(/Too many attempts/);
  });

  it('refuses a body that is none', async () => {
    for (const rows of [[], Array(11).fill({ line: 2, form: {} }), [{ line: 0, form: {} }], [{ line: 2, form: 'x' }]])
      expect((await send(rows)).status).toBe(400);
  });
});
