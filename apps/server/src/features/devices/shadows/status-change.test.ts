import { describe, expect, it } from 'vitest'
import { statusChange } from './status-change.ts'

const known = {
  type: 'awning' as const,
  version: 2,
  firmware: '1.0',
  isClaimable: false,
  saidFactoryReset: false,
  mustForget: false,
}
const said = { type: 'awning' as const, version: 2, firmware: '1.0', factoryReset: false }

describe('statusChange', () => {
  it.each([
    ['what is known already changes nothing', known, said, {}],
    [
      'what is left out changes nothing',
      known,
      { type: null, version: null, firmware: null, factoryReset: false },
      {},
    ],
    [
      'another kind, generation or firmware is believed',
      known,
      { ...said, type: 'falcon' as const, version: 1, firmware: '1.1' },
      { type: 'falcon', version: 1, firmware: '1.1' },
    ],
    ['a kind of another family is not', known, { ...said, type: 'home_door' as const }, {}],
    [
      'a reset that is news frees the claim code',
      known,
      { ...said, factoryReset: true },
      { saidFactoryReset: true, isClaimable: true },
    ],
    [
      'a reset that was said before does not',
      { ...known, saidFactoryReset: true },
      { ...said, factoryReset: true },
      {},
    ],
    [
      'a reset is as good as forgetting',
      { ...known, mustForget: true },
      { ...said, factoryReset: true },
      { saidFactoryReset: true, isClaimable: true, mustForget: false },
    ],
    [
      'a device in use no longer says it',
      { ...known, saidFactoryReset: true },
      said,
      { saidFactoryReset: false },
    ],
  ])('%s', (_name, before, status, expected) => {
    expect(statusChange(before, status)).toEqual(expected)
  })
})
