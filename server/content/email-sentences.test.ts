import { describe, expect, it } from 'vitest';
import { checkSentences } from './email-sentences.ts';

const PLAIN = 'Hello,';
const NAMED = 'Welcome to {name}, {user}.';
const COUNTED = '{count, plural, one {# view} other {# views}} on {name}';

const check = (original: string, text: string) => {
  const { sentences, issues } = checkSentences({ a: original }, { a: text });
  return issues[0]?.message ?? sentences;
};

describe('A sentence of an email', () => {
  it.each([
    [PLAIN, 'Good morning,'],
    [PLAIN, "It’s 5 o'clock"],
    [NAMED, '{user}, this is {name}.'],
    [NAMED, '{user}, {user}: {name}!'],
    [COUNTED, '{name}: {count, plural, one {once} other {# times}}'],
    [COUNTED, '{name}: {count}'],
  ])('that says %j may say %j', (original, text) => {
    expect(check(original, text)).toEqual({ a: text });
  });

  it.each([
    [NAMED, 'Welcome to {name}.', '{user} is missing.'],
    [NAMED, 'Welcome to {name}, {user}, {city}.', 'There’s no placeholder {city}. Use {name}, {user}.'],
    [NAMED, 'Welcome to {name, {user}.', 'The braces don’t match. A placeholder is written as {name}.'],
    [NAMED, '<b>{name}</b> {user}', 'There’s no placeholder {b}. Use {name}, {user}.'],
    [NAMED, '{name, plural, other {x}} {user}', 'Write {name} as in the original.'],
    [COUNTED, '{name} {count, date}', 'Write {count} as in the original.'],
    [COUNTED, '{count, plural, one {x}} {name}', 'The braces don’t match. A placeholder is written as {name}.'],
    [PLAIN, 'Hello {user},', 'There’s no placeholder {user} here.'],
    [PLAIN, 'Hello {', 'The braces don’t match. A placeholder is written as {name}.'],
  ])('that says %j may not say %j', (original, text, message) => {
    expect(check(original, text)).toBe(message);
  });

  it('that the release does not have is left out, as is one that is as there', () => {
    expect(checkSentences({ a: PLAIN }, { a: PLAIN, b: '{none}' })).toEqual({ sentences: {}, issues: [] });
  });
});
