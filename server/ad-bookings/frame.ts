import type { FastifyReply } from 'fastify';

// Nothing is requested, runs or is of an origin: not even of ours, where the address is opened by itself.
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');

/** Answers with the HTML of an ad as a page of its own, for a frame. */
export const sendFrame = (reply: FastifyReply, html: string) =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-robots-tag': 'noindex',
    })
    .send(`<!doctype html><meta charset="utf-8"><style>body{margin:0;overflow:hidden}</style>${html}`);
