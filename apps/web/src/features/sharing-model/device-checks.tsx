import { type DeviceInfo, kindOf, type Room } from '@senca/contract'
import type { TFunction } from 'i18next'
import { type ComponentProps, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { folded } from '#i18n/folded.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import { SearchField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './form.module.css'

/** How many devices a phone screen can show at once. */
const FEW = 5
/** With more devices than this a search is offered. */
const MANY = 10
const FAMILIES = ['shade', 'door', 'light'] as const

interface Section {
  key: string
  label: string
  /** The label of the box that checks all of them. */
  all: string | null
  devices: readonly DeviceInfo[]
}

/**
 * Checkboxes for the devices of the home, by room, or by kind in a home without rooms; one by one or all of a section. Chosen devices
 * that have left the home are also listed, so that they can be removed from the choice. If some are checked at the start, the other
 * devices of a large home are collapsed.
 */
export function DeviceChecks(props: {
  devices: readonly DeviceInfo[]
  rooms: readonly Pick<Room, 'id' | 'name'>[]
  chosen: readonly string[]
  /** The error of the choice as text. */
  error: string | null
  onChange: (chosen: readonly string[]) => void
}) {
  const { devices, chosen, error } = props
  const { t } = useTranslation()
  const errorId = useId()
  const [atFirst] = useState(chosen)
  const [wanted, setWanted] = useState('')
  const [areAllShown, setAllShown] = useState(atFirst.length === 0 || devices.length <= FEW)
  const named = [...new Set([...atFirst, ...chosen])]
  const listed = areAllShown ? devices : devices.filter(({ id }) => named.includes(id))
  const shown = listed.filter(({ name }) => folded(name).includes(folded(wanted.trim())))
  const gone = named.filter((id) => devices.every((device) => device.id !== id))
  const sectionOfFamily = (family: (typeof FAMILIES)[number]): Section => ({
    key: family,
    label: t(`linkForm.family.${family}`),
    all: t(`linkForm.all.${family}`),
    devices: shown.filter(({ devicetype }) => kindOf(devicetype).family === family),
  })
  const sections = sectionsByRoom(shown, props.rooms, t) ?? FAMILIES.map(sectionOfFamily)

  const list = (words: { key: string; label: string; all?: string }, options: Options) => (
    <CheckList
      {...words}
      key={words.key}
      chosen={chosen}
      options={options}
      error={error === null ? null : ''}
      onChange={(ticked) => props.onChange(withTicked(chosen, options, ticked))}
    />
  )
  const sectionList = ({ key, label, all, devices: some }: Section) => {
    const options = some.map(({ id, name, devicetype }) => ({
      value: id,
      label: name,
      icon: <Icon name={devicetype} size={22} />,
    }))
    const words = areAllShown && all !== null && options.length > 1 ? { key, label, all } : { key, label }
    return options.length > 0 && list(words, options)
  }
  const goneOptions = gone.map((id) => ({
    value: id,
    label: t('links.gone'),
    icon: <Icon name="offline" size={22} />,
  }))

  return (
    <fieldset aria-label={t('linkForm.devices')} aria-describedby={error === null ? undefined : errorId}>
      {listed.length > MANY && (
        <div className={styles.find}>
          <SearchField label={t('linkForm.find')} value={wanted} onChange={setWanted} />
        </div>
      )}
      <div className={styles.families}>
        {sections.map(sectionList)}
        {gone.length > 0 && list({ key: 'gone', label: t('links.gone') }, goneOptions)}
      </div>
      {wanted !== '' && (
        <p role="status" className={styles.note}>
          {shown.length === 0 && t('linkForm.notFound')}
        </p>
      )}
      {error !== null && (
        <p id={errorId} className={styles.fault} role="alert">
          {error}
        </p>
      )}
      {!areAllShown && (
        <p className={styles.others}>
          <Button variant="quiet" icon="plus" onClick={() => setAllShown(true)}>
            {t('linkForm.otherDevices')}
          </Button>
        </p>
      )}
    </fieldset>
  )
}

/** Null if no device is in a room. */
function sectionsByRoom(
  devices: readonly DeviceInfo[],
  rooms: readonly Pick<Room, 'id' | 'name'>[],
  t: TFunction,
): Section[] | null {
  if (!devices.some(({ room }) => rooms.some(({ id }) => id === room))) return null
  const sections = rooms.map(
    ({ id, name }): Section => ({
      key: id,
      label: name,
      all: t('linkForm.all.room', { name }),
      devices: devices.filter(({ room }) => room === id),
    }),
  )
  const rest = devices.filter(({ room }) => rooms.every(({ id }) => id !== room))
  return [...sections, { key: 'rest', label: t('home.room.rest'), all: null, devices: rest }]
}

type Options = ComponentProps<typeof CheckList<string>>['options']

/** `chosen` after a change: exactly `ticked` of these `options` are chosen. Devices that stay keep their place. */
function withTicked(
  chosen: readonly string[],
  options: readonly { value: string }[],
  ticked: readonly string[],
): readonly string[] {
  const isOffered = (id: string) => options.some(({ value }) => value === id)
  const kept = chosen.filter((id) => !isOffered(id) || ticked.includes(id))
  return [...kept, ...ticked.filter((id) => !chosen.includes(id))]
}
