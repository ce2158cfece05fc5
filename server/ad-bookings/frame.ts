import type { FastifyReply } from 'fastify';

/** The policy of a frame: nothing is requested, runs or is of an origin, not even of ours where its address is opened by itself. */
export const FRAME_POLICY = [
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
      'content-security-policy': FRAME_POLICY,
      'x-robots-tag': 'noindex',
    })
    .send(`<!doctype html><meta charset="utf-8"><style>body{margin:0;overflow:hidden}</style>${html}`);
