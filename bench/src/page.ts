import { cpus, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { launchBrowser } from '@senca/e2e/product/launch.ts'
import { startProduct } from '@senca/e2e/product/product.ts'
import { createLivelyHome, startReports } from './page/lively-home.ts'
import { openHome, type PageCost, VIEWS } from './page/measure-page.ts'
import { wrongCards } from './page/wrong-cards.ts'

// Shows a home with 500 devices of all types in a browser while it receives 200 reports per second: once from all devices in
// turn, once only from the first fifty, which are visible and report four times a second. Prints the cost after the first second,
// at rest and while scrolling. Without a graphics card, a process of the browser rasters instead and is counted separately. `npm
// run bench:page -- [--devices 500] [--rate 200] [--seconds 20] [--profile <folder>]`.
const { values: asked } = parseArgs({
  options: {
    devices: { type: 'string', default: '500' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    profile: { type: 'string' },
  },
})
const [count, rate, seconds] = [Number(asked.devices), Number(asked.rate), Number(asked.seconds)]
/** Messages in transit arrive and are drawn within this time. */
const SETTLE_MS = 2_000
/** Of a moving shade. */
const REPORTS_PER_SECOND = 4

const round = (value: number): number => Math.round(value * 10) / 10

const rowOf = (cost: PageCost, wrong: number | null) => ({
  'frame p50 ms': round(cost.frames.p50),
  'p95 ms': round(cost.frames.p95),
  'p99 ms': round(cost.frames.p99),
  'worst ms': round(cost.frames.worst),
  'frames/s': round(cost.frames.perSecond),
  'long tasks': cost.longTasks.count,
  'longest ms': round(cost.longTasks.longest),
  'tasks working over 50 ms': cost.hardTasks.count,
  'longest work ms': round(cost.hardTasks.longest),
  'main thread works ms/s': round(cost.work),
  'script ms/s': round(cost.script),
  'style, layout ms/s': round(cost.styleAndLayout),
  'raster ms/s': round(cost.raster),
  'updates/s': round(cost.updatesPerSecond),
  'heap MB': round(cost.heapMb),
  'cards wrong at the end': wrong ?? '',
})

const load = () => (loadavg()[0] ?? 0).toFixed(1)
process.stdout.write(`${cpus().length} × ${cpus()[0]?.model.trim()}, load ${load()} before\n`)
const product = await startProduct({ DEMO: 'off', LOG_LEVEL: 'warn' })
const browser = await launchBrowser()
try {
  const home = await createLivelyHome(product, count)
  const patterns = [
    { name: 'all devices', devices: home.devices },
    { name: 'those in view', devices: home.devices.slice(0, Math.ceil(rate / REPORTS_PER_SECOND)) },
  ]
  const rows: Record<string, object> = {}
  const loads: Record<string, object> = {}
  for (const view of VIEWS) {
    for (const { name, devices } of patterns) {
      const stopReports = startReports(devices, rate)
      const opened = await openHome(browser, product.url, view)
      loads[`${view.name}, ${name}`] = {
        'first card ms': round(opened.load.firstCardMs),
        'longest task of the load ms': round(opened.load.longest),
      }
      for (const isScrolling of [false, true]) {
        const what = `${view.name}, ${name}${isScrolling ? ', scrolled' : ''}`
        const file = asked.profile && `${asked.profile}/${what.replaceAll(/\W+/g, '-')}.cpuprofile`
        const cost = await opened.measure(seconds, isScrolling, file)
        if (!isScrolling) rows[what] = rowOf(cost, null)
        else {
          await stopReports()
          await wait(SETTLE_MS)
          rows[what] = rowOf(cost, await wrongCards(opened.page, home.devices))
        }
      }
      await opened.close()
    }
  }
  home.stop()
  console.table(loads)
  console.table(rows)
  process.stdout.write(`load ${load()} after\n`)
} finally {
  await browser.close()
  await product.stop()
}
