import { expect, it } from 'vitest'
import { numberedName } from './numbered-name.ts'

it.each([
  ['Dusk', [], 'Dusk 2'],
  ['Dusk', ['dusk 2', 'Dusk 3'], 'Dusk 4'],
  ['Abenddämmerung Süden', [], 'Abenddämmerung Süd 2'],
  ['Abenddämmerung im Süd', [], 'Abenddämmerung im 2'],
])('a copy of %s beside %j is called %s', (name, names, copy) => {
  expect(numberedName(name, names, 20)).toBe(copy)
})
