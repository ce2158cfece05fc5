import { LANGUAGES, type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { useSite } from '#web/base/api/site.tsx';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { DataLinks, LinkTags, PreviewTags } from './metadata-tags.tsx';

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
 * @param languages in which there is such a page
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
  languages,
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
  languages?: readonly Language[];
  noindex?: boolean;
  refined?: boolean;
}) {
  const site = useSite();
  const fullTitle = title.endsWith(site.name) ? title : `${title} | ${site.name}`;
  const url = site.origin + toLocalPath(path, language);
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {(noindex || refined) && <meta name="robots" content="noindex" />}
      {(!noindex || refined) && <link rel="canonical" href={url} />}
      {import.meta.env.SSR && (
        <LinkTags
          title={title}
          path={path}
          languages={noindex || refined || language !== LANGUAGE ? [] : (languages ?? LANGUAGES)}
          feeds={feeds}
        />
      )}
      {import.meta.env.SSR && (!noindex || refined) && <DataLinks />}
      {import.meta.env.SSR && (
        <PreviewTags
          title={title}
          description={description}
          path={path}
          url={url}
          published={published}
          imageName={shareImageName}
          imagePictures={shareImagePictures}
        />
      )}
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
