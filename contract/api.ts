import { z } from './zod.ts';

/** What every error of the API looks like: a sentence for people, and for bad input where and why. */
export const apiErrorSchema = z.object({
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ApiErrorBody = z.infer<typeof apiErrorSchema>;

/** Lists answer 20 rows unless told, and never more than 100. */
export const LIST_LIMIT = { default: 20, max: 100 } as const;

/** A cursor of at most `maxLength` characters of base64url. */
export const cursorSchema = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/, 'Invalid cursor');

/**
 * The query of every list: `limit` rows from `cursor` on. The next page's address stands in the `Link` header
 * (`rel="next"`, RFC 8288); a cursor is opaque and is only ever taken from there.
 */
export const listQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT.max).default(LIST_LIMIT.default),
  cursor: cursorSchema(200).optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

/** A row's number as it stands in a URL. */
export const idSchema = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** A slug as it stands in a URL: lower-case words joined by hyphens. */
export const slugSchema = z.string().min(1).max(80);
