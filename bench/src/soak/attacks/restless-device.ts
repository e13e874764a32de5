import { type Finding, faultIf, finding } from '../finding.ts'
import { type Hardware, plugIn } from '../hardware.ts'
import { residentMb } from '../server-memory.ts'
import { type ProductHome, until } from '../soak-home.ts'
import { callsMeanwhile, slowing } from '../work/calls-meanwhile.ts'
import { claimNew } from './new-device.ts'

const RECONNECTS_A_SECOND = 50
const GROWTH_MAX_MB = 80
const SETTLED_WITHIN_MS = 10_000

/**
 * A device reconnects fifty times a second: others must be served as before, and the device must work when it stays connected.
 */
export async function tryRestlessDevice(home: ProductHome, durationMs: number): Promise<Finding[]> {
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
        // Half of the connections are cut; the others are replaced by the next connection.
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
  let restarts = tried
  const staying: Hardware[] = []
  const isWell = await until(async () => {
    // An attempt from before may be accepted only now, and end this connection. Then the device connects again.
    if (staying.at(-1)?.client.connected !== true) {
      restarts += 1
      const last = await plugIn(product.mqtt, device, restarts).catch(() => null)
      last?.report(0.42)
      if (last !== null) staying.push(last)
    }
    const { [device.id]: info } = await neighbour.devices()
    return info?.state.status === 'ready' && info.state.position === 0.42
  }, SETTLED_WITHIN_MS)
  const growth = residentMb(product.serverPid()) - memoryBefore
  for (const last of staying) last.cut()
  const others = slowing(before, during)
  return [
    finding('a device that reconnects 50 times a second: connections', `${connected} of ${tried}`, [
      ...faultIf(connected === 0, 'none of its connections was accepted'),
      ...faultIf(!isWell, 'it is not shown as it is once it stays'),
    ]),
    finding('… calls of others, p50 / p99 before and beside it', others.value, others.faults),
    finding(
      '… memory of the server',
      `${growth > 0 ? '+' : ''}${growth.toFixed(0)} MB`,
      faultIf(growth > GROWTH_MAX_MB, 'memory grows'),
    ),
  ]
}
