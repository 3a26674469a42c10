import { ChangeRefused } from '../../scripts/editing/answer-changes.ts';
import type { SiteHost, TreeEntry } from './site-host.ts';

/** The host of the example site. It cannot send changes for review. */
export class DemoHost implements SiteHost {
  readonly note = 'This is an example. Your changes stay in this browser.';

  async snapshot() {
    const entries = (await (await fetch('demo/files.json')).json()) as TreeEntry[]; // the build wrote this file
    return { branch: 'example', commit: '', tree: '', entries };
  }

  async blob(sha: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await fetch(`demo/${sha}`)).arrayBuffer());
  }

  handIn(): Promise<string> {
    return Promise.reject(
      new ChangeRefused(
        'This is an example, so your changes cannot be sent. In a repository, they would be sent for review now.',
      ),
    );
  }
}
