// Replaces Vite's HMR channel for `live.tsx` in installed packages (see scripts/build/package.ts).

type Listener = (data: never) => unknown;

const listeners: Record<string, Listener> = {};
const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/@live`);
const whenOpen = new Promise((resolve) => socket.addEventListener('open', resolve));

let isLeaving = false;
addEventListener('beforeunload', () => (isLeaving = true));

socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const [event, content] = JSON.parse(data) as [string, never]; // sent in prebuilt-code.ts
  listeners[event]?.(content);
});
socket.addEventListener('close', async () => {
  if (isLeaving) return;
  await listeners['vite:ws:disconnect']?.(undefined as never);
  location.reload();
});

export const hot = {
  send: (event: string, data: object): void =>
    void whenOpen.then(() => socket.send(JSON.stringify([event, data]))),
  on: (event: string, listener: Listener): void => void (listeners[event] = listener),
};
