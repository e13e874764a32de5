import { describe, expect, it } from 'vitest'
import { hardwareChange, statusChange } from './status-change.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const TOMORROW = new Date('2026-11-23T12:00:00Z')
const known = {
  ownerId: null,
  type: 'awning' as const,
  isClaimable: false,
  claimableUntil: null,
  reportedFactoryReset: false,
  mustForget: false,
}
const status = { type: 'awning' as const, version: 2, firmware: '1.0', factoryReset: false }

describe('statusChange', () => {
  it.each([
    ['what is known already changes nothing', known, status, {}],
    [
      'what is left out changes nothing',
      known,
      { type: null, version: null, firmware: null, factoryReset: null },
      {},
    ],
    ['another kind is accepted', known, { ...status, type: 'falcon' as const }, { type: 'falcon' }],
    ['a kind of another family is not', known, { ...status, type: 'home_door' as const }, {}],
    [
      'a reset that is news frees the claim code',
      known,
      { ...status, factoryReset: true },
      { reportedFactoryReset: true, isClaimable: true },
    ],
    [
      'a reset that was reported before does not',
      { ...known, reportedFactoryReset: true },
      { ...status, factoryReset: true },
      {},
    ],
    [
      'a reset is as good as forgetting',
      { ...known, mustForget: true },
      { ...status, factoryReset: true },
      { reportedFactoryReset: true, isClaimable: true, mustForget: false },
    ],
    [
      'a reset of a device with an owner frees it for a day',
      { ...known, ownerId: 'ana' },
      { ...status, factoryReset: true },
      { reportedFactoryReset: true, isClaimable: true, claimableUntil: TOMORROW },
    ],
    [
      'a device of an owner that is in use again is claimed no longer',
      { ...known, ownerId: 'ana', reportedFactoryReset: true, isClaimable: true, claimableUntil: TOMORROW },
      status,
      { reportedFactoryReset: false, isClaimable: false, claimableUntil: null },
    ],
    [
      'a device of nobody stays free',
      { ...known, reportedFactoryReset: true, isClaimable: true },
      status,
      { reportedFactoryReset: false },
    ],
    [
      'a device in use no longer says it',
      { ...known, reportedFactoryReset: true },
      status,
      { reportedFactoryReset: false },
    ],
  ])('%s', (_name, before, status, expected) => {
    expect(statusChange(before, status, NOW)).toEqual(expected)
  })
})

describe('hardwareChange', () => {
  const hardware = { version: 2, firmware: '1.0' }
  it.each([
    ['what is known already changes nothing', hardware, {}],
    ['what is left out changes nothing', { version: null, firmware: null }, {}],
    [
      'another generation or firmware is kept',
      { version: 1, firmware: '1.1' },
      { version: 1, firmware: '1.1' },
    ],
  ])('%s', (_name, reported, expected) => {
    expect(hardwareChange(hardware, reported)).toEqual(expected)
  })
})
