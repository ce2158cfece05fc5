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
 * The content of a listing, on its page and in the owner's preview.
 * @param preview hides sharing and saving, since the listing may not be public yet
 */
export function ListingView({ listing, preview = false }: { listing: ListingPage; preview?: boolean }) {
  return (
    <div className="mt-2 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
      <ListingHeader listing={listing} preview={preview} />
      <aside aria-label="Contact" className="lg:row-span-2">
        <ListingContact listing={listing} />
      </aside>
      <ListingBody listing={listing} preview={preview} />
    </div>
  );
}

function ListingHeader({ listing, preview }: { listing: ListingPage; preview: boolean }) {
  return (
    <div className="min-w-0">
      <ListingPictures listing={listing} />
      <div className="mt-5 flex flex-wrap items-center gap-2 text-muted empty:hidden">
        <ListingBadges listing={listing} />
      </div>
      <div className="mt-3 flex items-center gap-4">
        {listing.logo && <ListingLogo logo={listing.logo} businessName={listing.businessName} />}
        <h1 className="typed min-w-0 grow text-2xl sm:text-3xl lg:text-4xl">{listing.title}</h1>
        {!preview && (
          <SaveButton listing={listing} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            Save
          </SaveButton>
        )}
      </div>
      <p className="typed mt-3 flex flex-wrap items-center gap-x-2 text-lg text-muted">
        <Icon name={listing.category.icon} className="size-5" />
        <a href={`/category/${listing.category.slug}`} className="link">
          {listing.category.name}
        </a>
        in{' '}
        {listing.city.slug ? <CityLink {...listing.city} slug={listing.city.slug} /> : <bdi>{listing.city.name}</bdi>}
      </p>
    </div>
  );
}

function ListingPictures({ listing }: { listing: ListingPage }) {
  if (listing.photos.length > 0) return <ListingPhotos listing={listing} />;
  // The logo is shown beside the title, so it is not used as the picture too.
  const { logo, ...rest } = listing;
  return (
    <ListingPicture
      listing={logo ? { ...rest, imageUrl: null } : rest}
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

function ListingBody({ listing, preview }: { listing: ListingPage; preview: boolean }) {
  return (
    <div className="min-w-0">
      {listing.headline && (
        <p className="typed mb-6 border-poppy border-l-4 pl-4 font-bold font-heading text-xl">{listing.headline}</p>
      )}
      <h2 className="typed text-xl">
        About <bdi>{listing.businessName}</bdi>
      </h2>
      <p className="typed mt-3 max-w-measure whitespace-pre-line text-lg leading-relaxed">{listing.description}</p>
      <BusinessDetails listing={listing} />
      <ListingExtras listing={listing} />
      <ListingSource listing={listing} />
      {listing.point && (
        <div className="mt-8">
          <h2 className="text-xl">Where it is</h2>
          <CountyPin
            label={`${listing.businessName} in ${listing.county.name}`}
            county={listing.county.slug}
            point={listing.point}
            className="mt-3 h-auto w-full max-w-[32rem]"
          />
        </div>
      )}
      <ul className="mt-8 flex flex-wrap gap-2">
        {listing.parentCategory && (
          <li>
            <Chip href={`/category/${listing.parentCategory.slug}`}>{listing.parentCategory.name}</Chip>
          </li>
        )}
        <li>
          <Chip href={`/zip/${listing.zipCode}`}>ZIP {listing.zipCode}</Chip>
        </li>
        <li>
          <Chip href={`/${listing.location.slug}`}>{listing.location.name} ads</Chip>
        </li>
      </ul>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t pt-4">
        <p className="text-muted text-sm">
          Posted <LongDate at={listing.createdAt} />
        </p>
        {!preview && <ShareLinks listing={listing} />}
      </div>
    </div>
  );
}
