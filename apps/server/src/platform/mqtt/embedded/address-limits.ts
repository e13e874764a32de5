import { addressBlockOf } from '../../http/address-block.ts'
import { isLoopbackName } from '../../http/loopback.ts'
import { createKeyedSets } from '../../keyed-sets.ts'

/** A house with 200 devices behind one address reconnects at once after a power cut, and several houses may share an address. */
const WAITING_PER_ADDRESS = 1_000
/** Ten devices with a wrong secret that retry every second cause this many. */
const FAILURES_PER_MINUTE = 600
const MINUTE_MS = 60_000

interface AddressLimitsOptions {
  /** Connections from this machine come through a proxy, so their address is not the client's and they have no limits. */
  isProxied: boolean
  /** Called when an address starts to be refused. */
  refused(address: string): void
}

interface Arrival {
  /** The connection has sent its login or has ended. */
  leave(): void
  loginFailed(): void
}

const UNLIMITED: Arrival = { leave() {}, loginFailed() {} }

/** Limits, for each address, the connections that have not sent their login and the failed logins. */
export function createAddressLimits({ isProxied, refused }: AddressLimitsOptions) {
  const waitingByAddress = createKeyedSets<() => void>()
  const failuresByAddress = new Map<string, { count: number; timer: NodeJS.Timeout }>()

  const forgetFailuresLater = (block: string) =>
    setTimeout(() => failuresByAddress.delete(block), MINUTE_MS).unref()

  const loginFailed = (block: string) => {
    const failures = failuresByAddress.get(block) ?? { count: 0, timer: forgetFailuresLater(block) }
    failuresByAddress.set(block, failures)
    failures.count += 1
    if (failures.count !== FAILURES_PER_MINUTE) return
    clearTimeout(failures.timer)
    failures.timer = forgetFailuresLater(block)
    refused(block)
  }

  return {
    /**
     * Registers a new connection; null if its address is refused. If too many have not sent their login, the oldest is closed.
     */
    enter(address: string, cut: () => void): Arrival | null {
      if (isProxied && isLoopbackName(address)) return UNLIMITED
      const block = addressBlockOf(address)
      if ((failuresByAddress.get(block)?.count ?? 0) >= FAILURES_PER_MINUTE) return null
      waitingByAddress.add(block, cut)
      const waiting = waitingByAddress.of(block)
      const [oldest] = waiting
      if (waiting.size > WAITING_PER_ADDRESS && oldest !== undefined) {
        waitingByAddress.delete(block, oldest)
        oldest()
      }
      return {
        leave: () => waitingByAddress.delete(block, cut),
        loginFailed: () => loginFailed(block),
      }
    },
  }
}

export type AddressLimits = ReturnType<typeof createAddressLimits>
export type { Arrival }
