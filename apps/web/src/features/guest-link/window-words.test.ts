import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { windowsInWords } from './window-words.ts'

const closed = { window: '{{days}}, {{from}}–{{until}}', daily: 'every day' }
const t = await createInstance().init({
  lng: 'en',
  resources: { en: { translation: { stop: { closed } } } },
})

describe('windows', () => {
  const weekend = { days: [7, 1, 6], from: '08:00', until: '09:00' }

  it.each([
    ['en', 'Monday, Saturday, and Sunday, 08:00–09:00'],
    ['sl', 'ponedeljek, sobota in nedelja, 08:00–09:00'],
    ['sr-Cyrl', 'понедељак, субота и недеља, 08:00–09:00'],
  ])('have their weekdays named in %s', (tag, words) => {
    expect(windowsInWords([weekend], tag, t)).toEqual([words])
  })

  it('of every day are not listed by day', () => {
    const daily = { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', until: '09:00' }
    expect(windowsInWords([daily], 'en', t)).toEqual(['every day, 08:00–09:00'])
  })

  it('that are the same are said once', () => {
    const same = { ...weekend, days: [1, 6, 7] }
    expect(windowsInWords([weekend, same], 'en', t)).toHaveLength(1)
  })
})
