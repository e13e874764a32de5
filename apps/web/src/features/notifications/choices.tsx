import { type DeviceInfo, kindOf, LIMITS } from '@senca/contract'
import type {
  DeviceChoice,
  LastingKind,
  NotificationChoices,
  NotificationChoicesRequest,
  NotificationKind,
} from '@senca/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { SwitchLine } from '#features/sharing-model/switch-line.tsx'
import { pageTag } from '#i18n/format-tag.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import styles from './choices.module.css'
import { durationText } from './duration-text.ts'
import { choicesQuery, notificationsApi } from './notifications.ts'
import { phonesQuery, pushInfoQuery } from './phones.ts'
import { QuietHoursPart } from './quiet-hours.tsx'

/** The kinds whose e-mails can be chosen. What protects the account is always mailed. */
const MAILED = [
  'door_forced',
  'alarm',
  'lock_jammed',
  'hold_failed',
  'door_open',
  'door_unlocked',
  'device_offline',
  'sensor_silent',
  'hold_began',
  'command_failed',
  'link_used',
  'link_blocked',
  'firmware_failed',
  'factory_reset',
  'weather_automatic',
  'role_changed',
] as const satisfies readonly NotificationKind[]
/** The kinds whose pushes can be chosen. */
const PUSHED = [
  ...MAILED,
  'battery_low',
  'account_security',
  'transfer_offered',
] as const satisfies readonly NotificationKind[]
/** The kinds that a person can turn on for a home of somebody else. */
const OF_OTHER_HOMES = [
  'door_forced',
  'lock_jammed',
  'door_open',
  'door_unlocked',
  'device_offline',
] as const satisfies readonly NotificationKind[]

const DOOR_MINUTES = [1, 5, 15, 30, 60, LIMITS.DOOR_OPEN_MAX_MINUTES]
const OFFLINE_MINUTES = [15, 60, 360, 1_440, LIMITS.DEVICE_OFFLINE_MAX_MINUTES]
const DAY_MS = 86_400_000

interface ChoicesProps {
  choices: NotificationChoices
  choose: (change: NotificationChoicesRequest) => void
}

