import { expect, it } from 'vitest';
import { toCsv } from '#tests/support/import/import-file.ts';
import { readImportRows as read } from '#tests/support/import/read-import-rows.ts';

const CAFE = toCsv([
  { name: 'Café Ñandú', id: 'a' },
  { name: 'Other', id: 'b' },
]);

const asUtf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

it.each([
  ['UTF-8', CAFE, 'CSV, UTF-8, commas'],
  ['UTF-8 with a byte order mark', `\ufeff${CAFE}`, 'CSV, UTF-8, commas'],
  ['UTF-16, little-endian', Buffer.from(`\ufeff${CAFE}`, 'utf16le'), 'CSV, UTF-16, commas'],
  ['UTF-16, big-endian', asUtf16be(`\ufeff${CAFE}`), 'CSV, UTF-16, commas'],
  ['Windows-1252', Buffer.from(CAFE, 'latin1'), 'CSV, Windows-1252, commas'],
  ['semicolons', CAFE.replaceAll(',', ';'), 'CSV, UTF-8, semicolons'],
  ['tabs', CAFE.replaceAll(',', '\t'), 'CSV, UTF-8, tabs'],
  ['vertical bars', CAFE.replaceAll(',', '|'), 'CSV, UTF-8, vertical bars'],
  ['old line breaks', CAFE.replaceAll('\n', '\r'), 'CSV, UTF-8, commas'],
])('%s', async (_, content, format) => {
  const result = await read(content);
  expect(result.format).toBe(format);
  expect(result.fields).toMatchObject([
    { id: 'a', name: 'Café Ñandú', zip: '92614', source: 'Examples' },
    { id: 'b', name: 'Other' },
  ]);
});

it('a delimiter in quotation marks divides nothing', async () => {
  const { fields, format } = await read('name;"category;raw|a|b|c,,,,";zip;source;category\nX;y;92614;S;plumbers\n');
  expect(format).toBe('CSV, UTF-8, semicolons, not used: category;raw|a|b|c,,,,');
  expect(fields).toMatchObject([{ name: 'X', zip: '92614' }]);
});

it('an accented letter beyond the first bytes is read as its line is written', async () => {
  const plain = toCsv(Array.from({ length: 4000 }, (_, index) => ({ name: `Business ${index}` })));
  const { fields, format } = await read(Buffer.concat([Buffer.from(plain), Buffer.from('e,Caf\xe9', 'latin1')]));
  expect(format).toBe('CSV, Windows-1252, commas');
  expect(fields.at(-1)).toMatchObject({ name: 'Café' });
  const mixed = await read(Buffer.concat([Buffer.from(`${plain}e,Ñandú\r\n`), Buffer.from('f,Caf\xe9\n', 'latin1')]));
  expect(mixed.format).toBe('CSV, UTF-8 + Windows-1252, commas');
  expect(mixed.fields.slice(-2)).toMatchObject([{ name: 'Ñandú' }, { name: 'Café' }]);
});

it.each([
  ['a title', 'Businesses of Irvine,,\nAs of 2026,,\n\n', 4],
  ['a title of one cell', 'Businesses of Irvine\n', 2],
  ['a title with a semicolon', 'Businesses; Irvine\n', 2],
  ['a row of totals', 'Total,,17\n,,\n', 3],
])('the header may stand under %s', async (_, above, headerLine) => {
  const { rows } = await read(`${above}DBA,Postal Code,Notes\nJoe,92614,x\n`, {
    mapping: { name: 'DBA', zip: 'postal code' },
    source: 'S',
    category: 'plumbers',
  });
  expect(rows).toMatchObject([{ line: headerLine + 1, fields: { name: 'Joe', zip: '92614' } }]);
});

it('columns without a name, and several of one name, have their position as a name', async () => {
  const content = 'name,Phone,,phone,zip,source\nJoe,1,x,2,92614,S\n';
  const mapping = { phone: 'phone (column 4)', category_raw: 'column 3' };
  const { fields, format } = await read(content, { mapping });
  expect(format).toBe('CSV, UTF-8, commas, not used: Phone (column 2)');
  expect(fields).toMatchObject([{ phone: '2', category_raw: 'x' }]);
});

