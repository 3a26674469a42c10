import type { IncomingMessage } from 'node:http';
import { maxPicture } from '../../schema/edit/picture-name.ts';
import { addPicture } from '../site/add-picture.ts';
import { CommandError } from '../system/command.ts';
import { type Answer, json, messageAnswer } from './answer.ts';
import { bytesOf, postRefusal } from './request-guard.ts';

/** The path for POST requests of the editor with a picture. Its name is in a header. */
export const picturePath = '/__picture';

/**
 * Adds a picture to the site, and answers with its path. The request must come from a page of this server, on this
 * computer.
 */
export async function answerPicture(incoming: IncomingMessage, publicFolder: string): Promise<Answer> {
  const refusal = postRefusal(incoming, 'Use POST to add a picture.');
  if (refusal) return refusal;
  const { headers } = incoming;
  const name = nameIn(headers['x-pagewright-name']);
  if (headers['content-type'] !== 'application/octet-stream' || name === undefined)
    return messageAnswer(415, 'Send the content and the name of a picture.');
  const bytes = await bytesOf(incoming, maxPicture);
  if (!bytes) return messageAnswer(413, `A picture may have at most ${maxPicture / 1_000_000} MB.`);
  try {
    const added = addPicture(publicFolder, name, bytes);
    return 'path' in added
      ? json(200, added)
      : messageAnswer(422, `This picture was not added: ${added.problem}.`);
  } catch (problem) {
    if (problem instanceof CommandError) return messageAnswer(500, problem.message);
    throw problem;
  }
}

function nameIn(written: string | string[] | undefined): string | undefined {
  try {
    return typeof written === 'string' ? decodeURIComponent(written) : undefined;
  } catch {
    return undefined;
  }
}
