import type { NotificationChoices, NotificationChoicesRequest } from '@senca/contract/notifications'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { CheckTable } from '#ui/forms/check-table.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import styles from './choices.module.css'
import { kindRows, OF_OTHER_HOMES } from './kinds.ts'

const DAY_MS = 86_400_000

type OtherHome = NotificationChoices['homes'][string]

/** What a person is notified of at the home of somebody else. What is off in both columns is not even in the list. */
export function OtherHomePart(props: {
  owner: string
  home: OtherHome
  choose: (change: NotificationChoicesRequest) => void
  hasPhones: boolean
}) {
  const { t } = useTranslation()
  const { owner, home, choose, hasPhones } = props
  const { kinds, mutedUntil } = home
  const title = t('notifications.otherHome', { owner })
  const isSent = OF_OTHER_HOMES.some((kind) => kinds[kind]?.mail === true || (hasPhones && kinds[kind]?.push))
  const mute = (value: string) => {
    const days = { day: 1, week: 7 }[value]
    if (value === 'until') return
    const until = days === undefined ? null : new Date(pageNow().getTime() + days * DAY_MS).toISOString()
    choose({ homes: { [owner]: { mutedUntil: until } } })
  }
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      <CheckTable
        label={t('notifications.kindsElsewhere')}
        columns={[
          hasPhones
            ? { value: 'push', icon: 'screens', label: t('notifications.channel.push') }
            : { value: 'push', icon: 'bell', label: t('notifications.channel.list') },
          { value: 'mail', icon: 'mail', label: t('notifications.channel.mail') },
        ]}
        rows={kindRows(OF_OTHER_HOMES, kinds, (kind) => t(`notifications.kind.${kind}`))}
        onChange={(kind, channel, isOn) =>
          choose({ homes: { [owner]: { kinds: { [kind]: { [channel]: isOn } } } } })
        }
      />
      {isSent && (
        <div className={styles.lines}>
          <SelectField
            isLine
            label={t('notifications.mute')}
            value={mutedUntil === null ? 'no' : 'until'}
            options={[
              { value: 'no', label: t('notifications.muted.no') },
              { value: 'day', label: t('notifications.muted.day') },
              { value: 'week', label: t('notifications.muted.week') },
              ...(mutedUntil === null
                ? []
                : [
                    {
                      value: 'until',
                      label: t('notifications.muted.until', {
                        time: weekdayMoment(new Date(mutedUntil), pageTag()),
                      }),
                    },
                  ]),
            ]}
            onChange={mute}
          />
        </div>
      )}
    </section>
  )
}
