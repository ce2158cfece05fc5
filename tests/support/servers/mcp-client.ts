import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The protocol of 2026-07-28, and that of 2025. */
export type Era = 'modern' | 'legacy';

/** Connects the official client to `/mcp` of a running site, which needs no end: there is no session. */
export async function connectAssistant(site: string, era: Era, key?: string) {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  const requestInit = key ? { headers: { authorization: `Bearer ${key}` } } : {};
  await client.connect(new StreamableHTTPClientTransport(new URL(`${site}/mcp`), { requestInit }));

  const callTool = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  return {
    client,
    /** The data of a result. @throws {Error} for one that is an error */
    // biome-ignore lint/suspicious/noExplicitAny: tests compare results without processing them.
    async call(name: string, args: Record<string, unknown> = {}): Promise<any> {
      const { isError, content, structuredContent } = await callTool(name, args);
      if (isError) throw new Error(JSON.stringify(content));
      return structuredContent;
    },
    /** What a result that is an error says. */
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    async callForError(name: string, args: Record<string, unknown> = {}): Promise<any> {
      const { isError, content } = await callTool(name, args);
      if (!isError) throw new Error('The result is no error');
      const [first] = content;
      return JSON.parse(first?.type === 'text' ? first.text : '');
    },
  };
}
