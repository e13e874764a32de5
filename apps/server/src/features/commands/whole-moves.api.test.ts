import { AXES, type DeviceType, kindOf } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FakeDevice } from '#testing/fake-device.ts'
import { createConfirmedClient, createGuest, type Guest, makeLink } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

const KINDS = [
  'roller_shutter',
  'venetian_blind',
  'insect_screen',
  'textile_screen',
  'awning',
  'falcon',
  'pergola',
  'home_door',
  'light',
] as const satisfies readonly DeviceType[]

interface Resident {
  id: string
  device: FakeDevice
  guest: Guest
}

let app: TestApp
let owner: TestClient
const residents = new Map<DeviceType, Resident>()

/** Every device type, each shared with a guest. */
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
  for (const type of KINDS) {
    const { id, device } = await moveIn(app, owner, type)
    const { token } = await makeLink(app, owner, [id])
    residents.set(type, { id, device, guest: createGuest(app, token) })
  }
})
afterAll(async () => {
  await Promise.all([...residents.values()].map(({ device }) => device.end()))
  await app.close()
})

const resident = (type: DeviceType): Resident => {
  const found = residents.get(type)
  if (found === undefined) throw new Error(`no ${type} has moved in`)
  return found
}

type Place = { position?: number; inclination?: number }

/** What the server sends to the device, or the error. */
const verdictOn = async (type: DeviceType, place: Place, by: 'owner' | 'guest') => {
  const { id, device, guest } = resident(type)
  device.received.length = 0
  const move = { command: 'move', ...place }
  const [result] = by === 'owner' ? await owner.move([{ token: id, ...move }]) : await guest.act([id], move)
  expect(result?.device_ids).toEqual([id])
  if (result?.status === 'error') {
    expect(device.received).toEqual([])
    return result.error
  }
  expect(device.received).toHaveLength(1)
  const [received] = device.received
  return Object.fromEntries(
    Object.entries(received ?? {}).filter(([key]) => AXES.some((axis) => axis === key)),
  )
}

const UNSUPPORTED = 'device_unsupported_action'

/** The result of each position for types with position only, inclination only, both, and no axis. */
const FORMS: [Place, Record<'lifted' | 'tilted' | 'both' | 'none', Place | string>][] = [
  [
    { position: 0, inclination: 0 },
    {
      lifted: { position: 0 },
      tilted: { inclination: 0 },
      both: { position: 0, inclination: 0 },
      none: UNSUPPORTED,
    },
  ],
  [
    { position: 100, inclination: 100 },
    {
      lifted: { position: 100 },
      tilted: { inclination: 100 },
      both: { position: 100, inclination: 100 },
      none: UNSUPPORTED,
    },
  ],
  [
    { position: 0, inclination: 100 },
    {
      lifted: 'command_params_invalid',
      tilted: 'command_params_invalid',
      both: { position: 0, inclination: 100 },
      none: UNSUPPORTED,
    },
  ],
  [
    { position: 100, inclination: 0 },
    {
      lifted: 'command_params_invalid',
      tilted: 'command_params_invalid',
      both: { position: 100, inclination: 0 },
      none: UNSUPPORTED,
    },
  ],
  [
    { position: 40, inclination: 40 },
    { lifted: UNSUPPORTED, tilted: UNSUPPORTED, both: { position: 40, inclination: 40 }, none: UNSUPPORTED },
  ],
  [
    { position: 0, inclination: 40 },
    { lifted: UNSUPPORTED, tilted: UNSUPPORTED, both: { position: 0, inclination: 40 }, none: UNSUPPORTED },
  ],
  [
    { position: 40 },
    { lifted: { position: 40 }, tilted: UNSUPPORTED, both: { position: 40 }, none: UNSUPPORTED },
  ],
  [
    { position: 0 },
    { lifted: { position: 0 }, tilted: UNSUPPORTED, both: { position: 0 }, none: UNSUPPORTED },
  ],
  [
    { inclination: 100 },
    { lifted: UNSUPPORTED, tilted: { inclination: 100 }, both: { inclination: 100 }, none: UNSUPPORTED },
  ],
]

const axesOf = (type: DeviceType) => {
  const { axes } = kindOf(type)
  if (axes.length !== 1) return axes.length === 0 ? 'none' : 'both'
  return axes[0] === 'position' ? 'lifted' : 'tilted'
}

describe.each(KINDS)('%s', (type) => {
  it.each(FORMS)('%j [CM5]', async (place, outcomes) => {
    const expected = outcomes[axesOf(type)]
    expect(await verdictOn(type, place, 'owner')).toEqual(expected)
    expect(await verdictOn(type, place, 'guest')).toEqual(expected)
  })
})

it('of a batch, each device is opened along its own axes [CM5]', async () => {
  const all = KINDS.filter((type) => kindOf(type).family === 'shade').map(resident)
  const results = await owner.move(
    all.map(({ id }) => ({ token: id, command: 'move', position: 0, inclination: 0 })),
  )
  expect(results).toEqual([{ status: 'success', device_ids: all.map(({ id }) => id) }])
})

describe('a guest with limits', () => {
  const limited = async (type: DeviceType) => {
    const { id } = resident(type)
    const limits = { [id]: { minPosition: 0, maxPosition: 0.5 } }
    const { token } = await makeLink(app, owner, [id], { limits })
    return { id, guest: createGuest(app, token) }
  }
  const denied = (id: string) => [
    expect.objectContaining({ status: 'error', error: 'insufficient_permission', device_ids: [id] }),
  ]

  it.each(['roller_shutter', 'venetian_blind', 'awning'] as const)(
    'opens and does not close: %s',
    async (type) => {
      const { id, guest } = await limited(type)
      const at = (position: number, inclination: number) => ({ command: 'move', position, inclination })
      expect(await guest.act([id], at(0, 0))).toEqual([{ status: 'success', device_ids: [id] }])
      expect(await guest.act([id], at(100, 100))).toEqual(denied(id))
      expect(await guest.act([id], at(100, 0))).toEqual(denied(id))
    },
  )
})
