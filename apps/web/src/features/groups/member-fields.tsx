import { type DeviceInfo, type DeviceType, kindOf } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OwnerLabel } from '#features/device-parts/owner-label.tsx'
import { useRooms } from '#features/room-model/rooms.ts'
import { folded } from '#i18n/folded.ts'
import { CheckList } from '#ui/forms/check-list.tsx'
import { Field } from '#ui/forms/field.tsx'
import { ToggleChips } from '#ui/forms/toggle-chips.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './group-form.module.css'

/** A list of at most this many devices needs no search. */
const WORTH_SEARCHING = 12

/** The most frequent type of these devices; null without devices. */
function mainTypeOf(devices: readonly DeviceInfo[]): DeviceType | null {
  const types = devices.map(({ devicetype }) => devicetype)
  const countOf = (type: DeviceType) => types.filter((one) => one === type).length
  return types.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? null
}

/**
 * Chooses the devices of a group, one by one or a whole room. After the first choice only devices of the same type are listed.
 */
export function MemberFields(props: {
  devices: readonly DeviceInfo[]
  chosen: readonly string[]
  error: string | null
  onChange: (chosen: string[]) => void
}) {
  const { t } = useTranslation()
  const { chosen } = props
  const [query, setQuery] = useState('')
  const rooms = useRooms() ?? []
  // Doors cannot be in a group; they are only locked and unlocked individually.
  const possible = props.devices.filter(({ devicetype }) => kindOf(devicetype).family !== 'door')
  const type = possible.find(({ id }) => chosen.includes(id))?.devicetype ?? null
  const fitting = possible.filter(({ devicetype }) => type === null || devicetype === type)
  const shown = fitting.filter(({ name }) => folded(name).includes(folded(query).trim()))
  const others = possible.length - fitting.length

  const choices = rooms.flatMap(({ id, name, devices }) => {
    const inRoom = fitting.filter((device) => devices.includes(device.id))
    const main = mainTypeOf(inRoom)
    const ids = inRoom.filter(({ devicetype }) => devicetype === main).map((device) => device.id)
    return ids.length === 0 ? [] : [{ id, name, ids }]
  })
  const isWhole = ({ ids }: { ids: readonly string[] }) => ids.every((id) => chosen.includes(id))
  const chooseRooms = (roomIds: readonly string[]) => {
    const added = choices.filter((room) => roomIds.includes(room.id) && !isWhole(room))
    const removed = choices.filter((room) => !roomIds.includes(room.id) && isWhole(room))
    const without = new Set(removed.flatMap(({ ids }) => ids))
    const all = new Set([...chosen.filter((id) => !without.has(id)), ...added.flatMap(({ ids }) => ids)])
    props.onChange([...all])
  }
  const chooseShown = (ids: readonly string[]) => {
    const hidden = chosen.filter((id) => !shown.some((device) => device.id === id))
    props.onChange([...hidden, ...ids])
  }
  return (
    <>
      <p className={styles.hint}>{t('groups.oneKind')}</p>
      {choices.length > 0 && (
        <ToggleChips
          isFree
          label={t('groups.byRoom')}
          chosen={choices.filter(isWhole).map(({ id }) => id)}
          options={choices.map(({ id, name }) => ({ value: id, label: name, name }))}
          onChange={chooseRooms}
        />
      )}
      {possible.length > WORTH_SEARCHING && (
        <Field
          label={t('groups.search')}
          type="text"
          inputMode="search"
          autoComplete="off"
          maxLength={60}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <CheckList
        label={t('groups.devices')}
        chosen={chosen}
        error={props.error}
        options={shown.map((device) => ({
          value: device.id,
          label: device.name,
          icon: <Icon name={device.devicetype} size={22} />,
          note: <OwnerLabel device={device} />,
        }))}
        onChange={chooseShown}
      />
      {others > 0 && <p className={styles.hint}>{t('groups.others', { number: others })}</p>}
    </>
  )
}
