import { describe, expect, it } from 'vitest'
import { linkActionRequestSchema, linkCreateRequestSchema, linkUpdateRequestSchema } from './link-calls.ts'

const good = {
  devices: ['abcdefgh'],
  multiUse: true,
  startsAt: '2026-06-21T10:00:00Z',
  expiresAt: '2026-06-22T10:00:00+02:00',
}
const window = { days: [1, 7], from: '22:00', until: '06:00' }

describe('making a link', () => {
  it('takes what it must have, and all that it may have', () => {
    const whole = {
      ...good,
      deviceSpecifiers: { abcdefgh: { light1: true, light2: false } },
      name: '  Čistilka  ',
      windows: [window],
      timeZone: 'Europe/Ljubljana',
      actions: { abcdefgh: ['light_apply'] },
      limits: { abcdefgh: { minPosition: 0.2, maxPosition: 1 } },
      pin: '0042',
      maxUses: 2,
    }
    expect(linkCreateRequestSchema.parse(good)).toEqual(good)
    expect(linkCreateRequestSchema.parse(whole)).toEqual({ ...whole, name: 'Čistilka' })
  })

  it.each<[string, object]>([
    ['no device', { devices: [] }],
    ['51 devices', { devices: Array.from({ length: 51 }, (_, index) => `device-${index}`) }],
    ['a time without an offset', { startsAt: '2026-06-21T10:00:00' }],
    ['a day that is none', { startsAt: '2026-02-30T10:00:00Z' }],
    ['an empty name', { name: '  ' }],
    ['a name of 41 characters', { name: 'x'.repeat(41) }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a window on no day', { windows: [{ ...window, days: [] }] }],
    ['a window on the eighth day', { windows: [{ ...window, days: [8] }] }],
    ['a window at 24:00', { windows: [{ ...window, until: '24:00' }] }],
    ['a window with another key', { windows: [{ ...window, timeZone: 'UTC' }] }],
    ['no action at all', { actions: { abcdefgh: [] } }],
    ['an action that is none', { actions: { abcdefgh: ['delete'] } }],
    ['limits in percent', { limits: { abcdefgh: { minPosition: 20 } } }],
    ['one channel named and the other not', { deviceSpecifiers: { abcdefgh: { light1: true } } }],
    ['a PIN of three digits', { pin: '123' }],
    ['one use of many', { maxUses: 1 }],
    ['1,001 uses', { maxUses: 1_001 }],
    ['a key that no link has', { owner: 'x' }],
    ['null, which only an update takes', { pin: null }],
  ])('%s is refused', (_name, change) => {
    expect(linkCreateRequestSchema.safeParse({ ...good, ...change }).success).toBe(false)
  })
})

describe('changing a link', () => {
  it.each(['deviceSpecifiers', 'name', 'windows', 'timeZone', 'actions', 'limits', 'pin', 'maxUses'])(
    '%s can be cleared',
    (field) => expect(linkUpdateRequestSchema.safeParse({ token: 't', [field]: null }).success).toBe(true),
  )
  it.each(['devices', 'multiUse', 'startsAt', 'expiresAt'])('%s cannot be cleared', (field) =>
    expect(linkUpdateRequestSchema.safeParse({ token: 't', [field]: null }).success).toBe(false),
  )
})

describe('an action of a guest', () => {
  it('is read later, whatever its keys', () => {
    const action = { command: 'move', speed: 1 }
    expect(linkActionRequestSchema.parse({ deviceIds: ['a'], action }).action).toEqual(action)
  })
  it.each([[null], ['move'], [['move']], [7]])('%j is none', (action) =>
    expect(linkActionRequestSchema.safeParse({ deviceIds: ['a'], action }).success).toBe(false),
  )
})
