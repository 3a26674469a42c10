import { runDevServer, serveOptions } from './site-servers.ts';
import { defineCommand, runAsProgram } from '../system/command.ts';
import { getSiteFolders, siteOptions } from '../system/project.ts';

export const edit = defineCommand({
  name: 'edit',
  description: 'Opens the site in a browser, so that you can edit its pages there.',
  options: {
    ...siteOptions,
    ...serveOptions,
    static: {
      type: 'string',
      value: 'DIR',
      description: 'Write the editor as static files instead, for sites on GitHub',
    },
    demo: {
      type: 'boolean',
      description: 'Add a copy of the site to these files, to try out the editor',
    },
  },
  examples: ['--port 8080', '--static editor', '--static editor --demo'],
  notes: () =>
    'To open another browser, set the environment variable `BROWSER` to its command. To open none, set it to `none`.\n',
  async run({ values }, context) {
    if (values.static === undefined) return runDevServer(values, context, true);
    const { buildHostedEditor } = await import('../build/hosted-editor.ts');
    await buildHostedEditor(values.static, getSiteFolders(values.pages), values.demo === true, (text) =>
      context.stderr.write(text),
    );
    context.stdout.write(`The editor was written to ${values.static}/. Serve it from its own domain.\n`);
    return 0;
  },
});

if (import.meta.main) await runAsProgram(edit);
