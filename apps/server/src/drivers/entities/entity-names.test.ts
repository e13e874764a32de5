import { describe, expect, it } from 'vitest'
import { cleanText, suggestName, suggestType, typesOf } from './entity-names.ts'

const LIFTS = ['open', 'close', 'stop'] as const

describe('[HW25] the suggested type of a cover', () => {
  it.each([
    ['awning', [...LIFTS], 'awning'],
    ['shutter', [...LIFTS], 'roller_shutter'],
    ['shutter', [...LIFTS, 'setTilt'], 'venetian_blind'],
    ['blind', [...LIFTS, 'setTilt'], 'venetian_blind'],
    ['blind', [...LIFTS], null],
    ['curtain', [...LIFTS], 'textile_screen'],
    ['shade', [...LIFTS], 'textile_screen'],
    [null, ['setTilt'], 'pergola'],
    [null, [...LIFTS, 'setPosition', 'setTilt'], 'venetian_blind'],
    [null, [...LIFTS], null],
    ['shade', ['setPosition'], null],
    ['garage', [...LIFTS], null],
  ] as const)('of class %s that can %j is %s', (deviceClass, can, type) => {
    expect(suggestType('cover', deviceClass, can)).toBe(type)
  })

  it('is in the types that it can be', () => {
    expect(typesOf('cover', null, ['setTilt'])).toEqual(['venetian_blind', 'pergola'])
    expect(typesOf('cover', null, ['open', 'close'])).toHaveLength(5)
    expect(typesOf('cover', 'gate', ['open', 'close', 'setTilt'])).toEqual([])
    expect(typesOf('cover', null, ['stop'])).toEqual([])
    expect(typesOf('lock', null, [])).toEqual(['home_door'])
  })
})

it.each([
  ['Kitchen blind', 'Kitchen blind'],
  ['Living room window left', 'Living room window'],
  ['Wohnzimmerfensterrollladen', 'Wohnzimmerfensterrol'],
  ['Exactly twenty chars', 'Exactly twenty chars'],
  ['😀'.repeat(30), '😀'.repeat(20)],
])('the name %s is suggested as %s', (name, suggested) => {
  expect(suggestName(name)).toBe(suggested)
})

it.each([
  ['a\u202eb', 'ab'],
  [' a \n\t b ', 'a b'],
  ['\u0000\u0007', ''],
  ['x'.repeat(101), 'x'.repeat(100)],
])('%j is shown as %j', (text, shown) => {
  expect(cleanText(text)).toBe(shown)
})
