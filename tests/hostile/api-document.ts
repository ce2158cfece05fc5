import type { Method } from '#tests/support/api.ts';

/** A JSON schema, as far as the document of the API uses it. */
export interface Schema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  enum?: (string | number)[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  nullable?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required: boolean;
  schema: Schema;
}

/** A route of the API, as its OpenAPI document describes it. */
export interface Operation {
  method: Method;
  /** With parameters in braces: `/api/ads/{id}`. */
  path: string;
  parameters: Parameter[];
  body: Schema | null;
}

interface ApiDocument {
  paths: Record<
    string,
    Record<string, { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }>
  >;
}

/** Every route in an OpenAPI document, such as that at `/api/openapi.json`. */
export function listOperations({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase() as Method,
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  );
}
