import { sql } from 'kysely';
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Language } from '#contract/i18n/languages.ts';
import type { OrderPreview } from '#contract/payments.ts';
import { forgetPayers } from '#server/payments/retention.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { SETTINGS_KEY } from '#server/platform/settings/operator-settings.ts';
import { makeAccount, makeListing, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent, makeCoupon, setPrice } from '#tests/support/payments.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';

const { OPS } = await getResolvedPDFJS();
const stripe = await startStripeServer();
const api = await createTestApi({
  env: { ...stripe.env, SITE_OPERATOR: 'Coast Media', POSTAL_ADDRESS: '1 Pier Street\nLong Beach, CA 90802' },
});
const { db } = api;
afterAll(async () => {
  await api.close();
  await stripe.close();
});

let administrator: Visitor;
beforeAll(async () => {
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1 })).id);
  await setPrice(administrator, 1999);
  await administrator.post('/api/admin/taxes', { tax: { name: 'Sales tax', percent: 7.75 }, reason: 'Required' });
});

let owner: Visitor;
let accountId: number;
let listingId: number;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  ({ id: accountId } = await makeAccount(db, {
    business_name: 'José Nguyễn Surfboards',
    email_confirmed_at: new Date(),
  }));
  owner = await api.signedInVisitor(accountId);
  ({ id: listingId } = await makeListing(db, { owner_id: accountId, title: 'Boards — new & “used”' }));
});

async function pay(
  code?: string,
  visitor = owner,
  listing: number | null = listingId,
  language: Language = 'en',
  plan = 'monthly',
): Promise<number> {
  const request = { plan, listingId: listing ?? undefined, code };
  const intent = await createPaymentIntent(visitor, request, language);
  await stripe.pay(intent);
  return (await visitor.get(`/api/user/payment-intents/${intent.intentId}`)).body.paymentId;
}
const findPayment = async (id: number) => (await owner.get(`/api/user/payments/${id}`)).body;
const refund = (id: number, body: object = {}) =>
  administrator.post(`/api/admin/payments/${id}/refunds`, { reason: 'It brought nobody', ...body });

async function download(path: string, visitor = owner) {
  const { statusCode, headers, rawPayload } = await api.http.inject({
    url: path,
    cookies: Object.fromEntries(visitor.cookies),
  });
  return { status: statusCode, headers, bytes: rawPayload };
}
async function readText(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}
const reissue = async (id: number, billing: object, visitor = owner) => {
  const body = { companyName: '', address: '', ...billing };
  const response = await visitor.post(`/api/user/payments/${id}/invoice-versions`, body);
  return [response.status, response.body];
};
const readInvoice = async (id: number, query = '') => {
  const { status, bytes } = await download(`/api/user/payments/${id}/invoice.pdf${query}`);
  expect(status).toBe(200);
  return readText(bytes);
};

const INCOMPLETE = 'Letters that we can’t print here are shown as boxes.';

/** The text of an invoice, the fonts that it embeds, and how many letters are boxes: glyph 0 of a font. */
async function readFonts(id: number) {
  const { bytes } = await download(`/api/user/payments/${id}/invoice.pdf`);
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const glyphs = fnArray.flatMap((fn, i) =>
    fn === OPS.showText ? (argsArray[i]?.[0] as { originalCharCode?: number }[]) : [],
  );
  const boxes = glyphs.filter((glyph) => glyph?.originalCharCode === 0).length;
  const fonts = [...new Set(bytes.toString('latin1').match(/\/FontName \/\w{6}\+[\w-]+/g))];
  return { text: await readText(bytes), fonts, boxes };
}

