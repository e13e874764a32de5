import type { DeviceSetup, DeviceSetupRequest, JoinFailure } from '@senca/contract/setup'
import type { Clock } from '../clock.ts'
import type { Fleet } from '../fleet.ts'
import { joinFailureOf, serverFailureOf } from './air.ts'

/** How long it takes to get into a Wi-Fi. */
const JOIN_MS = 1_500
/** After so many failures to reach the server the set-up network is opened again. */
const ATTEMPTS = 2

interface DeviceInSetupOptions {
  /** With the one device. */
  fleet: Fleet
  clock: Clock
  id: string
  network: string
  version: 1 | 2
  firmware: string
  /** Opens the set-up network, or closes it. */
  openNetwork(isOpen: boolean): void
  log(line: string): void
}

/** A device without Wi-Fi, and its way into one. */
export interface DeviceInSetup {
  /** What `GET /setup` answers. */
  describe(): DeviceSetup
  /** Tries what it is given from a moment later on; a newer attempt takes the place of an older one. */
  join(request: DeviceSetupRequest): void
  /** Where it connects; null before it was told. */
  address(): { host: string; port: number; tls: boolean } | null
  /** To be told of each failed attempt to connect. */
  failedToConnect(failures: number, reason: string): void
  /** To be told that it is connected. */
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
