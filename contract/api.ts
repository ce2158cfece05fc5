import { defineMessage } from '#contract/i18n/t.ts';
import { z } from './zod.ts';

/** What a page can do about a refusal: verify again, set up a second factor, choose a password, or have the link for the email sent again. */
export const ERROR_CODES = [
  'step-up-required',
  'second-factor-required',
  'password-change-required',
  'email-confirmation-required',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The body of every error: a sentence for people and, for invalid input, the path and message of each fault. */
export const apiErrorSchema = z.object({
  message: z.string(),
  code: z.enum(ERROR_CODES).optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type ApiErrorBody = z.infer<typeof apiErrorSchema>;

/** Lists return 20 rows by default and at most 100. */
export const LIST_LIMIT = { default: 20, max: 100 } as const;

const INVALID_CURSOR = defineMessage('Invalid cursor');

/** A cursor of at most `maxLength` characters of base64url. */
export const cursorSchema = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/, INVALID_CURSOR);

/**
 * The query of every list: `limit` rows from `cursor` on. The `Link` header holds the URL of the next page
 * (`rel="next"`, RFC 8288). Cursors are opaque.
 */
export const listQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT.max).default(LIST_LIMIT.default),
  cursor: cursorSchema(200).optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

const DECIMAL_ID = /^[1-9]\d{0,15}$/;
const parseId = (value: unknown) => (typeof value === 'string' && DECIMAL_ID.test(value) ? Number(value) : value);
const idNumberSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** The id of a row. In a URL it is written in decimal digits. */
export const idSchema = z.preprocess(parseId, idNumberSchema);

/** The id of a row, or null for none. The document of the API would call `idSchema.nullable()` optional. */
export const nullableIdSchema = z.preprocess(parseId, idNumberSchema.nullable());

/** A slug in a URL: lower-case words joined by hyphens. */
export const slugSchema = z.string().min(1).max(80);
