import { addressBlockOf } from '../../http/address-block.ts'
import { isLoopbackName } from '../../http/loopback.ts'
import { createKeyedSets } from '../../keyed-sets.ts'

/** A house with 200 devices behind one address reconnects at once after a power cut, and several houses may share an address. */
const WAITING_PER_ADDRESS = 1_000
/** Ten devices with a wrong secret that retry every second cause this many. */
const FAILURES_PER_MINUTE = 600
/** Failures under the name of a device at the address from which it last logged in count for that device only. */
const FAILURES_OF_KNOWN_PER_MINUTE = 60
const MINUTE_MS = 60_000
/** How many names are remembered with the address of their last login. */
const KNOWN_NAMES = 100_000

interface AddressLimitsOptions {
  /** Connections from this machine come through a proxy, so their address is not the client's and they have no limits. */
  isProxied: boolean
  /** Called when an address starts to be refused. */
  refused(address: string): void
}

interface Arrival {
  /** The connection has sent its login or has ended. */
  leave(): void
  /** Whether the credentials for a name are checked; false if too many were wrong. */
  mayLogIn(name: string): boolean
  loginChecked(name: string, isRight: boolean): void
}

const UNLIMITED: Arrival = { leave() {}, mayLogIn: () => true, loginChecked() {} }

/**
 * Limits, for each address, the connections that have not sent their login and the failed logins. Failures under other names do
 * not keep a device from an address from which it last logged in.
 */
export function createAddressLimits({ isProxied, refused }: AddressLimitsOptions) {
  const waitingByAddress = createKeyedSets<() => void>()
  const failuresByKey = new Map<string, { count: number; timer: NodeJS.Timeout }>()
  /** The address of the last login, by name; the oldest login first. */
  const addressByName = new Map<string, string>()

  const forgetFailuresLater = (key: string) => setTimeout(() => failuresByKey.delete(key), MINUTE_MS).unref()

  /** Where failures under a name are counted. */
  const counterOf = (block: string, name: string) =>
    addressByName.get(name) === block
      ? { key: `${block} ${name}`, max: FAILURES_OF_KNOWN_PER_MINUTE }
      : { key: block, max: FAILURES_PER_MINUTE }

  const fail = (block: string, name: string) => {
    const { key, max } = counterOf(block, name)
    const failures = failuresByKey.get(key) ?? { count: 0, timer: forgetFailuresLater(key) }
    failuresByKey.set(key, failures)
    failures.count += 1
    if (failures.count !== max) return
    clearTimeout(failures.timer)
    failures.timer = forgetFailuresLater(key)
    refused(block)
  }

  const remember = (block: string, name: string) => {
    addressByName.delete(name)
    addressByName.set(name, block)
    if (addressByName.size <= KNOWN_NAMES) return
    for (const oldest of addressByName.keys()) {
      addressByName.delete(oldest)
      return
    }
  }

  return {
    /** Registers a new connection. If too many have not sent their login, the oldest is closed. */
    enter(address: string, cut: () => void): Arrival {
      if (isProxied && isLoopbackName(address)) return UNLIMITED
      const block = addressBlockOf(address)
      waitingByAddress.add(block, cut)
      const waiting = waitingByAddress.of(block)
      const [oldest] = waiting
      if (waiting.size > WAITING_PER_ADDRESS && oldest !== undefined) {
        waitingByAddress.delete(block, oldest)
        oldest()
      }
      return {
        leave: () => waitingByAddress.delete(block, cut),
        mayLogIn(name) {
          const { key, max } = counterOf(block, name)
          return (failuresByKey.get(key)?.count ?? 0) < max
        },
        loginChecked(name, isRight) {
          if (isRight) remember(block, name)
          else fail(block, name)
        },
      }
    },
  }
}

export type AddressLimits = ReturnType<typeof createAddressLimits>
export type { Arrival }
