import { cpSync, existsSync, globSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { createGitSite } from '../support/git-site.ts';
import { startHttpServer } from '../support/http-server.ts';
import { isFullRun } from '../support/sample.ts';
import { createTestFolder } from '../support/site-on-disk.ts';
import { errorPageYaml, completePage } from '../support/small-site.ts';
import { type WorkflowResult, runWorkflow, type Workflow } from '../support/workflow-run.ts';

const engine = resolve('.');
const tokens = { reading: 'token-that-reads', writing: 'token-that-writes' };
const commands = ['validate', 'report', 'build'];

/** Returns a draft page. Its changes are too long for a comment. */
function longDraft(word: string): string {
  const items = Array.from(
    { length: 300 },
    (_, index) =>
      `    - { question: Number ${index}?, answer: ${word} words ${index} ${'and more '.repeat(20)} }\n`,
  );
  return completePage(`status: draft\n- type: faq\n  heading: Questions\n  items:\n${items.join('')}`);
}

/** Starts a GitHub API with the repository of a site, a fork of it, and the comments on its pull request. */
async function startHost() {
  const parentFolder = createTestFolder();
  const site = createGitSite(parentFolder);
  const fork = 'stranger';
  const branch = 'edit/$(touch pwned)';
  let head = '';
  const comments: { id: number; user: { login: string }; body: string }[] = [];
  const refusedRequests: string[] = [];
  const { address } = await startHttpServer(async (incoming, answer) => {
    const { method = '', url = '', headers } = incoming;
    const path = url.replace(/\?.*/, '');
    const sent = method === 'GET' ? undefined : ((await json(incoming)) as { body: string });
    if (sent && headers.authorization !== `Bearer ${tokens.writing}`) {
      refusedRequests.push(`${method} ${path}`);
      answer.writeHead(403).end('{}');
    } else if (path === '/repos/us/site/pulls') {
      const requestedHead = new URL(url, address).searchParams.get('head');
      answer.end(
        JSON.stringify(requestedHead === `${fork}:${branch}` ? [{ number: 7, head: { sha: head } }] : []),
      );
    } else if (method === 'POST')
      answer.end(
        String(
          comments.push({
            id: comments.length,
            user: { login: 'github-actions[bot]' },
            body: sent?.body ?? '',
          }),
        ),
      );
    else if (method === 'PATCH') answer.end(JSON.stringify(Object.assign(comments.at(-1) ?? {}, sent)));
    else answer.end(JSON.stringify(comments));
  });
  cpSync('packages/create-pagewright/files', site.root, { recursive: true });
  for (const path of ['actions', 'comment.mjs', 'workflows/comment.yml'])
    cpSync(join('.github', path), join(site.root, '.github', path), { recursive: true });
  const scripts = commands.map((name) => [name, `node ${engine}/scripts/commands/${name}.ts`]);
  site.write('package.json', JSON.stringify({ private: true, scripts: Object.fromEntries(scripts) }));
  site.write('.gitignore', 'node_modules\n.cache\n/review\n');
  site.write('pages/questions.yaml', longDraft('Old'));
  site.git('add', '-A');
  site.git('commit', '-qm', 'With a workflow');
  site.git('push', '-q', 'origin', 'main');
  site.git('checkout', '-qb', 'fork');

  /** Runs the workflows that GitHub runs after a push to the fork: first the review, then the comment. */
  async function push(artifacts: string): Promise<{ review: WorkflowResult; comment: WorkflowResult }> {
    site.git('add', '-A');
    site.git('commit', '-qm', 'Change');
    head = site.git('rev-parse', 'HEAD');
    const merge = site.git('commit-tree', 'HEAD^{tree}', '-p', 'origin/main', '-p', 'HEAD', '-m', 'Merge');
    site.git('push', '-q', '-f', 'origin', `${merge}:refs/pull/7/merge`);
    const common = {
      server_url: 'http://host',
      repository: 'us/site',
      run_id: '42',
      workflow: 'Check',
      api_url: address,
    };
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: parentFolder,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      PAGEWRIGHT_CHROMIUM: process.env['PAGEWRIGHT_CHROMIUM'] ?? '',
      API: address,
    };
    const install = (checkout: string) =>
      symlinkSync(join(engine, 'node_modules'), join(checkout, 'node_modules'));
    const start = (file: string, ref: string, github: Record<string, unknown>) =>
      runWorkflow({
        repository: site.remote,
        ref,
        folder: createTestFolder(),
        file: `.github/workflows/${file}`,
        github: { ...common, ...github },
        env,
        artifacts,
        replacements: { 'npm ci': install },
      });
    // GitHub gives workflows of forks a read-only token, whatever permissions they request.
    const forkContext = { event_name: 'pull_request', token: tokens.reading };
    const review = await start('check.yml', 'refs/pull/7/merge', forkContext);
    const run = {
      id: 42,
      event: 'pull_request',
      html_url: 'http://host/us/site/actions/runs/42',
      head_branch: branch,
      head_sha: head,
      head_repository: { id: 1, owner: { login: fork } },
    };
    const comment = await start('comment.yml', 'refs/heads/main', {
      event_name: 'workflow_run',
      token: tokens.writing,
      event: { workflow_run: run },
    });
    return { review, comment };
  }
  return { site, comments, refused: refusedRequests, push };
}

