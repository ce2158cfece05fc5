import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { KeyScope } from '#contract/ownership/api-keys.ts';
import { z } from '#contract/zod.ts';
import { ApiRefusal } from '#server/mcp/api-client.ts';
import { BUSINESS_TOOLS } from './business-tools.ts';
import { FIND_TOOLS } from './find-tools.ts';
import { OWNER_TOOLS } from './owner-tools.ts';
import type { Tool, ToolContext } from './tool.ts';

const TOOLS = [...FIND_TOOLS, ...BUSINESS_TOOLS, ...OWNER_TOOLS];
const byName = new Map(TOOLS.map((tool) => [tool.name, tool]));

const toListed = ({ name, title, description, input, access }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: 'input' }) as ListedTool['inputSchema'],
  annotations: {
    title,
    readOnlyHint: access !== 'owner-writes',
    destructiveHint: access === 'owner-writes',
    idempotentHint: true,
    // Its texts are of strangers.
    openWorldHint: true,
  },
});

const LISTED = TOOLS.map((tool) => ({ scopes: tool.scopes ?? [], listed: toListed(tool) }));

/** The tools that a client may use: those of owners as far as the permissions of its API key go. */
export const listTools = (scopes: readonly KeyScope[]): ListedTool[] =>
  LISTED.filter((tool) => tool.scopes.every((scope) => scopes.includes(scope))).map(({ listed }) => listed);

/** Calls a tool. Whatever fails is a result with `isError`, which the assistant reads and can mend. Undefined where there is no such tool. */
export async function callTool(
  name: string,
  args: unknown,
  context: ToolContext & { hasKey: boolean },
): Promise<CallToolResult | undefined> {
  const tool = byName.get(name);
  if (!tool) return undefined;
  if (tool.access !== 'public' && !context.hasKey)
    return toError({ message: 'This tool needs an API key of the owner: Authorization: Bearer slk_live_…' });
  const parsed = tool.input.safeParse(args ?? {});
  if (!parsed.success)
    return toError({
      message: 'The arguments are invalid.',
      issues: parsed.error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({ path: path.join('.'), message })),
    });
  try {
    const data = await tool.run(parsed.data as never, context);
    return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: { ...data } };
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    const { status, message, issues, retryAfter } = error;
    return toError({
      message,
      status,
      ...(issues.length > 0 && { issues }),
      ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
    });
  }
}

const MAX_ISSUES = 20;

const toError = (error: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(error) }],
  isError: true,
});
