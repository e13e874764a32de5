// @vitest-environment happy-dom
import type { ScenarioOutlook } from '@senca/contract/automation'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { previewedDay } from '#features/device-model/previewed-day.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { momentAt, rayAt, shareOf, steppedBy } from './day-light.ts'
import { DayPreview } from './day-preview.tsx'

const DAY = { sunrise: new Date('2026-06-21T03:00:00Z'), sunset: new Date('2026-06-21T19:00:00Z') }
const LJUBLJANA = { latitude: 46.05, longitude: 14.5 }

describe('the light of a day', () => {
  it('is at each share of the day that of its moment', () => {
    expect(momentAt(0.5, DAY)).toEqual(new Date('2026-06-21T11:00:00Z'))
    expect(momentAt(2, DAY)).toEqual(DAY.sunset)
    expect(shareOf(new Date('2026-06-21T07:00:00Z'), DAY)).toBe(0.25)
    expect(shareOf(new Date('2026-06-21T23:00:00Z'), DAY)).toBe(1)
  })
  it.each([
    ['ArrowRight', '2026-06-21T11:15:00Z'],
    ['ArrowLeft', '2026-06-21T10:45:00Z'],
    ['PageUp', '2026-06-21T12:00:00Z'],
    ['Home', '2026-06-21T03:00:00Z'],
    ['End', '2026-06-21T19:00:00Z'],
  ])('is led by %s', (key, expected) => {
    expect(steppedBy(key, new Date('2026-06-21T11:00:00Z'), DAY)).toEqual(new Date(expected))
  })
  it('falls steeper and shorter the higher the sun stands', () => {
    const [low, high] = [rayAt(5), rayAt(60)]
    expect(high.slope).toBeGreaterThan(low.slope)
    expect(high.reach).toBeLessThan(low.reach)
    expect(rayAt(30).slope).toBeCloseTo(0.34, 2)
    expect(rayAt(30).reach).toBeCloseTo(2.1)
    expect(rayAt(-20)).toEqual(rayAt(0))
  })
})

