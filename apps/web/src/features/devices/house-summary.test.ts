import { describe, expect, it } from 'vitest'
import { sentenceParts, summarise } from './house-summary.ts'
import { deviceOf } from './testing/devices.ts'

describe('the house at a glance', () => {
  it('counts shades by the light they let in, and what moves or cannot be reached apart', () => {
    const summary = summarise([
      deviceOf({ state: { position: 1 } }),
      deviceOf({ state: { position: 0.51 } }),
      deviceOf({ state: { position: 0.5 } }),
      deviceOf({ devicetype: 'pergola', state: { position: null, inclination: 0.9 } }),
      deviceOf({ state: { position: null } }),
      deviceOf({ state: { status: 'closing' } }),
      deviceOf({ state: { status: 'offline', position: 1 } }),
      deviceOf({ devicetype: 'light', state: { position: null, light1Brightness: 1 } }),
    ])
    expect(summary).toEqual({ devices: 8, down: 3, lit: 1, moving: 1, offline: 1 })
  })

  it.each([
    ['both', { down: 4, lit: 3 }, ['down 4', 'lit 3']],
    ['all down', { down: 4 }, ['allDown 4']],
    ['all lit', { lit: 1 }, ['onlyLit 1']],
    ['not all when one moves', { down: 4, moving: 1 }, ['down 4', 'moving 1']],
    ['the unreachable last', { down: 4, offline: 2 }, ['allDown 4', 'offline 2']],
    ['no shades at all', { devices: 2 }, ['devices 2']],
  ])('says %s', (_name, given, expected) => {
    const parts = sentenceParts({ devices: 0, down: 0, lit: 0, moving: 0, offline: 0, ...given })
    expect(parts.map(({ of, count }) => `${of} ${count}`)).toEqual(expected)
  })
})
