import { expect, it } from 'vitest';
import { toMailbox } from './mailbox.ts';

it.each([
  [
    'maria.lopez@mail.example',
    ['Maria.Lopez@MAIL.example', 'maria.lopez+shop@mail.example', 'maria.lopez+a+b@mail.example'],
  ],
  [
    'maria.lopez@mail.example',
    ['"maria.lopez"@mail.example', '"Maria\\.Lopez+x"@mail.example', 'maria.lopez@mail.example.'],
  ],
  [
    'maria.lopez@mail.example',
    [' maria.lopez@mail.example ', 'ｍaria.lopez＠mail.example', 'maria.lopez@mail。example'],
  ],
  ['marialopez@gmail.com', ['maria.lopez@gmail.com', 'm.a.r.i.a.lopez+x@GoogleMail.com', '"maria.lopez"@gmail.com.']],
  ['ana@xn--bcher-kva.example', ['ana@bücher.example', 'Ana@BÜCHER.example', 'ana+x@bu\u0308cher.example']],
  ['+ana@mail.example', ['+ana@mail.example', '+ana+x@mail.example']],
])('The mailbox %s has the addresses %j', (mailbox, addresses) => {
  expect(addresses.map(toMailbox)).toEqual(addresses.map(() => mailbox));
  expect(toMailbox(mailbox)).toBe(mailbox);
});

it('Other mailboxes stay others', () => {
  const addresses = [
    'ana@mail.example',
    'a.na@mail.example',
    'ana-x@mail.example',
    'ana@mail.example.com',
    '+ana@mail.example',
  ];
  expect(new Set(addresses.map(toMailbox)).size).toBe(addresses.length);
});

it('What is no address does not fail', () => {
  expect(['', '@', 'ana', '"', 'ana@', '@mail.example'].map(toMailbox)).toEqual([
    '@',
    '@',
    '@ana',
    '@"',
    'ana@',
    '@mail.example',
  ]);
});
