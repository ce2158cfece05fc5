import type { AdPage } from '#contract/listings.ts';
import type { Photo } from '#contract/photos.ts';
import { CountyPin } from '../art/county-pin.tsx';
import { SaveButton } from '../saved/save-button.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Icon } from '../ui/icon.tsx';
import { Day } from '../ui/time.tsx';
import { AdContact } from './ad-contact.tsx';
import { AdDetails } from './ad-details.tsx';
import { AdExtras } from './ad-extras.tsx';
import { AdMarks } from './ad-marks.tsx';
import { AdOrigin } from './ad-origin.tsx';
import { AdPhotos } from './ad-photos.tsx';
import { AdPicture } from './ad-picture.tsx';
import { ShareLinks } from './share-links.tsx';

/**
 * What a listing says, as its page shows it and as its owner previews it.
 * @param preview whether there may be no page yet whose address could be shared
 */
export function AdView({ ad, preview = false }: { ad: AdPage; preview?: boolean }) {
  return (
    <div className="mt-2 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
      <AdHead ad={ad} preview={preview} />
      <aside aria-label="Contact" className="lg:row-span-2">
        <AdContact ad={ad} />
      </aside>
      <AdStory ad={ad} preview={preview} />
    </div>
  );
}

function AdHead({ ad, preview }: { ad: AdPage; preview: boolean }) {
  return (
    <div className="min-w-0">
      <AdPictures ad={ad} />
      <div className="mt-5 flex flex-wrap items-center gap-2 text-muted empty:hidden">
        <AdMarks ad={ad} />
      </div>
      <div className="mt-3 flex items-center gap-4">
        {ad.logo && <AdLogo logo={ad.logo} businessName={ad.businessName} />}
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

function AdPictures({ ad }: { ad: AdPage }) {
  if (ad.photos.length > 0) return <AdPhotos ad={ad} />;
  // A logo stands beside the name, and is no scene.
  const { logo, ...shown } = ad;
  return (
    <AdPicture
      ad={logo ? { ...shown, imageUrl: null } : shown}
      eager
      sizes="(width >= 64rem) 50rem, 100vw"
      className="h-36 w-full rounded-card object-cover sm:h-56 lg:h-72"
    />
  );
}

function AdLogo({ logo: { src, srcSet, width, height, alt }, businessName }: { logo: Photo; businessName: string }) {
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

function AdStory({ ad, preview }: { ad: AdPage; preview: boolean }) {
  return (
    <div className="min-w-0">
      {ad.headline && (
        <p className="typed mb-6 border-poppy border-l-4 pl-4 font-bold font-heading text-xl">{ad.headline}</p>
      )}
      <h2 className="typed text-xl">
        About <bdi>{ad.businessName}</bdi>
      </h2>
      <p className="typed mt-3 max-w-measure whitespace-pre-line text-lg leading-relaxed">{ad.description}</p>
      <AdDetails ad={ad} />
      <AdExtras ad={ad} />
      <AdOrigin ad={ad} />
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
          Posted <Day at={ad.createdAt} />
        </p>
        {!preview && <ShareLinks ad={ad} />}
      </div>
    </div>
  );
}
