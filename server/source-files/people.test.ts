import { expect, it } from 'vitest';
import { ListsPeople, refusePeople } from './people.ts';

const refuse = (header: string, records: string[], mapping = {}) =>
  refusePeople(
    'x.csv',
    header.split(','),
    records.map((record) => record.split(',')),
    mapping,
  );

it.each([
  [
    'QuickBooks',
    'Customer,Company,Phone,Email,Billing Street,Open Balance,Terms',
    ['Jane Sample,,949-555-0221,j@x.example,1 A St,120,Net 30'],
  ],
  [
    'Square',
    'Reference ID,First Name,Last Name,Email Address,Nickname,Company Name,Birthday,Transaction Count',
    ['1,Jane,Sample,j@x.example,,,,3'],
  ],
  [
    'Square with companies',
    'First Name,Last Name,Email Address,Company Name,Birthday,Lifetime Spend',
    ['Jane,Sample,j@x.example,Harbor Deli,1980-01-01,$12', 'Ana,Sample,a@x.example,Corner Cafe,,$5'],
  ],
  [
    'Mailchimp',
    'Email Address,First Name,Last Name,Address,MEMBER_RATING,OPTIN_TIME',
    ['j@x.example,Jane,Sample,,2,2024-01-01'],
  ],
  [
    'Shopify',
    'First Name,Last Name,Email,Accepts Email Marketing,Company,Total Spent',
    ['Jane,Sample,j@x.example,yes,,10'],
  ],
  ['people in Spanish', 'Nombre,Apellidos,Teléfono,Ciudad', ['Ana,Ejemplo,949-555-0100,Irvine']],
  [
    'a name and a balance',
    'Name,Email,Phone,Balance,Customer Type',
    ['Jane Sample,j@x.example,949-555-0221,120,Residential'],
  ],
  ['contacts of Google', 'Name,Given Name,Family Name,Birthday,Gender', ['Jane Sample,Jane,Sample,,']],
  ['no rows', 'Customer,Open Balance', []],
])('a list of people is refused: %s', (_, header, records) => {
  expect(() => refuse(header, records)).toThrow(ListsPeople);
});

it('the name of a person is none of a business, even beside one', () => {
  const header = 'Customer,Company,City';
  const records = ['Jane Sample,Harbor Deli,Irvine'];
  expect(() => refuse(header, records, { name: 'Customer' })).toThrow('it has the columns Customer.');
  expect(() => refuse(header, records, { name: 'Company' })).not.toThrow();
});

it.each([
  [
    'a register with its owners',
    'DBA Name,Owner First Name,Owner Last Name,Address',
    ['Harbor Deli,Jane,Sample,1 A St'],
  ],
  ['business customers', 'Customer,Company,City,Terms', ['Jane Sample,Harbor Deli,Irvine,Net 30']],
  ['a register in Spanish', 'Nombre,Giro,Dirección,Ciudad', ['Panadería La Esperanza,Panadería,1 A St,Santa Ana']],
  ['a list with contacts', 'Name,Contact,Phone,City', ['Harbor Deli,Jane Sample,949-555-0100,Irvine']],
  ['a list with owners', 'Name,First Name,Last Name,City', ['Harbor Deli,Jane,Sample,Irvine']],
  ['a register', 'name,category,address,city,zip,balance', ['Harbor Deli,restaurants,1 A St,Irvine,92614,']],
])('%s is no list of people', (_, header, records) => {
  expect(() => refuse(header, records)).not.toThrow();
});
