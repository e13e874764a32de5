import { expect, it } from 'vitest'
import { isTimeRight } from './draft.ts'
import { copyNameOf, TEMPLATE_DRAFTS, TEMPLATES } from './templates.ts'

it.each(TEMPLATES)('the template %s can be saved as it is', (template) => {
  const { times, days } = TEMPLATE_DRAFTS[template]
  expect(times.every(isTimeRight)).toBe(true)
  expect(days.length).toBeGreaterThan(0)
})

it.each([
  ['Dusk', [], 'Dusk 2'],
  ['Dusk', ['dusk 2', 'Dusk 3'], 'Dusk 4'],
  ['Abenddämmerung Süden', [], 'Abenddämmerung Süd 2'],
  ['Abenddämmerung im Süd', [], 'Abenddämmerung im 2'],
])('a copy of %s beside %j is called %s', (name, names, copy) => {
  expect(copyNameOf(name, names, 20)).toBe(copy)
})
