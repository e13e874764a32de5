import { DEVICE_TYPES, deviceNameSchema, LANGUAGE_CODES, nameKeyOf } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { defaultName } from './default-names.ts'

describe('the name of a device that nobody has named', () => {
  it('is a name in every language, also with a number', () => {
    for (const language of LANGUAGE_CODES)
      for (const type of DEVICE_TYPES) {
        const taken = new Set<string>()
        for (let nth = 0; nth < 11; nth += 1) {
          const name = defaultName(type, language, taken)
          expect(deviceNameSchema.parse(name)).toBe(name)
          expect(taken.has(nameKeyOf(name))).toBe(false)
          taken.add(nameKeyOf(name))
        }
      }
  })

  it('counts from two', () => {
    expect(defaultName('awning', 'de', new Set())).toBe('Markise')
    expect(defaultName('awning', 'de', new Set(['markise']))).toBe('Markise 2')
    expect(defaultName('awning', 'de', new Set(['markise', 'markise 2']))).toBe('Markise 3')
  })
})
