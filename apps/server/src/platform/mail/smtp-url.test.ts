import { describe, expect, it } from 'vitest'
import { parseSmtpUrl } from './smtp-url.ts'

describe('SMTP_URL', () => {
  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, isTls: false, mustEncrypt: true }],
    ['smtps://mail.example', { port: 465, isTls: true, mustEncrypt: false }],
    ['smtp://localhost:2525/', { port: 2525, mustEncrypt: false, credentials: null }],
    ['smtp://[::1]:25', { host: '::1', port: 25, mustEncrypt: false }],
    ['smtp://a%40b.si:p%3Aw@mail.example', { credentials: { user: 'a@b.si', pass: 'p:w' } }],
    ['smtp://relay?tls=optional', { mustEncrypt: false }],
    ['smtp://mail.example?from=senca@home.si', { from: 'senca@home.si' }],
    ['smtp://mail.example?from=doma%2Bvrata@home.si', { from: 'doma+vrata@home.si' }],
  ])('reads %o', (url, expected) => expect(parseSmtpUrl(url)).toMatchObject(expected))

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/path',
    'smtp://mail.example?from=nobody',
    'smtp://mail.example?from=a@b.si%0d%0aBcc:%20c@d.si',
    'smtp://mail.example?tls=off',
    'smtp://mail.example?pool=true',
    'smtp://%ff@mail.example',
  ])('refuses %o', (url) => expect(parseSmtpUrl(url)).toBeNull())
})
