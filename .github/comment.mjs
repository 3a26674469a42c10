// Posts the report on a pull request as a comment, or updates the existing comment. The script has a token with write
// access, so it runs from the default branch, and treats everything that the pull request has produced only as text.

import { lstatSync, openSync, readSync } from 'node:fs';

const { API, REPOSITORY, TOKEN, HEAD_OWNER, HEAD_BRANCH, HEAD_SHA, REPORT, RUN } = process.env;
const mark = '<!-- pagewright report -->';
const maxBytes = 60_000;
const perPage = 100;
const maxPages = 30;

const request = await openRequest();
if (request === undefined)
  console.log('No comment written: this is not the latest commit of an open pull request.');
else await writeComment(request.number, reportText());

/**
 * Finds the open pull request by its head branch and commit, because the `workflow_run` event does not name a pull
 * request from a fork.
 */
async function openRequest() {
  const head = encodeURIComponent(`${HEAD_OWNER}:${HEAD_BRANCH}`);
  const requests = await callApi('GET', `/pulls?state=open&head=${head}&per_page=${perPage}`);
  return requests.find((one) => one.head.sha === HEAD_SHA);
}

/**
 * Returns as much of the report as fits in a comment. Does not read the rest, because a report from a fork can have any
 * size.
 */
function reportText() {
  const stats = lstatSync(REPORT);
  if (!stats.isFile()) throw new Error('The report is not a file.');
  const bytes = Buffer.alloc(Math.min(stats.size, maxBytes));
  readSync(openSync(REPORT, 'r'), bytes);
  // A zero-width space after each `@` prevents mentions, which would notify people.
  const text = bytes.toString('utf8').replaceAll('@', '@\u200B');
  if (!text.startsWith(mark)) throw new Error('The report was not written by Pagewright.');
  if (stats.size <= maxBytes && Buffer.byteLength(text) <= maxBytes) return text;
  const link = `\n\n… [full report](${RUN}#artifacts)\n`;
  const maxTextBytes = maxBytes - Buffer.byteLength(link);
  return (
    Buffer.from(text)
      .subarray(0, maxTextBytes)
      .toString('utf8')
      .replace(/\uFFFD+$/, '') + link
  );
}

async function writeComment(number, body) {
  for (let page = 1; page <= maxPages; page++) {
    const comments = await callApi('GET', `/issues/${number}/comments?per_page=${perPage}&page=${page}`);
    const own = comments.find(
      ({ user, body: text }) => user.login === 'github-actions[bot]' && text.startsWith(mark),
    );
    if (own) return callApi('PATCH', `/issues/comments/${own.id}`, { body });
    if (comments.length < perPage) break;
  }
  return callApi('POST', `/issues/${number}/comments`, { body });
}

async function callApi(method, path, body) {
  const headers = { authorization: `Bearer ${TOKEN}`, accept: 'application/vnd.github+json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(`${API}/repos/${REPOSITORY}${path}`, { method, headers, ...sent });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.json();
}
