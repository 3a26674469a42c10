import type { Plugin } from 'vite';

/**
 * React makes the errors that it throws as signals while it is read. A browser that is inspected, by
 * developer tools or by Lighthouse, notes for every error where it was made, and parses all of React twice
 * more for that: four fifths of the time that starting took there. Nobody reads where a signal was made, so
 * they are made without.
 */
export const quietReact: Plugin = {
  name: 'quiet-react',
  transform: {
    filter: { id: /react-dom-client\.production/ },
    handler: (code) =>
      code.replaceAll(
        /(?<= = )Error\((formatProdErrorMessage\(\d+\))\)(?=[,;]\n)/g,
        'Object.setPrototypeOf({ message: $1 }, Error.prototype)',
      ),
  },
};
