import { z } from './zod.ts';

/** What kind of machine a browser runs on, as it says itself. */
export const deviceSchema = z.enum(['iOS', 'Android', 'Windows', 'Mac', 'Other', 'Unknown']);
export type Device = z.infer<typeof deviceSchema>;

/** A visit to a listing's page, as its owner sees it: the address is a /24 (IPv4) or /48 (IPv6), or null where none is known. */
export const listingPageViewSchema = z.object({
  viewedAt: z.string(),
  userAgent: z.string(),
  ipAddress: z.string().nullable(),
});
export type ListingPageView = z.infer<typeof listingPageViewSchema>;

/** What was counted of a listing: each visitor once a day. */
export const listingMetricsSchema = z.object({
  views: z.number().int(),
  impressions: z.number().int(),
  websiteClicks: z.number().int(),
  phoneClicks: z.number().int(),
  mapClicks: z.number().int(),
  shares: z.number().int(),
  /** How long the listing's page was in view, on average; null when nobody's time is known. */
  averageSeconds: z.number().nullable(),
  /** Visitors who opened the website, of those who opened the page, from 0 on; null without views. Clicks on cards in lists count too. */
  clickRate: z.number().nullable(),
});
export type ListingMetrics = z.infer<typeof listingMetricsSchema>;

const breakdownEntrySchema = z.object({ name: z.string(), value: z.number().int() });

/** A day in Los Angeles, as `2026-03-08`. */
export const daySchema = z.iso.date('A day is written like 2026-03-08');

/** `from` and `to` are days in Los Angeles, both within; without them the last 30 days, today among them. */
export const dateRangeQuerySchema = z.object({ from: daySchema.optional(), to: daySchema.optional() });
export type DateRangeQuery = z.infer<typeof dateRangeQuerySchema>;

/** `GET /api/ads/{id}/analytics`: what was measured of a listing. Empty lists where nothing was. */
export const analyticsSchema = z.object({
  ad: z.object({ id: z.number().int(), title: z.string(), createdAt: z.string(), isPublic: z.boolean() }),
  from: daySchema,
  to: daySchema,
  /** When the figures were last added up, ISO 8601 in UTC. */
  countedAt: z.string(),
  lifetimeViews: z.number().int(),
  total: listingMetricsSchema,
  /** The same number of days before; null when the listing is younger than those. */
  before: listingMetricsSchema.nullable(),
  /** One entry for each day from `from` to `to`. */
  days: z.array(
    z.object({
      date: daySchema,
      views: z.number().int(),
      impressions: z.number().int(),
      websiteClicks: z.number().int(),
      phoneClicks: z.number().int(),
      mapClicks: z.number().int(),
      shares: z.number().int(),
    }),
  ),
  /** Views by the hour of the day in Los Angeles: 24 entries. */
  hours: z.array(z.object({ hour: z.number().int().min(0).max(23), views: z.number().int() })),
  devices: z.array(breakdownEntrySchema),
  /** The place pages that visitors came from, those with most first: six at most, then 'Other places' and 'Unknown' the last of them. */
  locations: z.array(breakdownEntrySchema),
  /** What was left out of all other figures: visits of programs, and of the owner and the administrator. */
  leftOut: z.object({ bots: z.number().int(), own: z.number().int() }),
});
export type Analytics = z.infer<typeof analyticsSchema>;

/** `GET /api/admin/overview`: the site by day, the days being those of Los Angeles. Money is in cents. */
export const overviewSchema = z.object({
  from: daySchema,
  to: daySchema,
  countedAt: z.string(),
  /** As they stand now: those that visitors see (`active`), by level and nobody's among them; and those they do not see. */
  listings: z.object({
    active: z.number().int(),
    free: z.number().int(),
    enhanced: z.number().int(),
    premium: z.number().int(),
    unclaimed: z.number().int(),
    drafts: z.number().int(),
    paused: z.number().int(),
    hidden: z.number().int(),
    expired: z.number().int(),
  }),
  accounts: z.object({ all: z.number().int(), suspended: z.number().int() }),
  days: z.array(
    z.object({
      date: daySchema,
      pageViews: z.number().int(),
      visitors: z.number().int(),
      listingViews: z.number().int(),
      newListings: z.number().int(),
      newAccounts: z.number().int(),
      /** What the ledger has: money that came, and what went back by refunds and disputes, less what of it came again. */
      payments: z.number().int(),
      paidCents: z.number().int(),
      refundedCents: z.number().int(),
    }),
  ),
  /** The 20 with most views. */
  topPages: z.array(z.object({ path: z.string(), views: z.number().int() })),
  slots: z.array(z.object({ slot: z.string(), impressions: z.number().int(), clicks: z.number().int() })),
  /** Requests for pages: all, and those of programs that say so. */
  requests: z.object({ all: z.number().int(), bots: z.number().int() }),
  /** Events of browsers that are automated or say that they are bots, counted in no other figure. */
  botEvents: z.number().int(),
  /** Events that were not counted: the program was too busy, or too many came from one address. */
  droppedEvents: z.number().int(),
  refusedEvents: z.number().int(),
});
export type Overview = z.infer<typeof overviewSchema>;
