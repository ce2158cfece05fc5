import type { Selectable } from 'kysely';
import { type Language, toLanguage } from '#contract/i18n/languages.ts';
import type { Translations } from '#contract/listing-fields/listing-field-schemas.ts';
import type { Listing } from '#contract/listings.ts';
import type { Listings } from '#server/db/schema.ts';
import { getLanguage } from '#server/http/request-language.ts';

/**
 * The title and the description in the language of the request, each as it was written where the listing lacks it in that language, and in
 * which language they are. See docs/decisions/0131-listings-in-two-languages.md.
 */
export function toShownText(
  row: Pick<Selectable<Listings>, 'title' | 'description' | 'language' | 'translations'>,
): Pick<Listing, 'title' | 'description' | 'titleLanguage' | 'textLanguage'> {
  const { title, titleLanguage } = toShownTitle(row);
  const [description, textLanguage] = pick(row, 'description');
  return { title, description, titleLanguage, textLanguage };
}

/** The same for a title alone. */
export function toShownTitle(
  row: Pick<Selectable<Listings>, 'title' | 'language' | 'translations'>,
): Pick<Listing, 'title' | 'titleLanguage'> {
  const [title, titleLanguage] = pick(row, 'title');
  return { title, titleLanguage };
}

function pick<Part extends 'title' | 'description'>(
  row: Record<Part, string> & Pick<Selectable<Listings>, 'language' | 'translations'>,
  part: Part,
): [text: string, language: Language] {
  const written = toLanguage(row.language);
  const wanted = getLanguage();
  const translated = wanted === written ? undefined : (row.translations as Translations)[wanted]?.[part];
  return translated === undefined ? [row[part], written] : [translated, wanted];
}
