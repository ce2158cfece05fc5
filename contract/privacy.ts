import { z } from './zod.ts';

/** `GET /api/privacy`: whether the request carried the Global Privacy Control signal, `Sec-GPC: 1`. */
export const privacySchema = z.object({ gpc: z.boolean() });
export type Privacy = z.infer<typeof privacySchema>;
