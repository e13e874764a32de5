import { describe, expect, it } from 'vitest'
import { emailSchema, newPasswordSchema } from './accounts.ts'

describe('e-mail addresses', () => {
  it.each([
    ['ana@example.com', 'ana@example.com'],
    ['  ana@example.com ', 'ana@example.com'],
    ['ana.kovač+dom@primer.si', 'ana.kovač+dom@primer.si'],
    ['a@b.c.d', 'a@b.c.d'],
  ])('%o is read as %o', (given, email) => expect(emailSchema.parse(given)).toBe(email))

  it.each([
    '',
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'a b@example.com',
    'ana@example.com\r\nBcc: x@y.si',
    'ana@@example.com',
    'ana@example.',
    'ana@example..com',
    'ana@.example.com',
    '.@example.com',
    '.ana@example.com',
    'ana.@example.com',
    'an..a@example.com',
    'ana@example.com\u200b',
    '\u202eana@example.com',
    'an\u00ada@example.com',
    `${'a'.repeat(260)}@example.com`,
  ])('%o is refused', (given) => expect(emailSchema.safeParse(given).success).toBe(false))
})

describe('new passwords', () => {
  it.each([
    ['seven characters', 'abcdefg', false],
    ['eight characters', 'abcdefgh', true],
    ['128 characters', 'a'.repeat(128), true],
    ['129 characters', 'a'.repeat(129), false],
    ['eight that are seven after composing', 'é'.normalize('NFD').concat('abcdef'), false],
  ])('%s', (_name, password, allowed) => expect(newPasswordSchema.safeParse(password).success).toBe(allowed))
})
