import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
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
          <p>{t('login.demo')}</p>
          <DemoLogin account={demo} onSecondFactor={setSecondState} />
        </div>
      )}
      <LoginForm onSecondFactor={setSecondState} />
      {children}
      {hasProviders && <ProviderButtons onSecondFactor={setSecondState} />}
    </>
  )
}

function ProvidersFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return <Button onClick={onRetry}>{t('home.failed.retry')}</Button>
}
