import type { AdPage } from '#contract/listings.ts';
import { CountyPin } from '../art/county-pin.tsx';
import { Chip } from '../ui/chip.tsx';
import { Icon } from '../ui/icon.tsx';
import { Day } from '../ui/time.tsx';
import { AdContact } from './ad-contact.tsx';
import { AdMarks } from './ad-marks.tsx';
import { AdOrigin } from './ad-origin.tsx';
import { AdPicture } from './ad-picture.tsx';
import { ShareLinks } from './share-links.tsx';

/** What a listing says, as its page shows it and as its owner previews it. */
export function AdView({ ad }: { ad: AdPage }) {
  return (
    <div className="mt-2 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
      <AdHead ad={ad} />
      <aside aria-label="Contact" className="lg:row-span-2">
        <AdContact ad={ad} />
      </aside>
      <AdStory ad={ad} />
    </div>
  );
}

function AdHead({ ad }: { ad: AdPage }) {
  return (
    <div>
      <AdPicture ad={ad} eager className="h-36 w-full rounded-card object-cover sm:h-56 lg:h-72" />
      <div className="mt-5 flex flex-wrap items-center gap-2 text-muted empty:hidden">
        <AdMarks ad={ad} />
      </div>
      <h1 className="mt-3 text-2xl sm:text-3xl lg:text-4xl">{ad.title}</h1>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-lg text-muted">
        <Icon name={ad.category.icon} className="size-5" />
        <a href={`/category/${ad.category.slug}`} className="link">
          {ad.category.name}
        </a>
        in {ad.city.slug ? <CityLink {...ad.city} slug={ad.city.slug} /> : ad.city.name}
      </p>
    </div>
  );
}

function CityLink({ name, slug }: { name: string; slug: string }) {
  return (
    <a href={`/city/${slug}`} className="link">
      {name}
    </a>
  );
}

function AdStory({ ad }: { ad: AdPage }) {
  return (
    <div className="min-w-0">
      <h2 className="text-xl">About {ad.businessName}</h2>
      <p className="mt-3 max-w-measure whitespace-pre-line text-lg leading-relaxed">{ad.description}</p>
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
        <ShareLinks ad={ad} />
      </div>
    </div>
  );
}
