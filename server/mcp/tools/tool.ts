import type { KeyScope } from '#contract/ownership/api-keys.ts';
import type { z } from '#contract/zod.ts';
import type { CallApi } from '#server/mcp/api-client.ts';

/** What a tool works with. */
export interface ToolContext {
  callApi: CallApi;
  /** Scheme and host of the site, for links. */
  origin: string;
}

/** A tool of `/mcp`. Its result is an object of data: nothing that somebody else wrote is a sentence of ours. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  /** Whether it needs an API key of an owner, and whether it changes anything. */
  access: 'public' | 'owner-reads' | 'owner-writes';
  /** The permissions that the key needs; none for everybody’s. */
  scopes?: KeyScope[];
  run(args: never, context: ToolContext): Promise<object>;
}

/** A tool with the types of its input. */
export const defineTool = <Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run(args: z.output<Input>, context: ToolContext): Promise<object>;
  },
): Tool => tool;

/** What is said of a fact that nobody stated. */
export const UNKNOWN = 'unknown';

/** The query of an address, without the parameters that are undefined. */
export const toQuery = (params: Record<string, string | number | boolean | undefined>) =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();

const EMAIL = /[^\s@<>()"',;:]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/gi;

/** A text of a listing without the email addresses in it, which are for those who open the page. */
export const withoutEmails = (text: string) => text.replace(EMAIL, '[email on the page]');
