import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHold, HOLD_MS, type HoldPointer } from './hold.ts'

const FINGER: HoldPointer = {
  pointerId: 1,
  pointerType: 'touch',
  button: 0,
  buttons: 1,
  width: 20,
  height: 20,
  pressure: 1,
}
const SECOND = { ...FINGER, pointerId: 2 }
const MOUSE = { ...FINGER, pointerType: 'mouse', width: 1, height: 1, pressure: 0.5 }
const VOICEOVER = { ...FINGER, width: 0, height: 0, pressure: 0 }
const TALKBACK = { ...FINGER, pointerType: 'mouse', width: 1, height: 1, pressure: 0 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp(heldMs?: number) {
  const done: string[] = []
  const hold = createHold(
    {
      onChange: (isHolding) => done.push(isHolding ? 'holding' : 'not holding'),
      onHeld: () => done.push('held'),
      onAsk: () => done.push('asked'),
      onShort: () => done.push('short'),
    },
    heldMs,
  )
  return { hold, done }
}

describe('a button to hold', () => {
  it.each([
    ['a finger', FINGER],
    ['a mouse', MOUSE],
    ['a finger of a screen reader that is held', VOICEOVER],
  ])('acts when %s rests on it for a second', (_, pointer) => {
    const { hold, done } = setUp()
    hold.down(pointer)
    vi.advanceTimersByTime(HOLD_MS - 1)
    expect(done).toEqual(['holding'])
    vi.advanceTimersByTime(1)
    hold.up(pointer)
    hold.click({ detail: 1 })
    expect(done).toEqual(['holding', 'not holding', 'held'])
  })

  it('acts later when it has to be held for longer', () => {
    const { hold, done } = setUp(2 * HOLD_MS)
    hold.down(FINGER)
    vi.advanceTimersByTime(2 * HOLD_MS - 1)
    expect(done).toEqual(['holding'])
    vi.advanceTimersByTime(1)
    expect(done).toEqual(['holding', 'not holding', 'held'])
  })

  it('says so when it is let go too early', () => {
    const { hold, done } = setUp()
    hold.down(FINGER)
    vi.advanceTimersByTime(HOLD_MS - 1)
    hold.up(FINGER)
    hold.click({ detail: 1 })
    vi.advanceTimersByTime(HOLD_MS)
    expect(done).toEqual(['holding', 'not holding', 'short'])
  })

  it('is not held by the right button of a mouse', () => {
    const { hold, done } = setUp()
    hold.down({ ...MOUSE, button: 2 })
    vi.advanceTimersByTime(HOLD_MS)
    expect(done).toEqual([])
  })
})

describe('a second finger', () => {
  it.each<[string, (hold: ReturnType<typeof createHold>) => void]>([
    [
      'on the button',
      (hold) => {
        hold.join(SECOND)
        hold.down(SECOND)
      },
    ],
    ['elsewhere on the page', (hold) => hold.join(SECOND)],
  ])('%s ends the hold of the first, whichever is lifted first', (_, press) => {
    for (const lifted of [
      [FINGER, SECOND],
      [SECOND, FINGER],
    ]) {
      const { hold, done } = setUp()
      hold.down(FINGER)
      vi.advanceTimersByTime(HOLD_MS - 1)
      press(hold)
      vi.advanceTimersByTime(2 * HOLD_MS)
      for (const finger of lifted) hold.up(finger)
      vi.advanceTimersByTime(2 * HOLD_MS)
      expect(done).toEqual(['holding', 'not holding'])
    }
  })

  it('does not keep a hold whose first finger was lifted', () => {
    const { hold, done } = setUp()
    hold.down(FINGER)
    vi.advanceTimersByTime(500)
    hold.up(FINGER)
    hold.up(SECOND)
    vi.advanceTimersByTime(2 * HOLD_MS)
    expect(done).toEqual(['holding', 'not holding', 'short'])
  })

  it('is another one: the press that began the hold does not end it', () => {
    const { hold, done } = setUp()
    hold.down(FINGER)
    hold.join(FINGER)
    vi.advanceTimersByTime(HOLD_MS)
    expect(done).toEqual(['holding', 'not holding', 'held'])
  })
})

describe('a hold has no effect', () => {
  it.each<[string, (hold: ReturnType<typeof createHold>) => void]>([
    ['when the finger leaves the button', (hold) => hold.leave(FINGER)],
    ['when the browser takes the finger for scrolling', (hold) => hold.cancelPointer(FINGER)],
    ['when the page is left or hidden', (hold) => hold.cancel()],
    ['when the button is disabled meanwhile', (hold) => hold.disable(true)],
    [
      'when the button was disabled meanwhile and is enabled again',
      (hold) => {
        hold.disable(true)
        hold.disable(false)
      },
    ],
  ])('%s', (_, end) => {
    const { hold, done } = setUp()
    hold.down(FINGER)
    vi.advanceTimersByTime(HOLD_MS - 1)
    end(hold)
    vi.advanceTimersByTime(HOLD_MS)
    hold.up(FINGER)
    expect(done).toEqual(['holding', 'not holding'])
  })

  it('while the button is disabled', () => {
    const { hold, done } = setUp()
    hold.disable(true)
    hold.down(FINGER)
    vi.advanceTimersByTime(HOLD_MS)
    hold.up(FINGER)
    hold.click({ detail: 1 })
    hold.click({ detail: 0 })
    expect(done).toEqual([])
  })
})

describe('a click without a finger asks instead', () => {
  it.each<[string, (hold: ReturnType<typeof createHold>) => void]>([
    ['of a keyboard', (hold) => hold.click({ detail: 0 })],
    ['of a screen reader without pointer events', (hold) => hold.click({ detail: 1 })],
    [
      'of VoiceOver, whose pointer has no size',
      (hold) => {
        hold.down(VOICEOVER)
        hold.up(VOICEOVER)
        hold.click({ detail: 1 })
      },
    ],
    [
      'of TalkBack, whose mouse has no pressure',
      (hold) => {
        hold.down(TALKBACK)
        hold.up(TALKBACK)
        hold.click({ detail: 1 })
      },
    ],
    [
      'after a finger that slid off the button',
      (hold) => {
        hold.down(FINGER)
        hold.leave(FINGER)
        hold.click({ detail: 1 })
      },
    ],
  ])('%s', (_, act) => {
    const { hold, done } = setUp()
    act(hold)
    expect(done.filter((each) => each !== 'holding' && each !== 'not holding')).toEqual(['asked'])
  })
})
