import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Api } from './api.ts';
import { securityHeaders } from './security-headers.ts';

/** Has the API describe itself: to people at `/api/docs`, to programs at `/api/openapi.json`. Comes before the routes. */
export async function apiDocs(api: Api, { name, origin }: { name: string; origin: string }) {
  await api.register(fastifySwagger, {
    openapi: { info: { title: `${name} API`, version: '1', description: 'Listings of Southern California.' } },
    transform: jsonSchemaTransform,
  });
  // Swagger UI styles itself inline; everything else is as strict as on the site's own pages.
  const staticCSP = securityHeaders({ ORIGIN: origin })['content-security-policy']?.replace(
    "style-src 'self'",
    "$& 'unsafe-inline'",
  );
  await api.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    staticCSP,
    uiConfig: { layout: 'BaseLayout', validatorUrl: null },
  });
  api.get('/api/openapi.json', { schema: { hide: true }, config: { cacheable: true } }, () => api.swagger());
}
