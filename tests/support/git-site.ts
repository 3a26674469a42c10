import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorPageYaml, toPageYaml, siteYaml } from './small-site.ts';
import { createWriter } from './site-on-disk.ts';

/** A site in a Git repository. Its remote is a bare repository on disk. */
export interface GitSite {
  /** The folder of the repository. */
  root: string;
  /** The folder of the site inside the repository. */
  folder: string;
  remote: string;
  /** Environment variables with Git settings that apply only to this test. */
  env: NodeJS.ProcessEnv;
  /** Runs Git in the repository and returns its output. */
  git(...args: string[]): string;
  /** Runs Git in the remote and returns its output. */
  gitInRemote(...args: string[]): string;
  /** Writes a file in the site folder. */
  write(path: string, content: string | Uint8Array): string;
  read(path: string): string;
  /** Adds a hook script to the repository, or to a different Git folder. */
  addHook(name: string, script: string, gitFolder?: string): void;
}

/** The content of `about/us.yaml` in a new Git site. */
export const aboutUsPage: string = toPageYaml(
  '  # why\n  - type: hero\n    heading: Hello\n    lead: |\n      Words of a page that is there\n',
);

interface Options {
  /** The path of the site folder inside the repository, if the site is not at its root. */
  subfolder?: string;
  remote?: boolean;
  /** Whether the Git settings contain the author's name and email address. */
  identity?: boolean;
  commit?: boolean;
}

/** The folders of template sites by their options. Copying a template is faster than running Git for each test. */
const templates = new Map<string, string>();

export function createGitSite(parentFolder: string, options: Options = {}): GitSite {
  const key = JSON.stringify(options);
  const template = templates.get(key) ?? mkdtempSync(join(tmpdir(), 'pagewright-git-'));
  const { remote: hasRemote = true, commit = true } = options;
  if (!templates.has(key)) {
    templates.set(key, template);
    process.once('exit', () => rmSync(template, { recursive: true, force: true }));
    const { git, write } = openGitSite(template, options);
    write('pages/_site.yaml', siteYaml);
    write('pages/404.yaml', errorPageYaml);
    write('pages/index.yaml', aboutUsPage.replaceAll('Hello', 'Home'));
    write('pages/about/us.yaml', aboutUsPage);
    write('pages/about/team.yaml', aboutUsPage.replaceAll('Hello', 'Team').replace('Words', 'Other words'));
    write(
      'public/pictures/a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>\n',
    );
    write('.gitignore', 'dist/\n.cache/\n.data/\npages/_values.schema.json\n');
    git('init', '-q');
    if (commit) {
      git('add', '-A');
      git('-c', 'user.name=First', '-c', 'user.email=f@example.org', 'commit', '-qm', 'First version');
    }
    if (hasRemote) {
      git('init', '-q', '--bare', join(template, 'remote.git'));
      git('remote', 'add', 'origin', join(template, 'remote.git'));
      if (commit) {
        git('push', '-q', '-u', 'origin', 'main');
        git('remote', 'set-head', 'origin', 'main');
      }
    }
  }
  cpSync(template, parentFolder, { recursive: true });
  const site = openGitSite(parentFolder, options);
  const config = join(site.root, '.git/config');
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll(template, parentFolder));
  return site;
}

function openGitSite(parentFolder: string, { subfolder = '', identity = true }: Options): GitSite {
  const [root, remote] = [join(parentFolder, 'site'), join(parentFolder, 'remote.git')];
  const folder = join(root, subfolder);
  mkdirSync(root, { recursive: true });
  const settings = createWriter(parentFolder)(
    'gitconfig',
    `[init]\n  defaultBranch = main\n${identity ? '[user]\n  name = Anna Author\n  email = anna@example.org\n' : ''}`,
  );
  const env = {
    PATH: process.env['PATH'],
    HOME: parentFolder,
    GIT_CONFIG_GLOBAL: settings,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const gitIn =
    (cwd: string) =>
    (...args: string[]) =>
      execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: 'pipe' }).replace(/\n$/, '');
  return {
    root,
    folder,
    remote,
    env,
    git: gitIn(root),
    gitInRemote: (...args) => gitIn(remote)(...args),
    write: createWriter(folder),
    read: (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : ''),
    addHook: (name, script, gitFolder = join(root, '.git')) =>
      chmodSync(createWriter(gitFolder)(`hooks/${name}`, `#!/bin/sh\n${script}\n`), 0o755),
  };
}
