// @vitest-environment happy-dom
import { LIMITS } from '@senca/contract'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { coversPressed } from './pressed-part.ts'
import { Snackbar } from './snackbar.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it.each([
  ['without an action closes itself after six seconds', null, true],
  ['with an action stays', { label: 'Reload', run: () => {} }, false],
  ['with an action that is passing closes itself', { label: 'Undo', run: () => {}, isPassing: true }, true],
])('a message %s [SN15]', async (_name, action, closes) => {
  const onClose = vi.fn()
  const bar = { tone: 'success', message: 'Done', closeLabel: 'Close', action, onClose } as const
  render(<Snackbar {...bar} />)
  await act(() => vi.advanceTimersByTimeAsync(LIMITS.MESSAGE_HIDE_MS - 1))
  expect(onClose).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(onClose).toHaveBeenCalledTimes(closes ? 1 : 0)
})

const at = (top: number, bottom: number) => {
  const element = document.body.appendChild(document.createElement('div'))
  element.getBoundingClientRect = () => new DOMRect(0, top, 390, bottom - top)
  return element
}

it.each([
  ['over it', 510, 560, true],
  ['above it', 410, 460, false],
  ['below it', 600, 650, false],
])('a bar %s covers what was pressed: %s to %s px: %s', (_name, top, bottom, isCovered) => {
  const pressed = at(500, 580)
  pressed.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(coversPressed(at(top, bottom))).toBe(isCovered)
})
