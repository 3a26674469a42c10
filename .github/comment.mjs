// Writes the report of a pull request as a comment, or into the comment that is there. It has a token, so it is the code of the
// default branch, and what a pull request has made is nothing but text for it.

import { lstatSync, openSync, readSync } from 'node:fs';

const { API, REPOSITORY, TOKEN, HEAD_OWNER, HEAD_BRANCH, HEAD_SHA, REPORT, RUN } = process.env;
const mark = '<!-- pagewright report -->';
const maxBytes = 60_000;
const perPage = 100;
const maxPages = 30;

const request = await openRequest();
if (request === undefined)
  console.log('There is no open pull request with this commit: a newer one has its own report.');
else await writeComment(request.number, reportText());

/** The event does not name the pull request of a fork, so it is found by what the host says of the commit. */
async function openRequest() {
  const head = encodeURIComponent(`${HEAD_OWNER}:${HEAD_BRANCH}`);
  const requests = await callApi('GET', `/pulls?state=open&head=${head}&per_page=${perPage}`);
  return requests.find((one) => one.head.sha === HEAD_SHA);
}

/** Returns as much of the report as fits in a comment. Reads no more, because the report of a fork may have any size. */
function reportText() {
  const stats = lstatSync(REPORT);
  if (!stats.isFile()) throw new Error('The report is not a file.');
  const bytes = Buffer.alloc(Math.min(stats.size, maxBytes));
  readSync(openSync(REPORT, 'r'), bytes);
  // A name with the sign in front of it would notify somebody.
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
