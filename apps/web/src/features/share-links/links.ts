import { api, pageConfig } from '#core/browser.ts'
import { createLinksApi } from './links.api.ts'

export const linksApi = createLinksApi(api)

/**
 * The URL that a guest opens. It uses the public name of the server, because this page may have been opened with another name.
 */
export function linkAddress(token: string): string {
  const address = new URL('/device-link', pageConfig.publicUrl ?? location.origin)
  address.searchParams.set('token', token)
  return address.href
}

/** Host names that always mean the own computer and lead no other device to it. */
const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether a URL only works on the computer that serves it. */
export const isLoopbackAddress = (address: string): boolean => LOOPBACK.test(new URL(address).hostname)
