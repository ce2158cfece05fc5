import type { BlogPostSummary } from '#contract/content.ts';
import { t } from '#contract/i18n/t.ts';
import { Postcard } from '#web/base/art/postcard.tsx';
import { toLang } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Card } from '#web/base/ui/card.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { CalendarDate } from '#web/base/ui/time.tsx';

/** Posts as cards with the picture of their county. @param className the grid columns */
export function PostCards({
  posts,
  heading: Title = 'h2',
  className,
}: {
  posts: BlogPostSummary[];
  heading?: 'h2' | 'h3';
  className: string;
}) {
  return (
    <ul className={`grid gap-5 ${className}`}>
      {posts.map((post, index) => (
        <Card key={post.slug} as="li" interactive className="flex flex-col">
          <Postcard county={post.county} seed={index} className="aspect-8/5 w-full object-cover" />
          <div className="flex grow flex-col p-5">
            <PostMeta post={post} />
            <Title lang={toLang(post.language)} className="mt-2 text-xl leading-tight">
              {post.title}
            </Title>
            <p lang={toLang(post.language)} className="mt-3 mb-4 text-muted">
              {post.excerpt}
            </p>
            <ReadMoreLink post={post} />
          </div>
        </Card>
      ))}
    </ul>
  );
}

/** The date and reading time of a post, and that it is not translated. */
export function PostMeta({
  post: { language, date, minutes },
}: {
  post: Pick<BlogPostSummary, 'language' | 'date' | 'minutes'>;
}) {
  return (
    <p className="text-muted text-sm">
      <CalendarDate date={date} /> · {t('{minutes} min read', { minutes })}
      {toLang(language) && ` · ${t('In English')}`}
    </p>
  );
}

/** The link to a post; its clickable area covers the whole card. */
export function ReadMoreLink({ post: { slug, title } }: { post: BlogPostSummary }) {
  return (
    <a
      href={`/blog/${slug}`}
      className="cover-link link mt-auto inline-flex min-h-11 items-center self-start font-semibold"
    >
      {rich('Read More<hidden> of {title}</hidden>', {
        hidden: srOnly,
        title,
      })}
    </a>
  );
}
