import { getViteEngineFolder } from '../system/engine-link.ts';
import { engineFolder, packageHash } from '../system/project.ts';

/** The path from which pages of the dev server load Vite's client. */
export const clientPath = '/@vite/client';
/** The path from which pages without Vite's client request the version of the site. */
export const statePath = '/__state';

/** Returns whether Vite cannot find its client, because the path of the engine contains a character such as `#`. */
export const needsPlainClient = (): boolean =>
  packageHash === undefined && getViteEngineFolder() !== engineFolder;

/** A script that replaces Vite's client. It reloads the page when the site has changed. */
export const plainClient = `
const context = { send() {}, on() {}, off() {}, accept() {}, dispose() {}, prune() {}, invalidate() {} };
export const createHotContext = () => context;
export const injectQuery = (url) => url;
export const updateStyle = () => {};
export const removeStyle = () => {};
setInterval(async () => {
  const bar = document.querySelector('pagewright-faults');
  const answer = await fetch('${statePath}').catch(() => undefined);
  if (answer?.ok && bar && (await answer.text()) !== bar.dataset.version) location.reload();
}, 1000);
`;
