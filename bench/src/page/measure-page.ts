import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, bringSession, type CDPSession, type Page } from '@senca/e2e/product/launch.ts'
import { percentile } from '../percentiles.ts'
import { commandLineOf, familyOf, processorSecondsOf } from '../product/process-cost.ts'
import { ACCOUNT } from './lively-home.ts'
import { installProbe, readMainThread, readNotes } from './probe.ts'
import { taskTimes } from './task-times.ts'

/** Counted from the first card; afterwards the page must keep up. */
const FIRST_SECOND_MS = 1_000
const LONG_TASK_MS = 50
const WHEEL_EVERY_MS = 40
const WHEEL_STEP_PX = 120
/** The scroll direction changes after this many steps. */
const WHEEL_STEPS = 60

export interface View {
  name: string
  width: number
  height: number
  scale: number
}

export const VIEWS: readonly View[] = [
  { name: '1280 × 800', width: 1280, height: 800, scale: 1 },
  { name: '390 × 844', width: 390, height: 844, scale: 3 },
]

/** The cost of a page over a measured time; durations in milliseconds, shares of one processor. */
export interface PageCost {
  frames: { p50: number; p95: number; p99: number; worst: number; perSecond: number }
  /** Tasks whose wall-clock time exceeds 50 ms. On a busy machine this is more than their processor time. */
  longTasks: { count: number; longest: number }
  /** Tasks whose processor time exceeds 50 ms. */
  hardTasks: { count: number; longest: number }
  /** Milliseconds per second that the main thread works, in total and by kind of work. */
  work: number
  script: number
  styleAndLayout: number
  /** Milliseconds per second of the browser process that rasters in place of a graphics card. */
  raster: number
  updatesPerSecond: number
  heapMb: number
}

interface PageLoad {
  /** From the navigation to the first card. */
  firstCardMs: number
  /** The longest task until one second after the first card. */
  longest: number
}

export interface OpenedPage {
  load: PageLoad
  /** Measures the page for this long at rest or while scrolling. Writes a script profile if a file is named. */
  measure(seconds: number, isScrolling: boolean, profile?: string): Promise<PageCost>
  page: Page
  close(): Promise<void>
}

const rasterSeconds = (): number =>
  processorSecondsOf(familyOf(process.pid).filter((pid) => commandLineOf(pid).includes('--type=gpu-process')))

/** Opens the home of the account in a window of this size. Returns one second after the first card. */
export async function openHome(browser: Browser, url: string, view: View): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width: view.width, height: view.height },
    deviceScaleFactor: view.scale,
    locale: 'en-GB',
    timezoneId: 'Europe/Ljubljana',
  })
  await bringSession(context, url, ACCOUNT)
  const page = await context.newPage()
  await installProbe(page)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await page.goto(`${url}/home`)
  await page.locator('article').first().waitFor()
  const { now: firstCardMs } = await readNotes(page)
  await wait(FIRST_SECOND_MS)
  const { longTasks } = await readNotes(page)
  return {
    load: { firstCardMs, longest: Math.max(0, ...longTasks.map(({ ms }) => ms)) },
    measure: (seconds, isScrolling, profile) =>
      measure(browser, page, session, { seconds, isScrolling, profile }),
    page,
    close: () => context.close(),
  }
}

async function measure(
  browser: Browser,
  page: Page,
  session: CDPSession,
  { seconds, isScrolling, profile }: { seconds: number; isScrolling: boolean; profile: string | undefined },
): Promise<PageCost> {
  if (profile !== undefined) {
    await session.send('Profiler.enable')
    await session.send('Profiler.start')
  }
  await browser.startTracing(page, { categories: ['toplevel'] })
  const [notes, spent, raster] = [await readNotes(page), await readMainThread(session), rasterSeconds()]
  await (isScrolling ? scroll(page, seconds) : wait(seconds * 1_000))
  const [after, spentAfter, rasterAfter] = [
    await readNotes(page),
    await readMainThread(session),
    rasterSeconds(),
  ]
  const tasks = taskTimes(await browser.stopTracing())
  if (profile !== undefined) {
    const stopped = await session.send('Profiler.stop')
    writeFileSync(profile, JSON.stringify(stopped.profile))
  }
  const took = (after.now - notes.now) / 1_000
  const begins = after.frames.filter((at) => at >= notes.now)
  const gaps = begins.slice(1).map((at, index) => at - (begins[index] ?? at))
  const long = after.longTasks.filter(({ at }) => at >= notes.now).map(({ ms }) => ms)
  const perSecond = (seconds: number) => (1_000 * seconds) / took
  return {
    frames: {
      p50: percentile(gaps, 0.5),
      p95: percentile(gaps, 0.95),
      p99: percentile(gaps, 0.99),
      worst: Math.max(...gaps),
      perSecond: gaps.length / took,
    },
    longTasks: { count: long.length, longest: Math.max(0, ...long) },
    hardTasks: { count: tasks.filter((ms) => ms > LONG_TASK_MS).length, longest: Math.max(0, ...tasks) },
    work: tasks.reduce((sum, ms) => sum + ms, 0) / took,
    script: perSecond(spentAfter.script - spent.script),
    styleAndLayout: perSecond(spentAfter.layout - spent.layout + spentAfter.style - spent.style),
    raster: perSecond(rasterAfter - raster),
    updatesPerSecond: (after.updates - notes.updates) / took,
    heapMb: spentAfter.heap / 2 ** 20,
  }
}

/** Scrolls down and up with the mouse wheel at an even rate, in the middle of the window. */
async function scroll(page: Page, seconds: number): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.mouse.move(width / 2, height / 2)
  const until = performance.now() + seconds * 1_000
  for (let step = 0; performance.now() < until; step += 1) {
    const isDown = Math.floor(step / WHEEL_STEPS) % 2 === 0
    await page.mouse.wheel(0, isDown ? WHEEL_STEP_PX : -WHEEL_STEP_PX)
    await wait(WHEEL_EVERY_MS)
  }
}
