import type { DeviceInfo } from '@senca/contract'
import type { ActivityEntry } from '@senca/contract/activity'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { shortMoment } from '#i18n/moments.ts'
import { activityApi } from './activity.ts'
import { whoWords } from './entry-words.ts'

/** Whether the entry is a successful unlock. */
const isUnlocking = ({ action, result }: ActivityEntry): boolean =>
  action === 'unlocked' || (action === 'unlock' && result?.status === 'success')

/**
 * Says who or what unlocked a door last, according to its newest entries. Shows nothing if they contain no unlock or the person
 * may not see them. `me` is the e-mail address of the signed-in person. The texts are in the part `activity`.
 */
export function LastCame({ device, me }: { device: DeviceInfo; me: string }) {
  const { t } = useTranslation()
  const { magnetLockState, motorLockState } = device.state
  const { data: last } = useQuery({
    // The server stores a lock report before it sends it, so a new lock state means that the list has a new entry.
    queryKey: ['activity', device.id, 'last came', magnetLockState, motorLockState],
    queryFn: async ({ signal }) =>
      (await activityApi.list(device.id, null, signal)).entries.find(isUnlocking) ?? null,
    placeholderData: (before) => before,
    retry: false,
  })
  if (!last) return null
  const when = shortMoment(new Date(last.at), pageNow(), formatTag(currentLanguage()))
  const who = whoWords(last, { me, type: device.devicetype }, t)
  return <span>{t('activity.lastCame', { when, who })}</span>
}
