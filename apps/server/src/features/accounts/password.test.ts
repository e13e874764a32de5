import { describe, expect, it } from 'vitest'
import { hashPassword, isPassword, readNewPassword } from './password.ts'

describe('readNewPassword', () => {
  it.each([
    ['too short', 'kX9#mP2', null],
    ['a common word', 'password1', null],
    ['a row of keys', 'qwertzuiop', null],
    ['good', 'lamp-river-42', 'lamp-river-42'],
    ['good, and the e-mail address too', 'anna@example.com', null],
    ['that of the demo home', 'demo-home-2026', null],
    ['too long', 'x9#'.repeat(43), null],
    ['composed to NFC', 'z\u030calika-senca-7', 'žalika-senca-7'],
  ])('reads a password that is %s', async (_name, text, expected) => {
    expect(await readNewPassword(text, ['anna@example.com'])).toBe(expected)
  })

  it('does not block the event loop while it judges', async () => {
    let turns = 0
    let next: NodeJS.Immediate | undefined
    const count = () => {
      turns += 1
      next = setImmediate(count)
    }
    count()
    // Takes the longest to judge, for its many readings.
    expect(await readNewPassword('p4$$w0rd1l0v3y0u4ndth3w0rld1s$0m3', [])).not.toBeNull()
    clearImmediate(next)
    expect(turns).toBeGreaterThan(100)
  })
})

describe('isPassword', () => {
  it('accepts the password in either Unicode form, and no other password', async () => {
    const hash = await hashPassword('žalika-senca-7')
    expect(hash).toMatch(/^\$argon2id\$/)
    expect(await isPassword('z\u030calika-senca-7', hash)).toBe(true)
    expect(await isPassword('zalika-senca-7', hash)).toBe(false)
    expect(await isPassword('x'.repeat(10_000), hash)).toBe(false)
    expect(await isPassword('', null)).toBe(false)
  })
})
