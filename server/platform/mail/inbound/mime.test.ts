import { expect, test } from 'vitest';
import { parseMime } from './mime.ts';

const parse = (headers: string) => parseMime(Buffer.from(`${headers}\r\n\r\nHello\r\n`));

test.each([
  ['jane@mail.example', 'jane@mail.example'],
  ['Jane Doe <Jane@mail.example>', 'jane@mail.example'],
  ['"Doe, Jane" <jane@mail.example>', 'jane@mail.example'],
  ['Doe, Jane <jane@mail.example>', 'jane@mail.example'],
  ['Doe, Jane (Sales) <jane@mail.example>', 'jane@mail.example'],
  ['=?utf-8?Q?Mu=C3=B1oz=2C_Ana?= <ana@mail.example>', 'ana@mail.example'],
  ['Jane', ''],
])('an email from %s is from %j', async (from, address) => {
  expect((await parse(`From: ${from}`)).from).toBe(address);
});

test.each([
  ['Subject: Automatic reply: Your quote', true],
  ['Subject: Respuesta automática: Su mensaje', true],
  ['Subject: =?utf-8?Q?Respuesta_autom=C3=A1tica=3A_Su_mensaje?=', true],
  ['Subject: Out of Office', true],
  ['X-Auto-Response-Suppress: All', true],
  ['X-Auto-Response-Suppress: None', false],
  ['Subject: Re: Your quote', false],
])('of an email with %s it is %s that a program sent it', async (header, isAutomatic) => {
  expect((await parse(`From: jane@mail.example\r\n${header}`)).isAutomatic).toBe(isAutomatic);
});
