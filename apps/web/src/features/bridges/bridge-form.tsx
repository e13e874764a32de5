import { type DeviceInfo, LIMITS } from '@senca/contract'
import {
  BRIDGE_KINDS,
  type BridgeCreateRequest,
  type BridgeKind,
  type BridgePermission,
  type BridgeScope,
  type CreatedBridge,
} from '@senca/contract/bridges'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import formStyles from '#features/sharing-model/form.module.css'
import { isProofMissing, isUnconfirmed } from '#features/sharing-model/sharing-failures.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import styles from './bridges.module.css'
import { bridgesApi, FURTHER_SCOPES, SCOPE_WORDS } from './bridges.ts'

const KINDS = BRIDGE_KINDS
const LEVELS = ['view', 'command'] as const satisfies readonly BridgePermission[]
const DAYS = ['30', '90', '365'] as const
const DAY_MS = 86_400_000

interface Draft {
  kind: BridgeKind
  name: string
  devices: readonly string[]
  level: BridgePermission
  also: readonly BridgeScope[]
  days: (typeof DAYS)[number]
}

const requestOf = ({ kind, name, devices, level, also, days }: Draft): BridgeCreateRequest => ({
  name,
  kind,
  scopes: ['devices:read', ...(level === 'command' ? (['devices:command'] as const) : []), ...also],
  grants: Object.fromEntries(devices.map((id) => [id, { permissions: [level] }])),
  validBefore: new Date(pageNow().getTime() + Number(days) * DAY_MS).toISOString(),
})

/** What the server asks for before a guarded door may be commanded. */
export interface WantedProof {
  deviceId: string
  onCancel: () => void
  /** Sends the request; throws refusals. */
  onProved: (password: string) => Promise<void>
}

/** Makes a connected app. `proofFor` renders the password dialog when the server requires it. */
export function BridgeForm(props: {
  devices: readonly DeviceInfo[]
  onMade: (bridge: CreatedBridge) => void
  onUnconfirmed: () => void
  proofFor: (wanted: WantedProof) => ReactNode
}) {
  const { t } = useTranslation()
  const rooms = useRooms() ?? []
  const [draft, setDraft] = useState<Draft>({
    kind: 'script',
    name: '',
    devices: [],
    level: 'view',
    also: [],
    days: '90',
  })
  const [guardedDoor, setGuardedDoor] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    make.forgetFailure()
  }
  const make = useServerCall({
    send: () => bridgesApi.create(requestOf(draft)),
    onDone: (bridge) => props.onMade(bridge),
    onFailure(failure) {
      if (isProofMissing(failure)) setGuardedDoor(failure.deviceId ?? '')
      else if (isUnconfirmed(failure)) props.onUnconfirmed()
      else return undefined
      return null
    },
  })
  const isNamed = draft.name.trim() !== ''
  const hasDevices = draft.devices.length > 0
  return (
    <>
      <form
        className={formStyles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (isNamed && hasDevices) make.send()
        }}
      >
        <Field
          label={t('apps.name')}
          name="app-name"
          autoComplete="off"
          hint={t('apps.nameHint')}
          maxLength={LIMITS.ROLE_NAME_MAX_LENGTH}
          value={draft.name}
          error={isTried && !isNamed ? t('apps.nameMissing') : null}
          onChange={({ target }) => change({ name: target.value })}
        />
        <section>
          <h2 className={formStyles.heading}>{t('apps.what')}</h2>
          <ChoiceChips
            label={t('apps.what')}
            value={draft.kind}
            options={KINDS.map((value) => ({ value, label: t(`apps.kind.${value}`) }))}
            onChange={(kind) => change({ kind })}
          />
          <p className={formStyles.note}>{t(`apps.kindMeans.${draft.kind}`)}</p>
        </section>
        <section>
          <h2 className={formStyles.heading}>{t('linkForm.devices')}</h2>
          <DeviceChecks
            devices={props.devices}
            rooms={rooms}
            chosen={draft.devices}
            error={isTried && !hasDevices ? t('apps.devicesMissing') : null}
            onChange={(devices) => change({ devices })}
          />
        </section>
        <section>
          <h2 className={formStyles.heading}>{t('apps.may')}</h2>
          <ChoiceChips
            label={t('apps.may')}
            value={draft.level}
            options={LEVELS.map((value) => ({ value, label: t(`apps.level.${value}`) }))}
            onChange={(level) => change({ level })}
          />
          <p className={formStyles.note}>{t(`apps.means.${draft.level}`)}</p>
        </section>
        <section>
          <h2 className={formStyles.heading}>{t('apps.also')}</h2>
          <CheckList
            label={t('apps.also')}
            chosen={draft.also}
            options={FURTHER_SCOPES.map((value) => ({
              value,
              label: t(`apps.scope.${SCOPE_WORDS[value]}`),
              note: <span className={styles.detail}>{t(`apps.scopeNote.${SCOPE_WORDS[value]}`)}</span>,
            }))}
            onChange={(also) => change({ also })}
          />
        </section>
        <section>
          <h2 className={formStyles.heading}>{t('apps.until')}</h2>
          <ChoiceChips
            label={t('apps.until')}
            value={draft.days}
            options={DAYS.map((value) => ({ value, label: t('apps.days', { count: Number(value) }) }))}
            onChange={(days) => change({ days })}
          />
        </section>
        <div className={formStyles.foot}>
          <Button type="submit" variant="primary" wide loading={make.isSending}>
            {t('apps.create')}
          </Button>
        </div>
      </form>
      {guardedDoor !== null &&
        props.proofFor({
          deviceId: guardedDoor,
          onCancel: () => setGuardedDoor(null),
          async onProved(password) {
            const made = await bridgesApi.create({ ...requestOf(draft), password })
            setGuardedDoor(null)
            props.onMade(made)
          },
        })}
    </>
  )
}
