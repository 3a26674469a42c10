/** Content from another site that is shown in an iframe. */
export interface Embed {
  kind: 'film' | 'sound' | 'sounds' | 'map' | 'other';
  /** The URL that the iframe loads. */
  frame: string;
  /** The host in the URL that the iframe loads. */
  host: string;
}

/** A well-known site whose content can be embedded. */
interface Provider {
  names: readonly string[];
  /** An example of a valid URL, for messages. */
  example: string;
  frame(text: URL, subtitles: string | undefined): Pick<Embed, 'kind' | 'frame'> | undefined;
}

/** Returns the zoom level, latitude and longitude of the map centre in an OpenStreetMap URL. */
const parseMapView = ({ hash }: URL): number[] | undefined =>
  /[#&]map=(\d+)\/(-?[\d.]+)\/(-?[\d.]+)/.exec(hash)?.slice(1).map(Number);

/** Returns the position of the marker in an OpenStreetMap URL, or `undefined` if there is no marker. */
function parseMarker({ searchParams }: URL): [lat: number, lon: number] | undefined {
  const [lat, lon] = [searchParams.get('mlat'), searchParams.get('mlon')];
  return lat === null || lon === null ? undefined : [Number(lat), Number(lon)];
}

const providers: readonly Provider[] = [
  {
    names: ['youtube.com', 'm.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    example: 'https://www.youtube.com/watch?v=tide0000001',
    frame({ hostname, pathname, searchParams }, subtitles) {
      const path = hostname === 'youtu.be' ? pathname : /^\/(?:shorts|live|embed)(\/.*)/.exec(pathname)?.[1];
      const id = pathname === '/watch' ? searchParams.get('v') : path?.slice(1);
      if (!id || !/^[\w-]{6,20}$/.test(id)) return undefined;
      const start = Number.parseInt(searchParams.get('t') ?? '', 10);
      const options = [
        'autoplay=1&rel=0',
        ...(start > 0 ? [`start=${start}`] : []),
        ...(subtitles === undefined ? [] : [`cc_load_policy=1&cc_lang_pref=${subtitles}`]),
      ];
      return { kind: 'film', frame: `https://www.youtube-nocookie.com/embed/${id}?${options.join('&')}` };
    },
  },
  {
    names: ['vimeo.com', 'player.vimeo.com'],
    example: 'https://vimeo.com/100000001',
    frame({ pathname, searchParams }, subtitles) {
      const [, id, unlisted] = /^\/(?:video\/)?(\d+)(?:\/(\w+))?\/?$/.exec(pathname) ?? [];
      if (id === undefined) return undefined;
      const secret = unlisted ?? searchParams.get('h');
      const options = ['autoplay=1&dnt=1', ...(secret && /^\w+$/.test(secret) ? [`h=${secret}`] : [])];
      const track = subtitles === undefined ? '' : `#texttrack=${subtitles}`;
      return { kind: 'film', frame: `https://player.vimeo.com/video/${id}?${options.join('&')}${track}` };
    },
  },
  {
    names: ['openstreetmap.org'],
    example: 'https://www.openstreetmap.org/#map=15/54.0924/12.1407',
    frame(address) {
      const [zoom, lat, lon] = parseMapView(address) ?? [];
      if (zoom === undefined || lat === undefined || lon === undefined) return undefined;
      // The iframe measures about 800 × 450 pixels. At zoom level 0, the whole world is 256 pixels wide.
      const width = (360 / 2 ** zoom) * (800 / 256);
      const height = width * (450 / 800) * Math.cos((lat * Math.PI) / 180);
      const box = [lon - width / 2, lat - height / 2, lon + width / 2, lat + height / 2];
      const marker = parseMarker(address) ?? [lat, lon];
      if (![...box, ...marker].every(Number.isFinite)) return undefined;
      const [bbox, at] = [box, marker].map((list) =>
        list.map((coordinate) => coordinate.toFixed(5)).join('%2C'),
      );
      const frame = `https://www.openstreetmap.org/export/embed.html?bbox=${bbox}&layer=mapnik&marker=${at}`;
      return { kind: 'map', frame };
    },
  },
  {
    names: ['open.spotify.com'],
    example: 'https://open.spotify.com/episode/0000000000000000000001',
    frame({ pathname }) {
      const pattern = /^\/(?:intl-\w+\/)?(?:embed\/)?(track|episode|album|playlist|show)\/(\w{10,40})$/;
      const [, contentType, id] = pattern.exec(pathname) ?? [];
      if (contentType === undefined || id === undefined) return undefined;
      const kind = contentType === 'track' || contentType === 'episode' ? 'sound' : 'sounds';
      return { kind, frame: `https://open.spotify.com/embed/${contentType}/${id}` };
    },
  },
];

const parseHttpsUrl = (text: string): URL | undefined =>
  URL.canParse(text) && text.startsWith('https://') ? new URL(text) : undefined;
const findProvider = ({ hostname }: URL) =>
  providers.find(({ names }) => names.includes(hostname.replace(/^www\./, '')));

/** Returns the latitude and longitude in an OpenStreetMap URL, or `undefined` for any other text. */
export function readMapCoordinates(text: string): [lat: number, lon: number] | undefined {
  const url = parseHttpsUrl(text);
  if (!url || url.hostname.replace(/^www\./, '') !== 'openstreetmap.org') return undefined;
  const [, lat = NaN, lon = NaN] = parseMapView(url) ?? [];
  const position = parseMarker(url) ?? [lat, lon];
  const isOnEarth = Math.abs(position[0]) <= 85 && Math.abs(position[1]) <= 180;
  return isOnEarth ? [position[0], position[1]] : undefined;
}

/** The minimum width and height of a map, in degrees. A map of this size shows a few streets. */
const minMapDegrees = 0.006;

/**
 * Returns a map that shows all places, with its URL on OpenStreetMap. OpenStreetMap supports only one marker, so a map
 * of a single place has a marker, and a map of several places has none.
 */
export function createMapEmbed(addresses: readonly string[]): (Embed & { address: string }) | undefined {
  const positions = addresses.flatMap((address) => {
    const position = readMapCoordinates(address);
    return position ? [position] : [];
  });
  if (positions.length === 0) return undefined;
  const [south, north] = toPaddedRange(positions.map(([lat]) => lat));
  const [west, east] = toPaddedRange(positions.map(([, lon]) => lon));
  const box = [west, south, east, north].map((coordinate) => coordinate.toFixed(5)).join('%2C');
  const marker =
    positions.length === 1
      ? `&marker=${positions[0]?.map((coordinate) => coordinate.toFixed(5)).join('%2C')}`
      : '';
  return {
    kind: 'map',
    frame: `https://www.openstreetmap.org/export/embed.html?bbox=${box}&layer=mapnik${marker}`,
    host: 'www.openstreetmap.org',
    address: `https://www.openstreetmap.org/?bbox=${box}`,
  };
}

/** Returns the range from the lowest to the highest value, extended by a margin. */
function toPaddedRange(values: readonly number[]): [least: number, most: number] {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max((highest - lowest) * 0.15, (minMapDegrees - (highest - lowest)) / 2);
  return [lowest - margin, highest + margin];
}

/** Returns an example URL of the provider that a URL belongs to, or `undefined` if the provider is unknown. */
export function findProviderExample(text: string): string | undefined {
  const url = parseHttpsUrl(text);
  return url && findProvider(url)?.example;
}

/** Returns the embed for a URL copied from the address bar, or `undefined` if its provider cannot embed that page. */
export function parseEmbed(text: string, subtitles?: string): Embed | undefined {
  const url = parseHttpsUrl(text);
  if (!url) return undefined;
  const provider = findProvider(url);
  const embed = provider
    ? provider.frame(url, subtitles === 'none' ? undefined : subtitles)
    : { kind: 'other' as const, frame: url.href };
  return embed && { ...embed, host: new URL(embed.frame).host };
}

/**
 * Returns the content of an `embed` block, with the URL at which visitors can open the content on its original site.
 */
export function resolveEmbed({
  address,
  places = [],
  subtitles,
}: {
  address?: string | undefined;
  places?: readonly { address: string }[] | undefined;
  subtitles?: string | undefined;
}): (Embed & { address: string }) | undefined {
  if (address === undefined) return createMapEmbed(places.map((place) => place.address));
  const embed = parseEmbed(address, subtitles);
  return embed && { ...embed, address };
}
