import { readFileSync } from 'node:fs';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { apiErrorSchema } from '#contract/api.ts';
import { KEY_REQUESTS_PER_MINUTE } from '#contract/ownership/api-keys.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import { securityHeaders } from '#server/platform/http/security/security-headers.ts';
import { type ApiDocument, completeOperations, describeFiles, describeSecurity } from './document.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body of a route that parses it itself, for the document. */
    documentedBody?: z.ZodType;
  }
}

/** The document of the API. Its first request generates it, in half a second of CPU time, which few processes are asked for. */
const OPENAPI_PATH = '/api/openapi.json';

// The document refers to these schemas by name. Four in five responses are errors.
const schemaRegistry = z.registry<{ id: string }>();
schemaRegistry.add(apiErrorSchema, { id: 'Error' });
const transformRoute = createJsonSchemaTransform({ schemaRegistry });
const transformDocument = createJsonSchemaTransformObject({ schemaRegistry });

/** What a program needs to know before it uses the API, as Markdown: the introduction of the document. */
const readGuide = (origin: string) =>
  readFileSync(new URL('api-guide.md', import.meta.url), 'utf8')
    .replaceAll('{origin}', origin)
    .replace('{limit}', String(KEY_REQUESTS_PER_MINUTE));

// Long words and wide tables scroll within themselves at the width of a phone.
const GUIDE_CSS = `
.swagger-ui .renderedMarkdown { overflow-wrap: anywhere; }
.swagger-ui .renderedMarkdown :is(pre, table) { display: block; max-width: 100%; overflow-x: auto; }
`;

// Swagger UI draws the guide after the page has loaded, writes a slash into its hash, and opens each link in a tab of its own.
const GUIDE_SCRIPT = `
const showPart = (hash) => {
  const part = document.getElementById(hash.replace(/^#\\/?/, ''));
  if (part) part.scrollIntoView();
  return Boolean(part);
};
new MutationObserver((_, observer) => {
  if (document.querySelector('.swagger-ui .renderedMarkdown a[id]')) {
    observer.disconnect();
    setTimeout(() => showPart(location.hash), 300);
  }
}).observe(document, { childList: true, subtree: true });
addEventListener('hashchange', () => showPart(location.hash));
document.addEventListener('click', (event) => {
  const link = event.target.closest('.renderedMarkdown a[href^="#"]');
  if (!link) return;
  event.preventDefault();
  history.pushState(null, '', link.hash);
  showPart(link.hash);
}, true);
`;

/** Serves the API's documentation at `/api/docs` and its OpenAPI document at `OPENAPI_PATH`. Register it before the routes. */
export async function apiDocs(api: Api, { name, origin }: { name: string; origin: string }) {
  await api.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${name} API`,
        version: '1',
        description: readGuide(origin),
        license: { name: 'Terms of service', url: `${origin}/terms-of-service` },
      },
      servers: [{ url: origin }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of an account: `slk_live_…`' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'session',
            description: 'Somebody who is signed in on the site',
          },
        },
      },
    },
    transform: (route) => {
      const { documentedBody, keyScope } = route.route.config ?? {};
      const schema = {
        ...route.schema,
        ...(documentedBody && { body: documentedBody }),
        security: describeSecurity(route.route),
        ...(keyScope && { description: `An API key needs the permission \`${keyScope}\`.` }),
      };
      const transformed = transformRoute({ ...route, schema });
      const files = describeFiles(route.schema ?? {});
      return files
        ? {
            ...transformed,
            schema: { ...transformed.schema, response: { ...(transformed.schema.response as object), 200: files } },
          }
        : transformed;
    },
    transformObject: (document) => {
      const api = transformDocument(document) as ApiDocument;
      // Nobody sends an error.
      delete api.components.schemas.ErrorInput;
      completeOperations(api.paths);
      return api;
    },
  });
  // Swagger UI uses inline styles. The rest of the policy is the same as for the site's pages.
  const staticCSP = securityHeaders({ ORIGIN: origin })['content-security-policy']?.replace(
    "style-src 'self'",
    "$& 'unsafe-inline'",
  );
  await api.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP,
    theme: {
      css: [{ filename: 'guide.css', content: GUIDE_CSS }],
      js: [{ filename: 'guide.js', content: GUIDE_SCRIPT }],
    },
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, url: OPENAPI_PATH },
    uiHooks: {
      // The copies of the document below `/api/docs` are serialized for each request.
      onRequest: async ({ url }, reply) => {
        if (/^\/api\/docs\/(json|yaml)/.test(url)) return reply.redirect(OPENAPI_PATH, 308);
      },
    },
  });
  let json: string | undefined;
  api.get(OPENAPI_PATH, { schema: { hide: true }, config: { cacheable: true } }, async (_request, reply) => {
    json ??= JSON.stringify(api.swagger());
    return reply.type('application/json; charset=utf-8').send(json);
  });
}
