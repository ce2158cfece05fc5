import { z } from './zod.ts';

/** The facts of a listing that have sources. */
export const FACT_NAMES = [
  ...([
    'name',
    'category',
    'address',
    'point',
    'phone',
    'email',
    'website',
    'hours',
    'description',
    'wic',
    'ebt',
  ] as const),
] as const;
export type FactName = (typeof FACT_NAMES)[number];

/** '2024-11', or '2022' where the month is unknown; null where the source has no date. */
const dataDateSchema = z.string().nullable();

/** A source of a listing's facts. */
export const factSourceSchema = z.object({
  /** Which facts; empty: all that no other source and no owner said. */
  facts: z.array(z.enum(FACT_NAMES)),
  title: z.string(),
  date: dataDateSchema,
  url: z.string().nullable(),
});
export type FactSource = z.infer<typeof factSourceSchema>;

/** A source of businesses in the directory, with the license of its data where that is known. */
export const dataSourceSchema = factSourceSchema.omit({ facts: true }).extend({ license: z.string().nullable() });
export type DataSource = z.infer<typeof dataSourceSchema>;

/** Why a business may have closed: its source says so, or no longer lists it, or independent visitors reported it. */
export const possibleClosureSchema = z.object({
  title: z.string(),
  date: dataDateSchema,
  reason: z.enum(['missing', 'closed', 'reported']),
});
export type PossibleClosure = z.infer<typeof possibleClosureSchema>;
