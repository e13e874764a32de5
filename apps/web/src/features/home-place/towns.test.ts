import { expect, it } from 'vitest'
import { findTowns, readTowns } from './towns.ts'

const towns = readTowns(
  [
    'Wien\tAT\t48.208\t16.372',
    'Beograd\tRS\t44.804\t20.465',
    'Ljubljana\tSI\t46.051\t14.505',
    'Novo mesto\tSI\t45.804\t15.169',
    'Stara Ljubljana\tSI\t46.000\t14.000',
    'Čačak\tRS\t43.891\t20.350',
    ...Array.from({ length: 9 }, (_, index) => `Gorica ${index}\tHR\t45.000\t16.000`),
  ].join('\n'),
)
const found = (query: string) => findTowns(towns, query).map(({ name }) => name)

it.each([
  ['ljub', ['Ljubljana', 'Stara Ljubljana']],
  ['ЉУБЉАНА', ['Ljubljana', 'Stara Ljubljana']],
  ['cacak', ['Čačak']],
  ['mesto', ['Novo mesto']],
  ['novo m', ['Novo mesto']],
  ['gorica', ['Gorica 0', 'Gorica 1', 'Gorica 2', 'Gorica 3', 'Gorica 4', 'Gorica 5']],
  ['ana', []],
  ['  ', []],
])('“%s” finds %j', (query, names) => expect(found(query)).toEqual(names))

it('says where a town is', () => {
  expect(findTowns(towns, 'wien')).toMatchObject([{ name: 'Wien', country: 'AT', lat: 48.208, lon: 16.372 }])
})
