import { ChangeRefused } from '../../scripts/editing/answer-changes.ts';
import type { SiteHost, TreeEntry } from './site-host.ts';

/** An example site beside the editor, to try it without a repository. Nothing leaves the browser. */
export class DemoHost implements SiteHost {
  readonly note = 'This is an example, so nothing is sent from here: all of it stays in this browser.';

  async snapshot() {
    const entries = (await (await fetch('demo/files.json')).json()) as TreeEntry[]; // written by the build
    return { branch: 'example', commit: '', tree: '', entries };
  }

  async blob(sha: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await fetch(`demo/${sha}`)).arrayBuffer());
  }

  handIn(): Promise<string> {
    return Promise.reject(
      new ChangeRefused('This is an example. In a repository, your changes would now wait for review.'),
    );
  }
}
