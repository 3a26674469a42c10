import { createContext } from 'react';

/** The project whose serverless functions answer; without an address, the site's own origin does. */
export interface BackendProject {
  address: string;
  anonymousKey: string;
}
export const Backend = createContext<BackendProject>({ address: '', anonymousKey: '' });

/** What an ordinary form post needs to know, and what it came back with on an answer page. */
export interface FormPost {
  /** Address of the page that the form stands on. */
  page: string;
  status?: 'success' | 'error';
  /** The id of the form that was posted. */
  form?: string;
}
export const Post = createContext<FormPost>({ page: '/' });

/** Where a function answers, for an ordinary form post. */
export function functionAddress(backend: BackendProject, name: string): string {
  return `${backend.address}/functions/v1/${name}`;
}

const loadClient = () => import('@supabase/supabase-js');

/** Fetches the client before it is needed. A failure here will show again, and be handled, on sending. */
export function prepareToInvoke(): void {
  loadClient().catch(() => undefined);
}

/** Calls a function with text fields. True only if it says that it took them; it never throws. */
export async function invokeFunction(
  backend: BackendProject,
  name: string,
  body: Record<string, string>,
): Promise<boolean> {
  try {
    const { createClient } = await loadClient();
    const client = createClient(backend.address || location.origin, backend.anonymousKey || 'local', {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
    const { data, error } = await client.functions.invoke<{ success?: boolean }>(name, {
      body,
      timeout: 30_000,
    });
    return error === null && data?.success !== false;
  } catch {
    return false;
  }
}
