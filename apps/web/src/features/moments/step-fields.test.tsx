// @vitest-environment happy-dom
import type { MomentStep } from '@senca/contract/automation'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createInstance } from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import texts from '#i18n/locales/moments/en.json'
import { StepFields } from './step-fields.tsx'

beforeAll(async () => {
  await createInstance()
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { translation: texts } }, interpolation: { escapeValue: false } })
})
afterEach(cleanup)

function Fields({ first }: { first: MomentStep[] }) {
  const [steps, setSteps] = useState(first)
  return <StepFields steps={steps} scenarios={[]} error={null} onChange={setSteps} />
}
const names = () => [...screen.getByRole('group').querySelectorAll('ol > li')].map((step) => step.textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('moves a step by its arrows, which keep the focus', () => {
  render(<Fields first={[{ act: 'open_shades' }, { act: 'lights_off' }, { act: 'check_doors' }]} />)
  const down = () => screen.getByRole('button', { name: 'Move Open all shades down' })
  down().focus()
  fireEvent.click(down())
  expect(names()).toEqual(['All lights off', 'Open all shades', 'Check and lock the doors'])
  expect(document.activeElement).toBe(down())
  fireEvent.click(down())
  expect(names()).toEqual(['All lights off', 'Check and lock the doors', 'Open all shades'])
  expect(document.activeElement).toBe(down())
  expect(down().getAttribute('aria-disabled')).toBe('true')
})

it('opens the list of what can be added, which is open where no step is yet', () => {
  render(<Fields first={[{ act: 'open_shades' }]} />)
  const add = screen.getByRole('button', { name: 'Add a step' })
  expect(screen.queryByRole('button', { name: 'All lights off' })).toBeNull()
  fireEvent.click(add)
  press('All lights off')
  expect(names()).toEqual(['Open all shades', 'All lights off'])
  press('Remove Open all shades')
  expect(names()).toEqual(['All lights off'])
  cleanup()

  render(<Fields first={[]} />)
  expect(within(screen.getByRole('group')).getByText('Add at least one step')).toBeTruthy()
  press('Check and lock the doors')
  expect(names()).toEqual(['Check and lock the doors'])
})
