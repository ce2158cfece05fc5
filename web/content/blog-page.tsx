import { useQuery } from '@tanstack/react-query';
import type { BlogPostSummary } from '#contract/content.ts';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Scene } from '#web/base/art/scene.tsx';
import { toLang } from '#web/base/i18n/language.ts';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { CallToAction } from '#web/listings/call-to-action.tsx';
import { PostCards, PostMeta, ReadMoreLink } from './post-cards.tsx';

export { BlogPage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Blog') }];

/** `/blog`: all posts, with the newest one enlarged. */
function BlogPage() {
  const site = useSite();
  const { data } = useQuery(queries.posts());
  const [newest, ...older] = data?.posts ?? [];
  return (
    <Container>
      <Metadata
        title={t('Blog for local business owners')}
        description={t(
          'Practical advice for local business owners in Southern California: listings, hours, photos, ZIP codes and reviews.',
        )}
        path="/blog"
        feeds
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading
        title={t('Blog')}
        lead={t('Practical ideas for local business owners that you can try this week, for more time than money.')}
        breadcrumbs={crumbs}
      />
      <div className="mt-8 grid gap-5 md:mt-10">
        {newest ? (
          <>
            <NewestPost post={newest} />
            <PostCards posts={older} className="sm:grid-cols-2 xl:grid-cols-4" />
          </>
        ) : (
          <SkeletonGroup className="grid gap-5">
            <Skeleton className="h-96" />
            <Skeleton className="h-96" />
          </SkeletonGroup>
        )}
      </div>
      <CallToAction title={t('Is your business listed yet?')} />
    </Container>
  );
}

function NewestPost({ post }: { post: BlogPostSummary }) {
  return (
    <Card as="article" interactive className="grid md:grid-cols-2">
      <Scene county={post.county} className="h-48 w-full md:h-full md:min-h-80" />
      <div className="flex flex-col p-5 md:p-8">
        <PostMeta post={post} />
        <h2 lang={toLang(post.language)} className="mt-2 text-2xl leading-tight lg:text-3xl">
          {post.title}
        </h2>
        <p lang={toLang(post.language)} className="mt-4 mb-6 text-lg text-muted">
          {post.excerpt}
        </p>
        <ReadMoreLink post={post} />
      </div>
    </Card>
  );
}
