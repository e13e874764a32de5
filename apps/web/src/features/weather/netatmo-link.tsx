import type { NetatmoInfo } from '@senca/contract/automation'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { showMessage } from '#core/messages.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/dialog.tsx'
import styles from './weather.module.css'
import { linkNetatmo, unlinkNetatmo } from './weather.ts'

const PARAMETER = 'netatmo'

/** Shows once the result of the authorization at Netatmo, which is in the URL. */
function useOutcome() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const outcome = search.get(PARAMETER)
  useEffect(() => {
    if (outcome === null) return
    if (outcome === 'linked') showMessage('success', t('weather.netatmo.linked'))
    else showMessage('error', t(outcome === 'refused' ? 'weather.netatmo.refused' : 'weather.netatmo.failed'))
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(PARAMETER)
        return after
      },
      { replace: true },
    )
  }, [outcome, setSearch, t])
}

/** The Netatmo station of the account: its state, and buttons to connect or disconnect it. */
export function NetatmoLink({ info: { linkedAt, problem } }: { info: NetatmoInfo }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  useOutcome()
  const link = useServerCall({ send: linkNetatmo, onDone: ({ url }) => location.assign(url) })
  const unlink = useServerCall({ send: unlinkNetatmo, onDone: () => setAsked(false) })
  const isLinked = linkedAt !== null
  const mustLink = !isLinked || problem === 'sign_in_again'
  return (
    <section className={styles.part}>
      <h2>{t('weather.netatmo.head')}</h2>
      <p>{t('weather.netatmo.text')}</p>
      {isLinked && (
        <p className={styles.note}>
          {t('weather.netatmo.since', { when: fullMoment(new Date(linkedAt), pageTag()) })}
        </p>
      )}
      {problem !== null && <p role="status">{t(`weather.netatmo.problem.${problem}`)}</p>}
      <div className={styles.keys}>
        {mustLink && (
          <Button
            variant={isLinked ? 'primary' : 'secondary'}
            loading={link.isSending || link.isDone}
            onClick={() => link.send()}
          >
            {t('weather.netatmo.connect')}
          </Button>
        )}
        {isLinked && (
          <Button variant="quiet" onClick={() => setAsked(true)}>
            {t('weather.netatmo.disconnect')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsked}
        title={t('weather.netatmo.ask')}
        text={t('weather.netatmo.askText')}
        cancelLabel={t('weather.cancel')}
        confirmLabel={t('weather.netatmo.disconnect')}
        loading={unlink.isSending}
        onCancel={() => setAsked(false)}
        onConfirm={() => unlink.send()}
      />
    </section>
  )
}
