import { type DeviceInfo, type DeviceType, kindOf, type Room } from '@senca/contract'
import type { TFunction } from 'i18next'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { folded } from '#i18n/folded.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import { SearchField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './device-checks.module.css'

/** How many devices a phone screen can show at once. */
const FEW = 5
/** With more devices than this a search is offered. */
const MANY = 7
/** With more devices than this each section is folded until it is opened, so that a large home stays quick. */
const FOLDED = 30
/** The most rows of a section. */
const LONG = 60
const FAMILIES = ['shade', 'door', 'light'] as const

/** A device, or a group of devices. */
type Choice = Pick<DeviceInfo, 'id' | 'name' | 'devicetype'> & Partial<Pick<DeviceInfo, 'owner'>>

interface Section {
  key: string
  label: string
  /** The label of the box that checks all of them. */
  all: string | null
  /** Shown below the name of one that stands alone, without a box for all. */
  alone?: string
  ones: readonly Choice[]
}

/**
 * Checkboxes for the devices of the home, by room, or by kind in a home without rooms; one by one or all of a section. Chosen devices
 * that have left the home are also listed, so that they can be removed from the choice. If some are checked at the start, the other
 * devices of a large home are collapsed. `groups` stand first. `others` cannot be chosen, and are folded under the `reason`.
 */
export function DeviceChecks(props: {
  devices: readonly DeviceInfo[]
  rooms: readonly Pick<Room, 'id' | 'name' | 'devices'>[]
  chosen: readonly string[]
  groups?: { label: string; ones: readonly Choice[] }
  others?: { reason: string; ones: readonly Choice[] }
  /** The error of the choice as text. */
  error: string | null
  onChange: (chosen: readonly string[]) => void
}) {
  const { devices, chosen, error, groups = NONE, others = { reason: '', ones: [] } } = props
  const { t } = useTranslation()
  const errorId = useId()
  const [atFirst] = useState(chosen)
  const [wanted, setWanted] = useState('')
  const [areAllShown, setAllShown] = useState(atFirst.length === 0 || devices.length <= FEW)
  const named = [...new Set([...atFirst, ...chosen])]
  const isListed = ({ id }: Choice) => areAllShown || named.includes(id)
  const isShown = (one: Choice) => isListed(one) && folded(one.name).includes(folded(wanted.trim()))
  const all = [...groups.ones, ...devices]
  const listed = all.filter(isListed)
  const shown = devices.filter(isShown)
  const gone = named.filter((id) => [...all, ...others.ones].every((one) => one.id !== id))
  const sectionOfFamily = (family: (typeof FAMILIES)[number]): Section => ({
    key: family,
    label: t(`linkForm.family.${family}`),
    all: t(`linkForm.all.${family}`),
    ones: shown.filter(({ devicetype }) => kindOf(devicetype).family === family),
  })
  const isFolded = shown.length > FOLDED
  const whole = [
    { key: 'groups', label: groups.label, all: null, ones: groups.ones.filter(isShown) },
    ...(sectionsByRoom(shown, props.rooms, t) ?? FAMILIES.map(sectionOfFamily)),
  ]
  const sections = isFolded ? whole.flatMap(inParts) : whole

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
  const sectionList = ({ key, label, all, alone, ones: some }: Section) => {
    if (some.length === 0) return null
    const hasAll = areAllShown && all !== null && some.length > 1
    const words = hasAll ? { key, label, all } : { key, label }
    const rows = () =>
      list(
        words,
        some.map((device) => ({
          ...optionOf(device),
          note: [device.owner, hasAll || isFolded || alone === device.name ? null : alone].map(
            (words) => words != null && <Under key={words} words={words} />,
          ),
        })),
      )
    if (!isFolded) return rows()
    const ticked = some.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)
    return (
      <Fold key={key} label={label} note={ticked.join(', ')} count={some.length} isInvalid={error !== null}>
        {rows}
      </Fold>
    )
  }
  const goneOptions = gone.map((id) => ({
    value: id,
    label: t('links.gone'),
    icon: <Icon name="offline" size={22} />,
  }))

  return (
    <fieldset aria-label={t('linkForm.devices')} aria-describedby={error === null ? undefined : errorId}>
      {error !== null && (
        <p id={errorId} className={styles.fault} role="alert">
          {error}
        </p>
      )}
      {(listed.length > MANY || wanted !== '') && (
        <div className={styles.find}>
          <SearchField label={t('linkForm.find')} value={wanted} onChange={setWanted} />
        </div>
      )}
      <div className={isFolded ? styles.folds : styles.families}>
        {sections.map(sectionList)}
        {gone.length > 0 && list({ key: 'gone', label: t('links.gone') }, goneOptions)}
      </div>
      {wanted !== '' && (
        <p role="status" className={styles.note}>
          {!all.some(isShown) && t('linkForm.notFound')}
        </p>
      )}
      {!areAllShown && all.length > listed.length && (
        <p className={styles.others}>
          <Button variant="quiet" icon="plus" onClick={() => setAllShown(true)}>
            {t('linkForm.otherDevices')}
          </Button>
        </p>
      )}
      {others.ones.length > 0 && (
        <Fold label={others.reason}>
          {() =>
            others.ones.length > LONG ? (
              <p className={styles.note}>{others.ones.map(({ name }) => name).join(', ')}</p>
            ) : (
              <CheckList
                label={others.reason}
                chosen={[]}
                options={others.ones.map((one) => ({ ...optionOf(one), disabled: true }))}
                onChange={() => {}}
              />
            )
          }
        </Fold>
      )}
    </fieldset>
  )
}

