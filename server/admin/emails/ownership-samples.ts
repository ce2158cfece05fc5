import { defineMessage, t } from '#contract/i18n/t.ts';
import { listingTakenBackEmail } from '#server/admin/take-back/emails.ts';
import { handOverEmail, memberInvitationEmail, offerEmail } from '#server/claims/invitations/emails.ts';
import {
  acceptedEmail,
  declinedEmail,
  handOverStartedEmail,
  listingsReceivedEmail,
} from '#server/claims/invitations/outcome-emails.ts';
import { memberLeftEmail, memberRemovedEmail } from '#server/listings/members/emails.ts';
import { createSample, type EmailSample } from './email-sample.ts';
import { SAMPLE_TOKEN, sampleListing } from './sample-values.ts';

const listing = sampleListing();
const business = 'Golden Hour Plumbing';
const recipient = 'ben@mail.example';
const invitation = { business, listing, token: SAMPLE_TOKEN };

/** The emails about who owns listings and who helps with them. */
export const OWNERSHIP_SAMPLES: EmailSample[] = [
  createSample(offerEmail, defineMessage('When the staff gives a listing to its owner'), (template, to) =>
    template({ to, listing, token: SAMPLE_TOKEN }),
  ),
  createSample(handOverEmail, defineMessage('To the new owner to whom a listing is handed over'), (template, to) =>
    template({ to, ...invitation }),
  ),
  createSample(
    handOverEmail,
    defineMessage('To the new owner to whom all listings are handed over'),
    (template, to) => template({ to, ...invitation, listing: null }),
    'all',
  ),
  createSample(handOverStartedEmail, defineMessage('To an owner who hands a listing over'), (template, to) =>
    template({ to, recipient, listing }),
  ),
  createSample(listingsReceivedEmail, defineMessage('After a listing was accepted'), (template, to) =>
    template({ to, count: 1 }),
  ),
  createSample(memberInvitationEmail, defineMessage('To somebody whom an owner asks to help'), (template, to) =>
    template({ to, ...invitation, role: 'manager' }),
  ),
  createSample(acceptedEmail, defineMessage('When such an invitation is accepted'), (template, to) =>
    template({ to, recipient, role: 'manager' }),
  ),
  createSample(
    acceptedEmail,
    defineMessage('When listings that were handed over are accepted'),
    (template, to) => template({ to, recipient, role: 'owner', count: 3 }),
    'listings',
  ),
  createSample(declinedEmail, defineMessage('When an invitation is declined'), (template, to) =>
    template({ to, recipient, role: 'owner' }),
  ),
  createSample(memberRemovedEmail, defineMessage('When an owner no longer lets somebody help'), (template, to) =>
    template(to, { business }),
  ),
  createSample(
    listingTakenBackEmail,
    defineMessage('When a listing is taken back from the wrong account'),
    (template, to) => template(to, { listing, reason: t('The business says that it doesn’t know you.') }),
  ),
  createSample(memberLeftEmail, defineMessage('When somebody no longer helps'), (template, to) =>
    template(to, { username: 'ben' }),
  ),
];
