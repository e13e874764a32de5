import { describe, expect, it } from 'vitest'
import { AT_REST, type DragEvent, type DragState, draftOf, drag, isWithin } from './drag.ts'

const AREA = { left: 100, top: 50, width: 200, height: 400 }

describe('the control area', () => {
  it.each([
    ['a point within', 150, 100, false, true],
    ['its corner', 100, 50, false, true],
    ['left of it', 99, 100, false, false],
    ['right of it', 301, 100, false, false],
    ['below it', 150, 451, false, false],
    ['a finger that swings past the end', 150, 470, true, true],
    ['a finger far below', 150, 480, true, false],
  ])('%s', (_, x, y, isFinger, expected) => expect(isWithin(x, y, AREA, isFinger)).toBe(expected))
})

const press = (value: number, pointer = 1): DragEvent => ({ type: 'pressed', pointer, value })
const move = (value: number, isInside = true, pointer = 1): DragEvent => ({
  type: 'moved',
  pointer,
  value,
  isInside,
})
const release = (pointer = 1): DragEvent => ({ type: 'released', pointer })
const lose = (pointer = 1): DragEvent => ({ type: 'lost', pointer })
const step = (value: number): DragEvent => ({ type: 'stepped', value })

describe('a drag', () => {
  it.each<[string, DragEvent[], { draft: number | null; sent: number[] }]>([
    ['begins with the press', [press(0.3)], { draft: 0.3, sent: [] }],
    [
      'follows the hand and sends nothing on the way',
      [press(0.3), move(0.4), move(0.5)],
      { draft: 0.5, sent: [] },
    ],
    ['sends once, on release', [press(0.3), move(0.4), move(0.62), release()], { draft: null, sent: [0.62] }],
    [
      'sends where it was pressed when it did not move',
      [press(0.3), release()],
      { draft: null, sent: [0.3] },
    ],
    ['shows the old value outside', [press(0.3), move(0.4), move(1, false)], { draft: null, sent: [] }],
    [
      'sends nothing when released outside',
      [press(0.3), move(1, false), release()],
      { draft: null, sent: [] },
    ],
    ['resumes when it comes back', [press(0.3), move(1, false), move(0.7)], { draft: 0.7, sent: [] }],
    [
      'sends after it came back',
      [press(0.3), move(1, false), move(0.7), release()],
      { draft: null, sent: [0.7] },
    ],
    [
      'sends nothing after a second finger ended it, whichever is lifted first',
      [
        press(0.3),
        { type: 'cancelled' },
        press(0.9, 2),
        move(0.8, true, 2),
        release(2),
        move(0.6),
        release(),
      ],
      { draft: null, sent: [] },
    ],
    [
      'restores when the browser takes the pointer',
      [press(0.3), move(0.5), lose()],
      { draft: null, sent: [] },
    ],
    ['sends nothing after the pointer was taken', [press(0.3), lose(), release()], { draft: null, sent: [] }],
    ['is not lost with a second finger', [press(0.3), lose(2)], { draft: 0.3, sent: [] }],
    ['restores on Escape', [press(0.3), { type: 'cancelled' }], { draft: null, sent: [] }],
    [
      'does not resume after Escape, however it moves',
      [press(0.3), { type: 'cancelled' }, move(0.5), release()],
      { draft: null, sent: [] },
    ],
    [
      'can begin again after Escape and release',
      [press(0.3), { type: 'cancelled' }, release(), press(0.6), release()],
      { draft: null, sent: [0.6] },
    ],
    ['does not begin by hovering', [move(0.4), release()], { draft: null, sent: [] }],
    ['drafts by keys', [step(0.41), step(0.42)], { draft: 0.42, sent: [] }],
    [
      'sends once when the keys rest',
      [step(0.41), step(0.42), { type: 'rested' }],
      { draft: null, sent: [0.42] },
    ],
    [
      'forgets the keys on Escape',
      [step(0.41), { type: 'cancelled' }, { type: 'rested' }],
      { draft: null, sent: [] },
    ],
    ['ignores keys while a pointer holds it', [press(0.3), step(0.9)], { draft: 0.3, sent: [] }],
    ['replaces a step of the keys', [step(0.9), press(0.3), { type: 'rested' }], { draft: 0.3, sent: [] }],
  ])('%s', (_, events, expected) => {
    let state: DragState = AT_REST
    const sent: number[] = []
    for (const event of events) {
      const next = drag(state, event)
      state = next.state
      if (next.commit !== null) sent.push(next.commit)
    }
    expect({ draft: draftOf(state), sent }).toEqual(expected)
  })
})
