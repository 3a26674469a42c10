import type { IncomingMessage } from 'node:http';
import { readDeliveryConfig } from '../../scripts/messages/delivery.ts';
import { readRetentionMonths } from '../../scripts/messages/retention.ts';
import {
  createAddressFinder,
  findClientIp,
} from '../../supabase/functions/send-contact-email/client-address.ts';
import { UsageError } from '../../scripts/system/command.ts';
import {
  createBudgets,
  readLimits,
  type PostKind,
} from '../../supabase/functions/send-contact-email/limits.ts';
import {
  createOriginTest,
  readRequiredSettings,
} from '../../supabase/functions/send-contact-email/settings.ts';
import { testGoldenTexts } from '../support/golden.ts';

// The headline of each section is the question. The input of a case contains environment variables, and the output
// shows their effect, or the reason why they are invalid. Names in lower case are parts of a request or a form.

type Variables = Record<string, string>;

const parseLimits = (variables: Variables) => readLimits((name) => variables[name]);

const questions: Record<string, (variables: Variables) => string> = {
  'Delivery of messages'(variables) {
    const { summary = '', isForAllForms } = readDeliveryConfig(variables) ?? {};
    return `${summary}${isForAllForms ? '' : ', not for all forms'}`;
  },
  'Limits for messages': (variables) => JSON.stringify(parseLimits(variables)),
  'Retention of messages': (variables) => `${readRetentionMonths(variables)} months`,
  'Required settings of the deployed function'(variables) {
    const all: Variables = {
      SUPABASE_URL: 'https://x.supabase.co',
      SUPABASE_DB_URL: 'postgres://x',
      SITE_URL: 'https://site.example',
      ...variables,
    };
    return JSON.stringify(readRequiredSettings((name) => all[name]));
  },
  'Allowed origins of the deployed function': ({ ALLOWED_ORIGINS, origin = '' }) =>
    createOriginTest('https://site.example/', ALLOWED_ORIGINS)(origin) ? 'allowed' : 'not allowed',
  'Visitor addresses in the deployed function': ({ SUPABASE_URL = '', ...headers }) =>
    findClientIp({ headers: new Headers(headers) }, SUPABASE_URL) ?? 'unknown',
  'Visitor addresses behind a proxy on this machine'({ TRUSTED_PROXIES, ...headers }) {
    const log: string[] = [];
    const findAddress = createAddressFinder(
      { TRUSTED_PROXIES },
      (text) => log.push(text),
      (message) => new UsageError(message),
    );
    const socket = { remoteAddress: '127.0.0.1' };
    // The function uses only these parts of a request.
    return [findAddress({ headers, socket } as unknown as IncomingMessage), ...log].join('\n');
  },
  'Limits for an hour from one address, an hour from all addresses, and a day'(variables) {
    const { post, maxPerAddress } = variables;
    const ownLimit = maxPerAddress === undefined ? undefined : Number(maxPerAddress);
    const [knownBudgets, ...all] = [{ source: 'a' }, { source: null }].map(
      ({ source }) =>
        createBudgets(post as PostKind, parseLimits(variables), {
          form: '/ask',
          source,
          network: null,
          own: ownLimit,
        }), // the case contains a valid kind
    );
    const formatBudgets = (budgets = knownBudgets) => budgets?.map((budget) => budget.most).join(', ');
    return `${formatBudgets()}; from an unknown address ${formatBudgets(all[0])}`;
  },
};

function createOutput(input: string, headline: string): string {
  const variables: Variables = Object.fromEntries(
    [...input.matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\S*))/g)].map(
      ([, name = '', double, single, plain]) => [name, double ?? single ?? plain ?? ''],
    ),
  );
  try {
    return questions[headline]?.(variables) ?? 'Unknown question.';
  } catch (error) {
    return String(error);
  }
}

testGoldenTexts('settings', createOutput);
