import { type DeviceInfo, deviceNameSchema, LIMITS, type Room } from '@senca/contract'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { changesOf } from '#core/changes.ts'
import { OwnerLabel } from '#features/device-parts/owner-label.tsx'
import { roomEvents, roomsApi } from '#features/room-model/rooms.ts'
import { Form } from '#i18n/form.tsx'
import { FormEnd } from '#i18n/form-end.tsx'
import { useForm } from '#i18n/use-form.ts'
import { CheckList } from '#ui/forms/check-list.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './room-form.module.css'

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
  const opened = { name: room?.name ?? '', devices: room?.devices ?? [] }
  const form = useForm<typeof opened, 'nameNeeded' | 'nameInUse', void>({
    opened,
    validate: ({ name }) => (deviceNameSchema.safeParse(name).success ? {} : { name: 'nameNeeded' }),
    refusalOf: (failure) =>
      failure instanceof ApiFailure && failure.error === 'device_name_in_use' ? { name: 'nameInUse' } : null,
    textOf: (error) => t(`rooms.${error}`),
    async send({ name, devices }) {
      const given = { name: name.trim(), devices: inOrder(opened.devices, devices) }
      if (room === null) await roomsApi.create(given)
      else await roomsApi.update({ id: room.id, ...changesOf(opened, given) })
      await roomEvents.updated()
    },
    onSaved: (_, leave) => leave(onClose),
  })
  const { values } = form
  const roomOf = (id: string) =>
    props.rooms.find((other) => other.id !== room?.id && other.devices.includes(id))

  return (
    <Form
      form={form}
      className={styles.form}
      onKeyDown={(event) => {
        const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null
        if (event.key === 'Escape' && !isInDialog) onClose()
      }}
    >
      <Field
        label={t('rooms.name')}
        name="room-name"
        autoComplete="off"
        autoFocus
        maxLength={LIMITS.DEVICE_NAME_MAX_LENGTH}
        value={values.name}
        error={form.errorOf('name')}
        onChange={(event) => form.change({ name: event.target.value })}
      />
      {props.part === 'all' && (
        <CheckList
          label={t('rooms.devices')}
          chosen={values.devices}
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
          onChange={(devices) => form.change({ devices })}
        />
      )}
      <FormEnd
        form={form}
        texts="rooms"
        existing={
          room && {
            name: room.name,
            remove: props.part === 'all' ? () => roomsApi.remove(room.id) : null,
            reload: roomEvents.updated,
          }
        }
        onClose={onClose}
      />
    </Form>
  )
}

/** Devices that were in the room keep their order; new ones come after them. */
const inOrder = (before: readonly string[], chosen: readonly string[]): string[] => [
  ...before.filter((id) => chosen.includes(id)),
  ...chosen.filter((id) => !before.includes(id)),
]
