import type { SessionInfo } from '@senca/contract/account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { session } from '#features/account-model/accounts.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { browserName } from './describe.ts'
import { securityApi } from './security.api.ts'
import styles from './security.module.css'
import { securityKeys, sessionsQuery } from './security.queries.ts'

/** All signed-in browsers and phones, this one first. Each can be logged out. */
export function SessionList() {
  const query = useQuery(sessionsQuery)
  const words = useLoadedWords()
  return (
    <Loaded query={query} words={words}>
      {(sessions) => (
        <ul className={styles.rows}>
          {[...sessions].sort(byRecency).map((one) => (
            <SessionRow key={one.id} signedIn={one} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

const byRecency = (a: SessionInfo, b: SessionInfo): number =>
  Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt)

function SessionRow({ signedIn }: { signedIn: SessionInfo }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const name = browserName(signedIn, t)
  const when = fullMoment(new Date(signedIn.lastSeenAt), formatTag(currentLanguage()))

  const { push } = signedIn
  const shownAt = push?.lastShownAt ?? null
  const pushText =
    push == null
      ? null
      : shownAt === null
        ? t('sessions.notified')
        : t('sessions.notifiedAt', { when: fullMoment(new Date(shownAt), formatTag(currentLanguage())) })

  const logout = useServerCall({
    send: async () => {
      if (signedIn.current) return session.logout(false)
      await securityApi.revoke(signedIn.id)
      await client.invalidateQueries({ queryKey: securityKeys.sessions })
      showMessage('success', t('sessions.loggedOut', { name }))
    },
    onFailure: () => t('errors.generic'),
  })

  return (
    <li className={styles.row}>
      <Icon name="screens" />
      <div className={styles.words}>
        <p className={styles.name}>
          <span>{name}</span>
          {signedIn.current && <span className={styles.tag}>{t('sessions.this')}</span>}
        </p>
        <Facts facts={[t('sessions.lastSeen', { when }), signedIn.address]} />
        <Facts facts={[pushText, signedIn.keepsHome === true ? t('sessions.keepsHome') : null]} />
      </div>
      <Button
        variant="quiet"
        loading={logout.isSending || logout.isDone}
        aria-label={t('sessions.logOutNamed', { name })}
        onClick={() => logout.send()}
      >
        {t('menu.logout')}
      </Button>
    </li>
  )
}
