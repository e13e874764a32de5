import { type DeviceInfo, LIMITS } from '@senca/contract'
import type { BridgePermission, BridgeScope } from '@senca/contract/bridges'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import formStyles from '#features/sharing-model/form.module.css'
import { CheckList } from '#ui/forms/check-list.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import styles from './bridges.module.css'
import { type FURTHER_SCOPES, SCOPE_WORDS } from './bridges.ts'

const LEVELS = ['view', 'command'] as const satisfies readonly BridgePermission[]
const DAYS = ['30', '90', '365'] as const
const DAY_MS = 86_400_000

/** What a person decides about a connected app. */
export interface AppTerms {
  name: string
  devices: readonly string[]
  level: BridgePermission
  also: readonly BridgeScope[]
  days: (typeof DAYS)[number]
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

export const endOf = ({ days }: AppTerms): { validBefore: string } => ({
  validBefore: new Date(pageNow().getTime() + Number(days) * DAY_MS).toISOString(),
})

/** The fields of the terms. `nameHint` is shown below the name; without `mustEnd` there is no choice of an end. */
export function AppTermsFields(props: {
  devices: readonly DeviceInfo[]
  terms: AppTerms
  offered: readonly (typeof FURTHER_SCOPES)[number][]
  mustEnd: boolean
  nameLabel?: string
  nameHint?: string | undefined
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
      {props.mustEnd && (
        <section>
          <h2 className={formStyles.heading}>{t('apps.until')}</h2>
          <ChoiceChips
            label={t('apps.until')}
            value={terms.days}
            options={DAYS.map((value) => ({ value, label: t('apps.days', { count: Number(value) }) }))}
            onChange={(days) => onChange({ days })}
          />
        </section>
      )}
    </>
  )
}
