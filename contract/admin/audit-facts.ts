import { z } from '#contract/zod.ts';

/**
 * What an entry of the audit log may say of the state before and after an act: states and numbers, never what somebody typed, except for what
 * the site itself shows: its categories, settings, prices, notices, ads and pictures, and the subjects of emails to owners.
 */
export const AUDIT_FACTS = [
  /** The state of an account, a listing, a claim, a report or a request. */
  'status',
  /** Whether somebody of the staff decided on their own case, because nobody else could. */
  'ownCase',
  /** The number of the account that owns a listing; null for none. */
  'owner',
  /** The numbers of a claim, a report and a payment. */
  'claim',
  'report',
  'payment',
  /** The number of a review. */
  'review',
  /** The number of a conversation. */
  'conversation',
  /** What was refunded of a payment so far. */
  'refundedCents',
  /** Which version of its invoice is the last one. */
  'version',
  /** The number of a coupon, and its terms. */
  'coupon',
  'percentOff',
  'amountOffCents',
  'plans',
  'firstDay',
  'lastDay',
  'maxUses',
  /** How many credits were given. */
  'credits',
  /** A role of the staff, or what somebody is to a listing; null for none. */
  'role',
  /** The number of an invitation. */
  'invitation',
  /** How many sessions are open. */
  'sessions',
  /** The number of a category, or its name where a listing was put into it; and the name of the city of a listing that was moved. */
  'category',
  'city',
  /** What the staff edits of a category. Of words: those that went, and those that came. */
  'name',
  /** The names of a category in other languages: 'es: Plomeros'. */
  'names',
  'address',
  'icon',
  'parent',
  'words',
  /** The names of categories in their order. */
  'order',
  /** How many listings a category has. */
  'listings',
  /** The name of the category into which one was merged. */
  'mergedInto',
  /** The number of a place, and what is edited of it besides its name and address. */
  'place',
  'middle',
  'radiusMiles',
  'otherNames',
  /** The key of a setting, its value, and whether that is the default one. */
  'setting',
  'value',
  'isDefault',
  /** A paid plan and its price, null while it is not sold; a tax as 'Sales tax 7.75%'; and the time from which they hold. */
  'plan',
  'priceCents',
  'tax',
  'holdsFrom',
  /** The number of a notice, and what is edited of it. */
  'notice',
  'text',
  /** The same in Spanish. */
  'translatedText',
  'translatedLinkLabel',
  'link',
  'linkLabel',
  'tone',
  'scope',
  'startsAt',
  'endsAt',
  /** The number of a booked ad, and what is edited of it. */
  'ad',
  'slot',
  'advertiser',
  'description',
  'focus',
  'html',
  'picture',
  'phonePicture',
  'counties',
  'categories',
  'language',
  'weight',
  'paidCents',
  /** The number of an email to owners, and how many get it, or get it no more. */
  'announcement',
  'recipients',
] as const;

const factSchema = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

/** The facts of an entry of the audit log, by name. */
export type AuditFacts = Partial<Record<(typeof AUDIT_FACTS)[number], z.infer<typeof factSchema>>>;

/** Facts as they were stored, perhaps by a release that knew others. */
export const storedFactsSchema = z.record(z.string(), factSchema);