describe('the preview of a day', () => {
  const root = document.documentElement
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-06-21T22:30:00Z') })
    vi.stubGlobal('requestAnimationFrame', (call: () => void) => {
      call()
      return 1
    })
  })
  afterEach(() => {
    cleanup()
    tapped.mockClear()
    loadOutlook.mockReset().mockResolvedValue([])
    queryClient.clear()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  const tapped = vi.fn()
  const loadOutlook = vi.fn(async (): Promise<ScenarioOutlook> => [])

  function Previewed() {
    const [shown, show] = useState<Date | null>(null)
    return (
      <DayPreview
        day={DAY}
        words={shown?.toISOString() ?? 'now'}
        shown={shown}
        place={LJUBLJANA}
        loadOutlook={loadOutlook}
        onShow={show}
        onTap={tapped}
      />
    )
  }
  const slider = () => screen.getByRole('slider')
  const spoken = () => slider().getAttribute('aria-valuetext')

  it.each<[string, () => void]>([
    ['Escape', () => fireEvent.keyDown(slider(), { key: 'Escape' })],
    ['the focus that leaves', () => fireEvent.blur(slider())],
    ['a pointer that lets go', () => fireEvent.lostPointerCapture(slider())],
  ])('shows the light of another hour, until %s', (_name, end) => {
    render(<Previewed />)
    fireEvent.keyDown(slider(), { key: 'End' })
    fireEvent.keyDown(slider(), { key: 'PageDown' })
    expect(spoken()).toBe('2026-06-21T18:00:00.000Z')
    const low = root.style.getPropertyValue('--slope')
    for (let hour = 0; hour < 7; hour += 1) fireEvent.keyDown(slider(), { key: 'PageDown' })
    expect(root.dataset.time).toBe('day')
    expect(Number(root.style.getPropertyValue('--slope'))).toBeGreaterThan(Number(low))
    act(end)
    expect(spoken()).toBe('now')
    expect(root.dataset.time).toBe('night')
    expect(root.style.getPropertyValue('--slope')).toBe('')
  })

  describe('with scenarios', () => {
    const MORNING = new Date('2026-06-21T04:00:00Z')
    const sun = {
      azimuth: 180,
      windowTop: 2,
      windowBottom: 0,
      slatWidth: 80,
      slatSpacing: 72,
      depth: 0.5,
      above: 22,
    }
    const inHome = (id: string, mode: 'off' | 'glare') =>
      deviceOf({ id, state: { position: 0 }, sun: { ...sun, mode, pausedUntil: null, wants: null } })
    const noon = (deviceIds: string[]): ScenarioOutlook => [
      {
        scenarioId: 's',
        name: 'Noon',
        at: '2026-06-21T11:00:00.000Z',
        reason: { type: 'time', hour: 13, minute: 0 },
        deviceIds,
        actions: [{ type: 'MoveSelf', position: 0.5 }],
      },
    ]
    const grab = async () => {
      vi.setSystemTime(MORNING)
      queryClient.setQueryData(deviceKeys.home, ['a', 'b'])
      queryClient.setQueryData(deviceKeys.one('a'), inHome('a', 'off'))
      queryClient.setQueryData(deviceKeys.one('b'), inHome('b', 'glare'))
      render(<Previewed />)
      fireEvent.keyDown(slider(), { key: 'End' })
      await act(async () => {})
    }

    it('shows how they leave the home, names what follows the sun, and sends nothing [SN7]', async () => {
      const fetched = vi.spyOn(globalThis, 'fetch')
      loadOutlook.mockResolvedValue(noon(['a']))
      await grab()
      expect(previewedDay.getState().line).toBe('daylight.at')
      expect([...previewedDay.getState().devices]).toEqual([
        ['a', { state: { position: 0.5 } }],
        ['b', { note: 'daylight.bySun' }],
      ])
      fireEvent.keyDown(slider(), { key: 'Home' })
      expect([...previewedDay.getState().devices.keys()]).toEqual(['b'])
      act(() => fireEvent.keyDown(slider(), { key: 'Escape' }))
      expect(previewedDay.getState()).toEqual({ line: null, devices: new Map() })
      expect(fetched).not.toHaveBeenCalled()
      fetched.mockRestore()
    })

    it('keeps what it shows of a device from one hour to the next', async () => {
      loadOutlook.mockResolvedValue(noon(['a']))
      await grab()
      const before = previewedDay.getState().devices.get('a')
      fireEvent.keyDown(slider(), { key: 'PageDown' })
      expect(previewedDay.getState().devices.get('a')).toBe(before)
    })

    it('shows the light alone where they cannot be loaded, and lets go when it is closed', async () => {
      loadOutlook.mockRejectedValue(new Error('away'))
      await grab()
      expect(previewedDay.getState().line).toBeNull()
      cleanup()
      loadOutlook.mockResolvedValue(noon(['a']))
      await grab()
      expect(previewedDay.getState().line).not.toBeNull()
      cleanup()
      expect(previewedDay.getState().line).toBeNull()
    })
  })

  it.each([
    ['a tap', 0, 1],
    ['a drag', 30, 0],
  ])('is opened by a tap alone: %s of %i px', (_name, way, taps) => {
    render(<Previewed />)
    Object.assign(slider(), { setPointerCapture: () => {}, hasPointerCapture: () => true })
    fireEvent.pointerDown(slider(), { button: 0, pointerId: 1, clientX: 20 })
    fireEvent.pointerMove(slider(), { pointerId: 1, clientX: 20 + way })
    fireEvent.click(slider())
    expect(tapped).toHaveBeenCalledTimes(taps)
  })

  it('is opened by Enter', () => {
    render(<Previewed />)
    fireEvent.keyDown(slider(), { key: 'Enter' })
    expect(tapped).toHaveBeenCalledOnce()
  })

  it('gives the home back its light when it goes [SN7]', () => {
    const { unmount } = render(<Previewed />)
    fireEvent.keyDown(slider(), { key: 'Home' })
    expect(root.style.getPropertyValue('--slope')).not.toBe('')
    unmount()
    expect(root.style.getPropertyValue('--slope')).toBe('')
  })
})
