import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOpenIdProvider, type OpenIdProvider } from '#testing/doubles/openid-provider.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createIdTokens } from './id-tokens.ts'
import { languageOf } from './identities.routes.ts'
import { createProviderKeys } from './provider-keys.ts'

const clock = createFakeClock(new Date())
let signer: OpenIdProvider
beforeAll(async () => {
  signer = await createOpenIdProvider({ clock })
})
afterAll(() => signer.close())

it.each([
  ['https://accounts.google.com', true],
  ['accounts.google.com', true],
  ['https://accounts.google.com/', false],
  ['http://accounts.google.com', false],
])('Google by the name %s is known: %s', async (iss, isKnown) => {
  const issuer = 'https://accounts.google.com'
  const keys = createProviderKeys({ issuer: signer.issuer, clock })
  const { verify } = createIdTokens({
    providers: [{ means: 'google', issuer, clientId: 'senca', keys }],
    clock,
  })
  const claims = await verify(await signer.sign({ iss, sub: 's', aud: 'senca' }))
  if (isKnown) expect(claims).toMatchObject({ issuer, subject: 's' })
  else expect(claims).toBeNull()
})

it('two providers of one issuer are distinguished by the audience of a token', async () => {
  const { issuer } = signer
  const keys = createProviderKeys({ issuer, clock })
  const { verify } = createIdTokens({
    providers: [
      { means: 'google', issuer, clientId: 'for-google', keys },
      { means: 'apple', issuer, clientId: 'for-apple', keys },
    ],
    clock,
  })
  const meansOf = async (aud: string | string[], azp?: string) =>
    (await verify(await signer.sign({ sub: 's', aud, ...(azp === undefined ? {} : { azp }) })))?.means
  expect(await meansOf('for-google')).toBe('google')
  expect(await meansOf('for-apple')).toBe('apple')
  expect(await meansOf(['for-apple', 'x'], 'for-apple')).toBe('apple')
  expect(await meansOf(['for-apple', 'x'])).toBeUndefined()
})

it.each([
  ['sl', 'de', 'sl'],
  [undefined, 'fr, de-AT;q=0.8, it;q=0.9, *;q=0.1', 'it'],
  [undefined, 'sr-Latn-RS, sr;q=0.9', 'rs_latn'],
  [undefined, 'de;q=0, fr', 'en'],
  ['xx', undefined, 'en'],
])('lang %s and Accept-Language %s make %s', (lang, accepted, language) => {
  expect(languageOf(lang, accepted)).toBe(language)
})
