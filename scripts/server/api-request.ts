import type { IncomingMessage } from 'node:http';
import { type RequestHandlers, answerRequest } from '../editing/answer-request.ts';
import { CommandError } from '../system/command.ts';
import { type Answer, createJsonAnswer, createMessageAnswer } from './answer.ts';
import { readJsonBody, checkPostRequest } from './request-guard.ts';

/** The path for all POST requests from the editor and its tools. */
export const apiPath = '/__api';

/**
 * Responds to a request from the editor or its tools. Refuses requests that do not come from a page of this server on
 * this computer.
 */
export async function answerApi(request: IncomingMessage, answers: RequestHandlers): Promise<Answer> {
  const refusal = checkPostRequest(request, 'Use POST for editor requests.');
  if (refusal) return refusal;
  if (request.headers['content-type'] !== 'application/json') return createMessageAnswer(415, 'Send JSON.');
  const body = await readJsonBody(request);
  if (body === undefined) return createMessageAnswer(413, 'The request is too large.');
  try {
    const { status, answer } = await answerRequest(body, answers);
    return createJsonAnswer(status, answer);
  } catch (error) {
    if (error instanceof CommandError) return createMessageAnswer(500, error.message);
    throw error;
  }
}
