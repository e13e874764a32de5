import { percentile } from '../percentiles.ts'
import { type Finding, faultIf, finding } from './finding.ts'
import { type Hardware, plugIn } from './hardware.ts'
import { claimNew } from './new-device.ts'
import { residentMb } from './server-memory.ts'
import { type SoakHome, sleep, until } from './soak-home.ts'

const RECONNECTS_A_SECOND = 50
const GROWTH_MAX_MB = 80
const SETTLED_WITHIN_MS = 10_000
/** A home that is being used may be slower beside it by this much, which is still not seen. */
const SLOWER_MAX_MS = 250

/** How long the calls of somebody else take meanwhile, in ms. */
async function callsMeanwhile({ owner }: SoakHome, durationMs: number): Promise<number[]> {
  const times: number[] = []
  const endMs = performance.now() + durationMs
  while (performance.now() < endMs) {
    const outcome = await owner.ask('GET', '/api/v1/device/list?index=token')
    times.push(
      outcome.kind === 'answered' && outcome.status === 200 ? outcome.tookMs : Number.POSITIVE_INFINITY,
    )
    await sleep(20)
  }
  return times
}

/** A device that reconnects fifty times a second: others are served as before, and it is well once it stays. */
export async function tryRestlessDevice(home: SoakHome, durationMs: number): Promise<Finding[]> {
  const { product, neighbour } = home
  const device = await claimNew(home, 'restless')
  const before = await callsMeanwhile(home, durationMs / 2)
  const memoryBefore = residentMb(product.serverPid())
  let tried = 0
  let connected = 0
  const opened: Promise<Hardware | null>[] = []
  const timer = setInterval(() => {
    tried += 1
    const opening = plugIn(product.mqtt, device, tried).then(
      (hardware) => {
        connected += 1
        // Half of them go by themselves; the others are replaced by the next.
        if (connected % 2 === 0) hardware.cut()
        return hardware
      },
      () => null,
    )
    opened.push(opening)
  }, 1_000 / RECONNECTS_A_SECOND)
  const during = await callsMeanwhile(home, durationMs)
  clearInterval(timer)
  for (const hardware of await Promise.all(opened)) hardware?.cut()
  const last = await plugIn(product.mqtt, device, tried + 1)
  last.report(0.42)
  const isWell = await until(async () => {
    const { [device.id]: info } = await neighbour.devices()
    return info?.state.status === 'ready' && info.state.position === 0.42
  }, SETTLED_WITHIN_MS)
  const growth = residentMb(product.serverPid()) - memoryBefore
  last.cut()
  const [p99Before, p99] = [percentile(before, 0.99), percentile(during, 0.99)]
  return [
    finding('a device that reconnects 50 times a second: connections', `${connected} of ${tried}`, [
      ...faultIf(connected === 0, 'none of its connections was accepted'),
      ...faultIf(!isWell, 'it is not shown as it is once it stays'),
    ]),
    finding(
      '… calls of others, p99 before and beside it',
      `${p99Before.toFixed(1)} → ${p99.toFixed(1)} ms`,
      faultIf(p99 > p99Before + SLOWER_MAX_MS, 'others are slowed down'),
    ),
    finding(
      '… memory of the server',
      `${growth > 0 ? '+' : ''}${growth.toFixed(0)} MB`,
      faultIf(growth > GROWTH_MAX_MB, 'memory grows'),
    ),
  ]
}
