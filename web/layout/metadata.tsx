import { getShareImage, SHARE_IMAGE, SITE_IMAGE } from './share-image.ts';
import { useSite } from './site.tsx';

/**
 * The page's title, description, canonical address, Open Graph and Twitter tags and its JSON-LD. React moves the tags
 * to the document's head. `path` is the page's own path without a query; `pictured` is the name in the picture for sharing
 * that the server draws for the page, where it does (others show the site's); `feeds` says that there are feeds of what
 * the page lists; `published` is the day of an article; `refined` says that an address asks for some of what the page at
 * `path` lists; each object of `jsonLd` becomes one script. The title gets
 * ' | {site name}' unless it ends in the name.
 */
export function Metadata({
  title,
  description,
  path,
  jsonLd = [],
  shareImageName,
  feeds = false,
  published,
  noindex = false,
  refined = false,
}: {
  title: string;
  description: string;
  path: string;
  jsonLd?: object | object[];
  shareImageName?: string;
  feeds?: boolean;
  published?: string;
  noindex?: boolean;
  refined?: boolean;
}) {
  const site = useSite();
  const fullTitle = title.endsWith(site.name) ? title : `${title} | ${site.name}`;
  const url = site.origin + path;
  const image = shareImageName === undefined ? SITE_IMAGE : getShareImage({ path, name: shareImageName });
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {(noindex || refined) && <meta name="robots" content="noindex" />}
      {(!noindex || refined) && <link rel="canonical" href={url} />}
      {feeds && <link rel="alternate" type="application/rss+xml" title={title} href={`${path}/rss.xml`} />}
      {feeds && <link rel="alternate" type="application/atom+xml" title={title} href={`${path}/atom.xml`} />}
      <meta property="og:type" content={published ? 'article' : 'website'} />
      {published && <meta property="article:published_time" content={published} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.origin + image.path} />
      <meta property="og:image:width" content={String(SHARE_IMAGE.width)} />
      <meta property="og:image:height" content={String(SHARE_IMAGE.height)} />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {[jsonLd].flat().map((data, index) => (
        <script
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed for a page.
          key={index}
          type="application/ld+json"
          // The server alone writes it (json-ld.ts).
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose `<` are escaped cannot end the script.
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? JSON.stringify(data).replaceAll('<', '\\u003c') : '',
          }}
        />
      ))}
    </>
  );
}
