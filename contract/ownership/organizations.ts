import { daySchema, listingMetricsSchema } from '#contract/analytics.ts';
import { idSchema, nullableIdSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { optionalUrl } from '#contract/listing-fields/web-address.ts';
import { listingAtDistanceSchema } from '#contract/listings.ts';
import { ownerListingSchema } from '#contract/owner-listings.ts';
import { LISTING_ROLES } from '#contract/ownership/members.ts';
import { photoSchema } from '#contract/photos.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** The most organizations of an account, and the most branches of one. */
export const MAX_ORGANIZATIONS = 5;
export const MAX_BRANCHES = 200;

/** An organization has a public page from this number of published branches on. */
export const MIN_PUBLISHED_BRANCHES = 2;

const MAX_NAME_LENGTH = 80;
const MAX_ABOUT_LENGTH = 1000;

/** What the form of an organization asks for. */
export const organizationFormSchema = z.object({
  name: singleLine({
    min: 1,
    tooShort: defineMessage('Enter a name'),
    max: MAX_NAME_LENGTH,
    tooLong: defineMessage('Use {max} characters or fewer', { max: MAX_NAME_LENGTH }),
  }),
  about: multiLine({
    max: MAX_ABOUT_LENGTH,
    tooLong: defineMessage('Use {max} characters or fewer', { max: MAX_ABOUT_LENGTH }),
  }).default(''),
  website: optionalUrl(defineMessage('Invalid website URL')),
});

const listingIdsSchema = z.array(idSchema).max(MAX_BRANCHES);

/** `POST /api/user/organizations`: the listings of the account that become its branches. */
export const newOrganizationSchema = organizationFormSchema.extend({ listings: listingIdsSchema.default([]) });
export type NewOrganization = z.output<typeof newOrganizationSchema>;

/** `PATCH /api/user/organizations/{id}`: other words, which only the owner may write, and listings to add or remove. */
export const organizationChangeSchema = z
  .object({
    name: organizationFormSchema.shape.name,
    about: organizationFormSchema.shape.about.unwrap(),
    website: organizationFormSchema.shape.website.unwrap(),
    add: listingIdsSchema,
    remove: listingIdsSchema,
  })
  .partial();
export type OrganizationChange = z.output<typeof organizationChangeSchema>;

/** An organization in the account of its owner, or of somebody who helps with all listings of the owner. */
export const organizationSchema = z.object({
  id: z.number().int(),
  /** The path of its public page. */
  path: z.string(),
  name: z.string(),
  about: z.string(),
  website: z.string(),
  /** What the account is to it. */
  role: z.enum(LISTING_ROLES),
  /** Its branches that are not deleted, and how many of them visitors see. */
  branchIds: z.array(z.number().int()),
  publishedCount: z.number().int(),
});
export type Organization = z.infer<typeof organizationSchema>;

/** Who is emailed of new messages to a branch: the owner alone, the named member alone, or both; the owner and all managers where none is named. */
export const leadRecipientsSchema = z.enum(['owner', 'member', 'both']);
export type LeadRecipients = z.infer<typeof leadRecipientsSchema>;

/** A listing that is a branch. */
export const branchSchema = ownerListingSchema.extend({
  published: z.boolean(),
  /** The fields in which it differs from the profile of its organization. */
  exceptions: z.array(z.string()),
  leadRecipients: leadRecipientsSchema,
  /** The membership (`memberSchema`) of who is emailed; null for nobody but the owner. */
  leadMemberId: z.number().int().nullable(),
});
export type Branch = z.infer<typeof branchSchema>;

/** `GET /api/user/organizations/{id}`: with its branches, by title. */
export const organizationPageSchema = organizationSchema.extend({ branches: z.array(branchSchema) });
export type OrganizationPage = z.infer<typeof organizationPageSchema>;

/** `PUT /api/user/organizations/{id}/branches/{listingId}`: who is emailed of new messages. */
export const branchRoutingSchema = branchSchema
  .pick({ leadRecipients: true })
  .extend({ leadMemberId: nullableIdSchema });
export type BranchRouting = z.output<typeof branchRoutingSchema>;

const numbersSchema = listingMetricsSchema
  .pick({ views: true, impressions: true, websiteClicks: true, phoneClicks: true, mapClicks: true, shares: true })
  .extend({ messages: z.number().int() });

/** `GET /api/user/organizations/{id}/numbers`: the metrics of branches with a paid level in a range of days, and their sum. */
export const branchNumbersSchema = z.object({
  from: daySchema,
  to: daySchema,
  total: numbersSchema,
  /** Null for a branch at the free level. */
  branches: z.array(z.object({ id: z.number().int(), numbers: numbersSchema.nullable() })),
});
export type BranchNumbers = z.infer<typeof branchNumbersSchema>;

/** `GET /api/brands/{slug}`: a ZIP code that the branches are sorted by. */
export const brandQuerySchema = z.object({ zip: z.string().max(10).optional() });

/** The public page of an organization: its published branches by county and city, or the nearest first. */
export const brandSchema = z.object({
  name: z.string(),
  path: z.string(),
  about: z.string(),
  /** Null unless a branch has a paid level, as that of a listing. */
  website: z.string().nullable(),
  /** That of the first branch with a paid level that has one. */
  logo: photoSchema.nullable(),
  /** The ZIP code by which the branches are sorted; null where none was asked for, or it is none of ours. */
  zip: z.string().nullable(),
  branches: z.array(listingAtDistanceSchema),
});
export type Brand = z.infer<typeof brandSchema>;
