import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { listingForm, sendListingForm } from '#tests/support/listing-form.ts';

const api = await createListeningApi();
afterAll(api.close);
const { id: ownerId } = await makeAccount(api.db);
const owner = await api.signedInVisitor(ownerId);

const STREET = '77 Quetzalcoatl Way';
const EMAIL = 'private@quetzalcoatl.example';
const AT_CUSTOMERS = { serviceAreaOnly: true, serviceRadius: 15, serviceArea: 'Irvine and Tustin' };

let count = 0;
// An equal form would be the same listing.
const newForm = (overrides: object) => listingForm({ title: `Golden Hour Plumbing ${++count}`, ...overrides });
const post = async (overrides: object) => {
  const { status, body } = await sendListingForm(owner, newForm(overrides));
  expect(body).toMatchObject({ message: expect.any(String) });
  expect(status).toBe(201);
  return body.ad.id as number;
};
async function readPage(id: number) {
  await api.awaitInvalidations();
  return (await api.get(`/api/ads/${id}`)).body;
}
const readForm = async (id: number) => (await owner.get(`/api/user/ads/${id}`)).body;
const editListing = async (id: number, changes: object) => {
  const { form, version } = await readForm(id);
  return owner.send('PUT', `/api/user/ads/${id}`, { ...form, ...changes, version });
};
/** The tables in which a text stands, in whatever column. */
async function findStored(text: string) {
  const found: string[] = [];
  for (const table of ['listings', 'listing_search', 'search_words']) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(api.db);
    if (rows.some(({ row }) => row.toLowerCase().includes(text.toLowerCase()))) found.push(table);
  }
  return found;
}

it('a business that goes to its customers needs no street, and one that is sent is not stored', async () => {
  const id = await post({ ...AT_CUSTOMERS, address: STREET, pin: { lat: 33.68, lng: -117.83 } });
  expect(await readPage(id)).toMatchObject({ address: null, street: null, point: null, ...AT_CUSTOMERS });
  expect((await readForm(id)).form).toMatchObject({ address: '', pin: null, ...AT_CUSTOMERS });
  expect(await findStored('Quetzalcoatl Way')).toEqual([]);
  expect(await readPage(await post({ ...AT_CUSTOMERS, address: '' }))).toMatchObject({ address: null });
});

it.each([{ address: '' }, { address: 'a' }, { address: ' ', serviceAreaOnly: false }])(
  '%j is no address of a business that has one',
  async (changes) => {
    const { status, body } = await sendListingForm(owner, listingForm({ ...changes, title: '' }));
    expect(status).toBe(400);
    expect(body.issues).toContainEqual({ path: 'address', message: 'Address is required' });
    // Together with what else is missing.
    expect(body.issues).toContainEqual({ path: 'title', message: 'Title must be at least 5 characters' });
  },
);

it('the street of a listing that was public goes with the switch, and comes with no import, suggestion or older version', async () => {
  const id = await post({ address: STREET });
  expect(await readPage(id)).toMatchObject({ address: STREET });
  expect((await editListing(id, AT_CUSTOMERS)).status).toBe(200);
  expect(await readPage(id)).toMatchObject({ address: null, point: null });
  await sql`update listings set address = ${STREET}, lat = 33.68, lng = -117.83, point_source = 'import' where id = ${id}`.execute(
    api.db,
  );
  expect(await findStored('Quetzalcoatl Way')).toEqual([]);
  const { id: staffId } = await makeStaff(api.db, 'moderator');
  const staff = await api.signedInVisitor(staffId);
  const [newest] = (await staff.get(`/api/admin/ads/${id}/versions`)).body;
  const restore = { revision: newest.number, reason: 'As it was' };
  expect((await staff.send('POST', `/api/admin/ads/${id}/versions/0/restore`, restore)).status).toBe(200);
  expect(await readPage(id)).toMatchObject({ address: null, serviceAreaOnly: true });
});

it('the email is private until the owner shows it, also of a client that knows the specification alone', async () => {
  const { emailShown: _, ...specified } = newForm({ email: EMAIL });
  const { body } = await sendListingForm(owner, specified);
  const { id } = body.ad;
  expect((await readPage(id)).email).toBeNull();
  expect((await readForm(id)).form).toMatchObject({ email: EMAIL, emailShown: false });
  await editListing(id, { emailShown: true });
  expect((await readPage(id)).email).toBe(EMAIL);
  await editListing(id, { emailShown: false });
  expect((await readPage(id)).email).toBeNull();
});

it('a listing that showed its email before there was a choice still does, and one without an owner never does', async () => {
  const [shown, unclaimed] = [
    await post({ email: EMAIL }),
    await api.createListing({ email: EMAIL, owner_id: null, origin: 'import' }),
  ];
  await sql`update listings set email_shown = null where id in (${shown}, ${unclaimed})`.execute(api.db);
  await api.invalidateAll();
  expect((await readPage(shown)).email).toBe(EMAIL);
  expect((await readForm(shown)).form.emailShown).toBe(true);
  expect((await readPage(unclaimed)).email).toBeNull();
});

it('a listing without an email, such as a claimed one, can be edited', async () => {
  const id = await post({});
  await sql`update listings set email = null where id = ${id}`.execute(api.db);
  expect((await editListing(id, { title: 'A new title' })).status).toBe(200);
  const { body, status } = await editListing(id, { email: 'nobody@' });
  expect([status, body.issues]).toEqual([400, [{ path: 'email', message: 'Invalid email address' }]]);
});
