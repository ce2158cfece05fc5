import { LANGUAGES, type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { LANGUAGE, LOCALE } from '../i18n/language.ts';
import { getShareImage, SITE_IMAGE } from './share-image.ts';
import { useSite } from './site.tsx';

/**
 * The title, description, canonical URL, Open Graph tags, Twitter tags and JSON-LD of a page. React moves the tags to the
 * head of the document.
 * @param title gets the suffix ' | {site name}' unless it ends with the name
 * @param path the canonical path of the page, without a query
 * @param jsonLd each object becomes one script
 * @param shareImageName the name in the share image that the server draws for the page; without it the site's image is used
 * @param shareImagePictures names the pictures of a listing that its share image shows
 * @param feeds whether the page has an RSS and an Atom feed
 * @param published the date of an article
 * @param language of what the page shows: one that is not translated is a copy of the page in that language
 * @param refined whether the URL has filters, which is not indexed but keeps the canonical URL
 */
export function Metadata({
  title,
  description,
  path,
  jsonLd = [],
  shareImageName,
  shareImagePictures,
  feeds = false,
  published,
  language = LANGUAGE,
  noindex = false,
  refined = false,
}: {
  title: string;
  description: string;
  path: string;
  jsonLd?: object | object[];
  shareImageName?: string;
  shareImagePictures?: string;
  feeds?: boolean;
  published?: string;
  language?: Language;
  noindex?: boolean;
  refined?: boolean;
}) {
  const site = useSite();
  const fullTitle = title.endsWith(site.name) ? title : `${title} | ${site.name}`;
  const url = site.origin + toLocalPath(path, language);
  const localPath = toLocalPath(path, LANGUAGE);
  const image =
    shareImageName === undefined
      ? SITE_IMAGE
      : getShareImage({ path, name: shareImageName, pictures: shareImagePictures });
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {(noindex || refined) && <meta name="robots" content="noindex" />}
      {(!noindex || refined) && <link rel="canonical" href={url} />}
      {!noindex && !refined && language === LANGUAGE && <Alternates path={path} />}
      {feeds && <link rel="alternate" type="application/rss+xml" title={title} href={`${localPath}/rss.xml`} />}
      {feeds && <link rel="alternate" type="application/atom+xml" title={title} href={`${localPath}/atom.xml`} />}
      <meta property="og:type" content={published ? 'article' : 'website'} />
      {published && <meta property="article:published_time" content={published} />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content={LOCALE.replace('-', '_')} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.origin + image.path} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      {[jsonLd].flat().map((data, index) => (
        <script
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed for a page.
          key={index}
          type="application/ld+json"
          // Only the server writes the content (json-ld.ts).
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

/** The same page in each language, for search engines. */
function Alternates({ path }: { path: string }) {
  const { origin } = useSite();
  return (
    <>
      {LANGUAGES.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={origin + toLocalPath(path, language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + path} />
    </>
  );
}
