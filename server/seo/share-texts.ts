import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { resolveCategory } from '#server/categories/categories.ts';
import { toPostName, withFallback } from '#server/content/text-keys.ts';
import type { Texts } from '#server/content/texts.ts';
import { findListingRow } from '#server/listings/read/listings.ts';
import { presentListing } from '#server/listings/read/presenter.ts';
import type { StoredPicture } from '#server/photos/pictures.ts';
import { findCounty } from '#server/places/counties.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import {
  findLocation,
  findPlace,
  getCategoryName,
  getCountyInSentence,
  getCountyName,
  getLocationName,
  getStoredPlaceName,
} from '#server/places/places.ts';
import { findZipCode } from '#server/places/zip-codes.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { getDatabaseTime } from '#server/platform/page-cache/cache-plugin.ts';
import type { SharedPictures, ShareImageText } from './render-share-image.ts';

/** What share images say of a listing, place, category or post. */
export function createShareTexts({ db, gazetteer, texts }: { db: Kysely<DB>; gazetteer: Gazetteer; texts: Texts }) {
  return { findText, findListingText };

  /** The text of the image of a page, by the parts of its path. @throws {NotFound} for a page that has none */
  async function findText([kind = '', slug, part, ...rest]: string[]): Promise<ShareImageText> {
    if (rest.length > 0 || (part !== undefined && kind !== 'city')) throw pageNotFound();
    if (kind === 'site' && slug === undefined)
      return { title: t('Southern California’s local pages'), line: '', county: null, seed: 0 };
    if (slug === undefined) return findLocationText(kind);
    switch (kind) {
      case 'ads':
        return (await findListingText(slug)).text;
      case 'blog': {
        const post = texts.find('post', toPostName(slug), withFallback(getLanguage()), getDatabaseTime());
        if (!post) throw pageNotFound();
        return { title: post.title, line: t('From our blog'), county: post.county, seed: post.title.length };
      }
      case 'county': {
        const county = findCounty(gazetteer, slug);
        return { title: getCountyName(county), line: t('Local business directory'), county: slug, seed: 0 };
      }
      case 'city': {
        const { name, county, id } = findPlace(gazetteer, slug);
        const title =
          part === undefined
            ? name
            : t('{category} in {place}', { category: getCategoryName(resolveCategory(gazetteer, part)), place: name });
        const line = t('Local businesses in {place}', { place: getCountyInSentence(county) });
        return { title, line, county: county.slug, seed: id };
      }
      case 'zip': {
        const { zip, place, county } = findZipCode(gazetteer, slug);
        const line = place
          ? t('Local businesses in {place}, {county}', {
              place: getStoredPlaceName(place.name),
              county: getCountyName(county),
            })
          : t('Local businesses in {place}', { place: getCountyInSentence(county) });
        return { title: zip, line, county: county.slug, seed: Number(zip) };
      }
      case 'category': {
        const category = resolveCategory(gazetteer, slug);
        const title = getCategoryName(category);
        return { title, line: t('In Southern California'), county: null, seed: category.id };
      }
      default:
        throw pageNotFound();
    }
  }

  function findLocationText(slug: string): ShareImageText {
    const found = findLocation(gazetteer, slug);
    if (found.type !== 'location') throw pageNotFound();
    const { county, id } = found.location;
    return {
      title: getLocationName(found.location),
      line: t('Local businesses and offers'),
      county: county.slug,
      seed: id,
    };
  }

  /** The same of a listing by its number, with its pictures if it is paid for. */
  async function findListingText(number: string): Promise<{ text: ShareImageText; pictures: SharedPictures | null }> {
    if (!/^[1-9]\d{0,14}$/.test(number)) throw pageNotFound();
    const row = await findListingRow(db, Number(number));
    const { title, category, city, county, id, isFeatured, sample } = presentListing(row, gazetteer);
    const kind = t('{category} in {place}', { category: category.name, place: getStoredPlaceName(city.name) });
    const line = sample ? t('Sample · {kind}', { kind }) : kind;
    const text = { title, line, county: county.slug, seed: id };
    const [photo = row.image_copy] = row.photos as unknown as (StoredPicture | null)[];
    const pictures = { photo, logo: row.logo } as unknown as SharedPictures;
    return { text, pictures: isFeatured && (pictures.photo || pictures.logo) ? pictures : null };
  }
}

/** 'Page not found.' */
export const pageNotFound = () => new NotFound(t('Page not found.'));
