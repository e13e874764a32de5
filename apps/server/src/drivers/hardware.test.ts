import { expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createDiscoveryModel } from './discovery/discovery-model.ts'
import { createDeviceGroups } from './entities/device-groups.ts'
import { hardwareFilters } from './hardware.ts'
import { createShellyModel } from './shelly/shelly-model.ts'
import { createTasmotaModel } from './tasmota/tasmota-model.ts'

it('[HW14] a joined broker is subscribed to what the protocols find hardware by', () => {
  const options = {
    clock: createFakeClock(),
    groups: createDeviceGroups(),
    discoveryPrefix: 'home/ha',
    report: () => {},
    notice: () => {},
    topicsChanged: () => {},
    publish: () => {},
  }
  const models = [createDiscoveryModel(options), createTasmotaModel(options), createShellyModel(options)]
  expect(hardwareFilters('home/ha')).toEqual(models.flatMap(({ filters }) => filters))
})
