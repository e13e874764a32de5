// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepScreenOn } from './screen-on.ts'
import { isWallView, WALL_VIEW } from './wall-address.ts'
import { WallView } from './wall-view.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pressed = vi.fn()
const Wall = () => (
  <WallView
    moments={
      <button type="button" onClick={pressed}>
        Leave
      </button>
    }
    warning="Front door open"
  >
    <p>The house</p>
  </WallView>
)

const NIGHT = new Date('2026-06-21T23:30:00Z')
const NOON = new Date('2026-06-21T11:00:00Z')

describe('the view of a tablet on the wall', () => {
  const open = () => {
    const router = createMemoryRouter([{ path: '/home', element: <Wall /> }], {
      initialEntries: [WALL_VIEW],
    })
    const { container } = render(<RouterProvider router={router} />)
    const isInView = () => isWallView(new URLSearchParams(router.state.location.search))
    const sheet = () => {
      const found = container.querySelector('[data-brightness]')
      if (found === null) throw new Error('There is no sheet.')
      return found
    }
    const brightness = () => sheet().getAttribute('data-brightness')
    return { isInView, brightness, sheet }
  }

  it.each<[string, () => void]>([
    ['its key', () => fireEvent.click(screen.getByRole('button', { name: 'wall.leave' }))],
    ['Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
    ['the end of full screen', () => fireEvent(document, new Event('fullscreenchange'))],
  ])('is left by %s', (_name, leave) => {
    const { isInView } = open()
    expect(isInView()).toBe(true)
    act(leave)
    expect(isInView()).toBe(false)
  })

  it('has the house, the moments, a warning and a way out [SN6]', () => {
    open()
    expect(screen.getByText('The house')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('Front door open')
    const names = screen
      .getAllByRole('button')
      .map((key) => key.getAttribute('aria-label') ?? key.textContent)
    expect(names).toEqual(['Leave', 'wall.leave'])
  })

  it('is dimmed half a minute after the last touch, between sunset and sunrise of the home [SN6]', () => {
    vi.setSystemTime(NIGHT)
    const { brightness } = open()
    act(() => vi.advanceTimersByTime(29_000))
    fireEvent.pointerDown(document)
    act(() => vi.advanceTimersByTime(29_900))
    expect(brightness()).toBe('bright')
    act(() => vi.advanceTimersByTime(100))
    expect(brightness()).toBe('dim')
  })

  it('stays bright by day, and is dimmed when the sun sets meanwhile [SN6]', () => {
    vi.setSystemTime(NOON)
    const { brightness } = open()
    act(() => vi.advanceTimersByTime(600_000))
    expect(brightness()).toBe('bright')
    vi.setSystemTime(NIGHT)
    act(() => vi.advanceTimersByTime(60_000))
    expect(brightness()).toBe('dim')
  })

  const dimmed = () => {
    vi.setSystemTime(NIGHT)
    const opened = open()
    act(() => vi.advanceTimersByTime(30_000))
    expect(opened.brightness()).toBe('dim')
    return opened
  }

  it('is woken by a touch, whose click does nothing else [SN6]', () => {
    const { brightness, sheet } = dimmed()
    const below = vi.fn()
    document.addEventListener('click', below)
    fireEvent.pointerDown(sheet())
    expect(brightness()).toBe('waking')
    fireEvent.pointerUp(sheet())
    fireEvent.click(sheet())
    expect(brightness()).toBe('bright')
    document.removeEventListener('click', below)
    expect(below).not.toHaveBeenCalled()
  })

  it('is woken by a touch that makes no click, and then lets touches through [SN6]', () => {
    const { brightness, sheet } = dimmed()
    fireEvent.pointerDown(sheet())
    act(() => vi.advanceTimersByTime(5_000))
    expect(brightness()).toBe('waking')
    fireEvent.pointerUp(sheet())
    act(() => vi.advanceTimersByTime(600))
    expect(brightness()).toBe('bright')
  })

  it('is woken by a key, which does nothing else and leaves nothing [SN6]', () => {
    const { brightness, isInView } = dimmed()
    pressed.mockClear()
    const key = screen.getByRole('button', { name: 'Leave' })
    for (const name of ['Escape', ' ', 'Enter']) {
      expect(fireEvent.keyDown(key, { key: name })).toBe(false)
      expect(fireEvent.keyUp(key, { key: name })).toBe(false)
      expect(brightness()).toBe('bright')
      act(() => vi.advanceTimersByTime(30_000))
    }
    expect([pressed.mock.calls.length, isInView()]).toEqual([0, true])
    fireEvent.keyDown(key, { key: 'Tab' })
    fireEvent.keyUp(key, { key: 'Tab' })
    expect(fireEvent.keyDown(key, { key: 'x' })).toBe(true)
  })
})

describe('a screen that stays on', () => {
  it('is requested again when the page becomes visible, and released in the end', async () => {
    const release = vi.fn()
    const request = vi.fn(async () => ({ release }) as unknown as WakeLockSentinel)
    const letGo = keepScreenOn({ request })
    fireEvent(document, new Event('visibilitychange'))
    expect(request).toHaveBeenCalledTimes(2)
    letGo()
    await vi.runAllTimersAsync()
    expect(release).toHaveBeenCalledOnce()
    fireEvent(document, new Event('visibilitychange'))
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('is skipped where the browser has no wake lock, or refuses it', async () => {
    keepScreenOn(undefined)()
    const request = async () => {
      throw new Error('The battery is low')
    }
    keepScreenOn({ request })()
    await vi.runAllTimersAsync()
  })
})
