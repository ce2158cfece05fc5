import { type NoticeForm, noticeFormSchema } from '#contract/admin/notices.ts';
import { z } from '#contract/zod.ts';
import { fromLocalInput } from './los-angeles-input.ts';

/** The form as it is typed: times are those of a clock in Los Angeles. */
export const formSchema = z
  .object({
    text: z.string(),
    tone: z.enum(['information', 'warning', 'urgent']),
    kind: z.enum(['everywhere', 'county', 'city', 'category']),
    slug: z.string(),
    link: z.string(),
    linkLabel: z.string(),
    spanishText: z.string(),
    spanishLinkLabel: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
  })
  .transform(({ kind, slug, startsAt, endsAt, spanishText, spanishLinkLabel, ...form }, context): NoticeForm => {
    const parsed = noticeFormSchema.safeParse({
      ...form,
      scope: { kind, slug: kind === 'everywhere' ? null : slug },
      startsAt: startsAt === '' ? null : fromLocalInput(startsAt),
      endsAt: endsAt === '' ? null : (fromLocalInput(endsAt) ?? ''),
      translations: { es: { text: spanishText, linkLabel: spanishLinkLabel } },
    });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path: toField(path.join('.')), message });
    return z.NEVER;
  });
export type NoticeFormInput = z.input<typeof formSchema>;

/** The field of the form for a field of the API. */
export const toField = (path: string) => [FIELDS[path] ?? path];

const FIELDS: Record<string, keyof NoticeFormInput> = {
  'scope.slug': 'slug',
  'translations.es.text': 'spanishText',
  'translations.es.linkLabel': 'spanishLinkLabel',
};
