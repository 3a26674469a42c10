/** The host of a remote repository. */
interface RemoteHost {
  /** The host name, such as `github.com`. */
  name: string;
  /** The web address of the repository, such as `https://github.com/company/site`. */
  url: string;
}

/**
 * Parses the URL of a remote in one of the forms `git@github.com:firm/site.git`, `ssh://git@host:22/firm/site` and
 * `https://user@host/firm/site.git`. Returns `undefined` for other URLs.
 */
function parseRemote(remote: string): RemoteHost | undefined {
  const scpMatch = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+):(?!\/\/)\/?(.+)$/.exec(remote);
  const urlMatch = /^(https?|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)(:\d+)?\/(.+)$/.exec(remote);
  const [scheme, writtenName, port = '', path = ''] = urlMatch
    ? urlMatch.slice(1)
    : ['ssh', scpMatch?.[1], '', scpMatch?.[2]];
  if (writtenName === undefined) return undefined;
  // Remove `ssh.` and `altssh.`. Hosts offer SSH on port 443 of these subdomains, because firewalls may block port 22.
  const name = writtenName.replace(/^(?:ssh|altssh)\.(?=github\.com$|gitlab\.com$|bitbucket\.org$)/, '');
  const isWeb = scheme === 'http' || scheme === 'https';
  const folder = path.replace(/\/+$/, '').replace(/\.git$/, '');
  const webUrl = `${isWeb ? scheme : 'https'}://${name}${isWeb ? port : ''}/${folder.split('/').map(encodeURIComponent).join('/')}`;
  return { name, url: webUrl };
}

/** Returns the name of the host that receives requests, such as `github.com`, or `undefined` for an unknown URL. */
export const toHostName = (remote: string): string | undefined => parseRemote(remote)?.name;

/**
 * Returns the URL of the form that opens a request for a branch. For unknown hosts, returns the first URL on the same
 * host in the output of `git push`.
 */
export function toRequestUrl(
  remote: string,
  branch: string,
  target: string | undefined,
  output = '',
): string | undefined {
  const host = parseRemote(remote);
  if (!host) return undefined;
  const { name, url } = host;
  const source = branch.split('/').map(encodeURIComponent).join('/');
  const query = encodeURIComponent(branch);
  if (/(?:^|\.)github\./.test(name)) return `${url}/pull/new/${source}`;
  if (/(?:^|\.)gitlab\./.test(name))
    return `${url}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${query}`;
  if (/(?:^|\.)bitbucket\.org$/.test(name)) return `${url}/pull-requests/new?source=${query}`;
  if (/(?:^|\.)(?:codeberg|gitea|forgejo)\./.test(name))
    return target === undefined
      ? `${url}/compare/${source}`
      : `${url}/compare/${encodeURIComponent(target)}...${source}`;
  for (const [candidateUrl] of output.matchAll(/https?:\/\/[^\s'"<>]+/g))
    if (URL.canParse(candidateUrl) && new URL(candidateUrl).hostname === name) return candidateUrl;
  return undefined;
}
