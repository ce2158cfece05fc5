import { useSite } from './site.tsx';

/**
 * The page's title, description, canonical address, Open Graph and Twitter tags and its JSON-LD. React moves the tags
 * to the document's head. `path` is the page's own path without a query; `image` is the path of a raster picture of
 * 1200 × 630; each object of `jsonLd` becomes one script. The title gets ' | {site name}' unless it ends in the name.
 */
export function Metadata({
  title,
  description,
  path,
  jsonLd = [],
  image,
  noindex = false,
}: {
  title: string;
  description: string;
  path: string;
  jsonLd?: object | object[];
  image?: string;
  noindex?: boolean;
}) {
  const site = useSite();
  const fullTitle = title.endsWith(site.name) ? title : `${title} | ${site.name}`;
  const url = site.origin + path;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {image && <meta property="og:image" content={site.origin + image} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      {[jsonLd].flat().map((data, index) => (
        <script
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed for a page.
          key={index}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose `<` are escaped cannot end the script.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  );
}
