// @vitest-environment happy-dom
import { LANGUAGE_CODES } from '@senca/contract'
import i18next from 'i18next'
import { expect, it } from 'vitest'
import { chooseAndStoreLanguage, currentLanguage, startLanguage } from './language.ts'
import { browserPlaces, storedLanguage } from './language-storage.ts'

it('of two languages that are chosen quickly, the last one stays, also if its texts come first', async () => {
  await startLanguage(LANGUAGE_CODES, [])
  await chooseAndStoreLanguage('it')
  expect(i18next.hasResourceBundle('de', 'translation')).toBe(false)
  await Promise.all([chooseAndStoreLanguage('de'), chooseAndStoreLanguage('it')])
  expect(currentLanguage()).toBe('it')
  expect(storedLanguage(browserPlaces())).toBe('it')
})
