import { useQueryClient } from '@tanstack/react-query';
import { DEFAULT_LANGUAGE, type Language, toLocalApiPath, toLocalPath } from '#contract/i18n/languages.ts';
import { useSite } from '#web/base/api/site.tsx';
import { LANGUAGE, LOCALE } from '#web/base/i18n/language.ts';
import { getShareImage, SITE_IMAGE } from './share-image.ts';

// Search engines and previews of links read what the server writes: browsers need none of this.

/**
 * The page in each language, and its feeds.
 * @param languages in which search engines may find it: it names none if there is no other one
 */
export function LinkTags({
  title,
  path,
  languages,
  feeds,
}: {
  title: string;
  path: string;
  languages: readonly Language[];
  feeds: boolean;
}) {
  const { origin } = useSite();
  const localPath = toLocalPath(path, LANGUAGE);
  const isTranslated = languages.length > 1;
  return (
    <>
      {isTranslated &&
        languages.map((language) => (
          <link key={language} rel="alternate" hrefLang={language} href={origin + toLocalPath(path, language)} />
        ))}
      {isTranslated && languages.includes(DEFAULT_LANGUAGE) && (
        <link rel="alternate" hrefLang="x-default" href={origin + path} />
      )}
      {feeds && <link rel="alternate" type="application/rss+xml" title={title} href={`${localPath}/rss.xml`} />}
      {feeds && <link rel="alternate" type="application/atom+xml" title={title} href={`${localPath}/atom.xml`} />}
    </>
  );
}

// What pages read that is no content of theirs.
const READ_ASIDE = /^\/api\/(slots\/|notices$|search\/filters)/;

/**
 * Where the API answers with the data that the page is made of, in its language: what it is about first. The pages themselves answer with HTML
 * alone, so that each is cached once (docs/decisions/0190-pages-link-to-their-data.md).
 */
export function DataLinks() {
  const paths = useQueryClient()
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: [path], state }) => (state.data === undefined ? [] : String(path)));
  return paths
    .filter((path) => !READ_ASIDE.test(path))
    .map((path) => <link key={path} rel="alternate" type="application/json" href={toLocalApiPath(path, LANGUAGE)} />);
}

/** The Open Graph and Twitter tags of a page. */
export function PreviewTags({
  title,
  description,
  path,
  url,
  published,
  imageName,
  imagePictures,
}: {
  title: string;
  description: string;
  path: string;
  url: string;
  published?: string;
  imageName?: string;
  imagePictures?: string;
}) {
  const site = useSite();
  const image =
    imageName === undefined ? SITE_IMAGE : getShareImage({ path, name: imageName, pictures: imagePictures });
  return (
    <>
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
    </>
  );
}
