import { describe, expect, it } from 'vitest'
import { SETUP_PAGE, SETUP_PAGE_HEADERS } from './setup-page.ts'

/** The space that a small controller has for the page. */
const MAX_BYTES = 30_000

describe('the page of a device', () => {
  it('fits into a controller', () => {
    expect(Buffer.byteLength(SETUP_PAGE)).toBeLessThan(MAX_BYTES)
  })

  it('sends requests to no other host, and its policy forbids it [DP37]', () => {
    expect(SETUP_PAGE.match(/(?:src|href)="(?!data:)[^"]+"|url\(|@import|https?:\/\/[a-z]/g)).toBeNull()
    expect(SETUP_PAGE_HEADERS['content-security-policy']).toContain("default-src 'none'; connect-src 'self'")
  })
})