/** What a person is notified of, and how. Each change counts at once. */
export function Choices({ devices }: { devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const query = useQuery(choicesQuery)
  const words = useLoadedWords()
  const { send } = useServerCall({ send: notificationsApi.choose, meanwhile: 'queued' })
  const { data: info } = useQuery(pushInfoQuery)
  const { data: phones = [] } = useQuery({ ...phonesQuery, enabled: info?.available === true })
  const hasPhones = phones.length > 0
  return (
    <Loaded query={query} words={words}>
      {(choices) => (
        <>
          {hasPhones && (
            <>
              <QuietHoursPart quiet={choices.quiet} choose={send} />
              <section className={styles.part} aria-labelledby="pushes">
                <h2 id="pushes">{t('phones.pushes')}</h2>
                <div className={styles.lines}>
                  {PUSHED.map((kind) => (
                    <SwitchLine
                      key={kind}
                      label={t(`notifications.kind.${kind}`)}
                      checked={choices.kinds[kind]?.push === true}
                      onChange={(push) => send({ kinds: { [kind]: { push } } })}
                    />
                  ))}
                </div>
              </section>
            </>
          )}
          <section className={styles.part} aria-labelledby="mails">
            <h2 id="mails">{t('notifications.mails')}</h2>
            <div className={styles.lines}>
              {MAILED.map((kind) => (
                <SwitchLine
                  key={kind}
                  label={t(`notifications.kind.${kind}`)}
                  checked={choices.kinds[kind]?.mail === true}
                  onChange={(mail) => send({ kinds: { [kind]: { mail } } })}
                />
              ))}
            </div>
            <p className={styles.note}>{t('notifications.always')}</p>
          </section>
          <OfDevice choices={choices} choose={send} devices={devices} />
          {Object.keys(choices.homes).map((owner) => (
            <OfHome key={owner} owner={owner} choices={choices} choose={send} />
          ))}
        </>
      )}
    </Loaded>
  )
}

const lastingKindsOf = ({ devicetype }: DeviceInfo): LastingKind[] =>
  kindOf(devicetype).family === 'door' ? ['door_open', 'door_unlocked', 'device_offline'] : ['device_offline']

function OfDevice({ choices, choose, devices }: ChoicesProps & { devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const doorsFirst = [...devices].sort(
    (one, other) => lastingKindsOf(other).length - lastingKindsOf(one).length,
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const device = doorsFirst.find(({ id }) => id === chosen) ?? doorsFirst[0]
  return (
    <section className={styles.part} aria-labelledby="device">
      <h2 id="device">{t('notifications.ofDevice')}</h2>
      {device === undefined ? (
        <p>{t('notifications.noDevices')}</p>
      ) : (
        <>
          <SelectField
            label={t('notifications.device')}
            value={device.id}
            options={doorsFirst.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
          {lastingKindsOf(device).map((kind) => (
            <Lasting
              key={`${device.id} ${kind}`}
              kind={kind}
              choice={choices.devices[device.id]?.[kind] ?? {}}
              onChange={(choice) => choose({ devices: { [device.id]: { [kind]: choice } } })}
            />
          ))}
        </>
      )}
    </section>
  )
}

/** After how long a person is notified of something at a device, and whether it must not be missed. */
function Lasting(props: {
  kind: LastingKind
  choice: DeviceChoice
  onChange: (choice: DeviceChoice | null) => void
}) {
  const { t } = useTranslation()
  const { kind, choice, onChange } = props
  const usual = kind === 'device_offline' ? OFFLINE_MINUTES : DOOR_MINUTES
  const minutes = [...new Set([...usual, ...(choice.minutes === undefined ? [] : [choice.minutes])])]
  const value = choice.off === true ? 'off' : (choice.minutes?.toString() ?? 'usual')
  const must = choice.must === true ? { must: true } : {}
  const options = [
    { value: 'usual', label: t('notifications.usual') },
    ...minutes
      .sort((one, other) => one - other)
      .map((each) => ({ value: String(each), label: durationText(each) })),
    { value: 'off', label: t('notifications.off') },
  ]
  const select = (next: string) => {
    if (next === 'off') onChange({ off: true })
    else if (next === 'usual') onChange(choice.must === true ? must : null)
    else onChange({ minutes: Number(next), ...must })
  }
  return (
    <div className={styles.lasting}>
      <SelectField
        label={t(`notifications.after.${kind}`)}
        value={value}
        options={options}
        onChange={select}
      />
      {choice.off !== true && (
        <SwitchLine
          label={t('notifications.must')}
          checked={choice.must === true}
          onChange={(isMust) => {
            const { must: _, ...rest } = choice
            const next = isMust ? { ...rest, must: true } : rest
            onChange(Object.keys(next).length === 0 ? null : next)
          }}
        />
      )}
    </div>
  )
}

function OfHome({ owner, choices, choose }: ChoicesProps & { owner: string }) {
  const { t } = useTranslation()
  const home = choices.homes[owner]
  if (home === undefined) return null
  const until = home.mutedUntil
  const isMailed = OF_OTHER_HOMES.some((kind) => home.kinds[kind]?.mail === true)
  const mute = (value: string) => {
    const days = { day: 1, week: 7 }[value]
    if (value === 'until') return
    const mutedUntil = days === undefined ? null : new Date(pageNow().getTime() + days * DAY_MS).toISOString()
    choose({ homes: { [owner]: { mutedUntil } } })
  }
  return (
    <section className={styles.part} aria-label={t('notifications.otherHome', { owner })}>
      <h2>{t('notifications.otherHome', { owner })}</h2>
      {OF_OTHER_HOMES.map((kind) => {
        const { push = false, mail = false } = home.kinds[kind] ?? {}
        return (
          <SelectField
            key={kind}
            label={t(`notifications.kind.${kind}`)}
            value={mail ? 'mail' : push ? 'list' : 'off'}
            options={(['off', 'list', 'mail'] as const).map((value) => ({
              value,
              label: t(`notifications.channel.${value}`),
            }))}
            onChange={(value) =>
              choose({
                homes: { [owner]: { kinds: { [kind]: { push: value !== 'off', mail: value === 'mail' } } } },
              })
            }
          />
        )
      })}
      {isMailed && (
        <SelectField
          label={t('notifications.mute')}
          value={until === null ? 'no' : 'until'}
          options={[
            { value: 'no', label: t('notifications.muted.no') },
            { value: 'day', label: t('notifications.muted.day') },
            { value: 'week', label: t('notifications.muted.week') },
            ...(until === null
              ? []
              : [
                  {
                    value: 'until',
                    label: t('notifications.muted.until', {
                      time: weekdayMoment(new Date(until), pageTag()),
                    }),
                  },
                ]),
          ]}
          onChange={mute}
        />
      )}
    </section>
  )
}
