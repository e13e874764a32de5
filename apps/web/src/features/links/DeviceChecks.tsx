import { type DeviceInfo, LIMITS } from '@senca/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/Button.tsx'
import { CheckList } from '#ui/CheckList.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './form.module.css'
import type { FormPart } from './form-fields.ts'

/** As many are shown at once as a phone has room for. */
const FEW = 5

/**
 * The devices of the home as a list to tick, and those of the link that have left it, so that they can be taken out.
 * Where some are ticked from the start, the others of a big home stay folded away until they are wanted.
 */
export function DeviceChecks({
  draft,
  faultOf,
  onChange,
  devices,
}: FormPart & { devices: readonly DeviceInfo[] }) {
  const { t } = useTranslation()
  const [atFirst] = useState(draft.devices)
  const [areAllShown, setAllShown] = useState(atFirst.length === 0 || devices.length <= FEW)
  const gone = atFirst.filter((id) => devices.every((device) => device.id !== id))
  const options = [
    ...devices.map(({ id, name, devicetype }) => ({
      value: id,
      label: name,
      icon: <Icon name={devicetype} size={22} />,
    })),
    ...gone.map((id) => ({ value: id, label: t('links.gone'), icon: <Icon name="offline" size={22} /> })),
  ]
  return (
    <>
      <CheckList
        label={t('linkForm.devices')}
        chosen={draft.devices}
        options={areAllShown ? options : options.filter(({ value }) => atFirst.includes(value))}
        error={faultOf('devices')}
        onChange={(chosen) => onChange({ devices: chosen.slice(0, LIMITS.DEVICE_LINK_DEVICES) })}
      />
      {!areAllShown && (
        <p className={styles.others}>
          <Button variant="quiet" icon="plus" onClick={() => setAllShown(true)}>
            {t('linkForm.otherDevices')}
          </Button>
        </p>
      )}
    </>
  )
}
