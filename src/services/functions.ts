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
