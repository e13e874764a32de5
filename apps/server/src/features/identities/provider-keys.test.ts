import { jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOpenIdProvider, type OpenIdProvider } from '#testing/doubles/openid-provider.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { ProviderUnreachable } from './provider-documents.ts'
import { createProviderKeys } from './provider-keys.ts'

const clock = createFakeClock(new Date())
let provider: OpenIdProvider
beforeEach(async () => {
  provider = await createOpenIdProvider({ clock })
})
afterEach(() => provider.close())

const reader = () => {
  const keys = createProviderKeys({ issuer: provider.issuer, clock })
  return async () => (await jwtVerify(await provider.sign({ sub: 'x' }), keys)).payload.sub
}

describe('the keys of a provider', () => {
  it('are asked for once, however many ask, and again after an hour [AT1]', async () => {
    const read = reader()
    expect(await Promise.all([read(), read(), read(), read()])).toEqual(['x', 'x', 'x', 'x'])
    expect(provider.fetched).toEqual({ discovery: 1, keys: 1 })
    clock.advance(3_600_000)
    await read()
    expect(provider.fetched).toEqual({ discovery: 2, keys: 2 })
  })

  it('are found after a rotation, but made-up keys do not make anybody ask more than twice a minute', async () => {
    const read = reader()
    await read()
    await provider.rotate()
    await expect(read()).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' })
    clock.advance(30_000)
    expect(await read()).toBe('x')
    expect(provider.fetched.keys).toBe(2)
    const made = await provider.createKey()
    const keys = createProviderKeys({ issuer: provider.issuer, clock })
    for (let guess = 0; guess < 20; guess += 1) {
      await expect(jwtVerify(await provider.sign({}, { key: made }), keys)).rejects.toThrow()
    }
    expect(provider.fetched.keys).toBe(3)
  })

  it.each<[string, (path: string) => { status: number; body: string; location?: string } | null]>([
    ['answers an error', () => ({ status: 503, body: '{}' })],
    ['answers no JSON', () => ({ status: 200, body: '<html>' })],
    ['answers other JSON', () => ({ status: 200, body: '[]' })],
    ['sends on elsewhere', () => ({ status: 302, body: '', location: 'https://elsewhere.example/' })],
    ['sends without end', () => ({ status: 200, body: `{"issuer":"${'x'.repeat(300_000)}"}` })],
    [
      'calls itself otherwise',
      () => ({ status: 200, body: '{"issuer":"https://a.example","jwks_uri":"x"}' }),
    ],
    [
      'keeps its keys where anybody could change them',
      () => ({
        status: 200,
        body: JSON.stringify({ issuer: provider.issuer, jwks_uri: 'http://keys.example/keys' }),
      }),
    ],
    ['has no key set', (path) => (path === '/keys' ? { status: 200, body: '{"keys":7}' } : null)],
  ])('are not had from one that %s, and are once it is well', async (_name, how) => {
    const read = reader()
    provider.breakWith(how)
    await expect(read()).rejects.toBeInstanceOf(ProviderUnreachable)
    provider.breakWith(null)
    await expect(read()).rejects.toBeInstanceOf(ProviderUnreachable)
    clock.advance(5_000)
    expect(await read()).toBe('x')
  })

  it('are not had from one that is not there', async () => {
    const read = reader()
    const issuer = 'http://127.0.0.1:1'
    const keys = createProviderKeys({ issuer, clock })
    await expect(jwtVerify(await provider.sign({}), keys)).rejects.toBeInstanceOf(ProviderUnreachable)
    expect(await read()).toBe('x')
  })
})
