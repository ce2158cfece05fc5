import { idSchema } from '#contract/api.ts';
import { LANGUAGES, OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { multiLine, singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';
import { utcTimeSchema } from './utc-time.ts';

/** How much a notice matters; visitors cannot dismiss an urgent one. */
const NOTICE_TONES = ['information', 'warning', 'urgent'] as const;

/** The most notices that are live or coming at a time. */
export const MAX_OPEN_NOTICES = 30;

const MAX_DAYS = 366;

/** What a notice is about: all pages (`slug` is null), or those of a county, a city or a category. */
const noticeScopeSchema = z.object({
  kind: z.enum(['everywhere', 'county', 'city', 'category']),
  slug: z.string().max(80, defineMessage('Choose one')).nullable(),
});
export type NoticeScope = z.infer<typeof noticeScopeSchema>;

const linkSchema = z.object({ href: z.string(), label: z.string() });

/** `GET /api/notices`: what pages show now. */
export const noticeSchema = z.object({
  id: z.number().int(),
  /** Counts the changes of the notice. */
  version: z.number().int(),
  text: z.string(),
  /** In which the text and the label of the link are: that of the page, or English. */
  language: z.enum(LANGUAGES),
  link: linkSchema.nullable(),
  tone: z.enum(NOTICE_TONES),
  scope: noticeScopeSchema,
});
export type Notice = z.infer<typeof noticeSchema>;

// The URL of '//example.com' and of '/\example.com' has another host.
const isOwnPath = (link: string) =>
  link.startsWith('/') && URL.parse(link, 'https://own.example')?.host === 'own.example';
const isHttps = (link: string) => /^https:\/\//i.test(link) && URL.canParse(link);

const linkLabel = singleLine({ max: 60, tooLong: defineMessage('Use at most 60 characters') }).default('');

/** A notice in another language than English; without a text its pages show the English one. */
const noticeTranslationSchema = z.object({
  text: multiLine({ max: 300, tooLong: defineMessage('Use at most 300 characters') }).default(''),
  linkLabel,
});
const noticeTranslationsSchema = z.object({ es: noticeTranslationSchema.optional() });
export type NoticeTranslations = z.output<typeof noticeTranslationsSchema>;

/** How long a notice lasts for which no end was chosen, in hours. */
export const DEFAULT_NOTICE_HOURS = 24;

/** `POST /api/admin/notices`. Times are UTC; without `startsAt` it starts now, without `endsAt` it ends `DEFAULT_NOTICE_HOURS` later. */
export const noticeFormSchema = z
  .object({
    text: multiLine({
      min: 1,
      tooShort: defineMessage('Enter what happened'),
      max: 300,
      tooLong: defineMessage('Use at most 300 characters'),
    }),
    link: singleLine({ max: 300, tooLong: defineMessage('Use at most 300 characters') })
      .refine(
        (link) => link === '' || isOwnPath(link) || isHttps(link),
        defineMessage('Use an https address, or a path such as /help'),
      )
      .default(''),
    linkLabel,
    translations: noticeTranslationsSchema.default({}),
    tone: z.enum(NOTICE_TONES),
    scope: noticeScopeSchema,
    startsAt: utcTimeSchema.nullable(),
    endsAt: utcTimeSchema.nullable(),
  })
  .superRefine(({ link, linkLabel, translations, scope, startsAt, endsAt }, context) => {
    const fail = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: path.split('.'), message });
    if (scope.kind !== 'everywhere' && !scope.slug) fail('scope.slug', t('Choose one'));
    if (link !== '' && linkLabel === '') fail('linkLabel', t('Say where the link leads'));
    if (link === '' && linkLabel !== '') fail('link', t('Enter the address of the link'));
    for (const language of OTHER_LANGUAGES) {
      const { text, linkLabel: label } = translations[language as keyof NoticeTranslations] ?? {
        text: '',
        linkLabel: '',
      };
      const path = `translations.${language}`;
      if (text !== '' && link !== '' && label === '') fail(`${path}.linkLabel`, t('Say where the link leads'));
      if (label !== '' && text === '') fail(`${path}.text`, t('Enter what happened'));
      else if (label !== '' && link === '') fail('link', t('Enter the address of the link'));
    }
    if (endsAt === null) return;
    const start = startsAt === null ? Date.now() : Date.parse(startsAt);
    if (Date.parse(endsAt) <= start) fail('endsAt', t('The end must be after the start'));
    if (Date.parse(endsAt) > start + MAX_DAYS * 86_400_000) fail('endsAt', t('A notice lasts at most a year'));
  });
export type NoticeForm = z.output<typeof noticeFormSchema>;

/** The version of a notice that an administrator has open. */
export const noticeVersionSchema = z.object({ version: z.number().int().min(1).max(2_000_000_000) });

/** `PUT /api/admin/notices/{id}`. */
export const noticeEditSchema = noticeFormSchema.safeExtend(noticeVersionSchema.shape);
export type NoticeEdit = z.output<typeof noticeEditSchema>;

/** A notice as the staff sees it. */
export const adminNoticeSchema = noticeSchema.extend({
  translations: noticeTranslationsSchema,
  /** The name of its county, city or category; null for all pages. */
  scopeName: z.string().nullable(),
  state: z.enum(['live', 'coming', 'ended']),
  startsAt: z.string(),
  endsAt: z.string(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
});
export type AdminNotice = z.infer<typeof adminNoticeSchema>;

/** `GET /api/admin/notices`, and the response to every change: live and coming ones, and those that ended last. */
export const adminNoticesSchema = z.object({ notices: z.array(adminNoticeSchema) });
export type AdminNotices = z.infer<typeof adminNoticesSchema>;

export const noticeIdSchema = z.object({ id: idSchema });
