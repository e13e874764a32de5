import { describe, expect, it } from 'vitest'
import { hostOf, isOneOf, isRedirectUri, withParameters } from './redirect-uris.ts'

describe('an address for answers [BR43]', () => {
  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://app.example:8443/back?from=senca',
    'http://localhost/callback',
    'http://localhost:33418',
    'http://127.0.0.1:7171/callback?x=1',
    'http://[::1]:1/',
    'https://xn--clude-2qa.example/callback',
  ])('may be %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://claude.ai',
    'data:text/html,x',
    'file:///etc/passwd',
    'cursor://callback',
    'http://claude.ai/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.1@evil.example/',
    'http://127.0.0.2/',
    'http://localhost:99999/',
    'http://localhost:1/#code',
    'http://localhost\\@evil.example/',
    'https://user@claude.ai/callback',
    'https://claude.ai@evil.example/callback',
    'https://claude.ai/callback#',
    'https://claude.ai/callback#fragment',
    'https://claude.ai\\@evil.example/',
    'https://CLAUDE.ai/callback',
    'https://cl\u0430ude.ai/callback',
    'https://claude.ai/a/../callback',
    'https://claude.ai/call back',
    ' https://claude.ai/callback',
    'https://claude.ai/callback\n',
    'https:claude.ai/callback',
    'https:///claude.ai/callback',
    '//claude.ai/callback',
    '/callback',
    '',
    `https://claude.ai/${'a'.repeat(1_000)}`,
  ])('is not %j', (uri) => {
    expect(isRedirectUri(uri)).toBe(false)
  })

  it.each<[known: string, asked: string, is: boolean]>([
    ['https://claude.ai/back', 'https://claude.ai/back', true],
    ['https://claude.ai/back', 'https://claude.ai/back/', false],
    ['https://claude.ai/back', 'https://claude.ai/back?next=1', false],
    ['https://claude.ai/back', 'https://claude.ai:8443/back', false],
    ['https://claude.ai/back', 'https://evil.claude.ai/back', false],
    ['https://claude.ai/back', 'http://claude.ai/back', false],
    ['http://localhost:1/back', 'http://localhost:54321/back', true],
    ['http://localhost/back', 'http://localhost:54321/back', true],
    ['http://localhost:1/back', 'http://localhost/back', true],
    ['http://localhost:1/back', 'http://127.0.0.1:1/back', false],
    ['http://localhost:1/back', 'http://localhost:1/other', false],
    ['http://localhost:1/back', 'http://localhost:1/back?next=1', false],
    ['http://localhost:1/back', 'https://localhost:1/back', false],
    ['javascript:alert(1)', 'javascript:alert(1)', false],
  ])('registered as %s and asked as %s is the same: %s', (known, asked, is) => {
    expect(isOneOf([known], asked)).toBe(is)
  })

  it('keeps its own parameters as they are, and what is added cannot leave its place', () => {
    expect(withParameters('https://a.example/b?x=%20y', { code: 'a&b=c#d', state: null })).toBe(
      'https://a.example/b?x=%20y&code=a%26b%3Dc%23d',
    )
    expect(withParameters('http://localhost:1/', { state: 'ü \r\n' })).toBe(
      'http://localhost:1/?state=%C3%BC+%0D%0A',
    )
    expect(hostOf('http://localhost:33418/x')).toBe('localhost:33418')
  })
})
