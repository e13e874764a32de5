import type { DeviceInfo, DeviceType } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { mayCommand } from '#features/device-model/rights.ts'
import { OwnerLabel } from '#features/device-parts/owner-label.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { Draft } from './draft.ts'
import styles from './scenario-form.module.css'
import { isTemplateFor } from './templates.ts'

/**
 * Chooses the devices and groups of a scenario. After the first choice only devices of the same type are listed, and before it
 * those for which the chosen template makes sense. Only devices that the person may command are offered, because a scenario acts
 * with the rights of its author.
 */
export function WhoFields(props: {
  draft: Draft
  home: { devices: readonly DeviceInfo[]; groups: readonly Group[] }
  /** The type of the chosen devices. */
  type: DeviceType | null
  error: string | null
  onChange: (changes: Partial<Draft>) => void
}) {
  const { t } = useTranslation()
  const { draft, home, type, error, onChange } = props
  const fits = (one: Parameters<typeof isTemplateFor>[1]) => {
    if (type !== null) return one.devicetype === type
    return draft.template === null || isTemplateFor(draft.template, one)
  }
  const optionOf = ({ id, name, devicetype }: Pick<DeviceInfo, 'id' | 'name' | 'devicetype'>) => ({
    value: id,
    label: name,
    icon: <Icon name={devicetype} size={22} />,
  })
  const groups = home.groups.filter(fits).map(optionOf)
  const devices = home.devices.filter(
    (one) => fits(one) && (mayCommand(one) || draft.targets.includes(one.id)),
  )
  return (
    <section className={styles.step}>
      <h2 className={styles.heading}>{t('scenarios.who')}</h2>
      <p className={styles.hint}>{t('scenarios.whoHint')}</p>
      {groups.length > 0 && (
        <CheckList
          label={t('scenarios.groups')}
          chosen={draft.groups}
          options={groups}
          error={error === null ? null : ''}
          onChange={(chosen) => onChange({ groups: chosen })}
        />
      )}
      <CheckList
        label={t('scenarios.devices')}
        chosen={draft.targets}
        options={devices.map((device) => ({ ...optionOf(device), note: <OwnerLabel device={device} /> }))}
        error={error}
        onChange={(chosen) => onChange({ targets: chosen })}
      />
    </section>
  )
}
