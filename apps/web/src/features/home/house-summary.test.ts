import type { DeviceInfo } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { createHouseTally, sentenceParts } from './house-summary.ts'

describe('the house at a glance', () => {
  const house = (devices: readonly DeviceInfo[]) => {
    const tally = createHouseTally()
    const byId = new Map(devices.map((device) => [device.id, device]))
    tally.restart([...byId.keys()], (id) => byId.get(id))
    return tally
  }

  it('counts shades by the light they let in, and what moves or cannot be reached apart', () => {
    const devices = [
      deviceOf({ state: { position: 1 } }),
      deviceOf({ state: { position: 0.51 } }),
      deviceOf({ state: { position: 0.5 } }),
      deviceOf({ devicetype: 'pergola', state: { position: null, inclination: 0.9 } }),
      deviceOf({ state: { position: null } }),
      deviceOf({ state: { status: 'closing' } }),
      deviceOf({ state: { status: 'offline', position: 1 } }),
      deviceOf({ devicetype: 'light', state: { position: null, light1Brightness: 1 } }),
    ].map((device, index) => ({ ...device, id: String(index) }))
    expect(house(devices).summary()).toEqual({ devices: 8, down: 3, lit: 1, moving: 1, offline: 1 })
  })

  it('follows a device that changes, and says nothing new while none counts as something else', () => {
    const open = deviceOf({ state: { position: 0 } })
    const tally = house([open])
    const before = tally.summary()
    tally.change(open.id, { ...open, state: { ...open.state, position: 0.3 } })
    expect(tally.summary()).toBe(before)
    tally.change(open.id, { ...open, state: { ...open.state, status: 'closing' } })
    expect(tally.summary()).toEqual({ devices: 1, down: 0, lit: 0, moving: 1, offline: 0 })
    tally.change(open.id, { ...open, state: { ...open.state, position: 1 } })
    expect(tally.summary()).toEqual({ devices: 1, down: 1, lit: 0, moving: 0, offline: 0 })
  })

  it('counts a device that is gone no longer, and again when it is back', () => {
    const open = deviceOf({ state: { position: 0 } })
    const tally = house([open])
    tally.change(open.id, null)
    expect(tally.summary().devices).toBe(0)
    tally.change(open.id, open)
    expect(tally.summary()).toMatchObject({ devices: 1, lit: 1 })
  })

  it('does not count a device of another house', () => {
    const tally = house([deviceOf({})])
    tally.change('elsewhere', deviceOf({}))
    expect(tally.summary().devices).toBe(1)
  })

  it('is the same after a load that found nothing new', () => {
    const open = deviceOf({})
    const tally = house([open])
    const before = tally.summary()
    tally.restart([open.id], () => open)
    expect(tally.summary()).toBe(before)
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
