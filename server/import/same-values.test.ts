import { afterAll, beforeAll, expect, it } from 'vitest';
import { listingFormSchema } from '#contract/listing-form.ts';
import { printPhone, readPhone } from '#contract/values/phone.ts';
import { toColumns } from '#server/listings/fields.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { importRows } from '#tests/support/import/import-file.ts';
import { listingForm } from '#tests/support/listing-form.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const PHONE_FORMS = [
  ...[
    '(949) 555-NNNN',
    '949-555-NNNN',
    '949.555.NNNN',
    '949–555–NNNN',
    '949555NNNN.0',
    '949/555-NNNN',
    '+1 949 555 NNNN',
  ],
  ...['="949555NNNN"', "'949 555 NNNN", '(949) 555-NNNN x12', '949.555.NNNN ext. 7', 'Office: (949) 555-NNNN'],
  ...[
    'Cell 949 555 NNNN (Ana)',
    '949-555-NNNN; 949-555-0199',
    '949-555-NNNN or 0199',
    '（９４９）５５５-NNNN',
    '+52 664 634 NNNN',
  ],
];
const ZIP_FORMS = [
  '92614',
  '92614-NNNN',
  '92614 NNNN',
  '92614–NNNN',
  '92614NNNN',
  '="92614"',
  "'92614",
  '92,614',
  '92614.0',
  '9.2614E4',
];

it('The form, the API and an import read 300 telephone numbers and ZIP codes as the same', async () => {
  const typed = Array.from({ length: 300 }, (_, n) => {
    const fill = (forms: string[]) => forms[n % forms.length]?.replace('NNNN', String(1000 + n)) ?? '';
    return { phone: fill(PHONE_FORMS), zip: fill(ZIP_FORMS) };
  });
  const gazetteer = await openGazetteer(database.db);
  const ofApi = typed.map(({ phone, zip }) => {
    const columns = toColumns(gazetteer, listingFormSchema.parse(listingForm({ phone, zipCode: zip })));
    return { phone: columns.phone, zip: columns.zip };
  });
  const ofForm = typed.map(({ phone }) => {
    const read = readPhone(phone);
    return 'fault' in read ? null : printPhone(read);
  });
  await importRows(
    database,
    typed.map((row, n) => ({
      ...row,
      id: `row-${n}`,
      name: `Business ${n}`,
      address: `${n + 1} Main St`,
      website: '',
    })),
  );
  const imported = await database.db.selectFrom('listings').select(['source_id', 'phone', 'zip']).execute();
  const ofImport = imported
    .toSorted((a, b) => Number(a.source_id?.slice(4)) - Number(b.source_id?.slice(4)))
    .map(({ phone, zip }) => ({ phone, zip }));
  expect(ofApi.map(({ phone }) => phone)).toEqual(ofForm);
  expect(new Set(ofApi.map(({ zip }) => zip))).toEqual(new Set(['92614']));
  expect(ofImport).toEqual(ofApi);
});
