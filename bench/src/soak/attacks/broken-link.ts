import { commandResultsSchema } from '@senca/contract'
import { type Finding, faultIf, finding } from '../finding.ts'
import { startFleet } from '../simulated-fleet.ts'
import { type ProductHome, sleep, until } from '../soak-home.ts'
import { openFlakyLink } from './flaky-link.ts'
import { claimNew, type NewDevice } from './new-device.ts'

const DEVICES = 8
const CUTS = 5
const READY_WITHIN_MS = 30_000
/** Longer than the acknowledgement timeout of a device. */
const SWALLOWED_MS = 6_500
const CLEAR: readonly string[] = [
  'device_offline',
  'device_request_timeout',
  'device_not_responding',
  'device_busy',
]

/** The connection between devices and broker is cut five times and then drops all data, while commands are in flight. */
export async function tryBrokenLink(home: ProductHome): Promise<Finding[]> {
  const { product, neighbour } = home
  const devices: NewDevice[] = []
  for (let n = 0; n < DEVICES; n += 1) devices.push(await claimNew(home, `link ${n}`))
  const link = await openFlakyLink(product.mqtt)
  const fleet = await startFleet(devices, link.port)
  const countByWord = new Map<string, number>()
  const moveAll = async (position: number): Promise<void> => {
    const commands = devices.map(({ id }) => ({ token: id, command: 'move', position }))
    const outcome = await neighbour.ask('POST', '/api/v1/device/move', { commands })
    if (outcome.kind !== 'answered' || outcome.status !== 200) throw new Error(JSON.stringify(outcome))
    for (const result of commandResultsSchema.parse(outcome.body)) {
      const word = result.status === 'error' ? result.error : result.status
      countByWord.set(word, (countByWord.get(word) ?? 0) + result.device_ids.length)
    }
  }
  const isWell = async (): Promise<boolean> => {
    const [own, notified] = await Promise.all([fleet.inspect(), neighbour.devices()])
    return devices.every(({ id }) => {
      const state = notified[id]?.state
      return (
        state?.status === 'ready' &&
        own.get(id)?.status === 'ready' &&
        own.get(id)?.position === state.position
      )
    })
  }
  const wellAfter = async (): Promise<number> => {
    const startedMs = performance.now()
    return (await until(isWell, READY_WITHIN_MS)) ? performance.now() - startedMs : Number.POSITIVE_INFINITY
  }
  try {
    await wellAfter()
    for (let n = 0; n < CUTS; n += 1) {
      const moving = moveAll(n % 2 === 0 ? 100 : 0)
      await sleep(15 * n)
      link.cut()
      await moving
      await sleep(400)
    }
    const afterCutsMs = await wellAfter()
    link.setSwallowing(true)
    const successesBefore = countByWord.get('success') ?? 0
    const moving = moveAll(50)
    await Promise.all([moving, sleep(SWALLOWED_MS)])
    const isHonest = (countByWord.get('success') ?? 0) === successesBefore
    link.setSwallowing(false)
    const afterSwallowingMs = await wellAfter()
    const unclear = [...countByWord.keys()].filter((word) => word !== 'success' && !CLEAR.includes(word))
    return [
      finding(
        `a link to the broker that is cut ${CUTS} times, then swallows everything: commands`,
        [...countByWord].map(([word, count]) => `${word} ${count}`).join(', '),
        [
          ...unclear.map((word) => `a command ended with ${word}`),
          ...faultIf(!isHonest, 'a command that nobody received succeeded'),
        ],
      ),
      finding(
        '… all devices back and shown as they are',
        `${(afterCutsMs / 1_000).toFixed(1)} s and ${(afterSwallowingMs / 1_000).toFixed(1)} s`,
        faultIf(!Number.isFinite(afterCutsMs + afterSwallowingMs), 'a device does not come back as it is'),
      ),
    ]
  } finally {
    await fleet.stop()
    link.stop()
  }
}
