import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { SiteTools, toolInputs } from './tools.ts';

const instructions =
  'These tools read and change a website, which is a folder of YAML pages. Read the list of blocks and an existing page before ' +
  'you write. Do not invent facts, figures or quotes. Write new pages as drafts. Fix what `check` reports before you `edit`.';

/** Creates an MCP server for the site in a pages folder. The server neither uses the network nor starts programs. */
export function createMcpServer(pagesFolder: string): McpServer {
  const server = new McpServer({ name: 'pagewright', version: '1.0.0' }, { instructions });
  const tools = new SiteTools(pagesFolder);
  const readOnlyHints = { readOnlyHint: true, openWorldHint: false };
  for (const [name, { description, input }] of Object.entries(toolInputs)) {
    const annotations = name === 'edit' ? { destructiveHint: true, openWorldHint: false } : readOnlyHints;
    server.registerTool(
      name,
      { description, inputSchema: input, annotations },
      async (toolArguments: unknown): Promise<CallToolResult> => {
        const answer = await tools.call(name, toolArguments);
        return 'picture' in answer
          ? { content: [{ type: 'image', data: answer.picture.toString('base64'), mimeType: answer.type }] }
          : { content: [{ type: 'text', text: answer.text }], ...(answer.isError && { isError: true }) };
      },
    );
  }
  return server;
}
