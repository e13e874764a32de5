import { useMemo, useState } from 'react'
import { useForm } from '#i18n/use-form.ts'
import { isProofMissing, isUnconfirmed } from './sharing-failures.ts'

type Needs<Values extends object, Problem, Saved> = Omit<
  Parameters<typeof useForm<Values, Problem, Saved>>[0],
  'opened' | 'onFailure'
> & {
  /** The saved values; null for something new. */
  known: Values | null
  /** The start values of something new. */
  start: () => Values
  /** The time zone of the start values, which may become known later. */
  zone: string
  onUnconfirmed: () => void
}

/**
 * The state of a form that shares devices. `onUnconfirmed` is called if the account must be confirmed first. While the server
 * requires a proof, `guardedDoor` is the door that needs it, and `saveWith` sends the form with the account's password.
 */
export function useSharingForm<Values extends object, Problem, Saved>(needs: Needs<Values, Problem, Saved>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new starts once, and again in another zone
  const blank = useMemo(needs.start, [needs.zone])
  const [guardedDoor, setGuardedDoor] = useState<string | null>(null)
  const form = useForm({
    ...needs,
    opened: needs.known ?? blank,
    onFailure: (failure) => {
      if (isUnconfirmed(failure)) needs.onUnconfirmed()
      if (!isProofMissing(failure)) return false
      setGuardedDoor(failure.deviceId ?? '')
      return true
    },
  })
  return { ...form, guardedDoor, cancelProof: () => setGuardedDoor(null) }
}
