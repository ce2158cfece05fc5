import { z } from '#contract/zod.ts';

/** Where on the site a customer began: what owners see as the source of a lead. */
export const leadSourceSchema = z.enum(['listing', 'search', 'list', 'quote']);
export type LeadSource = z.infer<typeof leadSourceSchema>;
