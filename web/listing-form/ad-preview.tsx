import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Category } from '#contract/categories.ts';
import { type AdForm, adFormSchema } from '#contract/listing-form.ts';
import type { Ad } from '#contract/listings.ts';
import type { Uploaded } from '#contract/photos.ts';
import { AdCard } from '../listings/ad-card.tsx';
import type { SchemaForm } from '../ui/form/form.tsx';
import { useZipArea, type ZipArea } from './zip-area.ts';

/** The card that visitors will see, while its form is filled in. */
export function AdPreview({
  form,
  categories,
  uploaded,
}: {
  form: SchemaForm<AdForm>;
  categories: Category[];
  uploaded: Uploaded[];
}) {
  const values = useWatch({ control: form.control }) as AdForm;
  const { area } = useZipArea(form);
  const imageUrl = useSettled(values.imageUrl ?? '');
  const category = categories.find(({ id }) => String(id) === values.categoryId);
  const picture = values.photos?.[0] ?? values.logo;
  const ad = adOf(values, area, category, uploaded.find(({ id }) => id === picture?.id)?.src ?? imageUrl);
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
        <AdCard ad={ad} />
      </div>
    </section>
  );
}

/** A form as the listing that it would make. It has no number yet: nothing is counted of it. */
function adOf(form: AdForm, area: ZipArea | undefined, category: Category | undefined, image: string): Ad {
  const premium = form.premium ?? false;
  return {
    id: 0,
    title: form.title.trim() || 'Your ad title',
    description: form.description.trim() || 'Your description: what you offer, and why people come back.',
    imageUrl: premium ? addressOr(null, image) : null,
    imageSrcSet: null,
    businessUrl: premium ? addressOr(null, form.website ?? '') : null,
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

function addressOr<Other>(other: Other, typed: string): string | Other {
  if (typed.startsWith('/')) return typed;
  const address = adFormSchema.shape.imageUrl.safeParse(typed).data;
  return address || other;
}

// So that no half-typed address is asked for a picture.
const SETTLED_MS = 600;

/** A value once it has stayed the same for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
