import { defineMessage } from '#contract/i18n/t.ts';
import { apiKeyEmail } from '#server/accounts/api-keys/emails.ts';
import { newDeviceEmail } from '#server/accounts/devices/new-device.ts';
import { describeDevice } from '#server/accounts/devices/user-agent.ts';
import {
  addressTakenEmail,
  confirmationEmail,
  emailChangeRequestedEmail,
  newAddressEmail,
  signInEmail,
  signUpInvitationEmail,
} from '#server/accounts/emails.ts';
import { passwordChangedEmail, passwordResetEmail } from '#server/accounts/passwords/emails.ts';
import { secondFactorEmail, secondFactorResetEmail } from '#server/accounts/second-factor/emails.ts';
import { monthlyImportEmail } from '#server/import/sources/emails.ts';
import { emptySummary } from '#server/import/summary.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { invitationEmail, roleChangedEmail } from '#server/staff/emails.ts';
import { webhookCreatedEmail, webhookPausedEmail } from '#server/webhooks/emails.ts';
import { createSample, type EmailSample } from './email-sample.ts';
import { SAMPLE_TOKEN } from './sample-values.ts';

const withToken = (template: (to: string, token: string) => Email, to: string) => template(to, SAMPLE_TOKEN);
const onlyTo = (template: (to: string) => Email, to: string) => template(to);

const SECOND_FACTOR_ABOUT = {
  added: defineMessage('After a passkey or an authenticator app was added'),
  removed: defineMessage('After a passkey or an authenticator app was removed'),
  'recovery-code': defineMessage('After a recovery code was used'),
};

/** The emails about accounts. */
export const ACCOUNT_SAMPLES: EmailSample[] = [
  createSample(confirmationEmail, defineMessage('After registering, and again on request'), withToken),
  createSample(
    signUpInvitationEmail,
    defineMessage('To somebody who is invited to create an account, while that is by invitation'),
    withToken,
  ),
  createSample(signInEmail, defineMessage('To somebody who signs in without a password'), withToken),
  createSample(passwordResetEmail, defineMessage('To somebody who forgot their password'), (template, to) =>
    template({ to, token: SAMPLE_TOKEN, username: 'goldenhour' }),
  ),
  createSample(passwordChangedEmail, defineMessage('After a password was changed or reset'), onlyTo),
  createSample(newAddressEmail, defineMessage('To the new address of an account'), withToken),
  createSample(
    emailChangeRequestedEmail,
    defineMessage('To the current address, when a change of it is requested'),
    onlyTo,
  ),
  createSample(addressTakenEmail, defineMessage('To the address of an account that another account asked for'), onlyTo),
  createSample(newDeviceEmail, defineMessage('After the first sign-in on a device'), (template, to) =>
    template(to, { device: describeDevice('Firefox/140 Windows'), at: new Date() }),
  ),
  ...(['added', 'removed', 'recovery-code'] as const).map((change) =>
    createSample(secondFactorEmail, SECOND_FACTOR_ABOUT[change], (template, to) => template(to, change), change),
  ),
  createSample(apiKeyEmail, defineMessage('After an API key was created'), (template, to) =>
    template(to, { prefix: 'slk_live_7xQ2mD9k' }),
  ),
  createSample(webhookCreatedEmail, defineMessage('After a webhook was created'), onlyTo),
  createSample(webhookPausedEmail, defineMessage('After a webhook was paused because of its failures'), onlyTo),
  createSample(secondFactorResetEmail, defineMessage('After an administrator removed the second factor'), withToken),
];

/** The emails to the staff about the staff. */
export const STAFF_SAMPLES: EmailSample[] = [
  createSample(invitationEmail, defineMessage('To somebody who is invited to the staff'), (template, to) =>
    template({ to, role: 'editor', invitedBy: 'admin', token: SAMPLE_TOKEN }),
  ),
  createSample(
    monthlyImportEmail,
    defineMessage('To the member of the staff who asked that open data be imported each month'),
    (template, to) => template({ to, title: 'Overture Maps places', result: { summary: emptySummary() } }),
  ),
  createSample(
    monthlyImportEmail,
    defineMessage('The same, when it failed'),
    (template, to) => template({ to, title: 'Overture Maps places', result: { failure: '–' } }),
    'failed',
  ),
  createSample(roleChangedEmail, defineMessage('To a member of the staff with another role'), (template, to) =>
    template(to, 'moderator'),
  ),
  createSample(
    roleChangedEmail,
    defineMessage('To somebody who is no longer on the staff'),
    (template, to) => template(to, null),
    'taken',
  ),
];
