import { idSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';

/** What an API key may do, of what its account may. */
export const KEY_SCOPES = ['listings:read', 'listings:write', 'leads:read', 'leads:answer', 'analytics:read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** How long an API key may last, in days. */
export const KEY_DAYS = [30, 90, 365] as const;

export const MAX_API_KEYS = 20;

/** How many requests an API key may send in a minute. */
export const KEY_REQUESTS_PER_MINUTE = 300;

/** An API key of the account, without the key itself. */
export const apiKeySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The beginning of the key: 'slk_live_Xy12abCd'. */
  prefix: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  createdAt: z.string(),
  /** Accurate to five minutes; null for a key that was never used. */
  lastUsedAt: z.string().nullable(),
  /** Null for a key that lasts until it is revoked. */
  expiresAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** `POST /api/user/api-keys`. */
export const apiKeyCreationSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, defineMessage('Name the key after what uses it'))
    .max(60, defineMessage('Use at most 60 characters')),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1, defineMessage('Choose at least one permission'))
    .max(KEY_SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, defineMessage('Choose each permission once')),
  /** Null for a key that lasts until it is revoked. */
  days: z.literal(KEY_DAYS).nullable(),
});
export type ApiKeyCreation = z.input<typeof apiKeyCreationSchema>;

/** The only response that has the key. */
export const createdApiKeySchema = z.object({ apiKey: apiKeySchema, key: z.string() });
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;

export const apiKeyParamsSchema = z.object({ id: idSchema });
