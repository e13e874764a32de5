// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { OutlookList } from './outlook-list.tsx'
import { outlookQuery } from './scenarios.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
})

it('offers to skip runs of own scenarios, and says who made the others', () => {
  const run = {
    at: '2026-05-05T05:00:00.000Z',
    reason: { type: 'time' as const, hour: 7, minute: 0 },
    deviceIds: ['awning-1'],
    actions: [{ type: 'MoveSelf' as const, position: 0.5 }],
  }
  queryClient.setQueryData(outlookQuery.queryKey, [
    { ...run, scenarioId: 'mine', name: 'Mine' },
    { ...run, scenarioId: 'theirs', name: 'Theirs', madeBy: 'ana@example.com' },
  ])
  render(
    <QueryClientProvider client={queryClient}>
      <OutlookList devices={[deviceOf({ id: 'awning-1', devicetype: 'awning' })]} timezone="Etc/UTC" />
    </QueryClientProvider>,
  )
  const [mine, theirs] = screen.getAllByRole('listitem')
  if (mine === undefined || theirs === undefined) throw new Error('two runs are listed')
  expect(within(mine).getAllByRole('button')).toHaveLength(1)
  expect(within(mine).queryByText('scenarios.madeBy')).toBeNull()
  expect(within(theirs).queryAllByRole('button')).toHaveLength(0)
  expect(within(theirs).getByText('scenarios.madeBy')).toBeTruthy()
})
