import { z } from '#contract/zod.ts';

/** `POST /api/links/open` and `POST /api/links/renew`: the token of a link in our emails to customers. */
export const linkSchema = z.object({ token: z.string().regex(/^[\w-]{20,100}$/) });
