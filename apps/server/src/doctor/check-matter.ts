import { createSocket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import type { Config } from '#platform/process/config.ts'
import { type Finding, fault, ok, reasonOf } from './finding.ts'

const ABOUT = 'Matter'
const MDNS_GROUP = 'ff02::fb'
const ADVICE = 'See docs/hardware/matter.md, or set MATTER=off'

/** The interfaces by which this machine reaches devices of the same network over IPv6. */
const linkLocalInterfaces = (): string[] =>
  Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.some(({ internal, address }) => !internal && address.startsWith('fe80:')) ? [name] : [],
  )

/** Joins the multicast group in which devices are found. Sends nothing. */
function joinGroup(interfaceName: string): Promise<void> {
  const socket = createSocket({ type: 'udp6', reuseAddr: true })
  return new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(0, () => {
      try {
        socket.addMembership(MDNS_GROUP, `::%${interfaceName}`)
        resolve()
      } catch (error) {
        reject(error)
      }
    })
  }).finally(() => socket.close())
}

/** Checks that Matter devices can be found: IPv6 with link-local addresses, and multicast. */
export async function checkMatter({ isMatter }: Pick<Config, 'isMatter'>): Promise<Finding[]> {
  if (!isMatter) return []
  const names = linkLocalInterfaces()
  if (names.length === 0)
    return [fault(ABOUT, 'No network here has IPv6, so no Matter device can be found', ADVICE)]
  const failures: string[] = []
  for (const name of names)
    await joinGroup(name).catch((error: unknown) => failures.push(`${name}: ${reasonOf(error)}`))
  return failures.length < names.length
    ? [ok(ABOUT, 'Devices can be found by IPv6 and multicast')]
    : [fault(ABOUT, `Multicast does not work (${failures.join(', ')})`, ADVICE)]
}
