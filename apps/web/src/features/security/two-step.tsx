import type { SecondFactorStatus } from '@senca/contract/second-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '#features/account-model/accounts.ts'
import { BY_CODE } from '#features/account-model/by-code.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { PasskeyList } from './passkey-list.tsx'
import styles from './security.module.css'
import { secondFactorQuery, securityKeys } from './security.queries.ts'
import { TwoStepDialogs } from './two-step-dialogs.tsx'
import { isOn, type TwoStepDialog } from './two-step-state.ts'

/** The second factors of the account: an authenticator app, passkeys and recovery codes. */
export function TwoStep() {
  const client = useQueryClient()
  const query = useQuery(secondFactorQuery)
  const words = useLoadedWords()
  const [dialog, setDialog] = useState<TwoStepDialog | null>(null)

  const change = (next: TwoStepDialog | null) => {
    setDialog(next)
    void client.invalidateQueries({ queryKey: securityKeys.secondFactor })
  }

  return (
    <Loaded query={query} words={words}>
      {(status) => (
        <>
          <Means status={status} onOpen={setDialog} />
          <TwoStepDialogs
            dialog={dialog}
            onOpen={setDialog}
            onChanged={change}
            onCancel={() => setDialog(null)}
          />
        </>
      )}
    </Loaded>
  )
}

function Means({ status, onOpen }: { status: SecondFactorStatus; onOpen: (dialog: TwoStepDialog) => void }) {
  const { t } = useTranslation()
  const on = isOn(status)
  const isConfirmed = useAccount((account) => account.isConfirmed)
  if (!isConfirmed && !on) {
    return (
      <>
        <p className={styles.status} data-on={false}>
          <Icon name="unlock" />
          <span>{t('twoStep.off')}</span>
        </p>
        <section className={styles.block}>
          <p className={styles.note}>{t('twoStep.unconfirmed')}</p>
          <ButtonLink to="/confirmaccount" state={BY_CODE} wide>
            {t('mailedCode.use')}
          </ButtonLink>
        </section>
      </>
    )
  }
  return (
    <>
      <p className={styles.status} data-on={on}>
        <Icon name={on ? 'shield' : 'unlock'} />
        <span>{t(on ? 'twoStep.on' : 'twoStep.off')}</span>
      </p>
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('twoStep.app')}</h2>
        {status.totp ? (
          <div className={styles.rows}>
            <div className={styles.row}>
              <Icon name="check" />
              <p className={styles.words}>{t('twoStep.appOn')}</p>
              <IconButton
                icon="trash"
                label={t('twoStep.removeApp')}
                onClick={() => onOpen({ kind: 'removeTotp' })}
              />
            </div>
          </div>
        ) : (
          <>
            <p className={styles.note}>{t('twoStep.appOff')}</p>
            <Button icon="plus" onClick={() => onOpen({ kind: 'addTotp' })}>
              {t('twoStep.addApp')}
            </Button>
          </>
        )}
      </section>
      <section className={styles.block}>
        <h2 className={styles.heading}>{t('twoStep.passkeys')}</h2>
        <p className={styles.note}>{t('twoStep.passkeysText')}</p>
        <PasskeyList
          passkeys={status.passkeys}
          onRemove={(passkey) => onOpen({ kind: 'removePasskey', ...passkey })}
        />
        <Button icon="plus" onClick={() => onOpen({ kind: 'addPasskey' })}>
          {t('twoStep.addPasskey')}
        </Button>
      </section>
      {on && (
        <section className={styles.block}>
          <h2 className={styles.heading}>{t('twoStep.recovery')}</h2>
          <p className={styles.note}>{t('twoStep.codesLeft', { count: status.recoveryCodesLeft })}</p>
          <Button onClick={() => onOpen({ kind: 'renew' })}>{t('twoStep.renew')}</Button>
        </section>
      )}
    </>
  )
}
