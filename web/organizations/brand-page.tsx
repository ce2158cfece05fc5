import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { Brand } from '#contract/ownership/organizations.ts';
import { useSite } from '#web/base/api/site.tsx';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { searchPath } from '#web/base/search-box/search-params.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { ListingRowSkeletons, ListingRows } from '#web/listings/listing-rows.tsx';
import { brandOrganization } from './brand-json-ld.ts';
import { brandQuery } from './brand-query.ts';

export { BrandError as ErrorBoundary, BrandPage as Component };

/** `/brand/{slug}`: a business with its locations, by county or nearest to a ZIP code. */
function BrandPage() {
  const { slug = '' } = useParams();
  const zip = useSearchParams()[0].get('zip');
  const { data } = useQuery(brandQuery(slug, zip));
  if (!data)
    return (
      <Container className="py-8">
        <ListingRowSkeletons count={4} />
      </Container>
    );
  return (
    <Container>
      <BrandMetadata brand={data} slug={slug} isSorted={zip !== null} />
      <BrandHeading brand={data} />
      <Finder brand={data} zip={zip} />
      {data.zip ? (
        <Section title={t('Nearest to {zip}', { zip: data.zip })} id="locations">
          <ListingRows listings={data.branches} origin={data.zip} />
        </Section>
      ) : (
        [...Map.groupBy(data.branches, ({ county }) => county.name)].map(([county, branches]) => (
          <Section key={county} title={county}>
            <ListingRows listings={branches} />
          </Section>
        ))
      )}
    </Container>
  );
}

const toCrumbs = ({ name }: Brand) => [{ label: t('Home'), href: '/' }, { label: name }];

function BrandMetadata({ brand, slug, isSorted }: { brand: Brand; slug: string; isSorted: boolean }) {
  const site = useSite();
  const { name, branches } = brand;
  const cities = [...new Set(branches.map(({ city }) => city.name))].slice(0, 5).join(', ');
  return (
    <Metadata
      title={t('{name}: all {count} locations', { name, count: branches.length })}
      description={t('Addresses, hours and phone numbers of {name} in {cities}.', { name, cities })}
      path={`/brand/${slug}`}
      jsonLd={[breadcrumbList(site, toCrumbs(brand)), brandOrganization(site, brand)]}
      refined={isSorted}
    />
  );
}

function BrandHeading({ brand }: { brand: Brand }) {
  const { name, about, website, logo, branches } = brand;
  return (
    <>
      <PageHeading
        title={<span className="typed">{name}</span>}
        lead={t('{count} locations in Southern California', { count: branches.length })}
        breadcrumbs={toCrumbs(brand)}
        scene={logo && <img src={logo.src} alt={logo.alt || t('Logo of {business}', { business: name })} />}
      />
      {about && <p className="typed mt-4 max-w-measure whitespace-pre-line">{about}</p>}
      <p className="mt-2 flex flex-wrap gap-x-6">
        {website && (
          <a href={website} rel="nofollow ugc" className="link wrap-anywhere inline-flex min-h-11 items-center">
            {website.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
          </a>
        )}
        <a href={searchPath({ q: name, view: 'map' })} className="link inline-flex min-h-11 items-center">
          {t('Show on a map')}
        </a>
      </p>
    </>
  );
}

/** A form that works without JavaScript: the page of its ZIP code lists the nearest first. */
function Finder({ brand: { path, zip: found }, zip }: { brand: Brand; zip: string | null }) {
  const isUnknown = Boolean(zip?.trim()) && found === null;
  return (
    <form action={path} className="no-print mt-6 flex max-w-130 flex-wrap items-end gap-3">
      <Field
        label={t('Find the nearest one')}
        className="grow"
        error={isUnknown ? t('We don’t know this ZIP code. Enter one in Southern California.') : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            key={zip}
            name="zip"
            inputMode="numeric"
            autoComplete="postal-code"
            placeholder={t('ZIP code')}
            defaultValue={zip ?? ''}
            maxLength={10}
          />
        )}
      </Field>
      <Button type="submit">{t('Find')}</Button>
      {zip !== null && (
        <a href={path} className="link inline-flex min-h-11 items-center">
          {t('All locations')}
        </a>
      )}
    </form>
  );
}

function BrandError() {
  return (
    <PageError
      notFoundText={{
        title: t('Business not found'),
        text: t('This business has no page here, or not anymore.'),
      }}
    />
  );
}
