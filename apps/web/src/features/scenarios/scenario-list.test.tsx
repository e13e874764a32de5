// @vitest-environment happy-dom
import { DEFAULT_PREFERENCES } from '@senca/contract'
import type { Scenario } from '@senca/contract/automation'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { messageStore } from '#core/messages.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { settled } from '#i18n/testing/settled.ts'
import { ScenarioList } from './scenario-list.tsx'
import { scenariosApi } from './scenarios.api.ts'

const scenario = (madeBy: string | null, changes: Partial<Scenario> = {}): Scenario => ({
  id: madeBy ?? 'own',
  name: madeBy === null ? 'Mine' : 'Theirs',
  enabled: true,
  targets: ['awning-1'],
  groups: [],
  devicesManagerId: 'me',
  madeBy,
  triggers: [{ type: 'TimeOfDay', hour: 7, minute: 0 }],
  actions: [{ type: 'MoveSelf', position: 0.5 }],
  catchUp: 'within',
  status: 'idle',
  nextAt: null,
  lastRun: null,
  ...changes,
})

const show = (scenarios = [scenario(null), scenario('ana@example.com')]) => {
  queryClient.setQueryData(roomKeys.preferences, DEFAULT_PREFERENCES)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ScenarioList
          scenarios={scenarios}
          home={{ devices: [deviceOf({ id: 'awning-1', devicetype: 'awning' })], groups: [], place: null }}
          aside={null}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const keysOf = (name: string): string[] => {
  const item = screen.getByText(name).closest('li')
  if (item === null) throw new Error(`${name} is not listed`)
  const { queryAllByRole } = within(item)
  return [...queryAllByRole('link'), ...queryAllByRole('button'), ...queryAllByRole('switch')].map(
    (key) => key.getAttribute('aria-label') ?? key.textContent ?? '',
  )
}

/** Opens what is below the row of somebody else's scenario. */
const openTheirs = () => fireEvent.click(screen.getByRole('button', { name: 'scenarios.historyOf' }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(scenariosApi, 'history').mockReturnValue(new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  queryClient.clear()
})

it('has buttons for the permitted actions of each scenario: one of somebody else can be viewed or deleted', async () => {
  show()
  await settled()
  expect(keysOf('Mine')).toEqual(['scenarios.edit', 'scenarios.runOf', 'scenarios.switch'])
  expect(keysOf('Theirs')).toEqual(['scenarios.historyOf'])
  expect(screen.getAllByText(/scenarios\.madeBy/)).toHaveLength(1)
  openTheirs()
  expect(keysOf('Theirs')).toEqual(['scenarios.historyOf', 'scenarios.delete'])
})

it('deletes what somebody else made after one question', async () => {
  const remove = vi.spyOn(scenariosApi, 'remove').mockResolvedValue({})
  show()
  await settled()
  openTheirs()
  fireEvent.click(screen.getByRole('button', { name: 'scenarios.delete' }))
  expect(remove).not.toHaveBeenCalled()
  const dialog = within(screen.getByRole('dialog'))
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'scenarios.delete' })))
  await settled()
  expect(remove).toHaveBeenCalledWith('ana@example.com')
})

it('says that none of its devices is left, and offers no run of nothing', () => {
  show([scenario(null, { status: 'paused', targets: [] })])
  expect(screen.getByText(/^scenarios\.paused/)).toBeTruthy()
  expect(keysOf('Mine')).not.toContain('scenarios.runOf')
})

it('the link to a scenario says how it went last', async () => {
  const lastRun = { at: '2026-06-21T05:00:00Z', outcome: 'failed' as const }
  show([scenario(null, { nextAt: '2026-06-22T05:00:00Z', lastRun })])
  await settled()
  const description = /scenarios\.lastFailed/
  expect(screen.getByRole('link', { name: 'scenarios.edit', description })).toBeTruthy()
})

it.each([
  [[{ status: 'success', device_ids: ['awning-1'] }], 'success', 'scenarios.ran'],
  [[{ status: 'unconfirmed', device_ids: ['awning-1'] }], 'success', 'scenarios.ranUnconfirmed'],
  [
    [
      { status: 'unconfirmed', device_ids: ['awning-1'] },
      { status: 'error', error: 'device_offline', error_description: '', device_ids: ['b'] },
    ],
    'error',
    'scenarios.ranPart',
  ],
] as const)('a run that ends with %j shows a message of %s [HW38]', async (results, tone, text) => {
  vi.spyOn(scenariosApi, 'run').mockResolvedValue(
    results.map((result) => ({ ...result, device_ids: [...result.device_ids] })),
  )
  show()
  await settled()
  fireEvent.click(screen.getAllByRole('button', { name: 'scenarios.runOf' })[0] ?? document.body)
  await settled()
  expect(messageStore.getState().message).toMatchObject({ tone, text })
})
