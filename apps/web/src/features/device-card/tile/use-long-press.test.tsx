// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LONG_PRESS_MS, useLongPress } from './use-long-press.ts'

const [held, clicked] = [vi.fn(), vi.fn()]
function Tile() {
  return (
    <div {...useLongPress(held)}>
      <button type="button" onClick={clicked}>
        Tile
      </button>
    </div>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  render(<Tile />)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.useRealTimers()
})

const longPress = () => {
  fireEvent.pointerDown(screen.getByRole('button'), { button: 0, isPrimary: true })
  act(() => vi.advanceTimersByTime(LONG_PRESS_MS))
  fireEvent.pointerUp(screen.getByRole('button'))
}
const click = (detail: number) => fireEvent.click(screen.getByRole('button'), { detail })

it('the click at the end of a long press does nothing', () => {
  longPress()
  expect(held).toHaveBeenCalledTimes(1)
  click(1)
  expect(clicked).not.toHaveBeenCalled()
})

it('a key after a long press without a click presses the tile', () => {
  longPress()
  click(0)
  expect(clicked).toHaveBeenCalledTimes(1)
})
