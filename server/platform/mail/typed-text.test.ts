import { expect, it } from 'vitest';
import { claimProofEmail } from '#server/claims/emails.ts';
import { answerEmail, contactMessageEmail } from '#server/contact/emails.ts';
import { publishedEmail } from '#server/listings/emails.ts';
import { refundFailedEmail, refundRequestedEmail } from '#server/payments/refunds/emails.ts';
import { newListingsEmail } from '#server/saved/emails.ts';
import type { Email } from './mailer.ts';

const site = { name: 'The Directory', origin: 'https://directory.example', supportEmail: 'help@directory.example' };
const TYPED = `Your account is closed, see https://evil.example or mail help@evil.example ${'!'.repeat(300)}`;
const NEVER_LINKED = /evil\.example|help@evil|!{200}/;
const payment = { id: 1, receipt: 'SL-000001', plan: 'Premium Monthly' };
const message = { name: TYPED, email: 'ana@mail.example', subject: TYPED, message: TYPED };

/** Every email with text that somebody else than its recipient or the administrator typed. */
const render = (isConfirmed: boolean): Record<string, Email> => {
  const owner = { id: 12, username: TYPED, isConfirmed };
  const listing = { id: 7, title: TYPED, business_name: TYPED, city: TYPED, expires_at: null, isConfirmed };
  const recipient = { email: 'owner@mail.example', email_confirmed_at: isConfirmed ? new Date() : null };
  const search = { to: 'owner@mail.example', token: 't', name: 'Plumbers', search: 'q=x', listings: [listing] };
  return {
    'a published listing': publishedEmail(site, listing, recipient),
    'new listings': newListingsEmail(site, search),
    'a request for a refund': refundRequestedEmail(site, { payment, owner, reason: TYPED }),
    'a failed refund': refundFailedEmail(site, { payment, owner }),
    'an answer': answerEmail(site, { ...message, isConfirmed, created_at: new Date() }, 'Here it is.'),
  };
};

it.each(Object.entries(render(false)))(
  'The email about %s has nothing of an unconfirmed author',
  (_what, { subject, text }) => {
    expect(`${subject}\n${text}`).not.toMatch(/account is closed|evil|!!/);
  },
);

it.each([
  ...Object.entries(render(true)),
  [
    'a claim',
    claimProofEmail(site, { to: 'a@b.example', username: TYPED, listing: { id: 7, title: TYPED }, token: 't' }),
  ],
  ['a contact message', contactMessageEmail(site, { ...message, inquiryType: 'general' })],
] as [string, Email][])(
  'The email about %s quotes a confirmed author, cut and without a link',
  (_what, { subject, text }) => {
    expect(text).toMatch(/(“|> )Your account is closed, see evil\[\.\]example or mail help\[at\]evil\[\.\]example/);
    expect(`${subject}\n${text}`.replace(/^> .*$/gm, '')).not.toMatch(NEVER_LINKED);
    expect(`${subject}\n${text}`).not.toMatch(/evil\.example|help@evil/);
  },
);
