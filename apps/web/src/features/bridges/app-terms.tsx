import { type DeviceInfo, LIMITS } from '@senca/contract'
import type { BridgePermission, BridgeScope } from '@senca/contract/bridges'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import formStyles from '#features/sharing-model/form.module.css'
import { CheckList } from '#ui/forms/check-list.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import styles from './bridges.module.css'
import { DAYS, type Days, expiresIn, type FURTHER_SCOPES, LEVELS, SCOPE_WORDS } from './bridges.ts'

/** What a person decides about a connected app. */
export interface AppTerms<End extends Days | '' = Days> {
  name: string
  devices: readonly string[]
  level: BridgePermission
  also: readonly BridgeScope[]
  /** Empty while the end stays as it is. */
  days: End
}

/** Nothing by itself: a person names each device, and what may be done with it [BR2]. */
export const NO_TERMS: AppTerms = { name: '', devices: [], level: 'view', also: [], days: '90' }

/** The terms as the server takes them; `offered` are the scopes that can be chosen. */
export const requestedTerms = (
  { name, devices, level, also }: AppTerms,
  offered: readonly BridgeScope[],
) => ({
  name,
  scopes: [
    'devices:read' as const,
    ...(level === 'command' ? (['devices:command'] as const) : []),
    ...offered.filter((scope) => also.includes(scope)),
  ],
  grants: Object.fromEntries(devices.map((id) => [id, { permissions: [level] }])),
})

export const endOf = ({ days }: AppTerms): { validBefore: string } => ({ validBefore: expiresIn(days) })

/** The fields of the terms. `nameHint` is shown below the name, `endNote` below the end; without `mustEnd` there is no choice of an end. */
export function AppTermsFields(props: {
  devices: readonly DeviceInfo[]
  terms: AppTerms<Days | ''>
  offered: readonly (typeof FURTHER_SCOPES)[number][]
  mustEnd: boolean
  nameLabel?: string
  nameHint?: string | undefined
  endNote?: ReactNode
  nameError: string | null
  areDevicesMissing: boolean
  onChange: (part: Partial<AppTerms>) => void
}) {
  const { t } = useTranslation()
  const rooms = useRooms() ?? []
  const { terms, nameHint, onChange } = props
  return (
    <>
      <Field
        label={props.nameLabel ?? t('apps.name')}
        name="app-name"
        autoComplete="off"
        {...(nameHint === undefined ? {} : { hint: nameHint })}
        maxLength={LIMITS.ROLE_NAME_MAX_LENGTH}
        value={terms.name}
        error={props.nameError}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <section>
        <h2 className={formStyles.heading}>{t('linkForm.devices')}</h2>
        <DeviceChecks
          devices={props.devices}
          rooms={rooms}
          chosen={terms.devices}
          error={props.areDevicesMissing ? t('apps.devicesMissing') : null}
          onChange={(devices) => onChange({ devices })}
        />
      </section>
      <section>
        <h2 className={formStyles.heading}>{t('apps.may')}</h2>
        <ChoiceChips
          label={t('apps.may')}
          value={terms.level}
          options={LEVELS.map((value) => ({ value, label: t(`apps.level.${value}`) }))}
          onChange={(level) => onChange({ level })}
        />
        <p className={formStyles.note}>{t(`apps.means.${terms.level}`)}</p>
      </section>
      {props.offered.length > 0 && (
        <section>
          <h2 className={formStyles.heading}>{t('apps.also')}</h2>
          <CheckList
            label={t('apps.also')}
            chosen={terms.also}
            options={props.offered.map((value) => ({
              value,
              label: t(`apps.scope.${SCOPE_WORDS[value]}`),
              note: <span className={styles.detail}>{t(`apps.scopeNote.${SCOPE_WORDS[value]}`)}</span>,
            }))}
            onChange={(also) => onChange({ also })}
          />
        </section>
      )}
      {props.mustEnd && (
        <section>
          <h2 className={formStyles.heading}>{t('apps.until')}</h2>
          <ChoiceChips
            label={t('apps.until')}
            value={terms.days}
            options={DAYS.map((value) => ({ value, label: t('apps.days', { count: Number(value) }) }))}
            onChange={(days) => days !== '' && onChange({ days })}
          />
          {props.endNote}
        </section>
      )}
    </>
  )
}
