import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

const getLabels = (passwords: string[]) => passwords.map((password) => passwordStrength(password).label);

test('common passwords are very weak, however they are written', () => {
  expect(
    getLabels(['', 'password', 'P@ssw0rd', 'qwerty123', '123456789012', 'aaaaaaaaaaaa', 'abcdefgh', 'Summer2025']),
  ).toEqual(Array(8).fill('Very weak'));
});

test('length counts more than odd characters', () => {
  expect(passwordStrength('tidepool-lantern-kumquat').label).toBe('Strong');
  expect(passwordStrength('tidepool-lantern-kumquat').score).toBeGreaterThan(passwordStrength('x9$Kq!').score);
});

test('strength grows with each unrelated word', () => {
  const scores = ['kum', 'kumquat', 'kumquat-tid', 'kumquat-tidepool'].map(
    (password) => passwordStrength(password).score,
  );
  expect(scores).toEqual([...scores].sort());
  expect(new Set(scores).size).toBeGreaterThan(2);
});

test('the name of the business or user adds no strength', () => {
  expect(passwordStrength('harborbakery').score).toBeGreaterThan(0);
  expect(passwordStrength('harborbakery', ['Harbor Bakery']).score).toBe(0);
});
