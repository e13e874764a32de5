// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useStore } from 'zustand'
import { queryClient } from '#core/api/query-client.ts'
import { hideMessage, messageStore, showMessage } from '#core/messages.ts'
import { gateway, settle } from '#core/testing/fakes.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { commands, lastMove } from '#features/device-model/devices.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { Snackbar } from '#ui/feedback/snackbar.tsx'
import { UndoOffer } from './undo-offer.tsx'

const MOVE = { command: 'move', position: 100 } as const
const SWITCH = { command: 'light_apply', lightType: 'light_1', brightness: 1 } as const

/** The offer and the message bar in which it is shown. */
function Page() {
  const message = useStore(messageStore, (state) => state.message)
  return (
    <>
      <UndoOffer />
      {message !== null && (
        <Snackbar
          key={message.id}
          tone={message.tone}
          message={message.text}
          closeLabel="close"
          action={message.action}
          onClose={hideMessage}
        />
      )}
    </>
  )
}

describe('the offer to undo', () => {
  const move = vi.spyOn(commands, 'move').mockImplementation(() => {})

  beforeEach(() => {
    move.mockClear()
    for (const [id, position] of [
      ['a', 0.31],
      ['b', 0],
    ] as const) {
      queryClient.setQueryData(deviceKeys.one(id), { ...deviceOf({ state: { position } }), id })
    }
  })
  afterEach(() => {
    cleanup()
    lastMove.clear()
    hideMessage()
    queryClient.clear()
  })

  const moved = async (...ids: string[]) => {
    await act(async () => {
      for (const id of ids) {
        const command = id === 'lamp' ? SWITCH : MOVE
        lastMove.sent(id, command, Promise.resolve(true), (isTaken) => isTaken)
      }
      await settle()
    })
  }
  const button = (name: RegExp) => screen.getByRole('button', { name })

  it('says where one device goes back to, and sends it there', async () => {
    render(<Page />)
    await moved('a')
    fireEvent.click(button(/undo\.to/))
    expect(move.mock.calls).toEqual([['a', { position: 0.31 }]])
    expect(screen.queryByRole('button', { name: /undo/ })).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('undo.done')
  })

  it('is announced once, with what it offers and by which keys', async () => {
    render(<Page />)
    await moved('a')
    expect(screen.getByRole('status').textContent).toBe('Bedroom · undo.keys undo.toundo.to')
    expect(document.querySelectorAll('[role="status"], [aria-live]')).toHaveLength(1)
    expect(button(/undo\.to/).getAttribute('aria-keyshortcuts')).toBe('Control+Z Meta+Z')
  })

  it('stays as it is where one of many devices refuses, and goes where all do', async () => {
    render(<Page />)
    const answers = ['a', 'b'].map(() => gateway<boolean>())
    await act(async () => {
      for (const [index, id] of ['a', 'b'].entries())
        lastMove.sent(id, MOVE, answers[index]?.promise ?? Promise.resolve(true), (isTaken) => isTaken)
      await settle()
    })
    const offer = button(/undo\.all/)
    for (const [index, isThere] of [true, false].entries()) {
      await act(async () => {
        answers[index]?.open(false)
        await settle()
      })
      expect(screen.queryByRole('button', { name: /undo\.all/ })).toBe(isThere ? offer : null)
    }
  })

  it('ends when it is closed, and when another message takes its place', async () => {
    render(<Page />)
    await moved('a')
    fireEvent.click(button(/close/))
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    await moved('a')
    act(() => showMessage('error', 'Something else'))
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    expect(move).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toBe('Something else')
  })

  it('says an end by its verb, and of many devices that all is undone', async () => {
    render(<Page />)
    await moved('b')
    button(/undo\.open/)
    await moved('a', 'b')
    button(/undo\.all/)
  })

  it.each([
    [0, /undo\.off/],
    [0.4, /undo\.to/],
    [1, /undo\.on/],
  ])('says how a lamp of brightness %d was, and switches it back', async (light1Brightness, name) => {
    const lamp = { ...deviceOf({ state: { light1Brightness } }), id: 'lamp' }
    queryClient.setQueryData(deviceKeys.one('lamp'), lamp)
    const setLight = vi.spyOn(commands, 'setLight').mockImplementation(() => {})
    render(<Page />)
    await moved('lamp')
    fireEvent.click(button(name))
    expect(setLight).toHaveBeenLastCalledWith('lamp', 'light_1', light1Brightness)
  })

  it.each([
    ['Ctrl+Z', 1, { key: 'z', ctrlKey: true }],
    ['Cmd+Z', 1, { key: 'z', metaKey: true }],
    ['Ctrl+Shift+Z', 0, { key: 'Z', ctrlKey: true, shiftKey: true }],
    ['Z', 0, { key: 'z' }],
  ])('%s undoes %i times [CM19]', async (_, times, key) => {
    render(<Page />)
    await moved('a')
    fireEvent.keyDown(document.body, key)
    expect(move).toHaveBeenCalledTimes(times)
  })

  it('leaves the keys of a dialog to the dialog, wherever the focus is', async () => {
    render(
      <>
        <div role="dialog">
          <button type="button">Save</button>
        </div>
        <Page />
      </>,
    )
    await moved('a')
    for (const target of [screen.getByRole('button', { name: 'Save' }), document.body])
      fireEvent.keyDown(target, { key: 'z', ctrlKey: true })
    expect(move).not.toHaveBeenCalled()
  })

  it.each([
    ['pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
    ['focus', fireEvent.focus, fireEvent.blur],
  ] as const)('stays while the %s is on it [CM19]', async (_, enter, leave) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
    render(<Page />)
    await moved('a')
    const offer = button(/undo\.to/)
    enter(offer)
    act(() => vi.advanceTimersByTime(60_000))
    expect(button(/undo\.to/)).toBe(offer)
    leave(offer)
    act(() => vi.advanceTimersByTime(5_999))
    expect(button(/undo\.to/)).toBe(offer)
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByRole('button')).toBeNull()
    expect(lastMove.store.getState().devices).toEqual([])
    vi.useRealTimers()
  })

  it('leaves the keys of a field to the field', async () => {
    render(
      <>
        <input aria-label="Name" />
        <Page />
      </>,
    )
    await moved('a')
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'z', ctrlKey: true })
    expect(move).not.toHaveBeenCalled()
  })
})