describe('An invoice', () => {
  it('says who sold what to whom, with the discount, the tax, the total and the card', async () => {
    await owner.send('PUT', '/api/user/billing', {
      companyName: 'Nguyễn & Sons LLC',
      address: '7 Ocean Ave\r\nIrvine, CA',
    });
    const { code } = await makeCoupon(db);
    const id = await pay(code);
    const { invoiceNumber, receiptNumber } = await findPayment(id);
    expect(invoiceNumber).toMatch(/^INV-20\d\d-\d{6}$/);
    const { headers, bytes } = await download(`/api/user/payments/${id}/invoice.pdf`);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoiceNumber}.pdf"`,
      'cache-control': 'private, no-store',
    });
    const text = await readText(bytes);
    for (const part of [
      ...['Invoice', invoiceNumber, receiptNumber, 'Test: no card was charged.'],
      ...['Coast Media', '1 Pier Street', 'Long Beach, CA 90802', 'support@socal-local.example'],
      ...['Nguyễn & Sons LLC', 'José Nguyễn Surfboards', '7 Ocean Ave', 'Irvine, CA'],
      ...['Premium Monthly, 1 month', 'Listing: Boards — new & “used”', 'Term: ', '$19.99'],
      ...[`Coupon ${code} −$6.60`, 'Sales tax (7.75%) $1.04', 'Total (USD) $14.43', 'with Visa ending in 4242'],
    ])
      expect(text).toContain(part);
    expect(bytes.length).toBeLessThan(60_000);
  });

  it('is in the language of the page on which it was bought, as is the receipt, with the same amounts', async () => {
    const billed = async (language: Language) => {
      const { code } = await makeCoupon(db);
      const id = await pay(code, owner, listingId, language);
      const { email } = await db
        .selectFrom('accounts')
        .select('email')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const receiptSent = ({ to, text }: Email) => to === email && text.includes(`/account/payments/${id}\n`);
      await expect.poll(() => api.emails.some(receiptSent)).toBe(true);
      const receipt = api.emails.find(receiptSent) as Email;
      return { receipt, ...(await download(`/api/user/payments/${id}/invoice.pdf`)), id };
    };
    const amountsIn = (text: string) => text.match(/−?\$[\d.,]+/g);
    const english = await billed('en');
    const spanish = await billed('es');
    expect(amountsIn(spanish.receipt.text)).toEqual(amountsIn(english.receipt.text));
    expect(spanish.receipt.subject).toMatch(/^Recibo SL-\d{6} de SoCal Local$/);
    expect(spanish.receipt.text).toMatch(/^Monto: \$14\.43$/m);
    const text = await readText(spanish.bytes);
    expect(amountsIn(text)).toEqual(amountsIn(await readText(english.bytes)));
    for (const part of ['Factura', 'Facturado a', 'Premium mensual, 1 mes', 'Total (USD) $14.43', 'terminada en 4242'])
      expect(text).toContain(part);
    expect(text).toMatch(/Pagado en su totalidad el \d+ de [a-z]+ de 20\d\d/);
    expect(spanish.bytes.toString('latin1')).toContain('/Lang (es-US)');
    await db.updateTable('accounts').set({ language: 'es' }).where('id', '=', accountId).execute();
    const later = await download(`/api/user/payments/${spanish.id}/invoice.pdf`);
    expect(later.bytes.equals(spanish.bytes)).toBe(true);
  });

  it('is tagged and has a language and a title', async () => {
    const { bytes } = await download(`/api/user/payments/${await pay()}/invoice.pdf`);
    const text = bytes.toString('latin1');
    for (const entry of [/\/Marked true/, /\/Lang \(en-US\)/, /\/DisplayDocTitle true/, /\/S \/Table/, /\/S \/H1/])
      expect(text).toMatch(entry);
  });

  it('stays as it is, byte for byte, when names, addresses and settings change', async () => {
    const id = await pay();
    const before = await download(`/api/user/payments/${id}/invoice.pdf`);
    await owner.send('PUT', '/api/user/billing', { companyName: 'Another LLC', address: 'Elsewhere' });
    await db.updateTable('accounts').set({ business_name: 'Renamed' }).where('id', '=', accountId).execute();
    await db.updateTable('listings').set({ title: 'Renamed too' }).where('id', '=', listingId).execute();
    await administrator.send('PUT', '/api/admin/settings/operator', { value: 'Renamed Media', version: 0 });
    await api.invalidate([SETTINGS_KEY]);
    await setPrice(administrator, 2999);
    const after = await download(`/api/user/payments/${id}/invoice.pdf`);
    expect(after.bytes.equals(before.bytes)).toBe(true);
    await setPrice(administrator, 1999);
    await administrator.send('PUT', '/api/admin/settings/operator', { value: null, version: 1 });
    await api.invalidate([SETTINGS_KEY]);
  });

  it('is one for each payment, numbered without a gap while many settle at once, and some fail', async () => {
    await pay();
    const { rows: before } = await sql<{ last: number }>`
      select max(id) as last from invoices where kind = 'invoice'`.execute(db);
    const buyers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const account = await makeAccount(db);
        const { id: listing } = await makeListing(db, { owner_id: account.id });
        return { visitor: await api.signedInVisitor(account.id), listing };
      }),
    );
    // Its transaction takes a number and fails afterwards.
    await sql`
      create function refuse_some() returns trigger language plpgsql as $$
      begin
        if new.payment_id % 3 = 0 and new.issued_at > now() and random() < 0.7 then raise exception 'refused'; end if;
        return new;
      end $$`.execute(db);
    await sql`create trigger refuse_some before insert on invoices for each row execute function refuse_some()`.execute(
      db,
    );
    const intents = await Promise.all(
      buyers.map(async ({ visitor, listing }) => {
        const intent = await createPaymentIntent(visitor, { plan: 'monthly', listingId: listing });
        await stripe.pay(intent);
        return { visitor, ...intent };
      }),
    );
    const settle = () =>
      Promise.all(intents.map(({ visitor, intentId }) => visitor.get(`/api/user/payment-intents/${intentId}`)));
    await settle();
    await sql`drop trigger refuse_some on invoices`.execute(db);
    await settle();
    const { rows } = await sql<{ numbers: number; last: number; payments: number; ordered: boolean }>`
      select count(*)::int as numbers, max(number) - min(number) + 1 as last, count(distinct payment_id)::int as payments,
        bool_and(is_ordered) as ordered
      from (select number, payment_id, issued_at >= lag(issued_at, 1, issued_at) over (order by number) as is_ordered
        from invoices where kind = 'invoice' and id > ${before[0]?.last}) i`.execute(db);
    const [{ numbers, last, payments, ordered }] = rows as [(typeof rows)[number]];
    expect([numbers, last, payments, ordered]).toEqual([12, 12, 12, true]);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('begins with number 1 in a new year of Los Angeles, and never takes a number again', async () => {
    const last = async () => {
      const { rows } = await sql<{ year: number; number: number }>`
        select year, number from invoices where kind = 'invoice' order by id desc limit 1`.execute(db);
      return rows[0];
    };
    await pay();
    const before = await last();
    const setCounter = (change: ReturnType<typeof sql>) =>
      sql`update invoice_counters set ${change} where kind = 'invoice'`.execute(db);
    await setCounter(sql`year = 2031, number = 41, issued_at = '2032-01-01T07:59:59Z'`);
    await pay();
    expect(await last()).toEqual({ year: 2031, number: 42 });
    // The clock of the database was set back: numbers and dates go on from the last one.
    await setCounter(sql`issued_at = '2032-01-01T08:00:00Z'`);
    await pay();
    expect(await last()).toEqual({ year: 2032, number: 1 });
    await setCounter(sql`year = ${before?.year}, number = ${before?.number}, issued_at = now()`);
    await pay();
    expect(await last()).toEqual({ year: before?.year, number: (before?.number ?? 0) + 1 });
  });

  it('of a credit names no listing, and of a payment of an earlier release is issued when it is opened', async () => {
    const id = await pay(undefined, owner, null);
    expect(await readInvoice(id)).toContain('For your next listing');
    const early = await pay();
    await sql`alter table invoices disable trigger user`.execute(db);
    await sql`delete from invoices where payment_id = ${early}`.execute(db);
    await sql`alter table invoices enable trigger user`.execute(db);
    await sql`update invoice_counters set number = number - 1 where kind = 'invoice'`.execute(db);
    expect((await findPayment(early)).invoiceNumber).toBeNull();
    const texts = await Promise.all([1, 2, 3].map(() => readInvoice(early)));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain((await findPayment(early)).invoiceNumber);
  });

  it('is for the owner of the payment, finance and administrators, and nobody else', async () => {
    const id = await pay();
    const own = `/api/user/payments/${id}/invoice.pdf`;
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    for (const [visitor, status] of [
      [api.visitor(), 401],
      [other, 404],
      [administrator, 404],
    ] as const)
      expect((await download(own, visitor)).status).toBe(status);
    for (const [role, status] of [
      ['finance', 200],
      ['administrator', 200],
      ['support', 403],
      ['moderator', 403],
      ['editor', 403],
    ] as const) {
      const visitor = await api.signedInVisitor((await makeStaff(db, role)).id);
      expect((await download(`/api/admin/payments/${id}/invoice.pdf`, visitor)).status, role).toBe(status);
    }
    expect((await download('/api/user/payments/999999/invoice.pdf')).status).toBe(404);
    const unpaid = await createPaymentIntent(owner, { plan: 'annual' });
    const { paymentId } = (await owner.get(`/api/user/payment-intents/${unpaid.intentId}`)).body;
    expect((await download(`/api/user/payments/${paymentId}/invoice.pdf`)).status).toBe(404);
  });

  it('has names in Vietnamese, other Latin, Cyrillic and Greek as text, in letters and not in boxes', async () => {
    const { fonts: usual } = await readFonts(await pay());
    for (const [name, furtherFonts] of [
      ['Phở Đặng Nguyễn', 0],
      ['Phở Đặng Nguyễn'.normalize('NFD'), 0],
      ['Łódź Żurek İstanbul Ördek Őr', 0],
      ['Кафе «Жар-птица» Café', 1],
      ['Ταβέρνα ο Ήλιος', 1],
    ] as const) {
      await db.updateTable('accounts').set({ business_name: name }).where('id', '=', accountId).execute();
      const { text, fonts, boxes } = await readFonts(await pay());
      expect(text).toContain(name.normalize('NFC'));
      expect(text).not.toContain(INCOMPLETE);
      expect([name, boxes, fonts.length - usual.length]).toEqual([name, 0, furtherFonts]);
    }
  });

  it.each(['福记小吃', '한글 식당', 'مطعم'])('says that it cannot print the letters of %s', async (name) => {
    await db.updateTable('accounts').set({ business_name: name }).where('id', '=', accountId).execute();
    expect(await readInvoice(await pay())).toContain(INCOMPLETE);
  });

  it('keeps hostile names on its page, as text', async () => {
    await db
      .updateTable('accounts')
      .set({ business_name: `${'W'.repeat(60)} (\\) ) endobj <</JS>> 한글 עברית 🏄` })
      .where('id', '=', accountId)
      .execute();
    await owner.send('PUT', '/api/user/billing', { companyName: 'x'.repeat(100), address: `${'y\n'.repeat(5)}z` });
    const { bytes } = await download(`/api/user/payments/${await pay()}/invoice.pdf`);
    const document = await getDocumentProxy(new Uint8Array(bytes));
    expect(document.numPages).toBe(1);
    expect(await readText(bytes)).toContain('(\\) ) endobj <</JS>>');
    expect(await document.getJSActions()).toBeNull();
  });
});

