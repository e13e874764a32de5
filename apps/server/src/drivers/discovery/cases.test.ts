import { describe, it } from 'vitest'
import { BRIDGE_CASES } from '#testing/entities/bridge-cases.ts'
import { readCases, readOneCase } from '#testing/entities/entity-case.ts'
import { runEntityCase } from '#testing/entities/run-entity-case.ts'
import { ZIGBEE2MQTT_CASES } from '#testing/entities/zigbee2mqtt-cases.ts'
import { createTasmotaModel } from '../tasmota/tasmota-model.ts'
import { createDiscoveryModel } from './discovery-model.ts'

/** A folder with more cases of this form, for a run by hand. */
const FOLDER = process.env.DEVICE_CASES

const files = [
  { file: 'bridges and firmwares', cases: [...BRIDGE_CASES, ...ZIGBEE2MQTT_CASES].map(readOneCase) },
  ...(FOLDER === undefined ? [] : readCases(FOLDER, ['matter.json', 'templates.json'])),
]

describe.each(files)('$file', ({ cases }) => {
  it.each(cases)('$id', (one) => {
    runEntityCase(one.integration === 'tasmota-native' ? createTasmotaModel : createDiscoveryModel, one)
  })
})
