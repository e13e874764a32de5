// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useUnlockKeys } from '#features/device-parts/use-unlock-keys.ts'
import { LockDisc } from './lock-disc.tsx'
import { UnlockQuestion } from './unlock-question.tsx'

const FINGER = {
  isPrimary: true,
  pointerId: 1,
  pointerType: 'touch',
  button: 0,
  buttons: 1,
  width: 20,
  height: 20,
  pressure: 1,
}

/** A lock as guests and owners see it: the button to hold, and the confirmation for keyboards. */
function Lock({ unlock, isReady = true }: { unlock: (what: number | null) => void; isReady?: boolean }) {
  const keys = useUnlockKeys<number | null>(unlock, () => isReady)
  return (
    <>
      <LockDisc
        ref={keys.discRef}
        state="locked"
        isOld={false}
        label="Motor lock"
        action="Hold to unlock"
        isHeld
        isWaiting={false}
        disabled={!isReady}
        onUnlock={() => keys.press(null)}
        onAsk={() => keys.ask(null)}
        onShort={keys.hint}
      />
      {keys.isHinting && <p>hold on</p>}
      {keys.isAsked && <UnlockQuestion keys={keys} />}
    </>
  )
}

const disc = () => screen.getByRole('button', { name: 'Motor lock' })
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a lock that is held to unlock', () => {
  it('unlocks after a second under a finger, and once', async () => {
    const unlock = vi.fn()
    render(<Lock unlock={unlock} />)
    fireEvent.pointerDown(disc(), FINGER)
    await pass(900)
    expect(unlock).not.toHaveBeenCalled()
    await pass(200)
    expect(unlock.mock.calls).toEqual([[null]])
    fireEvent.pointerUp(disc(), FINGER)
    fireEvent.click(disc(), { detail: 1 })
    await pass(2_000)
    expect(unlock).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('card.unlock')).toBeNull()
  })

  it('stays locked at a tap, and says to hold on for a moment', async () => {
    const unlock = vi.fn()
    render(<Lock unlock={unlock} />)
    fireEvent.pointerDown(disc(), FINGER)
    await pass(300)
    fireEvent.pointerUp(disc(), FINGER)
    fireEvent.click(disc(), { detail: 1 })
    await pass(10)
    expect(screen.getByText('hold on')).toBeTruthy()
    await pass(3_000)
    expect(screen.queryByText('hold on')).toBeNull()
    expect(screen.queryByText('card.unlock')).toBeNull()
    expect(unlock).not.toHaveBeenCalled()
  })

  it.each([
    ['Yes', 'card.unlock', 1],
    ['No', 'card.keepLocked', 0],
  ])('asks a keyboard instead, which answers %s', async (_, answer, times) => {
    const unlock = vi.fn()
    render(<Lock unlock={unlock} />)
    fireEvent.click(disc())
    await pass(10)
    fireEvent.click(screen.getByRole('button', { name: answer }))
    await pass(10)
    expect(unlock).toHaveBeenCalledTimes(times)
    expect(screen.queryByText('card.unlock')).toBeNull()
  })

  it('withdraws its question with Escape, after a while, and when it cannot be unlocked any more', async () => {
    const unlock = vi.fn()
    const { rerender } = render(<Lock unlock={unlock} />)
    const ask = async () => {
      fireEvent.click(disc())
      await pass(10)
      return screen.getByRole('button', { name: 'card.unlock' })
    }
    fireEvent.keyDown(await ask(), { key: 'Escape' })
    await pass(10)
    expect(screen.queryByText('card.unlock')).toBeNull()
    await ask()
    await pass(20_000)
    expect(screen.queryByText('card.unlock')).toBeNull()
    await ask()
    rerender(<Lock unlock={unlock} isReady={false} />)
    await pass(10)
    expect(screen.queryByText('card.unlock')).toBeNull()
    expect(unlock).not.toHaveBeenCalled()
  })

  it('does nothing while it cannot be unlocked', async () => {
    const unlock = vi.fn()
    render(<Lock unlock={unlock} isReady={false} />)
    fireEvent.pointerDown(disc(), FINGER)
    await pass(1_500)
    fireEvent.click(disc())
    await pass(10)
    expect(unlock).not.toHaveBeenCalled()
    expect(screen.queryByText('card.unlock')).toBeNull()
  })
})