/** The lines of the books of this month, by their cells. */
async function readBooks(): Promise<string[][]> {
  const month = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Los_Angeles' }).slice(0, 7);
  const { body } = await administrator.get(`/api/admin/payments/export?month=${month}`);
  return String(body)
    .split('\r\n')
    .map((line) => line.split(','));
}

/** Amount, fee and net of all that the provider moved, computed from its objects. */
async function addUpProvider(): Promise<string[]> {
  const amountsOf = async (kind: string) => (await stripe.listObjects(kind)).map(({ amount }) => Number(amount));
  const charges = await amountsOf('charge');
  const disputes = await amountsOf('dispute');
  const refunds = await amountsOf('refund');
  const add = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const amount = add(charges) - add(disputes) - add(refunds);
  const fee = add(charges.map((charge) => Math.round(charge * 0.029 + 30))) + 1500 * disputes.length;
  return [amount, fee, amount - fee].map((cents) => (cents / 100).toFixed(2));
}

/** The bank takes money of a payment, with the fee of a dispute. */
async function openDispute(id: number, amount: number) {
  const { intent_id } = await db
    .selectFrom('payments')
    .select('intent_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const intentId = intent_id as string;
  const [charge] = await stripe.findObjects('charge', intentId);
  const dispute = `dp_${intentId}`;
  const moved = { id: `txn_${dispute}`, created: Math.floor(Date.now() / 1000), amount: -amount, fee: 1500 };
  await stripe.updateObject(charge?.id as string, { disputed: true });
  await stripe.insertObject({
    ...{ id: dispute, object: 'dispute', charge: charge?.id, amount, status: 'needs_response' },
    balance_transactions: [{ ...moved, reporting_category: 'dispute', description: null }],
  });
  return { intentId, dispute };
}

describe('A credit note', () => {
  const readNotes = async (id: number): Promise<string[]> =>
    (await findPayment(id)).refunds.map(({ creditNote }: { creditNote: string }) => creditNote);

  it('is issued for each refund, with its own number and its part of the tax, which adds up', async () => {
    const id = await pay();
    expect((await findPayment(id)).tax.cents).toBe(155);
    // Two that are rounded down by themselves, and not together.
    for (const amountCents of [60, 33]) await refund(id, { amountCents, endsLevel: false });
    await refund(id);
    const notes = await readNotes(id);
    expect(notes).toHaveLength(3);
    const texts = await Promise.all(
      notes.map(async (number) => readText((await download(`/api/user/payments/${id}/credit-notes/${number}`)).bytes)),
    );
    const { invoiceNumber } = await findPayment(id);
    for (const [i, text] of texts.entries()) {
      expect(text).toContain(`Credit note`);
      expect(text).toContain(`For invoice ${invoiceNumber}`);
      expect(text).toContain(['$0.56', '$0.30', '$19.13'][i]);
      expect(text).toContain(`Sales tax (7.75%) ${['$0.04', '$0.03', '$1.48'][i]}`);
      expect(text).toContain(`Total refunded (USD) ${['$0.60', '$0.33', '$20.61'][i]}`);
    }
    const { rows } = await sql<{ gaps: number }>`
      select max(number) - count(*)::int as gaps from invoices where kind = 'credit-note'`.execute(db);
    expect(rows[0]?.gaps).toBe(0);
  });

  it('is canceled when its refund fails afterwards, and says so', async () => {
    const id = await pay();
    await refund(id, { amountCents: 60, endsLevel: false });
    const [number] = await readNotes(id);
    const { intent_id } = await db
      .selectFrom('payments')
      .select('intent_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const [made] = await stripe.findObjects('refund', intent_id as string);
    await stripe.updateObject(made?.id as string, { status: 'failed' });
    await owner.get(`/api/user/payment-intents/${intent_id}`);
    const { bytes } = await download(`/api/user/payments/${id}/credit-notes/${number}`);
    expect(await readText(bytes)).toMatch(/Canceled on \w+ \d+, \d{4}: the refund didn’t reach the card\./);
    // Its tax is that of the refunds that reached the card: 2 cents, and not 3.
    await refund(id, { amountCents: 33, endsLevel: false });
    const { rows } = await sql<{ tax: number }>`
      select sum((facts -> 'tax' ->> 'cents')::int)::int as tax from invoices
      where payment_id = ${id} and kind = 'credit-note' and canceled_at is null`.execute(db);
    expect(rows[0]?.tax).toBe(2);
  });

  it('is issued for a dispute that is lost, not for an open one, with the rest of the tax, and the books still add up', async () => {
    const id = await pay();
    await refund(id, { amountCents: 93, endsLevel: false });
    const { intentId, dispute } = await openDispute(id, 2061);
    const readPayment = async () => {
      await owner.get(`/api/user/payment-intents/${intentId}`);
      return findPayment(id);
    };
    expect((await readPayment()).chargebacks).toEqual([]);
    await stripe.updateObject(dispute, { status: 'lost' });
    const [refunded] = await readNotes(id);
    for (const _ of [1, 2]) {
      const { chargebacks } = await readPayment();
      expect(chargebacks).toMatchObject([{ amountCents: 2061, creditNote: expect.stringMatching(/^CN-\d{4}-\d{6}$/) }]);
      expect(chargebacks[0].creditNote).not.toBe(refunded);
    }
    const { chargebacks, invoiceNumber } = await findPayment(id);
    const number = chargebacks[0].creditNote;
    const text = await readText((await download(`/api/user/payments/${id}/credit-notes/${number}`)).bytes);
    for (const part of [
      ...['Credit note', number, `For invoice ${invoiceNumber}`, 'Chargeback of Premium Monthly'],
      ...['$19.13', 'Sales tax (7.75%) $1.48', 'Total returned (USD) $20.61', 'by the bank of Visa ending in 4242'],
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Refund');
    expect(await findViolatedInvariants(db)).toEqual([]);

    const lines = await readBooks();
    const line = lines.find((cells) => cells.includes(`"${dispute}"`));
    expect(line?.slice(1, 5)).toEqual(['"dispute"', '-20.61', '15.00', '-35.61']);
    expect(line?.[12]).toBe('-1.48');
    const sum = lines.find((cells) => cells[1] === '"All"') as string[];
    expect(sum.slice(2, 5)).toEqual(await addUpProvider());
  });

  it('never returns more tax than was paid when a bank takes the whole amount after a refund', async () => {
    const id = await pay();
    await refund(id, { amountCents: 1000, endsLevel: false });
    const { intentId, dispute } = await openDispute(id, 2154);
    await stripe.updateObject(dispute, { status: 'lost' });
    await owner.get(`/api/user/payment-intents/${intentId}`);
    const { rows } = await sql<{ tax: number }>`
      select sum((facts -> 'tax' ->> 'cents')::int)::int as tax from invoices where payment_id = ${id} and kind = 'credit-note'`.execute(
      db,
    );
    expect(rows[0]?.tax).toBe(155);
  });

  it('is found only with its payment', async () => {
    const [first, second] = [await pay(), await pay()];
    await refund(first);
    const [number] = await readNotes(first);
    for (const [id, note] of [
      [second, number],
      [first, 'CN-2026-999999'],
      [first, 'INV-2026-000001'],
      [first, "CN-2026-000001' or '1'='1"],
    ])
      expect((await download(`/api/user/payments/${id}/credit-notes/${encodeURIComponent(String(note))}`)).status).toBe(
        404,
      );
    expect((await download(`/api/admin/payments/${first}/credit-notes/${number}`, administrator)).status).toBe(200);
  });

  it('takes its tax off the books', async () => {
    const id = await pay();
    await refund(id, { amountCents: 777, endsLevel: false });
    const lines = await readBooks();
    const { rows } = await sql<{ charge: string; refund: string }>`
      select max(provider_id) filter (where kind = 'charge') as charge, max(provider_id) filter (where kind = 'refund') as refund
      from ledger where payment_id = ${id}`.execute(db);
    const line = (source: string | undefined) => lines.find((cells) => cells.includes(`"${source}"`))?.slice(10, 13);
    expect([line(rows[0]?.charge), line(rows[0]?.refund)]).toEqual([
      ['0.00', '""', '1.55'],
      ['0.00', '""', '-0.56'],
    ]);
  });
});

it('Invoices are final in the database', async () => {
  const id = await pay();
  await refund(id, {});
  await reissue(id, { companyName: 'Another LLC' });
  for (const statement of [
    sql`update invoices set number = number + 1000`,
    sql`update invoices set facts = facts || '{"amountCents": 1}'`,
    sql`update invoices set facts = facts || '{"buyer": {"name": "Somebody else"}}'`,
    sql`delete from invoices`,
    sql`truncate invoices cascade`,
    sql`update invoice_versions set facts = facts || '{"amountCents": 1}'`,
    sql`delete from invoice_versions`,
    sql`truncate invoice_versions`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(/invoices are final|append-only/);
});

describe('A reissued invoice', () => {
  it('has the new details, number and amounts of the first one, and leaves every version readable', async () => {
    const id = await pay();
    const first = await readInvoice(id);
    const { invoiceNumber, amountCents } = await findPayment(id);
    expect(await reissue(id, { companyName: 'Salt LLC', address: '7 Ocean Ave', taxId: '12-3456789' })).toEqual([
      201,
      { version: 2 },
    ]);
    expect(await reissue(id, { companyName: 'Salt & Sons LLC' })).toEqual([201, { version: 3 }]);
    expect(await findPayment(id)).toMatchObject({ invoiceNumber, amountCents, invoiceVersions: 3 });
    const versions = await Promise.all([1, 2, 3].map((version) => readInvoice(id, `?version=${version}`)));
    expect(versions[0]).toBe(first);
    expect(versions[1]).toContain('Salt LLC José Nguyễn Surfboards 7 Ocean Ave Tax ID: 12-3456789');
    expect(versions[2]).toContain('Salt & Sons LLC José Nguyễn Surfboards');
    expect(versions[2]).not.toContain('7 Ocean Ave');
    expect(await readInvoice(id), 'the last one is the invoice').toBe(versions[2]);
    for (const text of versions) {
      expect(text).toContain(invoiceNumber);
      expect(text.match(/\$[\d.]+/g)).toEqual(first.match(/\$[\d.]+/g));
    }
    expect(versions[2]).toContain('Only the details of the buyer differ; the amounts are the same.');
    const { headers } = await download(`/api/user/payments/${id}/invoice.pdf`);
    expect(headers['content-disposition']).toBe(`attachment; filename="${invoiceNumber}-v3.pdf"`);
    const [entry] = (await administrator.get('/api/admin/audit')).body;
    expect(entry).toMatchObject({
      kind: 'invoice-reissued',
      accountId,
      before: { payment: id, version: 2 },
      after: { payment: id, version: 3 },
    });
    expect(JSON.stringify(entry)).not.toContain('Salt');
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it.each([
    ['that says what the last one says', { companyName: 'Same LLC' }, 409],
    ['with a company name that is too long', { companyName: 'x'.repeat(101) }, 400],
    ['without an address', { companyName: 'x', address: undefined }, 400],
  ])('%s is refused', async (_what, billing, status) => {
    const id = await pay();
    await reissue(id, { companyName: 'Same LLC' });
    expect((await reissue(id, billing))[0]).toBe(status);
    expect((await findPayment(id)).invoiceVersions).toBe(2);
  });

  it('is one of twenty at most, of the owner, of a paid payment, also when many are sent at once', async () => {
    const id = await pay();
    const answers = await Promise.all(Array.from({ length: 22 }, (_, i) => reissue(id, { companyName: `No. ${i}` })));
    expect(answers.map(([status]) => status).toSorted()).toEqual([...Array(19).fill(201), ...Array(3).fill(409)]);
    const stranger = await api.signedInVisitor((await makeAccount(db)).id);
    expect((await reissue(id, { companyName: 'Theirs' }, stranger))[0]).toBe(404);
    const { intentId } = await createPaymentIntent(owner, { plan: 'monthly', listingId });
    const open = await db
      .selectFrom('payments')
      .select('id')
      .where('intent_id', '=', intentId)
      .executeTakeFirstOrThrow();
    expect((await reissue(open.id, { companyName: 'Unpaid' }))[0]).toBe(404);
    for (const version of ['0', '21', 'x'])
      expect((await download(`/api/user/payments/${id}/invoice.pdf?version=${version}`)).status).toBe(400);
    const other = await pay();
    expect((await download(`/api/user/payments/${other}/invoice.pdf?version=2`)).status).toBe(404);
  });

  it('names nobody once tax records need not', async () => {
    const id = await pay();
    await reissue(id, { companyName: 'Forgotten LLC' });
    await sql`update payments set account_id = null, created_at = now() - interval '8 years' where id = ${id}`.execute(
      db,
    );
    await forgetPayers(db);
    const { bytes } = await download(`/api/admin/payments/${id}/invoice.pdf`, administrator);
    expect(await readText(bytes)).toContain('The account was deleted');
    expect(JSON.stringify((await sql`select facts from invoice_versions`.execute(db)).rows)).not.toContain('Forgotten');
  });
});

describe('The price of a longer term', () => {
  it('is explained by its lines on the preview, the receipt and the invoice', async () => {
    await setPrice(administrator, 10_000);
    const { code } = await makeCoupon(db);
    const preview = await owner.get(`/api/user/ads/${listingId}/order?plan=quarterly&code=${code}`);
    const id = await pay(code, owner, listingId, 'en', 'quarterly');
    const payment = await findPayment(id);
    const lines = ({ listCents, priceCents, discount, tax, amountCents }: OrderPreview) => ({
      listCents,
      priceCents,
      discount: discount?.cents,
      tax: tax?.cents,
      amountCents,
    });
    expect(lines(payment)).toEqual(lines(preview.body));
    expect(payment).toMatchObject({ listCents: 30_000, priceCents: 27_000 });
    await setPrice(administrator, 1999);
    expect((await findPayment(id)).listCents, 'a later price changes nothing').toBe(30_000);
    expect(await readInvoice(id)).toContain('$300.00');
    expect(await readInvoice(id)).toContain('Discount for 3 months −$30.00');
    const receiptSent = ({ text }: Email) => text.includes(`/account/payments/${id}\n`);
    await expect.poll(() => api.emails.some(receiptSent)).toBe(true);
    const receipt = api.emails.find(receiptSent)?.text;
    expect(receipt).toMatch(/^Price: \$300\.00$/m);
    expect(receipt).toMatch(/^Discount for 3 months: −\$30\.00$/m);
  });
});

describe('Billing details', () => {
  it('are empty, kept, replaced, and exported', async () => {
    expect((await owner.get('/api/user/billing')).body).toEqual({ companyName: '', address: '', taxId: '' });
    const billing = { companyName: 'Nguyễn LLC', address: '7 Ocean Ave\nIrvine, CA', taxId: '12-3456789' };
    expect((await owner.send('PUT', '/api/user/billing', billing)).body).toEqual(billing);
    expect((await owner.send('PUT', '/api/user/billing', { ...billing, address: '' })).body.address).toBe('');
  });

  it.each([
    ['a long company name', { companyName: 'x'.repeat(101), address: '' }, 'companyName'],
    ['seven lines', { companyName: '', address: 'a\nb\nc\nd\ne\nf\ng' }, 'address'],
    ['a long tax ID', { companyName: '', address: '', taxId: '9'.repeat(41) }, 'taxId'],
    ['a control character', { companyName: 'a\u0000b', address: '' }, 'companyName'],
  ])('refuse %s', async (_what, body, path) => {
    const response = await owner.send('PUT', '/api/user/billing', body);
    expect([response.status, response.body.issues[0].path]).toEqual([400, path]);
  });
});
