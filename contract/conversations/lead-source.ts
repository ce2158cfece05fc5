import { VISIT_SOURCES } from '#contract/ownership/sharing/visit-source.ts';
import { z } from '#contract/zod.ts';

/** Where a customer began, on the site or what led there: what owners see as the source of a lead. */
export const leadSourceSchema = z.enum(['listing', 'search', 'list', 'quote', ...VISIT_SOURCES]);
export type LeadSource = z.infer<typeof leadSourceSchema>;
