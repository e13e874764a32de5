import type { DeviceInfo } from '@senca/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { deviceEvents, devicesApi } from '#features/device-model/devices.ts'
import { roomEvents, roomsApi, useRooms } from '#features/room-model/rooms.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { type ClaimFaults, claimFaults, claimRefusal, type RoomPreference } from './claim-rules.ts'
import { CodeField } from './code-field.tsx'
import { RoomChoice } from './room-choice.tsx'

const NO_FAULTS: ClaimFaults = { code: null, name: null, room: null }

/** A form that adds the device with a claim code to the home, with a name and a room. */
export function ClaimForm({ onClaimed }: { onClaimed: (device: DeviceInfo) => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [room, setRoom] = useState<RoomPreference>({ kind: 'none' })
  const rooms = useRooms() ?? []
  const [faults, setFaults] = useState(NO_FAULTS)
  const codeField = useRef<HTMLInputElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const roomField = useRef<HTMLInputElement>(null)

  const complain = (found: ClaimFaults) => {
    setFaults(found)
    if (found.code !== null) codeField.current?.focus()
    else if (found.name !== null) nameField.current?.focus()
    else if (found.room !== null) roomField.current?.focus()
  }

  const claim = useServerCall({
    send: () => devicesApi.claim(code.trim(), name),
    onDone: async (device) => {
      deviceEvents.put(device)
      await putIntoRoom(device.id).catch(() => showMessage('error', t('claim.roomFailed')))
      onClaimed(device)
    },
    onFailure: (failure) => {
      const refusal = claimRefusal(failure)
      complain(refusal ?? NO_FAULTS)
      return refusal === null ? undefined : null
    },
  })

  /** Puts a device that was just claimed into the chosen room. */
  const putIntoRoom = async (deviceId: string): Promise<void> => {
    if (room.kind === 'none') return
    if (room.kind === 'new') await roomsApi.create({ name: room.name.trim(), devices: [deviceId] })
    else {
      const devices = rooms.find(({ id }) => id === room.id)?.devices ?? []
      await roomsApi.update({ id: room.id, devices: [...devices, deviceId] })
    }
    await roomEvents.updated()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (claim.isSending || claim.isDone) return
    const found = claimFaults(code, name, room, rooms)
    complain(found)
    if (Object.values(found).every((fault) => fault === null)) claim.send()
  }

  const textOf = (fault: ClaimFaults['code']) => (fault === null ? null : t(`claim.${fault}`))
  return (
    <form onSubmit={submit} noValidate>
      <CodeField
        ref={codeField}
        label={t('claim.code')}
        value={code}
        error={textOf(faults.code)}
        onChange={(next) => {
          setCode(next)
          setFaults({ ...faults, code: null })
        }}
        onScanned={() => nameField.current?.focus()}
      />
      <Field
        ref={nameField}
        label={t('claim.name')}
        name="device-name"
        autoComplete="off"
        hint={t('claim.nameHint')}
        value={name}
        error={textOf(faults.name)}
        onChange={(event) => {
          setName(event.target.value)
          setFaults({ ...faults, name: null })
        }}
      />
      <RoomChoice
        ref={roomField}
        rooms={rooms}
        value={room}
        error={textOf(faults.room)}
        onChange={(intent) => {
          setRoom(intent)
          setFaults({ ...faults, room: null })
        }}
      />
      <Button type="submit" variant="primary" wide loading={claim.isSending || claim.isDone}>
        {t('claim.submit')}
      </Button>
    </form>
  )
}
