// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mark, useIsMarked } from './marked-devices.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Device({ id }: { id: string }) {
  return <p>{`${id} ${useIsMarked(id) ? 'marked' : 'plain'}`}</p>
}

it('a device is marked for the time that an app asks for, or until it asks for no more', () => {
  render(
    <>
      <Device id="a" />
      <Device id="b" />
    </>,
  )
  act(() => mark('a', 10))
  expect(screen.getByText('a marked')).toBeTruthy()
  expect(screen.getByText('b plain')).toBeTruthy()
  act(() => mark('b', 10))
  act(() => mark('a', 20))
  act(() => vi.advanceTimersByTime(10_000))
  expect(screen.getByText('a marked')).toBeTruthy()
  expect(screen.getByText('b plain')).toBeTruthy()
  act(() => mark('a', 0))
  expect(screen.getByText('a plain')).toBeTruthy()
})
