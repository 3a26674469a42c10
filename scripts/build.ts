import { errorsIn } from '../schema/diagnostics/diagnostic.ts';
import { command, readOptions, runProgram } from './base/command.ts';
import { count } from './base/count.ts';
import { shownPath, siteOf, siteOptions } from './base/project.ts';
import { prepareCommands } from './bundle/prepare-commands.ts';
import { reportDiagnostics } from './report/terminal.ts';
import { shardFrom } from './site/shard.ts';
import { buildSite } from './site/build-site.ts';
import { tellWork } from './site/tell-work.ts';

export const build = command(async ({ args, stdout, stderr, env }) => {
  const { values } = readOptions(args, {
    ...siteOptions,
    out: { type: 'string' },
    compress: { type: 'boolean' },
    shard: { type: 'string' },
    verbose: { type: 'boolean' },
  });
  const out = values.out ?? shownPath(siteOf(values.pages).out);
  const shard = values.shard === undefined ? undefined : shardFrom(values.shard);
  const work = tellWork(stderr, env);
  const built = await buildSite(values.pages, out, env, {
    compress: values.compress ?? false,
    shard,
    watch: work,
    say: (text) => stderr.write(text),
  }).finally(() => work.end(values.verbose ?? false));
  reportDiagnostics(built, stderr, env);
  if (errorsIn(built.diagnostics).length > 0) {
    stderr.write(`Nothing was built; ${out}/ is as it was.\n`);
    return 1;
  }
  const part = shard ? `, part ${shard.number} of ${shard.of}` : '';
  stdout.write(`${count(built.pages, 'page')} built in ${out}/${part}.\n`);
  if (built.next !== undefined) stdout.write(`${built.next}\n`);
  await prepareCommands(env);
  return 0;
});

if (import.meta.main) await runProgram(build);
