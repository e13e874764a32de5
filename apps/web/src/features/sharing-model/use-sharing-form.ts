import { useEffect, useMemo, useRef, useState } from 'react'
import { pageNow } from '#core/clock.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { isProofMissing, isUnconfirmed } from './sharing-failures.ts'

type Faults<Fault> = Readonly<Record<string, Fault>>

/** One object, so that typing does not count as a new refusal. */
const NONE = {}

interface Needs<Draft, Fault> {
  /** The saved values; null for something new. */
  known: Draft | null
  /** The start values of something new. */
  start: () => Draft
  /** The time zone of the start values, which may become known later. */
  zone: string
  /** The errors by field. */
  faultsOf: (draft: Draft, now: Date) => Faults<Fault>
  /** The fields that the server refused; null if the refusal is about something else. */
  refusalOf: (failure: Error, draft: Draft) => Faults<Fault> | null
  send: (draft: Draft, proof: { password?: string }) => Promise<void>
  onUnconfirmed: () => void
}

/**
 * The state of a form that shares devices. Fields that were not edited follow the saved values, which may be changed elsewhere in
 * the meantime. Errors are shown at the fields from the first submit on, and the first faulty field gets the focus.
 * `onUnconfirmed` is called if the account must be confirmed first. While the server requires a proof, `guardedDoor` is the door
 * that needs it, and `prove` submits the form with the account's password; it throws refusals.
 */
export function useSharingForm<Draft extends object, Fault>(needs: Needs<Draft, Fault>) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new starts once, and anew in another zone
  const blank = useMemo(needs.start, [needs.zone])
  const [changes, setChanges] = useState<Partial<Draft>>({})
  const draft = { ...(needs.known ?? blank), ...changes }
  const [tries, setTries] = useState(0)
  const [refused, setRefused] = useState<Faults<Fault>>(NONE)
  const [guardedDoor, setGuardedDoor] = useState<string | null>(null)
  const faults: Faults<Fault> = tries === 0 ? NONE : { ...needs.faultsOf(draft, pageNow()), ...refused }
  const hasFaults = Object.keys(faults).length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: at every try, and not while a person mends the fields
  useEffect(() => {
    if (hasFaults) form.current?.querySelector<HTMLElement>(FAULTY)?.focus()
  }, [tries, refused])

  const sending = useServerCall({
    send: () => needs.send(draft, {}),
    onFailure: (failure) => {
      const refusal = needs.refusalOf(failure, draft)
      if (isProofMissing(failure)) setGuardedDoor(failure.deviceId ?? '')
      else if (refusal !== null) setRefused(refusal)
      if (isUnconfirmed(failure)) needs.onUnconfirmed()
      return isProofMissing(failure) || refusal !== null ? null : undefined
    },
  })

  const submit = () => {
    if (sending.isSending || sending.isDone) return
    setTries(tries + 1)
    setRefused(NONE)
    if (Object.keys(needs.faultsOf(draft, pageNow())).length === 0) sending.send()
  }

  return {
    form,
    draft,
    faults,
    isSending: sending.isSending || sending.isDone,
    submit,
    guardedDoor,
    prove: (password: string) => needs.send(draft, { password }),
    cancelProof: () => setGuardedDoor(null),
    change: (change: Partial<Draft>) => {
      setChanges((before) => ({ ...before, ...change }))
      setRefused(NONE)
    },
  }
}

const FAULTY = '[aria-invalid="true"], [data-invalid="true"] button'
