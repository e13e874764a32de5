import type { SessionInfo } from '@senca/contract/account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '#core/api/failures.ts'
import { showMessage } from '#core/messages.ts'
import { session } from '#features/account-model/accounts.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import { browserName } from './describe.ts'
import { securityApi } from './security.api.ts'
import styles from './security.module.css'
import { securityKeys, sessionsQuery } from './security.queries.ts'

/** This browser, below it all others, those of the same name and address in one row. Each can be logged out, and all others at once. */
export function SessionList() {
  const query = useQuery(sessionsQuery)
  const words = useLoadedWords()
  return (
    <Loaded query={query} words={words}>
      {(sessions) => {
        const others = sessions.filter(({ current }) => !current)
        return (
          <>
            <ul className={styles.rows}>
              {sessions
                .filter(({ current }) => current)
                .map((one) => (
                  <li key={one.id} className={styles.row}>
                    <SessionRow signedIn={one} />
                  </li>
                ))}
            </ul>
            {others.length > 0 && <Others sessions={others} />}
          </>
        )
      }}
    </Loaded>
  )
}

function Others({ sessions }: { sessions: readonly SessionInfo[] }) {
  const { t } = useTranslation()
  return (
    <section className={styles.block} aria-labelledby="others">
      <h2 id="others" className={styles.heading}>
        {t('sessions.others')}
      </h2>
      <ul className={styles.rows}>
        {alike(sessions).map((group) => (
          <li key={group[0].id} className={group.length === 1 ? styles.row : styles.several}>
            {group.length === 1 ? <SessionRow signedIn={group[0]} /> : <Several sessions={group} />}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && <LogOutOthers sessions={sessions} />}
    </section>
  )
}

type Alike = readonly [SessionInfo, ...SessionInfo[]]

/** The logins of the same browser at the same address together, each group and the groups with the last seen first. */
function alike(sessions: readonly SessionInfo[]): Alike[] {
  const groups = new Map<string, [SessionInfo, ...SessionInfo[]]>()
  for (const one of sessions.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))) {
    const key = JSON.stringify([one.browser, one.system, one.address])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return [...groups.values()]
}

const momentOf = (at: string): string => fullMoment(new Date(at), formatTag(currentLanguage()))

/** Logins that differ only in their times: one row, which opens. */
function Several({ sessions }: { sessions: Alike }) {
  const { t } = useTranslation()
  const [newest] = sessions
  return (
    <details>
      <summary className={styles.summary}>
        <Icon name="screens" />
        <span className={styles.words}>
          <span className={styles.name}>{browserName(newest, t)}</span>
          <Facts
            facts={[
              t('sessions.logins', { count: sessions.length }),
              t('sessions.lastSeen', { when: momentOf(newest.lastSeenAt) }),
              newest.address,
            ]}
          />
        </span>
        <Icon name="down" size={20} />
      </summary>
      <ul className={styles.each}>
        {sessions.map((one) => (
          <li key={one.id} className={styles.row}>
            <SessionRow signedIn={one} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** One that has ended meanwhile is as good as logged out. */
async function end(id: string): Promise<void> {
  try {
    await securityApi.revoke(id)
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.error !== 'resource_not_found') throw failure
  }
}

/** A key that logs out all others after a question. */
function LogOutOthers({ sessions }: { sessions: readonly SessionInfo[] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const logout = useServerCall({
    send: async () => {
      try {
        for (const { id } of sessions) await end(id)
      } finally {
        setAsking(false)
        await client.invalidateQueries({ queryKey: securityKeys.sessions })
      }
    },
    onDone: () => showMessage('success', t('sessions.othersLoggedOut')),
    onFailure: () => t('errors.generic'),
  })
  return (
    <>
      <Button icon="leaveAll" wide onClick={() => setAsking(true)}>
        {t('sessions.logOutOthers')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('sessions.askOthers')}
        text={t('sessions.askOthersText')}
        cancelLabel={t('dialog.cancel')}
        confirmLabel={t('sessions.logOutOthers')}
        loading={logout.isSending}
        onCancel={() => setAsking(false)}
        onConfirm={() => logout.send()}
      />
    </>
  )
}

/** The content of the row of one login. */
function SessionRow({ signedIn }: { signedIn: SessionInfo }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const name = browserName(signedIn, t)

  const { push } = signedIn
  const shownAt = push?.lastShownAt ?? null
  const pushText =
    push == null
      ? null
      : shownAt === null
        ? t('sessions.notified')
        : t('sessions.notifiedAt', { when: momentOf(shownAt) })

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
    <>
      <Icon name="screens" />
      <div className={styles.words}>
        <p className={styles.name}>
          <span>{name}</span>
          {signedIn.current && <span className={styles.tag}>{t('sessions.this')}</span>}
        </p>
        <Facts facts={[t('sessions.lastSeen', { when: momentOf(signedIn.lastSeenAt) }), signedIn.address]} />
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
    </>
  )
}
