// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { ServerAway } from '#features/realtime/server-away.tsx'
import app from '#i18n/locales/app/en.json'
import en from '#i18n/locales/en.json'
import { HouseQuestion } from './house-question.tsx'

afterEach(cleanup)

const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: { ...app, ...en } } } })

it('a question that is open when the server goes away sends nothing and says why [SN42]', () => {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  const shown = (isAway: boolean) => (
    <I18nextProvider i18n={english}>
      <ServerAway isAway={isAway}>
        <HouseQuestion room={null} move="close" count={12} onCancel={onCancel} onConfirm={onConfirm} />
      </ServerAway>
    </I18nextProvider>
  )
  const { rerender } = render(shown(false))
  rerender(shown(true))
  const key = screen.getByRole('button', { name: 'Close all' })
  expect(key.getAttribute('aria-disabled')).toBe('true')
  const reason = document.getElementById(key.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('The server cannot be reached.')
  fireEvent.click(key)
  expect(onConfirm).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalled()
  rerender(shown(false))
  fireEvent.click(key)
  expect(onConfirm).toHaveBeenCalledOnce()
})
