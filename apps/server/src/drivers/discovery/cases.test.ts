import { describe, it } from 'vitest'
import { readCases } from '#testing/entities/entity-case.ts'
import { runEntityCase } from '#testing/entities/run-entity-case.ts'
import { createTasmotaModel } from '../tasmota/tasmota-model.ts'
import { createDiscoveryModel } from './discovery-model.ts'

const FOLDER = process.env.DEVICE_CASES

for (const { file, cases } of FOLDER === undefined
  ? []
  : readCases(FOLDER, ['matter.json', 'templates.json'])) {
  describe(file, () => {
    for (const one of cases)
      it(one.id, () =>
        runEntityCase(one.integration === 'tasmota-native' ? createTasmotaModel : createDiscoveryModel, one),
      )
  })
}
