import { expect, it } from 'vitest';
import { cleanEmail, cleanWebsite, titleCaseAddress } from './normalize.ts';

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

it.each([
  ['4077 05TH AVE', '4077 5th Ave'],
  ['N 750 IMPERIAL AVE', '750 N Imperial Ave'],
  ['100 Main St, San Diego', '100 Main St'],
  ['007 Bond St', '007 Bond St'],
])('The address %s is %s', (text, address) => expect(titleCaseAddress(text, 'San Diego', '92103')).toBe(address));
