import { expect, it } from 'vitest'
import { type Draft, isTimeRight, NEW_DRAFT, TEMPLATES } from './draft.ts'
import { isTemplateFor, templateDrafts } from './templates.ts'
import { isRuleRight } from './weather-draft.ts'

it.each(TEMPLATES)('the template %s can be saved as it is', (template) => {
  const draft: Draft = { ...NEW_DRAFT, ...templateDrafts('metric')[template] }
  const { waitsFor, times, days, rules } = draft
  if (waitsFor === 'weather') expect(rules.map((rule) => isRuleRight(rule, 'metric'))).toEqual([true])
  else expect(times.length > 0 && times.every(isTimeRight)).toBe(true)
  expect(days.length).toBeGreaterThan(0)
})

const BY_TIME = ['wakeUp', 'morningSun', 'dusk', 'holidayDay', 'holidayNight']
it.each([
  ['roller_shutter', [...BY_TIME, 'frost']],
  ['venetian_blind', [...BY_TIME, 'wind']],
  ['textile_screen', [...BY_TIME, 'wind', 'snow']],
  ['falcon', [...BY_TIME, 'wind', 'snow']],
  ['awning', ['wind', 'rain', 'frost', 'snow']],
  ['insect_screen', ['wind', 'snow']],
  ['pergola', ['wind', 'rain', 'snow']],
  ['light', BY_TIME],
  ['home_door', BY_TIME],
] as const)('templates that make sense for %s: %j', (devicetype, templates) => {
  expect(TEMPLATES.filter((template) => isTemplateFor(template, { devicetype }))).toEqual(templates)
})

it('a protection makes sense for a shade with a safe position of its own', () => {
  const settings = { safePlaces: { wind: 0.5 } }
  expect(isTemplateFor('wind', { devicetype: 'roller_shutter', settings })).toBe(true)
})
