import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import en from '#i18n/locales/app/en.json'
import { countTogether, togetherText } from './together.ts'

const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: en } } })

const closed = deviceOf({ state: { position: 1 } })
const open = deviceOf({ state: { position: 0 } })
const between = deviceOf({ state: { position: 0.4 } })
const away = deviceOf({ state: { position: 1, status: 'offline' } })
const silent = deviceOf({ state: { position: null } })

it.each([
  ['all closed', [closed, closed], 'All closed'],
  ['one of the closed ones offline', [closed, closed, away], '2 of 3 closed, 1 not heard from'],
  ['one of unknown position', [open, silent], '1 of 2 open, 1 not heard from'],
  ['the others between', [between, away], '1 of 2 not closed, 1 not heard from'],
  ['all offline', Array(28).fill(away), '28 not heard from'],
  ['the only one offline', [away], '1 not heard from'],
])('the state of a room with %s [SN43]', (_, shades, expected) => {
  expect(togetherText(countTogether(shades), english.t)).toBe(expected)
})
