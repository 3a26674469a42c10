import { escapeMarkup } from '../system/format.ts';

// Draws the pictures in block examples, because the files of these pictures do not exist on any site.

type Size = readonly [width: number, height: number];

const sizes = { logo: [176, 48], person: [480, 480], place: [1200, 800] } as const satisfies Record<
  string,
  Size
>;

const getPictureKind = (path: string): keyof typeof sizes =>
  path.startsWith('/logos/') ? 'logo' : path.startsWith('/people/') ? 'person' : 'place';

export const getSamplePictureSize = (path: string): Size => sizes[getPictureKind(path)];

/**
 * Draws the picture for a path in an example, such as `/pictures/pier.svg`. The same path always results in the same
 * picture.
 */
export function drawSamplePicture(path: string): string {
  const kind = getPictureKind(path);
  const [width, height] = sizes[kind];
  const shapes = { logo: drawLogo, person: drawPerson, place: drawLandscape }[kind](path);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${shapes}</svg>`;
}

/** Draws a logo that contains the file name. */
function drawLogo(path: string): string {
  const name = getPictureName(path).replaceAll('-', ' ');
  return (
    '<circle cx="16" cy="24" r="9" fill="none" stroke="#5f6b76" stroke-width="4"/>' +
    `<text x="34" y="31" font-family="system-ui,sans-serif" font-size="20" font-weight="700" fill="#5f6b76">${escapeMarkup(name)}</text>`
  );
}

function drawPerson(path: string): string {
  const [wall, coat] = pickColors(path);
  return (
    `<rect width="480" height="480" fill="${wall}"/>` +
    `<path d="M70 480c0-120 70-180 170-180s170 60 170 180z" fill="${coat}"/>` +
    '<path d="M200 250h80v70a40 40 0 0 1-80 0z" fill="#d9a583"/><circle cx="240" cy="190" r="86" fill="#e8b796"/>' +
    '<path d="M150 190c-10-80 40-120 92-120s100 42 90 112c-30-14-52-38-62-62-22 34-70 52-120 70z" fill="#4a3428"/>'
  );
}

/** Draws a pier, the sea and the sun. The colours depend on the file name, and suggest a time of day. */
function drawLandscape(path: string): string {
  const [sky, sea, hill, light] = pickColors(path);
  return (
    `<rect width="1200" height="800" fill="${sky}"/><circle cx="880" cy="230" r="90" fill="${light}"/>` +
    `<path d="M0 420q160-130 340-60t360-10 500 60v130H0z" fill="${hill}"/>` +
    `<path d="M0 480h1200v320H0z" fill="${sea}"/>` +
    '<path d="M180 470h46l14-190h-74zM150 280h106v-16H150zM170 264h66v-44l-33-26-33 26z" fill="#fdfdfb"/>' +
    '<path d="M160 360h82l-3 44h-82z" fill="#b5443a"/>' +
    '<path d="M0 560h620v26H0zM40 586h22v120H40zM220 586h22v150h-22zM400 586h22v180h-22zM580 586h22v200h-22z" fill="#33424d"/>' +
    '<path d="M760 640q60 36 150 36t150-36l-30 70H800zM900 630V470l110 150z" fill="#fdfdfb"/>' +
    '<path d="M640 740q40-18 80 0t80 0 80 0 80 0 80 0M100 700q30-14 60 0t60 0" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="6"/>'
  );
}

const palettes = [
  ['#cfe3ea', '#4f8aa3', '#8fb0a4', '#fff4d2'],
  ['#f3d9c4', '#46708a', '#a4847a', '#ffb870'],
  ['#b9c7d6', '#3d5a73', '#70879a', '#e6edf2'],
  ['#dfe6d3', '#5b8f8a', '#96a97f', '#fbeeb0'],
] as const;

const pickColors = (path: string) =>
  palettes[
    [...getPictureName(path)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % palettes.length
  ] ?? palettes[0];

const getPictureName = (path: string): string => path.replace(/^.*\/|\.\w+$/g, '');
