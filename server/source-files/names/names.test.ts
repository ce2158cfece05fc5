import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { toBusinessName } from './names.ts';

describe('A name as people write it', () => {
  it.each([
    // Brands, however they are spelled, and without the number of the branch.
    ['RALPHS #154', 'Ralphs', '154'],
    ["Ralph's Grocery Company", 'Ralphs', null],
    ['STATER BROS. #008', 'Stater Bros. Markets', '008'],
    ['WINCO FOODS#116', 'WinCo Foods', '116'],
    ['TARGET STORE T-2810', 'Target', 'T-2810'],
    ['7-ELEVEN FOOD STORE #20174T/2021', '7-Eleven', '20174T/2021'],
    ['7-Eleven Store', '7-Eleven', null],
    ['WAL-MART NBRHD MARKET #3132', 'Walmart Neighborhood Market', '3132'],
    ['Walmart SuperCenter 1555', 'Walmart Supercenter', '1555'],
    ['MOTHERS NUTRITIONAL CTR#450', "Mother's Nutritional Center", '450'],
    ['CVS PHARMACY #12 LLC', 'CVS', '12'],
    ['IHOP', 'IHOP', null],
    ['LAUSD', 'LAUSD', null],
    ['GGUSD FOOD SERVICES', 'GGUSD Food Services', null],
    ['INTERNATIONAL HOUSE OF PANCAKES', 'IHOP', null],
    ['DollarTree', 'Dollar Tree', null],
    ["McDonald's - CENTRAL ML", "McDonald's", 'Central ML'],
    ['IN-N-OUT BURGER - CULVER CITY', 'In-N-Out Burger', 'Culver City'],
    ['CHICK FIL A @ USC', 'Chick-fil-A', 'USC'],
    ["CARL'S JR.", "Carl's Jr.", null],
    ['T J MAXX', 'T.J. Maxx', null],
    ['AT&T', 'AT&T', null],
    ['GUESS', 'GUESS', null],
    ['GROCERY OUTLET OF CITY HEIGHTS', 'Grocery Outlet of City Heights', null],
    ['24 HOUR FITNESS #57', '24 Hour Fitness', '57'],
    // What only begins like a brand.
    ['ROSS PLUMBING', 'Ross Plumbing', null],
    ['TARGETED SMILES', 'Targeted Smiles', null],
    ['SHELL-BY THE SEA', 'Shell-by the Sea', null],
    ['PLANNED PARENTHOOD - HEMET CENTER', 'Planned Parenthood - Hemet Center', null],
    // Legal forms and trading names.
    ['ACME PLUMBING, INC.', 'Acme Plumbing', null],
    ['BUCKSBAUM LAW GROUP A PROFESSIONAL CORPORATION', 'Bucksbaum Law Group', null],
    ['SMITH HOLDINGS LLC DBA BLUE DOOR CAFE', 'Blue Door Cafe', null],
    ['ACME PLUMBING LLC DBA SAME', 'Acme Plumbing', null],
    ['Inc.', 'Inc.', null],
    ['Maxim Healthcare Services, Inc. - Carlsbad', 'Maxim Healthcare Services - Carlsbad', null],
    ['YOSHINOYA INC 1264', 'Yoshinoya', '1264'],
    ['CORPUS CHRISTI CHURCH - FALLBROOK', 'Corpus Christi Church - Fallbrook', null],
    ['VILLAGE HEALTHCARE CENTER, THE', 'The Village Healthcare Center', null],
    ['H2OPS LLC', 'H2OPS', null],
    // Words.
    ["O'BRIEN & KENNEDY'S MARKET, INC.", "O'Brien & Kennedy's Market", null],
    ["CHILDREN'S CLINIC", "Children's Clinic", null],
    ["D'AMORE'S PIZZA", "D'Amore's Pizza", null],
    ['LA MEXICANA MARKET AND BAKERY', 'La Mexicana Market and Bakery', null],
    ['R-RANCH MARKET II', 'R-Ranch Market II', null],
    ['99 CENTS ON 5TH ST', '99 Cents on 5th St', null],
    ['CERVECERÍA ÑANDÚ', 'Cervecería Ñandú', null],
    ['KAISER FOUNDATION HOSPITAL - WEST LA', 'Kaiser Foundation Hospital - West LA', null],
    ['East La Farmers Market At Cal State La', 'East LA Farmers Market At Cal State LA', null],
    ['EAST LA HABRA CLEANERS', 'East La Habra Cleaners', null],
    ['SHANGRI LA', 'Shangri La', null],
    ['LAC/HARBOR-UCLA MED CENTER', 'LAC/Harbor-UCLA Medical Center', null],
    ['MCKINNEY DDS', 'McKinney DDS', null],
    ['RSAG HOSPICE', 'RSAG Hospice', null],
    ['DTFHC AT CONNECTIONS', 'DTFHC at Connections', null],
    ['CHUY SPA & SHOE BLVD', 'Chuy Spa & Shoe Blvd', null],
    ['KONRAD', 'Konrad', null],
    ['KBBQ', 'KBBQ', null],
    // A number of what is no known chain is a part of the name.
    ['BASIC NEEDS #2', 'Basic Needs #2', null],
    ['Corner Store #2', 'Corner Store #2', null],
    ['Party Store #5', 'Party Store #5', null],
    ['Unit #4', 'Unit #4', null],
    ['VFW Post #9934', 'VFW Post #9934', null],
    ['FIRE STATION #20', 'Fire Station #20', null],
    ["JOE'S STORE NO. 3", "Joe's Store No. 3", null],
    ['GROCERY OUTLET OF CITY HEIGHTS #12', 'Grocery Outlet of City Heights #12', null],
    ['STUDIO 54', 'Studio 54', null],
    ['eBay STORE', 'eBay STORE', null],
    ['The BROKEN Spoke', 'The Broken Spoke', null],
    ['99 # 1', '99 # 1', null],
  ])('%s', (text, name, branch) => expect(toBusinessName(text)).toMatchObject({ name, branch }));
});

it('The table of brands has at least 250, each spelled in one way only and in a category that exists', () => {
  const read = (file: string): Record<string, string>[] =>
    parse(readFileSync(new URL(file, DATA_FOLDER)), { columns: true });
  const brands = read('brands.csv');
  const slugs = new Set(read('categories.csv').map(({ slug }) => slug));
  expect(brands.length).toBeGreaterThanOrEqual(250);
  expect(brands.filter(({ category }) => category && !slugs.has(category))).toEqual([]);
  const spellings = brands.flatMap(({ name = '', spellings = '' }) =>
    [name, ...spellings.split(';').filter(Boolean)].map((spelling) => ({ name, spelling })),
  );
  expect(spellings.filter(({ name, spelling }) => toBusinessName(spelling).name !== name)).toEqual([]);
});
