import type { Policy, PostSummary } from '#contract/content.ts';
import type { WebBuild } from '../page-cache/web-build.ts';

/** The posts of the blog, newest first; none where there are no pages. */
export async function postsOf(web: WebBuild | undefined): Promise<PostSummary[]> {
  const { posts } = ((await web?.entry())?.texts.get('/texts/blog.json') ?? { posts: [] }) as { posts: PostSummary[] };
  return posts;
}

/** The policies, by the addresses of their pages. */
export async function policiesOf(web: WebBuild | undefined): Promise<Map<string, Policy>> {
  const texts = (await web?.entry())?.texts;
  const paths = ['/privacy-policy', '/terms-of-service'];
  return new Map(
    paths.flatMap((path) => {
      const policy = texts?.get(`/texts${path}.json`) as Policy | undefined;
      return policy ? [[path, policy]] : [];
    }),
  );
}
