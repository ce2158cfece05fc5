import type { Kysely, Selectable } from 'kysely';
import type { Notice, NoticeScope, NoticeTranslations } from '#contract/admin/notices.ts';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB, Notices } from '#server/platform/db/schema.ts';
import { type WatchedRows, watchRows } from '#server/platform/db/watched-rows.ts';
import type { PageNotice } from '#server/platform/page-cache/pages.ts';

/** The notices that have not ended, in memory, the most urgent first. */
export type OpenNotices = WatchedRows<PageNotice[]>;

type NoticeRow = Pick<
  Selectable<Notices>,
  'id' | 'version' | 'text' | 'link' | 'link_label' | 'translations' | 'tone' | 'county_id' | 'place_id' | 'category_id'
>;

/** Reads the notices that are live or coming. @param callbacks.changed called after they changed */
export const openNotices = (
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  callbacks: { changed: () => void; failed: (error: unknown) => void },
): Promise<OpenNotices> => watchRows(() => readNotices(db, gazetteer), callbacks);

async function readNotices(db: Kysely<DB>, gazetteer: ReferenceData): Promise<PageNotice[]> {
  const rows = await db
    .selectFrom('notices')
    .select(['id', 'version', 'text', 'link', 'link_label', 'translations', 'tone'])
    .select(['county_id', 'place_id', 'category_id'])
    .select(['starts_at', 'ends_at'])
    .where('ends_at', '>', (expression) => expression.fn<Date>('now'))
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows
    .toSorted((a, b) => URGENCY[a.tone] - URGENCY[b.tone])
    .map((row) => ({
      notices: mapLanguages((language) => presentNotice(gazetteer, row, language)),
      startsAt: row.starts_at.getTime(),
      endsAt: row.ends_at.getTime(),
    }));
}

const URGENCY = { urgent: 0, warning: 1, information: 2 };

const mapLanguages = <Value>(map: (language: Language) => Value) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, map(language)])) as Record<Language, Value>;

/** A notice as visitors get it in a language, or in English where it has no text in that. */
export function presentNotice(
  gazetteer: ReferenceData,
  { id, version, text, link: href, link_label: label, translations, tone, ...subject }: NoticeRow,
  language: Language = DEFAULT_LANGUAGE,
): Notice {
  const translated = (translations as NoticeTranslations)[language as keyof NoticeTranslations];
  const said = translated?.text ? translated : { text, linkLabel: label };
  const link = href !== null && said.linkLabel ? { href, label: said.linkLabel } : null;
  return {
    ...{ id, version, text: said.text, link, tone, scope: toScope(gazetteer, subject) },
    language: translated?.text ? language : DEFAULT_LANGUAGE,
  };
}

type Subject = Pick<NoticeRow, 'county_id' | 'place_id' | 'category_id'>;

function toScope({ counties, places, categories }: ReferenceData, subject: Subject): NoticeScope {
  const { county_id, place_id, category_id } = subject;
  const [kind, row] =
    (
      [
        ['county', counties.byId.get(county_id ?? 0)],
        ['city', places.byId.get(place_id ?? 0)],
        ['category', categories.byId.get(category_id ?? 0)],
      ] as const
    ).find(([, found]) => found !== undefined) ?? [];
  return kind && row ? { kind, slug: row.slug } : { kind: 'everywhere', slug: null };
}
