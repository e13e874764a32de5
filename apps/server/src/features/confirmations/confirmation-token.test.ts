import { describe, expect, it } from 'vitest'
import { createToken, isSame, lookupHashOf, tokenHashOf, tokenTypeOf } from './confirmation-token.ts'

describe('tokens', () => {
  it('of links are 256 random bits', () => {
    const { token, prefix, code } = createToken('link')
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect([prefix, code]).toEqual([null, null])
    expect(createToken('link').token).not.toBe(token)
  })

  it('of codes are a prefix of 22 characters and six digits', () => {
    const { token, prefix, code } = createToken('code')
    expect(prefix).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(code).toMatch(/^\d{6}$/)
    expect(token).toBe(`${prefix}${code}`)
  })

  it.each([
    ['of a link', createToken('link').token, 'link'],
    ['of a code', createToken('code').token, 'code'],
    ['of a code with letters', `${'A'.repeat(22)}12345x`, null],
    ['that is empty', '', null],
    ['with something behind', `${createToken('link').token}\n`, null],
    ['of other signs', 'ä'.repeat(43), null],
  ])('%s are distinguished', (_name, token, type) => expect(tokenTypeOf(token)).toBe(type))

  it('of codes are found by their prefix, and compared as a whole', () => {
    const prefix = 'B'.repeat(22)
    expect(lookupHashOf(`${prefix}111111`, 'code')).toBe(lookupHashOf(`${prefix}222222`, 'code'))
    expect(tokenHashOf(`${prefix}111111`)).not.toBe(tokenHashOf(`${prefix}222222`))
    expect(isSame('a', 'a')).toBe(true)
    expect(isSame('a', 'b')).toBe(false)
    expect(isSame('', 'longer')).toBe(false)
  })
})
