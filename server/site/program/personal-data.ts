import { apiKeysPersonalData } from '#server/accounts/api-keys/api-keys.ts';
import { mailingsPersonalData } from '#server/accounts/mailings.ts';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import { secondFactorPersonalData } from '#server/accounts/second-factor/state.ts';
import { objectionsPersonalData } from '#server/admin/desk/objections/objections.ts';
import { listingViewsPersonalData } from '#server/admin/listings/views.ts';
import { peoplePersonalData } from '#server/claims/invitations/personal-data.ts';
import { claimPersonalData } from '#server/claims/own-claims.ts';
import { messagesPersonalData } from '#server/contact/messages.ts';
import { conversationsPersonalData } from '#server/conversations/personal-data.ts';
import { hoursFeedPersonalData } from '#server/listings/hours/feeds/hours-feeds.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { listingPersonalData } from '#server/listings/lifecycle/ownership.ts';
import { postingDraftPersonalData } from '#server/listings/write/posting-draft.ts';
import { organizationsPersonalData } from '#server/organizations/organizations.ts';
import { createAutoRenewalsPersonalData } from '#server/payments/auto-renewals/auto-renewals.ts';
import { billingPersonalData } from '#server/payments/invoices/billing.ts';
import { createPaymentsPersonalData } from '#server/payments/read/account-payments.ts';
import { photoPersonalData } from '#server/photos/photos.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { reportsPersonalData } from '#server/reports/reports.ts';
import { suggestedEditsPersonalData } from '#server/reports/suggested-edits/decide.ts';
import { createReviewsPersonalData } from '#server/reviews/personal-data.ts';
import { savedListingPersonalData } from '#server/saved/listings.ts';
import { savedListsPersonalData } from '#server/saved/lists.ts';
import { savedSearchPersonalData } from '#server/saved/searches.ts';
import { staffPersonalData } from '#server/staff/personal-data.ts';
import { webhooksPersonalData } from '#server/webhooks/personal-data.ts';

/** What accounts have in other nouns: exported and erased with them, in this order. */
export const createPersonalData = (mode: PaymentMode, deps: NoticeDeps): PersonalData[] => [
  createPaymentsPersonalData(mode),
  createAutoRenewalsPersonalData(mode),
  billingPersonalData,
  // Before listings: they ask who owns them.
  createReviewsPersonalData(deps),
  // Before conversations: it asks who wrote them.
  webhooksPersonalData,
  conversationsPersonalData,
  // Before listings: they give back what was claimed.
  claimPersonalData,
  organizationsPersonalData,
  hoursFeedPersonalData,
  listingPersonalData,
  postingDraftPersonalData,
  peoplePersonalData,
  photoPersonalData,
  messagesPersonalData,
  reportsPersonalData,
  suggestedEditsPersonalData,
  objectionsPersonalData,
  savedListingPersonalData,
  savedListsPersonalData,
  savedSearchPersonalData,
  mailingsPersonalData,
  secondFactorPersonalData,
  apiKeysPersonalData,
  listingViewsPersonalData,
  staffPersonalData,
];
