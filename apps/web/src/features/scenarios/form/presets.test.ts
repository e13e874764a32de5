import { describe, expect, it } from 'vitest'
import { type Draft, NEW_DRAFT, type Template } from './draft.ts'
import { presetOf, windClassOf } from './presets.ts'
import { templateDrafts } from './templates.ts'

const begun = (template: Template, units: 'metric' | 'imperial' = 'metric'): Draft => ({
  ...NEW_DRAFT,
  ...templateDrafts(units)[template],
})
const withRule = (draft: Draft, changes: object): Draft => ({
  ...draft,
  rules: draft.rules.map((rule) => ({ ...rule, ...changes })),
})

describe('what the server makes by itself', () => {
  it.each<[Template, object]>([
    ['wind', { protect: 'wind', windClass: 0 }],
    ['frost', { protect: 'frost' }],
    ['rain', { protect: 'rain' }],
    ['snow', { protect: 'snow' }],
  ])('is the template %s as it is, in all units', (template, preset) => {
    expect(presetOf(begun(template), 'awning', 'metric')).toEqual(preset)
    expect(presetOf(begun(template, 'imperial'), 'awning', 'imperial')).toEqual(preset)
  })

  it.each([
    ['20', 0],
    ['27', 1],
    ['37', 2],
    ['48', 3],
    ['38', null],
    ['', null],
  ])('has the wind class of %j km/h: %j', (value, windClass) => {
    const draft = withRule(begun('wind'), { value })
    expect(windClassOf(draft.rules, 'metric')).toBe(windClass)
    expect(presetOf(draft, 'awning', 'metric')).toEqual(
      windClass === null ? null : { protect: 'wind', windClass },
    )
  })

  it.each<[string, Draft]>([
    ['another limit', withRule(begun('frost'), { value: '2' })],
    ['another hold', withRule(begun('rain'), { holdFor: '30' })],
    ['the other side', withRule(begun('snow'), { condition: 'lt' })],
    ['another movement', { ...begun('rain'), move: 'close' }],
    ['a second measurement', { ...begun('rain'), rules: [...begun('rain').rules, ...begun('snow').rules] }],
    ['another trigger', { ...begun('rain'), waitsFor: 'alarm' }],
    ['no template', { ...begun('rain'), protects: null }],
  ])('is nothing with %s', (_, draft) => {
    expect(presetOf(draft, 'awning', 'metric')).toBeNull()
  })

  it('is nothing for lights, which have no safe place', () => {
    expect(presetOf(begun('rain'), 'light', 'metric')).toBeNull()
  })
})
