import { describe, expect, it } from 'vitest'
import { passkeyHost } from './passkey.ts'

describe('a passkey', () => {
  it.each([
    ['https://senca.example', true, 'senca.example', null],
    ['https://home.senca.example', true, 'senca.example', null],
    ['http://localhost:8080', true, 'localhost', null],
    ['https://192.168.1.5', true, 'senca.example', 'senca.example'],
    ['https://othersenca.example', true, 'senca.example', 'senca.example'],
    ['http://senca.example', false, 'senca.example', 'senca.example'],
  ])('at %s (secure: %s) of %s works elsewhere: %s', (address, isSecureContext, rpId, host) => {
    const { hostname } = new URL(address)
    expect(passkeyHost(rpId, { isSecureContext, location: { hostname } })).toBe(host)
  })
})
