import type { DeviceSetup, DeviceSetupRequest, JoinFailure } from '@senca/contract/setup'
import type { Clock } from '../clock.ts'
import type { Fleet } from '../fleet.ts'
import { joinFailureOf, serverFailureOf } from './air.ts'

/** The time needed to join a Wi-Fi. */
const JOIN_MS = 1_500
/** After this many failed attempts to reach the server, the set-up network is opened again. */
const ATTEMPTS = 2

interface DeviceInSetupOptions {
  /** The fleet, which contains only this device. */
  fleet: Fleet
  clock: Clock
  id: string
  network: string
  version: 1 | 2
  firmware: string
  /** Opens or closes the set-up network. */
  openNetwork(isOpen: boolean): void
  log(line: string): void
}

/** A device without Wi-Fi credentials, and how it gets them. */
export interface DeviceInSetup {
  /** The answer of `GET /setup`. */
  describe(): DeviceSetup
  /** Tries to join with the given values after a short delay. A newer attempt replaces an older one. */
  join(request: DeviceSetupRequest): void
  /** The address that it connects to; null before it was set. */
  address(): { host: string; port: number; tls: boolean } | null
  /** Called after each failed attempt to connect. */
  failedToConnect(failures: number, reason: string): void
  /** Called when the device is connected. */
  connected(): void
}

export function createDeviceInSetup(options: DeviceInSetupOptions): DeviceInSetup {
  const { fleet, clock, id, network, version, firmware, openNetwork, log } = options
  let given: DeviceSetupRequest | null = null
  let error: JoinFailure | null = null
  let isTrying = false
  let cancelJoin = (): void => {}

  const device = () => {
    const found = fleet.device(id)
    if (found === undefined) throw new Error('there is no device')
    return found
  }

  const fail = (failure: JoinFailure): void => {
    isTrying = false
    error = failure
    device().fault({ kind: 'lost_link' })
    openNetwork(true)
    log(`the device did not come into the home: ${failure}`)
  }

  return {
    describe: () => ({
      network,
      type: device().type,
      version,
      firmware,
      ...(error === null ? {} : { error }),
    }),
    join(request) {
      given = request
      error = null
      isTrying = true
      device().fault({ kind: 'lost_link' })
      cancelJoin()
      cancelJoin = clock.after(JOIN_MS, () => {
        const failure = joinFailureOf(request.ssid, request.password)
        if (failure !== null) return fail(failure)
        device().offerSetupCode(request.setupCode)
        device().clearFaults()
      })
    },
    address: () => given,
    failedToConnect(failures, reason) {
      if (isTrying && failures >= ATTEMPTS) fail(serverFailureOf(reason))
    },
    connected() {
      isTrying = false
      openNetwork(false)
      log(`the device is connected, and its network ${network} is gone`)
    },
  }
}
