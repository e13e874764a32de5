import i18next from 'i18next'
import { reloadIfReachable } from '#core/deployment.ts'
import { showMessage } from '#core/messages.ts'

/** Reloads the page, or shows a message if the server cannot be reached. */
export async function reloadPage(): Promise<void> {
  if (!(await reloadIfReachable())) showMessage('error', i18next.t('errors.network'))
}

/** Says that the app is out of date and offers a button that reloads the page. */
export const offerReload = (): void =>
  showMessage('error', i18next.t('page.outdated'), {
    isOfApp: true,
    action: { label: i18next.t('crash.action'), run: () => void reloadPage() },
  })
