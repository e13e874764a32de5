import type { LockState } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { mergeLocks, provenLocks } from './proven-locks.ts'

type Reported = [locked: boolean | null | undefined, state: LockState | undefined]

const fieldsOf = ([locked, state]: Reported) => ({
  motorLockConnected: true,
  ...(locked === undefined ? {} : { motorLockLocked: locked }),
  ...(state === undefined ? {} : { motorLockState: state }),
})

describe('a lock', () => {
  it.each<[string, Reported, Reported]>([
    ['says both', [true, 'locked'], [true, 'locked']],
    ['says only that it is locked', [true, undefined], [true, 'locked']],
    ['says only that it is not locked', [false, undefined], [false, 'unlocked']],
    ['says only its state', [undefined, 'locked'], [true, 'locked']],
    ['says nothing', [undefined, undefined], [null, 'unknown']],
    ['does not know', [null, undefined], [null, 'unknown']],
    ['is jammed and says locked', [true, 'jammed'], [null, 'jammed']],
    ['is jammed and says not locked', [false, 'jammed'], [null, 'jammed']],
    ['is unknown and says locked', [true, 'unknown'], [null, 'unknown']],
    ['is locking and says locked', [true, 'locking'], [false, 'locking']],
    ['is unlocking and says locked', [true, 'unlocking'], [false, 'unlocking']],
    ['is unlocking and does not know', [null, 'unlocking'], [null, 'unlocking']],
    ['is unlocked and says locked', [true, 'unlocked'], [false, 'unlocked']],
    ['is locked and says not locked', [false, 'locked'], [null, 'unknown']],
    ['is locked and does not know', [null, 'locked'], [null, 'unknown']],
  ])('[DP17] that %s', (_name, reported, shown) => {
    const [motorLockLocked, motorLockState] = shown
    expect(provenLocks(fieldsOf(reported))).toEqual({ motorLockLocked, motorLockState })
  })

  it('that is not there has no state', () => {
    expect(provenLocks({ motorLockConnected: false })).toEqual({})
  })

  it.each<[string, Reported, Reported, Reported]>([
    ['locked without a state', [false, 'unlocked'], [true, undefined], [true, 'locked']],
    ['not locked without a state', [true, 'locked'], [false, undefined], [false, 'unlocked']],
    ['a state alone', [true, 'locked'], [undefined, 'unlocked'], [false, 'unlocked']],
    ['neither', [true, 'locked'], [undefined, undefined], [true, 'locked']],
  ])(
    '[DP12] takes a newer report of one half before an older one of the other: %s',
    (_name, old, reported, shown) => {
      const fields = { ...mergeLocks(fieldsOf(old), fieldsOf(reported)), ...fieldsOf(reported) }
      const [motorLockLocked, motorLockState] = shown
      expect(provenLocks(fields)).toEqual({ motorLockLocked, motorLockState })
    },
  )
})
