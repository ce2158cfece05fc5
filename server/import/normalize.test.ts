import { describe, expect, it } from 'vitest';
import { cleanEmail, cleanWebsite, formatPhone, titleCase } from './normalize.ts';

describe('A name in capitals', () => {
  it.each([
    ['VONS #2406', 'Vons #2406'],
    ['CVS PHARMACY #12 LLC', 'CVS Pharmacy #12 LLC'],
    ['MOTHERS NUTRITIONAL CTR#450', 'Mothers Nutritional Ctr #450'],
    ["O'BRIEN & KENNEDY'S MARKET, INC.", "O'Brien & Kennedy's Market, Inc."],
    ['LA MEXICANA MARKET AND BAKERY', 'La Mexicana Market and Bakery'],
    ['TARGET STORE T-2810', 'Target Store T-2810'],
    ['R-RANCH MARKET II', 'R-Ranch Market II'],
    ['99 CENTS ON 5TH ST', '99 Cents on 5th St'],
    ['CERVECERÍA ÑANDÚ', 'Cervecería Ñandú'],
    ['H2OPS LLC', 'H2OPS LLC'],
  ])('%s', (shouted, calm) => expect(titleCase(shouted)).toBe(calm));

  it.each(['MAMAS', 'eBay STORE', 'Walmart SuperCenter 1555', '99 # 1'])('%s stays', (name) =>
    expect(titleCase(name)).toBe(name),
  );
});

it.each([
  ['6195782311', '(619) 578-2311'],
  ['1-619-578-2311', '(619) 578-2311'],
  ['(619) 578.2311', '(619) 578-2311'],
  ['714660', null],
  ['0195782311', null],
  ['619578231１', null],
  ['call me', null],
])('The telephone number %s is %s', (text, phone) => expect(formatPhone(text)).toBe(phone));

it.each([
  ['http://10barrel.com', 'http://10barrel.com'],
  ['HTTP://Www.Shop.example/Menu?a=b#c', 'http://www.shop.example/Menu?a=b#c'],
  ['shop.example:8080/menu', 'https://shop.example:8080/menu'],
  ['http://joe@shop.example', null],
  ['https://shop.example@evil.example', null],
  ['javascript://shop.example/%0aalert(1)', null],
  ['data:text/html,hi', null],
  ['//shop.example', 'https://shop.example'],
  ['http://127.0.0.1/', null],
  ['http://localhost', null],
  ['n/a', null],
  ['see our page', null],
  [`https://shop.example/${'x'.repeat(2000)}`, null],
])('The website %s is %s', (text, website) => expect(cleanWebsite(text)).toBe(website));

it.each([
  ['joe@shop.example', 'joe@shop.example'],
  ['joe@shop', null],
  ['<joe@shop.example>', null],
  ['a@b.example,c@d.example', null],
])('The e-mail address %s is %s', (text, email) => expect(cleanEmail(text)).toBe(email));
