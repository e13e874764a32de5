// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideMessage, messageStore } from '#core/messages.ts'
import { lazyPart, PartFailure } from './lazy-part.tsx'

interface Named {
  name: string
}
const Room: ComponentType<Named> = ({ name }) => <p>{name}</p>
/** Loads the room, but the first time fails as where a file does not come. */
const loadAtSecond = () =>
  vi
    .fn<() => Promise<ComponentType<Named>>>()
    .mockRejectedValueOnce(new TypeError('network'))
    .mockResolvedValue(Room)

beforeEach(hideMessage)
afterEach(cleanup)

it('shows what waits, then the part, which is loaded once', async () => {
  const load = vi.fn(async () => Room)
  const Part = lazyPart(load, { waiting: ({ name }) => <p>waiting for {name}</p> })
  render(<Part name="kitchen" />)
  expect(screen.getByText('waiting for kitchen')).toBeDefined()
  await screen.findByText('kitchen')
  render(<Part name="hall" />)
  expect(screen.getByText('hall')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

it('is there at once where it was loaded before', async () => {
  const Part = lazyPart(async () => Room, { waiting: () => <p>waiting</p> })
  await Part.load()
  render(<Part name="kitchen" />)
  expect(screen.getByText('kitchen')).toBeDefined()
})

it('leaves the rest of the page where a part cannot be loaded, and loads it when it is rendered again', async () => {
  const load = loadAtSecond()
  const Part = lazyPart(load)
  const page = (isShown: boolean) => (
    <>
      <p>page</p>
      {isShown && <Part name="kitchen" />}
    </>
  )
  const { rerender } = render(page(true))
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  expect(screen.getByText('page')).toBeDefined()
  rerender(page(false))
  rerender(page(true))
  await screen.findByText('kitchen')
  expect(load).toHaveBeenCalledTimes(2)
})

it('can be tried again in its place', async () => {
  const Part = lazyPart(loadAtSecond(), {
    failed: ({ name }, retry) => (
      <button type="button" onClick={retry}>
        again for {name}
      </button>
    ),
  })
  render(<Part name="kitchen" />)
  fireEvent.click(await screen.findByRole('button', { name: 'again for kitchen' }))
  await screen.findByText('kitchen')
})

it('says that a part could not be loaded, and lets it be asked for again', async () => {
  const onOver = vi.fn()
  const Part = lazyPart(loadAtSecond(), { failed: () => <PartFailure onShown={onOver} /> })
  render(<Part name="kitchen" />)
  await vi.waitFor(() => expect(onOver).toHaveBeenCalledTimes(1))
  expect(messageStore.getState().message?.text).toBe('errors.network')
})
