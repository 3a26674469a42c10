import type { IncomingMessage } from 'node:http';
import { maxPictureBytes } from '../../schema/edit/picture-name.ts';
import { addPicture } from '../site/add-picture.ts';
import { CommandError } from '../system/command.ts';
import { type Answer, createJsonAnswer, createMessageAnswer } from './answer.ts';
import { readBody, checkPostRequest } from './request-guard.ts';

/** The path for POST requests from the editor that add a picture. A header contains the file name. */
export const picturePath = '/__picture';

/**
 * Adds a picture to the site, and responds with the path of the picture. Refuses requests that do not come from a page
 * of this server on this computer.
 */
export async function answerPicture(request: IncomingMessage, publicFolder: string): Promise<Answer> {
  const refusal = checkPostRequest(request, 'Use POST to add a picture.');
  if (refusal) return refusal;
  const { headers } = request;
  const name = decodeName(headers['x-pagewright-name']);
  if (headers['content-type'] !== 'application/octet-stream' || name === undefined)
    return createMessageAnswer(415, 'The request must contain the content and the file name of a picture.');
  const bytes = await readBody(request, maxPictureBytes);
  if (!bytes)
    return createMessageAnswer(
      413,
      `The picture is larger than ${maxPictureBytes / 1_000_000} MB. Make it smaller.`,
    );
  try {
    const result = addPicture(publicFolder, name, bytes);
    return 'path' in result
      ? createJsonAnswer(200, result)
      : createMessageAnswer(422, `This picture was not added: ${result.problem}.`);
  } catch (error) {
    if (error instanceof CommandError) return createMessageAnswer(500, error.message);
    throw error;
  }
}

function decodeName(headerValue: string | string[] | undefined): string | undefined {
  try {
    return typeof headerValue === 'string' ? decodeURIComponent(headerValue) : undefined;
  } catch {
    return undefined;
  }
}
