import type { DeviceInfo, DeviceType } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { mayCommand } from '#features/device-model/rights.ts'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import type { Draft } from './draft.ts'
import styles from './scenario-form.module.css'
import { isTemplateFor } from './templates.ts'

/**
 * Chooses the devices and groups of a scenario. What does not fit the first choice, or the chosen template before it, is folded at the
 * end with the reason. Only devices that the person may command are offered, because a scenario acts with the rights of its author.
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
  const rooms = useRooms() ?? []
  const { draft, home, type, error, onChange } = props
  const { template } = draft
  const fits = (one: Parameters<typeof isTemplateFor>[1]) =>
    type === null ? template === null || isTemplateFor(template, one) : one.devicetype === type
  const devices = home.devices.filter((one) => mayCommand(one) || draft.targets.includes(one.id))
  const groups = home.groups.filter(fits)
  const others = [...home.groups, ...devices].filter((one) => !fits(one))
  const number = others.length
  /** All of a room may be of several types. */
  const ofOneType = (targets: readonly string[]) => {
    const [first] = devices.filter(({ id }) => targets.includes(id))
    const kind = type ?? first?.devicetype
    return targets.filter((id) => devices.every((one) => one.id !== id || one.devicetype === kind))
  }
  return (
    <>
      <div>
        <h2 className={styles.heading}>{t('scenarios.who')}</h2>
        <p className={styles.hint}>{t('scenarios.whoHint')}</p>
      </div>
      {groups.length > 0 && (
        <CheckList
          label={t('scenarios.groups')}
          chosen={draft.groups}
          options={groups.map(({ id, name, devicetype }) => ({
            value: id,
            label: name,
            icon: <Icon name={devicetype} size={22} />,
          }))}
          error={error === null ? null : ''}
          onChange={(chosen) => onChange({ groups: chosen })}
        />
      )}
      <DeviceChecks
        devices={devices.filter(fits)}
        rooms={rooms}
        chosen={draft.targets}
        others={{
          reason:
            type === null && template !== null
              ? t('scenarios.notForTemplate', { number, name: t(`scenarios.template.${template}`) })
              : t('scenarios.otherType', { number }),
          ones: others,
        }}
        error={error}
        onChange={(targets) => onChange({ targets: ofOneType(targets) })}
      />
    </>
  )
}
