import type { JoinFailure } from '@senca/contract/setup'

/** A network that a device has found, as in `GET /setup/networks`; `rssi` in dBm. */
export interface FoundNetwork {
  ssid: string
  rssi: number
  isSecure: boolean
}

/** The networks near a simulated device. Two of them simulate problems behind a working Wi-Fi. */
const AIR: readonly (FoundNetwork & { fault?: JoinFailure })[] = [
  { ssid: 'Home', rssi: -48, isSecure: true },
  { ssid: 'Guests', rssi: -61, isSecure: false },
  { ssid: 'No internet', rssi: -66, isSecure: true, fault: 'no_internet' },
  { ssid: 'Wrong time', rssi: -70, isSecure: true, fault: 'wrong_time' },
]

/** A password that begins like this is wrong in every network. */
const WRONG_PASSWORD = /^wrong/i

export const foundNetworks = (): FoundNetwork[] =>
  AIR.map(({ ssid, rssi, isSecure }) => ({ ssid, rssi, isSecure }))

/**
 * Why a device cannot reach the internet through this network; null if it can. Networks that are not listed count as hidden
 * networks.
 */
export function joinFailureOf(ssid: string, password: string): JoinFailure | null {
  const network = AIR.find((each) => each.ssid === ssid)
  const isWrong = WRONG_PASSWORD.test(password) || (network?.isSecure === true && password === '')
  return isWrong ? 'wrong_password' : (network?.fault ?? null)
}

/** The cause of a failed connection to the server, derived from the error text. */
export function serverFailureOf(reason: string): JoinFailure {
  if (/CERT_NOT_YET_VALID|CERT_HAS_EXPIRED/i.test(reason)) return 'wrong_time'
  if (/ENOTFOUND|EAI_AGAIN|ENETUNREACH/i.test(reason)) return 'no_internet'
  if (/refused: /i.test(reason)) return 'refused'
  return 'server_unreachable'
}
