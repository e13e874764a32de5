import { expect, it } from 'vitest'
import { createClaimCode, hashClaimCode } from './claim-code.ts'

it('has three groups of four letters that cannot be mistaken', () => {
  for (let n = 0; n < 200; n += 1)
    expect(createClaimCode()).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
})

it.each(['AB0D-11GH-JKMN', 'ab0d11ghjkmn', ' ab0d 11gh jkmn ', 'ABOD-ILGH-JKMN', 'ab0d—11gh—jkmn'])(
  'is the same code as a person writes it: %s',
  (written) => {
    expect(hashClaimCode(written)).toBe(hashClaimCode('AB0D-11GH-JKMN'))
  },
)

it('differs from every other code', () => {
  expect(hashClaimCode('AB0D-11GH-JKMP')).not.toBe(hashClaimCode('AB0D-11GH-JKMN'))
})
