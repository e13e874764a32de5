import type { DeviceInfo } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { createHouseTally, EMPTY_HOUSE, sentenceParts } from './house-summary.ts'

describe('the house at a glance', () => {
  const house = (devices: readonly DeviceInfo[]) => {
    const tally = createHouseTally()
    const byId = new Map(devices.map((device) => [device.id, device]))
    tally.restart([...byId.keys()], (id) => byId.get(id))
    return tally
  }

  it('counts shades by where they hang, and what moves apart', () => {
    const devices = [
      deviceOf({ state: { position: 1 } }),
      deviceOf({ state: { position: 0.97 } }),
      deviceOf({ state: { position: 0.02 } }),
      deviceOf({ devicetype: 'insect_screen', state: { position: 1 } }),
      deviceOf({ devicetype: 'awning', state: { position: 0.6 } }),
      deviceOf({ devicetype: 'awning', state: { position: 0 } }),
      deviceOf({ devicetype: 'pergola', state: { position: null, inclination: 0.9 } }),
      deviceOf({ state: { position: null } }),
      deviceOf({ state: { status: 'closing' } }),
      deviceOf({ state: { status: 'offline', position: 1 } }),
      deviceOf({ state: { status: 'upgrading', position: 1 } }),
      deviceOf({ devicetype: 'light', state: { position: null, light1Brightness: 1 } }),
    ].map((device, index) => ({ ...device, id: String(index) }))
    expect(house(devices).summary()).toMatchObject({
      devices: 12,
      down: 1,
      partly: 1,
      up: 1,
      out: 1,
      moving: 1,
    })
  })

  it('knows which devices need attention, also where another load brings as many others', () => {
    const devices = ['a', 'b', 'c'].map((id) => ({ ...deviceOf({ state: { status: 'offline' } }), id }))
    const tally = house(devices)
    expect(tally.having('offline')).toEqual(['a', 'b', 'c'])
    tally.change('b', { ...deviceOf({}), id: 'b' })
    expect(tally.having('offline')).toEqual(['a', 'c'])
    const before = tally.summary()
    tally.restart(['a', 'd'], (id) => ({ ...deviceOf({ state: { status: 'offline' } }), id }))
    expect(tally.having('offline')).toEqual(['a', 'd'])
    expect(tally.summary()).not.toBe(before)
  })

  it('counts the shades that move together by their ends and by what each key would move', () => {
    const devices = [
      deviceOf({ state: { position: 0 } }),
      deviceOf({ devicetype: 'venetian_blind', state: { position: 0.4, inclination: 0.5 } }),
      deviceOf({ devicetype: 'textile_screen', state: { position: 0.8, status: 'closing' } }),
      deviceOf({ devicetype: 'falcon', state: { position: 1 } }),
      deviceOf({ state: { position: 1, status: 'offline' } }),
      deviceOf({ devicetype: 'awning', state: { position: 1 } }),
      deviceOf({ devicetype: 'insect_screen', state: { position: 1 } }),
      deviceOf({ devicetype: 'pergola', state: { position: null, inclination: 1 } }),
    ].map((device, index) => ({ ...device, id: String(index) }))
    expect(house(devices).summary()).toMatchObject({
      shades: 5,
      open: 1,
      closed: 2,
      openable: 3,
      closable: 3,
      stoppable: 1,
    })
  })

  it('follows a device that changes, and says nothing new while none counts as something else', () => {
    const open = deviceOf({ state: { position: 0.1 } })
    const tally = house([open])
    const before = tally.summary()
    tally.change(open.id, { ...open, state: { ...open.state, position: 0.3 } })
    expect(tally.summary()).toBe(before)
    tally.change(open.id, { ...open, state: { ...open.state, status: 'closing' } })
    expect(tally.summary()).toMatchObject({ devices: 1, down: 0, up: 0, moving: 1 })
    tally.change(open.id, { ...open, state: { ...open.state, position: 1 } })
    expect(tally.summary()).toMatchObject({ devices: 1, down: 1, up: 0, moving: 0 })
  })

  it('counts a device that is gone no longer, and again when it is back', () => {
    const open = deviceOf({ state: { position: 0 } })
    const tally = house([open])
    tally.change(open.id, null)
    expect(tally.summary().devices).toBe(0)
    tally.change(open.id, open)
    expect(tally.summary()).toMatchObject({ devices: 1, up: 1 })
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
    ['both', { down: 4, up: 3 }, ['down 4', 'up 3']],
    ['what hangs between', { down: 4, partly: 1 }, ['down 4', 'partly 1']],
    ['all down', { down: 4 }, ['allDown 4']],
    ['all up', { up: 1 }, ['onlyUp 1']],
    ['not all when one moves', { down: 4, moving: 1 }, ['down 4', 'moving 1']],
    ['awnings last', { down: 4, out: 2 }, ['allDown 4', 'out 2']],
    ['nothing of what needs attention', { down: 4, offline: 2, jammed: 1 }, ['allDown 4']],
    ['no shades at all', { devices: 2 }, ['devices 2']],
  ])('has these parts of the sentence: %s', (_name, given, expected) => {
    const parts = sentenceParts({ ...EMPTY_HOUSE, ...given })
    expect(parts.map(({ of, count }) => `${of} ${count}`)).toEqual(expected)
  })
})
