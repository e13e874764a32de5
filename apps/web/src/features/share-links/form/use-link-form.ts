import { type DeviceLink, LIMITS } from '@senca/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { pageNow } from '#core/clock.ts'
import { useOwnTimeZone } from '#features/sharing-model/local-time.ts'
import { type OnSaved, useSharingForm } from '#features/sharing-model/use-sharing-form.ts'
import { linkKeys } from '../links.queries.ts'
import { linksApi } from '../links.ts'
import { draftOf, type LinkDraft, newDraft } from './link-draft.ts'
import { type LinkFault, validate } from './link-faults.ts'
import { createRequestOf, updateRequestOf } from './link-request.ts'

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
  const now = pageNow()
  if (link === null) return linksApi.create({ ...createRequestOf(draft, now), ...proof })
  const changes = updateRequestOf(link, draft, now)
  return changes === null ? link : linksApi.update({ ...changes, ...proof })
}

/** The state of the form that creates (`link` null) or edits a link. */
export function useLinkForm(props: {
  link: DeviceLink | null
  deviceIds: readonly string[]
  onSaved: OnSaved<DeviceLink>
  onUnconfirmed: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { link } = props
  const zone = useOwnTimeZone()
  const known = useMemo(() => (link === null ? null : draftOf(link, zone)), [link, zone])
  const { faults, ...form } = useSharingForm<LinkDraft, LinkFault, DeviceLink>({
    known,
    zone,
    start: () => newDraft(props.deviceIds, pageNow()),
    validate: (draft, now) => validate(draft, now, known),
    refusalOf(failure) {
      const field = refusedField(failure)
      return field === null ? null : { [field]: 'refused' }
    },
    async send(draft, proof) {
      const saved = await send(link, draft, proof)
      await client.invalidateQueries({ queryKey: linkKeys.all })
      return saved
    },
    onSaved: props.onSaved,
    onUnconfirmed: props.onUnconfirmed,
  })
  return {
    ...form,
    faultFields: Object.keys(faults),
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