/** A section that is too long to be shown at once as parts, each with the names at its ends. */
function inParts(section: Section): Section[] {
  const { key, ones } = section
  if (ones.length <= LONG) return [section]
  return Array.from({ length: Math.ceil(ones.length / LONG) }, (_, part) => {
    const some = ones.slice(part * LONG, (part + 1) * LONG)
    return {
      key: `${key} ${part}`,
      label: `${some[0]?.name} – ${some.at(-1)?.name}`,
      all: null,
      ones: some,
    }
  })
}

const NONE = { label: '', ones: [] }

const Under = ({ words }: { words: string }) => <span className={styles.under}>{words}</span>

/** Of the chosen `ids` those of one type: of `type`, or else of the most frequent one. */
export function ofOneType(
  ids: readonly string[],
  ones: readonly Choice[],
  type: DeviceType | null,
): readonly string[] {
  const types = ones.flatMap(({ id, devicetype }) => (ids.includes(id) ? [devicetype] : []))
  const countOf = (wanted: DeviceType) => types.filter((one) => one === wanted).length
  const kept = type ?? types.toSorted((one, other) => countOf(other) - countOf(one))[0]
  return ids.filter((id) => ones.every((one) => one.id !== id || one.devicetype === kept))
}

const optionOf = ({ id, name, devicetype }: Choice) => ({
  value: id,
  label: name,
  icon: <Icon name={devicetype} size={22} />,
})

/** A line that shows its rows once it is opened. `note` stands below its label. */
function Fold(props: {
  label: string
  note?: string
  count?: number
  isInvalid?: boolean
  children: () => ReactNode
}) {
  const { note = '', isInvalid = false } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.fold} data-invalid={isInvalid}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.foldWords}>
          <span>{props.label}</span>
          {note !== '' && <Under words={note} />}
        </span>
        {props.count !== undefined && <span>{props.count}</span>}
        <Icon name="down" size={20} />
      </button>
      {isOpen && <div id={id}>{props.children()}</div>}
    </div>
  )
}

/** Null if no device is in a room. */
function sectionsByRoom(
  devices: readonly DeviceInfo[],
  rooms: readonly Pick<Room, 'id' | 'name' | 'devices'>[],
  t: TFunction,
): Section[] | null {
  // The rooms are newer than what each device says of its own.
  const roomOf = new Map(rooms.flatMap((room) => room.devices.map((device) => [device, room.id])))
  if (!devices.some(({ id }) => roomOf.has(id))) return null
  const sections = rooms.map(
    ({ id, name }): Section => ({
      key: id,
      label: name,
      all: t('linkForm.all.room', { name }),
      alone: name,
      ones: devices.filter((device) => roomOf.get(device.id) === id),
    }),
  )
  const rest = devices.filter(({ id }) => !roomOf.has(id))
  const label = t('home.room.rest')
  return [...sections, { key: 'rest', label, all: label, alone: label, ones: rest }]
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
