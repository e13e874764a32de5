import { expect, it } from 'vitest'
import { type Draft, isTimeRight, NEW_DRAFT } from './draft.ts'
import { copyNameOf, TEMPLATES, templateDrafts } from './templates.ts'
import { isRuleRight } from './weather-draft.ts'

it.each(TEMPLATES)('the template %s can be saved as it is', (template) => {
  const draft: Draft = { ...NEW_DRAFT, ...templateDrafts('metric')[template] }
  const { waitsFor, times, days, rules } = draft
  if (waitsFor === 'weather') expect(rules.map(isRuleRight)).toEqual([true])
  else expect(times.length > 0 && times.every(isTimeRight)).toBe(true)
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