test('a pull request from a fork gets one comment and pictures', { timeout: 300_000 }, async () => {
  const { site, comments, push } = await startHost();
  const artifacts = createTestFolder();
  site.write('pages/about/us.yaml', site.read('pages/about/us.yaml').replace('Words of', 'Some words of'));
  const first = await push(artifacts);
  expect(first.review, first.review.output).toMatchObject({ isSuccess: true });
  expect(first.comment).toMatchObject({ isSuccess: true, permissions: { 'pull-requests': 'write' } });
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain('changed `/about/us` `Hello`');
  expect(comments[0]?.body).toContain('(http://host/us/site/actions/runs/42#artifacts)');
  expect(globSync('*', { cwd: join(artifacts, 'pictures') }).toSorted()).toEqual([
    '1-1440-after.webp',
    '1-1440-before.webp',
    '1-375-after.webp',
    '1-375-before.webp',
    'index.html',
  ]);
  expect(existsSync(join(artifacts, 'preview/about/us.html'))).toBe(true);

  // The pull request has an error, and more changes than a comment can contain.
  site.write('pages/questions.yaml', longDraft('New'));
  site.write('pages/about/team.yaml', site.read('pages/about/team.yaml').replace('lead:', 'leed:'));
  rmSync(artifacts, { recursive: true });
  const second = await push(artifacts);
  expect(second.review.isSuccess).toBe(false);
  expect(second.review.output).toContain('::error file=pages/about/team.yaml,line=');
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain('did you mean `lead`?');
  expect(Buffer.byteLength(comments[0]?.body ?? '')).toBeLessThanOrEqual(60_000);
  expect(comments[0]?.body).toMatch(/… and \d+ more lines: \[full report\]\(http:\S+#artifacts\)/);
  expect(readFileSync(join(artifacts, 'pictures/index.html'), 'utf8')).toContain('“New words 299');
});

test('a hostile fork gets no write access and cannot exceed the limits', async () => {
  const { site, comments, refused: refusedRequests, push } = await startHost();
  const pageCount = isFullRun ? 10_000 : 200;
  for (let index = 0; index < pageCount; index++)
    site.write(`pages/many/p${index}.yaml`, errorPageYaml.replace('Not here', `Page ${index}`));
  const names = [
    '$(touch pwned)',
    '`touch pwned`',
    ';touch pwned;',
    '"; touch pwned #',
    '-rf',
    "'|touch pwned'",
    'a\nb',
  ];
  for (const name of names) {
    site.write(`pages/${name}.yaml`, completePage(`- { type: hero, heading: ${JSON.stringify(name)} }\n`));
    site.write(`public/${name}.jpg`, 'no picture');
  }
  const bomb = [...'bcdefghij'].map(
    (name, index) => `${name}: &${name} [${'*a, '.replaceAll('a', 'abcdefghij'[index] ?? '').repeat(9)}]`,
  );
  site.write('pages/bomb.yaml', ['a: &a [x, x]', ...bomb].join('\n'));
  site.write('pages/deep.yaml', '- '.repeat(50_000));
  site.write('pages/long.yaml', `title: ${'x'.repeat(3_000_000)}\n`);
  // The workflow of the fork requests write access, comments, prints its environment and uploads a forged report.
  const workflow = parse(site.read('.github/workflows/check.yml')) as Workflow; // new sites have this workflow
  workflow.permissions = { contents: 'write', 'pull-requests': 'write' };
  const post =
    'fetch(`${process.env.API}/repos/us/site/issues/7/comments`, { method: "POST", body: "{}", ' +
    'headers: { authorization: `Bearer ${process.env.TOKEN}` } }).then(({ status }) => console.log("status", status))';
  const report =
    'require("fs").writeFileSync("review/report.md", "<!-- pagewright report -->\\n" + "@everyone ".repeat(1e6))';
  workflow.jobs['check']?.steps.push(
    { if: 'always()', run: `env; node -e '${post}'`, env: { TOKEN: '${{ github.token }}' } },
    { if: 'always()', run: `node -e '${report}'` },
    {
      if: 'always()',
      uses: 'actions/upload-artifact@v5',
      with: { name: 'report', path: 'review/report.md' },
    },
  );
  site.write('.github/workflows/check.yml', stringify(workflow));
  site.write('.github/comment.mjs', 'console.log(process.env.TOKEN);\n');
  site.write(
    '.github/workflows/comment.yml',
    site.read('.github/workflows/comment.yml').replace('node .github', 'env; node .github'),
  );
  const artifacts = createTestFolder();
  const { review, comment } = await push(artifacts);

  expect(refusedRequests).toEqual(['POST /repos/us/site/issues/7/comments']);
  expect(review.output).toContain('status 403');
  expect(review.output).not.toContain(tokens.writing);
  expect(comment.output).not.toContain(tokens.writing);
  expect(review.milliseconds).toBeLessThan(600_000);
  expect(globSync('**/pwned', { cwd: site.root })).toEqual([]);
  expect(comment.isSuccess).toBe(true);
  expect(comments).toHaveLength(1);
  expect(Buffer.byteLength(comments[0]?.body ?? '')).toBeLessThanOrEqual(60_000);
  expect(comments[0]?.body).not.toMatch(/@\w/);
  expect(comments[0]?.body).toContain('[full report](http://host/us/site/actions/runs/42#artifacts)');
});
