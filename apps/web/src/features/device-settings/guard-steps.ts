import { DEVICE_PIN, type UnlockGesture } from '@senca/contract'

/** The chosen unlock protection and the step of the dialog. */
export interface GuardDraft {
  step: 'gesture' | 'newPin' | 'repeatPin' | 'proof'
  gesture: UnlockGesture
  /** The PIN and its repetition, as entered. */
  pin: string
  repeated: string
  password: string
  /** How often the two PINs differed. */
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

/** Whether the input of the step is complete. The password is only required for an account that has one. */
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

/** The draft in the next step. If the two PINs differ, both must be entered again. The last step stays. */
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
