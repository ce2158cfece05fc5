import { expect, test } from 'vitest';
import { JUDGED_PASSWORDS, PASSWORD_OWNER } from '#tests/fixtures/judged-passwords.ts';
import { passwordStrength, toShownStrength } from './password-strength.ts';

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

test.each(JUDGED_PASSWORDS)('“%s” is shown as what the API makes of it', (password, refusal, shown) => {
  const estimated = passwordStrength(password, Object.values(PASSWORD_OWNER));
  const reason = refusal && 'This password is too easy to guess.';
  expect(toShownStrength(estimated, reason)).toMatchObject({ label: shown, ...(reason && { advice: reason }) });
  // Nothing that the API may refuse is good before it has answered.
  expect(toShownStrength(estimated, undefined).score).toBeLessThan(3);
});
