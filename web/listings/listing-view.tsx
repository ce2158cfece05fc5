import type { ListingPage } from '#contract/listings.ts';
import type { Photo } from '#contract/photos.ts';
import { CountyPin } from '../art/county-pin.tsx';
import { SaveButton } from '../saved/save-button.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Icon } from '../ui/icon.tsx';
import { LongDate } from '../ui/time.tsx';
import { BusinessDetails } from './business-details.tsx';
import { ListingBadges } from './listing-badges.tsx';
import { ListingContact } from './listing-contact.tsx';
import { ListingExtras } from './listing-extras.tsx';
import { ListingPhotos } from './listing-photos.tsx';
import { ListingPicture } from './listing-picture.tsx';
import { ListingSource } from './listing-source.tsx';
import { ShareLinks } from './share-links.tsx';

/**
 * What a listing says, as its page shows it and as its owner previews it.
 * @param preview whether there may be no page yet whose address could be shared
 */
export function ListingView({ ad, preview = false }: { ad: ListingPage; preview?: boolean }) {
  return (
    <div className="mt-2 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
      <ListingHeader ad={ad} preview={preview} />
      <aside aria-label="Contact" className="lg:row-span-2">
        <ListingContact ad={ad} />
      </aside>
      <ListingBody ad={ad} preview={preview} />
    </div>
  );
}

function ListingHeader({ ad, preview }: { ad: ListingPage; preview: boolean }) {
  return (
    <div className="min-w-0">
      <ListingPictures ad={ad} />
      <div className="mt-5 flex flex-wrap items-center gap-2 text-muted empty:hidden">
        <ListingBadges ad={ad} />
      </div>
      <div className="mt-3 flex items-center gap-4">
        {ad.logo && <ListingLogo logo={ad.logo} businessName={ad.businessName} />}
        <h1 className="typed min-w-0 grow text-2xl sm:text-3xl lg:text-4xl">{ad.title}</h1>
        {!preview && (
          <SaveButton ad={ad} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            Save
          </SaveButton>
        )}
      </div>
      <p className="typed mt-3 flex flex-wrap items-center gap-x-2 text-lg text-muted">
        <Icon name={ad.category.icon} className="size-5" />
        <a href={`/category/${ad.category.slug}`} className="link">
          {ad.category.name}
        </a>
        in {ad.city.slug ? <CityLink {...ad.city} slug={ad.city.slug} /> : <bdi>{ad.city.name}</bdi>}
      </p>
    </div>
  );
}

function ListingPictures({ ad }: { ad: ListingPage }) {
  if (ad.photos.length > 0) return <ListingPhotos ad={ad} />;
  // A logo stands beside the name, and is no scene.
  const { logo, ...shown } = ad;
  return (
    <ListingPicture
      ad={logo ? { ...shown, imageUrl: null } : shown}
      eager
      sizes="(width >= 64rem) 50rem, 100vw"
      className="h-36 w-full rounded-card object-cover sm:h-56 lg:h-72"
    />
  );
}

function ListingLogo({
  logo: { src, srcSet, width, height, alt },
  businessName,
}: {
  logo: Photo;
  businessName: string;
}) {
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes="5rem"
      width={width}
      height={height}
      alt={alt || `Logo of ${businessName}`}
      decoding="async"
      className="size-16 shrink-0 rounded-field border bg-card object-contain sm:size-20"
    />
  );
}

function CityLink({ name, slug }: { name: string; slug: string }) {
  return (
    <a href={`/city/${slug}`} className="link">
      {name}
    </a>
  );
}

function ListingBody({ ad, preview }: { ad: ListingPage; preview: boolean }) {
  return (
    <div className="min-w-0">
      {ad.headline && (
        <p className="typed mb-6 border-poppy border-l-4 pl-4 font-bold font-heading text-xl">{ad.headline}</p>
      )}
      <h2 className="typed text-xl">
        About <bdi>{ad.businessName}</bdi>
      </h2>
      <p className="typed mt-3 max-w-measure whitespace-pre-line text-lg leading-relaxed">{ad.description}</p>
      <BusinessDetails ad={ad} />
      <ListingExtras ad={ad} />
      <ListingSource ad={ad} />
      {ad.point && (
        <div className="mt-8">
          <h2 className="text-xl">Where it is</h2>
          <CountyPin
            label={`${ad.businessName} in ${ad.county.name}`}
            county={ad.county.slug}
            point={ad.point}
            className="mt-3 h-auto w-full max-w-[32rem]"
          />
        </div>
      )}
      <ul className="mt-8 flex flex-wrap gap-2">
        {ad.parentCategory && (
          <li>
            <Chip href={`/category/${ad.parentCategory.slug}`}>{ad.parentCategory.name}</Chip>
          </li>
        )}
        <li>
          <Chip href={`/zip/${ad.zipCode}`}>ZIP {ad.zipCode}</Chip>
        </li>
        <li>
          <Chip href={`/${ad.location.slug}`}>{ad.location.name} ads</Chip>
        </li>
      </ul>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t pt-4">
        <p className="text-muted text-sm">
          Posted <LongDate at={ad.createdAt} />
        </p>
        {!preview && <ShareLinks ad={ad} />}
      </div>
    </div>
  );
}
