import { type AnnouncementDraft, announcementDraftSchema, LAST_SEEN } from '#contract/admin/emails/announcements.ts';
import { z } from '#contract/zod.ts';

/** What is sent, without the recipient of a preview. */
export type AnnouncementContent = Omit<AnnouncementDraft, 'as'>;

const contentSchema = announcementDraftSchema.omit({ as: true });

/** The form as it is typed. */
export const formSchema = z
  .object({
    plan: z.enum(['any', 'free', 'enhanced', 'premium']),
    county: z.string(),
    category: z.string(),
    lastSeen: z.enum(LAST_SEEN),
    about: z.enum(['news', 'listings']),
    subject: z.string(),
    body: z.string(),
    spanishSubject: z.string(),
    spanishBody: z.string(),
  })
  .transform((form, context): AnnouncementContent => {
    const hasSpanish = form.spanishSubject.trim() !== '' || form.spanishBody.trim() !== '';
    const parsed = contentSchema.safeParse({
      ...toAudience(form),
      texts: {
        en: { subject: form.subject, body: form.body },
        es: hasSpanish ? { subject: form.spanishSubject, body: form.spanishBody } : null,
      },
    });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path: [toField(path.join('.'))], message });
    return z.NEVER;
  });

/** What is typed into the form. */
export type AnnouncementInput = z.input<typeof formSchema>;

/** The form before anything is typed. */
export const EMPTY: AnnouncementInput = {
  ...{ plan: 'any', county: '', category: '', lastSeen: 'any', about: 'news' },
  ...{ subject: '', body: '', spanishSubject: '', spanishBody: '' },
};

/** Who is asked for, as the API has it. */
export const toAudience = ({ plan, county, category, lastSeen, about }: AnnouncementInput) => ({
  filter: { plan, county: county || null, category: category || null, lastSeen },
  isNews: about === 'news',
});

const FIELDS: Record<string, keyof AnnouncementInput> = {
  'texts.en.subject': 'subject',
  'texts.en.body': 'body',
  'texts.es.subject': 'spanishSubject',
  'texts.es.body': 'spanishBody',
};

/** The field of the form for a field of the API. */
export const toField = (path: string): string => FIELDS[path] ?? path.replace(/^filter\./, '');
