import { expect, it } from 'vitest';
import { isFound } from './find-email.ts';

const email = {
  id: 'confirmation',
  group: 'Accounts',
  about: 'After registering, and again on request',
  from: 'SoCal Local',
  to: 'rosa@mail.example',
  subject: 'Confirm your email address',
  text: 'Press the button.',
  textKey: 'emails/confirmation',
};

it.each(['', 'welcome', 'Sign-up', 'confirm', 'registering after', 'BUTTON', 'bienvenida', 'dueno'])(
  '%s finds it',
  (typed) => {
    expect(isFound(email, typed)).toBe(true);
  },
);

it.each(['receipt', 'confirm receipt'])('%s does not find it', (typed) => {
  expect(isFound(email, typed)).toBe(false);
});
