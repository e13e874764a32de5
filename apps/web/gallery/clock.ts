import { TIMES_OF_DAY, type TimeOfDay } from '#light/sky/time-of-day.ts'

/** The moment that the gallery shows for each time of day. The last reports of devices are from the same day. */
export const MOMENTS: Record<TimeOfDay, string> = {
  dawn: '2026-11-20T06:26:00Z',
  day: '2026-11-20T09:24:00Z',
  dusk: '2026-11-20T14:58:00Z',
  night: '2026-11-20T20:10:00Z',
}

export const query = new URLSearchParams(location.search)
export const time = TIMES_OF_DAY.find((each) => each === query.get('time')) ?? 'day'
const start = new Date(query.get('now') ?? MOMENTS[time]).getTime()

const now = (): number => Math.floor(start + performance.now())

/** A clock that starts at the shown moment, so that the gallery looks the same on every day. */
const GalleryDate = new Proxy(Date, {
  construct: (RealDate, parts, target) =>
    Reflect.construct(RealDate, parts.length === 0 ? [now()] : parts, target),
  get: (RealDate, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
})

Object.defineProperty(globalThis, 'Date', { value: GalleryDate })
