import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';

/** The keys of `Hours`, in order. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const MISSING_TIME = defineMessage('Enter a time');
const INVALID_TIME = defineMessage('Enter a time, such as 09:30');
const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
  error: ({ input }) => (input === '' ? MISSING_TIME : INVALID_TIME),
});

/** Opening and closing time as 'HH:MM' in Los Angeles. A span that closes no later than it opens ends on the next day. */
const spanSchema = z.object({ opens: timeSchema, closes: timeSchema }).refine(({ opens, closes }) => opens !== closes, {
  path: ['closes'],
  message: defineMessage('Opening and closing times are the same'),
});
export type Span = z.infer<typeof spanSchema>;

/** A day: closed, by appointment only, open for 24 hours, or spans in order that do not overlap. */
export const dayHoursSchema = z.union([
  z.literal('closed'),
  z.literal('appointment'),
  z.literal('all-day'),
  z
    .array(spanSchema)
    .min(1, MISSING_TIME)
    .max(4, defineMessage('You can add up to four time ranges a day'))
    .refine(
      (spans) => spans.every(({ opens }, i) => i === 0 || startsAfter(opens, spans[i - 1])),
      defineMessage('These times overlap'),
    ),
]);
export type DayHours = z.infer<typeof dayHoursSchema>;

const startsAfter = (opens: string, previous: Span | undefined) =>
  previous !== undefined && previous.opens < previous.closes && previous.closes <= opens;

/** The opening hours of each weekday; null where the owner gave none. */
export const hoursSchema = z.object(
  Object.fromEntries(WEEKDAYS.map((day) => [day, dayHoursSchema.nullable().default(null)])) as Record<
    Weekday,
    z.ZodDefault<z.ZodNullable<typeof dayHoursSchema>>
  >,
);
export type Hours = z.infer<typeof hoursSchema>;

/** Some days of a week, for a change that leaves the others as they are. */
export const hoursOfDaysSchema = z.strictObject(
  Object.fromEntries(WEEKDAYS.map((day) => [day, dayHoursSchema.nullable().optional()])) as Record<
    Weekday,
    z.ZodOptional<z.ZodNullable<typeof dayHoursSchema>>
  >,
);

const UNKNOWN_HOURS = hoursSchema.parse({});

/** A week with the hours of some days changed; null only where the change is. */
export const changeDays = (week: Hours | null, days: z.infer<typeof hoursOfDaysSchema> | null): Hours | null =>
  days && { ...UNKNOWN_HOURS, ...week, ...days };
