import { listQuerySchema } from './api.ts';
import { adFormValuesSchema } from './listing-form.ts';
import { adPageSchema, levelSchema } from './listings.ts';
import { uploadedSchema } from './photos.ts';
import { z } from './zod.ts';

export const statusSchema = z.enum(['draft', 'active', 'paused', 'hidden', 'deleted']);
export type Status = z.infer<typeof statusSchema>;

/** What an owner may do with a listing; which of these now, the listing says itself. */
export const ownerActSchema = z.enum([
  'publish',
  'edit',
  'pause',
  'resume',
  'renew',
  'duplicate',
  'delete',
  'undelete',
]);
export type OwnerAct = z.infer<typeof ownerActSchema>;

/** One's own listing as the table of them shows it. Times are ISO 8601 in UTC. */
export const ownAdSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  businessName: z.string(),
  city: z.string(),
  category: z.object({ name: z.string(), icon: z.string() }),
  county: z.object({ slug: z.string() }),
  imageUrl: z.string().nullable(),
  status: statusSchema,
  /** Whether it is shown no more until it is renewed; a condition beside the status. */
  expired: z.boolean(),
  /** What visitors see it at now. */
  level: levelSchema,
  paidUntil: z.string().nullable(),
  /** Null for one that is shown without end. */
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Until when a deleted one can be brought back. */
  undeletableUntil: z.string().nullable(),
  /** Why the administrator has hidden it. */
  hiddenReason: z.string().nullable(),
  /** Visits to its page that were counted so far. */
  views: z.number().int(),
  /** Of these, those of each of the past 30 days in Los Angeles, the oldest first and today last. */
  recentViews: z.array(z.number().int()),
  version: z.number().int(),
  acts: z.array(ownerActSchema),
});
export type OwnAd = z.infer<typeof ownAdSchema>;

/** One's own listing with what its form holds. `premium` is whether it is at the premium level. */
export const ownAdPageSchema = ownAdSchema.extend({
  form: adFormValuesSchema,
  /** The uploaded pictures that the form names, the logo among them. */
  pictures: z.array(uploadedSchema),
});
export type OwnAdPage = z.infer<typeof ownAdPageSchema>;

/** `GET /api/user/ads`. */
export const ownAdsQuerySchema = listQuerySchema.extend({ status: statusSchema.optional() });
export type OwnAdsQuery = z.infer<typeof ownAdsQuerySchema>;

/** `POST /api/ads` and whatever else makes a listing. */
export const postedSchema = z.object({ ad: ownAdSchema, message: z.string() });
export type Posted = z.infer<typeof postedSchema>;

/** What visitors see, or would see, of one's own listing. */
export const previewSchema = adPageSchema;
