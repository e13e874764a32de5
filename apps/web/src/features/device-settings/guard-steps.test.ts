import { describe, expect, it } from 'vitest'
import { draftOf, type GuardDraft, isStepDone, nextStep } from './guard-steps.ts'

describe('choosing what unlocking takes', () => {
  const filled = (draft: GuardDraft, part: Partial<GuardDraft>) => nextStep({ ...draft, ...part })

  it.each(['tap', 'hold', 'passkey'] as const)('goes from %s to the proof', (gesture) => {
    expect(nextStep(draftOf(gesture)).step).toBe('proof')
  })

  it('has a PIN entered twice, and both again when they differ', () => {
    const first = filled(nextStep(draftOf('pin')), { pin: '2468' })
    expect(first.step).toBe('repeatPin')
    expect(filled(first, { repeated: '2468' })).toMatchObject({ step: 'proof', pin: '2468' })
    expect(filled(first, { repeated: '2469' })).toMatchObject({
      step: 'newPin',
      pin: '',
      repeated: '',
      mismatches: 1,
    })
  })

  it.each<[Partial<GuardDraft>, boolean, boolean]>([
    [{ step: 'newPin', pin: '123' }, true, false],
    [{ step: 'newPin', pin: '1234' }, true, true],
    [{ step: 'repeatPin', pin: '1234', repeated: '12345678' }, true, true],
    [{ step: 'proof', password: '' }, true, false],
    [{ step: 'proof', password: '' }, false, true],
    [{ step: 'proof', password: 'x' }, true, true],
  ])('%j with a password %s can go on: %s', (part, hasPassword, expected) => {
    expect(isStepDone({ ...draftOf('pin'), ...part }, hasPassword)).toBe(expected)
  })
})
