import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { hideMessage } from '#core/messages.ts'
import { areCookiesRefused } from '#core/storage.ts'
import { lazyPart, PartFailure } from '#i18n/lazy-part.tsx'
import { Button } from '#ui/controls/button.tsx'
import styles from './entrance.module.css'
import { DemoLogin, LoginForm } from './login-form.tsx'

/** Returns to the first step if this one cannot be loaded. */
const SecondStep = lazyPart(async () => (await import('./second-step.tsx')).SecondStep, {
  texts: ['account'],
  failed: ({ onBack }) => <PartFailure onShown={onBack} />,
})
const ProviderButtons = lazyPart(
  async () => (await import('./providers/provider-buttons.tsx')).ProviderButtons,
  { texts: ['account'], failed: (_props, retry) => <ProvidersFailed onRetry={retry} /> },
)

const { demo, googleClientId, appleClientId, appleRedirectUri } = pageConfig
/** A browser has this only where the page is secure. */
const hasPasskeys = 'PublicKeyCredential' in globalThis
const hasProviders = googleClientId !== null || (appleClientId !== null && appleRedirectUri !== null)

/** All ways to sign in. The second step replaces them if the account has one. */
export function Entrance({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [secondState, setSecondState] = useState<string | null>(null)
  if (secondState !== null) {
    return <SecondStep state={secondState} onBack={() => setSecondState(null)} />
  }
  return (
    <>
      {areCookiesRefused() && (
        <p className={styles.cookies} role="alert">
          {t('login.cookies')}
        </p>
      )}
      {demo !== null && (
        <div className={styles.demo}>
          <DemoLogin account={demo} onSecondFactor={setSecondState} />
          <p>{t('login.demo')}</p>
        </div>
      )}
      <LoginForm onSecondFactor={setSecondState} />
      {hasPasskeys && <PasskeyKey />}
      {children}
      {hasProviders && <ProviderButtons onSecondFactor={setSecondState} />}
    </>
  )
}

/** Logs in by a passkey alone; what went wrong stands below the key. */
function PasskeyKey() {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const ask = async () => {
    hideMessage()
    setRefusal(null)
    setAsking(true)
    const login = await import('./passkey-login.ts').catch(() => null)
    setRefusal(login === null ? t('errors.network') : await login.logInByPasskey(t))
    setAsking(false)
  }

  return (
    <div className={styles.passkey}>
      <Button wide loading={isAsking} onClick={() => void ask()}>
        {t('login.passkey')}
      </Button>
      {refusal !== null && <p role="alert">{refusal}</p>}
    </div>
  )
}

function ProvidersFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return <Button onClick={onRetry}>{t('life.retry')}</Button>
}
