// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import app from '#i18n/locales/app/en.json'
import en from '#i18n/locales/en.json'
import { LampLines } from './lamp-lines.tsx'

afterEach(cleanup)

const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: { ...en, ...app } } } })

function showLamps(light1Dimmable: boolean, light2Dimmable: boolean) {
  const onToggle = vi.fn()
  const state = { position: null, light1Brightness: 0.4, light2Brightness: 0, light1Dimmable, light2Dimmable }
  render(
    <I18nextProvider i18n={english}>
      <LampLines
        device={deviceOf({ devicetype: 'light', connected: true, state })}
        onDim={() => {}}
        onToggle={onToggle}
      />
    </I18nextProvider>,
  )
  return onToggle
}

it('has a slider for each lamp that dims, and a key that switches it', () => {
  const onToggle = showLamps(true, true)
  expect(screen.getAllByRole('slider')).toHaveLength(2)
  expect(screen.queryByRole('switch')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /Light 2/ }))
  expect(onToggle.mock.calls).toEqual([['light_2', true]])
})

it('has a switch for a lamp that does not dim', () => {
  const onToggle = showLamps(true, false)
  expect(screen.getAllByRole('slider')).toHaveLength(1)
  fireEvent.click(screen.getByRole('switch', { name: 'Light 2' }))
  expect(onToggle.mock.calls).toEqual([['light_2', true]])
})
