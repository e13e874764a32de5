import type { DeviceInfo, DeviceType } from '@senca/contract'
import type { Group } from '@senca/contract/automation'
import { useTranslation } from 'react-i18next'
import { mayCommand } from '#features/device-model/rights.ts'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks, ofOneType } from '#features/sharing-model/device-checks.tsx'
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
  const ones = [...home.groups, ...devices]
  const others = ones.filter((one) => !fits(one))
  const number = others.length
  const isGroup = (id: string) => draft.groups.includes(id) || home.groups.some((group) => group.id === id)
  return (
    <div className={styles.step}>
      <div>
        <h2 className={styles.heading}>{t('scenarios.who')}</h2>
        <p className={styles.hint}>{t('scenarios.whoHint')}</p>
      </div>
      <DeviceChecks
        devices={devices.filter(fits)}
        rooms={rooms}
        groups={{ label: t('scenarios.groups'), ones: home.groups.filter(fits) }}
        chosen={[...draft.groups, ...draft.targets]}
        others={{
          reason:
            type === null && template !== null
              ? t('scenarios.notForTemplate', { number, name: t(`scenarios.template.${template}`) })
              : t('scenarios.otherType', { number }),
          ones: others,
        }}
        error={error}
        onChange={(ids) => {
          const chosen = ofOneType(ids, ones, type)
          onChange({ groups: chosen.filter(isGroup), targets: chosen.filter((id) => !isGroup(id)) })
        }}
      />
    </div>
  )
}
