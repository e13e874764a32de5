import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ClientFacts } from '#features/bridges/client-facts.tsx'
import styles from '#features/bridges/consent.module.css'
import { consentApi, consentFaultOf, consentQuery } from '#features/bridges/consent.ts'
import { ConsentForm } from '#features/bridges/consent-form.tsx'
import { isOwn } from '#features/device-model/rights.ts'
import { ProofDialog } from '#features/security/proof-dialog.tsx'
import { isUnconfirmed } from '#features/sharing-model/sharing-failures.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SharingPage } from '../sharing/sharing-page.tsx'

/** Where a program sends the browser so that a person lets it in [BR44]. Nothing leads away before the person has decided. */
export default function ConnectScreen() {
  const { t } = useTranslation()
  const { search } = useLocation()
  const [query] = useState(() => search.replace(/^\?/, ''))
  const words = useLoadedWords()
  const asking = useQuery(consentQuery(query))
  const [wasUnconfirmed, setUnconfirmed] = useState(false)
  const [to, setTo] = useState<string | null>(null)
  const fault = consentFaultOf(asking.error)
  const name = asking.data?.client.name ?? null
  const leave = (address: string) => {
    setTo(address)
    consentApi.leave(address)
  }
  return (
    <SharingPage
      title={name === null ? t('apps.consent.titleNameless') : t('apps.consent.title', { name })}
      home="/apps"
      isUnconfirmed={wasUnconfirmed || isUnconfirmed(asking.error)}
    >
      {(devices) =>
        fault === null ? (
          <Loaded query={asking} words={words}>
            {(asked) => {
              const host = asked.client.redirectHost
              if (to !== null)
                return (
                  <Leaving
                    text={t('apps.consent.leaving', { host })}
                    to={to}
                    label={t('apps.consent.goOn')}
                  />
                )
              if (asked.error !== null)
                return (
                  <div className={styles.end}>
                    <ClientFacts client={asked.client} />
                    <p>{t('apps.consent.faulty', { error: asked.error })}</p>
                    <Button onClick={() => leave(asked.back)}>{t('apps.consent.back', { host })}</Button>
                  </div>
                )
              return (
                <ConsentForm
                  query={query}
                  asked={asked}
                  devices={devices.filter(isOwn)}
                  onSaved={({ to }) => leave(to)}
                  onDenied={() => leave(asked.back)}
                  onUnconfirmed={() => setUnconfirmed(true)}
                  proofFor={({ deviceId, ...wanted }) => (
                    <ProofDialog
                      {...wanted}
                      title={t('apps.proofTitle', {
                        name: devices.find(({ id }) => id === deviceId)?.name ?? '',
                      })}
                      text={t('apps.proofText')}
                      confirmLabel={t('apps.consent.allow')}
                    />
                  )}
                />
              )
            }}
          </Loaded>
        ) : (
          <div role="alert">
            <EmptyState title={t('apps.consent.failed')} text={t(`apps.consent.fault.${fault}`)} />
          </div>
        )
      }
    </SharingPage>
  )
}

/** Shown while the browser goes to the program, and where it does not answer. */
function Leaving({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <div className={styles.end}>
      <p role="status">{text}</p>
      <Button onClick={() => consentApi.leave(to)}>{label}</Button>
    </div>
  )
}
