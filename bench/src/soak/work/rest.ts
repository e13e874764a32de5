import type { DeviceInfo, DeviceState, DeviceStateMessage } from '@senca/contract'
import type { Account } from '../account.ts'
import { type SoakHome, sleep } from '../soak-home.ts'

/** A device with a wrong state, or one that does not come to rest. */
export interface Trouble {
  deviceId: string
  kind: 'stuck' | 'wrong state'
  /** Who shows which state. */
  shown: string
}

const REST_WITHIN_MS = 25_000
const TOLERANCE = 0.001
/** Fields that a report does not contain, or that are not compared. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  'status',
  'settings',
  'totalRestarts',
  'totalStateUpdates',
  'target',
])

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= TOLERANCE
    : (one ?? null) === (other ?? null)

/** The fields of a device's own report that are shown differently. */
function differences(report: DeviceStateMessage, shown: DeviceState): string[] {
  const shownByField = new Map<string, unknown>(Object.entries(shown))
  return Object.entries(report)
    .filter(([field, value]) => !NOT_COMPARED.has(field) && !isSame(value, shownByField.get(field)))
    .map(
      ([field, value]) =>
        `${field}: device ${JSON.stringify(value)}, shown ${JSON.stringify(shownByField.get(field))}`,
    )
}

/** Devices, and those who show their states. */
type Shown = Pick<SoakHome, 'product' | 'readers' | 'devices' | 'watchers'>

/** The devices according to a server; empty if it does not answer. */
const notifiedBy = (account: Account): Promise<Record<string, DeviceInfo>> =>
  account.devices().catch(() => ({}))

async function troublesNow({ product, readers, devices, watchers }: Shown): Promise<Trouble[]> {
  const answers = await Promise.all(
    readers.map(async ({ who, account }) => ({ who, notified: await notifiedBy(account) })),
  )
  const troubles: Trouble[] = []
  for (const { id, name } of devices) {
    const report = await product.inspect(id)
    const views: [string, DeviceState | undefined][] = [
      ...answers.map(({ who, notified }): [string, DeviceState | undefined] => [who, notified[id]?.state]),
      ...watchers.map((watcher, n): [string, DeviceState | undefined] => [
        `socket ${n + 1}`,
        watcher.shows(id),
      ]),
    ]
    for (const [who, state] of views) {
      if (report.status !== 'ready' || state?.status !== 'ready') {
        const shown = `${name}: device ${report.status}, ${who} ${state?.status}`
        troubles.push({ deviceId: id, kind: 'stuck', shown })
      } else {
        const wrong = differences(report, state)
        if (wrong.length > 0)
          troubles.push({ deviceId: id, kind: 'wrong state', shown: `${name}, ${who}: ${wrong.join('; ')}` })
      }
    }
  }
  return troubles
}

/**
 * Waits until every device is at rest and every server and socket show the state that it reports. Returns what is still wrong
 * after 25 s, and how long it took.
 */
export async function settle(home: Shown): Promise<{ troubles: Trouble[]; tookMs: number }> {
  const startedMs = performance.now()
  for (;;) {
    const troubles = await troublesNow(home)
    const tookMs = performance.now() - startedMs
    if (troubles.length === 0 || tookMs > REST_WITHIN_MS) return { troubles, tookMs }
    await sleep(200)
  }
}
