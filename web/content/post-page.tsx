import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { ArticleLeaf, WithContext } from 'schema-dts';
import type { BlogPost } from '#contract/content.ts';
import { toLocale, toLocalPath } from '#contract/i18n/languages.ts';
import { slugToName } from '#contract/i18n/slug-to-name.ts';
import { t } from '#contract/i18n/t.ts';
import type { Site } from '#contract/site.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Scene } from '#web/base/art/scene.tsx';
import { localPath, toLang } from '#web/base/i18n/language.ts';
import { breadcrumbList, OMITTED_IN_BROWSER } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { Prose } from '#web/base/layout/prose.tsx';
import { getShareImage } from '#web/base/layout/share-image.ts';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton } from '#web/base/ui/skeleton.tsx';
import { CallToAction } from '#web/listings/call-to-action.tsx';
import { PostCards, PostMeta } from './post-cards.tsx';
import { SharePost } from './share-post.tsx';
import { TextSkeleton, TextWithContents } from './text-with-contents.tsx';

export { PostError as ErrorBoundary, PostPage as Component };

/** `/blog/{slug}`: a post with its table of contents, share links and other posts. */
function PostPage() {
  const site = useSite();
  const { slug = '' } = useParams();
  const { data: post } = useQuery(queries.post(slug));
  const { data: all } = useQuery(queries.posts());

  const title = post?.title ?? slugToName(slug);
  const path = `/blog/${slug}`;
  const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Blog'), href: '/blog' }, { label: title }];
  const lang = post && toLang(post.language);
  const others = all?.posts.filter((other) => other.slug !== slug).slice(0, 3) ?? [];
  return (
    <Container>
      <Metadata
        title={title}
        description={post?.description ?? title}
        path={path}
        jsonLd={[breadcrumbList(site, crumbs), ...(post ? [toArticleJsonLd(site, post)] : [])]}
        shareImageName={title}
        published={post?.date}
        language={post?.language}
        languages={post?.languages}
      />
      <article>
        <PageHeading
          title={lang ? <span lang={lang}>{title}</span> : title}
          lead={post ? <span lang={lang}>{post.excerpt}</span> : <Skeleton className="h-12" />}
          breadcrumbs={crumbs}
        >
          {post && (
            <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-y py-2">
              <PostMeta post={post} />
              <SharePost title={title} path={path} />
            </div>
          )}
        </PageHeading>
        {post ? (
          <>
            {post.cover ? <Cover cover={post.cover} /> : <Scene county={post.county} className={COVER_CLASS} />}
            <TextWithContents headings={post.headings}>
              <Prose html={post.html} lang={lang} className="md:text-lg" />
            </TextWithContents>
          </>
        ) : (
          <TextSkeleton />
        )}
      </article>
      {others.length > 0 && (
        <Section title={t('Read next')} className="no-print">
          <PostCards posts={others} heading="h3" className="md:grid-cols-3" />
        </Section>
      )}
      <CallToAction title={t('Is your business listed yet?')} />
    </Container>
  );
}

const COVER_CLASS = 'mt-6 h-40 w-full rounded-card sm:h-56 lg:h-80';

const Cover = ({ cover: { focusX, focusY, alt, ...picture } }: { cover: NonNullable<BlogPost['cover']> }) => (
  <img
    {...picture}
    alt={alt}
    sizes="(width < 80rem) 100vw, 80rem"
    className={`${COVER_CLASS} object-cover`}
    style={{ objectPosition: `${focusX}% ${focusY}%` }}
  />
);

/** A post for search engines (schema.org `Article`). */
function toArticleJsonLd({ origin, name }: Site, post: BlogPost) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  const url = origin + toLocalPath(`/blog/${post.slug}`, post.language);
  const home = origin + localPath('/');
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    mainEntityOfPage: url,
    url,
    headline: post.title,
    description: post.description,
    inLanguage: toLocale(post.language),
    image: origin + getShareImage({ path: `/blog/${post.slug}`, name: post.title }).path,
    datePublished: post.date,
    dateModified: post.date,
    author: { '@type': 'Organization', name, url: home },
    publisher: { '@type': 'Organization', name, url: home, logo: `${origin}/apple-touch-icon.png` },
  } satisfies WithContext<ArticleLeaf>;
}

/** The error boundary of `/blog/{slug}`: unknown post, or loading failed. */
function PostError() {
  return (
    <PageError
      notFoundText={{ title: t('Post not found'), text: t('We couldn’t find that post. See all posts on the blog.') }}
    />
  );
}
