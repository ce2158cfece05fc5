import { mailingsPersonalData } from '../accounts/mailings.ts';
import type { PersonalData } from '../accounts/personal-data.ts';
import { secondFactorPersonalData } from '../accounts/second-factor/state.ts';
import { objectionsPersonalData } from '../admin/desk/objections/objections.ts';
import { listingViewsPersonalData } from '../admin/listings/views.ts';
import { peoplePersonalData } from '../claims/invitations/personal-data.ts';
import { claimPersonalData } from '../claims/own-claims.ts';
import { messagesPersonalData } from '../contact/messages.ts';
import { conversationsPersonalData } from '../conversations/personal-data.ts';
import { listingPersonalData } from '../listings/lifecycle/ownership.ts';
import { billingPersonalData } from '../payments/invoices/billing.ts';
import { createPaymentsPersonalData } from '../payments/read/account-payments.ts';
import { photoPersonalData } from '../photos/photos.ts';
import { reportsPersonalData } from '../reports/reports.ts';
import { suggestedEditsPersonalData } from '../reports/suggested-edits/decide.ts';
import { reviewsPersonalData } from '../reviews/personal-data.ts';
import { savedListingPersonalData } from '../saved/listings.ts';
import { savedSearchPersonalData } from '../saved/searches.ts';
import { staffPersonalData } from '../staff/personal-data.ts';
import type { PaymentMode } from '../stripe/payment-provider.ts';

/** What accounts have in other nouns: exported and erased with them, in this order. */
export const createPersonalData = (mode: PaymentMode): PersonalData[] => [
  createPaymentsPersonalData(mode),
  billingPersonalData,
  // Before listings: they ask who owns them.
  reviewsPersonalData,
  conversationsPersonalData,
  listingPersonalData,
  claimPersonalData,
  peoplePersonalData,
  photoPersonalData,
  messagesPersonalData,
  reportsPersonalData,
  suggestedEditsPersonalData,
  objectionsPersonalData,
  savedListingPersonalData,
  savedSearchPersonalData,
  mailingsPersonalData,
  secondFactorPersonalData,
  listingViewsPersonalData,
  staffPersonalData,
];
