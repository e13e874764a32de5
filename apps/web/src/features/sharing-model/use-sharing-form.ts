import { useEffect, useMemo, useRef, useState } from 'react'
import { hasChanges } from '#core/changes.ts'
import { pageNow } from '#core/clock.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { useLeaveGuard } from '#ui/feedback/use-leave-guard.ts'
import { isProofMissing, isUnconfirmed } from './sharing-failures.ts'

type Faults<Fault> = Readonly<Record<string, Fault>>

/**
 * Shows that the form is saved. `leave` goes to where the person wanted to go, or calls its argument if they have not asked to
 * leave.
 */
export type OnSaved<Saved> = (saved: Saved, leave: (otherwise: () => void) => void) => void

/** One object, so that typing does not count as a new refusal. */
const NONE = {}

interface Needs<Draft, Fault, Saved> {
  /** The saved values; null for something new. */
  known: Draft | null
  /** The start values of something new. */
  start: () => Draft
  /** The time zone of the start values, which may become known later. */
  zone: string
  /** The errors by field. */
  validate: (draft: Draft, now: Date) => Faults<Fault>
  /** The fields that the server refused; null if the refusal is about something else. */
  refusalOf: (failure: Error, draft: Draft) => Faults<Fault> | null
  send: (draft: Draft, proof: { password?: string }) => Promise<Saved>
  onSaved: OnSaved<Saved>
  onUnconfirmed: () => void
}

/**
 * The state of a form that shares devices. Fields that were not edited follow the saved values, which may be changed elsewhere in
 * the meantime. Errors are shown at the fields from the first submit on, and the first faulty field gets the focus.
 * `onUnconfirmed` is called if the account must be confirmed first. While the server requires a proof, `guardedDoor` is the door
 * that needs it, and `prove` submits the form with the account's password; it throws refusals. `guard` stops a person who leaves
 * with changes, and `canSave` is whether submitting would send them.
 */
export function useSharingForm<Draft extends object, Fault, Saved>(needs: Needs<Draft, Fault, Saved>) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new starts once, and anew in another zone
  const blank = useMemo(needs.start, [needs.zone])
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const opened = needs.known ?? blank
  const draft = { ...opened, ...changes }
  const guard = useLeaveGuard(hasChanges(opened, draft))
  const [tries, setTries] = useState(0)
  const [refused, setRefused] = useState<Faults<Fault>>(NONE)
  const [guardedDoor, setGuardedDoor] = useState<string | null>(null)
  const faults: Faults<Fault> = tries === 0 ? NONE : { ...needs.validate(draft, pageNow()), ...refused }
  const hasFaults = Object.keys(faults).length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: at every try, and not while a person mends the fields
  useEffect(() => {
    if (hasFaults) form.current?.querySelector<HTMLElement>(FAULTY)?.focus()
  }, [tries, refused])

  const save = async (proof: { password?: string }) => {
    const saved = await needs.send(draft, proof)
    guard.free()
    needs.onSaved(saved, guard.leave)
  }
  const sending = useServerCall({
    send: () => save({}),
    onFailure: (failure) => {
      guard.stay()
      const refusal = needs.refusalOf(failure, draft)
      if (isProofMissing(failure)) setGuardedDoor(failure.deviceId ?? '')
      else if (refusal !== null) setRefused(refusal)
      if (isUnconfirmed(failure)) needs.onUnconfirmed()
      return isProofMissing(failure) || refusal !== null ? null : undefined
    },
  })

  const canSave = Object.keys(needs.validate(draft, pageNow())).length === 0
  const submit = () => {
    if (sending.isSending || sending.isDone) return
    setTries(tries + 1)
    setRefused(NONE)
    if (canSave) sending.send()
  }

  return {
    form,
    draft,
    faults,
    isSending: sending.isSending || sending.isDone,
    canSave,
    submit,
    guard,
    guardedDoor,
    prove: (password: string) => save({ password }),
    cancelProof: () => setGuardedDoor(null),
    change: (change: Partial<Draft>) => {
      setChanges((before) => ({ ...before, ...change }))
      setRefused(NONE)
    },
  }
}

const FAULTY = '[aria-invalid="true"], [data-invalid="true"] button'
