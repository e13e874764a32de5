import { expect, it, vi } from 'vitest'
import { DriverError } from '#drivers/driver.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { DeviceGateway } from '../device-gateway.ts'
import type { Device } from '../registry/device-row.ts'
import { createIngest } from './ingest.ts'
import { emptyShadow } from './shadow.ts'

const ID = 'abcdefgh'
const device: Device = {
  id: ID,
  type: 'awning',
  ownerId: null,
  name: '',
  settings: {},
  formerSafePlaces: null,
  favourite: null,
  ventilation: null,
  sun: null,
  doorId: null,
  unlockBy: 'tap',
  isClaimable: false,
  claimableUntil: null,
  reportedFactoryReset: false,
  mustForget: true,
  mustSendSettings: false,
  upgradeFailure: null,
  claimedAt: null,
}

/** Ingests reports of a device that was deleted while it was offline. The driver keeps the signals that it received. */
function setUp(
  deviceId: string | null = ID,
  failures: readonly Error[] = [],
  forgetFailures: readonly Error[] = [],
) {
  const clock = createFakeClock()
  const left = [...failures]
  const unforgotten = [...forgetFailures]
  const failed = vi.fn()
  const updateStatus = vi.fn(async () => {
    const failure = left.shift()
    if (failure !== undefined) throw failure
    return { isNoticed: false, mustForget: true }
  })
  const markForgotten = vi.fn(async () => {})
  const ofNoDevice = vi.fn()
  const execute: DeviceGateway['execute'] = async (_request, { acknowledged } = {}) => {
    const failure = unforgotten.shift()
    if (failure !== undefined) throw failure
    acknowledged?.()
  }
  const ingest = createIngest({
    store: {
      findMany: async () => [device],
      updateStatus,
      markForgotten,
    },
    endpoints: {
      find: (driver, address) =>
        deviceId === null
          ? undefined
          : { driver, address, deviceId, version: null, firmware: null, part: null },
      deviceAt: async () => deviceId ?? undefined,
      changed: () => {},
    },
    shadows: {
      glance: emptyShadow,
      load: async () => {},
      record: () => true,
      restartCounts: async () => {},
    },
    gateway: { execute },
    clock,
    isBeingRemoved: () => false,
    sendSettings: async () => {},
    onFactoryReset: async () => null,
    updated: () => {},
    failed,
    offered: async () => {},
    hardwareReported() {},
    ofNoDevice,
    countsBeganAgain: () => {},
  })
  return { ingest, clock, markForgotten, updateStatus, failed, ofNoDevice }
}

const hardwareReport = (address: string) => ({
  kind: 'hardware' as const,
  address,
  type: null,
  version: null,
  firmware: null,
  factoryReset: false,
  capabilities: null,
})

it('a report of an endpoint that belongs to no device is logged for the operator, but not a connection', async () => {
  const { ingest, ofNoDevice } = setUp(null)
  ingest.handle('senca', { kind: 'presence', address: 'nobody12', connected: true })
  for (let n = 0; n < 2; n += 1) ingest.handle('senca', hardwareReport('nobody12'))
  ingest.handle('senca', { kind: 'presence', address: 'nobody12', connected: false })
  await ingest.settle()
  expect(ofNoDevice.mock.calls).toEqual(
    Array.from({ length: 2 }, () => [{ driver: 'senca', address: 'nobody12' }]),
  )
})

it('a status that could not be written is written once the database is back, and what follows from it is done', async () => {
  const { ingest, clock, markForgotten, updateStatus, failed } = setUp(
    ID,
    Array(20).fill(new Error('the database is away')),
  )
  ingest.handle('senca', { ...hardwareReport(ID), factoryReset: true })
  await vi.waitFor(async () => {
    await clock.advanceAsync(30_000)
    expect(markForgotten).toHaveBeenCalledOnce()
  })
  expect([updateStatus.mock.calls.length, failed.mock.calls.length, clock.pending()]).toEqual([21, 20, 0])
})

it.each([
  ['does not answer is asked three times', 'device_request_timeout', 3],
  ['is away is asked once: it reports its status when it is back', 'device_offline', 1],
] as const)('a device to forget its home that %s', async (_name, code, times) => {
  const error = new DriverError(code, 'no')
  const { ingest, clock, markForgotten, failed } = setUp(ID, [], Array(3).fill(error))
  ingest.handle('senca', { ...hardwareReport(ID), factoryReset: true })
  await vi.waitFor(async () => {
    await clock.advanceAsync(30_000)
    expect(failed).toHaveBeenCalledTimes(times)
  })
  await clock.advanceAsync(60_000)
  expect([failed.mock.calls.length, markForgotten.mock.calls.length, clock.pending()]).toEqual([times, 0, 0])
})
