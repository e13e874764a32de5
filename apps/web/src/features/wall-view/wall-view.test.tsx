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

describe('the view of a tablet on the wall', () => {
  const open = () => {
    const router = createMemoryRouter([{ path: '/home', element: <WallView /> }], {
      initialEntries: [WALL_VIEW],
    })
    const { container } = render(<RouterProvider router={router} />)
    const isInView = () => isWallView(new URLSearchParams(router.state.location.search))
    const isBright = () => container.querySelector('[data-bright]')?.getAttribute('data-bright')
    return { isInView, isBright }
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

  it('may be dimmed a minute after the last touch [SN6]', () => {
    const { isBright } = open()
    act(() => vi.advanceTimersByTime(59_000))
    fireEvent.pointerDown(document)
    act(() => vi.advanceTimersByTime(59_000))
    expect(isBright()).toBe('true')
    act(() => vi.advanceTimersByTime(1_000))
    expect(isBright()).toBe('false')
    fireEvent.keyDown(document, { key: 'Tab' })
    expect(isBright()).toBe('true')
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
