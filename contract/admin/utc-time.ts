import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';

const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

/** A time in UTC: '2026-03-01T14:00:00Z'. */
export const utcTimeSchema = z
  .string()
  .refine((text) => UTC_TIME.test(text) && !Number.isNaN(Date.parse(text)), defineMessage('Enter a date and a time'));
