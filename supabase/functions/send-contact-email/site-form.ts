import { definitionEnding, type FormDefinition, readDefinition } from './form-definition.ts';
import type { Services } from './services.ts';

/** What the build says of a form, that there is no such form, or nothing where the site cannot be asked. */
export type SiteForm = FormDefinition | 'no such form' | undefined;

/** Asks the site for what it says of forms, once for each in a request. */
export function siteForms(services: Services): (form: string) => Promise<SiteForm> {
  const asked = new Map<string, Promise<SiteForm>>();
  return (form) => {
    const found = asked.get(form) ?? siteForm(form, services);
    asked.set(form, found);
    return found;
  };
}

async function siteForm(form: string, services: Services): Promise<SiteForm> {
  try {
    const text = await services.template(form + definitionEnding);
    return text === undefined ? 'no such form' : readDefinition(form, text);
  } catch (problem) {
    services.log?.(problem);
    return undefined;
  }
}
