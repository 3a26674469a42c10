import { Groups } from '../../../schema/checker/duplicates.ts';

/**
 * The questions that a file has asked of the others while it was checked, with their answers. As long as all
 * answers are the same, so is what was found.
 */
export type Dependencies = Map<string, string>;

/** The same by the answers: most questions have one of few. */
export type GroupedDependencies = readonly (readonly [answer: string, questions: readonly string[]])[];

export const groupByAnswer = (asked: Dependencies): GroupedDependencies =>
  [...Map.groupBy(asked, ([, answer]) => answer)].map(([answer, all]) => [answer, all.map(([one]) => one)]);

/** Files by what they have asked. */
export class Dependents {
  readonly #answersOf: (path: string) => GroupedDependencies | undefined;
  #wasAsked = false;
  #paths: Groups | undefined;

  constructor(groupByAnswer: (path: string) => GroupedDependencies | undefined) {
    this.#answersOf = groupByAnswer;
  }

  note(path: string, answers: GroupedDependencies): void {
    if (this.#paths) add(this.#paths, path, answers);
  }

  /** Who of all files has asked one of these questions. An index pays only for who asks this again. */
  of(questions: ReadonlySet<string>, all: Iterable<string>): string[] {
    if (!this.#wasAsked) {
      this.#wasAsked = true;
      const hasAsked = ([, own]: GroupedDependencies[number]) => own.some((one) => questions.has(one));
      return [...all].filter((path) => this.#answersOf(path)?.some(hasAsked));
    }
    if (!this.#paths) {
      this.#paths = new Groups();
      for (const path of all) add(this.#paths, path, this.#answersOf(path) ?? []);
    }
    const paths = this.#paths;
    return [...questions].flatMap((question) => paths.of(question));
  }
}

function add(paths: Groups, path: string, answers: GroupedDependencies): void {
  for (const [, questions] of answers) for (const one of questions) paths.add(one, path);
}
