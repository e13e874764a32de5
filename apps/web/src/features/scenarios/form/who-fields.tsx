import type { DeviceInfo, DeviceType } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCommand } from '#features/device-model/rights.ts'
import { OwnerLabel } from '#features/device-parts/owner-label.tsx'
import { folded } from '#i18n/folded.ts'
import { CheckList } from '#ui/forms/check-list.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { Draft } from './draft.ts'
import styles from './scenario-form.module.css'
import { isTemplateFor } from './templates.ts'

/** With more devices than this a search is offered. */
const MANY = 10

/**
 * Chooses the devices and groups of a scenario. What does not fit the first choice, or the chosen template before it, is disabled with
 * the reason. Only devices that the person may command are offered, because a scenario acts with the rights of its author.
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
  const [wanted, setWanted] = useState('')
  const { draft, home, type, error, onChange } = props
  /** Why something cannot be chosen; null if it can. */
  const reasonAgainst = (one: Parameters<typeof isTemplateFor>[1]): string | null => {
    if (type !== null) return one.devicetype === type ? null : t('scenarios.otherType')
    const { template } = draft
    return template === null || isTemplateFor(template, one)
      ? null
      : t('scenarios.notForTemplate', { name: t(`scenarios.template.${template}`) })
  }
  const optionOf = (
    one: Parameters<typeof isTemplateFor>[1] & Pick<DeviceInfo, 'id' | 'name'>,
    note?: ReactNode,
  ) => {
    const reason = reasonAgainst(one)
    return {
      value: one.id,
      label: one.name,
      icon: <Icon name={one.devicetype} size={22} />,
      note: reason === null ? note : <span className={styles.reason}>{reason}</span>,
      disabled: reason !== null,
    }
  }
  /** What can be chosen comes first. */
  const inOrder = (options: ReturnType<typeof optionOf>[]) =>
    options.toSorted((a, b) => Number(a.disabled) - Number(b.disabled))
  const groups = inOrder(home.groups.map((group) => optionOf(group)))
  const devices = home.devices.filter((one) => mayCommand(one) || draft.targets.includes(one.id))
  const isFound = ({ id, name }: DeviceInfo) =>
    draft.targets.includes(id) || folded(name).includes(folded(wanted.trim()))
  const found = devices.filter(isFound)
  return (
    <section className={styles.step}>
      <h2 className={styles.heading}>{t('scenarios.who')}</h2>
      <p className={styles.hint}>{t('scenarios.whoHint')}</p>
      {devices.length > MANY && (
        <>
          <Field
            label={t('home.search')}
            type="search"
            autoComplete="off"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
          <p role="status" className={styles.hint}>
            {found.length === 0 && t('list.search.none')}
          </p>
        </>
      )}
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
        options={inOrder(found.map((device) => optionOf(device, <OwnerLabel device={device} />)))}
        error={error}
        onChange={(chosen) => onChange({ targets: chosen })}
      />
    </section>
  )
}
