import type { DeviceState, DeviceType } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { createSpaceHardware } from '#drivers/space-hardware.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { type AnnouncedDevice, type AnnouncingBridge, statusTopicOf, topicsOf } from './announced-device.ts'
import { deviceConfigs } from './configs.ts'
import { deviceStates } from './states.ts'

const BRIDGE: AnnouncingBridge = {
  id: '0a1b2c3d-0000-4000-8000-000000000000',
  name: 'House',
  serverId: 'serverserver',
  version: '1',
  language: 'en',
  discoveryPrefix: 'homeassistant',
}
const STATE: DeviceState = {
  status: 'ready',
  position: null,
  inclination: null,
  assumed: false,
  reportedAt: null,
}
const deviceOf = (
  type: DeviceType,
  state: Partial<DeviceState>,
  more: Partial<AnnouncedDevice> = {},
): AnnouncedDevice => ({
  key: 'k1',
  name: 'Kitchen',
  type,
  room: null,
  connected: true,
  can: ['open', 'close', 'stop', 'setPosition', 'setTilt', 'setLight1', 'dimLight1'],
  state: { ...STATE, ...state },
  isCommanded: true,
  unlock: 'ask',
  lightNames: {},
  safety: null,
  fault: null,
  tolerance: 0.02,
  ...more,
})

/** Gives everything that is announced of a device to our own discovery, as another Senca would receive it. */
function readBack(device: AnnouncedDevice, ownServer?: string) {
  const notices: string[] = []
  const hardware = createSpaceHardware({
    clock: createFakeClock(),
    report() {},
    notice: ({ code, detail }) => void notices.push(`${code}: ${detail}`),
    publish() {},
    topics: { retainedAt: () => null },
    elsewhere: () => 0,
    ownServer,
  })
  const place = `${topicsOf(BRIDGE.id).prefix}${device.key}/`
  const messages = [
    ...deviceConfigs(BRIDGE, device).map(({ topic, payload }) => [topic, JSON.stringify(payload)] as const),
    [statusTopicOf(BRIDGE.id), 'online'] as const,
    ...deviceStates(device, 'en').map(([topic, payload]) => [`${place}${topic}`, payload] as const),
  ]
  for (const [topic, payload] of messages)
    hardware.receive({ topic, payload: Buffer.from(payload), retained: false })
  const entities = hardware.list()
  const charges = entities.map(({ id }) => hardware.chargeOf(id))
  hardware.stop()
  expect(notices).toEqual([])
  return { entities, charges, of: (kind: string) => entities.filter((entity) => entity.kind === kind) }
}

describe('[BR38] what is announced is read back by our own discovery', () => {
  it.each([
    ['open', { position: 0 }, { closed: false, position: 0, moving: 'none' }],
    ['closed', { position: 1 }, { closed: true, position: 1, moving: 'none' }],
    ['in between', { position: 0.42 }, { closed: false, position: 0.42, moving: 'none' }],
    ['opening', { position: 0.5, status: 'opening' as const }, { position: 0.5, moving: 'opening' }],
    ['closing', { position: 0.5, status: 'closing' as const }, { position: 0.5, moving: 'closing' }],
    ['unknown', {}, { position: null, closed: null }],
  ])('a shade that is %s', (_name, state, read) => {
    const [cover] = readBack(deviceOf('roller_shutter', state)).of('cover')
    expect(cover?.state).toMatchObject({ available: true, assumed: false, unread: null, ...read })
    expect(cover).toMatchObject({ deviceClass: 'shutter', origin: { name: 'Senca' } })
    expect(cover?.can).toEqual(expect.arrayContaining(['open', 'close', 'stop', 'setPosition']))
  })

  it('slats, a shade without positions and one for viewing', () => {
    const blind = readBack(deviceOf('venetian_blind', { position: 1, inclination: 0.25 })).of('cover')[0]
    expect(blind?.state).toMatchObject({ position: 1, inclination: 0.25 })
    const binary = readBack(deviceOf('roller_shutter', { position: 1 }, { can: ['open', 'close'] })).of(
      'cover',
    )[0]
    expect(binary?.state).toMatchObject({ closed: true, position: null })
    expect(binary?.can).toEqual(['open', 'close'])
    const viewed = readBack(deviceOf('roller_shutter', { position: 0 }, { isCommanded: false })).of(
      'cover',
    )[0]
    expect([viewed?.can, viewed?.state]).toMatchObject([[], { position: 0 }])
  })

  it.each(['locked', 'unlocked', 'locking', 'unlocking', 'jammed', 'unknown'] as const)(
    'a lock that is %s',
    (motorLockState) => {
      const state = { motorLockConnected: true, motorLockState }
      for (const unlock of ['ask', 'pin'] as const) {
        const [lock] = readBack(deviceOf('home_door', state, { unlock })).of('lock')
        expect(lock?.state).toMatchObject({ lockState: motorLockState, unread: null })
      }
    },
  )

  it.each([
    [{ battery: 18, batteryLow: true }, { battery: 18 }],
    [{ batteryLow: true }, { batteryLow: true }],
    [{}, null],
  ])('a battery of %j', (state, charge) => {
    expect(readBack(deviceOf('roller_shutter', { position: 0, ...state })).charges).toEqual([charge])
  })

  it('a contact, glass and lights', () => {
    const { of } = readBack(
      deviceOf('home_door', {
        magneticSensorConnected: true,
        magneticSensorOpen: true,
        magicFoilConnected: true,
        magicFoilOpacity: 0,
        doorLightConnected: true,
        doorLightBrightness: 0.37,
      }),
    )
    expect(of('contact')[0]?.state).toMatchObject({ on: true })
    expect(of('switch')[0]?.state).toMatchObject({ on: true })
    expect(of('light')[0]?.state).toMatchObject({ on: true, brightness: expect.closeTo(0.37, 2) })
    expect(readBack(deviceOf('light', { light1Brightness: 0 })).of('light')[0]?.state).toMatchObject({
      on: false,
    })
  })

  it('an offline device is unavailable, and nothing is listed by the server that announced it', () => {
    const device = deviceOf('roller_shutter', { position: 0 }, { connected: false })
    expect(readBack(device).of('cover')[0]?.state.available).toBe(false)
    expect(readBack(device, 'serverserver').entities).toEqual([])
    expect(readBack(device, 'another').entities).toHaveLength(1)
  })
})
