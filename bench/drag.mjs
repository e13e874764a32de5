import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ensureBrowser } from '../scripts/browser.mjs'
import { ensureInstalled, ROOT } from '../scripts/installation.mjs'

// Measures the cost of a drag: the shade of each type is dragged up and down, at 390 × 844 CSS pixels with a device pixel ratio
// of three. Prints per type the milliseconds of main-thread work per frame (script, style, layout, paint and canvas raster). With
// the processor slowed down four times, it also prints the share of frames whose work fits in 16.7 ms and the share of frames
// that came at most 16.7 ms (plus a small tolerance) after the previous one.
const KINDS = [
  'roller_shutter',
  'venetian_blind',
  'textile_screen',
  'insect_screen',
  'awning',
  'falcon',
  'pergola',
]
const FRAMES = 150
const FRAME_MS = 1000 / 60
const CLOCK_MS = 1.2
const SLOWED = 4

await ensureInstalled()
// Playwright is a dependency of the browser tests only.
const { chromium } = createRequire(join(ROOT, 'e2e', 'package.json'))('@playwright/test')

const gallery = spawn(process.execPath, [join(ROOT, 'scripts', 'gallery.mjs'), '--built'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const address = await new Promise((resolve, reject) => {
  // The build says what it does before.
  let printed = ''
  gallery.stdout.on('data', (bytes) => {
    printed += String(bytes)
    const url = /^http\S+$/m.exec(printed)?.[0]
    if (url !== undefined) resolve(url)
  })
  gallery.once('exit', () => reject(new Error('The gallery could not be built.')))
})
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const rows = []
  for (const kind of KINDS.filter(isAsked)) rows.push(await benchKind(kind, 'position'))
  if (isAsked('venetian_blind')) rows.push(await benchKind('venetian_blind', 'tilt'))
  console.table(rows)
} finally {
  await browser.close()
  gallery.kill()
}

/** Types may be named on the command line; without a name all of them run. */
function isAsked(kind) {
  return process.argv.length === 2 || process.argv.includes(kind)
}

async function benchKind(kind, axis) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })
  await page.goto(`${address}drag.html?kind=${kind}&axis=${axis}`)
  await page.locator('canvas').first().waitFor()
  await page.waitForTimeout(800)
  await sweep(page, 40)
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await sweep(page, FRAMES)
  const work = workPerFrame(JSON.parse(String(await browser.stopTracing())))
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  const gaps = await sweep(page, FRAMES)
  const slowed = workPerFrame(JSON.parse(String(await browser.stopTracing())))
  await page.close()
  return {
    'kind, axis': `${kind}, ${axis}`,
    'ms p50': round(percentile(work, 0.5)),
    'ms p95': round(percentile(work, 0.95)),
    [`ms p95, ${SLOWED}× slower`]: round(percentile(slowed, 0.95)),
    [`work under 16.7 ms, ${SLOWED}× slower`]: share(slowed, FRAME_MS),
    [`frames on time, ${SLOWED}× slower`]: share(gaps, FRAME_MS + CLOCK_MS),
  }
}

/** Holds the shade and drags it up and down for `frames` frames. Returns the milliseconds between frames. */
function sweep(page, frames) {
  return page.evaluate(async (count) => {
    const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
    const hand = (type, y) =>
      target?.dispatchEvent(
        new PointerEvent(type, { bubbles: true, clientX: innerWidth / 2, clientY: y, pointerId: 1 }),
      )
    const height = (index) => innerHeight * (0.5 - 0.45 * Math.cos((index / 60) * Math.PI))
    hand('pointerdown', height(0))
    const gaps = []
    let last = await new Promise(requestAnimationFrame)
    for (let index = 1; index <= count; index++) {
      const now = await new Promise(requestAnimationFrame)
      gaps.push(now - last)
      last = now
      hand('pointermove', height(index))
    }
    hand('pointerup', height(count))
    return gaps
  }, frames)
}

/** The milliseconds of main-thread work between consecutive animation frames. */
function workPerFrame({ traceEvents }) {
  const frames = traceEvents.filter(({ name }) => name === 'FireAnimationFrame')
  const [first] = frames
  if (!first) throw new Error('The trace has no animation frames.')
  const isOurs = (event) => event.pid === first.pid && event.tid === first.tid
  const marks = frames.filter(isOurs).map(({ ts }) => ts)
  const tasks = traceEvents.filter(
    (event) => isOurs(event) && event.ph === 'X' && event.name.endsWith('RunTask'),
  )
  if (tasks.length === 0) throw new Error('The trace has no tasks of the page.')
  const frameStarts = marks.filter((ts, index) => index === 0 || ts - marks[index - 1] > 4_000)
  const sums = frameStarts.map(() => 0)
  for (const task of tasks) {
    const index = frameStarts.findLastIndex((ts) => ts <= task.ts + task.dur)
    if (index >= 0) sums[index] += (task.tdur ?? task.dur) / 1000
  }
  return sums.slice(2, -2)
}

function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}

function share(values, limit) {
  return `${Math.round((100 * values.filter((value) => value <= limit).length) / values.length)} %`
}

function round(value) {
  return Math.round(value * 100) / 100
}
