import type { IncomingMessage } from 'node:http';
import { deliveryFromEnv } from '../../scripts/messages/delivery.ts';
import { retentionMonths } from '../../scripts/messages/retention.ts';
import { clientAddress, clientIpOf } from '../../supabase/functions/send-contact-email/client-address.ts';
import { UsageError } from '../../scripts/system/command.ts';
import { budgetsOf, limitsFrom, type PostKind } from '../../supabase/functions/send-contact-email/limits.ts';
import { allowedOrigins, neededSecrets } from '../../supabase/functions/send-contact-email/settings.ts';
import { testGoldenTexts } from '../support/golden.ts';

// The input of a case is environment variables. The output is their effect, or the reason why they are invalid. Names in
// lower case are parts of a request or a form. The headline is the question.

type Given = Record<string, string>;

const limitsOf = (given: Given) => limitsFrom((name) => given[name]);

const questions: Record<string, (given: Given) => string> = {
  'How messages are delivered'(given) {
    const { summary = '', isForAllForms } = deliveryFromEnv(given) ?? {};
    return `${summary}${isForAllForms ? '' : ', not for all forms'}`;
  },
  'How many messages are taken': (given) => JSON.stringify(limitsOf(given)),
  'How long messages are kept': (given) => `${retentionMonths(given)} months`,
  'What the deployed function needs'(given) {
    const all: Given = {
      SUPABASE_URL: 'https://x.supabase.co',
      SUPABASE_DB_URL: 'postgres://x',
      SITE_URL: 'https://site.example',
      ...given,
    };
    return JSON.stringify(neededSecrets((name) => all[name]));
  },
  'Whose pages may send messages to the deployed function': ({ ALLOWED_ORIGINS, origin = '' }) =>
    allowedOrigins('https://site.example/', ALLOWED_ORIGINS)(origin) ? 'may' : 'may not',
  'The address of a visitor of the deployed function': ({ SUPABASE_URL = '', ...headers }) =>
    clientIpOf({ headers: new Headers(headers) }, SUPABASE_URL) ?? 'unknown',
  'The address of a visitor, as a proxy on this machine forwards it'({ TRUSTED_PROXIES, ...headers }) {
    const log: string[] = [];
    const find = clientAddress(
      { TRUSTED_PROXIES },
      (text) => log.push(text),
      (message) => new UsageError(message),
    );
    const socket = { remoteAddress: '127.0.0.1' };
    // Only the parts of a request that are used.
    return [find({ headers, socket } as unknown as IncomingMessage), ...log].join('\n');
  },
  'What is taken in an hour from one address, in an hour from all, and in a day'(given) {
    const { post, maxPerAddress } = given;
    const own = maxPerAddress === undefined ? undefined : Number(maxPerAddress);
    const [one, ...all] = [{ source: 'a' }, { source: null }].map(
      ({ source }) =>
        budgetsOf(post as PostKind, limitsOf(given), { form: '/ask', source, network: null, own }), // a kind from the case
    );
    const most = (budgets = one) => budgets?.map((budget) => budget.most).join(', ');
    return `${most()}; from an unknown address ${most(all[0])}`;
  },
};

function outputOf(input: string, headline: string): string {
  const given: Given = Object.fromEntries(
    [...input.matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\S*))/g)].map(
      ([, name = '', double, single, plain]) => [name, double ?? single ?? plain ?? ''],
    ),
  );
  try {
    return questions[headline]?.(given) ?? 'Unknown question.';
  } catch (error) {
    return String(error);
  }
}

testGoldenTexts('settings', outputOf);
