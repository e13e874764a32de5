import type { ReceivedRole } from '@senca/contract/people'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ownTimeZone } from '#features/sharing-model/local-time.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import { receivedQuery } from '../roles.ts'
import { nextStart } from './next-start.ts'

/** In place of an empty home: what others share with this account at other times, each with when. `otherwise` if there is nothing. */
export function WaitingAccess({ otherwise }: { otherwise: ReactNode }) {
  const { t } = useTranslation()
  const { data, isPending } = useQuery(receivedQuery)
  const now = useMinute()
  const waiting = (data ?? []).filter(({ state }) => state !== 'active' && state !== 'expired')
  if (isPending) return null
  const [first, ...others] = waiting.map((role) => waitingWords(role, now))
  if (first === undefined) return otherwise
  return <EmptyState title={first} text={[...others, t('people.waiting.text')].join(' · ')} />

  function waitingWords(role: ReceivedRole, at: Date): string {
    const devices = t('people.deviceCount', { count: role.devices.length })
    const { owner } = role
    const start = nextStart(role, at)
    return start === null
      ? t('people.waiting.paused', { devices, owner })
      : t('people.waiting.from', {
          devices,
          owner,
          when: weekdayMoment(start, formatTag(currentLanguage()), role.timeZone ?? ownTimeZone()),
        })
  }
}
