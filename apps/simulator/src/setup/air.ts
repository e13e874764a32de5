import type { JoinFailure } from '@senca/contract/setup'

/** A network that a device finds, as `GET /setup/networks` tells it; `rssi` in dBm. */
export interface FoundNetwork {
  ssid: string
  rssi: number
  isSecure: boolean
}

/** The networks around a simulated device; two of them show what can go wrong behind a Wi-Fi that works. */
const AIR: readonly (FoundNetwork & { fault?: JoinFailure })[] = [
  { ssid: 'Home', rssi: -48, isSecure: true },
  { ssid: 'Guests', rssi: -61, isSecure: false },
  { ssid: 'No internet', rssi: -66, isSecure: true, fault: 'no_internet' },
  { ssid: 'Wrong time', rssi: -70, isSecure: true, fault: 'wrong_time' },
]

/** A password that begins so is wrong, whatever the network. */
const WRONG_PASSWORD = /^wrong/i

export const foundNetworks = (): FoundNetwork[] =>
  AIR.map(({ ssid, rssi, isSecure }) => ({ ssid, rssi, isSecure }))

/** What keeps a device from the internet by this network; null where nothing does. A network that hides is there too. */
export function joinFailureOf(ssid: string, password: string): JoinFailure | null {
  const network = AIR.find((each) => each.ssid === ssid)
  const isWrong = WRONG_PASSWORD.test(password) || (network?.isSecure === true && password === '')
  return isWrong ? 'wrong_password' : (network?.fault ?? null)
}

/** Why a connection to the server failed, as far as the reason of a failed attempt tells. */
export function serverFailureOf(reason: string): JoinFailure {
  if (/CERT_NOT_YET_VALID|CERT_HAS_EXPIRED/i.test(reason)) return 'wrong_time'
  if (/ENOTFOUND|EAI_AGAIN|ENETUNREACH/i.test(reason)) return 'no_internet'
  if (/refused: /i.test(reason)) return 'refused'
  return 'server_unreachable'
}
