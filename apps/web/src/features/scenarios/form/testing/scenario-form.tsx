import { DEFAULT_PREFERENCES } from '@senca/contract'
import type { Scenario } from '@senca/contract/automation'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { hideMessage } from '#core/messages.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import texts from '#i18n/locales/scenarios/en.json'
import { settled } from '#i18n/testing/settled.ts'
import { ScenarioForm } from '../scenario-form.tsx'

export const awning = deviceOf({ id: 'awning-1', name: 'Terrace', devicetype: 'awning' })
export const bedroom = deviceOf({ id: 'shutter-1', name: 'Bedroom', devicetype: 'roller_shutter' })
export const scenario: Scenario = {
  id: 's1',
  name: 'Storm',
  enabled: true,
  targets: ['awning-1'],
  groups: [],
  devicesManagerId: 'me',
  madeBy: null,
  triggers: [
    { type: 'Weather', ruleId: 'r1', measurement: 'wind_gust', condition: 'gt', value: 10.3, holdFor: 20 },
  ],
  actions: [{ type: 'MoveSelfSecurity' }],
  catchUp: 'within',
  status: 'idle',
  nextAt: null,
  lastRun: null,
}

export const show = (
  edited: Scenario | null,
  units: 'metric' | 'imperial' = 'metric',
  home: Partial<Parameters<typeof ScenarioForm>[0]['home']> = {},
) => {
  queryClient.setQueryData(roomKeys.preferences, { ...DEFAULT_PREFERENCES, units })
  const form = (
    <ScenarioForm
      insteadOfWeather={null}
      scenario={edited}
      home={{ devices: [awning], groups: [], place: null, ...home }}
      onClose={() => {}}
    />
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />
    </QueryClientProvider>,
  )
}
export const press = (role: string, name: string | RegExp) =>
  fireEvent.click(screen.getByRole(role, { name }))
export const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
export const send = async (name: string) => {
  await act(async () => press('button', name))
  await settled()
}
export const tick = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'label span' }))
/** Opens or closes a part of the sentence. */
export const tap = (part: 'when' | 'who' | 'what') => press('button', new RegExp(`^scenarios\\.${part}: `))
export const sentence = () => screen.getByText(/^:/).closest('p')?.textContent
/** Starts a new scenario from a template, for the awning. */
export const begin = (template: string) => {
  show(null)
  press('button', `scenarios.template.${template}`)
  tick('Terrace')
}

/** What every test of the form begins and ends with. */
export function prepare(): void {
  // Of all texts only the sentences, whose tags are buttons; any other text is its key.
  beforeAll(async () => {
    const { sentence } = texts.scenarios
    await createInstance()
      .use(initReactI18next)
      .init({ lng: 'en', resources: { en: { translation: { scenarios: { sentence } } } } })
  })
  beforeEach(() => {
    vi.useFakeTimers()
    hideMessage()
    document.documentElement.lang = 'en'
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.useRealTimers()
    queryClient.clear()
  })
}
