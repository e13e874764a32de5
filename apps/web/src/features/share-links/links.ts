import { api, pageConfig } from '#core/browser.ts'
import { createLinksApi } from './links.api.ts'

/** The links of this page's home. */
export const linksApi = createLinksApi(api)

/** The address that a guest opens, on the server's public name: this page may have been opened by another one. */
export function linkAddress(token: string): string {
  const address = new URL('/device-link', pageConfig.publicUrl ?? location.origin)
  address.searchParams.set('token', token)
  return address.href
}

/** Names of the computer itself, which lead nobody else to it. */
const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether an address works only on the computer that serves it. */
export const isLoopbackAddress = (address: string): boolean => LOOPBACK.test(new URL(address).hostname)
