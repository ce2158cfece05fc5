import { z } from '#contract/zod.ts';

/** What an entry of the audit log may say of the state before and after an act: states and numbers, never what somebody typed. */
export const AUDIT_FACTS = [
  /** A role of the staff; null for none. */
  'role',
  /** The number of an invitation to the staff. */
  'invitation',
  /** How many sessions are open. */
  'sessions',
] as const;

const factSchema = z.union([z.string().max(60), z.number(), z.boolean(), z.null()]);

/** Facts by name. */
export const auditFactsSchema = z.partialRecord(z.enum(AUDIT_FACTS), factSchema);
export type AuditFacts = z.infer<typeof auditFactsSchema>;
