import type { DeviceInfo } from '@senca/contract'
import type { NotificationChoices, NotificationChoicesRequest } from '@senca/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { CheckTable } from '#ui/forms/check-table.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './choices.module.css'
import { DevicePart } from './device-part.tsx'
import { EscalationPart } from './escalation-part.tsx'
import { channelColumns, KIND_GROUPS, kindRows } from './kinds.ts'
import { choicesQuery, notificationsApi } from './notifications.ts'
import { OtherHomePart } from './other-home-part.tsx'
import { PhonePart } from './phone-part.tsx'
import { usePhones } from './phones.ts'
import { QuietHoursPart } from './quiet-hours.tsx'

/** What a person is notified of, and how. Each change counts at once. */
export function Choices({ devices }: { devices: readonly DeviceInfo[] }) {
  const query = useQuery(choicesQuery)
  const words = useLoadedWords()
  const { send } = useServerCall({ send: notificationsApi.choose, meanwhile: 'queued' })
  const { isKnown, phones } = usePhones()
  const hasPhones = phones.length > 0
  return (
    // The columns depend on the phones, and nothing moves once it is shown.
    <Loaded query={isKnown ? query : { ...query, data: undefined }} words={words}>
      {(choices) => (
        <>
          <PhonePart />
          <KindsPart choices={choices} choose={send} hasPhones={hasPhones} />
          {hasPhones && <QuietHoursPart quiet={choices.quiet} choose={send} />}
          <DevicePart choices={choices} choose={send} devices={devices} />
          {Object.entries(choices.homes).map(([owner, home]) => (
            <OtherHomePart key={owner} owner={owner} home={home} choose={send} hasPhones={hasPhones} />
          ))}
          <EscalationPart />
        </>
      )}
    </Loaded>
  )
}

/** Each kind of one's own home: on devices, by e-mail, or in the list alone. */
function KindsPart(props: {
  choices: NotificationChoices
  choose: (change: NotificationChoicesRequest) => void
  hasPhones: boolean
}) {
  const { t } = useTranslation()
  const { choices, choose, hasPhones } = props
  const words = { push: t('notifications.channel.push'), mail: t('notifications.channel.mail') }
  const columns = channelColumns(words, hasPhones)
  return (
    <section className={styles.part} aria-labelledby="kinds">
      <h2 id="kinds">{t(hasPhones ? 'notifications.kinds' : 'notifications.mails')}</h2>
      {hasPhones && (
        <p className={styles.legend}>
          {columns.map(({ value, icon, label }) => (
            <span key={value}>
              <Icon name={icon} size={20} />
              <span>{label}</span>
            </span>
          ))}
        </p>
      )}
      {KIND_GROUPS.map(({ group, kinds }) => (
        <CheckTable
          key={group}
          label={t(`notifications.group.${group}`)}
          columns={columns}
          rows={kindRows(kinds, choices.kinds, (kind) => t(`notifications.kind.${kind}`))}
          onChange={(kind, channel, isOn) => choose({ kinds: { [kind]: { [channel]: isOn } } })}
        />
      ))}
      <p className={styles.note}>{t('notifications.always')}</p>
    </section>
  )
}
