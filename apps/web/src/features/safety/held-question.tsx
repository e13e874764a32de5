import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useHomeZone } from '#core/home-place.ts'
import { commands } from '#features/device-model/devices.ts'
import { askedToMove, askForMovement } from '#features/device-model/held-devices.ts'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { useUnits } from '#features/room-model/rooms.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './held-question.module.css'
import { heldText, safetyOf } from './held-words.ts'
import { OverrideForm } from './override-form.tsx'
import { useWeatherAutomatic } from './use-weather-automatic.ts'

/**
 * A dialog for a person who tries to move a held device. It says why the device is held and offers to switch off automatic
 * weather movement.
 */
export function HeldQuestion() {
  const { t } = useTranslation()
  const asked = useStore(askedToMove, ({ deviceIds }) => deviceIds)
  const devices = useHomeDevices()
  const units = useUnits()
  const timezone = useHomeZone()
  const [overridden, setOverridden] = useState<string | null>(null)
  const close = () => {
    setOverridden(null)
    askForMovement([])
  }
  const automatic = useWeatherAutomatic(close)
  const held = devices.filter(({ id, safety }) => safety != null && asked.includes(id))
  const heldIds = held.map(({ id }) => id).join()
  // The dialog is the answer, so their cards do not give another one.
  useLayoutEffect(() => {
    for (const id of heldIds.split(',').filter(Boolean)) commands.dismiss(id)
  }, [heldIds])
  const [first] = held
  const safety = first === undefined ? null : safetyOf(first)
  if (first === undefined || safety === null) return null
  const maintained = devices.filter(({ permissions }) => permissions.includes('maintain'))
  const own = held.filter((device) => maintained.includes(device)).map(({ id }) => id)
  const all = maintained.filter((one) => safetyOf(one)?.scenarioId === safety.scenarioId).map(({ id }) => id)
  const turnOff = (tokens: readonly string[]) => automatic.send({ tokens, isOn: false })
  const text = heldText(first, safety, { units, tag: pageTag(), t, timezone })
  // Only the owner can take the responsibility for a device.
  const isOwners = held.length === 1 && first.owner == null && own.length === 1
  if (isOwners && overridden === first.id) return <OverrideForm device={first} held={text} onClose={close} />
  return (
    <Dialog
      open
      title={t('weather.ask')}
      text={t('weather.askText', { name: held.map(({ name }) => name).join(', '), held: text })}
      onCancel={close}
      actions={
        <div className={styles.keys}>
          <Button variant="primary" onClick={close}>
            {t('weather.keep')}
          </Button>
          {isOwners && (
            <Button variant="quiet" onClick={() => setOverridden(first.id)}>
              {t('weather.override.ask')}
            </Button>
          )}
          {all.length > own.length && (
            <Button isCommand disabled={automatic.isSending} onClick={() => turnOff(all)}>
              {t('weather.all', { number: all.length })}
            </Button>
          )}
          {own.length > 0 && (
            <Button
              variant="danger-text"
              isCommand
              loading={automatic.isSending}
              onClick={() => turnOff(own)}
            >
              {t('weather.one')}
            </Button>
          )}
        </div>
      }
    />
  )
}
