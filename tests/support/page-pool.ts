import { inject } from 'vitest';
import type { Device } from './audit.ts';
import type { Visit, Visitor } from './browser.ts';
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
    const { page, logs } = lent;
    await page.emulateMedia({ ...device, forcedColors: 'none' });
    await page.setViewportSize(device.viewport);
    // A pointer that rests over the page would be a sign of a visitor.
    await page.mouse.move(-10, -10);
    logs.length = 0;
    await page.goto(new URL(route, inject('site')).href);
    const result = await use(lent);
    // A page whose use has failed does not come back.
    free.push(lent);
    return result;
  };
}
