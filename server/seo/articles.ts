import type { BlogPostSummary, Policy } from '#contract/content.ts';
import type { WebBuild } from '../page-cache/web-build.ts';

/** The posts of the blog, newest first; none without the web build. */
export async function listPosts(web: WebBuild | undefined): Promise<BlogPostSummary[]> {
  const { posts } = ((await web?.entry())?.texts.get('/texts/blog.json') ?? { posts: [] }) as {
    posts: BlogPostSummary[];
  };
  return posts;
}

/** The policies by the paths of their pages. */
export async function getPolicies(web: WebBuild | undefined): Promise<Map<string, Policy>> {
  const texts = (await web?.entry())?.texts;
  const paths = ['/privacy-policy', '/terms-of-service'];
  return new Map(
    paths.flatMap((path) => {
      const policy = texts?.get(`/texts${path}.json`) as Policy | undefined;
      return policy ? [[path, policy]] : [];
    }),
  );
}
