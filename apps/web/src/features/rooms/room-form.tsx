import { type DeviceInfo, LIMITS, type Room } from '@senca/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { changesOf, hasChanges } from '#core/changes.ts'
import { OwnerLabel } from '#features/device-parts/owner-label.tsx'
import { roomEvents, roomsApi } from '#features/room-model/rooms.ts'
import { useLeaveWords } from '#i18n/use-leave-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { LeaveDialog } from '#ui/feedback/leave-dialog.tsx'
import { useLeaveGuard } from '#ui/feedback/use-leave-guard.ts'
import { CheckList } from '#ui/forms/check-list.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './room-form.module.css'

type Fault = 'nameNeeded' | 'nameInUse'

/** What the form edits of a room. */
export type RoomPart = 'all' | 'name'

/** A form for the name of a room, and for its devices unless `part` is `name`. `room` is null for a new room. */
export function RoomForm(props: {
  room: Room | null
  part: RoomPart
  rooms: readonly Room[]
  devices: readonly DeviceInfo[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { room, onClose } = props
  const [name, setName] = useState(room?.name ?? '')
  const [devices, setDevices] = useState<readonly string[]>(room?.devices ?? [])
  const [opened] = useState({ name, devices: [...devices] })
  const [fault, setFault] = useState<Fault | null>(null)
  const [isAsked, setAsked] = useState(false)

  const given = { name: name.trim(), devices: inOrder(opened.devices, devices) }
  const guard = useLeaveGuard(hasChanges(opened, given))
  const leaveWords = useLeaveWords()
  const done = async () => {
    guard.free()
    await roomEvents.updated()
    guard.leave(onClose)
  }
  const save = useServerCall({
    send: () =>
      room === null ? roomsApi.create(given) : roomsApi.update({ id: room.id, ...changesOf(opened, given) }),
    onDone: done,
    onFailure: (failure) => {
      guard.stay()
      if (!(failure instanceof ApiFailure) || failure.error !== 'device_name_in_use') return undefined
      setFault('nameInUse')
      return null
    },
  })
  const remove = useServerCall({
    send: async () => room !== null && (await roomsApi.remove(room.id)),
    onDone: done,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (given.name === '') setFault('nameNeeded')
    else save.send()
  }
  const roomOf = (id: string) =>
    props.rooms.find((other) => other.id !== room?.id && other.devices.includes(id))

  return (
    <form
      className={styles.form}
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isAsked && !guard.isAsked) onClose()
      }}
    >
      <Field
        label={t('rooms.name')}
        name="room-name"
        autoComplete="off"
        autoFocus
        maxLength={LIMITS.DEVICE_NAME_MAX_LENGTH}
        value={name}
        error={fault === null ? null : t(`rooms.${fault}`)}
        onChange={(event) => {
          setName(event.target.value)
          setFault(null)
        }}
      />
      {props.part === 'all' && (
        <CheckList
          label={t('rooms.devices')}
          chosen={devices}
          options={props.devices.map((device) => {
            const { id, name, devicetype } = device
            const other = roomOf(id)
            return {
              value: id,
              label: other === undefined ? name : t('rooms.elsewhere', { device: name, room: other.name }),
              icon: <Icon name={devicetype} size={22} />,
              note: <OwnerLabel device={device} />,
            }
          })}
          onChange={setDevices}
        />
      )}
      <div className={styles.keys}>
        {room !== null && props.part === 'all' && (
          <Button variant="quiet" onClick={() => setAsked(true)}>
            {t('rooms.delete')}
          </Button>
        )}
        <Button onClick={onClose}>{t('rooms.cancel')}</Button>
        <Button type="submit" variant="primary" loading={save.isSending || save.isDone}>
          {t(room === null ? 'rooms.create' : 'rooms.save')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        danger
        title={t('rooms.askDelete', { name: room?.name ?? '' })}
        text={t('rooms.deleteText')}
        cancelLabel={t('rooms.cancel')}
        confirmLabel={t('rooms.delete')}
        loading={remove.isSending || remove.isDone}
        onCancel={() => setAsked(false)}
        onConfirm={() => remove.send()}
      />
      <LeaveDialog
        guard={guard}
        words={leaveWords}
        isBusy={save.isSending || save.isDone}
        onSave={given.name === '' ? null : () => save.send()}
      />
    </form>
  )
}

/** Devices that were in the room keep their order; new ones come after them. */
const inOrder = (before: readonly string[], chosen: readonly string[]): string[] => [
  ...before.filter((id) => chosen.includes(id)),
  ...chosen.filter((id) => !before.includes(id)),
]
