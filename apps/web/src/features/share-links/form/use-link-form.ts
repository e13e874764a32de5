import { type DeviceLink, LIMITS } from '@senca/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { useOwnTimeZone } from '#features/sharing-model/local-time.ts'
import { useSharingForm } from '#features/sharing-model/use-sharing-form.ts'
import { type OnSaved, refusedField } from '#i18n/use-form.ts'
import { linkKeys } from '../links.queries.ts'
import { linksApi } from '../links.ts'
import { draftOf, type LinkDraft, newDraft } from './link-draft.ts'
import { type LinkError, validate } from './link-errors.ts'
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

/** Sends a new link, or the changes to the edited one. */
async function send(
  link: DeviceLink | null,
  draft: LinkDraft,
  password: string | undefined,
): Promise<DeviceLink> {
  const now = pageNow()
  const proof = password === undefined ? {} : { password }
  if (link === null) return linksApi.create({ ...createRequestOf(draft, now), ...proof })
  const changes = updateRequestOf(link, draft, now)
  return changes === null ? link : linksApi.update({ ...changes, ...proof })
}

/** The state of the form that creates (`link` null) or edits a link. */
export function useLinkForm(props: {
  link: DeviceLink | null
  name: string
  deviceIds: readonly string[]
  onSaved: OnSaved<DeviceLink>
  onUnconfirmed: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { link } = props
  const zone = useOwnTimeZone()
  const known = useMemo(() => (link === null ? null : draftOf(link, zone)), [link, zone])
  return useSharingForm<LinkDraft, LinkError, DeviceLink>({
    known,
    zone,
    start: () => ({ ...newDraft(props.deviceIds, pageNow()), name: props.name }),
    validate: (draft) => validate(draft, pageNow(), known),
    refusalOf(failure) {
      const field = refusedField(failure, FIELD_OF)
      return field === null ? null : { [field]: 'refused' }
    },
    textOf: (error) =>
      t(`linkForm.error.${error}`, {
        max: LIMITS.DEVICE_LINK_NAME_MAX_LENGTH,
        days: LIMITS.DEVICE_LINK_VALIDITY_MAX_DAYS,
        uses: LIMITS.DEVICE_LINK_USES_MAX,
        devices: LIMITS.DEVICE_LINK_DEVICES,
      }),
    async send(draft, password) {
      const saved = await send(link, draft, password)
      await client.invalidateQueries({ queryKey: linkKeys.all })
      return saved
    },
    onSaved: props.onSaved,
    onUnconfirmed: props.onUnconfirmed,
  })
}
