import { expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { findDevices } from './find-devices.ts'

const NAMES = ['Kuća Đorđe', 'Čajna kuhinja', 'Straße', 'Спаваћа соба', 'Љиљана џеп', 'Living room 2']
const devices = NAMES.map((name, index) => ({ ...deviceOf({ name }), id: String(index) }))
const found = (query: string) =>
  findDevices(devices, query, (device) => [
    device.name,
    device.id === '5' ? 'Insekten\u00adschutz\u00adgitter' : 'Rollladen',
  ]).map(({ name }) => name)

it.each([
  ['cajna', ['Čajna kuhinja']],
  ['ČAJNA KUH', ['Čajna kuhinja']],
  ['kuh caj', ['Čajna kuhinja']],
  ['kuca', ['Kuća Đorđe']],
  ['djordje', ['Kuća Đorđe']],
  ['dorde', ['Kuća Đorđe']],
  ['ђорђе', ['Kuća Đorđe']],
  ['strasse', ['Straße']],
  ['spavaca', ['Спаваћа соба']],
  ['СПАВАЋА', ['Спаваћа соба']],
  ['ljiljana dzep', ['Љиљана џеп']],
  ['insektenschutz', ['Living room 2']],
  ['2', ['Living room 2']],
  ['room living 3', []],
  ['  ', NAMES],
])('“%s” finds %j', (query, names) => expect(found(query)).toEqual(names))
