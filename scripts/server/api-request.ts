import type { IncomingMessage } from 'node:http';
import { type Answers, answerRequest } from '../editing/answer-request.ts';
import { CommandError } from '../system/command.ts';
import { type Answer, json, messageAnswer } from './answer.ts';
import { bodyOf, postRefusal } from './request-guard.ts';

/** The path for all POST requests of the editor and its tools. */
export const apiPath = '/__api';

/** Answers a request of the editor or its tools. It must come from a page of this server, opened on this computer. */
export async function answerApi(incoming: IncomingMessage, answers: Answers): Promise<Answer> {
  const refusal = postRefusal(incoming, 'Use POST for requests of the editor.');
  if (refusal) return refusal;
  if (incoming.headers['content-type'] !== 'application/json') return messageAnswer(415, 'Send JSON.');
  const body = await bodyOf(incoming);
  if (body === undefined) return messageAnswer(413, 'The request is too large.');
  try {
    const { status, answer } = await answerRequest(body, answers);
    return json(status, answer);
  } catch (problem) {
    if (problem instanceof CommandError) return messageAnswer(500, problem.message);
    throw problem;
  }
}
