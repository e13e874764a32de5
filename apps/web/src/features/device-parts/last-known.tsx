import { type DeviceState, isBusy } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { isMaintained } from '#features/device-model/views/describe-device.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { agoInWords, momentOfDay } from '#i18n/moments.ts'
import { useMinute } from '#ui/layout/use-minute.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'

type Reported = Pick<DeviceState, 'reportedAt' | 'status'>

/** How old a state is: "last known, 3 hr. ago", or "was moving at 18:04". */
export function useAge({ reportedAt, status }: Reported): string {
  const { t } = useTranslation()
  const now = useMinute()
  if (reportedAt === null) return t('card.never')
  const then = new Date(reportedAt)
  return isBusy(status) && !isMaintained(status)
    ? t('card.wasMoving', { time: momentOfDay(then, now, pageTag()) })
    : t('card.lastKnown', { ago: agoInWords(then, now, pageTag(), 'short') })
}

/** Says that a state may be outdated and how old it is. `isReadBefore`: `AgeFirst` says it to screen readers. */
export function LastKnown({ state, isReadBefore }: { state: Reported; isReadBefore?: boolean }) {
  const age = useAge(state)
  const { reportedAt } = state
  if (reportedAt === null) return <span>{age}</span>
  return (
    <time dateTime={reportedAt} aria-hidden={isReadBefore}>
      {age}
    </time>
  )
}

/** The age of a state for screen readers, before the value that `LastKnown` stands behind. */
export function AgeFirst({ state }: { state: Reported }) {
  return <VisuallyHidden>{`${useAge(state)}: `}</VisuallyHidden>
}
