import { inject } from 'vitest';
import type { Device } from './audit.ts';
import type { Visit, Visitor } from './browser.ts';
import { setTextSize } from './fit.ts';
import { holdFonts } from './layout-shift.ts';

/** Runs something with a page of a device that has been sent to a route. */
export type Pool = <T>(device: Device, route: string, use: (visit: Visit) => Promise<T>) => Promise<T>;

/**
 * Uses pages again and again for one route after the other: a page of a fresh visitor costs as much as the
 * visit.
 */
export function startPool(visit: Visitor): Pool {
  const idle = new Map<string, Visit[]>();
  return async (device, route, use) => {
    const key = `${device.name} ${device.javaScriptEnabled}`;
    const free = idle.get(key) ?? [];
    idle.set(key, free);
    // Without scripts nobody can be asked whether the first words are on the screen.
    const prepare = device.javaScriptEnabled === false ? undefined : holdFonts;
    const lent = free.pop() ?? (await visit('about:blank', device, prepare));
    await lent.page.goto(new URL(route, inject('site')).href);
    const result = await use(lent);
    // A page whose use has failed does not come back.
    await setTextSize(lent.page, 16);
    await lent.page.emulateMedia({ ...device, forcedColors: 'none' });
    await lent.page.setViewportSize(device.viewport);
    // A pointer that rests over the next page would be a sign of a visitor.
    await lent.page.mouse.move(-10, -10);
    await lent.page.goto('about:blank');
    lent.said.length = 0;
    free.push(lent);
    return result;
  };
}
