import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Api } from './api.ts';
import { securityHeaders } from './security-headers.ts';

/** Serves the API's documentation at `/api/docs` and its OpenAPI document at `/api/openapi.json`. Register it before the routes. */
export async function apiDocs(api: Api, { name, origin }: { name: string; origin: string }) {
  await api.register(fastifySwagger, {
    openapi: { info: { title: `${name} API`, version: '1', description: 'Listings of Southern California.' } },
    transform: jsonSchemaTransform,
  });
  // Swagger UI uses inline styles. The rest of the policy is the same as for the site's pages.
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
