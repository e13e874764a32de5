// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { deviceKeys, putDevice, removeDevice } from '#features/device-model/device-cache.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { useDevicesWith, useHouseSummary } from './use-house-summary.ts'

const shade = (id: string, position: number) => ({ ...deviceOf({ state: { position } }), id })

const loadHome = (...devices: ReturnType<typeof shade>[]) => {
  queryClient.setQueryData(
    deviceKeys.home,
    devices.map(({ id }) => id),
  )
  for (const device of devices) putDevice(queryClient, device)
}

afterEach(() => queryClient.clear())

describe('useHouseSummary', () => {
  it('is null until the home is loaded', () => {
    expect(renderHook(() => useHouseSummary()).result.current).toBeNull()
  })

  it('follows devices that change, leave and come back', async () => {
    loadHome(shade('a', 0), shade('b', 1))
    const { result } = renderHook(() => useHouseSummary())
    expect(result.current).toMatchObject({ devices: 2, up: 1, down: 1 })
    act(() => putDevice(queryClient, shade('a', 1)))
    await waitFor(() => expect(result.current).toMatchObject({ devices: 2, up: 0, down: 2 }))
    act(() => removeDevice(queryClient, 'b'))
    await waitFor(() => expect(result.current).toMatchObject({ devices: 1, down: 1 }))
    act(() => putDevice(queryClient, shade('b', 0)))
    await waitFor(() => expect(result.current).toMatchObject({ devices: 2, up: 1, down: 1 }))
  })

  it('stays the same while no number changes', async () => {
    loadHome(shade('a', 0.1))
    const { result } = renderHook(() => ({ summary: useHouseSummary(), offline: useDevicesWith('offline') }))
    const { summary, offline } = result.current
    act(() => putDevice(queryClient, shade('a', 0.3)))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(result.current.summary).toBe(summary)
    expect(result.current.offline).toBe(offline)
  })
})
