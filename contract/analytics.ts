import { leadSourceSchema } from '#contract/conversations/lead-source.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { VISIT_SOURCES } from '#contract/ownership/sharing/visit-source.ts';
import { z } from './zod.ts';

/** The kind of device by the browser's User-Agent header. */
export const deviceSchema = z.enum(['iOS', 'Android', 'Windows', 'Mac', 'Other', 'Unknown']);
export type Device = z.infer<typeof deviceSchema>;

/** What kind of device a visitor has. */
export const deviceKindSchema = z.enum(['Phone', 'Tablet', 'Computer']);
export type DeviceKind = z.infer<typeof deviceKindSchema>;

/**
 * A view of a listing's page, for its owner. Of a visitor who sends `Sec-GPC: 1` only the time is known: all else is 'Unknown', empty or
 * null, as where a browser does not say.
 */
export const listingPageViewSchema = z.object({
  viewedAt: z.string(),
  /** Not the user agent, which is not stored, but a short text with the words by which programs tell devices; empty for 'Unknown'. */
  userAgent: z.string(),
  device: deviceSchema,
  /** The network: a /24 (IPv4) or /48 (IPv6). */
  ipAddress: z.string().nullable(),
  /** The county of the place page that the visitor came from. */
  county: z.string().nullable(),
});
export type ListingPageView = z.infer<typeof listingPageViewSchema>;

/** The metrics of a listing. Each visitor counts once a day. */
export const listingMetricsSchema = z.object({
  views: z.number().int(),
  impressions: z.number().int(),
  websiteClicks: z.number().int(),
  phoneClicks: z.number().int(),
  mapClicks: z.number().int(),
  shares: z.number().int(),
  /** The average time that the page was in view; null when no time was recorded. */
  averageSeconds: z.number().nullable(),
  /**
   * Visitors who opened the website per visitor who viewed the page; null without views. Clicks on cards in lists count too, so it
   * may exceed 1.
   */
  clickRate: z.number().nullable(),
});
export type ListingMetrics = z.infer<typeof listingMetricsSchema>;

const breakdownEntrySchema = z.object({ name: z.string(), value: z.number().int() });

/** A day in Los Angeles, as `2026-03-08`. */
export const daySchema = z.iso.date(defineMessage('Enter a date such as 2026-03-08'));

/** `from` and `to` are days in Los Angeles, both inclusive; by default the last 30 days including today. */
export const dateRangeQuerySchema = z.object({ from: daySchema.optional(), to: daySchema.optional() });
export type DateRangeQuery = z.infer<typeof dateRangeQuerySchema>;

/** `GET /api/ads/{id}/analytics`: the metrics of a listing. Lists are empty where nothing was recorded. */
export const analyticsSchema = z.object({
  ad: z.object({
    id: z.number().int(),
    title: z.string(),
    createdAt: z.string(),
    isPublic: z.boolean(),
    locationId: z.number().int(),
  }),
  from: daySchema,
  to: daySchema,
  /** When the metrics were read, with the events of the last minutes: ISO 8601 in UTC. */
  countedAt: z.string(),
  lifetimeViews: z.number().int(),
  total: listingMetricsSchema,
  /** The metrics of the preceding period of the same length; null when the listing is younger. */
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
  /** The languages of the page that visitors read, by their codes, and 'Unknown'; of views since this is measured. */
  languages: z.array(breakdownEntrySchema),
  /** The place pages that visitors came from, in descending order: at most six, then 'Other places' and 'Unknown'. */
  locations: z.array(breakdownEntrySchema),
  /** The views that something of the owner's elsewhere brought, in descending order. */
  sources: z.array(z.object({ source: z.enum(VISIT_SOURCES), views: z.number().int() })),
  /** The conversations that customers began, by where they came from, in descending order. */
  leads: z.array(z.object({ source: leadSourceSchema, count: z.number().int() })),
  /** Excluded from all other metrics: visits of bots, and of the owner and the administrator. */
  leftOut: z.object({ bots: z.number().int(), own: z.number().int() }),
});
export type Analytics = z.infer<typeof analyticsSchema>;

/** `GET /api/admin/overview`: the metrics of the site by day in Los Angeles. Money is in cents. */
export const overviewSchema = z.object({
  from: daySchema,
  to: daySchema,
  countedAt: z.string(),
  /**
   * Current counts: public listings (`active`, by level, and the unclaimed ones among them) and those that are not public. Those of all
   * public listings are up to a minute old in a large directory.
   */
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
      /** Listings posted by people, and imported ones. */
      newListings: z.number().int(),
      importedListings: z.number().int(),
      newAccounts: z.number().int(),
      /** By the ledger: money received, and money returned by refunds and lost disputes, minus reversals of those. */
      payments: z.number().int(),
      paidCents: z.number().int(),
      /** What coupons took off what was paid. */
      discountCents: z.number().int(),
      refundedCents: z.number().int(),
    }),
  ),
  /** The 20 pages with most views. */
  topPages: z.array(z.object({ path: z.string(), views: z.number().int() })),
  slots: z.array(z.object({ slot: z.string(), impressions: z.number().int(), clicks: z.number().int() })),
  /** Requests for pages: all, and those of declared bots. */
  requests: z.object({ all: z.number().int(), bots: z.number().int() }),
  /** Events of automated browsers and declared bots, excluded from all other metrics. */
  botEvents: z.number().int(),
  /** Events that were not counted: dropped under load, or refused by the rate limit of one address. */
  droppedEvents: z.number().int(),
  refusedEvents: z.number().int(),
});
export type Overview = z.infer<typeof overviewSchema>;

const trendValueSchema = z.object({ now: z.number().int(), before: z.number().int() });

/** `GET /api/admin/trend`: the seven days until yesterday in Los Angeles, and the seven before them. */
export const trendSchema = z.object({
  from: daySchema,
  to: daySchema,
  visitors: trendValueSchema,
  /** Views of the page of the search. */
  searches: trendValueSchema,
  /** Taps on telephone numbers. */
  calls: trendValueSchema,
  /** Conversations that began. */
  leads: trendValueSchema,
  /** Listings that people posted. */
  newListings: trendValueSchema,
  /** Money received, minus what was returned, in US cents. */
  incomeCents: trendValueSchema,
});
export type Trend = z.infer<typeof trendSchema>;
