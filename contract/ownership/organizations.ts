import { idSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { optionalUrl } from '#contract/listing-fields/web-address.ts';
import { ownerListingSchema } from '#contract/owner-listings.ts';
import { LISTING_ROLES } from '#contract/ownership/members.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

/** The most organizations of an account, and the most branches of one. */
export const MAX_ORGANIZATIONS = 5;
export const MAX_BRANCHES = 200;

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

/** Who is emailed of new messages to a branch. */
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
