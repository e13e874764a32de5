import { expect, it, vi } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { DeviceDriver } from '../registry/device-driver.ts'
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
  saidFactoryReset: false,
  mustForget: true,
  mustTakeSettings: false,
  upgradeFailure: null,
  claimedAt: null,
}

/** Ingests reports of a device that was deleted while it was offline. The driver keeps the signals that it received. */
function setUp(deviceId: string | null = ID) {
  const withdrawn = vi.fn()
  const markForgotten = vi.fn(async () => [])
  const ofNoDevice = vi.fn()
  const execute: DeviceDriver['execute'] = async (_request, { signal, acknowledged }) => {
    acknowledged?.()
    // Like a driver that withdraws an acknowledged command when its signal is aborted.
    signal.addEventListener('abort', withdrawn)
    return 'acknowledged'
  }
  const ingest = createIngest({
    store: {
      findMany: async () => [device],
      updateStatus: async () => ({ rowVersions: [], isNoticed: false, mustForget: true }),
      markForgotten,
    },
    endpoints: {
      find: (driver, address) =>
        deviceId === null ? undefined : { driver, address, deviceId, version: null, firmware: null },
      deviceAt: async () => deviceId ?? undefined,
      changed: () => {},
    },
    shadowStore: { restartCounts: async () => [] },
    shadows: {
      glance: emptyShadow,
      load: async () => {},
      record: () => true,
      rowVersionsRaised: () => {},
    },
    driver: { execute },
    clock: createFakeClock(),
    isBeingRemoved: () => false,
    takeSettings: async () => {},
    onFactoryReset: async () => null,
    updated: () => {},
    failed: (error) => {
      throw error
    },
    offered: async () => {},
    hardwareTold() {},
    ofNoDevice,
    countsBeganAgain: () => {},
  })
  return { ingest, withdrawn, markForgotten, ofNoDevice }
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

it('a device that has forgotten its home is sent nothing when the server stops', async () => {
  const { ingest, withdrawn, markForgotten } = setUp()
  ingest.handle('senca', hardwareReport(ID))
  await vi.waitFor(() => expect(markForgotten).toHaveBeenCalledOnce())
  ingest.stop()
  expect(withdrawn).not.toHaveBeenCalled()
})

it('a report of an endpoint that belongs to no device is told to the operator, but not a connection', async () => {
  const { ingest, ofNoDevice } = setUp(null)
  ingest.handle('senca', { kind: 'presence', address: 'nobody12', connected: true })
  for (let n = 0; n < 2; n += 1) ingest.handle('senca', hardwareReport('nobody12'))
  ingest.handle('senca', { kind: 'presence', address: 'nobody12', connected: false })
  await ingest.settle()
  expect(ofNoDevice.mock.calls).toEqual(
    Array.from({ length: 2 }, () => [{ driver: 'senca', address: 'nobody12' }]),
  )
})
