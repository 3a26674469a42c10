import { WrongUse } from '../base/command.ts';
import type { BackendProject } from '../../src/entry-server.tsx';

/** The backend that forms send to, as configured; without configuration, the site's own origin. */
export function backendProject(env: NodeJS.ProcessEnv): BackendProject {
  const address = env['SUPABASE_URL'] ?? '';
  const anonymousKey = env['SUPABASE_ANON_KEY'] ?? '';
  if (address !== '' && !/^https?:\/\/[^/\s]+$/.test(address))
    throw new WrongUse(
      'SUPABASE_URL must be an address like https://project.supabase.co, without a slash at the end.',
    );
  if ((address === '') !== (anonymousKey === ''))
    throw new WrongUse('SUPABASE_URL and SUPABASE_ANON_KEY belong together: set both, or neither.');
  return { address, anonymousKey };
}
