// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it } from 'vitest'
import en from '#i18n/locales/en.json'
import { LampWord } from './lamp-word.tsx'

afterEach(cleanup)

const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: en } } })

it.each([
  ['dimmed', 0.6, true, '60\u202f%'],
  ['off, which can be dimmed', 0, true, 'Off'],
  ['on, which is only switched', 1, false, 'On'],
  ['not reported yet', null, true, 'Unknown'],
])('says how bright it is: %s', (_, level, dims, words) => {
  const { container } = render(
    <I18nextProvider i18n={english}>
      <LampWord level={level} dims={dims} />
    </I18nextProvider>,
  )
  expect(container.textContent).toBe(words)
})
