import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer } from '../assistants/mcp-server.ts';
import { assertPagesFolder } from '../site/read-pages.ts';
import { defineCommand, runAsProgram } from '../system/command.ts';
import { siteOptions } from '../system/project.ts';

export const mcp = defineCommand({
  name: 'mcp',
  description:
    'Starts an MCP server on standard input and output, so that assistants can read, check and change pages.',
  options: siteOptions,
  async run({ values: { pages } }, { signal }) {
    assertPagesFolder(pages);
    const server = createMcpServer(pages);
    await server.connect(new StdioServerTransport());
    await Promise.race([once(process.stdin, 'end'), once(signal, 'abort')]);
    await server.close();
  },
});

if (import.meta.main) await runAsProgram(mcp);
