import { devUntilStopped, serveOptions } from './until-stopped.ts';
import { defineCommand, runAsProgram } from '../system/command.ts';
import { siteOf, siteOptions } from '../system/project.ts';

export const edit = defineCommand({
  name: 'edit',
  description: 'Opens the site in the browser, to be edited in its pages.',
  options: {
    ...siteOptions,
    ...serveOptions,
    static: {
      type: 'string',
      value: 'DIR',
      description: 'Write an editor as static files, for a repository on GitHub, instead',
    },
    demo: {
      type: 'boolean',
      description: 'Add a copy of the site to those files, to try the editor with',
    },
  },
  examples: ['--port 8080', '--static editor', '--static editor --demo'],
  notes: () => 'The environment variable `BROWSER` names another browser, or `none`.\n',
  async run({ values }, context) {
    if (values.static === undefined) return devUntilStopped(values, context, true);
    const { buildHostedEditor } = await import('../build/hosted-editor.ts');
    await buildHostedEditor(values.static, siteOf(values.pages), values.demo === true, (text) =>
      context.stderr.write(text),
    );
    context.stdout.write(`The editor is written to ${values.static}/. Serve it at an address of its own.\n`);
    return 0;
  },
});

if (import.meta.main) await runAsProgram(edit);
