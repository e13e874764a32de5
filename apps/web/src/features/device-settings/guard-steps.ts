import { DEVICE_PIN, type UnlockGesture } from '@senca/contract'

/** What is being chosen of what unlocking a door takes, and how far that has come. */
export interface GuardDraft {
  step: 'gesture' | 'newPin' | 'repeatPin' | 'proof'
  gesture: UnlockGesture
  /** The PIN as it was entered first, then once more. */
  pin: string
  repeated: string
  password: string
  /** How often the two were not the same. */
  mismatches: number
}

export const draftOf = (gesture: UnlockGesture): GuardDraft => ({
  step: 'gesture',
  gesture,
  pin: '',
  repeated: '',
  password: '',
  mismatches: 0,
})

/** Whether what the step asks for is there; the password only of an account that has one. */
export function isStepDone(draft: GuardDraft, hasPassword: boolean): boolean {
  switch (draft.step) {
    case 'gesture':
      return true
    case 'newPin':
      return DEVICE_PIN.test(draft.pin)
    case 'repeatPin':
      return DEVICE_PIN.test(draft.repeated)
    case 'proof':
      return !hasPassword || draft.password !== ''
  }
}

/** The draft at the next step; two PINs that differ are both entered again. At the last step it stays. */
export function nextStep(draft: GuardDraft): GuardDraft {
  switch (draft.step) {
    case 'gesture':
      return { ...draft, step: draft.gesture === 'pin' ? 'newPin' : 'proof' }
    case 'newPin':
      return { ...draft, step: 'repeatPin' }
    case 'repeatPin':
      return draft.pin === draft.repeated
        ? { ...draft, step: 'proof' }
        : { ...draft, step: 'newPin', pin: '', repeated: '', mismatches: draft.mismatches + 1 }
    case 'proof':
      return draft
  }
}
