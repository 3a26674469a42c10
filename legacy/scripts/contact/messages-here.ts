import { createHash } from 'node:crypto';
import type {
  AttachedFile,
  ContactMessage,
  FileWithContent,
  StoredMessage,
} from '../../../supabase/functions/send-contact-email/message.ts';
import type { Imported } from './imported-arrivals.ts';

interface Here {
  id: number;
  /** Names its files. */
  files: string;
  /** Told by the content of its files, once somebody asks. */
  contents?: string;
}

/** The messages of a store, to be compared with those of a backup. Only what tells them apart is held. */
export class MessagesHere {
  readonly #bySign = new Map<string, Here[]>();
  readonly #filesOf: (id: number) => Promise<readonly FileWithContent[]>;

  constructor(filesOf: (id: number) => Promise<readonly FileWithContent[]>) {
    this.#filesOf = filesOf;
  }

  add(message: StoredMessage): void {
    const sign = signOf(message.receivedAt, message.form, message);
    const here = { id: message.id, files: namesOf(message.files ?? []) };
    const alike = this.#bySign.get(sign);
    if (alike) alike.push(here);
    else this.#bySign.set(sign, [here]);
  }

  /** Whether this very message is here; of several that are alike, each stands for one. */
  async take({ arrival, attached, missing }: Imported): Promise<boolean> {
    const sign = signOf(arrival.receivedAt ?? '', arrival.form, arrival.message);
    const alike = this.#bySign.get(sign) ?? [];
    const files = arrival.files ?? [];
    // Of files that were left behind only the names are known, and nothing is here if it was brought before.
    const found =
      missing > 0
        ? (alike.find((one) => one.files === namesOf(attached)) ??
          alike.find((one) => one.files === namesOf(files)))
        : await this.#withFiles(alike, files);
    if (found) alike.splice(alike.indexOf(found), 1);
    return found !== undefined;
  }

  async #withFiles(alike: readonly Here[], files: readonly FileWithContent[]): Promise<Here | undefined> {
    const names = namesOf(files);
    for (const one of alike) {
      if (one.files !== names) continue;
      if (files.length === 0) return one;
      one.contents ??= contentsOf(await this.#filesOf(one.id));
      if (one.contents === contentsOf(files)) return one;
    }
    return undefined;
  }
}

/** Two messages with the same sign say the same, whatever number, key and files each has in its store. */
export const signOf = (receivedAt: string, form: string | null, message: ContactMessage): string =>
  digestOf([
    new Date(receivedAt).toISOString(),
    form,
    ...(['name', 'email', 'company', 'message'] as const).map((key) => message[key]),
    // A database has an order of its own for them.
    ...Object.entries(message.other).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ]);

const namesOf = (files: readonly AttachedFile[]): string =>
  JSON.stringify(files.map(({ field, name, kind, size }) => [field, name, kind, size]));

const contentsOf = (files: readonly FileWithContent[]): string =>
  digestOf(files.map(({ content }) => content));

const digestOf = (data: unknown): string =>
  createHash('sha256').update(JSON.stringify(data)).digest('base64');
