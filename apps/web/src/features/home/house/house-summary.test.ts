import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { devicesCountedAs, EMPTY_HOUSE, houseSummaryOf, sentenceParts } from './house-summary.ts'

describe('the house at a glance', () => {
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
    expect(houseSummaryOf(devices)).toMatchObject({
      devices: 12,
      down: 1,
      partly: 1,
      up: 1,
      out: 1,
      moving: 1,
      unreported: 2,
    })
  })

  it('knows which devices need attention, in the order of the home', () => {
    const offline = (id: string) => ({ ...deviceOf({ state: { status: 'offline' } }), id })
    const devices = [offline('c'), { ...deviceOf({}), id: 'b' }, offline('a')]
    expect(devicesCountedAs('offline', devices).map(({ id }) => id)).toEqual(['c', 'a'])
  })

  it('moves only the own shades together where devices have several owners', () => {
    const own = { ...deviceOf({ state: { position: 0 } }), owner: null }
    const shared = { ...deviceOf({ state: { position: 0 } }), owner: 'ana@example.com' }
    expect(houseSummaryOf([own, shared])).toMatchObject({ up: 2, shades: 1 })
    expect(houseSummaryOf([shared])).toMatchObject({ up: 1, shades: 1 })
    expect(devicesCountedAs('shades', [own, shared])).toEqual([own])
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
    expect(houseSummaryOf(devices)).toMatchObject({
      shades: 5,
      open: 1,
      closed: 1,
      unknown: 1,
      openable: 3,
      closable: 3,
      stoppable: 1,
    })
  })

  it.each([
    ['both', { down: 4, up: 3 }, ['down 4', 'up 3']],
    ['what hangs between', { down: 4, partly: 1 }, ['down 4', 'partly 1']],
    ['all down', { down: 4 }, ['allDown 4']],
    ['all up', { up: 1 }, ['onlyUp 1']],
    ['not all when one moves', { down: 4, moving: 1 }, ['down 4', 'moving 1']],
    ['awnings last', { down: 4, out: 2 }, ['allDown 4', 'out 2']],
    ['nothing of what needs attention', { down: 4, offline: 2, jammed: 1 }, ['allDown 4']],
    ['not all down while one is unknown', { down: 4, unreported: 1 }, ['down 4', 'unreported 1']],
    ['only what is unknown', { unreported: 28 }, ['unreported 28']],
    ['no shades at all', { devices: 2 }, ['devices 2']],
  ])('has these parts of the sentence: %s', (_name, given, expected) => {
    const parts = sentenceParts({ ...EMPTY_HOUSE, ...given })
    expect(parts.map(({ of, count }) => `${of} ${count}`)).toEqual(expected)
  })
})
