import type { DeviceInfo } from '@senca/contract'
import {
  type BridgeBroker,
  type BridgeCreateRequest,
  type BridgeKind,
  hasToken,
} from '@senca/contract/bridges'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import formStyles from '#features/sharing-model/form.module.css'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { ChoiceChips } from '#ui/forms/choice-chips.tsx'
import { AgentAddress } from './agent-guide.tsx'
import { type AppTerms, AppTermsFields, endOf, NO_TERMS, requestedTerms } from './app-terms.tsx'
import { bridgesApi, OFFERED_SCOPES } from './bridges.ts'
import { type BridgeMaking, useBridgeSaving } from './use-bridge-saving.tsx'

/** A Matter bridge has a form of its own. */
export const FORM_KINDS = ['script', 'agent', 'home-assistant'] as const satisfies readonly BridgeKind[]
export type FormKind = (typeof FORM_KINDS)[number]
const BROKERS = ['own', 'joined'] as const satisfies readonly BridgeBroker[]

interface Draft extends AppTerms {
  broker: BridgeBroker
}

const requestOf = (kind: FormKind, { broker, ...terms }: Draft): BridgeCreateRequest => ({
  kind,
  ...requestedTerms(terms, OFFERED_SCOPES[kind]),
  ...(hasToken(kind) ? endOf(terms) : { options: { broker } }),
})

/**
 * Makes a connected app of a kind. `proofFor` renders the password dialog when the server requires it; `joinedHost` is the broker that the account
 * has joined, null for none. Without `hasOwnBroker` Home Assistant can use no other.
 */
export function BridgeForm(
  props: {
    kind: FormKind
    devices: readonly DeviceInfo[]
    joinedHost: string | null
    hasOwnBroker: boolean
  } & BridgeMaking,
) {
  const { t } = useTranslation()
  const { kind, joinedHost, hasOwnBroker } = props
  const [draft, setDraft] = useState<Draft>({ ...NO_TERMS, broker: hasOwnBroker ? 'own' : 'joined' })
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    make.forgetFailure()
  }
  const make = useBridgeSaving(requestOf(kind, draft), bridgesApi.create, props)
  const isHome = kind === 'home-assistant'
  const mustJoin = isHome && draft.broker === 'joined' && joinedHost === null
  return (
    <>
      <form className={formStyles.form} noValidate onSubmit={make.onSubmit}>
        {kind === 'agent' && <AgentAddress />}
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
        <AppTermsFields
          devices={props.devices}
          terms={draft}
          offered={OFFERED_SCOPES[kind]}
          mustEnd={!isHome}
          nameHint={isHome ? undefined : t('apps.nameHint')}
          nameError={make.isNameMissing ? t('apps.nameMissing') : null}
          areDevicesMissing={make.areDevicesMissing}
          onChange={change}
        />
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
