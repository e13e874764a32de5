import { type DeviceInfo, LIMITS } from '@senca/contract'
import type { OAuthRequestAnswer } from '@senca/contract/oauth'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberedName } from '#core/numbered-name.ts'
import formStyles from '#features/sharing-model/form.module.css'
import { Button } from '#ui/controls/button.tsx'
import { type AppTerms, AppTermsFields, endOf, NO_TERMS, requestedTerms } from './app-terms.tsx'
import { bridgesQuery, FURTHER_SCOPES, SCOPE_WORDS } from './bridges.ts'
import { ClientFacts } from './client-facts.tsx'
import styles from './consent.module.css'
import { consentApi } from './consent.ts'
import { type BridgeSaving, useBridgeSaving } from './use-bridge-saving.tsx'

const NAME_MAX = LIMITS.ROLE_NAME_MAX_LENGTH

/** A name for the new app that no other one has. */
function proposedName({ name, host, redirectHost }: OAuthRequestAnswer['client'], taken: readonly string[]) {
  const wanted = [...(name ?? host ?? redirectHost)].slice(0, NAME_MAX).join('').trim()
  const isTaken = taken.some((one) => one.toLowerCase() === wanted.toLowerCase())
  return isTaken ? numberedName(wanted, taken, NAME_MAX) : wanted
}

/** Asks a person whether an app may act for the account, with which devices, how and until when. Nothing is chosen before. */
export function ConsentForm(
  props: {
    query: string
    asked: OAuthRequestAnswer
    devices: readonly DeviceInfo[]
    onDenied: () => void
  } & BridgeSaving<{ to: string }>,
) {
  const { t } = useTranslation()
  const { asked, query } = props
  const others = useQuery(bridgesQuery).data ?? []
  const [draft, setDraft] = useState<Partial<AppTerms>>({})
  const proposed = proposedName(
    asked.client,
    others.map(({ name }) => name),
  )
  const terms = { ...NO_TERMS, name: proposed, ...draft }
  const request = { query, ...requestedTerms(terms, FURTHER_SCOPES), ...endOf(terms) }
  const make = useBridgeSaving(request, consentApi.give, props)
  const wanted = [
    ...(asked.scopes.includes('devices:command')
      ? [t('apps.level.command')]
      : asked.scopes.includes('devices:read')
        ? [t('apps.level.view')]
        : []),
    ...FURTHER_SCOPES.filter((scope) => asked.scopes.includes(scope)).map((scope) =>
      t(`apps.scope.${SCOPE_WORDS[scope]}`),
    ),
  ]
  return (
    <>
      <form className={formStyles.form} noValidate onSubmit={make.onSubmit}>
        <section>
          <ClientFacts client={asked.client} wanted={wanted} />
          <p className={styles.check}>{t('apps.consent.check')}</p>
        </section>
        <AppTermsFields
          devices={props.devices}
          terms={terms}
          offered={FURTHER_SCOPES}
          mustEnd
          nameLabel={t('apps.consent.nameInList')}
          nameError={make.isNameMissing ? t('apps.nameMissing') : null}
          areDevicesMissing={make.areDevicesMissing}
          onChange={(part) => {
            setDraft({ ...draft, ...part })
            make.forgetFailure()
          }}
        />
        <div className={formStyles.foot}>
          <div className={styles.keys}>
            <Button wide onClick={props.onDenied}>
              {t('apps.consent.deny')}
            </Button>
            <Button type="submit" variant="primary" wide loading={make.isSending}>
              {t('apps.consent.allow')}
            </Button>
          </div>
        </div>
      </form>
      {make.proof}
    </>
  )
}
