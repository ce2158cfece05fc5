import { describe, expect, it } from 'vitest';
import { findColumns, formatMapping, guessMapping, parseMapping } from './column-mapping.ts';
import { USUAL_COLUMN_NAMES } from './column-names.ts';
import { ImportError, type ReadOptions } from './rows.ts';

describe('A mapping', () => {
  it.each([
    ['name=Business,zip=Postal', { name: 'Business', zip: 'Postal' }],
    [' name = Business Name , zip=ZIP', { name: 'Business Name', zip: 'ZIP' }],
    ['address=Street, number,zip=a=b', { address: 'Street, number', zip: 'a=b' }],
  ])('%s', (text, mapping) => {
    expect(parseMapping(text)).toEqual(mapping);
    expect(parseMapping(formatMapping(mapping))).toEqual(mapping);
  });

  it.each(['', 'name', 'name=', 'shop=Business', 'name=A,name=B', '=x'])("'%s' is refused", (text) => {
    expect(() => parseMapping(text)).toThrow(ImportError);
  });
});

it.each([
  [
    'a city’s register',
    'ACCOUNT NUMBER,BUSINESS NAME,DBA NAME,STREET ADDRESS,CITY,ZIP CODE,NAICS,PRIMARY NAICS DESCRIPTION,LOCATION START DATE',
    'id=ACCOUNT NUMBER,name=BUSINESS NAME,category_raw=PRIMARY NAICS DESCRIPTION,address=STREET ADDRESS,city=CITY,zip=ZIP CODE',
  ],
  [
    'a state’s list of facilities',
    'FACILITY_NAME,Facility_Type,ADDRESS1,City,State,Zip5,County_Name,Telephone,X,Y',
    'name=FACILITY_NAME,category_raw=Facility_Type,address=ADDRESS1,city=City,state=State,zip=Zip5,county=County_Name,phone=Telephone,lat=Y,lng=X',
  ],
  [
    'Spanish',
    'Nombre del negocio,Dirección,Ciudad,Código postal,Teléfono,Página web,Giro,Horario,Fuente',
    'name=Nombre del negocio,category_raw=Giro,address=Dirección,city=Ciudad,zip=Código postal,phone=Teléfono,website=Página web,source=Fuente,hours=Horario',
  ],
  [
    'a license office',
    'License No,DBA,Type of Business,Location,City/State/ZIP,License Status,EXP DT,Last Verified',
    'id=License No,name=DBA,category_raw=Type of Business,city=City/State/ZIP,date=Last Verified,status=License Status,expires=EXP DT',
  ],
  [
    'a list with whole addresses',
    'Name,Full Address,Trade',
    'name=Name,category_raw=Trade,address=Full Address,city=Full Address',
  ],
  ['our export with another header', 'title,source_date,status', 'name=title,date=source_date,status=status'],
  ['camel case', 'storeName,streetAddress,zipCode', 'name=storeName,address=streetAddress,zip=zipCode'],
  ['nothing known', 'a,b', ''],
])('The columns of %s are guessed', (_, header, mapping) => {
  expect(formatMapping(guessMapping(header.split(',')))).toBe(mapping);
});

it('No usual name stands for two columns, but for the category', () => {
  const names = Object.entries(USUAL_COLUMN_NAMES).flatMap(([column, list]) =>
    column === 'category' ? [] : list.map((name) => name),
  );
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  // They are compared with names in this form.
  expect(names.filter((name) => !/^[a-z0-9]+( [a-z0-9]+)*$/.test(name))).toEqual([]);
});

const find =
  (header: string, options: ReadOptions = {}) =>
  () =>
    findColumns(header.split(','), "Joe's list.csv", options);

it('Without a needed column the answer is the columns found, the guess and the command', () => {
  expect(find("Business,Owner's ZIP,Zip", { date: '2026-08' })).toThrow(
    new ImportError(
      [
        "Joe's list.csv: no column is known to hold the name, the category, the source.",
        "Its columns: Business, Owner's ZIP, Zip",
        `Check this guess, correct it, and run: npm run import -- 'Joe'\\''s list.csv' --map name=Business --category SLUG --source NAME --date 2026-08 --dry-run`,
      ].join('\n'),
    ),
  );
  expect(find('Shop Name,Postal Code,Type', { source: 'A b', mapping: { name: 'Shop Name' } })).toThrow(
    `--map 'name=Shop Name,category_raw=Type,zip=Postal Code' --source 'A b' --date YYYY-MM --dry-run`,
  );
});

it.each([
  ['a ZIP code', 'name,zip,category,source', {}],
  ['a city', 'name,city,category_raw,source', {}],
  ['a point', 'name,lat,lng', { category: 'plumbers', source: 'X' }],
])('A name, a category, a source and %s are enough', (_, header, options) => {
  expect(find(header, options)).not.toThrow();
});

it.each([
  ['a place', 'name,address,lat,category,source'],
  ['a category', 'name,zip,source'],
])('%s is needed', (_, header) => {
  expect(find(header)).toThrow(ImportError);
});
