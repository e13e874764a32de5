// @vitest-environment happy-dom
import { DEFAULT_PREFERENCES, type DeviceInfo, type FacadePlace } from '@senca/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { settle } from '#core/testing/fakes.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import type { CardScene } from '#light/card/card-scene.ts'
import { FacadeEditor } from './facade-editor.tsx'
import { FacadeView } from './facade-view.tsx'
import { useFacade } from './use-facade.ts'

const scenes: CardScene[] = []
vi.mock('#light/facade/facade-canvas.tsx', () => ({ FacadeCanvas: () => null }))
vi.mock('#light/facade/facade-window-canvas.tsx', () => ({
  FacadeWindowCanvas: ({ scene }: { scene: CardScene }) => {
    scenes.push(scene)
    return null
  },
}))

beforeEach(() => {
  scenes.length = 0
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  queryClient.setQueryData(roomKeys.list, [])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  queryClient.clear()
})

function know(facade: FacadePlace[], ...devices: DeviceInfo[]) {
  queryClient.setQueryData(
    deviceKeys.home,
    devices.map(({ id }) => id),
  )
  for (const device of devices) queryClient.setQueryData(deviceKeys.one(device.id), device)
  queryClient.setQueryData(roomKeys.preferences, { ...DEFAULT_PREFERENCES, facade })
}
const shown = (child: React.ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{child}</MemoryRouter>
    </QueryClientProvider>,
  )
const View = () => {
  const facade = useFacade()
  return facade && <FacadeView facade={facade.facade} open={null} />
}
const Editor = () => {
  const facade = useFacade()
  return facade && <FacadeEditor {...facade} />
}
const at = (device: string, x = 0.2, y = 0.3): FacadePlace => ({ device, x, y, w: 0.1, h: 0.2 })
const mark = (id: string) => document.querySelector(`[data-device="${id}"] [data-mark]`)

describe('the windows of a façade', () => {
  it('are the shades and doors that the account placed, in the order in which they are read', () => {
    const devices = ['c', 'a', 'b'].map((id) => deviceOf({ id, name: id }))
    know([at('c', 0.7), at('a', 0.1), at('gone')], ...devices)
    shown(<View />)
    const places = screen.getAllByRole('listitem').map((place) => place.dataset.device)
    expect(places).toEqual(['a', 'c'])
  })

  it('can be seen, also where a place without a size was saved', () => {
    know([{ ...at('a'), x: 1, w: 0, h: 0 }], deviceOf({ id: 'a' }))
    shown(<View />)
    const { width, height } = screen.getByRole('listitem').style
    expect([Number.parseFloat(width), Number.parseFloat(height)].every((side) => side >= 14)).toBe(true)
  })

  it('are all of them, as proposed, until something is placed; lights never', () => {
    const lamp = deviceOf({
      id: 'l',
      name: 'l',
      devicetype: 'light',
      state: { position: null, light1Brightness: 1 },
    })
    know(
      [],
      deviceOf({ id: 'a', name: 'a' }),
      deviceOf({ id: 'd', name: 'd', devicetype: 'home_door' }),
      lamp,
    )
    shown(<View />)
    expect(
      screen
        .getAllByRole('listitem')
        .map((place) => place.dataset.device)
        .sort(),
    ).toEqual(['a', 'd'])
  })

  it.each<[string, Parameters<typeof deviceOf>[0], Partial<CardScene>, boolean]>([
    ['at rest', { state: { position: 0.4 } }, { freshness: 'live', position: 0.4 }, false],
    ['of unknown position', { state: { position: null } }, { freshness: 'live', position: null }, false],
    ['offline', { state: { position: 0.4, status: 'offline' } }, { freshness: 'offline' }, true],
    ['never reported', { state: { position: null, reportedAt: null } }, { freshness: 'offline' }, true],
    ['moving', { state: { position: 0.4, status: 'closing' } }, { freshness: 'live', position: 0.4 }, true],
    [
      'held',
      { state: { position: 0 }, safety: { scenarioId: 's' } },
      { freshness: 'live', position: 0 },
      true,
    ],
  ])('%s look as on their cards [SN30]', (_name, given, scene, hasMark) => {
    know([at('a')], deviceOf({ id: 'a', ...given }))
    shown(<View />)
    expect(scenes.at(-1)).toMatchObject({ kind: 'roller_shutter', ...scene })
    expect(mark('a') !== null).toBe(hasMark)
  })

  it('lead to the control of their device', () => {
    know(
      [at('a'), at('d', 0.6)],
      deviceOf({ id: 'a', name: 'A' }),
      deviceOf({ id: 'd', name: 'D', devicetype: 'home_door' }),
    )
    shown(<View />)
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/device?deviceId=a',
      '/doordeviceinfopage?deviceId=d',
    ])
  })
})

describe('the façade while it is arranged', () => {
  const devices = [deviceOf({ id: 'a', name: 'A' }), deviceOf({ id: 'b', name: 'B' })]
  const prefer = () =>
    vi.spyOn(roomsApi, 'prefer').mockImplementation(async ({ facade = [] }) => ({
      ...DEFAULT_PREFERENCES,
      facade: [...facade],
    }))
  const sent = (spy: ReturnType<typeof prefer>) => spy.mock.calls.map(([{ facade }]) => facade)

  it('saves the keys together, or at once when the page is left [SN31]', async () => {
    vi.useFakeTimers()
    const spy = prefer()
    know([at('a'), at('b', 0.6)], ...devices)
    const { unmount } = shown(<Editor />)
    const window = screen.getByRole('button', { name: 'A' })
    for (let press = 0; press < 3; press += 1) fireEvent.keyDown(window, { key: 'ArrowRight' })
    expect(spy).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(sent(spy)).toEqual([[{ ...at('a'), x: 0.23 }, at('b', 0.6)]])
    fireEvent.keyDown(screen.getByRole('button', { name: 'A' }), { key: 'ArrowDown', shiftKey: true })
    unmount()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(sent(spy)[1]).toEqual([{ ...at('a'), x: 0.23, h: 0.21 }, at('b', 0.6)])
  })

  it('saves all of a proposal with the first change, and a device from the tray with its place [SN31]', async () => {
    const spy = prefer()
    know([at('a')], ...devices)
    shown(<Editor />)
    fireEvent.click(screen.getByRole('button', { name: 'facade.put' }), { detail: 0 })
    await act(settle)
    expect(sent(spy)[0]?.map(({ device }) => device)).toEqual(['a', 'b'])
    expect(screen.getByText('facade.trayEmpty')).toBeTruthy()
    cleanup()
    know([], ...devices)
    shown(<Editor />)
    fireEvent.keyDown(screen.getByRole('button', { name: 'B' }), { key: 'Delete' })
    await act(settle)
    expect(sent(spy)[1]?.map(({ device }) => device)).toEqual(['a'])
  })

  it('lets go of a drag by Escape, and saves nothing', () => {
    const spy = prefer()
    know([at('a')], ...devices)
    shown(<Editor />)
    const window = screen.getByRole('button', { name: 'A' })
    window.setPointerCapture = () => {}
    window.hasPointerCapture = () => true
    document.elementsFromPoint = () => []
    const place = () => window.closest('li')?.style.left
    const before = place()
    fireEvent.pointerDown(window, { button: 0, clientX: 100, clientY: 100 })
    fireEvent.pointerMove(window, { clientX: 180, clientY: 100 })
    expect(place()).not.toBe(before)
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window, { clientX: 180, clientY: 100 })
    expect([place(), spy.mock.calls]).toEqual([before, []])
  })
})
