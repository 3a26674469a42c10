import { formerCardSettings } from '../content/blocks/posts.ts';
import { withoutHash } from '../content/routes.ts';
import type { Diagnostic, InData } from '../diagnostics/diagnostic.ts';
import { truncate } from '../diagnostics/wording.ts';
import { parseShortText } from '../markdown/parse.ts';
import { plainText } from '../markdown/plain-text.ts';
import { isMapping, valueAt } from '../util.ts';
import { oneLine } from '../yaml/quoting.ts';
import { summaryOf } from './page-summary.ts';
import type { SiteGraph } from './site-graph.ts';
import { readDate } from './written-dates.ts';

/** What the card of a page says now, by the settings that cards of earlier versions had for it. */
type Card = Readonly<
  Record<'image' | 'heading' | 'text' | 'date' | 'category' | 'readTime', readonly string[]>
>;

const isFormer = (name: string): boolean => formerCardSettings.some((one) => one === name);

/** Whether a fix drops what an entry of an earlier version says of its page. */
export function dropsFormer({ rule, path, fix }: Diagnostic<InData>): boolean {
  const [edit, other] = fix?.edits ?? [];
  const isWhole = edit?.part === 'yaml' && !other && edit.path.length === path.length - 1;
  return rule === 'unknown-key' && isWhole && isFormer(String(path.at(-1)));
}

/** The same problem with a fix that drops only what the page says, if there is something of it. */
export function keepUnsaid(problem: Diagnostic<InData>, data: unknown, site: SiteGraph): Diagnostic<InData> {
  const { fix, path } = problem;
  const [edit] = fix?.edits ?? [];
  const entry = edit && dropsFormer(problem) ? valueAt(data, edit.path) : undefined;
  if (!fix || !edit || !isMapping(entry) || typeof entry['to'] !== 'string') return problem;
  const card = cardAt(withoutHash(entry['to']), site);
  const isSaid = ([name, value]: [string, unknown]) =>
    isFormer(name) && (!isInCard(name) || (card && says(card, name, value, site)));
  const rest = Object.fromEntries(Object.entries(entry).filter((one) => !isSaid(one)));
  const name = String(path.at(-1));
  if (isInCard(name) && Object.hasOwn(rest, name)) {
    const [now] = card?.[name] ?? [];
    return {
      ...problem,
      ...(card && {
        label:
          name === 'image'
            ? `that page shows ${now === undefined ? 'no picture' : `\`${truncate(now)}\``}`
            : now === undefined
              ? 'that page does not say this'
              : `that page says \`${truncate(now)}\``,
        advice: `write it on \`${entry['to']}\`, from which cards take what they say, or delete it here`,
      }),
      fix: undefined,
    };
  }
  const newText = oneLine(rest);
  return { ...problem, fix: { ...fix, title: `write \`${newText}\``, edits: [{ ...edit, newText }] } };
}

const inCard: readonly (keyof Card)[] = ['image', 'heading', 'text', 'date', 'category', 'readTime'];
const isInCard = (name: string): name is keyof Card => inCard.some((one) => one === name);

/** The card of a page. `undefined` if there is none, or it has errors. */
function cardAt(route: string, site: SiteGraph): Card | undefined {
  const [page] = site.pagesAt(route);
  const summaries = page && site.summariesOn(page);
  if (!page?.settings || !summaries) return undefined;
  const { title, description, published, tags, opening, event } = summaryOf(
    { ...page.settings, path: route },
    summaries,
  );
  const day = event?.begins.slice(0, 10) ?? published;
  return {
    image: opening?.picture ? [opening.picture.src] : [],
    heading: [title],
    text: [opening?.lead ? plainText(opening.lead) : description],
    date: day === undefined ? [] : [day],
    category: tags ?? [],
    readTime: opening?.readTime === undefined ? [] : [opening.readTime],
  };
}

function says(card: Card, name: keyof Card, value: unknown, { language = 'en' }: SiteGraph): boolean {
  if (name === 'image') return card.image.some((now) => now === (isMapping(value) ? value['src'] : value));
  const written = words(String(value));
  const meant = name === 'date' ? (readDate(written, 'day', [language])?.readings ?? []) : [];
  return card[name].some((now) => words(now) === written || (meant.length === 1 && meant[0] === now));
}

/** A text as visitors read it. */
const words = (text: string): string => plainText(parseShortText(text).inline).replaceAll(/\s+/g, ' ').trim();
