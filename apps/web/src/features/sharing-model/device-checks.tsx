import { type DeviceInfo, kindOf } from '@senca/contract'
import { type ComponentProps, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/controls/button.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './form.module.css'

/** How many devices a phone screen can show at once. */
const FEW = 5
const FAMILIES = ['shade', 'door', 'light'] as const

/**
 * Checkboxes for the devices of the home, grouped by kind, one by one or all of a kind. Chosen devices that have left the home
 * are also listed, so that they can be removed from the choice. If some are checked at the start, the other devices of a large
 * home are collapsed.
 */
export function DeviceChecks(props: {
  devices: readonly DeviceInfo[]
  chosen: readonly string[]
  /** The error of the choice as text. */
  error: string | null
  onChange: (chosen: readonly string[]) => void
}) {
  const { devices, chosen, error } = props
  const { t } = useTranslation()
  const errorId = useId()
  const [atFirst] = useState(chosen)
  const [areAllShown, setAllShown] = useState(atFirst.length === 0 || devices.length <= FEW)
  const named = [...new Set([...atFirst, ...chosen])]
  const shown = areAllShown ? devices : devices.filter(({ id }) => named.includes(id))
  const gone = named.filter((id) => devices.every((device) => device.id !== id))

  const list = (words: { label: string; all?: string }, options: Options) => (
    <CheckList
      {...words}
      key={words.label}
      chosen={chosen}
      options={options}
      error={error === null ? null : ''}
      onChange={(ticked) => props.onChange(withTicked(chosen, options, ticked))}
    />
  )
  const familyList = (family: (typeof FAMILIES)[number]) => {
    const options = shown
      .filter(({ devicetype }) => kindOf(devicetype).family === family)
      .map(({ id, name, devicetype }) => ({
        value: id,
        label: name,
        icon: <Icon name={devicetype} size={22} />,
      }))
    const label = t(`linkForm.family.${family}`)
    const all = areAllShown && options.length > 1 ? { all: t(`linkForm.all.${family}`) } : {}
    return options.length > 0 && list({ label, ...all }, options)
  }
  const goneOptions = gone.map((id) => ({
    value: id,
    label: t('links.gone'),
    icon: <Icon name="offline" size={22} />,
  }))

  return (
    <fieldset aria-label={t('linkForm.devices')} aria-describedby={error === null ? undefined : errorId}>
      <div className={styles.families}>
        {FAMILIES.map(familyList)}
        {gone.length > 0 && list({ label: t('links.gone') }, goneOptions)}
      </div>
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
