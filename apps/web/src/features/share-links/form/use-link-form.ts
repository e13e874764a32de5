import { type DeviceLink, LIMITS } from '@senca/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { isProofMissing, isUnconfirmed } from '#features/sharing-model/sharing-failures.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { linkKeys } from '../links.queries.ts'
import { linksApi } from '../links.ts'
import { draftOf, type LinkDraft, newDraft } from './link-draft.ts'
import { faultsOf, type LinkFaults } from './link-faults.ts'
import { createRequestOf, updateRequestOf } from './link-request.ts'

const NONE: LinkFaults = {}

/** The form field for each field of the request. */
const FIELD_OF: Record<string, string> = {
  name: 'name',
  devices: 'devices',
  multiUse: 'devices',
  startsAt: 'from',
  expiresAt: 'until',
  maxUses: 'maxUses',
  pin: 'pin',
}

/** The field that the server refused; null if the refusal is about something else. */
function refusedField(failure: unknown): string | null {
  const isOfField = failure instanceof ApiFailure && failure.error === 'malformed_request'
  return isOfField && failure.key !== null ? (FIELD_OF[failure.key] ?? null) : null
}

/** Sends a new link, or the changes to the edited one. */
async function send(
  link: DeviceLink | null,
  draft: LinkDraft,
  proof: { password?: string },
): Promise<DeviceLink> {
  const now = new Date()
  if (link === null) return linksApi.create({ ...createRequestOf(draft, now), ...proof })
  const changes = updateRequestOf(link, draft, now)
  return changes === null ? link : linksApi.update({ ...changes, ...proof })
}

/**
 * The state of the form that creates (`link` null) or edits a link. Errors are shown at the fields from the first submit on, and
 * the first faulty field gets the focus. `onUnconfirmed` is called if the account must be confirmed first. While the server
 * requires a proof, `guardedDoor` is the door that needs it, and `prove` submits the form with the account's password; it throws
 * refusals.
 */
export function useLinkForm(props: {
  link: DeviceLink | null
  deviceIds: readonly string[]
  onDone: (link: DeviceLink) => void
  onUnconfirmed: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const { link } = props
  const [blank] = useState(() => newDraft(props.deviceIds, new Date()))
  // Fields that were not edited follow the link, which may be changed elsewhere in the meantime, and are not sent.
  const known = useMemo(() => (link === null ? null : draftOf(link)), [link])
  const [changes, setChanges] = useState<Partial<LinkDraft>>({})
  const draft = { ...(known ?? blank), ...changes }
  const [tries, setTries] = useState(0)
  const [refused, setRefused] = useState(NONE)
  const [guardedDoor, setGuardedDoor] = useState<string | null>(null)
  const faults = tries === 0 ? NONE : { ...faultsOf(draft, new Date(), known), ...refused }
  const faultFields = Object.keys(faults)
  const hasFaults = faultFields.length > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: at every try, and not while a person mends the fields
  useEffect(() => {
    if (hasFaults) form.current?.querySelector<HTMLElement>(FAULTY)?.focus()
  }, [tries, refused])

  const sendDraft = async (proof: { password?: string }) => {
    const made = await send(link, draft, proof)
    await client.invalidateQueries({ queryKey: linkKeys.all })
    props.onDone(made)
  }

  const sending = useServerCall({
    send: () => sendDraft({}),
    onFailure: (failure) => {
      const field = refusedField(failure)
      if (isProofMissing(failure)) setGuardedDoor(failure.deviceId ?? '')
      else if (field !== null) setRefused({ [field]: 'refused' })
      if (isUnconfirmed(failure)) props.onUnconfirmed()
      return isProofMissing(failure) || field !== null ? null : undefined
    },
  })

  const submit = () => {
    if (sending.isSending || sending.isDone) return
    setTries(tries + 1)
    setRefused(NONE)
    if (Object.keys(faultsOf(draft, new Date(), known)).length === 0) sending.send()
  }

  return {
    form,
    draft,
    isSending: sending.isSending || sending.isDone,
    faultFields,
    submit,
    guardedDoor,
    prove: (password: string) => sendDraft({ password }),
    cancelProof: () => setGuardedDoor(null),
    change: (change: Partial<LinkDraft>) => {
      setChanges((before) => ({ ...before, ...change }))
      setRefused(NONE)
    },
    faultOf: (field: string): string | null => {
      const fault = faults[field]
      if (fault === undefined) return null
      return t(`linkForm.fault.${fault}`, {
        max: LIMITS.DEVICE_LINK_NAME_MAX_LENGTH,
        days: LIMITS.DEVICE_LINK_VALIDITY_MAX_DAYS,
        uses: LIMITS.DEVICE_LINK_USES_MAX,
        devices: LIMITS.DEVICE_LINK_DEVICES,
      })
    },
  }
}

const FAULTY = '[aria-invalid="true"], [data-invalid="true"] button'
