import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Category } from '#contract/categories.ts';
import { type ListingForm, listingFormSchema } from '#contract/listing-form.ts';
import type { Listing } from '#contract/listings.ts';
import type { UploadedPhoto } from '#contract/photos.ts';
import { ListingCard } from '../listings/listing-card.tsx';
import type { SchemaForm } from '../ui/form/form.tsx';
import { useZipArea, type ZipArea } from './zip-area.ts';

/** The card that visitors will see, updated while the form is filled in. */
export function ListingPreview({
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
  const imageUrl = useDebouncedValue(values.imageUrl ?? '');
  const category = categories.find(({ id }) => String(id) === values.categoryId);
  const picture = values.photos?.[0] ?? values.logo;
  const listing = toListing(values, area, category, uploaded.find(({ id }) => id === picture?.id)?.src ?? imageUrl);
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="text-xl">
        Preview
      </h2>
      <p className="mt-1 mb-4 text-muted text-sm">
        {values.premium
          ? 'Your card, in front of the free ones.'
          : 'Your card in lists. It shows a postcard of your county.'}
      </p>
      <div inert>
        <ListingCard listing={listing} />
      </div>
    </section>
  );
}

/** The listing that a form would create. Its id is 0, for which no impressions are recorded. */
function toListing(
  form: ListingForm,
  area: ZipArea | undefined,
  category: Category | undefined,
  image: string,
): Listing {
  const premium = form.premium ?? false;
  return {
    id: 0,
    title: form.title.trim() || 'Your ad title',
    description: form.description.trim() || 'Your description: what you offer, and why people come back.',
    imageUrl: premium ? validUrlOr(null, image) : null,
    imageSrcSet: null,
    businessUrl: premium ? validUrlOr(null, form.website ?? '') : null,
    locationId: Number(form.locationId),
    createdAt: '',
    premium,
    isFeatured: premium,
    level: premium ? 'premium' : 'free',
    businessName: form.businessName,
    city: { name: form.city.trim() || 'Your city', slug: null },
    county: area?.county ?? { name: '', slug: '' },
    zipCode: form.zipCode,
    category: category ?? { name: 'Your category', slug: '', icon: 'store' },
    unclaimed: false,
    sample: false,
  };
}

function validUrlOr<Other>(other: Other, typed: string): string | Other {
  if (typed.startsWith('/')) return typed;
  const url = listingFormSchema.shape.imageUrl.safeParse(typed).data;
  return url || other;
}

// So that no picture is requested from a half-typed URL.
const DEBOUNCE_MS = 600;

/** The value once it has not changed for `DEBOUNCE_MS`. */
function useDebouncedValue(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
