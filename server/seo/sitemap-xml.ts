import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsCoding } from '#server/platform/page-cache/cached-response.ts';

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A document of the sitemap protocol (sitemaps.org/protocol.html), from its entries. */
export async function* xmlDocument(root: 'urlset' | 'sitemapindex', parts: Iterable<string> | AsyncIterable<string>) {
  yield `${XML_DECLARATION}<${root} ${NAMESPACE}>\n`;
  yield* parts;
  yield `</${root}>\n`;
}

/** A page or a file, with the date of its last change if it is known. */
export function renderEntry(element: 'url' | 'sitemap', address: string, changed?: Date | string) {
  const date = changed instanceof Date ? changed.toISOString() : changed;
  return `<${element}><loc>${address}</loc>${date ? `<lastmod>${date}</lastmod>` : ''}</${element}>\n`;
}

/** Streamed, so that the memory that it takes does not grow with the file; compressed for clients that accept gzip. */
export function sendXml({ headers }: FastifyRequest, reply: FastifyReply, chunks: AsyncIterable<string>) {
  reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .header('vary', 'accept-encoding');
  const xml = Readable.from(chunks, { objectMode: false });
  if (!acceptsCoding(String(headers['accept-encoding'] ?? ''), 'gzip')) return reply.send(xml);
  return reply.header('content-encoding', 'gzip').send(pipeline(xml, createGzip(), () => {}));
}
