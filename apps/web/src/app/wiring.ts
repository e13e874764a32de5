import i18next from 'i18next'
import { api, onSignedOut } from '#core/browser.ts'
import { showMessage } from '#core/messages.ts'
import { onReturn } from '#core/on-return.ts'
import { onProfile, session } from '#features/account-model/accounts.ts'
import { followProfileLanguage } from '#i18n/language.ts'

/** Connects the parts that every page has and that do not import each other: session, language and other tabs. */
export function startWiring(): void {
  const finishLeaving = () => void api.finishLeaving().catch(() => {})
  finishLeaving()
  onReturn(finishLeaving)
  onSignedOut(() => {
    if (session.store.getState().isLoggedIn) showMessage('error', i18next.t('errors.loginRequired'))
    session.end()
  })
  onProfile(({ locale }) => void followProfileLanguage(locale))
  addEventListener('storage', (event) => session.follow(event))
}
