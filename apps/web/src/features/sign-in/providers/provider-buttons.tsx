import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageConfig } from '#core/browser.ts'
import { hideMessage, showMessage } from '#core/messages.ts'
import { accountsApi, session } from '#features/account-model/accounts.ts'
import { secondFactorState } from '#features/account-model/second-factor-state.ts'
import { currentLanguage } from '#i18n/language.ts'
import { Button } from '#ui/controls/button.tsx'
import { loadApple, signInWithApple } from './apple.ts'
import { showGoogleButton } from './google.ts'
import styles from './providers.module.css'

/** Apple's logo beside the text of the button. */
function AppleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M15.9 3c.1 1-.3 2-.9 2.7-.7.8-1.7 1.3-2.7 1.3-.1-1 .4-2 .9-2.7C13.9 3.5 15 3 15.9 3zM19 16.8c-.5 1.1-.7 1.6-1.4 2.5-.9 1.3-2.1 2.7-3.6 2.7-1.3 0-1.7-.9-3.5-.9s-2.2.9-3.5.9c-1.5 0-2.6-1.4-3.5-2.7C1.1 15.8.8 11.7 2.3 9.5c1-1.6 2.7-2.5 4.2-2.5 1.6 0 2.6.9 3.9.9 1.3 0 2-.9 3.9-.9 1.4 0 2.9.8 3.9 2.1-3.4 1.9-2.9 6.7.8 7.7z" />
    </svg>
  )
}

const { googleClientId, appleClientId, appleRedirectUri } = pageConfig

/** Nonces expire after ten minutes, so they are renewed a little earlier. */
const NONCE_RENEWAL_MS = 8 * 60_000

/** The buttons to sign in with Google and Apple, if they are configured. */
export function ProviderButtons({ onSecondFactor }: { onSecondFactor: (state: string) => void }) {
  const { t, i18n } = useTranslation()
  const googlePlace = useRef<HTMLDivElement>(null)
  const { nonce, isRenewing, renew } = useNonce()
  const [isSending, setSending] = useState(false)
  const [isGoogleBlocked, setGoogleBlocked] = useState(false)
  const [isAppleBlocked, setAppleBlocked] = useState(false)
  const [isGoogleLoading, setGoogleLoading] = useState(false)
  const [isAppleLoading, setAppleLoading] = useState(appleClientId !== null)

  const fail = () => showMessage('error', t('errors.generic'))

  const refuse = (failure: unknown) => {
    const state = secondFactorState(failure)
    if (state === null) fail()
    else onSecondFactor(state)
    // A nonce can be used only once.
    renew()
  }

  const send = (token: string | null) => {
    if (token === null) return fail()
    hideMessage()
    setSending(true)
    void session
      .loginWithToken(token, currentLanguage())
      .catch(refuse)
      .finally(() => setSending(false))
  }
  const sendLatest = useRef(send)
  sendLatest.current = send

  useEffect(() => {
    const place = googlePlace.current
    if (googleClientId === null || place === null || nonce === null) return
    setGoogleLoading(true)
    showGoogleButton({
      clientId: googleClientId,
      nonce,
      place,
      locale: i18n.language,
      onToken: (token) => sendLatest.current(token),
    })
      .then(
        () => setGoogleBlocked(false),
        () => {
          place.replaceChildren()
          setGoogleBlocked(true)
        },
      )
      .finally(() => setGoogleLoading(false))
  }, [nonce, i18n.language])

  const prepareApple = useCallback(() => {
    setAppleLoading(true)
    return loadApple()
      .then(
        () => setAppleBlocked(false),
        () => setAppleBlocked(true),
      )
      .finally(() => setAppleLoading(false))
  }, [])
  useEffect(() => {
    if (appleClientId !== null && appleRedirectUri !== null) void prepareApple()
  }, [prepareApple])

  const openApple = async () => {
    if (appleClientId === null || appleRedirectUri === null) return
    try {
      if (nonce === null) throw new Error('There is no nonce')
      send(await signInWithApple({ clientId: appleClientId, redirectUri: appleRedirectUri, nonce }))
    } catch {
      fail()
      void prepareApple()
      renew()
    }
  }

  return (
    <div className={styles.providers}>
      {googleClientId !== null && (
        <div ref={googlePlace} className={styles.google} hidden={isGoogleBlocked} />
      )}
      {isGoogleBlocked && (
        <Blocked provider="Google" isLoading={isRenewing || isGoogleLoading} onRetry={renew} />
      )}
      {appleClientId !== null && appleRedirectUri !== null && (
        <Button
          wide
          icon={<AppleMark />}
          loading={isSending || isAppleLoading || isRenewing}
          onClick={openApple}
        >
          {t('providers.apple')}
        </Button>
      )}
      {isAppleBlocked && <Blocked provider="Apple" isLoading={isAppleLoading} onRetry={prepareApple} />}
    </div>
  )
}

/** Replaces a button whose script could not be loaded, usually because the browser blocks it. */
function Blocked(props: { provider: string; isLoading: boolean; onRetry: () => void }) {
  const { provider } = props
  const { t } = useTranslation()
  return (
    <div role="status">
      <p className={styles.blocked}>{t('providers.blocked', { provider })}</p>
      <Button variant="quiet" wide loading={props.isLoading} onClick={props.onRetry}>
        {t('providers.retry', { provider })}
      </Button>
    </div>
  )
}

/** The nonce for the next attempt; null until it is loaded, and if that failed. */
function useNonce() {
  const [nonce, setNonce] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isRenewing, setRenewing] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt needs a nonce of its own
  useEffect(() => {
    let isCurrent = true
    const take = (next: string | null): void => {
      if (!isCurrent) return
      setNonce(next)
      setRenewing(false)
    }
    setRenewing(true)
    accountsApi.nonce().then(
      (answer) => take(answer.nonce),
      () => take(null),
    )
    const renewal = setTimeout(() => setAttempt((count) => count + 1), NONCE_RENEWAL_MS)
    return () => {
      isCurrent = false
      clearTimeout(renewal)
    }
  }, [attempt])

  return { nonce, isRenewing, renew: () => setAttempt((count) => count + 1) }
}
