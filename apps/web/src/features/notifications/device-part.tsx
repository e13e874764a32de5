import { type DeviceInfo, kindOf, LIMITS } from '@senca/contract'
import type {
  DeviceChoice,
  LastingKind,
  NotificationChoices,
  NotificationChoicesRequest,
} from '@senca/contract/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '#ui/forms/select-field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import styles from './choices.module.css'
import { durationText } from './duration-text.ts'

const DOOR_MINUTES = [1, 5, 15, 30, 60, LIMITS.DOOR_OPEN_MAX_MINUTES]
const OFFLINE_MINUTES = [15, 60, 360, 1_440, LIMITS.DEVICE_OFFLINE_MAX_MINUTES]

const lastingKindsOf = ({ devicetype }: DeviceInfo): LastingKind[] =>
  kindOf(devicetype).family === 'door' ? ['door_open', 'door_unlocked', 'device_offline'] : ['device_offline']

/** What lasts at one device: after how long it is worth a notification, and whether it must not be missed. */
export function DevicePart(props: {
  choices: NotificationChoices
  choose: (change: NotificationChoicesRequest) => void
  devices: readonly DeviceInfo[]
}) {
  const { t } = useTranslation()
  const { choices, choose } = props
  const doorsFirst = [...props.devices].sort(
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
          <div className={styles.lines}>
            <SelectField
              isLine
              label={t('notifications.device')}
              value={device.id}
              options={doorsFirst.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setChosen}
            />
            <p className={styles.mustHead} aria-hidden="true">
              <span>{device.name}</span>
              <span>{t('notifications.must')}</span>
            </p>
            {lastingKindsOf(device).map((kind) => (
              <Lasting
                key={`${device.id} ${kind}`}
                kind={kind}
                choice={choices.devices[device.id]?.[kind] ?? {}}
                onChange={(choice) => choose({ devices: { [device.id]: { [kind]: choice } } })}
              />
            ))}
          </div>
          <p className={styles.note}>{t('notifications.mustText')}</p>
        </>
      )}
    </section>
  )
}

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
    <div className={styles.lastingLine}>
      <SelectField
        isLine
        label={t(`notifications.after.${kind}`)}
        value={value}
        options={options}
        onChange={select}
      />
      {choice.off !== true && (
        <Switch
          label={`${t(`notifications.after.${kind}`)}: ${t('notifications.must')}`}
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
