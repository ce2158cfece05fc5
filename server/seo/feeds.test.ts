import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';

const api = await createTestApi({ web: createWebBuildStub({}) });
afterAll(() => api.close());
api.removeNewListingsAfterEach();

const plumber = await api.createListing({
  title: 'Golden Hour Plumbing',
  created_at: new Date('2025-04-16T07:08:09Z'),
});
await api.createListing({ origin: 'sample', title: 'Made up' });

/** A feed as a strict reader has it. */
async function read(path: string) {
  const { status, headers, body } = await api.get(path);
  expect(status).toBe(200);
  expect(XMLValidator.validate(body)).toBe(true);
  const options = { ignoreAttributes: false, isArray: (name: string) => ['item', 'entry'].includes(name) };
  return { type: headers['content-type'], headers, feed: new XMLParser(options).parse(body) };
}

describe('the feeds of listings', () => {
  it.each(['county/orange-county', 'city/irvine', 'category/plumbers'])(
    'list new listings as RSS: %s',
    async (page) => {
      const { type, feed } = await read(`/${page}/rss.xml`);
      expect(type).toBe('application/rss+xml; charset=utf-8');
      const { channel } = feed.rss;
      expect(channel).toMatchObject({ link: `http://localhost:3000/${page}`, language: 'en-us' });
      expect(channel.title).toMatch(/: new on SoCal Local$/);
      expect(channel['atom:link']['@_href']).toBe(`http://localhost:3000/${page}/rss.xml`);
      expect(channel.item).toHaveLength(1);
      expect(channel.item[0]).toMatchObject({
        title: 'Golden Hour Plumbing',
        link: `http://localhost:3000/ads/${plumber}`,
        guid: { '#text': `http://localhost:3000/ads/${plumber}` },
        pubDate: 'Wed, 16 Apr 2025 07:08:09 GMT',
        category: 'Plumbers',
        description: 'Leaks, drains and water heaters, seen to the same day.',
      });
    },
  );

  it('list the same as Atom', async () => {
    const { type, feed } = await read('/city/irvine/atom.xml');
    expect(type).toBe('application/atom+xml; charset=utf-8');
    expect(feed.feed).toMatchObject({
      id: 'http://localhost:3000/city/irvine',
      updated: '2025-04-16T07:08:09.000Z',
      author: { name: 'SoCal Local' },
    });
    expect(feed.feed.entry).toMatchObject([
      {
        id: `http://localhost:3000/ads/${plumber}`,
        title: 'Golden Hour Plumbing',
        updated: '2025-04-16T07:08:09.000Z',
        summary: 'Leaks, drains and water heaters, seen to the same day.',
      },
    ]);
  });

  it('are valid without entries', async () => {
    expect((await read('/city/tustin/rss.xml')).feed.rss.channel.item).toBeUndefined();
    expect((await read('/city/tustin/atom.xml')).feed.feed.updated).toMatch(/^\d{4}-/);
  });

  it('are cached until a listing is posted', async () => {
    const first = await read('/city/tustin/rss.xml');
    expect(first.headers['cache-control']).toBe('public, no-cache');
    expect(first.headers.etag).toBeTruthy();
    await api.createListing({ place: 'tustin', title: 'New in Tustin' });
    expect((await read('/city/tustin/rss.xml')).feed.rss.channel.item[0].title).toBe('New in Tustin');
  });

  it('begin with the newest listing, however little it says', async () => {
    const created_at = new Date('2025-04-20T00:00:00Z');
    await api.createListing({ place: 'brea', title: 'Complete', year_founded: 1999 });
    await api.createListing({ place: 'brea', title: 'Older and complete', year_founded: 1999, created_at });
    await api.createListing({ place: 'brea', title: 'New', phone: null, created_at: new Date(Date.now() + 1000) });
    const titles = (await read('/city/brea/rss.xml')).feed.rss.channel.item.map(
      ({ title }: { title: string }) => title,
    );
    expect(titles).toEqual(['New', 'Complete', 'Older and complete']);
  });

  it('are valid whatever a listing is called', async () => {
    const title = ']]> </title></item> &amp; "x" \' \u0001\u000b\uffff🎉 مرحبا <!-- ';
    await api.createListing({ place: 'fullerton', title, description: title });
    for (const path of ['/city/fullerton/rss.xml', '/city/fullerton/atom.xml']) {
      const { body } = await api.get(path);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them.
      expect(body).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      expect(body).toContain(']]&#62; &#60;/title&#62;&#60;/item&#62; &#38;amp;');
      await read(path);
    }
  });

  it.each([
    ['/city/nowhere/rss.xml', { message: 'City Not Found' }],
    ['/county/x/atom.xml', { message: 'County Not Found' }],
    ['/category/nothing/rss.xml', { message: 'Category not found' }],
    ['/city/orange-county/rss.xml', { message: 'City Not Found' }],
    ['/city/irvine/feed.xml', '<h1>404 Page Not Found</h1>'],
  ])('do not exist for %s', async (path, expected) => {
    const { status, body } = await api.get(path);
    expect([status, body]).toEqual([404, expected]);
  });

  it('are refused for a slug that is too long', async () => {
    const { status, body } = await api.get(`/city/${'x'.repeat(81)}/rss.xml`);
    expect([status, body.issues]).toMatchObject([400, [{ path: 'slug' }]]);
  });
});

describe('the feeds of the blog', () => {
  it('list the posts, newest first', async () => {
    const excerpt = 'When <you> are open, and when you are not: all of it.';
    const fields = {
      title: 'Hours & holidays',
      date: '2025-05-09',
      county: 'kern-county',
      excerpt,
      description: excerpt,
    };
    await api.db.insertInto('texts').values({ key: 'blog/newer' }).execute();
    await api.db
      .insertInto('text_versions')
      .values({
        text_key: 'blog/newer',
        number: 1,
        kind: 'edited',
        source: JSON.stringify({ fields, markdown: 'Words.' }),
        publish_at: new Date(),
      })
      .execute();
    await api.invalidate(['text:blog']);
    const { feed } = await read('/blog/rss.xml');
    expect(feed.rss.channel.item.slice(0, 2)).toMatchObject([
      {
        title: 'Hours &#38; holidays',
        link: 'http://localhost:3000/blog/newer',
        pubDate: 'Fri, 09 May 2025 00:00:00 GMT',
        // HTML in XML: escaped once for each.
        description: 'When &#38;#60;you&#38;#62; are open, and when you are not: all of it.',
      },
      { link: 'http://localhost:3000/blog/asking-for-reviews-honestly' },
    ]);
    expect((await read('/blog/atom.xml')).feed.feed.entry).toHaveLength(6);
  });
});
