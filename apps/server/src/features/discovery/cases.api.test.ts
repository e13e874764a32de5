import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest'
import { BRIDGE_CASES } from '#testing/entities/bridge-cases.ts'
import { readCases, readOneCase } from '#testing/entities/entity-case.ts'
import { runCaseInSpace } from '#testing/entities/run-case-in-space.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

/** A folder with more cases of this form, for a run by hand. */
const FOLDER = process.env.DEVICE_CASES

const blind = { command_topic: 'blind/set', state_topic: 'blind', name: 'Blind' }
const CONFIG = 'homeassistant/cover/blind/config'

const files = [
  {
    file: 'bridges and firmwares',
    cases: [
      ...BRIDGE_CASES,
      {
        id: 'an empty config removes',
        discovery: [
          { topic: CONFIG, payload: blind, retain: true },
          { topic: CONFIG, payload: '', retain: true },
        ],
        expectEntities: 0,
      },
      {
        id: 'a malformed config disturbs no other, and is replaced by a good one',
        discovery: [
          { topic: CONFIG, payload: blind },
          { topic: 'homeassistant/cover/other/config', payload: '{"command_topic": ' },
          { topic: 'homeassistant/cover/third/config', payload: '' },
          { topic: 'homeassistant/cover/other/config', payload: { ...blind, command_topic: 'other/set' } },
        ],
        expectEntities: 2,
      },
    ].map(readOneCase),
  },
  ...(FOLDER === undefined ? [] : readCases(FOLDER, ['matter.json', 'templates.json'])),
]

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
// Each case has an account of its own.
beforeEach(() => app.database.pool.query('delete from rate_limits'))

/** What bridges announce, through a real client in the space of an account and the calls of its owner. */
describe.each(files)('$file', ({ cases }) => {
  it.each(cases)('$id', (one) => runCaseInSpace(app, one))
})
