import { useWatch } from 'react-hook-form';
import type { Category } from '#contract/categories.ts';
import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { type ListingForm, listingFormSchema } from '#contract/listing-form.ts';
import type { Listing } from '#contract/listings.ts';
import type { UploadedPhoto } from '#contract/photos.ts';
import { readAddress, toStreetLine } from '#contract/values/address.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useZipArea, type ZipArea } from '#web/listing-form/address/zip-area.ts';
import { ListingCard } from '#web/listings/listing-card.tsx';

/** The card that visitors will see, updated while the form is filled in. */
export default function ListingPreview({
  form,
  categories,
  uploaded,
}: {
  form: SchemaForm<ListingForm>;
  categories: Category[];
  uploaded: UploadedPhoto[];
}) {
  const values = useWatch({ control: form.control }) as ListingForm;
  const { area } = useZipArea(form);
  const category = findCategory(categories, values.categoryId);
  const picture = values.photos?.[0] ?? values.logo;
  const listing = toListing(values, area, category, uploaded.find(({ id }) => id === picture?.id)?.src ?? null);
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="text-xl">
        {t('Preview')}
      </h2>
      <p className="mt-1 mb-4 text-muted text-sm">
        {values.premium ? t('Your card, shown above free listings.') : t('How your card looks in lists.')}
      </p>
      <div inert>
        <ListingCard listing={listing} />
      </div>
    </section>
  );
}

function findCategory(categories: Category[], categoryId: string): Listing['category'] | undefined {
  const category = categories.find(({ id }) => String(id) === categoryId);
  const top = categories.find(({ id }) => id === category?.parentId) ?? category;
  return category && top && { ...category, top: top.slug };
}

/** The listing that a form would create. Its id is 0, for which no impressions are recorded. */
function toListing(
  form: ListingForm,
  area: ZipArea | undefined,
  category: Listing['category'] | undefined,
  uploadedSrc: string | null,
): Listing {
  const premium = form.premium ?? false;
  const { language = DEFAULT_LANGUAGE, translations = {} } = form;
  // The preview shows the listing in the language of the page.
  const translated = language === LANGUAGE ? undefined : translations[LANGUAGE];
  const title = translated?.title?.trim();
  const description = translated?.description?.trim();
  return {
    id: 0,
    title: title || form.title.trim() || t('Your ad title'),
    description:
      description || form.description.trim() || t('Your description: what you offer and why people come back.'),
    titleLanguage: title ? LANGUAGE : language,
    textLanguage: description ? LANGUAGE : language,
    imageUrl: null,
    // The picture at the form's `imageUrl` is copied when the listing is saved: no page requests it.
    imageSrc: premium ? uploadedSrc : null,
    imageSrcSet: null,
    businessUrl: premium ? toValidUrl(form.website ?? '') : null,
    locationId: Number(form.locationId),
    createdAt: '',
    premium,
    isFeatured: premium,
    level: premium ? 'premium' : 'free',
    businessName: form.businessName,
    city: { name: form.city.trim() || t('Your city'), slug: null },
    county: area?.county ?? { name: '', slug: '' },
    zipCode: form.zipCode,
    address: form.address,
    street: toStreetLine(readAddress(form.address)),
    tel: null,
    hours: null,
    specialHours: [],
    mayHaveClosed: false,
    rating: null,
    answerMinutes: null,
    category: category ?? { name: t('Your category'), slug: '', icon: 'store', top: '' },
    intro: '',
    posted: true,
    unclaimed: false,
    sample: false,
    licensed: false,
    accepts: [],
  };
}

const toValidUrl = (typed: string): string | null => listingFormSchema.shape.website.safeParse(typed).data || null;
