import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';

/** The hint of a field with a number, which says its bounds before they are missed; undefined for other schemas. */
export function boundsHint(schema: z.ZodType): string | undefined {
  if (!(schema instanceof z.ZodNumber)) return;
  const { minValue: min, maxValue: max } = schema;
  if (min === null || max === null || !Number.isSafeInteger(min) || !Number.isSafeInteger(max)) return;
  return t('From {min, number} to {max, number}', { min, max });
}
