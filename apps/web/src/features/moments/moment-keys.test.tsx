// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import texts from '#i18n/locales/moments/en.json'
import { MomentKeys } from './moment-keys.tsx'
import { momentsQuery } from './moments.ts'

const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: texts } } })

afterEach(() => {
  cleanup()
  queryClient.clear()
})

it.each([
  ['Leave', ['Leave']],
  ['Good morning', ['Good', 'morning']],
  ['We go to bed late', ['We go to', 'bed late']],
  ['A sunny afternoon', ['A sunny', 'afternoon']],
])('has the name %s in two lines, as equal as its spaces allow', (name, lines) => {
  const device = deviceOf()
  queryClient.setQueryData(deviceKeys.one(device.id), device)
  queryClient.setQueryData(deviceKeys.home, [device.id])
  queryClient.setQueryData(momentsQuery.queryKey, [{ id: 'moment', name, steps: [{ act: 'lights_off' }] }])
  render(
    <I18nextProvider i18n={english}>
      <QueryClientProvider client={queryClient}>
        <MomentKeys />
      </QueryClientProvider>
    </I18nextProvider>,
  )
  const key = screen.getByRole('button', { name: `Run ${name}` })
  expect(key.textContent).toBe(name)
  expect([...key.querySelectorAll('span > span')].map((line) => line.textContent)).toEqual(lines)
})
