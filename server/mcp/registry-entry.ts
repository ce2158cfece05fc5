const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** The `server.json` of the site, by which registries of MCP servers list it. */
export const describeServer = ({ name, origin }: { name: string; origin: string }) => ({
  $schema: SCHEMA,
  // The name of the host, backwards, as registries prove it by DNS.
  name: `${new URL(origin).hostname.split('.').reverse().join('.')}/directory`,
  title: name,
  description: 'Local businesses of Southern California: search, facts with their sources, and tools for owners',
  version: '1.0.0',
  websiteUrl: origin,
  remotes: [
    {
      type: 'streamable-http',
      url: `${origin}/mcp`,
      headers: [
        {
          name: 'Authorization',
          description: 'For the tools of owners only: "Bearer" and an API key of the account',
          isRequired: false,
          isSecret: true,
        },
      ],
    },
  ],
});
