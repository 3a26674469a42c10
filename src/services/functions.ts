import { createContext } from 'react';

/** The Supabase project with the functions; without an address, the site's own origin has them. */
export interface BackendProject {
  address: string;
  anonymousKey: string;
}
export const Backend = createContext<BackendProject>({ address: '', anonymousKey: '' });

/** What an ordinary form post sends along, and its result on an answer page. */
export interface FormPost {
  /** The route of the form's page. */
  page: string;
  status?: 'success' | 'error';
  /** The id of the posted form. */
  form?: string;
}
export const Post = createContext<FormPost>({ page: '/' });

/** The URL of a function, for an ordinary form post. */
export function functionAddress(backend: BackendProject, name: string): string {
  return `${backend.address}/functions/v1/${name}`;
}

const loadClient = () => import('@supabase/supabase-js');

/** Loads the client before it is needed. A failure here occurs again, and is handled, on sending. */
export function preloadClient(): void {
  loadClient().catch(() => undefined);
}

/** Calls a function with text fields. Resolves to whether it accepted them; never rejects. */
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
