import { describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { createHttpServer } from './server.ts'

const google = { clientId: 'g', issuer: 'https://accounts.google.com' }
const apple = { clientId: 'a', redirectUri: 'https://senca.example/', issuer: 'https://appleid.apple.com' }

const headersWith = async (providers: { google?: typeof google; apple?: typeof apple }) => {
  const http = await createHttpServer(
    { publicUrl: 'https://senca.example', host: '0.0.0.0', trustProxy: false, ...providers },
    createLogger('silent'),
  )
  http.get('/page', async () => 'page')
  const { headers } = await http.inject({ method: 'GET', url: '/page' })
  await http.close()
  const policy = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  )
  const parts = ['script-src', 'style-src', 'connect-src', 'frame-src'].map((name) => policy.get(name))
  return [...parts, headers['cross-origin-opener-policy']]
}

const SOCKET = 'wss://senca.example'
const GOOGLE = 'https://accounts.google.com/gsi'
const APPLE_SCRIPT = 'https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js'
const APPLE = 'https://appleid.apple.com'

describe('the content security policy', () => {
  it.each([
    ['nobody', {}, ["'self'", "'self'", `'self' ${SOCKET}`, "'none'", 'same-origin']],
    [
      'Google alone',
      { google },
      [
        `'self' ${GOOGLE}/client`,
        `'self' ${GOOGLE}/style`,
        `'self' ${SOCKET} ${GOOGLE}/`,
        `${GOOGLE}/`,
        'same-origin-allow-popups',
      ],
    ],
    [
      'Apple alone',
      { apple },
      [`'self' ${APPLE_SCRIPT}`, "'self'", `'self' ${SOCKET} ${APPLE}`, APPLE, 'same-origin-allow-popups'],
    ],
    [
      'both',
      { google, apple },
      [
        `'self' ${GOOGLE}/client ${APPLE_SCRIPT}`,
        `'self' ${GOOGLE}/style`,
        `'self' ${SOCKET} ${GOOGLE}/ ${APPLE}`,
        `${GOOGLE}/ ${APPLE}`,
        'same-origin-allow-popups',
      ],
    ],
    [
      'nobody of a test issuer',
      { google: { ...google, issuer: 'http://127.0.0.1:9000' } },
      [
        `'self' ${GOOGLE}/client`,
        `'self' ${GOOGLE}/style`,
        `'self' ${SOCKET} ${GOOGLE}/`,
        `${GOOGLE}/`,
        'same-origin-allow-popups',
      ],
    ],
  ])('opens the page to %s', async (_name, providers, expected) => {
    expect(await headersWith(providers)).toEqual(expected)
  })
})