it('a character across two chunks stays whole', async () => {
  // A chunk has 2¹⁸ bytes; each row has three times three bytes of odd offsets.
  const { fields, format } = await read(toCsv(Array.from({ length: 5000 }, () => ({ name: 'x€€€', address: '€€' }))));
  expect(format).toBe('CSV, UTF-8, commas');
  expect(new Set(fields.map(({ name, address }) => name + address))).toEqual(new Set(['x€€€€€']));
});

it('columns have the names of the mapping, and others are said not to be used', async () => {
  const { fields, format } = await read('BUSINESS NAME,Postal,Kind,Notes\nJoe,92614,plumber,x\n', {
    mapping: { name: 'Business Name', zip: 'postal', category_raw: 'Kind' },
    source: 'City of X',
    date: '2026-08',
  });
  expect(format).toBe('CSV, UTF-8, commas, not used: Notes');
  expect(fields).toMatchObject([
    { name: 'Joe', zip: '92614', category_raw: 'plumber', source: 'City of X', date: '2026-08', address: '' },
  ]);
});

it('several columns hold one together, unless one is called so', async () => {
  const mapping = { address: 'No + Direction+Street', category_raw: 'A+B' };
  const header = 'name,No,Direction,Street,A+B,zip,source';
  const { fields, format } = await read(`${header}\nJoe, 4777 ,,RUFFNER ST,plumber,92111,S\n`, { mapping });
  expect(format).toBe('CSV, UTF-8, commas');
  expect(fields).toMatchObject([{ address: '4777 RUFFNER ST', category_raw: 'plumber' }]);
  await expect(read('name,No,Type,A+B,zip,source\n', { mapping })).rejects.toThrow("has no column 'Direction'");
});

it('a file without ids has stable ones', async () => {
  const header = 'name,address,zip,category,source\n';
  const [first, second] = await Promise.all([
    read(`${header}Joe,1 Main St,92614,plumbers,X\nAnn,1 Main St,92614,plumbers,X\n`),
    read(`${header}Ann,1 MAIN ST,92614,lawyers,X\nJoe,2 Main St,92614,plumbers,X\n`),
  ]);
  const [joe, ann] = first.fields.map(({ id }) => id);
  expect(joe).toMatch(/^[0-9a-f]{16}$/);
  expect(second.fields[0]?.id).toBe(ann);
  expect(new Set([joe, ann, second.fields[1]?.id]).size).toBe(3);
});

it('a blank id stays blank, and a source of the row has precedence', async () => {
  const { fields } = await read(toCsv([{ id: ' ' }]), { source: 'Y' });
  expect(fields).toMatchObject([{ id: '', source: 'Examples' }]);
});

it('a file that was cut off says so in its last row', async () => {
  const whole = toCsv([{}, {}]);
  const { rows } = await read(whole.slice(0, whole.indexOf('92614', whole.length - 120)));
  expect(rows.map(({ rejection }) => rejection?.kind)).toEqual([undefined, 'cut off']);
  expect((await read(whole.trimEnd())).rows.map(({ rejection }) => rejection)).toEqual([null, null]);
  expect((await read(`${whole}x,y\n`)).rows.at(-1)?.rejection?.kind).toBe('fields');
});

it.each([
  [
    'a mapped column that is not there',
    { mapping: { name: 'Shop' } },
    /has no column 'Shop'\. Its columns are id, name,/,
  ],
  [
    'a column mapped to one that comes twice',
    { mapping: { name: 'dba' } },
    /has several columns dba\. Choose one by its position: dba \(column 15\), DBA \(column 16\)$/,
  ],
])('%s is refused', async (_, options, message) => {
  await expect(read(toCsv([{}]).replace('source\n', 'source,dba,DBA\n'), options)).rejects.toThrow(message);
});
