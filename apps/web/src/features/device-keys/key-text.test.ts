import { describe, expect, it } from 'vitest'
import { endOf, pastedKey } from './key-text.ts'

const PEM = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
`

describe('a pasted key', () => {
  it('is an object where it is a JWK, and else the text', () => {
    expect(pastedKey(' {"kty":"OKP"} ')).toEqual({ kty: 'OKP' })
    expect(pastedKey(PEM)).toBe(PEM.trim())
    expect(pastedKey('{"kty":')).toBe('{"kty":')
  })
})

describe('the end of a key', () => {
  it('is the part in which keys differ', () => {
    expect(endOf(PEM)).toBe('4rXAxZuE')
  })
})
