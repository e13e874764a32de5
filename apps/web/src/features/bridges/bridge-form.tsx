import { type DeviceInfo, LIMITS } from '@senca/contract'
import type {
  BridgeBroker,
  BridgeCreateRequest,
  BridgeKind,
  BridgePermission,
  BridgeScope,
} from '@senca/contract/bridges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRooms } from '#features/room-model/rooms.ts'
import { DeviceChecks } from '#features/sharing-model/device-checks.tsx'
import formStyles from '#features/sharing-model/form.module.css'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { CheckList } from '#ui/forms/check-list.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { Field } from '#ui/forms/field.tsx'
import styles from './bridges.module.css'
import { bridgesApi, DAYS, type Days, expiresIn, LEVELS, OFFERED_SCOPES, SCOPE_WORDS } from './bridges.ts'
import { type BridgeMaking, useBridgeSaving } from './use-bridge-saving.tsx'

/** A Matter bridge has a form of its own. */
const KINDS = ['script', 'agent', 'home-assistant'] as const satisfies readonly BridgeKind[]
type FormKind = (typeof KINDS)[number]
const BROKERS = ['own', 'joined'] as const satisfies readonly BridgeBroker[]

interface Draft {
  kind: FormKind
  broker: BridgeBroker
  name: string
  devices: readonly string[]
  level: BridgePermission
  also: readonly BridgeScope[]
  days: Days
}

function requestOf({ kind, broker, name, devices, level, also, days }: Draft): BridgeCreateRequest {
  const further = OFFERED_SCOPES[kind].filter((scope) => also.includes(scope))
  const common = {
    name,
    kind,
    scopes: [
      'devices:read' as const,
      ...(level === 'command' ? (['devices:command'] as const) : []),
      ...further,
    ],
    grants: Object.fromEntries(devices.map((id) => [id, { permissions: [level] }])),
  }
  if (kind === 'home-assistant') return { ...common, options: { broker } }
  return { ...common, validBefore: expiresIn(days) }
}

/**
 * Makes a connected app. `proofFor` renders the password dialog when the server requires it; `joinedHost` is the broker that the account
 * has joined, null for none. Without `hasOwnBroker` Home Assistant can use no other.
 */
export function BridgeForm(
  props: {
    devices: readonly DeviceInfo[]
    joinedHost: string | null
    hasOwnBroker: boolean
  } & BridgeMaking,
) {
  const { t } = useTranslation()
  const rooms = useRooms() ?? []
  const { joinedHost, hasOwnBroker } = props
  const [draft, setDraft] = useState<Draft>({
    kind: 'script',
    broker: hasOwnBroker ? 'own' : 'joined',
    name: '',
    devices: [],
    level: 'view',
    also: [],
    days: '90',
  })
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    make.forgetFailure()
  }
  const make = useBridgeSaving(requestOf(draft), bridgesApi.create, props)
  const isHome = draft.kind === 'home-assistant'
  const mustJoin = isHome && draft.broker === 'joined' && joinedHost === null
  return (
    <>
      <form className={formStyles.form} noValidate onSubmit={make.onSubmit}>
        <section>
          <h2 className={formStyles.heading}>{t('apps.what')}</h2>
          <ChoiceChips
            label={t('apps.what')}
            value={draft.kind}
            options={KINDS.map((value) => ({ value, label: t(`apps.kind.${value}`) }))}
            onChange={(kind) => change({ kind })}
          />
          <p className={formStyles.note}>{t(`apps.kindNote.${draft.kind}`)}</p>
        </section>
        {isHome && (
          <section>
            <h2 className={formStyles.heading}>{t('apps.home.broker')}</h2>
            {joinedHost !== null && hasOwnBroker && (
              <ChoiceChips
                label={t('apps.home.broker')}
                value={draft.broker}
                options={BROKERS.map((value) => ({ value, label: value === 'own' ? 'Senca' : joinedHost }))}
                onChange={(broker) => change({ broker })}
              />
            )}
            <p className={formStyles.note}>
              {mustJoin
                ? t('apps.home.joinFirst')
                : draft.broker === 'own'
                  ? t('apps.home.ownNote')
                  : t('apps.home.joinedNote', { host: joinedHost })}
            </p>
          </section>
        )}
        <Field
          label={t('apps.name')}
          name="app-name"
          autoComplete="off"
          {...(isHome ? {} : { hint: t('apps.nameHint') })}
          maxLength={LIMITS.ROLE_NAME_MAX_LENGTH}
          value={draft.name}
          error={make.isNameMissing ? t('apps.nameMissing') : null}
          onChange={({ target }) => change({ name: target.value })}
        />
        <section>
          <h2 className={formStyles.heading}>{t('linkForm.devices')}</h2>
          <DeviceChecks
            devices={props.devices}
            rooms={rooms}
            chosen={draft.devices}
            error={make.areDevicesMissing ? t('apps.devicesMissing') : null}
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
            options={OFFERED_SCOPES[draft.kind].map((value) => ({
              value,
              label: t(`apps.scope.${SCOPE_WORDS[value]}`),
              note: <span className={styles.detail}>{t(`apps.scopeNote.${SCOPE_WORDS[value]}`)}</span>,
            }))}
            onChange={(also) => change({ also })}
          />
        </section>
        {!isHome && (
          <section>
            <h2 className={formStyles.heading}>{t('apps.until')}</h2>
            <ChoiceChips
              label={t('apps.until')}
              value={draft.days}
              options={DAYS.map((value) => ({ value, label: t('apps.days', { count: Number(value) }) }))}
              onChange={(days) => change({ days })}
            />
          </section>
        )}
        <div className={formStyles.foot}>
          {mustJoin ? (
            <ButtonLink variant="primary" to="/mqtt/join">
              {t('mqtt.join.title')}
            </ButtonLink>
          ) : (
            <Button type="submit" variant="primary" wide loading={make.isSending}>
              {t(isHome ? 'apps.home.connect' : 'apps.create')}
            </Button>
          )}
        </div>
      </form>
      {make.proof}
    </>
  )
}
